import type { Permission } from '#/api/pages.ts'
import type { Context } from '#/server/kernel/context.ts'
import * as inbox from '#/server/services/messages/store-inbox.ts'

/** Returns the people of a unit who hold a permission, as recipients of messages. */
export async function holdersInUnit(ctx: Context, unitId: number, permission: Permission): Promise<number[]> {
  return (await holdersInUnits(ctx, [unitId], permission)).map((holder) => holder.id)
}

/** Returns the holders of a permission in several units. */
export async function holdersInUnits(ctx: Context, unitIds: readonly number[], permission: Permission): Promise<inbox.HolderRow[]> {
  return ctx.widen('people of a unit', () => inbox.holders(ctx, unitIds, permission))
}

/** Returns the holders of a permission at a centre (optionally in a mode) and, unless `alone`, at the platform. */
export async function holdersAt(
  ctx: Context,
  centreId: number,
  permission: Permission,
  { mode = null, alone = false }: { mode?: number | null; alone?: boolean } = {},
): Promise<number[]> {
  return ctx.widen('people of a centre', () => inbox.holdersAtCentre(ctx, { centreId, mode, alone }, permission))
}

/** Returns the holders of a permission at the platform. */
export async function holdersOfPlatform(ctx: Context, permission: Permission): Promise<number[]> {
  return ctx.widen('people of a centre', () => inbox.holdersAtPlatform(ctx, permission))
}

/** Returns the accounts of an operator, as recipients of messages. */
export async function accountsOfOperator(ctx: Context, operatorId: number): Promise<number[]> {
  return accountsOfOperators(ctx, [operatorId])
}

/** Returns the accounts of several operators. */
export async function accountsOfOperators(ctx: Context, operatorIds: readonly number[]): Promise<number[]> {
  return ctx.widen('accounts of an operator', () => inbox.usersOfOperators(ctx, operatorIds))
}
