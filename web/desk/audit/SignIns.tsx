import { usertypeNames } from '#/api/access/roles.texts.ts'
import { trailColumns } from '#/api/desk/audit.texts.ts'
import { signInNames } from '#/api/desk/sign-ins.texts.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { allChoicesOf, useText } from '#/web/kernel/i18n.ts'
import { withNote } from '#/web/kernel/punctuation.ts'
import { useCursorRead } from '#/web/kernel/query.ts'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar } from '#/web/ui/FilterBar.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { keyOf, periodRules, setConditions } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { signInReason } from './labels.ts'
import { LogExport } from './Operations.tsx'
import { texts } from './texts.ts'

type Row = OutputOf<typeof api.audit.signIns>['rows'][number]

const initialState = { pane: 'signIns', from: '', to: '', who: '', kind: '', ip: '' } as const
const tones = { in: 'green', step: 'blue', closed: 'gold', failed: 'red', locked: 'red', out: 'grey', password: 'blue', device: 'purple' } as const

function useColumns(): Column<Row>[] {
  const t = useText()
  return [
    { key: 'time', title: t(trailColumns.time), width: 170, isAlways: true, pin: 'left', render: (row) => formatDateTimeSeconds(row.at) },
    {
      key: 'kind',
      title: t(texts.kind),
      width: 140,
      isAlways: true,
      render: (row) => (
        <StatusTag tone={row.isOk || row.kind === 'closed' ? tones[row.kind] : 'red'} {...(row.reason ? { title: signInReason(row, t) } : {})}>
          {t(signInNames[row.kind])}
        </StatusTag>
      ),
    },
    { key: 'reason', title: t(trailColumns.reason), width: 190, render: (row) => (row.reason ? signInReason(row, t) : '—') },
    {
      key: 'account',
      title: t(texts.account),
      width: 190,
      render: (row) => (
        <>
          {row.name ? withNote(row.name, row.username) : row.username || '—'}{' '}
          {row.userId === null ? <span className="k-note">{t(texts.noAccount)}</span> : null}
        </>
      ),
    },
    {
      key: 'usertype',
      title: t(trailColumns.usertype),
      width: 110,
      render: (row) => (row.usertype === null ? '—' : t(usertypeNames[row.usertype as keyof typeof usertypeNames])),
    },
    { key: 'unit', title: t(trailColumns.unit), width: 200, isCut: true, render: (row) => row.unitName ?? '—' },
    { key: 'centre', title: t(trailColumns.centre), width: 160, isCut: true, render: (row) => row.centreName ?? '—' },
    { key: 'ip', title: t(trailColumns.ip), width: 130, render: (row) => row.ip },
    { key: 'agent', title: t(trailColumns.agent), width: 320, isCut: true, render: (row) => <span title={row.agent}>{row.agent || '—'}</span> },
  ]
}

/** 登录日志: sign-ins, refusals and sign-outs. */
export function SignIns() {
  const t = useText()
  const [state, change] = useUrlState(initialState, { kind: keyOf(signInNames), ...periodRules })
  const filter = setConditions({
    from: state.from,
    to: state.to,
    who: state.who,
    ip: state.ip,
    kind: state.kind,
  })
  const entries = useCursorRead(api.audit.signIns, { ...filter, size: 50 })
  return (
    <>
      <FilterBar
        state={state}
        onChange={change}
        initial={{ ...initialState, pane: state.pane }}
        fields={[
          { kind: 'days', from: 'from', to: 'to', label: t(texts.period) },
          { kind: 'text', name: 'who', label: t(texts.account), placeholder: t(texts.whoHint), width: 160 },
          { kind: 'choice', name: 'kind', label: t(texts.kind), width: 170, choices: allChoicesOf(t, signInNames) },
          { kind: 'text', name: 'ip', label: t(trailColumns.ip), width: 140 },
        ]}
      />
      <DataTable
        id="sign-ins"
        label={t(texts.signIns)}
        columns={useColumns()}
        rows={entries.rows}
        source={entries}
        empty={{ reason: t(texts.none) }}
        tools={<LogExport list="signIns" filter={filter} />}
        more={{ hasMore: entries.hasMore, onMore: entries.more, isLoading: entries.isLoadingMore }}
      />
    </>
  )
}
