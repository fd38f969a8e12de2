import { useState } from 'react'
import { contractModeNames } from '#/api/agreements/contract-modes.texts.ts'
import { refundFields } from '#/api/money/refunds.texts.ts'
import { statementFields, statementStateNames, statementTexts } from '#/api/money/statements.texts.ts'
import { userType } from '#/domain/base/codes.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { monthOf, shiftMonth } from '#/domain/base/period.ts'
import { api } from '#/web/kernel/api.ts'
import { nowMs } from '#/web/kernel/clock.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { can, useUser } from '#/web/kernel/session.ts'
import { usePlaceFields } from '#/web/organisations/units/public.ts'
import { useListedRow } from '#/web/parts/useListedRow.ts'
import { Button } from '#/web/ui/Button.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar, type FilterField } from '#/web/ui/FilterBar.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { openColumn } from '#/web/ui/openColumn.tsx'
import { firstPage, pageRequestOf, pagingOf } from '#/web/ui/paging.ts'
import { setConditions } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { IssueDialog } from './dialogs.ts'
import { moneyTexts } from './money-texts.ts'
import type { Statement } from './StatementDrawer.tsx'
import { StatementTag } from './StatementTag.ts'
import { statementFigures } from './statement-figures.ts'
import { texts } from './texts.ts'

const StatementDrawer = onDemand(async () => (await import('./StatementDrawer.tsx')).StatementDrawer)

const initialState = { pane: 'statements', states: [], month: '', unitId: 0, open: 0, ...firstPage } as const
const states = ['issued', 'confirmed', 'disputed'] as const
const allowedValues = { states, size: pageSizes } as const

const shownMonths = 24

/** Returns the months that may have statements, newest first. */
function pastMonths(): string[] {
  const currentMonth = monthOf(new Date(nowMs()))
  return Array.from({ length: shownMonths }, (_, back) => shiftMonth(currentMonth, -1 - back))
}

function useColumns(open: (id: number) => void): Column<Statement>[] {
  const t = useText()
  const isOwn = useUser()?.usertype === userType.unit
  const amount = (key: (typeof statementFigures)[number] | 'closingAside') =>
    moneyColumn(key, t(statementFields[key]), key === 'other' ? 172 : 128, { isStrong: key === 'opening' || key === 'closing' })
  return [
    { key: 'month', title: t(statementTexts.month), width: 96, isAlways: true, pin: 'left', render: (row) => row.month },
    {
      key: 'state',
      title: t(texts.state),
      width: 112,
      render: (row) => <StatementTag state={row.state} />,
    },
    isOwn
      ? { key: 'centre', title: t(moneyTexts.centre), width: 150, isCut: true, render: (row) => row.centreName }
      : { key: 'unit', title: t(texts.unit), width: 190, isCut: true, render: (row) => row.unitName },
    { key: 'mode', title: t(moneyTexts.mode), width: 145, render: (row) => t(contractModeNames[row.mode]) },
    amount('opening'),
    amount('closing'),
    ...statementFigures.filter((key) => key !== 'opening' && key !== 'closing').map((key) => amount(key)),
    amount('closingAside'),
    { key: 'no', title: t(moneyTexts.statementNo), width: 190, render: (row) => row.no },
    { key: 'reason', title: t(moneyTexts.disputeReason), width: 180, isCut: true, render: (row) => row.reason || '—' },
    { key: 'answer', title: t(refundFields.answer), width: 180, isCut: true, render: (row) => row.answer || '—' },
    openColumn({ title: t(texts.action), open: t(moneyTexts.look), nameOf: (row) => `${row.month} ${row.unitName}`, onOpen: (row) => open(row.id) }),
  ]
}

/** 对账单: the monthly statements, confirmed or disputed by the unit. */
export function Statements() {
  const t = useText()
  const [state, change] = useUrlState(initialState, allowedValues)
  const [isIssuing, setIssuing] = useState(false)
  const filter = setConditions({ states: [...state.states], month: pastMonths().includes(state.month) ? state.month : '', unitId: state.unitId || undefined })
  const list = useRead(api.prepayments.statements, { ...pageRequestOf(state), ...filter }, { follows: ['topups'] })
  const rows = list.data?.rows ?? []
  const places = usePlaceFields({ unitId: state.unitId, centreId: 0 }, change, { unit: state.unitId ? rows[0]?.unitName : undefined })
  const conditions: FilterField<keyof typeof initialState>[] = [
    { kind: 'choice', name: 'month', label: t(moneyTexts.month), choices: pastMonths().map((value) => ({ value, label: value })) },
    { kind: 'choices', name: 'states', label: t(texts.state), choices: choicesOf(t, states, statementStateNames) },
    ...places.flatMap((field) => (field.name === 'unitId' ? [{ ...field, name: field.name }] : [])),
  ]
  const listedStatement = useListedRow(list, state.open, { call: api.prepayments.statements, alone: { statementId: state.open } })
  return (
    <>
      <FilterBar state={state} onChange={change} initial={initialState} fields={conditions} />
      <DataTable
        id="statements"
        label={t(moneyTexts.statements)}
        columns={useColumns((open) => change({ open }))}
        rows={rows}
        source={list}
        empty={{ reason: t(moneyTexts.noStatements) }}
        toolbar={can('cz:confirm') ? <Button onClick={() => setIssuing(true)}>{t(moneyTexts.issue)}</Button> : null}
        onOpen={(row) => change({ open: row.id })}
        openKey={state.open || null}
        paging={pagingOf(state, list.data, change)}
      />
      {listedStatement ? <StatementDrawer statement={listedStatement} onClose={() => change({ open: 0 })} /> : null}
      {isIssuing ? <IssueDialog onClose={() => setIssuing(false)} /> : null}
    </>
  )
}
