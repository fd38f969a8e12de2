import { sql } from 'kysely'
import { filterValueName } from '#/api/filter-values.texts.ts'
import { filterNames, stampTexts } from '#/api/filters.texts.ts'
import type { Language, Text } from '#/domain/base/text.ts'
import type { Context } from '#/server/kernel/context.ts'
import { logName } from '#/server/kernel/request/log-names.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { withoutKeyword } from '#/server/kernel/rows/keyword.ts'

const personNameColumn = ['app_user', 'name'] as const

/** The table and name column for each filter field that holds an id. */
const nameColumns: Readonly<Record<string, readonly [table: string, column: string]>> = {
  centreId: ['centre', 'name'],
  unitId: ['unit', 'name'],
  partnerId: ['partner', 'name'],
  operatorId: ['operator', 'name'],
  batchId: ['payment_batch', 'no'],
  orderId: ['service_order', 'no'],
  contractId: ['contract', 'no'],
  billId: ['commission_bill', 'no'],
  feePlanId: ['fee_plan', 'name'],
  roleId: ['role', 'name'],
  channelId: ['channel', 'name'],
  channelIds: ['channel', 'name'],
  salesmanId: personNameColumn,
  marketerId: personNameColumn,
  carerId: personNameColumn,
}

/** Returns the name of a row in the caller's scope, or its number when it has no visible name. */
async function nameOf(ctx: Context, [table, column]: readonly [string, string], id: number): Promise<string> {
  const rows = await ctx.rows<{ name: string }>`select ${sql.ref(column)} as name from ${sql.table(table)} where id = ${id}`
  return rows[0]?.name ?? String(id)
}

async function describeValue(ctx: Context, key: string, value: string | number, language: Language): Promise<string> {
  const name = filterValueName(ctx.action, key, value)
  if (name) return translate(name, language)
  const nameColumn = nameColumns[key]
  if (nameColumn && typeof value === 'number') return nameOf(ctx, nameColumn, value)
  if (key === 'action') return logName(String(value), language)
  if (value === 'yes' || value === 'no') return translate(stampTexts[value], language)
  return String(value)
}

/** Describes the filter of an export in the reader's language, with the names of people and companies. */
export async function describeFilter(ctx: Context, filter: object, language: Language): Promise<string> {
  const phrases: string[] = []
  for (const [key, value] of Object.entries<unknown>(withoutKeyword({ ...filter }))) {
    const name = (filterNames as Readonly<Record<string, Text>>)[key]
    const values = (Array.isArray(value) ? value : [value]) as readonly (string | number | boolean | null | undefined)[]
    const presentValues = values.filter((each) => each !== undefined && each !== null && each !== '')
    if (!name || presentValues.length === 0) continue
    const valueTexts: string[] = []
    for (const each of presentValues)
      valueTexts.push(
        typeof each === 'boolean' ? translate(stampTexts[each ? 'yes' : 'no'], language) : await describeValue(ctx, key, each as string | number, language),
      )
    phrases.push(`${translate(name, language)} ${valueTexts.join('/')}`)
  }
  return phrases.length > 0 ? phrases.join('; ') : translate(stampTexts.none, language)
}
