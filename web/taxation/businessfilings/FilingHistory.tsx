import { declarationMethodNames, filingFields as fields, filingStepNames, filingTaxNames } from '#/api/taxation/businessfilings.texts.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { usePaperColumn } from '#/web/taxation/periods/public.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import type { FilingDetail } from './tags.tsx'
import { texts } from './texts.ts'

interface FilingProps {
  readonly filing: FilingDetail
}

/** The declarations of a filing, edition by edition. */
export function Receipts({ filing }: FilingProps) {
  const t = useText()
  const paper = usePaperColumn<FilingDetail['receipts'][number]>()
  const columns: Column<FilingDetail['receipts'][number]>[] = [
    { key: 'edition', title: t(texts.editions), width: 90, isAlways: true, render: (row) => t(texts.edition, { edition: row.edition }) },
    { key: 'no', title: t(texts.receiptNo), width: 160, render: (row) => row.no },
    { key: 'on', title: t(texts.declaredOn), width: 110, render: (row) => row.declaredOn },
    { key: 'way', title: t(texts.way), width: 90, render: (row) => t(declarationMethodNames[row.way]) },
    moneyColumn('vat', t(filingTaxNames.vat), 110),
    moneyColumn('surcharge', t(filingTaxNames.surcharge), 110),
    moneyColumn('iit', t(filingTaxNames.iit), 110),
    { key: 'who', title: t(texts.by), width: 90, render: (row) => row.byName },
    paper,
  ]
  return (
    <DataTable
      id="filing-receipts"
      label={t(texts.receipts)}
      columns={columns}
      rows={filing.receipts}
      rowKey={(row) => row.edition}
      empty={{ reason: t(texts.noneYet) }}
      isPlain
    />
  )
}

/** The business's payments to the tax office. */
export function Payments({ filing }: FilingProps) {
  const t = useText()
  const paper = usePaperColumn<FilingDetail['payments'][number]>()
  const columns: Column<FilingDetail['payments'][number]>[] = [
    { key: 'kind', title: t(texts.tax), width: 120, isAlways: true, render: (row) => t(filingTaxNames[row.kind]) },
    moneyColumn('amount', t(texts.amount), 130, { isAlways: true }),
    { key: 'on', title: t(texts.paidOn), width: 110, render: (row) => row.paidOn },
    { key: 'way', title: t(texts.payWay), width: 90, render: (row) => t(declarationMethodNames[row.way]) },
    { key: 'serial', title: t(texts.serial), width: 160, render: (row) => row.serial },
    { key: 'who', title: t(texts.by), width: 90, render: (row) => row.byName },
    paper,
  ]
  return <DataTable id="filing-payments" label={t(texts.payments)} columns={columns} rows={filing.payments} empty={{ reason: t(texts.noneYet) }} isPlain />
}

/** The figures of each edition and the reasons for the changes. */
export function Editions({ filing }: FilingProps) {
  const t = useText()
  const columns: Column<FilingDetail['editions'][number]>[] = [
    { key: 'edition', title: t(texts.editions), width: 90, isAlways: true, render: (row) => t(texts.edition, { edition: row.edition }) },
    moneyColumn('gross', t(fields.gross), 130),
    moneyColumn('other', t(texts.other), 130),
    moneyColumn('vat', t(fields.vat), 110),
    moneyColumn('iit', t(fields.iit), 110),
    { key: 'reason', title: t(texts.reason), width: 220, isAlways: true, render: (row) => row.reason || '—' },
    { key: 'at', title: t(texts.at), width: 160, render: (row) => formatDateTimeSeconds(row.at) },
    { key: 'by', title: t(texts.by), width: 90, render: (row) => row.byName || '—' },
  ]
  return (
    <DataTable
      id="filing-editions"
      label={t(texts.editions)}
      columns={columns}
      rows={filing.editions}
      rowKey={(row) => row.edition}
      empty={{ reason: '—' }}
      isPlain
    />
  )
}

export function History({ filing }: FilingProps) {
  const t = useText()
  const columns: Column<FilingDetail['steps'][number]>[] = [
    { key: 'at', title: t(texts.at), width: 160, isAlways: true, render: (step) => formatDateTimeSeconds(step.at) },
    { key: 'what', title: t(texts.what), width: 140, isAlways: true, render: (step) => t(filingStepNames[step.kind]) },
    moneyColumn('amount', t(texts.amount), 120),
    { key: 'who', title: t(texts.by), width: 100, render: (step) => step.byName || '—' },
    { key: 'why', title: t(texts.remark), width: 280, render: (step) => step.reason || '—' },
  ]
  return (
    <DataTable
      id="filing-steps"
      label={t(texts.history)}
      columns={columns}
      rows={filing.steps}
      rowKey={(step) => `${step.at}${step.kind}${step.amount}`}
      empty={{ reason: t(texts.noneYet) }}
      isPlain
    />
  )
}
