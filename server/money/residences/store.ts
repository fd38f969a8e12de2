import { type Expression, type SqlBool, sql } from 'kysely'
import type { Modules } from '#/api/modules.ts'
import type { PageRequest } from '#/domain/base/paging.ts'
import type { ResidenceGround, ResidenceState } from '#/domain/money/residence.ts'
import type { TaxResidence } from '#/domain/people/particulars.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { FilterOf } from '#/server/kernel/request/implementation.ts'
import { allOf, containsPattern } from '#/server/kernel/rows/conditions.ts'
import { type Listing, pageOf, placesInScope } from '#/server/kernel/rows/page.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { paidToPersonSince } from '#/server/money/lines/public.ts'

export type ResidenceFilter = FilterOf<Modules['residences']['list']>

type Columns =
  | 'id'
  | 'operator_id'
  | 'centre_id'
  | 'version'
  | 'from_day'
  | 'days'
  | 'permit_until'
  | 'file_id'
  | 'reason'
  | 'created_at'
  | 'decided_at'
  | 'answer'
  | 'settlement'
  | 'settled_at'

export interface ResidenceRow extends Row<'residence_decision', Columns | 'residence' | 'ground' | 'state'> {
  residence: TaxResidence
  ground: ResidenceGround
  state: ResidenceState
  operator_name: Row<'operator'>['name']
  operator_code: Row<'operator'>['code']
  centre_name: Row<'centre'>['name']
  created_by: Row<'app_user'>['name']
  maker_id: Row<'app_user'>['id']
  decided_by: Row<'app_user'>['name'] | null
  settled_by: Row<'app_user'>['name'] | null
  /** Whether the caller is the proposer, with this or another account. */
  is_same_hand: boolean
  paid_count: number
  paid_fen: number
}

/** Selects payments to a natural person since the first day of non-residence. */
const paymentsSince = sql`from ${paidToPersonSince(sql`decision.operator_id`, sql`decision.from_day`)} line`

/** Confirmed non-residents with payments since the first day that are not corrected yet. */
export const isUnsettled = sql<SqlBool>`decision.state = 'confirmed' and decision.residence = 'non_resident' and decision.settled_at is null
    and exists (select ${paymentsSince})`

const isProposedByCaller = (ctx: Context) => sql`coalesce(decision.created_by = any (app.hands_of(${ctx.actor.userId})), false)`

/** The condition of proposals that the caller may decide. */
export const isForCaller = (ctx: Context) => sql<SqlBool>`decision.state = 'pending' and not ${isProposedByCaller(ctx)}`

const scopeCondition = ({ scope }: Context): Expression<SqlBool> => (scope.unitIds.length > 0 ? sql<SqlBool>`false` : inScope(scope, 'decision'))

const selectDecisions = (
  ctx: Context,
) => sql`select decision.id, decision.operator_id, decision.centre_id, decision.version, decision.residence, decision.from_day, decision.ground,
    decision.days, decision.permit_until, decision.file_id, decision.reason, decision.state, decision.created_at, decision.decided_at, decision.answer,
    decision.settlement, decision.settled_at, operator.name as operator_name, operator.code as operator_code, centre.name as centre_name,
    maker.name as created_by, maker.id as maker_id, decider.name as decided_by, settler.name as settled_by, ${isProposedByCaller(ctx)} as is_same_hand,
    coalesce(paid.count, 0) as paid_count, coalesce(paid.fen, 0)::bigint as paid_fen
  from residence_decision decision join operator on operator.id = decision.operator_id join centre on centre.id = decision.centre_id
    join app_user maker on maker.id = decision.created_by left join app_user decider on decider.id = decision.decided_by
    left join app_user settler on settler.id = decision.settled_by
    left join lateral (select count(*) as count, sum(line.gross_fen) as fen ${paymentsSince}) paid on decision.residence = 'non_resident'`

function listingOf(ctx: Context, { states, isForMe, isOpen, keyword, operatorId }: ResidenceFilter): Listing {
  const parts: Expression<SqlBool>[] = [scopeCondition(ctx)]
  if (states && states.length > 0) parts.push(sql<SqlBool>`decision.state = any(${[...states]}::text[])`)
  if (isForMe) parts.push(isForCaller(ctx))
  if (isOpen) parts.push(isUnsettled)
  if (operatorId !== undefined) parts.push(sql<SqlBool>`decision.operator_id = ${operatorId}`)
  if (keyword) parts.push(sql<SqlBool>`decision.operator_id in (select id from operator where name ilike ${containsPattern(keyword)} or code = ${keyword})`)
  return {
    table: sql`residence_decision decision`,
    where: allOf(parts),
    id: sql`decision.id`,
    places: placesInScope(ctx, 'decision'),
  }
}

/** Returns a page of the decisions in the caller's scope, newest first. */
export async function list(ctx: Context, filter: ResidenceFilter, page: PageRequest): Promise<{ rows: ResidenceRow[]; count: number; next: number | null }> {
  const listing = listingOf(ctx, filter)
  return pageOf(ctx, listing, page, sql<ResidenceRow>`${selectDecisions(ctx)}`)
}

/** Returns a decision in the caller's scope, locked until the transaction ends. */
export const lockDecision = (ctx: Context, id: number): Promise<ResidenceRow | undefined> =>
  ctx.row<ResidenceRow>`${selectDecisions(ctx)} where decision.id = ${id} and ${scopeCondition(ctx)} for no key update of decision`

/** Returns the centre of an operator in the caller's scope. */
export const centreIdOf = async (ctx: Context, operatorId: number): Promise<number | undefined> =>
  (await ctx.row<Row<'operator', 'centre_id'>>`select centre_id from operator where id = ${operatorId} and ${inScope(ctx.scope, 'operator')}`)?.centre_id

/** Locks an operator until the transaction ends, so that concurrent proposals run one after another. */
export const lockOperator = (ctx: Context, operatorId: number): Promise<void> => ctx.run`select from operator where id = ${operatorId} for no key update`

interface NewDecision {
  readonly operatorId: number
  readonly centreId: number
  readonly residence: TaxResidence
  readonly fromDay: string
  readonly ground: ResidenceGround
  readonly days: number | null
  readonly permitUntil: string | null
  readonly fileId: string
  readonly reason: string
}

/** Adds the next version of an operator's residence and replaces a pending one. The caller has locked the person. */
export async function insert(ctx: Context, of: NewDecision): Promise<{ id: number; version: number }> {
  await ctx.run`update residence_decision set state = 'replaced', decided_at = ${ctx.now} where operator_id = ${of.operatorId} and state = 'pending'`
  const [row] = await ctx.rows<Row<'residence_decision', 'id' | 'version'>>`
    insert into residence_decision (operator_id, centre_id, version, residence, from_day, ground, days, permit_until, file_id, reason, created_by, created_at)
    select ${of.operatorId}, ${of.centreId}, coalesce(max(version), 0) + 1, ${of.residence}, ${of.fromDay}::date, ${of.ground}, ${of.days}::smallint,
      ${of.permitUntil}::date, ${of.fileId}::uuid, ${of.reason}, ${ctx.actor.userId}, ${ctx.now}
    from residence_decision where operator_id = ${of.operatorId}
    returning id, version`
  if (!row) throw new Error('an insert answers one row')
  return row
}

export async function decideResidence(ctx: Context, id: number, { state, answer }: { state: 'confirmed' | 'rejected'; answer: string }): Promise<void> {
  await ctx.db.updateTable('residence_decision').set({ state, answer, decided_by: ctx.actor.userId, decided_at: ctx.now }).where('id', '=', id).execute()
}

/** Returns the residence in force today: that of the confirmed decision with the latest first day. */
export async function residenceToday(ctx: Context, operatorId: number): Promise<TaxResidence | null> {
  const row = await ctx.row<Pick<ResidenceRow, 'residence'>>`select residence from residence_decision where operator_id = ${operatorId} and state = 'confirmed'
    order by from_day desc, version desc limit 1`
  return row?.residence ?? null
}

export async function settleDecision(ctx: Context, id: number, settlement: string): Promise<void> {
  await ctx.db.updateTable('residence_decision').set({ settlement, settled_by: ctx.actor.userId, settled_at: ctx.now }).where('id', '=', id).execute()
}
