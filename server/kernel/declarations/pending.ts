import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { type PageKey, type Permission, pages, permissionsOfPage } from '#/api/pages.ts'
import type { tasks } from '#/api/services/tasks.ts'
import { userType } from '#/domain/base/codes.ts'
import { type Fen, fen } from '#/domain/base/money.ts'
import type { Context, Scope } from '#/server/kernel/context.ts'
import { inScope } from '#/server/kernel/session/scope.ts'

// Each module declares its kinds of pending work in `pending.ts`, and `server/app/pending.ts` lists them.

/** Count and sum of pending work at one place. A null centre means no place, a null mode means both modes. */
export interface PlaceSum {
  readonly centre_id: number | null
  readonly mode: number | null
  readonly count: number
  readonly amount: number
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

interface CountedTable {
  /** The table with the alias that the condition uses. */
  readonly table: RawBuilder<unknown>
  readonly as: string
  readonly where?: RawBuilder<unknown>
  readonly amount?: RawBuilder<unknown>
  readonly hasMode?: boolean
}

/** Counts and sums the matching rows by place within a scope. */
export async function sumsByPlace(
  ctx: Context,
  scope: Scope,
  { table, as, where = sql`true`, amount = sql`0`, hasMode = false }: CountedTable,
): Promise<PlaceSum[]> {
  const mode = hasMode ? sql.ref(`${as}.mode`) : sql`null::smallint`
  const { rows } = await sql<PlaceSum>`select ${sql.ref(`${as}.centre_id`)} as centre_id, ${mode} as mode, count(*) as count,
      coalesce(sum(${amount}), 0)::bigint as amount
    from ${table} where ${where} and ${inScope(scope, as, { mode: hasMode })} group by 1, 2`.execute(ctx.db)
  return rows
}

/** Returns a count of work that belongs to no centre, as the only sum. */
export const sumWithoutPlace = (count: number): PlaceSum[] => [{ centre_id: null, mode: null, count, amount: 0 }]

/** Counts the rows of a query (`from … where …`) as work that belongs to no centre. */
export async function countWithoutPlace(ctx: Context, from: RawBuilder<unknown>, what: RawBuilder<unknown> = sql`*`): Promise<PlaceSum[]> {
  const { rows } = await sql<{ count: number }>`select count(${what}) as count ${from}`.execute(ctx.db)
  return sumWithoutPlace(rows[0]?.count ?? 0)
}

/** Adds up count and amount over all places. */
export function totalOf(sums: readonly PlaceSum[]): { count: number; amount: Fen } {
  return { count: sums.reduce((sum, each) => sum + each.count, 0), amount: fen(sums.reduce((sum, each) => sum + each.amount, 0)) }
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
