import { usertypeNames } from '#/api/access/roles.texts.ts'
import { outcomeNames, trailColumns } from '#/api/desk/audit.texts.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { Button } from '#/web/ui/Button.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { actorName, outcomeTones, refTypeName } from './labels.ts'
import { texts } from './texts.ts'
import { fieldName, listChange, valueText } from './values.ts'
import './trail.css'

type Detail = OutputOf<typeof api.audit.get>
type Change = Detail['changes'][number]

interface ValueProps {
  readonly refType: string | null
  readonly change: Change
  readonly side: 'before' | 'after'
}

function Value({ refType, change, side }: ValueProps) {
  const say = useText()
  const list = listChange(change.before, change.after)
  if (!list || !change.isChanged) return <span className="a-value">{valueText(refType, change.field, change[side], say)}</span>
  const own = side === 'before' ? list.taken : list.added
  const textOf = (each: string) => valueText(refType, change.field, each, say)
  return (
    <span className="a-value">
      {own.map((each) =>
        side === 'before' ? (
          <del key={each} title={say(texts.taken)}>
            {textOf(each)}
          </del>
        ) : (
          <ins key={each} title={say(texts.added)}>
            {textOf(each)}
          </ins>
        ),
      )}
      {list.kept.map((each) => (
        <span key={each} className="k-muted">
          {textOf(each)}
        </span>
      ))}
    </span>
  )
}

function Changes({ refType, changes }: { readonly refType: string | null; readonly changes: readonly Change[] }) {
  const say = useText()
  return (
    <section className="k-card a-scroll">
      <h2>{say(texts.changes)}</h2>
      <table className="a-changes">
        <thead>
          <tr>
            <th scope="col">{say(texts.field)}</th>
            <th scope="col">{say(texts.before)}</th>
            <th scope="col">{say(texts.after)}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <tr key={change.field} className={change.isChanged ? 'a-changed' : ''}>
              <th scope="row">
                {fieldName(change.field, say)} {change.isChanged ? <StatusTag tone="gold">{say(texts.changed)}</StatusTag> : null}
              </th>
              <td>
                <Value refType={refType} change={change} side="before" />
              </td>
              <td>
                <Value refType={refType} change={change} side="after" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Parts({ row, onRequest, onOpen }: { readonly row: Detail; readonly onRequest: (requestId: string) => void; readonly onOpen: (id: number) => void }) {
  const say = useText()
  const usertype = usertypeNames[row.usertype as keyof typeof usertypeNames]
  const subject = [row.refType === null ? '' : refTypeName(row.refType, say), row.refNo ?? row.refId ?? ''].filter(Boolean).join(' ')
  const facts = [
    { label: say(trailColumns.time), value: formatDateTimeSeconds(row.at) },
    { label: say(trailColumns.outcome), value: <StatusTag tone={outcomeTones[row.outcome]}>{say(outcomeNames[row.outcome])}</StatusTag> },
    { label: say(trailColumns.who), value: actorName(row, say) },
    { label: say(trailColumns.usertype), value: usertype ? say(usertype) : '' },
    { label: say(trailColumns.ref), value: subject },
    { label: say(trailColumns.reason), value: row.said ? <span title={row.reason}>{row.said}</span> : '' },
    { label: say(trailColumns.centre), value: row.centreName },
    { label: say(trailColumns.unit), value: row.unitName },
    { label: say(trailColumns.ip), value: row.ip },
    { label: say(texts.place), value: say(texts.chain, { chain: row.chain, seq: row.seq }) },
    { label: say(trailColumns.agent), value: row.agent, isWide: true },
    { label: say(trailColumns.request), value: <code className="a-code">{row.requestId}</code>, isWide: true },
    { label: say(texts.hash), value: <code className="a-code">{row.hash}</code>, isWide: true },
  ]
  return (
    <div className="k-stack">
      {row.changes.length > 0 ? <Changes refType={row.refType} changes={row.changes} /> : null}
      <section className="k-card">
        <h2>{say(texts.facts)}</h2>
        <Facts rows={facts} columns={2} />
      </section>
      {row.facts.length > 0 ? (
        <section className="k-card">
          <h2>{say(texts.details)}</h2>
          <Facts
            rows={row.facts.map(({ field, value }) => ({
              label: fieldName(field, say),
              value: <span className="a-value">{valueText(row.refType, field, value, say)}</span>,
            }))}
            columns={2}
          />
        </section>
      ) : null}
      {row.siblings.length > 0 ? (
        <section className="k-card">
          <h2>{say(texts.siblings)}</h2>
          <ul>
            {row.siblings.map((each) => (
              <li key={each.id}>
                <Button type="link" size="small" onClick={() => onOpen(each.id)}>
                  {each.actionName} {each.refType === null ? '' : refTypeName(each.refType, say)} {each.refNo ?? ''}
                </Button>
              </li>
            ))}
          </ul>
          <Button size="small" onClick={() => onRequest(row.requestId)}>
            {say(texts.sameRequest)}
          </Button>
        </section>
      ) : null}
    </div>
  )
}

/** A log entry in full: changes, doer, origin and position in the chain. */
export function LogDetail({
  id,
  onClose,
  onRequest,
  onOpen,
}: {
  readonly id: number
  readonly onClose: () => void
  readonly onRequest: (requestId: string) => void
  readonly onOpen: (id: number) => void
}) {
  const row = useRead(api.audit.get, { id }, { isEnabled: id > 0, keepLast: false })
  return (
    <DetailDrawer isOpen={id > 0} title={row.data?.actionName ?? ''} onClose={onClose}>
      <QueryContent query={row} lines={8}>
        {(detail) => <Parts row={detail} onRequest={onRequest} onOpen={onOpen} />}
      </QueryContent>
    </DetailDrawer>
  )
}
