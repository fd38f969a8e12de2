import { type Expression, type SqlBool, sql } from 'kysely'
import type { exceptionStates, exceptionVoidReasons, relationKinds } from '#/api/organisations/relations.ts'
import type { PageRequest } from '#/domain/base/paging.ts'
import { dayOf } from '#/domain/base/period.ts'
import type { Context } from '#/server/kernel/context.ts'
import { ask } from '#/server/kernel/declarations/question.ts'
import { countOf, type Listing, pageOf, placesInScope } from '#/server/kernel/rows/page.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { type SealedColumns, sealedColumns } from '#/server/lib/vault/sealing.ts'
import { payeeOfLine } from '#/server/organisations/relations/questions.ts'

export type RelationKind = (typeof relationKinds)[number]
export type RelationSource = 'registration' | 'centre' | 'unit'

interface Page {
  readonly page: number
  readonly size: number
}

/** Returns whether the caller may see the unit: their own, or one of their centre. */
export async function canSeeUnit(ctx: Context, unitId: number): Promise<boolean> {
  const { scope } = ctx
  const visibleCondition: Expression<SqlBool> = scope.all
    ? sql<SqlBool>`true`
    : scope.unitIds.length > 0
      ? sql<SqlBool>`unit.id = any(${[...scope.unitIds]}::bigint[])`
      : sql<SqlBool>`exists (select from unit_setting setting where setting.unit_id = unit.id and setting.centre_id = any(${[...scope.centreIds]}::bigint[]))`
  return (await ctx.rows`select from unit where unit.id = ${unitId} and ${visibleCondition}`).length > 0
}

export interface PersonRow
  extends Row<
    'unit_related_person',
    keyof SealedColumns<'id_number'> | 'id' | 'unit_id' | 'name' | 'relation' | 'source' | 'created_at' | 'end_proposed_by' | 'end_proposed_at' | 'end_reason'
  > {
  relation: RelationKind
  source: RelationSource
  unit_name: Row<'unit'>['name']
  /** Person who proposed to end the relation. */
  proposer: Row<'app_user'>['name'] | null
}

/** Selects why an approved exception of `person` does not count on a day; null while it counts. */
const voidReason = (exception: 'allowed' | 'asked', today: string) => {
  const [validTo, decidedAt] = [sql.ref(`${exception}.valid_to`), sql.ref(`${exception}.decided_at`)]
  return sql`app.exception_void_reason(${validTo}, ${decidedAt}, person.created_at, person.ended_at, ${today}::date)`
}

/** Returns the unit's related persons, except those with a valid exception of the centre for the current relation. */
export async function unpayablePeople(
  ctx: Context,
  of: { readonly unitId: number; readonly centreId: number; readonly today: string },
): Promise<Row<'unit_related_person', 'id_number_index' | 'relation'>[]> {
  return ctx.rows<Row<'unit_related_person', 'id_number_index' | 'relation'>>`select person.id_number_index, person.relation
    from unit_related_person person where person.unit_id = ${of.unitId} and person.ended_at is null and not exists (select from relation_exception allowed
      where allowed.related_id = person.id and allowed.centre_id = ${of.centreId} and allowed.state = 'approved'
        and ${voidReason('allowed', of.today)} is null)`
}

const people = sql`select person.id, person.unit_id, person.name, person.id_number_sealed, person.id_number_index, person.relation, person.source,
    person.created_at, person.end_proposed_by, person.end_proposed_at, person.end_reason, unit.name as unit_name, proposer.name as proposer
  from unit_related_person person join unit on unit.id = person.unit_id left join app_user proposer on proposer.id = person.end_proposed_by
  where person.ended_at is null`

/** Returns the current related people of a unit. Callers must have checked that the unit is visible. */
export async function list(ctx: Context, unitId: number, page: Page): Promise<{ rows: PersonRow[]; count: number }> {
  const rows = await ctx.rows<PersonRow>`${people} and person.unit_id = ${unitId}
    order by (person.relation = 'employee'), person.id limit ${page.size} offset ${(page.page - 1) * page.size}`
  const countResult = await ctx.row<{ count: number }>`select count(*) as count from unit_related_person where unit_id = ${unitId} and ended_at is null`
  return { rows, count: countResult?.count ?? 0 }
}

/** Returns a related person, locked. Callers must check that the unit is visible. */
export const lock = (ctx: Context, id: number): Promise<PersonRow | undefined> =>
  ctx.row<PersonRow>`${people} and person.id = ${id} for no key update of person`

/**
 * Adds related people to a unit. Returns how many were new or changed. A person added again, or with another relation, is
 * related from now on, so earlier exceptions do not count. A relation in force keeps its first author. A relation that
 * awaits approval (`isProposed`) leaves one in force unchanged.
 */
export async function addRelatedPeople(
  ctx: Context,
  of: { unitId: number; relation: RelationKind; source: RelationSource; isProposed?: boolean },
  people: readonly { name: string; idNumber: string }[],
): Promise<number> {
  let addedCount = 0
  for (const { name, idNumber } of people) {
    const numbers = sealedColumns(ctx, { id_number: idNumber })
    const count =
      await ctx.affected`insert into unit_related_person as known (unit_id, name, id_number_sealed, id_number_index, relation, source, created_by, created_at)
      values (${of.unitId}, ${name}, ${numbers.id_number_sealed}, ${numbers.id_number_index}, ${of.relation}, ${of.source}, ${ctx.actor.userId}, ${ctx.now})
      on conflict (unit_id, id_number_index) do update set name = excluded.name, relation = excluded.relation, source = excluded.source,
        created_by = case when known.ended_at is null then known.created_by else excluded.created_by end, ended_by = null, ended_at = null, end_reason = '', end_proposed_by = null, end_proposed_at = null,
        created_at = case when known.ended_at is null and known.relation = excluded.relation then known.created_at else excluded.created_at end
      where known.ended_at is not null
        or not ${of.isProposed ?? false} and (known.relation <> excluded.relation or known.name <> excluded.name)`
    addedCount += count
  }
  return addedCount
}

/** Proposes to end a relation, which lasts until another person approves. */
export const proposeEnd = (ctx: Context, id: number, reason: string): Promise<void> =>
  ctx.run`update unit_related_person set end_proposed_by = ${ctx.actor.userId}, end_proposed_at = ${ctx.now}, end_reason = ${reason} where id = ${id}`

/** Ends a relation as proposed. */
export const endRelation = (ctx: Context, id: number): Promise<void> =>
  ctx.run`update unit_related_person set ended_by = ${ctx.actor.userId}, ended_at = ${ctx.now} where id = ${id}`

/** Removes a proposed end, so that the relation continues. */
export const dropProposedEnd = (ctx: Context, id: number): Promise<void> =>
  ctx.run`update unit_related_person set end_proposed_by = null, end_proposed_at = null, end_reason = '' where id = ${id}`

/** Selects people whose end is proposed, at units within the caller's scope. */
const isEndProposed = (ctx: Context): Expression<SqlBool> => sql<SqlBool>`person.ended_at is null and person.end_proposed_by is not null
  and (${ctx.scope.all} or exists (select from unit_setting setting where setting.unit_id = person.unit_id
    and setting.centre_id = any(${[...ctx.scope.centreIds]}::bigint[])))`

/** Selects people whose end another person proposed. */
export const isEndProposedByOther = (ctx: Context): Expression<SqlBool> => sql<SqlBool>`${isEndProposed(ctx)} and person.end_proposed_by <> ${ctx.actor.userId}`

/** Returns the people whose end is proposed, oldest proposal first. */
export async function proposedEnds(ctx: Context, isForMe: boolean, page: Page): Promise<{ rows: PersonRow[]; count: number }> {
  const where = isForMe ? isEndProposedByOther(ctx) : isEndProposed(ctx)
  const rows = await ctx.rows<PersonRow>`${people} and ${where} order by person.end_proposed_at, person.id
    limit ${page.size} offset ${(page.page - 1) * page.size}`
  const countResult = await ctx.row<{ count: number }>`select count(*) as count from unit_related_person person where ${where}`
  return { rows, count: countResult?.count ?? 0 }
}

/** Removes the proposed end of the unit's present legal person, who may be a former one. */
export async function dropProposedEndOf(ctx: Context, unitId: number, idNumber: string): Promise<void> {
  const { id_number_index: index } = sealedColumns(ctx, { id_number: idNumber })
  await ctx.run`update unit_related_person set end_proposed_by = null, end_proposed_at = null, end_reason = ''
    where unit_id = ${unitId} and id_number_index = ${index} and ended_at is null and end_proposed_by is not null`
}

/** Proposes to end the relations of all other legal persons of a unit. Returns how many. */
export async function proposeFormerLegalPersonEnds(ctx: Context, unitId: number, of: { readonly idNumber: string; readonly reason: string }): Promise<number> {
  const { id_number_index: index } = sealedColumns(ctx, { id_number: of.idNumber })
  return ctx.affected`update unit_related_person set end_proposed_by = ${ctx.actor.userId}, end_proposed_at = ${ctx.now}, end_reason = ${of.reason}
    where unit_id = ${unitId} and relation = 'legal_person' and ended_at is null and end_proposed_by is null and id_number_index <> ${index}`
}

/** Returns the payee of a line within the caller's scope, with the relation to the paying unit. */
export async function payeeOf(
  ctx: Context,
  lineId: number,
): Promise<(Row<'payment_line', 'unit_id' | 'centre_id'> & { related_id: number | null }) | undefined> {
  const line = await ask(ctx, payeeOfLine, lineId)
  if (!line) return undefined
  const rows = await ctx.rows<Row<'unit_related_person', 'id'>>`select id from unit_related_person
    where unit_id = ${line.unit_id} and id_number_index = ${line.id_number_index} and ended_at is null`
  return { unit_id: line.unit_id, centre_id: line.centre_id, related_id: rows[0]?.id ?? null }
}

/** Requests an exception. Returns null if one is already pending. */
export async function addException(
  ctx: Context,
  of: { relatedId: number; unitId: number; centreId: number; statement: string; fileId: string },
): Promise<number | null> {
  const row = await ctx.row<Row<'relation_exception', 'id'>>`
    insert into relation_exception (related_id, unit_id, centre_id, statement, file_id, created_by, created_at)
    values (${of.relatedId}, ${of.unitId}, ${of.centreId}, ${of.statement}, ${of.fileId}, ${ctx.actor.userId}, ${ctx.now})
    on conflict (related_id, centre_id) where state = 'pending' do nothing returning id`
  return row?.id ?? null
}

type ExceptionState = (typeof exceptionStates)[number]

export interface ExceptionRow
  extends Row<
      'relation_exception',
      'id' | 'state' | 'unit_id' | 'centre_id' | 'statement' | 'file_id' | 'created_by' | 'created_at' | 'decided_at' | 'decision_reason' | 'valid_to'
    >,
    Row<'unit_related_person', keyof SealedColumns<'id_number'> | 'name' | 'relation'> {
  state: Exclude<ExceptionState, 'void'>
  void_reason: (typeof exceptionVoidReasons)[number] | null
  /** Start of the present relation, and its end. */
  related_at: Row<'unit_related_person'>['created_at']
  ended_at: Row<'unit_related_person'>['ended_at']
  unit_name: Row<'unit'>['name']
  centre_name: Row<'centre'>['name']
  relation: RelationKind
  requested_by: Row<'app_user'>['name']
  decided_by: Row<'app_user'>['name'] | null
}

/** Selects why an approved exception does not count today; null for other exceptions. */
const exceptionVoidReason = (ctx: Context) => sql`case when asked.state = 'approved' then ${voidReason('asked', dayOf(ctx.now))} end`

/** Selects exceptions in a state, as the list shows it. */
function isInState(ctx: Context, state: ExceptionState): Expression<SqlBool> {
  if (state === 'pending' || state === 'rejected') return sql<SqlBool>`asked.state = ${state}`
  return sql<SqlBool>`asked.state = 'approved' and exists (select from unit_related_person person where person.id = asked.related_id
    and (${voidReason('asked', dayOf(ctx.now))} is null) = ${state === 'approved'})`
}

const exceptionColumns = (
  ctx: Context,
) => sql`asked.id, asked.state, asked.unit_id, asked.centre_id, unit.name as unit_name, centre.name as centre_name, person.name, person.id_number_sealed,
  person.id_number_index, person.relation, asked.statement, asked.file_id, asked.created_by, asker.name as requested_by, asked.created_at, decider.name as decided_by,
  asked.decided_at, asked.decision_reason, asked.valid_to::text, ${exceptionVoidReason(ctx)} as void_reason, person.created_at as related_at, person.ended_at
  from relation_exception asked join unit_related_person person on person.id = asked.related_id join unit on unit.id = asked.unit_id
    join centre on centre.id = asked.centre_id join app_user asker on asker.id = asked.created_by left join app_user decider on decider.id = asked.decided_by`

/** Returns requests within the caller's scope, pending ones first. */
export async function exceptions(
  ctx: Context,
  state: ExceptionState | undefined,
  page: PageRequest,
): Promise<{ rows: ExceptionRow[]; count: number; next: number | null; open: number }> {
  const scope = inScope(ctx.scope, 'asked')
  const isOpen = sql<SqlBool>`(asked.state = 'pending')`
  const listing: Listing = {
    table: sql`relation_exception asked`,
    where: state === undefined ? scope : sql<SqlBool>`${scope} and ${isInState(ctx, state)}`,
    id: sql`asked.id`,
    order: state === undefined ? { by: [isOpen] } : undefined,
    places: placesInScope(ctx, 'asked', { unit: true }),
  }
  const found = await pageOf(ctx, listing, page, sql<ExceptionRow>`select ${exceptionColumns(ctx)}`)
  return { ...found, open: await countOf(ctx, { ...listing, where: sql<SqlBool>`${scope} and ${isOpen}` }) }
}

/** Returns a request within the caller's scope, locked. */
export const lockException = (ctx: Context, id: number): Promise<ExceptionRow | undefined> =>
  ctx.row<ExceptionRow>`select ${exceptionColumns(ctx)} where asked.id = ${id} and ${inScope(ctx.scope, 'asked')} for no key update of asked`

export async function decideException(
  ctx: Context,
  id: number,
  decision: { state: 'approved' | 'rejected'; reason: string; validTo: string | null },
): Promise<void> {
  await ctx.db
    .updateTable('relation_exception')
    .set({ state: decision.state, decision_reason: decision.reason, valid_to: decision.validTo, decided_by: ctx.actor.userId, decided_at: ctx.now })
    .where('id', '=', id)
    .execute()
}
