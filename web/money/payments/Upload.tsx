import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { DownloadButton } from '#/web/parts/files/DownloadButton.tsx'
import { CorrectedFileUpload } from '#/web/parts/sheets/CorrectedFileUpload.tsx'
import { checkTexts } from '#/web/parts/sheets/check.texts.ts'
import { SheetUpload, useSheet } from '#/web/parts/sheets/SheetUpload.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { pickerTexts } from './picker-texts.ts'
import { prepareTexts } from './prepare-texts.ts'
import type { Batch } from './tags.tsx'

const PayeePicker = onDemand(async () => (await import('./PayeePicker.tsx')).PayeePicker)

function LinesImport({ batchId }: { readonly batchId: number }) {
  const t = useText()
  const upload = useSubmit(api.lines.import, {
    onDone: () => sheet.clear(),
    onFailed: (failure) => sheet.refused(failure),
  })
  const sheet = useSheet((file, isMeant) => void upload.submit({ batchId, file, allowSameFile: isMeant }), upload.reset)
  return (
    <SheetUpload
      label={t(prepareTexts.upload)}
      hint={t(prepareTexts.uploadHint)}
      isBusy={upload.isBusy}
      problem={sheet.problemOf(upload.failure)}
      file={sheet.file}
      onTake={sheet.take}
    />
  )
}

/** The roster, template, upload, and the error file for corrections, in one row when the batch has lines. */
export function Upload({ batch, invalid }: { readonly batch: Batch; readonly invalid: number }) {
  const t = useText()
  const { open: pick } = useOverlay((_, close) => <PayeePicker batch={batch} onClose={close} />)
  return (
    <section className={batch.lineCount > 0 ? 'p-upload' : 'k-card k-stack'} aria-label={t(prepareTexts.upload)}>
      <div className="k-row">
        <Button onClick={() => pick()}>{t(pickerTexts.open)}</Button>
        <DownloadButton file={() => api.lines.template({ mode: batch.mode, amountBasis: batch.amountBasis, hasSource: batch.sourcePlatform !== '' })}>
          {t(checkTexts.template)}
        </DownloadButton>
        {invalid > 0 ? <DownloadButton file={() => api.lines.errorFile({ batchId: batch.id })}>{t(checkTexts.errorFile)}</DownloadButton> : null}
      </div>
      <div className="k-drops">
        <LinesImport batchId={batch.id} />
        {invalid > 0 ? <CorrectedFileUpload call={api.lines.reimport} of={{ batchId: batch.id }} /> : null}
      </div>
    </section>
  )
}
