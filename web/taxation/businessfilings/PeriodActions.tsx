import type { FilingKind } from '#/domain/taxation/business-filing.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { DownloadButton } from '#/web/parts/files/DownloadButton.tsx'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { useCloseRefusal } from './periods.ts'
import { texts } from './texts.ts'

const CloseDialog = onDemand(async () => (await import('./CloseDialog.tsx')).CloseDialog)
const ResultsDialog = onDemand(async () => (await import('./PeriodDialogs.tsx')).ResultsDialog)
const PapersDialog = onDemand(async () => (await import('./PeriodDialogs.tsx')).PapersDialog)

/** Actions on all filings of a period at the centre. */
export function PeriodActions({ kind, period, onOpen }: { readonly kind: FilingKind; readonly period: string; readonly onOpen: (id: number) => void }) {
  const t = useText()
  const { open: ask } = useOverlay<'close' | 'results' | 'papers'>((dialog, close) =>
    dialog === 'close' ? (
      <CloseDialog {...filingPeriod} onClose={close} onOpen={open} />
    ) : dialog === 'results' ? (
      <ResultsDialog {...filingPeriod} onClose={close} />
    ) : (
      <PapersDialog {...filingPeriod} onClose={close} />
    ),
  )

  const closeRefusal = useCloseRefusal(period)
  const open = (id: number) => {
    close()
    onOpen(id)
  }
  const filingPeriod = { kind, period }
  const generate = useSubmit(api.businessfilings.generate)
  return (
    <>
      <ActionButton isBusy={generate.isBusy} onPress={() => generate.submit(filingPeriod)}>
        {t(texts.generate, { period })}
      </ActionButton>
      <ActionButton reason={closeRefusal} onPress={() => ask('close')}>
        {t(texts.close)}
      </ActionButton>
      {kind === 'annualReport' ? null : (
        <>
          <DownloadButton file={() => api.businessfilings.exportData(filingPeriod)}>{t(texts.data)}</DownloadButton>
          <ActionButton onPress={() => ask('results')}>{t(texts.results)}</ActionButton>
          <ActionButton onPress={() => ask('papers')}>{t(texts.papers)}</ActionButton>
        </>
      )}
    </>
  )
}
