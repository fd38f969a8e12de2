import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { contractModeNames } from '#/api/agreements/contract-modes.texts.ts'
import { type ReportKey, reports } from '#/api/desk/report-columns.texts.ts'
import { reportBasisNames, reportEndNames, reportGroupNames } from '#/api/desk/reports.texts.ts'
import { pageTitles } from '#/api/pages.texts.ts'
import { userType } from '#/domain/base/codes.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { dateTimeOf, dayOf } from '#/domain/base/period.ts'
import { periodContaining, reportBases, reportGroups, reportMovementKinds, reportSpanOf } from '#/domain/desk/report.ts'
import { api } from '#/web/kernel/api.ts'
import { nowMs } from '#/web/kernel/clock.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { workScope } from '#/web/kernel/scope.ts'
import { can, session, useUser } from '#/web/kernel/session.ts'
import { downloadExport } from '#/web/parts/files/download.ts'
import { ExportButton } from '#/web/parts/files/ExportButton.tsx'
import { fileTexts } from '#/web/parts/files/file.texts.ts'
import { SavedViews } from '#/web/parts/views/SavedViews.tsx'
import { Alert } from '#/web/ui/Alert.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar, type FilterField } from '#/web/ui/FilterBar.tsx'
import { ChartButton } from '#/web/ui/ListChart.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { firstPage, pageRequestOf, pagingOf } from '#/web/ui/paging.ts'
import { anyId, setConditions } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { LedgerAgreement } from './Agreement.tsx'
import { hasReportChart } from './chart.ts'
import { useReportColumns } from './columns.tsx'
import { NameField } from './NameField.tsx'
import { PeriodField, parsePeriod } from './PeriodField.tsx'
import { texts } from './texts.ts'
import './reports.css'

const ReportChart = onDemand(async () => (await import('./ReportChart.tsx')).ReportChart)
const ExportPlainDialog = onDemand(async () => (await import('#/web/parts/plain/ExportPlain.tsx')).ExportPlainDialog)

const modes = ['1', '2'] as const
const initialState = {
  period: '',
  basis: 'booked',
  centreId: 0,
  mode: '',
  unitId: 0,
  partnerId: 0,
  operatorId: 0,
  kind: '',
  group: 'unit',
  ...firstPage,
} as const
const allowedValues = {
  period: parsePeriod,
  basis: reportBases,
  centreId: anyId,
  mode: modes,
  unitId: anyId,
  partnerId: anyId,
  operatorId: anyId,
  kind: reportMovementKinds,
  group: reportGroups,
  size: pageSizes,
} as const

const useReportState = () => useUrlState(initialState, allowedValues)
type State = ReturnType<typeof useReportState>[0]
type Change = ReturnType<typeof useReportState>[1]

/** Returns the report's input: those URL filters that this report has. */
function requestOf(report: ReportKey, state: State, today: string) {
  const idOrUndefined = (value: number) => (value > 0 ? value : undefined)
  const placeFilter = setConditions({
    period: state.period || periodContaining(today, 'month'),
    centreId: idOrUndefined(state.centreId),
    mode: state.mode === '' ? undefined : (Number(state.mode) as 1 | 2),
  })
  if (reports[report].of === 'months') return { ...placeFilter, period: state.period || periodContaining(today, 'month') }
  return {
    ...placeFilter,
    period: state.period || periodContaining(today, 'month'),
    basis: state.basis,
    ...setConditions({ unitId: idOrUndefined(state.unitId), partnerId: idOrUndefined(state.partnerId), operatorId: idOrUndefined(state.operatorId) }),
  }
}

type ReportRequest = ReturnType<typeof requestOf>

/** Returns whether the report shows a number of people for this period. */
const showsPeopleCount = (period: string) => ['day', 'month'].includes(reportSpanOf(period).kind)

/** Reads the rows of a report from the operation of its kind. */
function useReport(report: ReportKey, requested: ReportRequest, state: State) {
  const pageRequest = pageRequestOf(state)
  const isOneOf = (...keys: ReportKey[]) => keys.includes(report)
  const movements = useRead(
    api.reports.movements,
    { report: report === 'paymentDetail' ? 'paymentDetail' : 'incomeDetail', ...requested, ...setConditions({ kind: state.kind }), ...pageRequest },
    { isEnabled: isOneOf('incomeDetail', 'paymentDetail') },
  )
  const sums = useRead(
    api.reports.sums,
    { report: report === 'paymentSummary' ? 'paymentSummary' : 'incomeSummary', ...requested, group: state.group, ...pageRequest },
    { isEnabled: isOneOf('incomeSummary', 'paymentSummary') },
  )
  const months = useRead(
    api.reports.months,
    { report: report === 'incomeTaxSummary' || report === 'vatCumulative' ? report : 'incomeTax', ...requested, ...pageRequest },
    { isEnabled: reports[report].of === 'months' },
  )
  if (reports[report].of === 'months') return { ...months, isOthers: months.data?.isOthers ?? false, rules: months.data?.rules ?? [] }
  return { ...(reports[report].of === 'sums' ? sums : movements), isOthers: false, rules: [] }
}

function useFilterFields(report: ReportKey, state: State, change: Change, today: string): FilterField<keyof typeof initialState>[] {
  const t = useText()
  const usertype = useUser()?.usertype
  const { of } = reports[report]
  const choiceFilterField = <K extends string>(names: Readonly<Record<K, Parameters<typeof t>[0]>>, keys: readonly K[]) => choicesOf(t, keys, names)
  const nameFilterField = (
    key: 'unitId' | 'centreId' | 'partnerId',
    kind: 'unit' | 'centre' | 'partner',
    label: string,
  ): FilterField<keyof typeof initialState> => ({
    kind: 'own',
    name: key,
    label,
    width: 236,
    render: (id) => <NameField id={id} of={kind} value={state[key]} onChange={(value) => change({ [key]: value })} />,
  })
  const period: FilterField<keyof typeof initialState> = {
    kind: 'own',
    name: 'period',
    label: t(texts.period),
    width: 302,
    render: (id) => (
      <PeriodField id={id} today={today} value={state.period || periodContaining(today, 'month')} onChange={(value) => change({ period: value })} />
    ),
  }
  const allowsPaging = of !== 'months'
  return [
    period,
    ...(allowsPaging ? [{ kind: 'choice', name: 'basis', label: t(texts.basis), choices: choiceFilterField(reportBasisNames, reportBases) } as const] : []),
    ...(of === 'sums' ? [{ kind: 'choice', name: 'group', label: t(texts.group), choices: choiceFilterField(reportGroupNames, reportGroups) } as const] : []),
    ...(of === 'movements'
      ? [
          {
            kind: 'choice',
            name: 'kind',
            label: t(texts.movement),
            choices: [{ value: '', label: t(texts.moneyMoved) }, ...choiceFilterField(reportEndNames, reportMovementKinds)],
          } as const,
        ]
      : []),
    ...(allowsPaging && usertype !== userType.unit ? [nameFilterField('unitId', 'unit', t(texts.unit))] : []),
    ...(usertype === userType.platform ? [nameFilterField('centreId', 'centre', t(texts.centre))] : []),
    ...(allowsPaging && usertype === userType.platform ? [nameFilterField('partnerId', 'partner', t(texts.partner))] : []),
    ...(usertype === userType.centre || report === 'incomeTax' || report === 'incomeTaxSummary'
      ? []
      : [{ kind: 'choice', name: 'mode', label: t(texts.mode), choices: choicesOf(t, modes, contractModeNames) } as const]),
  ]
}

/** The print header: report, filters, period and the user who printed it. */
function PaperHead({ report, state, period }: { readonly report: ReportKey; readonly state: State; readonly period: string }) {
  const t = useText()
  const user = useUser()
  const { from, to } = reportSpanOf(period)
  const scope = user ? workScope(user, session.centreId(), session.mode()) : null
  const mode = scope?.mode ?? Number(state.mode)
  return (
    <div className="r-paper" aria-hidden="true">
      <h1>{t(pageTitles[report])}</h1>
      <p>
        {[
          scope?.centre ? `${t(texts.centre)} ${scope.centre.name}` : '',
          mode === 1 || mode === 2 ? t(contractModeNames[mode]) : '',
          `${t(texts.period)} ${period} (${from} – ${to})`,
          reports[report].of === 'months' ? '' : `${t(texts.basis)} ${t(reportBasisNames[state.basis])}`,
          `${t(texts.printedBy)} ${user?.name ?? ''}`,
          `${t(texts.printedAt)} ${dateTimeOf(new Date(nowMs()))}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </div>
  )
}

function ReportTools({ report, request: requested, state }: { readonly report: ReportKey; readonly request: ReportRequest; readonly state: State }) {
  const t = useText()
  const [isPlain, setPlain] = useState(false)
  const exportInput = { report, ...requested, ...setConditions({ kind: state.kind }), group: state.group }
  const hasNumbers = report === 'paymentDetail' || report === 'incomeTax'
  return (
    <>
      <Button onClick={() => window.print()}>{t(texts.print)}</Button>
      <ExportButton file={() => api.reports.export(exportInput)} />
      {hasNumbers && can('plain:export') ? <Button onClick={() => setPlain(true)}>{t(texts.exportPlain)}</Button> : null}
      {isPlain ? (
        <ExportPlainDialog
          onClose={() => setPlain(false)}
          onExport={async (plainReason) => downloadExport(await api.reports.export({ ...exportInput, plainReason }), t(fileTexts.writing))}
        />
      ) : null}
    </>
  )
}

/** Returns a note for figures that need more explanation than their columns give. */
function reportNote(report: ReportKey, period: string, list: ReturnType<typeof useReport>, t: ReturnType<typeof useText>): string {
  if (report === 'incomeSummary' && !showsPeopleCount(period)) return t(texts.peopleNote)
  const showsFees = (report === 'paymentSummary' || report === 'paymentDetail') && !list.data?.hidden.includes('channelFee')
  return showsFees ? t(texts.channelFeeNote) : list.rules.map((rule) => t(texts.rules, rule)).join(' ')
}

/** One of the seven financial reports, as described in `domain/desk/report.ts`. */
export function ReportPage({ report }: { readonly report: ReportKey }) {
  const t = useText()
  const [state, change] = useReportState()
  const [params] = useSearchParams()
  const [compared, compare] = useState('')
  const [hasChart, showChart] = useState(false)
  const today = dayOf(new Date(nowMs()))
  const reportRequest = requestOf(report, state, today)
  const list = useReport(report, reportRequest, state)
  const requestKey = JSON.stringify(reportRequest)
  const answer = useRead(api.reports.compare, { report, ...reportRequest }, { isEnabled: compared === requestKey })
  const columns = useReportColumns(report, { totals: list.data?.totals, hidden: list.data?.hidden ?? [] }, params)
  return (
    <div className="r-report">
      <PageHeader
        title={t(pageTitles[report])}
        note={reportNote(report, reportRequest.period, list, t)}
        actions={
          <Button
            loading={compared === requestKey && answer.isFetching}
            onClick={() => (compared === requestKey ? void answer.refetch() : compare(requestKey))}
          >
            {t(texts.compare)}
          </Button>
        }
      />
      <PaperHead report={report} state={state} period={reportRequest.period} />
      <FilterBar state={state} onChange={change} initial={initialState} fields={useFilterFields(report, state, change, today)} />
      {compared === requestKey && answer.data ? <LedgerAgreement answer={answer.data} /> : null}
      {state.operatorId > 0 ? (
        <Alert type="info" role="status" title={t(texts.onePerson)} action={<Button onClick={() => change({ operatorId: 0 })}>{t(texts.allPeople)}</Button>} />
      ) : null}
      {hasChart && hasReportChart(report) ? <ReportChart report={report} group={state.group} requested={reportRequest} /> : null}
      <DataTable
        id={`report-${report.toLowerCase()}`}
        label={t(pageTitles[report])}
        columns={columns}
        rowKey={(row) => row.key}
        source={list}
        empty={{ reason: t(list.isOthers ? texts.others : texts.empty) }}
        toolbar={<SavedViews list={`report-${report.toLowerCase()}`} />}
        tools={
          <>
            {hasReportChart(report) ? <ChartButton isOn={hasChart} onChange={showChart} /> : null}
            <ReportTools report={report} request={reportRequest} state={state} />
          </>
        }
        paging={pagingOf(state, list.data, change)}
      />
    </div>
  )
}
