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

function ChangeValue({ refType, change, side }: ValueProps) {
  const t = useText()
  const list = listChange(change.before, change.after)
  if (!list || !change.isChanged) return <span className="a-value">{valueText(refType, change.field, change[side], t)}</span>
  const sideItems = side === 'before' ? list.taken : list.added
  const textOf = (each: string) => valueText(refType, change.field, each, t)
  return (
    <span className="a-value">
      {sideItems.map((each) =>
        side === 'before' ? (
          <del key={each} title={t(texts.taken)}>
            {textOf(each)}
          </del>
        ) : (
          <ins key={each} title={t(texts.added)}>
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
  const t = useText()
  return (
    <section className="k-card a-scroll">
      <h2>{t(texts.changes)}</h2>
      <table className="a-changes">
        <thead>
          <tr>
            <th scope="col">{t(texts.field)}</th>
            <th scope="col">{t(texts.before)}</th>
            <th scope="col">{t(texts.after)}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <tr key={change.field} className={change.isChanged ? 'a-changed' : ''}>
              <th scope="row">
                {fieldName(change.field, t)} {change.isChanged ? <StatusTag tone="gold">{t(texts.changed)}</StatusTag> : null}
              </th>
              <td>
                <ChangeValue refType={refType} change={change} side="before" />
              </td>
              <td>
                <ChangeValue refType={refType} change={change} side="after" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function LogEntryDetails({
  row,
  onRequest,
  onOpen,
}: {
  readonly row: Detail
  readonly onRequest: (requestId: string) => void
  readonly onOpen: (id: number) => void
}) {
  const t = useText()
  const usertype = usertypeNames[row.usertype as keyof typeof usertypeNames]
  const subject = [row.refType === null ? '' : refTypeName(row.refType, t), row.refNo ?? row.refId ?? ''].filter(Boolean).join(' ')
  const facts = [
    { label: t(trailColumns.time), value: formatDateTimeSeconds(row.at) },
    { label: t(trailColumns.outcome), value: <StatusTag tone={outcomeTones[row.outcome]}>{t(outcomeNames[row.outcome])}</StatusTag> },
    { label: t(trailColumns.who), value: actorName(row, t) },
    { label: t(trailColumns.usertype), value: usertype ? t(usertype) : '' },
    { label: t(trailColumns.ref), value: subject },
    { label: t(trailColumns.reason), value: row.said ? <span title={row.reason}>{row.said}</span> : '' },
    { label: t(trailColumns.centre), value: row.centreName },
    { label: t(trailColumns.unit), value: row.unitName },
    { label: t(trailColumns.ip), value: row.ip },
    { label: t(texts.place), value: t(texts.chain, { chain: row.chain, seq: row.seq }) },
    { label: t(trailColumns.agent), value: row.agent, isWide: true },
    { label: t(trailColumns.request), value: <code className="a-code">{row.requestId}</code>, isWide: true },
    { label: t(texts.hash), value: <code className="a-code">{row.hash}</code>, isWide: true },
  ]
  return (
    <div className="k-stack">
      {row.changes.length > 0 ? <Changes refType={row.refType} changes={row.changes} /> : null}
      <section className="k-card">
        <h2>{t(texts.facts)}</h2>
        <Facts rows={facts} columns={2} />
      </section>
      {row.facts.length > 0 ? (
        <section className="k-card">
          <h2>{t(texts.details)}</h2>
          <Facts
            rows={row.facts.map(({ field, value }) => ({
              label: fieldName(field, t),
              value: <span className="a-value">{valueText(row.refType, field, value, t)}</span>,
            }))}
            columns={2}
          />
        </section>
      ) : null}
      {row.siblings.length > 0 ? (
        <section className="k-card">
          <h2>{t(texts.siblings)}</h2>
          <ul>
            {row.siblings.map((sibling) => (
              <li key={sibling.id}>
                <Button type="link" size="small" onClick={() => onOpen(sibling.id)}>
                  {sibling.actionName} {sibling.refType === null ? '' : refTypeName(sibling.refType, t)} {sibling.refNo ?? ''}
                </Button>
              </li>
            ))}
          </ul>
          <Button size="small" onClick={() => onRequest(row.requestId)}>
            {t(texts.sameRequest)}
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
        {(detail) => <LogEntryDetails row={detail} onRequest={onRequest} onOpen={onOpen} />}
      </QueryContent>
    </DetailDrawer>
  )
}
