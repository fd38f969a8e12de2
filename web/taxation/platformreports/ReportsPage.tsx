import { useState } from 'react'
import { pageTitles } from '#/api/pages.texts.ts'
import { reportStateNames } from '#/api/taxation/platformreports.texts.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar } from '#/web/ui/FilterBar.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { StatusTag, type StatusTone } from '#/web/ui/StatusTag.tsx'
import { Tabs } from '#/web/ui/Tabs.tsx'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { Basics } from './Basics.tsx'
import { texts } from './texts.ts'

const ReportDrawer = onDemand(async () => (await import('./ReportDrawer.tsx')).ReportDrawer)
const BasicDialog = onDemand(async () => (await import('./BasicDialog.tsx')).BasicDialog)

type Row = OutputOf<typeof api.platformreports.quarters>[number]

const initial = { pane: 'quarters', isOpen: false, open: 0 } as const
const allowed = { pane: ['basics'] } as const
const tones: Readonly<Record<Row['state'], StatusTone>> = { open: 'gold', generated: 'blue', exported: 'blue', reported: 'green' }
const keyOf = (row: Row) => `${row.centreId}-${row.quarter}`

function Generate({ row, onDone }: { readonly row: Row; readonly onDone: (id: number) => void }) {
  const say = useText()
  const generate = useSubmit(api.platformreports.generate, { onDone: ({ id }) => onDone(id) })
  return (
    <ActionButton size="small" type="primary" isBusy={generate.isBusy} onPress={() => generate.submit({ centreId: row.centreId, quarter: row.quarter })}>
      {say(texts.generate)}
    </ActionButton>
  )
}

function useColumns(open: (id: number) => void): Column<Row>[] {
  const say = useText()
  const money = (key: 'gross' | 'refund' | 'net'): Column<Row> => ({
    key,
    title: say(texts[key]),
    width: 150,
    align: 'right',
    render: ({ report }) => (report ? <Money value={report[key]} /> : '—'),
  })
  return [
    { key: 'quarter', title: say(texts.quarter), width: 110, isAlways: true, pin: 'left', render: (row) => row.quarter },
    { key: 'centre', title: say(texts.centre), width: 190, isCut: true, render: (row) => row.centreName },
    {
      key: 'state',
      title: say(texts.state),
      width: 120,
      isAlways: true,
      render: (row) => <StatusTag tone={tones[row.state]}>{say(reportStateNames[row.state])}</StatusTag>,
    },
    {
      key: 'due',
      title: say(texts.due),
      width: 190,
      isAlways: true,
      render: (row) => (
        <span className="k-row">
          {row.dueOn}
          {row.isOverdue ? (
            <StatusTag tone="red">{say(texts.overdue)}</StatusTag>
          ) : row.isProvisional ? (
            <span className="k-note">{say(texts.provisional)}</span>
          ) : null}
        </span>
      ),
    },
    { key: 'people', title: say(texts.people), width: 90, align: 'right', render: ({ report }) => report?.rows ?? '—' },
    money('gross'),
    money('refund'),
    money('net'),
    { key: 'reportedOn', title: say(texts.reportedOn), width: 120, render: ({ report }) => report?.reportedOn ?? '—' },
    {
      key: 'action',
      title: say(texts.action),
      width: 110,
      isAlways: true,
      pin: 'right',
      render: (row) => {
        const { report } = row
        if (!report) return can('report:edit') ? <Generate row={row} onDone={open} /> : '—'
        return (
          <Button size="small" type="link" aria-label={`${say(texts.open)} ${row.quarter}`} onClick={() => open(report.id)}>
            {say(texts.open)}
          </Button>
        )
      },
    },
  ]
}

/** 平台涉税信息报送: the quarterly reports and the platform's basic data. */
export default function ReportsPage() {
  const say = useText()
  const [state, change] = useUrlState(initial, allowed)
  const [isNew, setNew] = useState(false)
  const quarters = useRead(api.platformreports.quarters, state.isOpen ? { isOpen: true } : {})
  const columns = useColumns((open) => change({ open }))
  const table = (
    <>
      <FilterBar
        state={{ isOpen: state.isOpen }}
        onChange={change}
        initial={{ isOpen: false }}
        fields={[{ kind: 'flag', name: 'isOpen', label: say(texts.onlyOpen) }]}
      />
      <DataTable
        id="platform-quarters"
        label={say(texts.quarters)}
        columns={columns}
        rows={quarters.data ?? []}
        rowKey={keyOf}
        source={quarters}
        empty={{ reason: say(texts.noQuarters) }}
      />
    </>
  )
  return (
    <>
      <PageHeader
        title={say(pageTitles.platformReports)}
        note={say(state.pane === 'basics' ? texts.basicsNote : texts.note)}
        actions={
          state.pane === 'basics' && can('report:edit') ? (
            <Button type="primary" onClick={() => setNew(true)}>
              {say(texts.noteBasic)}
            </Button>
          ) : null
        }
      />
      <Tabs
        activeKey={state.pane}
        onChange={(key) => change({ pane: key === 'basics' ? 'basics' : 'quarters' })}
        items={[
          { key: 'quarters', label: say(texts.quarters), children: table },
          { key: 'basics', label: say(texts.basics), children: <Basics /> },
        ]}
        destroyOnHidden
      />
      {state.open === 0 ? null : <ReportDrawer id={state.open} onOpen={(open) => change({ open })} onClose={() => change({ open: 0 })} />}
      {isNew ? <BasicDialog onClose={() => setNew(false)} /> : null}
    </>
  )
}
