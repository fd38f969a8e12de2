import { type Expression, type SqlBool, sql } from 'kysely'
import type { CandidateState } from '#/api/operators.ts'
import type { Context } from '#/server/kernel/context.ts'
import { inScope } from '#/server/kernel/scope.ts'

/** Keeps what the bank said about cards; an answer about a card on file replaces the one before. */
export async function saveCards(
  ctx: Context,
  cards: readonly { operator_id: number; card_no: string; bank_name: string; is_verified: boolean }[],
): Promise<void> {
  if (cards.length === 0) return
  await sql`insert into operator_card (operator_id, card_no, bank_name, is_default, is_verified, verified_at)
    select operator_id, card_no, bank_name, false, is_verified, ${ctx.now}
    from json_to_recordset(${JSON.stringify(cards)}::json) as fresh(operator_id bigint, card_no text, bank_name text, is_verified boolean)
    on conflict (operator_id, card_no) do update set is_verified = excluded.is_verified, verified_at = excluded.verified_at`.execute(ctx.db)
}

/** An operator with what verifying a card asks for. */
export async function findOperator(
  ctx: Context,
  id: number,
): Promise<{ id: number; name: string; id_number: string; mobile: string; status: number; cards: string[] } | undefined> {
  const result = await sql<{ id: number; name: string; id_number: string; mobile: string; status: number; cards: string[] }>`
    select id, name, id_number, mobile, status, array(select card_no from operator_card where operator_id = operator.id) as cards
    from operator where id = ${id}`.execute(ctx.db)
  return result.rows[0]
}

/** Makes a card the one that is used when nothing else is said. */
export async function setDefaultCard(ctx: Context, operatorId: number, cardNo: string): Promise<void> {
  await ctx.db
    .updateTable('operator_card')
    .set({ is_default: false })
    .where('operator_id', '=', operatorId)
    .where('is_default', '=', true)
    .where('card_no', '<>', cardNo)
    .execute()
  await ctx.db.updateTable('operator_card').set({ is_default: true }).where('operator_id', '=', operatorId).where('card_no', '=', cardNo).execute()
}

export interface NewCandidate {
  readonly line_id: number
  readonly name: string
  readonly id_number: string
  readonly mobile: string
  readonly card_no: string
  readonly bank_name: string
  readonly problems: readonly string[]
}

/** Hands people over for review; someone already waiting for this unit is brought up to date instead of being there twice. */
export async function addCandidates(ctx: Context, of: { centreId: number; unitId: number; batchId: number }, people: readonly NewCandidate[]): Promise<void> {
  await sql`insert into candidate (centre_id, unit_id, batch_id, line_id, name, id_number, mobile, card_no, bank_name, problems, state, submitted_by, submitted_at)
    select ${of.centreId}, ${of.unitId}, ${of.batchId}, line_id, name, id_number, mobile, card_no, bank_name,
      array(select json_array_elements_text(problems)), 'open', ${ctx.actor.userId}, ${ctx.now}
    from json_to_recordset(${JSON.stringify(people)}::json)
      as fresh(line_id bigint, name text, id_number text, mobile text, card_no text, bank_name text, problems json)
    on conflict (unit_id, id_number) where state in ('open', 'waiting') do update set batch_id = excluded.batch_id, line_id = excluded.line_id,
      name = excluded.name, mobile = excluded.mobile, card_no = excluded.card_no, bank_name = excluded.bank_name, problems = excluded.problems,
      state = 'open', submitted_by = excluded.submitted_by, submitted_at = excluded.submitted_at`.execute(ctx.db)
}

export interface CandidateRow {
  id: number
  centre_id: number
  unit_id: number
  unit_name: string
  batch_id: number | null
  batch_no: string | null
  seq: number | null
  name: string
  id_number: string
  mobile: string
  card_no: string
  bank_name: string
  problems: string[]
  state: CandidateState
  reason: string
  submitted_by: number
  submitted_at: Date
  match_id: number | null
  match_name: string | null
  match_id_number: string | null
  match_mobile: string | null
  match_card_no: string | null
}

export interface CandidateFilter {
  readonly state?: CandidateState | undefined
  readonly problem?: string | undefined
  readonly keyword?: string | undefined
  readonly page: number
  readonly size: number
}

function wanted(filter: CandidateFilter): Expression<SqlBool> {
  const parts = [sql<SqlBool>`true`]
  if (filter.state) parts.push(sql`candidate.state = ${filter.state}`)
  if (filter.problem) parts.push(sql`${filter.problem} = any(candidate.problems)`)
  if (filter.keyword) {
    const text = `%${filter.keyword.replace(/[\\%_]/g, '\\$&')}%`
    parts.push(sql`(candidate.name like ${text} or candidate.id_number = ${filter.keyword.toUpperCase()} or candidate.mobile = ${filter.keyword})`)
  }
  return sql.join(parts, sql` and `) as Expression<SqlBool>
}

// The person of the system that a candidate may be: the same identity number first, then the same name and mobile, then the same card. Each is a look-up
// by its own index; written as one condition with "or" it would read all operators.
const match = sql`left join lateral (
    select operator.id, operator.name, operator.id_number, operator.mobile,
      (select card_no from operator_card where operator_card.operator_id = operator.id and is_default) as card_no
    from (
      select id, 1 as rank from operator where id_number = candidate.id_number
      union all select id, 2 from operator where name = candidate.name and mobile = candidate.mobile
      union all select operator_id, 3 from operator_card where operator_card.card_no = candidate.card_no) hit
      join operator on operator.id = hit.id
    order by hit.rank, operator.id limit 1) match on true`

const shown = sql`candidate.id, candidate.centre_id, candidate.unit_id, unit.name as unit_name, candidate.batch_id, batch.no as batch_no,
  (select seq from payment_line line where line.month = batch.month and line.batch_id = batch.id and line.id = candidate.line_id) as seq,
  candidate.name, candidate.id_number, candidate.mobile, candidate.card_no, candidate.bank_name, candidate.problems, candidate.state, candidate.reason,
  candidate.submitted_by, candidate.submitted_at, match.id as match_id, match.name as match_name, match.id_number as match_id_number,
  match.mobile as match_mobile, match.card_no as match_card_no`

/** A page of people under review, those who wait first and the newest of them on top, with who they may be. */
export async function listCandidates(ctx: Context, filter: CandidateFilter): Promise<{ rows: CandidateRow[]; count: number }> {
  const scope = inScope(ctx.scope, 'candidate')
  const order = sql`candidate.state in ('open', 'waiting') desc, candidate.id desc`
  const rows = await sql<CandidateRow>`select ${shown}
    from (select * from candidate where ${scope} and ${wanted(filter)} order by ${order} limit ${filter.size} offset ${(filter.page - 1) * filter.size}) candidate
      join unit on unit.id = candidate.unit_id left join payment_batch batch on batch.id = candidate.batch_id ${match}
    order by ${order}`.execute(ctx.db)
  const counted = await sql<{ count: number }>`select count(*) as count from candidate where ${scope} and ${wanted(filter)}`.execute(ctx.db)
  return { rows: rows.rows, count: counted.rows[0]?.count ?? 0 }
}

export interface LockedCandidate {
  id: number
  centre_id: number
  unit_id: number
  batch_id: number | null
  name: string
  id_number: string
  mobile: string
  card_no: string
  bank_name: string
  state: CandidateState
  submitted_by: number
}

/** People under review in the caller's scope, locked in the order of their ids. */
export async function lockCandidates(ctx: Context, ids: readonly number[]): Promise<LockedCandidate[]> {
  const scope = inScope(ctx.scope, 'candidate')
  const result = await sql<LockedCandidate>`select id, centre_id, unit_id, batch_id, name, id_number, mobile, card_no, bank_name, state, submitted_by
    from candidate where id = any(${[...ids]}::bigint[]) and ${scope} order by id for update`.execute(ctx.db)
  return result.rows
}

export async function decide(
  ctx: Context,
  id: number,
  decision: { state: 'accepted' | 'merged' | 'rejected'; reason: string; operatorId: number | null },
): Promise<void> {
  await ctx.db
    .updateTable('candidate')
    .set({ state: decision.state, reason: decision.reason, operator_id: decision.operatorId, decided_by: ctx.actor.userId, decided_at: ctx.now })
    .where('id', '=', id)
    .execute()
}

/** Identity numbers that already have an operator. */
export async function knownIdNumbers(ctx: Context, idNumbers: readonly string[]): Promise<Set<string>> {
  const rows = await sql<{ id_number: string }>`select id_number from operator where id_number = any(${[...idNumbers]}::text[])`.execute(ctx.db)
  return new Set(rows.rows.map((row) => row.id_number))
}

/** Adds a verified person with nothing but what payment needs; answers the id. */
export async function addOperator(ctx: Context, person: { name: string; idNumber: string; birth: string; mobile: string; centreId: number }): Promise<number> {
  const result = await sql<{ id: number }>`
    insert into operator (id, code, kind, yztype, name, id_number, birth, mobile, status, is_identity_verified, centre_id, created_at)
    select id, 'YZ' || lpad(id::text, 8, '0'), 'platform', 1, ${person.name}, ${person.idNumber}, ${person.birth}::date, ${person.mobile}, 8, true,
      ${person.centreId}::bigint, ${ctx.now}::timestamptz
    from (select nextval(pg_get_serial_sequence('operator', 'id')) as id) fresh
    returning id`.execute(ctx.db)
  return result.rows[0]?.id as number
}

/** Makes the person one that works with this unit. */
export async function linkUnit(ctx: Context, unitId: number, operatorId: number): Promise<void> {
  await sql`insert into unit_operator (unit_id, operator_id, created_at) values (${unitId}, ${operatorId}, ${ctx.now})
    on conflict (unit_id, operator_id) do update set is_active = true`.execute(ctx.db)
}

/** Marks the identity of an operator as verified. */
export async function setVerified(ctx: Context, operatorId: number): Promise<void> {
  await ctx.db.updateTable('operator').set({ is_identity_verified: true }).where('id', '=', operatorId).execute()
}

/** Operators to pick from: by name, mobile or identity number, the caller's own. */
export async function searchOperators(
  ctx: Context,
  keyword: string,
  limit: number,
): Promise<{ id: number; name: string; id_number: string; mobile: string; card_no: string | null }[]> {
  const { scope } = ctx
  const linked = sql<SqlBool>`exists (select from unit_operator link where link.operator_id = operator.id and link.is_active
    and link.unit_id = any(${[...scope.unitIds]}::bigint[]))`
  const own = scope.all ? sql<SqlBool>`true` : scope.unitIds.length > 0 ? linked : sql<SqlBool>`centre_id = any(${[...scope.centreIds]}::bigint[])`
  const text = `${keyword.replace(/[\\%_]/g, '\\$&')}%`
  const rows = await sql<{ id: number; name: string; id_number: string; mobile: string; card_no: string | null }>`
    select id, name, id_number, mobile, (select card_no from operator_card where operator_id = operator.id and is_default) as card_no
    from operator where ${own} and status = 8 and (${keyword} = '' or name like ${text} or mobile = ${keyword} or id_number = ${keyword.toUpperCase()})
    order by id desc limit ${limit}`.execute(ctx.db)
  return rows.rows
}
