import { periodFields as fields, taxKindNames } from '#/api/taxation/periods.texts.ts'
import type { Fen } from '#/domain/base/money.ts'
import { taxKinds } from '#/domain/taxation/tax-declaration.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { idleQuery, useRead } from '#/web/kernel/query.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { ProgressBar } from '#/web/ui/ProgressBar.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { Tabs } from '#/web/ui/Tabs.tsx'
import { Certificates } from './Certificates.tsx'
import { Correction, CorrectionNotice } from './Correction.tsx'
import { correctionTexts } from './correction.texts.ts'
import { Entries } from './Entries.tsx'
import { useMatchingPoll } from './matching.ts'
import { PeriodActions } from './PeriodActions.tsx'
import { PeriodCheck } from './PeriodCheck.tsx'
import { History, Payments, Receipts } from './PeriodHistory.tsx'
import { PeriodLines } from './PeriodLines.tsx'
import { PeriodResults } from './PeriodResults.tsx'
import { payingTexts } from './paying.texts.ts'
import { Returns } from './Returns.tsx'
import { resultTexts } from './result.texts.ts'
import { RulesVersion } from './TaxCalculation.tsx'
import { DueDay, type PeriodDetail, PeriodTag } from './tags.tsx'
import { texts } from './texts.ts'

interface TaxRow {
  readonly key: string
  readonly name: string
  readonly accrued: Fen
  readonly paid: Fen
  readonly left: Fen
}

const surcharges = ['city', 'education', 'localEducation'] as const

/** The taxes of a period, with each surcharge below their sum. */
function Taxes({ period }: { readonly period: PeriodDetail }) {
  const t = useText()
  const columns: Column<TaxRow>[] = [
    { key: 'tax', title: t(texts.tax), width: 180, isAlways: true, render: (row) => row.name },
    moneyColumn('accrued', t(texts.accrued), 140, { isAlways: true }),
    moneyColumn('paid', t(fields.paid), 140, { isAlways: true }),
    moneyColumn('left', t(fields.left), 140, { isAlways: true, isStrong: true }),
  ]
  const rows = taxKinds.flatMap((kind): TaxRow[] => {
    const sums = { accrued: period.accrued[kind], paid: period.paidByTax[kind], left: period.leftByTax[kind] }
    const parts =
      kind === 'surcharge' ? surcharges.map((part) => ({ key: part, name: t(texts.ofWhich, { tax: t(fields[part]) }), ...period.surcharges[part] })) : []
    return [{ key: kind, name: t(taxKindNames[kind]), ...sums }, ...parts]
  })
  return (
    <DataTable
      id="tax-period-taxes"
      label={t(texts.tax)}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.key}
      source={idleQuery}
      empty={{ reason: '—' }}
      isPlain
    />
  )
}

function PeriodOverview({ period }: { readonly period: PeriodDetail }) {
  const t = useText()
  const { progress } = period
  return (
    <div className="k-stack">
      <CorrectionNotice period={period} />
      {period.isZero ? <Alert type="info" showIcon title={t(texts.zeroNote)} /> : null}
      {progress ? (
        <>
          <p role="status">{t(texts.progress, progress)}</p>
          <ProgressBar parts={[{ tone: 'blue', count: progress.done, label: t(texts.lines) }]} total={progress.total} label={t(texts.lines)} />
        </>
      ) : null}
      <Facts
        columns={2}
        rows={[
          { label: t(fields.state), value: <PeriodTag state={period.state} /> },
          { label: t(fields.dueOn), value: <DueDay period={period} /> },
          { label: t(fields.people), value: period.people },
          { label: t(fields.gross), value: <Money value={period.gross} /> },
          { label: t(fields.total), value: <Money value={period.total} isStrong /> },
          { label: t(fields.difference), value: <Money value={period.difference} /> },
          { label: t(fields.closedBy), value: period.closedBy },
          { label: t(texts.policy), value: period.rules ? <RulesVersion {...period.rules} /> : '—' },
          { label: t(fields.centre), value: period.centreName, isWide: true },
        ]}
      />
      <Taxes period={period} />
      {period.returns.some(({ vatReturn }) => vatReturn === 'vat_withholding') ? <Returns period={period} /> : null}
      {period.receipts.length > 0 ? <h3>{t(texts.receipts)}</h3> : null}
      {period.receipts.length > 0 ? <Receipts period={period} /> : null}
      {period.entries.length > 0 ? <h3>{t(payingTexts.entries)}</h3> : null}
      {period.entries.length > 0 ? <Entries period={period} /> : null}
      {period.payments.length > 0 ? <h3>{t(texts.payments)}</h3> : null}
      {period.payments.length > 0 ? <Payments period={period} /> : null}
      {period.steps.length > 0 ? <h3>{t(texts.history)}</h3> : null}
      {period.steps.length > 0 ? <History period={period} /> : null}
    </div>
  )
}

const POLL_MS = 5000

/** One period: total, lines, faults, certificates and actions. */
export function PeriodDrawer({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const t = useText()
  const detailQuery = useRead(api.periods.get, { declarationId: id }, { keepLast: false })
  const detail = detailQuery.data
  const isComputing = detail !== undefined && (detail.state === 'closing' || detail.progress !== null)
  const matchingPoll = useMatchingPoll()
  const everyMs = isComputing ? POLL_MS : matchingPoll
  useRead(api.periods.get, { declarationId: id }, { isEnabled: everyMs !== null, everyMs })
  return (
    <DetailDrawer
      title={detail ? `${detail.month} · ${detail.centreName}` : ''}
      onClose={onClose}
      width={1080}
      footer={detail ? <PeriodActions period={detail} /> : undefined}
    >
      <QueryContent query={detailQuery} lines={12}>
        {(period) => (
          <Tabs
            destroyOnHidden
            items={[
              { key: 'about', label: t(texts.about), children: <PeriodOverview period={period} /> },
              { key: 'check', label: t(texts.check), children: <PeriodCheck period={period} /> },
              { key: 'lines', label: t(texts.lines), children: <PeriodLines period={period} /> },
              ...(period.edition > 0 ? [{ key: 'results', label: t(resultTexts.tab), children: <PeriodResults period={period} /> }] : []),
              ...(period.toCorrect > 0 || period.state === 'correcting'
                ? [{ key: 'correction', label: t(correctionTexts.tab), children: <Correction period={period} /> }]
                : []),
              { key: 'papers', label: t(texts.papers), children: <Certificates period={period} /> },
            ]}
          />
        )}
      </QueryContent>
    </DetailDrawer>
  )
}
