import { type Expression, type SqlBool, sql } from 'kysely'
import type { CandidateState } from '#/api/operators.ts'
import type { Context } from '#/server/kernel/context.ts'
import { inScope } from '#/server/kernel/scope.ts'
import { openedRow, type SealedColumns, sealedColumns } from '#/server/kernel/sealing.ts'

/** Keeps what the bank said about cards; an answer about a card on file replaces the one before. */
export async function saveCards(
  ctx: Context,
  cards: readonly { operator_id: number; card_no: string; bank_name: string; is_verified: boolean }[],
): Promise<void> {
  if (cards.length === 0) return
  const rows = cards.map(({ card_no, ...card }) => ({ ...card, ...sealedColumns(ctx, { card_no }), card_tail: card_no.slice(-4) }))
  await sql`insert into operator_card (operator_id, card_no_sealed, card_no_index, card_tail, bank_name, is_default, is_verified, verified_at)
    select operator_id, card_no_sealed, card_no_index, card_tail, bank_name, false, is_verified, ${ctx.now}
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as fresh(operator_id bigint, card_no_sealed text, card_no_index text, card_tail text, bank_name text, is_verified boolean)
    on conflict (operator_id, card_no_index) do update set is_verified = excluded.is_verified, verified_at = excluded.verified_at`.execute(ctx.db)
}

/** An operator with what verifying a card asks for. */
export async function findOperator(
  ctx: Context,
  id: number,
): Promise<{ id: number; name: string; id_number: string; mobile: string; status: number; cards: string[] } | undefined> {
  const result = await sql<{ id: number; name: string; status: number; cards: string[] } & SealedColumns<'id_number' | 'mobile'>>`
    select id, name, id_number_sealed, id_number_index, mobile_sealed, mobile_index, status,
      array(select card_no_sealed from operator_card where operator_id = operator.id) as cards
    from operator where id = ${id}`.execute(ctx.db)
  const row = result.rows[0]
  return row && { ...openedRow(ctx, row, ['id_number', 'mobile']), cards: row.cards.map((sealed) => ctx.vault.open('card_no', sealed)) }
}

/** Makes a card the one that is used when nothing else is said. */
export async function setDefaultCard(ctx: Context, operatorId: number, cardNo: string): Promise<void> {
  const index = ctx.vault.index('card_no', cardNo)
  await ctx.db
    .updateTable('operator_card')
    .set({ is_default: false })
    .where('operator_id', '=', operatorId)
    .where('is_default', '=', true)
    .where('card_no_index', '<>', index)
    .execute()
  await ctx.db.updateTable('operator_card').set({ is_default: true }).where('operator_id', '=', operatorId).where('card_no_index', '=', index).execute()
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

const numbers = ['id_number', 'mobile', 'card_no'] as const
type Numbers = SealedColumns<(typeof numbers)[number]>
const sealedNames = numbers.flatMap((name) => [`${name}_sealed`, `${name}_index`])
const sealedList = sql.raw(sealedNames.join(', '))

/** Hands people over for review; someone already waiting for this unit is brought up to date instead of being there twice. */
export async function addCandidates(ctx: Context, of: { centreId: number; unitId: number; batchId: number }, people: readonly NewCandidate[]): Promise<void> {
  const rows = people.map(({ id_number, mobile, card_no, ...person }) => ({ ...person, ...sealedColumns(ctx, { id_number, mobile, card_no }) }))
  const replaced = sql.raw(['name', 'bank_name', 'problems', 'batch_id', 'line_id', ...sealedNames].map((name) => `${name} = excluded.${name}`).join(', '))
  await sql`insert into candidate (centre_id, unit_id, batch_id, line_id, name, bank_name, problems, state, submitted_by, submitted_at, ${sealedList})
    select ${of.centreId}, ${of.unitId}, ${of.batchId}, line_id, name, bank_name,
      array(select json_array_elements_text(problems)), 'open', ${ctx.actor.userId}, ${ctx.now}, ${sealedList}
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as fresh(line_id bigint, name text, bank_name text, problems json, ${sql.raw(sealedNames.map((name) => `${name} text`).join(', '))})
    on conflict (unit_id, id_number_index) where state in ('open', 'waiting') do update set ${replaced},
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
  /** 1 by identity number, 2 by name and mobile, 3 by card. */
  match_rank: number | null
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

function wanted(ctx: Context, filter: CandidateFilter): Expression<SqlBool> {
  const parts = [sql<SqlBool>`true`]
  if (filter.state) parts.push(sql`candidate.state = ${filter.state}`)
  if (filter.problem) parts.push(sql`${filter.problem} = any(candidate.problems)`)
  if (filter.keyword) {
    const text = `%${filter.keyword.replace(/[\\%_]/g, '\\$&')}%`
    const [idIndex, mobileIndex] = [ctx.vault.index('id_number', filter.keyword), ctx.vault.index('mobile', filter.keyword)]
    parts.push(sql`(candidate.name like ${text} or candidate.id_number_index = ${idIndex} or candidate.mobile_index = ${mobileIndex})`)
  }
  return sql.join(parts, sql` and `) as Expression<SqlBool>
}

// The person of the system that a candidate may be: the same identity number first, then the same name and mobile, then the same card. Each is a look-up
// by its own index; written as one condition with "or" it would read all operators.
const match = sql`left join lateral (
    select operator.id, operator.name, operator.id_number_sealed, operator.mobile_sealed, hit.rank,
      (select card_no_sealed from operator_card where operator_card.operator_id = operator.id and is_default) as card_no_sealed
    from (
      select id, 1 as rank from operator where id_number_index = candidate.id_number_index
      union all select id, 2 from operator where name = candidate.name and mobile_index = candidate.mobile_index
      union all select operator_id, 3 from operator_card where operator_card.card_no_index = candidate.card_no_index) hit
      join operator on operator.id = hit.id
    order by hit.rank, operator.id limit 1) match on true`

const shown = sql`candidate.id, candidate.centre_id, candidate.unit_id, unit.name as unit_name, candidate.batch_id, batch.no as batch_no,
  (select seq from payment_line line where line.month = batch.month and line.batch_id = batch.id and line.id = candidate.line_id) as seq,
  candidate.name, ${sql.raw(sealedNames.map((name) => `candidate.${name}`).join(', '))}, candidate.bank_name, candidate.problems, candidate.state,
  candidate.reason, candidate.submitted_by, candidate.submitted_at, match.id as match_id, match.name as match_name, match.rank as match_rank,
  match.id_number_sealed as match_id_number, match.mobile_sealed as match_mobile, match.card_no_sealed as match_card_no`

/** A page of people under review, those who wait first and the newest of them on top, with who they may be. */
export async function listCandidates(ctx: Context, filter: CandidateFilter): Promise<{ rows: CandidateRow[]; count: number }> {
  const scope = inScope(ctx.scope, 'candidate')
  const order = sql`candidate.state in ('open', 'waiting') desc, candidate.id desc`
  const rows = await sql<Omit<CandidateRow, (typeof numbers)[number]> & Numbers>`select ${shown}
    from (select * from candidate where ${scope} and ${wanted(ctx, filter)} order by ${order} limit ${filter.size} offset ${(filter.page - 1) * filter.size}) candidate
      join unit on unit.id = candidate.unit_id left join payment_batch batch on batch.id = candidate.batch_id ${match}
    order by ${order}`.execute(ctx.db)
  const counted = await sql<{ count: number }>`select count(*) as count from candidate where ${scope} and ${wanted(ctx, filter)}`.execute(ctx.db)
  const open = (kind: (typeof numbers)[number], sealed: string | null) => (sealed === null ? null : ctx.vault.open(kind, sealed))
  const opened = rows.rows.map((row) => ({
    ...openedRow(ctx, row, numbers),
    match_id_number: open('id_number', row.match_id_number),
    match_mobile: open('mobile', row.match_mobile),
    match_card_no: open('card_no', row.match_card_no),
  }))
  return { rows: opened, count: counted.rows[0]?.count ?? 0 }
}

export interface LockedCandidate {
  id: number
  centre_id: number
  unit_id: number
  batch_id: number | null
  name: string
  id_number: string
  id_number_index: string
  mobile: string
  card_no: string
  bank_name: string
  state: CandidateState
  submitted_by: number
}

/** People under review in the caller's scope, locked in the order of their ids. */
export async function lockCandidates(ctx: Context, ids: readonly number[]): Promise<LockedCandidate[]> {
  const scope = inScope(ctx.scope, 'candidate')
  const result = await sql<Omit<LockedCandidate, (typeof numbers)[number]> & Numbers>`select id, centre_id, unit_id, batch_id, name, ${sealedList}, bank_name,
      state, submitted_by
    from candidate where id = any(${[...ids]}::bigint[]) and ${scope} order by id for update`.execute(ctx.db)
  return result.rows.map((row) => ({ ...openedRow(ctx, row, numbers), id_number_index: row.id_number_index }))
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
  const byIndex = new Map(idNumbers.map((each) => [ctx.vault.index('id_number', each), each]))
  const rows = await sql<{ index: string }>`select id_number_index as index from operator where id_number_index = any(${[...byIndex.keys()]}::text[])`.execute(
    ctx.db,
  )
  return new Set(rows.rows.flatMap((row) => byIndex.get(row.index) ?? []))
}

/** Adds a verified person with nothing but what payment needs; answers the id. */
export async function addOperator(ctx: Context, person: { name: string; idNumber: string; birth: string; mobile: string; centreId: number }): Promise<number> {
  const numbers = sealedColumns(ctx, { id_number: person.idNumber, mobile: person.mobile })
  const result = await sql<{ id: number }>`
    insert into operator (id, code, kind, yztype, name, id_number_sealed, id_number_index, region_code, birth, mobile_sealed, mobile_index, status,
      is_identity_verified, centre_id, created_at)
    select id, 'YZ' || lpad(id::text, 8, '0'), 'platform', 1, ${person.name}, ${numbers.id_number_sealed}, ${numbers.id_number_index},
      ${person.idNumber.slice(0, 2)}, ${person.birth}::date, ${numbers.mobile_sealed}, ${numbers.mobile_index}, 8, true, ${person.centreId}::bigint,
      ${ctx.now}::timestamptz
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

function ownOf(ctx: Context): Expression<SqlBool> {
  const { scope } = ctx
  if (scope.all) return sql<SqlBool>`true`
  if (scope.unitIds.length === 0) return sql<SqlBool>`centre_id = any(${[...scope.centreIds]}::bigint[])`
  return sql<SqlBool>`exists (select from unit_operator link where link.operator_id = operator.id and link.is_active
    and link.unit_id = any(${[...scope.unitIds]}::bigint[]))`
}

/** An operator of the caller's, with the card used when nothing else is said. */
export async function findOwn(
  ctx: Context,
  id: number,
): Promise<{ id: number; name: string; centre_id: number; id_number: string; mobile: string; card_no: string } | undefined> {
  const [row] = (
    await sql<{ id: number; name: string; centre_id: number; card: string | null } & SealedColumns<'id_number' | 'mobile'>>`
      select id, name, centre_id, id_number_sealed, id_number_index, mobile_sealed, mobile_index,
        (select card_no_sealed from operator_card where operator_id = operator.id and is_default) as card
      from operator where id = ${id} and ${ownOf(ctx)}`.execute(ctx.db)
  ).rows
  return row && { ...openedRow(ctx, row, ['id_number', 'mobile']), card_no: row.card === null ? '' : ctx.vault.open('card_no', row.card) }
}

/** Operators to pick from: by name, mobile or identity number, the caller's own. */
export async function searchOperators(
  ctx: Context,
  keyword: string,
  limit: number,
): Promise<{ id: number; name: string; id_number: string; mobile: string; card_tail: string | null }[]> {
  const text = `${keyword.replace(/[\\%_]/g, '\\$&')}%`
  const rows = await sql<{ id: number; name: string; card_tail: string | null } & SealedColumns<'id_number' | 'mobile'>>`
    select id, name, id_number_sealed, id_number_index, mobile_sealed, mobile_index,
      (select card_tail from operator_card where operator_id = operator.id and is_default) as card_tail
    from operator where ${ownOf(ctx)} and status = 8 and (${keyword} = '' or name like ${text} or mobile_index = ${ctx.vault.index('mobile', keyword)}
      or id_number_index = ${ctx.vault.index('id_number', keyword)})
    order by id desc limit ${limit}`.execute(ctx.db)
  return rows.rows.map((row) => openedRow(ctx, row, ['id_number', 'mobile']))
}
