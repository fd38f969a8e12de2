import { periodFields as fields, periodStepNames } from '#/api/taxation/periods.texts.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { idleQuery } from '#/web/kernel/query.ts'
import { PreviewButton } from '#/web/parts/files/PreviewButton.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { creditTexts } from './correction.texts.ts'
import { payingTexts } from './paying.texts.ts'
import { useTaxName } from './Returns.tsx'
import type { PeriodDetail } from './tags.tsx'
import { texts } from './texts.ts'

interface PeriodProps {
  readonly period: PeriodDetail
}

/** Returns the column that shows the document of a row. */
export function usePaperColumn<R extends { readonly fileId: string }>(): Column<R> {
  const t = useText()
  return {
    key: 'file',
    title: t(texts.file),
    width: 110,
    isAlways: true,
    render: (row) => (
      <PreviewButton size="small" fileId={row.fileId}>
        {t(texts.view)}
      </PreviewButton>
    ),
  }
}

/** The number of a VAT return, with its file if there is one. */
function VatNumber({ no, fileId }: { readonly no: string | null; readonly fileId: string | null }) {
  const t = useText()
  if (fileId === null) return no ?? '—'
  return (
    <span className="k-row">
      {no}
      <PreviewButton size="small" fileId={fileId}>
        {t(texts.view)}
      </PreviewButton>
    </span>
  )
}

/** The declarations of a period, edition by edition. */
export function Receipts({ period }: PeriodProps) {
  const t = useText()
  const paper = usePaperColumn<PeriodDetail['receipts'][number]>()
  const withheld: Column<PeriodDetail['receipts'][number]> = {
    key: 'withholdingNo',
    title: t(payingTexts.withholdingReceiptNo),
    width: 200,
    isAlways: true,
    render: (row) => <VatNumber no={row.withholdingNo} fileId={row.withholdingFileId} />,
  }
  const columns: Column<PeriodDetail['receipts'][number]>[] = [
    { key: 'edition', title: t(texts.editions), width: 100, isAlways: true, render: (row) => t(texts.edition, { edition: row.edition }) },
    { key: 'no', title: t(payingTexts.iitReceiptNo), width: 180, isAlways: true, render: (row) => row.no },
    { key: 'vatNo', title: t(payingTexts.vatReceiptNo), width: 180, isAlways: true, render: (row) => <VatNumber no={row.vatNo} fileId={row.vatFileId} /> },
    ...(period.receipts.some(({ withholdingNo }) => withholdingNo !== null) ? [withheld] : []),
    { key: 'on', title: t(texts.declaredOn), width: 120, render: (row) => row.declaredOn },
    moneyColumn('vat', t(fields.vat), 120),
    moneyColumn('surcharge', t(fields.surcharge), 120),
    moneyColumn('iit', t(fields.iit), 120),
    { key: 'who', title: t(texts.who), width: 100, render: (row) => row.byName },
    paper,
  ]
  return (
    <DataTable
      id="tax-period-receipts"
      label={t(texts.receipts)}
      columns={columns}
      rows={period.receipts}
      rowKey={(row) => row.edition}
      source={idleQuery}
      empty={{ reason: t(texts.noneYet) }}
      isPlain
    />
  )
}

export function Payments({ period }: PeriodProps) {
  const t = useText()
  const taxName = useTaxName()
  const paper = usePaperColumn<PeriodDetail['payments'][number]>()
  const columns: Column<PeriodDetail['payments'][number]>[] = [
    { key: 'kind', title: t(texts.tax), width: 130, isAlways: true, render: (row) => taxName(row) },
    moneyColumn('amount', t(texts.amount), 140, { isAlways: true }),
    { key: 'on', title: t(texts.paidOn), width: 120, render: (row) => row.paidOn },
    {
      key: 'serial',
      title: t(texts.serial),
      width: 180,
      render: (row) => {
        if (row.isReversal) return `${t(payingTexts.reversedMark)} ${row.serial}`
        return row.isCredit ? `${t(row.amount < 0 ? creditTexts.movedOut : creditTexts.isCredit)} ${row.serial}` : row.serial
      },
    },
    { key: 'who', title: t(texts.who), width: 100, render: (row) => row.byName },
    paper,
  ]
  return (
    <DataTable
      id="tax-period-payments"
      label={t(texts.payments)}
      columns={columns}
      rows={period.payments}
      rowKey={(row) => row.id}
      source={idleQuery}
      empty={{ reason: t(texts.noneYet) }}
      isPlain
    />
  )
}

export function History({ period }: PeriodProps) {
  const t = useText()
  const columns: Column<PeriodDetail['steps'][number]>[] = [
    { key: 'at', title: t(texts.at), width: 170, isAlways: true, render: (step) => formatDateTimeSeconds(step.at) },
    { key: 'what', title: t(texts.what), width: 150, isAlways: true, render: (step) => t(periodStepNames[step.kind]) },
    { key: 'edition', title: t(texts.editions), width: 90, render: (step) => (step.edition > 0 ? t(texts.edition, { edition: step.edition }) : '—') },
    moneyColumn('amount', t(texts.amount), 130),
    { key: 'who', title: t(texts.who), width: 110, render: (step) => step.byName || '—' },
    { key: 'why', title: t(texts.remark), width: 280, render: (step) => step.reason || '—' },
  ]
  return (
    <DataTable
      id="tax-period-steps"
      label={t(texts.history)}
      columns={columns}
      rows={period.steps}
      rowKey={(step) => `${step.at}${step.kind}${step.amount}`}
      source={idleQuery}
      empty={{ reason: t(texts.noneYet) }}
      isPlain
    />
  )
}
