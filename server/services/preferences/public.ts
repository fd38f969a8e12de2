import type { z } from 'zod'
import { Preferences } from '#/api/services/preferences.ts'
import type { Context } from '#/server/kernel/context.ts'
import { type PreferenceRow, preferencesOf } from '#/server/services/preferences/store.ts'

const tablePrefix = 'table.'

/** Returns the rows that store the settings: one for each setting, and one for each table. */
export function rowsOf({ tables = {}, ...settings }: z.output<typeof Preferences>): PreferenceRow[] {
  return [...Object.entries(settings), ...Object.entries(tables).map(([table, columns]) => [tablePrefix + table, columns] as const)]
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ({ name, value }))
}

/** Returns the caller's interface settings. A stored value that this version does not know is left out. */
export async function preferencesFor(ctx: Context): Promise<z.output<typeof Preferences>> {
  const rows = await preferencesOf(ctx)
  const settings: z.output<typeof Preferences> = {}
  const tables: NonNullable<typeof settings.tables> = {}
  for (const { name, value } of rows) {
    const isOfTable = name.startsWith(tablePrefix)
    const { data } = Preferences.safeParse(isOfTable ? { tables: { [name.slice(tablePrefix.length)]: value } } : { [name]: value })
    if (isOfTable) Object.assign(tables, data?.tables)
    else Object.assign(settings, data)
  }
  return Object.keys(tables).length > 0 ? { ...settings, tables } : settings
}
