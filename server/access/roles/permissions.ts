import type { z } from 'zod'
import { type Modules, modules } from '#/api/modules.ts'
import type { Module } from '#/api/operation.ts'
import { menuOfKey, type Permission, pageKeys, pages, permissionsOfPage, superKey } from '#/api/pages.ts'
import { actionNames, permissionKeys, usertypesOf } from '#/api/rights.ts'
import type { Language, Text } from '#/domain/base/text.ts'
import { presetName } from '#/server/kernel/installation/presets.ts'
import { translate } from '#/server/kernel/request/translate.ts'

interface RoleWithPermissions {
  readonly id: number
  readonly name: string
  readonly usertype: number
  readonly permissions: readonly string[]
}

type PermissionList = z.input<Modules['roles']['permissions']['output']>
type PermissionReport = z.input<Modules['roles']['check']['output']>

const allPages = Object.keys(pages) as (keyof typeof pages)[]
const screenKeys: ReadonlySet<string> = new Set(pageKeys)

/** Every operation with the permission keys that allow it. Public and session operations have none. */
const operations: readonly { readonly name: string; readonly keys: readonly string[]; readonly log: Text | undefined }[] = Object.entries(
  modules as Readonly<Record<string, Module>>,
).flatMap(([module, each]) =>
  Object.entries(each).map(([name, { access, log }]) => ({
    name: `${module}.${name}`,
    keys: access === 'public' || access === 'session' ? [] : typeof access === 'string' ? [access] : access,
    log,
  })),
)

function kindOf(key: Permission): 'page' | 'action' | 'all' {
  if (key === superKey) return 'all'
  return key in actionNames ? 'action' : 'page'
}

/** Lists every known key with the pages and operations it opens and the roles that hold it. */
export function permissionList(roles: readonly RoleWithPermissions[], language: Language): PermissionList {
  return permissionKeys.map((key) => ({
    key,
    kind: kindOf(key),
    menu: menuOfKey(key),
    pages: allPages
      .filter((page) => permissionsOfPage(page).includes(key))
      .map((page) => ({ key: page, path: pages[page].path, hasScreen: screenKeys.has(page) })),
    usertypes: [...usertypesOf(key)],
    operations: operations.filter((operation) => operation.keys.includes(key)).map((operation) => operation.name),
    roles: roles.filter((role) => role.permissions.includes(key)).map(({ id, name, usertype }) => ({ id, name: presetName(name, language), usertype })),
  }))
}

/** Returns whether a key opens neither a page nor an operation. */
function isIdle(key: Permission): boolean {
  return key !== superKey && !pageKeys.some((page) => permissionsOfPage(page).includes(key)) && !operations.some((operation) => operation.keys.includes(key))
}

/**
 * Reports differences between roles and code: unknown keys, keys of the wrong kind of user, and pages and operations
 * that no role allows. Ignores roles with full rights. Unused keys and pages open to every signed-in user come last, as
 * information.
 */
export function permissionReport(roles: readonly RoleWithPermissions[], language: Language): PermissionReport {
  const validKeys: ReadonlySet<string> = new Set(permissionKeys)
  const heldKeys = new Set(roles.flatMap((role) => role.permissions))
  const holders = (key: string) => roles.filter((role) => role.permissions.includes(key))
  const isInaccessible = (keys: readonly string[]) => keys.length > 0 && !keys.some((key) => heldKeys.has(key))
  const roleNamesOf = (list: readonly RoleWithPermissions[]) => list.map((role) => presetName(role.name, language))
  const unknownKeys = [...heldKeys].filter((key) => !validKeys.has(key)).sort()
  const wrongRolesPerKey = [...heldKeys]
    .filter((key) => validKeys.has(key))
    .map((key) => ({ key, wrong: holders(key).filter((role) => !usertypesOf(key).includes(role.usertype)) }))
  return {
    keys: permissionKeys.length,
    pages: pageKeys.length,
    operations: operations.length,
    findings: [
      ...unknownKeys.map((key) => ({ kind: 'unknownKey' as const, subject: key, keys: [key], roles: roleNamesOf(holders(key)) })),
      ...wrongRolesPerKey
        .filter(({ wrong }) => wrong.length > 0)
        .map(({ key, wrong }) => ({ kind: 'wrongUsertype' as const, subject: key, keys: [key], roles: roleNamesOf(wrong) })),
      ...pageKeys
        .filter((page) => isInaccessible(permissionsOfPage(page)))
        .map((page) => ({ kind: 'closedPage' as const, subject: page, keys: [...permissionsOfPage(page)], roles: [] })),
      ...operations
        .filter(({ keys }) => isInaccessible(keys))
        .map(({ name, keys, log }) => ({
          kind: 'closedOperation' as const,
          subject: name,
          name: log ? translate(log, language) : '',
          keys: [...keys],
          roles: [],
        })),
      ...permissionKeys.filter(isIdle).map((key) => ({ kind: 'idleKey' as const, subject: key, keys: [key], roles: roleNamesOf(holders(key)) })),
      ...pageKeys.filter((page) => permissionsOfPage(page).length === 0).map((page) => ({ kind: 'openPage' as const, subject: page, keys: [], roles: [] })),
    ],
  }
}
