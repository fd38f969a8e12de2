import type { Language } from '#/domain/base/text.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

// Names and order of permission keys are global and public, so no scope applies.

/** Custom names by language; null where the built-in name applies. */
export type CustomName = Readonly<Record<Language, string | null>>

export type PermissionNameRow = CustomName & Row<'permission_name', 'permission' | 'version'>

export type PermissionOrderRow = Row<'permission_order', 'menu' | 'permissions' | 'version'>

/** Returns the custom names of these keys, or of all. */
export function customNames(ctx: Context, keys?: readonly string[]): Promise<PermissionNameRow[]> {
  const nameQuery = ctx.db.selectFrom('permission_name').select(['permission', 'zh', 'en', 'es', 'ja', 'version']).orderBy('permission')
  return (keys ? nameQuery.where('permission', 'in', [...keys, '']) : nameQuery).execute()
}

export function permissionOrders(ctx: Context): Promise<PermissionOrderRow[]> {
  return ctx.db.selectFrom('permission_order').select(['menu', 'permissions', 'version']).orderBy('menu').execute()
}

/** Serialises renames, so that two keys cannot receive the same name concurrently. */
export const lockNames = (ctx: Context): Promise<void> => ctx.run`select pg_advisory_xact_lock(hashtext('permission_name'))`

/** Sets a key's custom names; false when another editor saved first. Version 0 means no names were stored yet. */
export async function setCustomName(ctx: Context, permission: string, version: number, name: CustomName): Promise<boolean> {
  const nameRow = { ...name, updated_at: ctx.now, updated_by: ctx.actor.userId }
  if (version === 0) {
    const insert = ctx.db.insertInto('permission_name').values({ permission, ...nameRow })
    return (await insert.onConflict((on) => on.doNothing()).executeTakeFirst()).numInsertedOrUpdatedRows === 1n
  }
  const update = ctx.db.updateTable('permission_name').set({ ...nameRow, version: version + 1 })
  return (await update.where('permission', '=', permission).where('version', '=', version).executeTakeFirst()).numUpdatedRows === 1n
}

/** Sets the order of a menu group; false when another editor saved first. */
export async function setPermissionOrder(ctx: Context, menu: string, version: number, permissions: readonly string[]): Promise<boolean> {
  const orderRow = { permissions: [...permissions], updated_at: ctx.now, updated_by: ctx.actor.userId }
  if (version === 0) {
    const insert = ctx.db.insertInto('permission_order').values({ menu, ...orderRow })
    return (await insert.onConflict((on) => on.doNothing()).executeTakeFirst()).numInsertedOrUpdatedRows === 1n
  }
  const update = ctx.db.updateTable('permission_order').set({ ...orderRow, version: version + 1 })
  return (await update.where('menu', '=', menu).where('version', '=', version).executeTakeFirst()).numUpdatedRows === 1n
}
