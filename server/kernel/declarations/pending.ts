import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { type PageKey, type Permission, pages, permissionsOfPage } from '#/api/pages.ts'
import type { tasks } from '#/api/services/tasks.ts'
import { userType } from '#/domain/base/codes.ts'
import { type Fen, fen } from '#/domain/base/money.ts'
import type { Context, Scope } from '#/server/kernel/context.ts'
import { inScope } from '#/server/kernel/session/scope.ts'

// Each module declares its kinds of pending work in `pending.ts`, and `server/app/pending.ts` lists them.

/** Count, sum and age of pending work at one place. A null centre means no place, a null mode means both modes. */
export interface PlaceSum {
  readonly centre_id: number | null
  readonly mode: number | null
  readonly count: number
  readonly amount: number
  /** Since when the oldest item has waited. Absent or null if that is unknown for an item. */
  readonly oldest_at?: Date | null
}

/** A kind of work that waits for a user's action, with the list that shows it. */
export interface PendingKind {
  readonly kind: z.output<(typeof tasks)['waiting']['output']>[number]['kind']
  /** Only users who can open this page see such work. */
  readonly page: PageKey
  /** Filter that shows the work on that page. */
  readonly query: string
  /** Users need at least one of these permissions. */
  readonly rights?: readonly Permission[]
  readonly isFor?: (ctx: Context, scope: Scope) => boolean
  /** Counts and sums the work by place within a scope. */
  readonly sums: (ctx: Context, scope: Scope) => Promise<readonly PlaceSum[]>
}

/** Count and amount of pending work. The amount is null if no money is involved. */
export interface PendingFigure {
  readonly count: number
  readonly amount: number | null
}

export const isUnitUser = ({ actor }: Context): boolean => actor.usertype === userType.unit
/** Returns whether the scope names no units, as for all callers except unit users and salespeople. */
export const isAboveUnits = (_: Context, scope: Scope): boolean => scope.unitIds.length === 0
export const isPlatformScope = ({ scope }: Context): boolean => scope.all

function canOpen({ actor }: Context, page: PageKey): boolean {
  return pages[page].permission === 'session' || permissionsOfPage(page).some((key) => actor.may(key))
}

/** Returns whether the caller can have work of this kind. */
export function canHaveWorkOfKind(ctx: Context, scope: Scope, { page, rights, isFor }: PendingKind): boolean {
  return canOpen(ctx, page) && (rights?.some((right) => ctx.actor.may(right)) ?? true) && (isFor?.(ctx, scope) ?? true)
}

/**
 * SQL for the time since when the oldest row of a group has waited. `since` is a row's time, null if unknown. One unknown
 * time makes the result null, because that row may be the oldest.
 */
export const oldestAt = (since: RawBuilder<unknown> | undefined) =>
  since === undefined ? sql`null::timestamptz` : sql`case when count(*) = count(${since}) then min(${since}) end`

/** SQL for the start of a day in China. */
export const startOfDayAt = (day: RawBuilder<unknown>) => sql`((${day})::timestamp at time zone 'Asia/Shanghai')`

interface CountedTable {
  /** The table with the alias that the condition uses. */
  readonly table: RawBuilder<unknown>
  readonly as: string
  readonly where?: RawBuilder<unknown>
  readonly amount?: RawBuilder<unknown>
  /** Since when a row has waited for this step. Undefined if no column holds it. */
  readonly since?: RawBuilder<unknown> | undefined
  readonly hasMode?: boolean
}

/** Returns count, sum and age of the matching rows by place within a scope. */
export async function sumsByPlace(
  ctx: Context,
  scope: Scope,
  { table, as, where = sql`true`, amount = sql`0`, since, hasMode = false }: CountedTable,
): Promise<PlaceSum[]> {
  const mode = hasMode ? sql.ref(`${as}.mode`) : sql`null::smallint`
  return ctx.rows<PlaceSum>`select ${sql.ref(`${as}.centre_id`)} as centre_id, ${mode} as mode, count(*) as count,
      coalesce(sum(${amount}), 0)::bigint as amount, ${oldestAt(since)} as oldest_at
    from ${table} where ${where} and ${inScope(scope, as, { mode: hasMode })} group by 1, 2`
}

/** Returns a count of work that belongs to no centre, as the only sum. */
export const sumWithoutPlace = (count: number, oldest: Date | null = null): PlaceSum[] => [{ centre_id: null, mode: null, count, amount: 0, oldest_at: oldest }]

/** Counts the rows of a query (`from … where …`) as work that belongs to no centre. */
export async function countWithoutPlace(
  ctx: Context,
  from: RawBuilder<unknown>,
  { what = sql`*`, since }: { readonly what?: RawBuilder<unknown>; readonly since?: RawBuilder<unknown> } = {},
): Promise<PlaceSum[]> {
  const rows = await ctx.rows<{ count: number; oldest_at: Date | null }>`select count(${what}) as count, ${oldestAt(since)} as oldest_at ${from}`
  return sumWithoutPlace(rows[0]?.count ?? 0, rows[0]?.oldest_at)
}

/** Adds up count and amount over all places. */
export function totalOf(sums: readonly PlaceSum[]): { count: number; amount: Fen } {
  return { count: sums.reduce((sum, each) => sum + each.count, 0), amount: fen(sums.reduce((sum, each) => sum + each.amount, 0)) }
}

/** Returns since when the oldest item of all places has waited; null if that is unknown at one of them. */
export function oldestOf(sums: readonly PlaceSum[]): Date | null {
  const times = sums.flatMap(({ count, oldest_at: time }) => (count === 0 ? [] : [time?.getTime() ?? Number.NaN]))
  const first = Math.min(...times)
  return Number.isFinite(first) ? new Date(first) : null
}

/** Returns a function that shares one read between several kinds of pending work of the same request. */
export function sharedRead<T>(read: (ctx: Context, scope: Scope) => Promise<T>): (ctx: Context, scope: Scope) => Promise<T> {
  const answers = new WeakMap<Context, Promise<T>>()
  return (ctx, scope) => {
    const answer = answers.get(ctx) ?? read(ctx, scope)
    answers.set(ctx, answer)
    return answer
  }
}
