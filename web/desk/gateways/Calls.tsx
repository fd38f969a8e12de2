import { callNames, callResults, serviceNames } from '#/api/desk/gateways.texts.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { gatewayKindNames, gatewayKinds } from '#/domain/services/gateway.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar } from '#/web/ui/FilterBar.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { pageRequestOf, pagingOf } from '#/web/ui/paging.ts'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { setConditions } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { nameOfKey } from './key-name.ts'
import { texts } from './texts.ts'

type Row = OutputOf<typeof api.gateways.calls>['rows'][number]

const initialState = { pane: 'calls', service: '', page: 1, size: 20, at: '' } as const
const kindNames = Object.fromEntries(gatewayKindNames.map((kind) => [kind, gatewayKinds[kind].name]))
const verifierKinds = ['identity', 'face', 'register'] as const
const toneOf = (result: string) =>
  result === 'match' ? 'green' : result === 'noAnswer' ? 'gold' : result === 'asked' || result === 'notAsked' ? 'grey' : 'red'

/** The calls to verification services, with results and costs. */
export function GatewayCalls() {
  const t = useText()
  const [state, change] = useUrlState(initialState, { service: verifierKinds, size: pageSizes })
  const callsQuery = useRead(api.gateways.calls, { ...pageRequestOf(state), ...setConditions({ service: state.service }) })
  const columns: Column<Row>[] = [
    { key: 'at', title: t(texts.at), width: 170, isAlways: true, pin: 'left', render: (row) => formatDateTimeSeconds(row.at) },
    { key: 'service', title: t(texts.service), width: 150, render: (row) => t(serviceNames[row.service]) },
    { key: 'what', title: t(texts.what), width: 220, isAlways: true, render: (row) => nameOfKey(t, callNames, row.what) },
    { key: 'ref', title: t(texts.ref), width: 170, isCut: true, render: (row) => row.ref || '—' },
    {
      key: 'result',
      title: t(texts.result),
      width: 150,
      isAlways: true,
      render: (row) => <StatusTag tone={toneOf(row.result)}>{nameOfKey(t, callResults, row.result)}</StatusTag>,
    },
    moneyColumn('cost', t(texts.cost), 100),
    {
      key: 'took',
      title: t(texts.took),
      width: 120,
      align: 'right',
      render: (row) => (row.tookMs === null ? '—' : t(texts.milliseconds, { count: row.tookMs })),
    },
    { key: 'provider', title: t(texts.kind), width: 180, render: (row) => nameOfKey(t, kindNames, row.provider) },
  ]
  return (
    <>
      <FilterBar
        state={state}
        onChange={(patch) => change({ ...patch, page: 1, at: '' })}
        initial={{ ...initialState, pane: state.pane }}
        fields={[{ kind: 'choice', name: 'service', label: t(texts.service), width: 170, choices: choicesOf(t, verifierKinds, serviceNames) }]}
      />
      <DataTable
        id="gateway-calls"
        label={t(texts.calls)}
        columns={columns}
        source={callsQuery}
        empty={{ reason: t(texts.noCalls) }}
        paging={pagingOf(state, callsQuery.data, change)}
      />
    </>
  )
}
