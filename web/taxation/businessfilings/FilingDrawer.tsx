import { Link } from 'react-router'
import { pageTitles } from '#/api/pages.texts.ts'
import { declarationMethodNames, filingFields as fields, filingKindNames } from '#/api/taxation/businessfilings.texts.ts'
import { userType } from '#/domain/base/codes.ts'
import { fen, formatYuan } from '#/domain/base/money.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { useUser } from '#/web/kernel/session.ts'
import { DueDay, RulesVersion } from '#/web/taxation/periods/public.tsx'
import { Alert } from '#/web/ui/Alert.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { LimitBar } from '#/web/ui/LimitBar.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { Tabs } from '#/web/ui/Tabs.tsx'
import { Calculation } from './Calculation.tsx'
import { FilingActions } from './FilingActions.tsx'
import { Editions, History, Payments, Receipts } from './FilingHistory.tsx'
import { type FilingDetail, FilingTag, LevelTag, PaymentTag } from './tags.tsx'
import { texts } from './texts.ts'

type Source = OutputOf<typeof api.businessfilings.sources>['rows'][number]

function FilingOverview({ filing }: { readonly filing: FilingDetail }) {
  const t = useText()
  const threshold = filing.rules?.threshold
  return (
    <div className="k-stack">
      {filing.isOutdated ? <Alert type="warning" showIcon title={t(filing.kind === 'vat' ? texts.outdatedVatNote : texts.outdatedNote)} /> : null}
      {filing.unusedCredit === null ? null : <Alert type="warning" showIcon title={t(texts.unusedCreditNote, { amount: formatYuan(filing.unusedCredit) })} />}
      <Facts
        columns={2}
        rows={[
          { label: t(fields.state), value: <FilingTag state={filing.state} /> },
          { label: t(fields.dueOn), value: <DueDay period={filing} /> },
          { label: t(fields.operator), value: filing.operatorName },
          { label: t(fields.creditCode), value: filing.creditCode || '—' },
          { label: t(fields.payment), value: <PaymentTag row={filing} /> },
          { label: t(fields.way), value: filing.way ? t(declarationMethodNames[filing.way]) : '—' },
          ...(filing.kind === 'vat' ? [{ label: t(fields.level), value: <LevelTag level={filing.level} /> }] : []),
          { label: t(texts.policy), value: <RulesVersion version={filing.figures.policyVersion} from={filing.rules?.from} /> },
        ]}
      />
      {filing.kind === 'vat' && threshold ? (
        <LimitBar
          label={t(texts.sales)}
          value={filing.figures.sales}
          format={(value) => formatYuan(fen(value))}
          limits={[{ name: `${t(texts.threshold)} ${formatYuan(threshold.amount)}`, value: threshold.amount, isReached: filing.figures.level === 'reached' }]}
        />
      ) : null}
      <h3>{t(texts.how)}</h3>
      <Calculation filing={filing} />
    </div>
  )
}

function Sources({ filing }: { readonly filing: FilingDetail }) {
  const t = useText()
  const canSeePayments = useUser()?.usertype !== userType.operator
  const list = useRead(api.businessfilings.sources, { businessFilingId: filing.id })
  const columns: Column<Source>[] = [
    { key: 'at', title: t(texts.at), width: 160, isAlways: true, render: (row) => formatDateTimeSeconds(row.at) },
    { key: 'unit', title: t(texts.unitName), width: 180, isCut: true, render: (row) => row.unitName },
    { key: 'batch', title: t(texts.batch), width: 190, render: (row) => row.batchNo },
    { key: 'no', title: t(texts.payment), width: 210, render: (row) => row.no },
    moneyColumn('gross', t(fields.gross), 130, { isAlways: true }),
    moneyColumn('sales', t(texts.withoutVat), 130),
    { key: 'back', title: t(texts.remark), width: 90, render: (row) => (row.isReturn ? <StatusTag tone="red">{t(texts.returned)}</StatusTag> : '') },
  ]
  return (
    <div className="k-stack">
      {canSeePayments ? <Link to={`/zf/moneyTrail?from=filing:${filing.id}`}>{t(pageTitles.moneyTrail)}</Link> : null}
      <DataTable
        id="filing-sources"
        label={t(texts.sources)}
        columns={columns}
        rowKey={(row) => `${row.id}${row.isReturn}`}
        source={list}
        empty={{ reason: t(texts.noSources) }}
      />
      {list.data && list.data.elsewhere !== 0 ? <p className="k-note">{t(texts.elsewhere, { amount: formatYuan(list.data.elsewhere) })}</p> : null}
    </div>
  )
}

function Records({ filing }: { readonly filing: FilingDetail }) {
  const t = useText()
  return (
    <div className="k-stack">
      <h3>{t(texts.receipts)}</h3>
      <Receipts filing={filing} />
      {filing.kind === 'annualReport' ? null : (
        <>
          <h3>{t(texts.payments)}</h3>
          <Payments filing={filing} />
        </>
      )}
      {filing.editions.length > 1 || filing.figures.reason !== '' ? (
        <>
          <h3>{t(texts.editions)}</h3>
          <Editions filing={filing} />
        </>
      ) : null}
      <h3>{t(texts.history)}</h3>
      <History filing={filing} />
    </div>
  )
}

interface DrawerProps {
  readonly id: number
  readonly onClose: () => void
  /** Opens another filing. */
  readonly onOpen: (id: number) => void
}

/** One filing: total, calculation, payments included, history and actions. */
export function FilingDrawer({ id, onClose, onOpen }: DrawerProps) {
  const t = useText()
  const detailQuery = useRead(api.businessfilings.get, { businessFilingId: id }, { keepLast: false })
  const detail = detailQuery.data
  return (
    <DetailDrawer
      title={detail ? `${detail.name} · ${detail.period} ${t(filingKindNames[detail.kind])}` : ''}
      onClose={onClose}
      width={960}
      footer={detail ? <FilingActions filing={detail} onOpen={onOpen} /> : undefined}
    >
      <QueryContent query={detailQuery} lines={12}>
        {(filing) => (
          <Tabs
            destroyOnHidden
            items={[
              { key: 'about', label: t(texts.about), children: <FilingOverview filing={filing} /> },
              { key: 'sources', label: t(texts.sources), children: <Sources filing={filing} /> },
              { key: 'records', label: t(texts.records), children: <Records filing={filing} /> },
            ]}
          />
        )}
      </QueryContent>
    </DetailDrawer>
  )
}
