import { sql } from 'kysely'
import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import type { DemoPerson } from '#/demo/people.ts'
import { drawWorld } from '#/demo/world.ts'
import { accountStatus } from '#/domain/base/codes.ts'
import { fen, plainYuan } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import { readSheet, sheetMediaType, writeSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { fullChecklist, paymentScenario } from '#/server/money/payments/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import type { TestServer } from '#/server/tests/testing.ts'

type Owner = DemoPerson & { readonly entity: NonNullable<DemoPerson['entity']> }

const owners = drawWorld('small').people.filter(
  (person): person is Owner =>
    person.centreId === 2 && person.unitIds.length === 1 && person.unitIds[0] === 1 && person.entity !== null && person.status === accountStatus.active,
)

/** Returns a payee of unit 1 only, at centre 2, with an operating registered business. */
export function businessOwnerAt(index: number): Owner {
  const businessOwner = owners[index]
  if (!businessOwner) throw new Error(`unit 1 has only ${owners.length} owners of a business`)
  return businessOwner
}

const columns = ['所属期', '信用代码', '税种', '申报日期', '回执号', '申报方式', '应纳', '已缴', '缴款日期', '缴款书号', '凭证文件名']

/** Builds a results file with these rows (template T4r). */
export async function resultsFile(rows: readonly (readonly string[])[]) {
  const sheet = { name: '申报结果', columns: columns.map((heading) => ({ heading, width: 20 })), rows: rows.map((row) => [...row]) }
  return { filename: '结果.xlsx', mediaType: sheetMediaType, bytes: await writeSheet({ sheets: [sheet] }) }
}

/** Formats the amounts of a filing for a declaration. */
export function declarationAmounts(row: { readonly vat: number; readonly surcharge: number; readonly iit: number }) {
  return { vat: plainYuan(fen(row.vat)), surcharge: plainYuan(fen(row.surcharge)), iit: plainYuan(fen(row.iit)) }
}

export async function notificationsOf({ running }: TestServer, kind: string, operatorId: number): Promise<Record<string, string>[]> {
  const { rows } = await sql<{ values: Record<string, string> }>`select message.values from message join app_user on app_user.id = message.user_id
    where kind = ${kind} and app_user.operator_id = ${operatorId}`.execute(running.kernel.database.kysely)
  return rows.map((row) => row.values)
}

/** Pays a batch of unit 1 to these owners' businesses and waits until it succeeds. */
export async function payOwners(server: TestServer, owed: readonly (readonly [index: number, yuan: string])[]): Promise<void> {
  const scenario = paymentScenario(server)
  const { id } = await server.must('maker', 'payments.create', { orderId: 11 })
  const toPay = owed.map(([index, amountText]) => {
    const { name, idNumber, mobile, bankName, cardNo, entity } = businessOwnerAt(index)
    return { name, idNumber, mobile, bankName, cardNo, amountText, entityName: entity.name, entityCreditCode: entity.creditCode }
  })
  await server.must('maker', 'lines.add', { batchId: id, rows: toPay })
  const file = { filename: '验收单.pdf', mediaType: 'application/pdf', bytes: pdfPage(String(id)) }
  await server.must('maker', 'payments.attach', { id, kind: 'acceptance', file })
  const { rows } = await server.must('maker', 'lines.list', { batchId: id })
  const errorIssues = rows.flatMap((row) => row.issues.filter((issue) => issue.level === 'error'))
  if (errorIssues.length > 0) throw new Error(JSON.stringify(errorIssues))
  const checkedBatch = await scenario.check(await scenario.submit(await server.must('maker', 'payments.get', { id })))
  const modeOnePlace = { centre: 2, mode: 1 } as const
  await scenario.pay(
    await server.must('auditor', 'payments.audit', { ...scenario.target(checkedBatch), approve: true, checklist: fullChecklist }, modeOnePlace),
  )
  await server.settle(2)
  const paidLines = (await server.must('maker', 'lines.list', { batchId: id })).rows
  if (!paidLines.every((line) => line.state === 'success'))
    throw new Error(`a payment did not arrive: ${paidLines.map(({ state, failReason }) => state + failReason).join()}`)
}

/** Sets up small-scale businesses on deemed profit at centre 2, with high payment limits. */
export async function prepareOwners({ running }: TestServer): Promise<void> {
  const { kysely } = running.kernel.database
  await sql`update operator_entity set state = 'operating', levy = 'deemed', tax_kind = 'small' where centre_id = 2 and state in ('operating', 'abnormal')`.execute(
    kysely,
  )
  await sql`update centre set single_limit_fen = 100000000, month_limit_fen = 100000000, city_rate_ppm = 70000 where id = 2`.execute(kysely)
  await sql`update unit_setting_version set single_limit_fen = 100000000, day_limit_fen = 500000000, month_limit_fen = 1000000000,
    evidence_limit_fen = 1000000000 where setting_id = 11`.execute(kysely)
}

/** Reads the cells of a sheet under these headings, row by row, and removes commas from amounts. */
export async function cellsOf(bytes: Uint8Array, headings: readonly string[]): Promise<string[][]> {
  const columns = headings.map((heading) => ({ key: heading, headings: [heading], required: true }))
  const sheet = await readSheet(bytes, { columns, maxRows: 200, unknownColumns: 'ignore' })
  if (!sheet.ok) throw new Error(sheet.problem.code)
  return sheet.rows.map((row) => headings.map((heading) => (row.cells[heading]?.text ?? '').replaceAll(',', '')))
}

export type FilingRow = z.output<Modules['businessfilings']['list']['output']>['rows'][number]
type Kind = FilingRow['kind']

/** Returns the cells of a result that reports the whole income tax as declared and paid on this day. */
export function resultRow(row: FilingRow, quarter: string, no: string, day: string): string[] {
  const incomeTax = plainYuan(fen(row.iit))
  return [quarter, row.creditCode, '个人所得税', day, no, '', incomeTax, incomeTax, day, `JK${no}`, '']
}

/** The filings of centre 2 in mode 1, as its finance user works on them. The period defaults to the current quarter. */
export function filingScenario(server: () => TestServer, quarter: () => string) {
  const modeOnePlace = { centre: 2, mode: 1 } as const
  const slip = { filename: '回执.pdf', mediaType: 'application/pdf', bytes: pdfPage('filing') }
  const place = (kind: Kind, period = quarter()) => ({ kind, period })
  const rowsOf = async (kind: Kind, period = quarter()) =>
    (await server().must('finance', 'businessfilings.list', { ...place(kind, period), size: 200 }, modeOnePlace)).rows
  const get = (businessFilingId: number) => server().must('finance', 'businessfilings.get', { businessFilingId }, modeOnePlace)
  const target = async (id: number) => ({ businessFilingId: id, version: (await get(id)).version })
  return {
    pay: (...owed: readonly (readonly [index: number, yuan: string])[]) => payOwners(server(), owed),
    place,
    rowsOf,
    rowOf: async (kind: Kind, index: number, period = quarter()) => {
      const { name, entity } = businessOwnerAt(index)
      const row = (await rowsOf(kind, period)).find(({ creditCode }) => creditCode === entity.creditCode)
      if (!row) throw new Error(`${name} files nothing`)
      return row
    },
    get,
    target,
    generate: (kind: Kind, period = quarter()) => server().must('finance', 'businessfilings.generate', place(kind, period), modeOnePlace),
    close: (kind: Kind, reason = '', period = quarter()) => server().call('finance', 'businessfilings.close', { ...place(kind, period), reason }, modeOnePlace),
    declare: async (id: number, more: Record<string, unknown> = {}) => {
      const declaredOn = dayOf(server().running.kernel.clock.now())
      const declaration = { ...(await target(id)), way: 'self' as const, no: `SB00${id}`, declaredOn, file: slip, ...more }
      return server().call('finance', 'businessfilings.declare', declaration, modeOnePlace)
    },
    messages: (kind: string, operatorId: number) => notificationsOf(server(), kind, operatorId),
  }
}
