import { useState } from 'react'
import { pageTitles } from '#/api/pages.texts.ts'
import { userType } from '#/domain/base/codes.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { can, useUser } from '#/web/kernel/session.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar } from '#/web/ui/FilterBar.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { Tabs } from '#/web/ui/Tabs.tsx'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { Basics } from './Basics.tsx'
import { planTexts } from './plan-texts.ts'
import { ReportTag } from './ReportTag.tsx'
import { texts } from './texts.ts'

const ReportDrawer = onDemand(async () => (await import('./ReportDrawer.tsx')).ReportDrawer)
const PlanDialog = onDemand(async () => (await import('./PlanDialog.tsx')).PlanDialog)
const PlanTable = onDemand(async () => (await import('./Plans.tsx')).PlanTable)
const ContributionDrawer = onDemand(async () => (await import('./ContributionDrawer.tsx')).ContributionDrawer)
const BasicDialog = onDemand(async () => (await import('./BasicDialog.tsx')).BasicDialog)

type Row = OutputOf<typeof api.platformreports.quarters>[number]

const initialState = { pane: 'quarters', isOpen: false, open: 0 } as const
const allowedValues = { pane: ['basics', 'plans'] } as const
const keyOf = (row: Row) => `${row.centreId ?? 'platform'}-${row.quarter}`

function GenerateButton({ row, onDone }: { readonly row: Row; readonly onDone: (id: number) => void }) {
  const t = useText()
  const generate = useSubmit(api.platformreports.generate, { onDone: ({ id }) => onDone(id) })
  return (
    <ActionButton size="small" type="primary" isBusy={generate.isBusy} onPress={() => generate.submit({ centreId: row.centreId, quarter: row.quarter })}>
      {t(texts.generate)}
    </ActionButton>
  )
}

/** The report of a row, or a centre's share of a platform report. */
const figuresOf = ({ report, contribution }: Row) => report ?? contribution

function useColumns(open: (id: number) => void, openPart: (row: Row) => void): Column<Row>[] {
  const t = useText()
  const moneyColumn = (key: 'gross' | 'refund' | 'net'): Column<Row> => ({
    key,
    title: t(texts[key]),
    width: 150,
    align: 'right',
    render: (row) => {
      const figures = figuresOf(row)
      return figures ? <Money value={figures[key]} /> : '—'
    },
  })
  return [
    { key: 'quarter', title: t(texts.quarter), width: 110, isAlways: true, pin: 'left', render: (row) => row.quarter },
    { key: 'centre', title: t(texts.centre), width: 190, isCut: true, render: (row) => row.centreName },
    { key: 'reporter', title: t(planTexts.reporter), width: 110, render: (row) => t(row.reporter === 'platform' ? planTexts.platform : planTexts.own) },
    {
      key: 'state',
      title: t(texts.state),
      width: 120,
      isAlways: true,
      render: (row) => <ReportTag state={row.state} />,
    },
    {
      key: 'due',
      title: t(texts.due),
      width: 190,
      isAlways: true,
      render: (row) => (
        <span className="k-row">
          {row.dueOn}
          {row.isOverdue ? (
            <StatusTag tone="red">{t(texts.overdue)}</StatusTag>
          ) : row.isProvisional ? (
            <span className="k-note">{t(texts.provisional)}</span>
          ) : null}
        </span>
      ),
    },
    { key: 'people', title: t(texts.people), width: 90, align: 'right', render: ({ report, contribution }) => report?.rows ?? contribution?.people ?? '—' },
    moneyColumn('gross'),
    moneyColumn('refund'),
    moneyColumn('net'),
    { key: 'reportedOn', title: t(texts.reportedOn), width: 120, render: (row) => figuresOf(row)?.reportedOn ?? '—' },
    {
      key: 'action',
      title: t(texts.action),
      width: 110,
      isAlways: true,
      pin: 'right',
      render: (row) => {
        const { report, contribution } = row
        if (contribution)
          return (
            <Button size="small" type="link" aria-label={`${t(texts.open)} ${row.quarter}`} onClick={() => openPart(row)}>
              {t(texts.open)}
            </Button>
          )
        if (row.reporter === 'platform' && row.centreId !== null) return '—'
        if (!report) return can('report:edit') ? <GenerateButton row={row} onDone={open} /> : '—'
        return (
          <Button size="small" type="link" aria-label={`${t(texts.open)} ${row.quarter}`} onClick={() => open(report.id)}>
            {t(texts.open)}
          </Button>
        )
      },
    },
  ]
}

type Pane = 'quarters' | 'basics' | 'plans'
const notes = { quarters: texts.note, basics: texts.basicsNote, plans: planTexts.note } as const

/** The button that records a change of the basic data, or proposes new reporting settings. */
function CreateButton({ pane, onPress }: { readonly pane: Pane; readonly onPress: () => void }) {
  const t = useText()
  const isPlatform = useUser()?.usertype === userType.platform
  if (!can('report:edit') || pane === 'quarters' || (pane === 'plans' && !isPlatform)) return null
  return (
    <Button type="primary" onClick={onPress}>
      {t(pane === 'plans' ? planTexts.propose : texts.noteBasic)}
    </Button>
  )
}

/** 平台涉税信息报送: the quarterly reports and the platform's basic data. */
export default function ReportsPage() {
  const t = useText()
  const [state, change] = useUrlState(initialState, allowedValues)
  const [isNew, setNew] = useState(false)
  const quarters = useRead(api.platformreports.quarters, state.isOpen ? { isOpen: true } : {})
  const { open: openPart } = useOverlay<Row>((row, close) => <ContributionDrawer row={row} onClose={close} />)
  const columns = useColumns((open) => change({ open }), openPart)
  const table = (
    <>
      <FilterBar
        state={{ isOpen: state.isOpen }}
        onChange={change}
        initial={{ isOpen: false }}
        fields={[{ kind: 'flag', name: 'isOpen', label: t(texts.onlyOpen) }]}
      />
      <DataTable
        id="platform-quarters"
        label={t(texts.quarters)}
        columns={columns}
        rows={quarters.data ?? []}
        rowKey={keyOf}
        source={quarters}
        empty={{ reason: t(texts.noQuarters) }}
      />
    </>
  )
  return (
    <>
      <PageHeader title={t(pageTitles.platformReports)} note={t(notes[state.pane])} actions={<CreateButton pane={state.pane} onPress={() => setNew(true)} />} />
      <Tabs
        activeKey={state.pane}
        onChange={(key) => change({ pane: key === 'basics' || key === 'plans' ? key : 'quarters' })}
        items={[
          { key: 'quarters', label: t(texts.quarters), children: table },
          { key: 'basics', label: t(texts.basics), children: <Basics /> },
          { key: 'plans', label: t(planTexts.plans), children: <PlanTable /> },
        ]}
        destroyOnHidden
      />
      {state.open === 0 ? null : <ReportDrawer id={state.open} onOpen={(open) => change({ open })} onClose={() => change({ open: 0 })} />}
      {isNew && state.pane === 'plans' ? <PlanDialog onClose={() => setNew(false)} /> : null}
      {isNew && state.pane === 'basics' ? <BasicDialog onClose={() => setNew(false)} /> : null}
    </>
  )
}
