import { otherSaleFields as fields } from '#/api/money/othersales.texts.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { PreviewButton } from '#/web/parts/files/PreviewButton.tsx'
import { Alert } from '#/web/ui/Alert.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { SaleTag } from './SaleTag.tsx'
import { texts } from './texts.ts'

type Row = OutputOf<typeof api.othersales.own>['months'][number]

function State({ row }: { readonly row: Row }) {
  const t = useText()
  if (row.isRequested) return <StatusTag tone="red">{t(texts.asked)}</StatusTag>
  return row.sale ? <SaleTag state={row.sale.state} /> : <span className="k-muted">{t(texts.notAsked)}</span>
}

function DeclaredGross({ sale }: { readonly sale: Row['sale'] }) {
  const t = useText()
  if (!sale) return '—'
  return sale.gross === 0 ? t(texts.none) : <Money value={sale.gross} isStrong />
}

/** The operator's months: sales paid here, sales declared for other platforms, and months still to declare. */
export function OwnSales({ onDeclare }: { readonly onDeclare: (month: string) => void }) {
  const t = useText()
  const list = useRead(api.othersales.own, {})
  const columns: Column<Row>[] = [
    { key: 'month', title: t(fields.month), width: 110, isAlways: true, pin: 'left', render: (row) => row.month },
    { key: 'state', title: t(fields.state), width: 130, isAlways: true, render: (row) => <State row={row} /> },
    moneyColumn('paid', t(texts.paid), 170),
    { key: 'gross', title: t(fields.gross), width: 170, align: 'right', isAlways: true, render: (row) => <DeclaredGross sale={row.sale} /> },
    { key: 'payers', title: t(fields.payers), width: 190, isCut: true, render: (row) => row.sale?.payers || '—' },
    { key: 'answer', title: t(fields.answer), width: 190, isCut: true, render: (row) => row.sale?.answer || '—' },
    {
      key: 'file',
      title: t(texts.evidence),
      width: 110,
      render: (row) => (row.sale?.fileId ? <PreviewButton type="link" size="small" fileId={row.sale.fileId} /> : '—'),
    },
    {
      key: 'action',
      title: t(texts.action),
      width: 100,
      pin: 'right',
      isAlways: true,
      render: (row) => (
        <Button type="link" size="small" aria-label={`${t(row.sale ? texts.again : texts.declare)} ${row.month}`} onClick={() => onDeclare(row.month)}>
          {t(row.sale ? texts.again : texts.declare)}
        </Button>
      ),
    },
  ]
  const firstMonth = list.data?.countsFrom
  return (
    <>
      <Alert type="info" showIcon title={firstMonth ? t(texts.countsFrom, { day: firstMonth }) : t(texts.notCounted)} description={t(texts.note)} />
      <DataTable
        id="own-other-sales"
        label={t(texts.declareTitle)}
        columns={columns}
        rows={list.data?.months ?? []}
        rowKey={(row) => row.month}
        source={list}
        empty={{ reason: t(texts.empty) }}
      />
    </>
  )
}
