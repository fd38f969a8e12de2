import { endingNames, itemStepNames } from '#/api/money/reconciliation.texts.ts'
import type { ReconItemEnding } from '#/domain/money/reconciliation.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { texts } from './texts.ts'

interface Step {
  readonly kind: keyof typeof itemStepNames
  readonly at: string
  readonly byName: string
  readonly treatment?: ReconItemEnding | null
  readonly reason: string
}

/** The history of a difference or of a day. */
export function History({ steps }: { readonly steps: readonly Step[] }) {
  const t = useText()
  const columns: Column<Step>[] = [
    { key: 'at', title: t(texts.at), width: 170, isAlways: true, render: (step) => formatDateTimeSeconds(step.at) },
    { key: 'what', title: t(texts.what), width: 170, isAlways: true, render: (step) => t(itemStepNames[step.kind]) },
    { key: 'who', title: t(texts.who), width: 110, render: (step) => step.byName || t(texts.system) },
    {
      key: 'why',
      title: t(texts.remark),
      width: 280,
      render: (step) => [step.treatment ? t(endingNames[step.treatment]) : '', step.reason].filter(Boolean).join(': ') || '—',
    },
  ]
  return (
    <DataTable
      id="recon-steps"
      label={t(texts.history)}
      columns={columns}
      rows={steps}
      rowKey={(step) => `${step.at}${step.kind}`}
      empty={{ reason: '—' }}
      isPlain
    />
  )
}
