import { openingFields, openingStateNames } from '#/api/onboarding/moving.texts.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { openingStates } from '#/domain/onboarding/opening.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { modeNames } from '#/web/shell/texts.ts'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar } from '#/web/ui/FilterBar.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { openColumn } from '#/web/ui/openColumn.tsx'
import { setConditions } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { OpeningTag } from './tags.tsx'
import { texts } from './texts.ts'

const OpeningDrawer = onDemand(async () => (await import('./OpeningDrawer.tsx')).OpeningDrawer)

type Row = OutputOf<typeof api.moving.list>['rows'][number]

const initialState = { states: [], isForMe: false, openingPage: 1, openingSize: 20, open: 0 } as const
const allowedValues = { states: openingStates, openingSize: pageSizes } as const

function useColumns(open: (id: number) => void): Column<Row>[] {
  const t = useText()
  return [
    { key: 'no', title: t(openingFields.no), width: 190, isAlways: true, pin: 'left', render: (row) => row.no },
    { key: 'state', title: t(openingFields.state), width: 140, isAlways: true, render: (row) => <OpeningTag state={row.state} /> },
    { key: 'centre', title: t(openingFields.centre), width: 180, isCut: true, render: (row) => row.centreName },
    { key: 'mode', title: t(openingFields.mode), width: 130, render: (row) => t(modeNames[row.mode] ?? openingFields.mode) },
    { key: 'day', title: t(openingFields.day), width: 120, render: (row) => row.day },
    moneyColumn('debit', t(openingFields.debit), 150),
    moneyColumn('credit', t(openingFields.credit), 150),
    { key: 'prepared', title: t(openingFields.prepared), width: 110, render: (row) => row.preparedBy },
    { key: 'confirmed', title: t(openingFields.confirmed), width: 110, render: (row) => row.confirmedBy ?? '—' },
    openColumn({ title: t(texts.action), open: t(texts.open), nameOf: (row) => row.no, onOpen: (row) => open(row.id) }),
  ]
}

/** The sheets of opening balances. The selected one opens at the right. */
export function Balances() {
  const t = useText()
  const [state, change] = useUrlState(initialState, allowedValues)
  const list = useRead(api.moving.list, {
    ...setConditions({ states: [...state.states] }),
    isForMe: state.isForMe || undefined,
    page: state.openingPage,
    size: state.openingSize,
  })
  return (
    <div className="k-stack">
      <p className="k-note">{t(texts.balancesNote)}</p>
      <FilterBar
        state={state}
        onChange={change}
        initial={initialState}
        fields={[
          { kind: 'choices', name: 'states', label: t(openingFields.state), choices: choicesOf(t, openingStates, openingStateNames) },
          { kind: 'flag', name: 'isForMe', label: t(texts.forMe) },
        ]}
      />
      <DataTable
        id="opening-balances"
        label={t(texts.balances)}
        columns={useColumns((open) => change({ open }))}
        source={list}
        empty={{ reason: t(texts.noBalances) }}
        onOpen={(row) => change({ open: row.id })}
        openKey={state.open || null}
        paging={{
          page: state.openingPage,
          size: state.openingSize,
          count: list.data?.count ?? 0,
          onChange: (openingPage, openingSize) => change({ openingPage, openingSize }),
        }}
      />
      {state.open === 0 ? null : <OpeningDrawer id={state.open} onClose={() => change({ open: 0 })} />}
    </div>
  )
}
