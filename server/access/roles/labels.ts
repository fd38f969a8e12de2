import type { z } from 'zod'
import { permissionName, roleRefusals } from '#/api/access/roles.texts.ts'
import type { Modules } from '#/api/modules.ts'
import { menuOfKey } from '#/api/pages.ts'
import { permissionKeys } from '#/api/rights.ts'
import { type Language, languages, type Text } from '#/domain/base/text.ts'
import * as store from '#/server/access/roles/store-labels.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'

type Inputs = { [K in 'rename' | 'arrange']: z.output<Modules['roles'][K]['input']> }
type Labels = z.input<Modules['roles']['labels']['output']>

const noCustomName: store.CustomName = { zh: null, en: null, es: null, ja: null }
const generalMenu = 'general'
const allPermissionKeys: ReadonlySet<string> = new Set(permissionKeys)

const builtInName = (key: string): Text => permissionName(key) ?? { zh: key, en: key, es: key, ja: key }

const labelOf = (key: string, customName: store.CustomName | undefined): Text => {
  const builtInText = builtInName(key)
  return customName
    ? { zh: customName.zh ?? builtInText.zh, en: customName.en ?? builtInText.en, es: customName.es ?? builtInText.es, ja: customName.ja ?? builtInText.ja }
    : builtInText
}

/** Returns a function that looks up key names: the platform's custom name, or else the built-in one. */
export async function loadPermissionNames(ctx: Context, keys: readonly string[]): Promise<(key: string) => Text> {
  const namesByPermission = new Map((await store.customNames(ctx, keys)).map((row) => [row.permission, row]))
  return (key) => labelOf(key, namesByPermission.get(key))
}

export async function loadLabels(ctx: Context): Promise<Labels> {
  const names = await store.customNames(ctx)
  const permissionOrders = await store.permissionOrders(ctx)
  return {
    names: names.map(({ permission, version, zh, en, es, ja }) => ({ key: permission, version, zh, en, es, ja })),
    orders: permissionOrders.map(({ menu, version, permissions }) => ({ menu, version, keys: permissions })),
  }
}

/** Refuses a custom name that another key already has in any language, because it would mislead role editors. */
function expectOwnName(rows: readonly store.PermissionNameRow[], key: string, name: store.CustomName): void {
  const requestedLabel = labelOf(key, name)
  for (const permissionKey of permissionKeys.filter((each) => each !== key)) {
    const customRow = rows.find((row) => row.permission === permissionKey)
    const currentLabel = labelOf(permissionKey, customRow)
    const clashingLanguage = languages.find(
      (language) => (name[language] || customRow?.[language]) && requestedLabel[language].toLowerCase() === currentLabel[language].toLowerCase(),
    )
    if (clashingLanguage) refuse(roleRefusals, 'keyNameTaken', { name: requestedLabel[clashingLanguage] })
  }
}

/** Renames a key. An omitted language, or one equal to the built-in name, uses the built-in name. */
export async function renamePermission(ctx: Context, { key, version, ...requested }: Inputs['rename']): Promise<{ version: number }> {
  if (!allPermissionKeys.has(key)) refuse(roleRefusals, 'unknownKeys', { keys: key })
  await store.lockNames(ctx)
  const builtInText = builtInName(key)
  const customNameIn = (language: Language) => (requested[language] === undefined || requested[language] === builtInText[language] ? null : requested[language])
  const name = { zh: customNameIn('zh'), en: customNameIn('en'), es: customNameIn('es'), ja: customNameIn('ja') }
  const rows = await store.customNames(ctx)
  expectOwnName(rows, key, name)
  const { zh, en, es, ja } = rows.find((row) => row.permission === key) ?? noCustomName
  if (!(await store.setCustomName(ctx, key, version, name))) refuse(roleRefusals, 'labelsChanged')
  ctx.note({ refType: 'permission', refId: key, before: labelOf(key, { zh, en, es, ja }), after: labelOf(key, name) })
  return { version: version + 1 }
}

/** Orders the keys of one menu group; an empty list restores the built-in order. */
export async function arrangePermissions(ctx: Context, { menu, version, keys }: Inputs['arrange']): Promise<{ version: number }> {
  const builtInOrder = permissionKeys.filter((key) => (menuOfKey(key) ?? generalMenu) === menu)
  if (builtInOrder.length === 0) refuse(roleRefusals, 'notFound')
  if (keys.length > 0 && (keys.length !== builtInOrder.length || !builtInOrder.every((key) => keys.includes(key)))) refuse(roleRefusals, 'labelsChanged')
  const before = (await store.permissionOrders(ctx)).find((row) => row.menu === menu)?.permissions ?? []
  if (!(await store.setPermissionOrder(ctx, menu, version, keys))) refuse(roleRefusals, 'labelsChanged')
  const loggedOrder = (order: readonly string[]) => ({ order: order.length > 0 ? order : builtInOrder })
  ctx.note({ refType: 'permission', refId: menu, before: loggedOrder(before), after: loggedOrder(keys) })
  return { version: version + 1 }
}
