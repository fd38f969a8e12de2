import { sql } from 'kysely'
import type { Db } from '#/server/kernel/context.ts'
import { entriesWithin } from '#/server/kernel/request/store-trail.ts'

/** The days of an audit: from the first up to and excluding the second. */
export interface AuditSpan {
  readonly from: Date
  readonly to: Date
}

export interface ReaderRow {
  readonly reader: string
  readonly organisation: string
  readonly what: string
  readonly count: number
}

const readerColumns = sql`person.username as reader, coalesce(unit.name, centre.name, '平台 platform') as organisation`
const readerTables = (span: AuditSpan) => sql`${entriesWithin(span)} entry join app_user person on person.id = entry.user_id
  left join unit on unit.id = person.unit_id left join centre on person.unit_id is null and centre.id = person.centre_id`

/** Counts the views of full numbers by user and field. */
export async function countNumberViews(db: Db, span: AuditSpan): Promise<ReaderRow[]> {
  const { rows } = await sql<ReaderRow>`select ${readerColumns}, entry.detail ->> 'field' as what, count(*)::int as count
    from ${readerTables(span)} where entry.action = 'plain.show' group by 1, 2, 3 order by 4 desc, 1, 3`.execute(db)
  return rows
}

/** Counts the exports of files with full numbers by user and operation. */
export async function countPlainExports(db: Db, span: AuditSpan): Promise<ReaderRow[]> {
  const { rows } = await sql<ReaderRow>`select ${readerColumns}, entry.action as what, count(*)::int as count
    from ${readerTables(span)} where (entry.detail ->> 'isPlain' = 'true' or entry.action in ('personal.copy', 'personal.copyFor'))
    group by 1, 2, 3 order by 4 desc, 1, 3`.execute(db)
  return rows
}

export interface ClosingCounts {
  readonly requested: number
  readonly closed: number
  readonly refused: number
  readonly withdrawn: number
  readonly open: number
  /** Number of requests decided after the deadline, or still undecided past it. */
  readonly late: number
  /** Number of closed accounts whose contacts and cards were deleted. */
  readonly forgotten: number
}

/** Counts the requests to delete an account, and the deletions. */
export async function countClosings(db: Db, span: AuditSpan, today: string): Promise<ClosingCounts> {
  const { rows } = await sql<ClosingCounts>`select count(*)::int as requested,
      (count(*) filter (where state = 'closed'))::int as closed, (count(*) filter (where state = 'refused'))::int as refused,
      (count(*) filter (where state = 'withdrawn'))::int as withdrawn, (count(*) filter (where state = 'open'))::int as open,
      (count(*) filter (where coalesce((decided_at at time zone 'Asia/Shanghai')::date, ${today}::date) > due_on))::int as late,
      (select count(*)::int from ${entriesWithin(span)} entry where entry.action = 'closings.finish') as forgotten
    from account_closing where created_at >= ${span.from} and created_at < ${span.to}`.execute(db)
  return rows[0] as ClosingCounts
}
