import { sql } from 'kysely'
import type { DemoPerson } from '#/db/demo/people.ts'
import { drawWorld } from '#/db/demo/world.ts'
import { accountStatus } from '#/domain/codes.ts'
import { fen, plainYuan } from '#/domain/money.ts'
import { sheetType, writeSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import type { TestServer } from '#/server/tests/testing.ts'

type Owner = DemoPerson & { readonly entity: NonNullable<DemoPerson['entity']> }

const owners = drawWorld('small').people.filter(
  (each): each is Owner =>
    each.centreId === 2 && each.unitIds.length === 1 && each.unitIds[0] === 1 && each.entity !== null && each.status === accountStatus.active,
)

/** Somebody of unit 1 alone, at centre 2, with a registered business that operates. */
export function owner(index: number): Owner {
  const found = owners[index]
  if (!found) throw new Error(`unit 1 has only ${owners.length} owners of a business`)
  return found
}

const columns = ['所属期', '信用代码', '税种', '申报日期', '回执号', '申报方式', '应纳', '已缴', '缴款日期', '缴款书号', '凭证文件名']

/** A file of results with these rows (template T4r). */
export async function resultsFile(rows: readonly (readonly string[])[]) {
  const sheet = { name: '申报结果', columns: columns.map((heading) => ({ heading, width: 20 })), rows: rows.map((row) => [...row]) }
  return { filename: '结果.xlsx', mediaType: sheetType, bytes: await writeSheet({ sheets: [sheet] }) }
}

/** What is declared of a filing, as it is typed. */
export function declared(row: { readonly vat: number; readonly surcharge: number; readonly iit: number }) {
  return { vat: plainYuan(fen(row.vat)), surcharge: plainYuan(fen(row.surcharge)), iit: plainYuan(fen(row.iit)) }
}

/** What an operator was told of this kind. */
export async function toldTo({ running }: TestServer, kind: string, operatorId: number): Promise<Record<string, string>[]> {
  const { rows } = await sql<{ values: Record<string, string> }>`select message.values from message join app_user on app_user.id = message.user_id
    where kind = ${kind} and app_user.operator_id = ${operatorId}`.execute(running.kernel.database.kysely)
  return rows.map((each) => each.values)
}
