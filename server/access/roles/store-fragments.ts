import { type RawBuilder, sql } from 'kysely'
import type { UserType } from '#/domain/base/codes.ts'
import type { Context, Db } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

// SQL and questions about roles.

/** Returns the names of a user's roles in their order, as an array. */
export const roleNamesOf = (userId: RawBuilder<unknown>) =>
  sql<string[]>`array(select role.name from user_role held join role on role.id = held.role_id
    where held.user_id = ${userId} order by role.name)`

/** Returns a user's roles in the order of their names, as a JSON array: id, name. */
export const rolesOf = (userId: RawBuilder<unknown>) =>
  sql`coalesce((select jsonb_agg(jsonb_build_object('id', role.id, 'name', role.name) order by role.name)
    from user_role held join role on role.id = held.role_id where held.user_id = ${userId}), '[]')`

/** Returns the names of the roles with these ids in their order, as an array. */
export const namesOfRoles = (ids: RawBuilder<unknown>) => sql<string[]>`array(select role.name from role where role.id = any(${ids}) order by role.name)`

/** A role with the keys of its permissions. */
export interface RoleKeys extends Row<'role', 'id' | 'name' | 'usertype'> {
  usertype: UserType
  keys: string[]
}

/** Returns these roles, or all, with their keys. */
export async function rolesWithKeys(ctx: Context, ids?: readonly number[]): Promise<RoleKeys[]> {
  const idCondition = ids === undefined ? sql`true` : sql`role.id = any(${[...ids]}::bigint[])`
  return ctx.rows<RoleKeys>`select role.id, role.name, role.usertype,
      array(select permission from role_permission where role_id = role.id order by permission) as keys
    from role where ${idCondition} order by role.usertype, role.id`
}

/**
 * Returns the built-in role for new accounts of this kind: a unit administrator's, or else the one with the most
 * permissions.
 */
export async function initialRoleId(db: Db, usertype: number): Promise<number> {
  const result = await sql<Row<'role', 'id'>>`select role.id from role left join role_permission on role_permission.role_id = role.id
    where role.usertype = ${usertype} and role.is_system group by role.id
    order by bool_or(permission = 'employeeDw') desc nulls last, count(*) desc, role.id limit 1`.execute(db)
  return (result.rows[0] as { id: number }).id
}
