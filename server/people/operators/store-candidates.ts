import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Modules } from '#/api/modules.ts'
import type { PageRequest } from '#/domain/base/paging.ts'
import type { CandidateDocumentKind, CandidateField, CandidateState } from '#/domain/people/candidate.ts'
import type { Context } from '#/server/kernel/context.ts'
import { ask } from '#/server/kernel/declarations/question.ts'
import type { FilterOf } from '#/server/kernel/request/implementation.ts'
import { allOf, containsPattern, withinDays } from '#/server/kernel/rows/conditions.ts'
import { countOf, type Listing, pageKeys, placesInScope, sortByIds } from '#/server/kernel/rows/page.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { type SealedColumns, sealedColumns, unsealRow } from '#/server/lib/vault/sealing.ts'
import { batchNo, documentCount, lineSeq } from '#/server/people/operators/questions.ts'

export interface NewCandidate {
  readonly line_id: number
  readonly name: string
  readonly id_number: string
  readonly mobile: string
  readonly card_no: string
  readonly bank_name: string
  readonly problems: readonly string[]
}

export const sealedNumberColumns = ['id_number', 'mobile', 'card_no'] as const

export type SealedCandidateNumbers = Row<'candidate', keyof SealedColumns<(typeof sealedNumberColumns)[number]>>

const sealedColumnNames = sealedNumberColumns.flatMap((name) => [`${name}_sealed`, `${name}_index`])

export const sealedColumnList = sql.raw(sealedColumnNames.join(', '))

/** Submits candidates; an open review of the same person and unit is updated. */
export async function addCandidates(ctx: Context, of: { centreId: number; unitId: number; batchId: number }, people: readonly NewCandidate[]): Promise<void> {
  const rows = people.map(({ id_number, mobile, card_no, ...person }) => ({ ...person, ...sealedColumns(ctx, { id_number, mobile, card_no }) }))
  const replacedColumns = sql.raw(
    ['name', 'bank_name', 'problems', 'batch_id', 'line_id', ...sealedColumnNames].map((name) => `${name} = excluded.${name}`).join(', '),
  )
  await ctx.run`insert into candidate (centre_id, unit_id, batch_id, line_id, name, bank_name, problems, state, submitted_by, submitted_at, ${sealedColumnList})
    select ${of.centreId}, ${of.unitId}, ${of.batchId}, line_id, name, bank_name,
      array(select json_array_elements_text(problems)), 'open', ${ctx.actor.userId}, ${ctx.now}, ${sealedColumnList}
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as fresh(line_id bigint, name text, bank_name text, problems json, ${sql.raw(sealedColumnNames.map((name) => `${name} text`).join(', '))})
    on conflict (unit_id, id_number_index) where state in ('open', 'waiting') do update set ${replacedColumns},
      state = 'open', submitted_by = excluded.submitted_by, submitted_at = excluded.submitted_at, version = candidate.version + 1,
      verification = null, verified_at = null, verified_by = ''`
}

export interface CandidateRow
  extends Row<
    'candidate',
    | 'id'
    | 'version'
    | 'centre_id'
    | 'unit_id'
    | 'batch_id'
    | 'line_id'
    | 'name'
    | 'id_number_index'
    | 'card_no_index'
    | 'bank_name'
    | 'problems'
    | 'state'
    | 'reason'
    | 'rejects'
    | 'wanted'
    | 'wanted_reason'
    | 'asked_at'
    | 'verification'
    | 'verified_at'
    | 'reviewer_id'
    | 'submitted_by'
    | 'submitted_at'
    | 'decided_at'
  > {
  unit_name: Row<'unit'>['name']
  batch_no: Row<'payment_batch'>['no'] | null
  seq: Row<'payment_line'>['seq'] | null
  id_number: string
  mobile: string
  card_no: string
  state: CandidateState
  rejects: { field: CandidateField; reason: string }[]
  wanted: CandidateDocumentKind[]
  verification: 'match' | 'name_mismatch' | 'card_mismatch' | null
  reviewer: Row<'app_user'>['name'] | null
  bringer: Row<'app_user'>['name'] | null
  decider: Row<'app_user'>['name'] | null
  papers: number
  match_id: Row<'operator'>['id'] | null
  match_name: Row<'operator'>['name'] | null
  /** 1 by identity number, 2 by name and mobile, 3 by card. */
  match_rank: number | null
  match_id_number: string | null
  match_mobile: string | null
  match_card_no: string | null
  match_has_card: boolean | null
}

export type CandidateFilter = FilterOf<Modules['operators']['candidates']>

const isUnderReview = sql<SqlBool>`candidate.state in ('open', 'waiting')`

function conditionsOf(ctx: Context, filter: CandidateFilter): Expression<SqlBool> {
  const conditions = [sql<SqlBool>`${inScope(ctx.scope, 'candidate')}`]
  if (filter.state) conditions.push(sql`candidate.state = ${filter.state}`)
  if (filter.problem) conditions.push(sql`candidate.problems @> array[${filter.problem}]::text[]`)
  if (filter.unitId) conditions.push(sql`candidate.unit_id = ${filter.unitId}`)
  if (filter.reviewer === 'mine') conditions.push(sql`candidate.reviewer_id = ${ctx.actor.userId}`)
  if (filter.reviewer === 'nobody') conditions.push(sql`candidate.reviewer_id is null and ${isUnderReview}`)
  if (filter.lateness) {
    const limitHours = filter.lateness === 'over' ? 48 : 24
    conditions.push(sql`${isUnderReview} and candidate.submitted_at < ${new Date(ctx.now.getTime() - limitHours * 3_600_000)}`)
  }
  conditions.push(...withinDays(sql`candidate.submitted_at`, filter))
  if (filter.keyword) {
    const text = containsPattern(filter.keyword)
    const [idIndex, mobileIndex] = [ctx.vault.index('id_number', filter.keyword), ctx.vault.index('mobile', filter.keyword)]
    conditions.push(sql`(candidate.name like ${text} or candidate.id_number_index = ${idIndex} or candidate.mobile_index = ${mobileIndex})`)
  }
  return allOf(conditions)
}

// The known person that a candidate may be: by identity number, then by name and mobile, then by card. Each uses its
// own index; a single condition with "or" would read all operators.
const matchJoin = sql`left join lateral (
    select operator.id, operator.name, operator.id_number_sealed, operator.mobile_sealed, hit.rank,
      (select card_no_sealed from operator_card where operator_card.operator_id = operator.id and is_default) as card_no_sealed,
      exists (select from operator_card where operator_card.operator_id = operator.id and operator_card.card_no_index = candidate.card_no_index) as has_card
    from (
      select id, 1 as rank from operator where id_number_index = candidate.id_number_index
      union all select id, 2 from operator where comparable_name = app.comparable_name(candidate.name) and mobile_index = candidate.mobile_index
      union all select operator_id, 3 from operator_card where operator_card.card_no_index = candidate.card_no_index) hit
      join operator on operator.id = hit.id
    order by hit.rank, operator.id limit 1) match on true`

const candidateColumns = (
  ctx: Context,
) => sql`candidate.id, candidate.version, candidate.centre_id, candidate.unit_id, unit.name as unit_name, candidate.batch_id, ${ask(ctx, batchNo)} as batch_no,
  ${ask(ctx, lineSeq)} as seq, candidate.line_id,
  candidate.name, ${sql.raw(sealedColumnNames.map((name) => `candidate.${name}`).join(', '))}, candidate.bank_name, candidate.problems, candidate.state,
  candidate.reason, candidate.rejects, candidate.wanted, candidate.wanted_reason, candidate.asked_at, candidate.verification, candidate.verified_at,
  candidate.reviewer_id, reviewer.name as reviewer, candidate.submitted_by, bringer.name as bringer, candidate.submitted_at, decider.name as decider,
  candidate.decided_at, ${ask(ctx, documentCount)} as papers,
  match.id as match_id, match.name as match_name, match.rank as match_rank, match.id_number_sealed as match_id_number,
  match.mobile_sealed as match_mobile, match.card_no_sealed as match_card_no, match.has_card as match_has_card`

type SealedCandidate = Omit<CandidateRow, (typeof sealedNumberColumns)[number]> & SealedCandidateNumbers

async function readCandidates(ctx: Context, ids: readonly number[]): Promise<CandidateRow[]> {
  const rows = await ctx.rows<SealedCandidate>`select ${candidateColumns(ctx)} from candidate
      join unit on unit.id = candidate.unit_id
      left join app_user reviewer on reviewer.id = candidate.reviewer_id left join app_user bringer on bringer.id = candidate.submitted_by
      left join app_user decider on decider.id = candidate.decided_by ${matchJoin}
    where candidate.id = any(${[...ids]}::bigint[])`
  const openSealed = (kind: (typeof sealedNumberColumns)[number], sealed: string | null) => (sealed === null ? null : ctx.vault.open(kind, sealed))
  return sortByIds(ids, rows).map((row) => ({
    ...unsealRow(ctx, row, sealedNumberColumns),
    id_number_index: row.id_number_index,
    card_no_index: row.card_no_index,
    match_id_number: openSealed('id_number', row.match_id_number),
    match_mobile: openSealed('mobile', row.match_mobile),
    match_card_no: openSealed('card_no', row.match_card_no),
  }))
}

function listing(ctx: Context, filter: CandidateFilter): Listing {
  const hasFixedOrder = filter.state !== undefined || filter.reviewer === 'nobody' || filter.lateness !== undefined
  const waitingOrder = hasFixedOrder ? undefined : { by: [isUnderReview] }
  return {
    table: sql`candidate`,
    where: conditionsOf(ctx, filter),
    id: sql`candidate.id`,
    order: filter.from || filter.to ? { by: [sql`candidate.submitted_at`] } : waitingOrder,
    places: filter.unitId || filter.reviewer === 'mine' ? null : placesInScope(ctx, 'candidate', { unit: true }),
  }
}

/** Returns candidates, pending ones first, newest on top; with a period filter the newest first. */
export async function listCandidates(ctx: Context, filter: CandidateFilter, page: PageRequest): Promise<{ rows: CandidateRow[]; next: number | null }> {
  const { ids, next } = await pageKeys(ctx, listing(ctx, filter), page)
  return { rows: await readCandidates(ctx, ids), next }
}

export function countCandidates(ctx: Context, filter: CandidateFilter): Promise<number> {
  return countOf(ctx, listing(ctx, filter))
}

const maxUnits = 500

/** Returns units with candidates, by a skip scan of the unit index. */
export async function unitsWithCandidates(ctx: Context): Promise<Row<'unit', 'id' | 'name'>[]> {
  const nextUnit = (behind: RawBuilder<SqlBool>) =>
    sql`(select candidate.unit_id from candidate where ${behind} and ${inScope(ctx.scope, 'candidate')} order by candidate.unit_id limit 1)`
  return ctx.rows<Row<'unit', 'id' | 'name'>>`with recursive brought(unit_id, place) as (
      select found.unit_id, 1 from ${nextUnit(sql<SqlBool>`true`)} found
      union all select found.unit_id, brought.place + 1 from brought cross join lateral ${nextUnit(sql<SqlBool>`candidate.unit_id > brought.unit_id`)} found
        where brought.place < ${maxUnits})
    select unit.id, unit.name from brought join unit on unit.id = brought.unit_id order by unit.name`
}

export async function findCandidate(ctx: Context, id: number): Promise<CandidateRow | undefined> {
  const visibleCandidate = await ctx.rows<Row<'candidate', 'id'>>`select id from candidate where id = ${id} and ${inScope(ctx.scope, 'candidate')}`
  return (
    await readCandidates(
      ctx,
      visibleCandidate.map((row) => row.id),
    )
  )[0]
}

/** Counts the open reviews of each user. */
export async function countOpenByReviewer(ctx: Context, userIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await ctx.rows<{ id: Row<'app_user'>['id']; count: number }>`select reviewer_id as id, count(*) as count from candidate
    where reviewer_id = any(${[...userIds]}::bigint[]) and ${isUnderReview} and ${inScope(ctx.scope, 'candidate')} group by reviewer_id`
  return new Map(rows.map((row) => [row.id, row.count]))
}
