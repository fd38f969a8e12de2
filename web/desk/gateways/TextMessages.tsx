import { textKindNames, textReasons, textStateNames } from '#/api/desk/gateways.texts.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { smsKinds } from '#/domain/services/text-message.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { allChoicesOf, choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar } from '#/web/ui/FilterBar.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { pageRequestOf, pagingOf } from '#/web/ui/paging.ts'
import { stateTag } from '#/web/ui/StatusTag.tsx'
import { keyOf, setConditions } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { nameOfKey } from './key-name.ts'
import { texts } from './texts.ts'

type Row = OutputOf<typeof api.gateways.texts>['rows'][number]

const initialState = { pane: 'sent', state: '', kind: '', mobile: '', page: 1, size: 20, at: '' } as const
const TextTag = stateTag(textStateNames, { queued: 'grey', sent: 'blue', delivered: 'green', failed: 'red' })

/** The messages sent to the gateway and their delivery state. */
export function TextMessages() {
  const t = useText()
  const [state, change] = useUrlState(initialState, { state: keyOf(textStateNames), kind: keyOf(textKindNames), size: pageSizes })
  const filter = setConditions({ state: state.state, kind: state.kind, mobile: state.mobile })
  const messagesQuery = useRead(api.gateways.texts, { ...pageRequestOf(state), ...filter })
  const columns: Column<Row>[] = [
    { key: 'at', title: t(texts.at), width: 170, isAlways: true, pin: 'left', render: (row) => formatDateTimeSeconds(row.createdAt) },
    { key: 'message', title: t(texts.message), width: 220, isCut: true, render: (row) => row.kindName },
    { key: 'mobile', title: t(texts.mobile), width: 130, isAlways: true, render: (row) => row.mobile },
    {
      key: 'state',
      title: t(texts.state),
      width: 110,
      isAlways: true,
      render: (row) => <TextTag state={row.state} />,
    },
    {
      key: 'reason',
      title: t(texts.reason),
      width: 200,
      isCut: true,
      render: (row) => (row.reason === '' ? '—' : nameOfKey(t, textReasons, row.reason)),
    },
    { key: 'tries', title: t(texts.tries), width: 90, align: 'right', render: (row) => row.tries },
    moneyColumn('cost', t(texts.cost), 100),
    { key: 'reported', title: t(texts.reportedAt), width: 170, render: (row) => (row.reportedAt ? formatDateTimeSeconds(row.reportedAt) : '—') },
    { key: 'ref', title: t(texts.providerRef), width: 170, isCut: true, render: (row) => row.providerRef || '—' },
  ]
  return (
    <>
      <FilterBar
        state={state}
        onChange={(patch) => change({ ...patch, page: 1, at: '' })}
        initial={{ ...initialState, pane: state.pane }}
        fields={[
          { kind: 'choice', name: 'state', label: t(texts.state), choices: allChoicesOf(t, textStateNames) },
          { kind: 'choice', name: 'kind', label: t(texts.message), width: 200, choices: choicesOf(t, smsKinds, textKindNames) },
          { kind: 'text', name: 'mobile', label: t(texts.mobile) },
        ]}
      />
      <DataTable
        id="text-messages"
        label={t(texts.sent)}
        columns={columns}
        source={messagesQuery}
        empty={{ reason: t(texts.noTexts) }}
        paging={pagingOf(state, messagesQuery.data, change)}
      />
    </>
  )
}
