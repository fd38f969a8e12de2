import { sql } from 'kysely'
import type { AssignedRole } from '#/domain/organisations/unit.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

/**
 * The state of an assignment. `proposed`: waits for a second person. `held`: took effect. `ahead`: planned, and applied
 * within a minute once due.
 */
export type AssignmentState = 'proposed' | 'held' | 'ahead' | 'cancelled' | 'lapsed' | 'rejected'

export interface AssignmentRow extends Row<'unit_assignment', 'id' | 'unit_id' | 'role' | 'party_id' | 'since' | 'state'> {
  /** The person who proposed or made the assignment. */
  proposer: Row<'unit_assignment'>['set_by']
  role: AssignedRole
  state: AssignmentState
  party_name: Row<'app_user'>['name'] | null
  set_by: Row<'app_user'>['name'] | null
  decided_by: Row<'app_user'>['name'] | null
}

const columns = sql`held.id, held.unit_id, held.role, held.party_id, held.since, held.state, held.set_by as proposer,
  case held.role when 'partner' then (select name from partner where partner.id = held.party_id) else (select name from app_user where app_user.id = held.party_id) end
    as party_name,
  (select name from app_user where app_user.id = held.set_by) as set_by,
  (select name from app_user where app_user.id = held.decided_by) as decided_by`

/** Selects the units that a partner has, had or will have. */
export const unitsEverOfPartner = (partnerId: number) =>
  sql`(select held.unit_id from unit_assignment held where held.role = 'partner' and held.party_id = ${partnerId})`

/** Returns the past, current and planned assignments of a unit, newest first. */
export async function assignments(ctx: Context, unitId: number, most: number): Promise<AssignmentRow[]> {
  return ctx.rows<AssignmentRow>`select ${columns} from unit_assignment held where held.unit_id = ${unitId}
    order by held.since desc, held.id desc limit ${most}`
}

/** Returns the planned assignments of a unit, nearest first. */
export async function plannedAssignments(ctx: Context, unitId: number): Promise<AssignmentRow[]> {
  return ctx.rows<AssignmentRow>`select ${columns} from unit_assignment held where held.unit_id = ${unitId} and held.state = 'ahead'
    order by held.since, held.id`
}

/** Returns an assignment if the caller sees its unit. */
export const findAssignment = (ctx: Context, id: number): Promise<AssignmentRow | undefined> =>
  ctx.row<AssignmentRow>`select ${columns} from unit_assignment held where held.id = ${id}`

/** The parties that a unit receives, by role. A null party ends an assignment. */
export type Parties = ReadonlyMap<AssignedRole, number | null>

interface NewAssignments {
  readonly unitId: number
  readonly since: string
  readonly parties: Parties
}

async function insertAssignments(ctx: Context, of: NewAssignments, state: 'ahead' | 'proposed'): Promise<void> {
  const partyRows = JSON.stringify([...of.parties].map(([role, party_id]) => ({ role, party_id })))
  await ctx.run`insert into unit_assignment (unit_id, role, party_id, since, set_by, state)
    select ${of.unitId}, role, party_id, ${of.since}::timestamptz, ${ctx.actor.userId}, ${state}
    from json_to_recordset(${partyRows}::json) as requested(role text, party_id bigint)`
}

/** Proposes assignments of a unit to a second person, replacing earlier proposals for the same roles. */
export async function proposeAssignments(ctx: Context, of: NewAssignments): Promise<void> {
  await ctx.run`update unit_assignment set state = 'cancelled' where unit_id = ${of.unitId} and state = 'proposed'
    and role = any(${[...of.parties.keys()]}::text[])`
  await insertAssignments(ctx, of, 'proposed')
}

/**
 * Stores the second person's decision. An approved assignment takes effect at its moment, now at the earliest, and
 * replaces the one planned for the same role and moment.
 */
export async function decideAssignment(ctx: Context, id: number, isApproved: boolean): Promise<void> {
  await ctx.run`update unit_assignment set state = ${isApproved ? 'ahead' : 'rejected'}, decided_by = ${ctx.actor.userId}, decided_at = ${ctx.now}::timestamptz,
    since = case when ${isApproved} then greatest(since, least(app.moment(), ${ctx.now}::timestamptz)) else since end where id = ${id}`
  if (!isApproved) return
  await ctx.run`update unit_assignment other set state = 'cancelled' from unit_assignment decided where decided.id = ${id} and other.id <> decided.id
    and (other.unit_id, other.role, other.since) = (decided.unit_id, decided.role, decided.since) and other.state = 'ahead' and other.since > app.moment()`
}

/** Selects units with an assignment that others proposed. */
export const unitsWithProposalFor = (ctx: Context) =>
  sql`(select held.unit_id from unit_assignment held where held.state = 'proposed' and held.set_by is distinct from ${ctx.actor.userId})`

/** Plans assignments of a unit, replacing those planned for the same roles and moment. */
export async function planAssignments(ctx: Context, of: NewAssignments): Promise<void> {
  await ctx.run`update unit_assignment set state = 'cancelled' where unit_id = ${of.unitId} and state = 'ahead' and since = ${of.since}::timestamptz
    and role = any(${[...of.parties.keys()]}::text[])`
  await insertAssignments(ctx, of, 'ahead')
}

/** Stores the outcome of a planned assignment. */
export async function closeAssignment(ctx: Context, id: number, state: Exclude<AssignmentState, 'ahead'>): Promise<void> {
  await ctx.db.updateTable('unit_assignment').set({ state }).where('id', '=', id).execute()
}

interface DueAssignment extends Pick<AssignmentRow, 'id' | 'unit_id' | 'role' | 'party_id'> {
  status: Row<'unit'>['status']
  centre_ids: number[]
}

/** Returns due assignments of these units or of all, in order of time, and locks the units. */
export async function lockDueAssignments(ctx: Context, unitIds: readonly number[] | null): Promise<DueAssignment[]> {
  const dueCondition = sql`held.state = 'ahead' and held.since <= ${ctx.now}::timestamptz and ${unitIds === null ? sql`true` : sql`held.unit_id = any(${[...unitIds]}::bigint[])`}`
  await ctx.run`select from unit where id in (select held.unit_id from unit_assignment held where ${dueCondition}) order by id for no key update`
  return ctx.rows<DueAssignment>`select held.id, held.unit_id, held.role, held.party_id, unit.status,
      array(select distinct place.centre_id from unit_setting place where place.unit_id = unit.id) as centre_ids
    from unit_assignment held join unit on unit.id = held.unit_id where ${dueCondition} order by held.since, held.id limit 500`
}

/** Updates the assigned party of a unit from the history. */
export const refreshAssignedParty = (ctx: Context, unitId: number, role: AssignedRole): Promise<void> =>
  ctx.run`update unit set ${sql.ref(`${role}_id`)} = app.unit_party(id, ${role}, ${ctx.now}::timestamptz), version = version + 1 where id = ${unitId}`
