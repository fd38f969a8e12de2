import { sql } from 'kysely'
import type { Modules } from '#/api/modules.ts'
import type { Permission } from '#/api/pages.ts'
import type { ChangeState, GuardedKind } from '#/domain/access/guarded.ts'
import { accountStatus, userType } from '#/domain/base/codes.ts'
import { changesProvider } from '#/server/access/changes/provider-changes.ts'
import { hasUnsettledOrders } from '#/server/access/changes/questions.ts'
import type { Context } from '#/server/kernel/context.ts'
import { ask } from '#/server/kernel/declarations/question.ts'
import type { FilterOf } from '#/server/kernel/request/implementation.ts'
import type { Row } from '#/server/lib/database/rows.ts'

/** One differing value; `field` is a guarded field, or `settings.` and the key of a setting. */
export interface FieldDifference {
  readonly field: string
  readonly before: string
  readonly after: string
  readonly isSecret: boolean
}

export interface Proposal {
  readonly kind: GuardedKind
  readonly rowId: number
  /** Name of the row as stored: the name of a preset or service, or a name entered by a user. */
  readonly rowName: string
  /** Null when the row belongs to no centre. */
  readonly centreId: number | null
  /** Every guarded column after the change, except sealed settings. */
  readonly becomes: Readonly<Record<string, string | number | boolean | null | readonly (string | number)[]>>
  /** Sealed settings after the change; null for a kind without settings. */
  readonly settingsSealed?: string | null
  /** The sealed account number of a partner after the change. */
  readonly account?: { readonly sealed: string | null; readonly index: string | null }
  readonly differences: readonly FieldDifference[]
  readonly reason: string
}

export interface ChangeRow
  extends Row<
    'guarded_change',
    | 'id'
    | 'kind'
    | 'row_id'
    | 'row_name'
    | 'centre_id'
    | 'state'
    | 'shown'
    | 'becomes'
    | 'reason'
    | 'proposed_by'
    | 'proposed_at'
    | 'decided_by'
    | 'decided_at'
    | 'decision_note'
    | 'effective_at'
  > {
  kind: GuardedKind
  state: ChangeState
  shown: FieldDifference[]
  becomes: Record<string, unknown>
  /** Empty when the row belongs to no centre. */
  centre: string
  proposer: string
  decider: string | null
  /** Whether the proposer and the caller count as one person, because one set the other's password within a day. */
  is_same_hand: boolean
}

export type ChangeFilter = FilterOf<Modules['changes']['list']>

const changeQuery = (
  ctx: Context,
) => sql`select change.id, change.kind, change.row_id, change.row_name, change.centre_id, change.state, change.shown, change.becomes, change.reason, change.proposed_by,
  change.proposed_at, change.decided_by, change.decided_at, change.decision_note, change.effective_at, proposer.name as proposer, decider.name as decider, app.is_same_hand(change.proposed_by, ${ctx.actor.userId}) as is_same_hand,
  coalesce(centre.name, '') as centre from guarded_change change left join centre on centre.id = change.centre_id join app_user proposer on proposer.id = change.proposed_by
    left join app_user decider on decider.id = change.decided_by`

/** Returns changes that took effect although their proposer approved them, as a table: id, decided_by. */
export const changesByOnePerson = (kinds: readonly GuardedKind[]) =>
  sql`(select id, decided_by from guarded_change
    where kind = any(${[...kinds]}::text[]) and state = 'effective' and decided_by = proposed_by)`

/** Inserts a proposal by the caller and returns its id; null when the row already has an open one. */
export async function insert(ctx: Context, of: Proposal): Promise<number | null> {
  const rows = await ctx.rows<
    Row<'guarded_change', 'id'>
  >`insert into guarded_change (kind, row_id, row_name, centre_id, becomes, settings_sealed, account_no_sealed, account_no_index, shown, reason, proposed_by, proposed_at)
    values (${of.kind}, ${of.rowId}, ${of.rowName}, ${of.centreId}, ${JSON.stringify(of.becomes)}::jsonb, ${of.settingsSealed ?? null}, ${of.account?.sealed ?? null},
      ${of.account?.index ?? null}, ${JSON.stringify(of.differences)}::jsonb,
      ${of.reason}, ${ctx.actor.userId}, ${ctx.now})
    on conflict (kind, row_id) where state in ('waiting', 'approved') do nothing returning id`
  return rows[0]?.id ?? null
}

/** Returns a page of changes, newest first. */
export async function list(
  ctx: Context,
  { changeId, state, isForMe }: ChangeFilter,
  page: { page: number; size: number },
): Promise<{ rows: ChangeRow[]; count: number }> {
  const where = sql`${changeId ? sql`change.id = ${changeId}` : sql`true`} and ${state ? sql`change.state = ${state}` : sql`true`}
    and ${isForMe ? sql`change.state = 'waiting' and change.proposed_by <> ${ctx.actor.userId}` : sql`true`}`
  const rows = await ctx.rows<ChangeRow>`${changeQuery(ctx)} where ${where} order by change.id desc limit ${page.size} offset ${(page.page - 1) * page.size}`
  const countResult = await ctx.row<{ count: number }>`select count(*)::int as count from guarded_change change where ${where}`
  return { rows, count: countResult?.count ?? 0 }
}

/** The rows whose open changes a page lists: all rows of a centre, or single rows of a kind. */
export type ChangeScope = { readonly centreId: number } | { readonly kind: GuardedKind; readonly rowIds: readonly number[] }

export async function openChanges(ctx: Context, where: ChangeScope): Promise<ChangeRow[]> {
  const rowCondition =
    'centreId' in where ? sql`change.centre_id = ${where.centreId}` : sql`change.kind = ${where.kind} and change.row_id = any(${[...where.rowIds]}::bigint[])`
  return await ctx.rows<ChangeRow>`${changeQuery(ctx)} where ${rowCondition} and change.state in ('waiting', 'approved') order by change.id`
}

export const lock = (ctx: Context, id: number): Promise<ChangeRow | undefined> =>
  ctx.row<ChangeRow>`${changeQuery(ctx)} where change.id = ${id} for no key update of change`

/**
 * Approves a change at the time of the transaction, as a trigger requires. Returns when the change takes effect, and
 * whether that time has come.
 */
export async function approveChange(ctx: Context, id: number, note: string): Promise<{ at: Date; isDue: boolean }> {
  const rows = await ctx.rows<{ at: Date; is_due: boolean }>`update guarded_change change set state = 'approved', decided_by = ${ctx.actor.userId},
    decided_at = app.moment(), decision_note = ${note}, effective_at = app.moment() + app.cooling_of(change)
    where id = ${id} returning effective_at as at, effective_at <= app.moment() as is_due`
  return { at: rows[0]?.at ?? ctx.now, isDue: rows[0]?.is_due ?? false }
}

/** Rejects or withdraws a change that has not taken effect. */
export async function endProposal(ctx: Context, id: number, to: 'rejected' | 'withdrawn', note: string): Promise<void> {
  await ctx.run`update guarded_change set state = ${to}, decided_by = ${ctx.actor.userId}, decided_at = ${ctx.now}, decision_note = ${note}, effective_at = null
    where id = ${id}`
}

/** Withdraws the open change of a row, if any. */
export async function withdrawOpenChange(ctx: Context, kind: GuardedKind, rowId: number, note: string): Promise<void> {
  await ctx.run`update guarded_change set state = 'withdrawn', decided_by = ${ctx.actor.userId}, decided_at = ${ctx.now}, decision_note = ${note}, effective_at = null
    where kind = ${kind} and row_id = ${rowId} and state in ('waiting', 'approved')`
}

/** Writes an approved change into its row; the table's trigger checks that they match. */
export const applyChange = (ctx: Context, id: number): Promise<void> => ctx.run`select app.apply_change(${id})`

/** Locks and returns the approved changes whose time has come. Skips those that another server has locked. */
export const lockDueChanges = (ctx: Context): Promise<ChangeRow[]> =>
  ctx.rows<ChangeRow>`${changeQuery(ctx)} where change.state = 'approved' and change.effective_at <= app.moment() order by change.id for no key update of change skip locked`

export async function deciderIds(ctx: Context): Promise<number[]> {
  const keys: Permission[] = ['change:decide', 'admin3']
  const rows = await ctx.rows<Row<'app_user', 'id'>>`select person.id from app_user person where person.status = ${accountStatus.active}
    and person.usertype = ${userType.platform} and exists (select from user_role join role_permission using (role_id)
      where user_id = person.id and permission = any(${keys}::text[])) order by person.id`
  return rows.map(({ id }) => id)
}

export async function partnerAccountIds(ctx: Context, partnerId: number): Promise<number[]> {
  const rows = await ctx.rows<Row<'app_user', 'id'>>`select id from app_user where partner_id = ${partnerId} and status = ${accountStatus.active}
    order by id`
  return rows.map(({ id }) => id)
}

/** Returns whether a change switches to another provider while the current one has orders without a result. */
export async function hasOrdersWithoutResult(ctx: Context, row: ChangeRow): Promise<boolean> {
  if (!changesProvider(row.shown)) return false
  if (row.kind === 'channel') return (await ctx.unfinished.payouts(ctx, { channelId: row.row_id })) > 0
  return row.kind === 'einvoice_channel' && ask(ctx, hasUnsettledOrders, row.row_id, String(row.becomes.kind))
}

/** Returns the active accounts of a centre's units that may send payments or register top-ups. */
export async function payerIdsAt(ctx: Context, centreId: number): Promise<number[]> {
  const keys: Permission[] = ['cz:apply', 'zf:pay', 'user:edit']
  const rows = await ctx.rows<Row<'app_user', 'id'>>`select person.id from app_user person where person.status = ${accountStatus.active}
    and person.usertype = ${userType.unit} and exists (select from unit_setting setting where setting.unit_id = person.unit_id and setting.centre_id = ${centreId})
    and exists (select from user_role join role_permission using (role_id) where user_id = person.id and permission = any(${keys}::text[])) order by person.id`
  return rows.map(({ id }) => id)
}
