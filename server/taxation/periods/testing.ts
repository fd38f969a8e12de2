import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { fen, plainYuan } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import type { TaxKind } from '#/domain/taxation/tax-declaration.ts'
import type { Context } from '#/server/kernel/context.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { asOwner } from '#/server/lib/database/transaction.ts'
import { readSheet, writeSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { zipStream } from '#/server/lib/zip.ts'
import { postJournals } from '#/server/money/ledger/public.ts'
import type { TestServer } from '#/server/tests/testing.ts'

/** Books tax without a payment, with the database trigger disabled. */
export async function bookUnmatchedTax(server: TestServer, key: string, amount: number, at: Date): Promise<void> {
  const { database } = server.running.kernel
  const switchTrigger = (switched: 'disable' | 'enable') =>
    asOwner(database, (trx) => sql`alter table ledger_entry ${sql.raw(switched)} trigger ledger_entry_tax`.execute(trx))
  await switchTrigger('disable')
  await postTaxWithoutPayment(server, key, amount, at).finally(() => switchTrigger('enable'))
}

/** Posts a tax journal without a payment through the ledger module. */
export function postTaxWithoutPayment(server: TestServer, key: string, amount: number, at: Date): Promise<number> {
  const owner = { centreId: 2, mode: 2, unitId: null } as const
  const postings = [
    { account: 'tax_iit', amount: fen(amount) },
    { account: 'adjustment', amount: fen(-amount) },
  ] as const
  const journal = { kind: 'adjustment', owner, refType: 'adjustment', refId: 999_999, refNo: key, idemKey: key, postings, memo: '手工调账', at } as const
  return jobContext(server.running.kernel, () => false).run('test', (ctx) => postJournals(ctx, [journal]))
}

interface TestPayment {
  readonly declarationId: number
  /** Amounts in fen. */
  readonly taxes: Partial<Record<TaxKind, number>>
  readonly serial: string
  readonly file: { readonly filename: string; readonly mediaType: string; readonly bytes: Uint8Array }
}

/** Registers a payment as one user and confirms it as another, today. Returns the last response. */
export async function payTaxes(server: TestServer, at: { centre: number; mode: number }, { declarationId, taxes, serial, file }: TestPayment) {
  const { version } = await server.must('finance', 'periods.get', { declarationId }, at)
  const amounts = Object.fromEntries(Object.entries(taxes).map(([kind, amount]) => [kind, plainYuan(fen(Math.abs(amount)))]))
  const paidOn = dayOf(server.running.kernel.clock.now())
  const payAnswer = await server.call('finance', 'periods.pay', { declarationId, version, ...amounts, paidOn, serial, file }, at)
  const entry = payAnswer.data?.entries.at(-1)
  if (payAnswer.code !== 1 || !entry) return payAnswer
  return server.call('centre', 'periods.decidePayment', { taxEntryId: entry.id, version: entry.version, isApproved: true }, at)
}

/** Uploads a ZIP of certificates and runs the job that matches them to payees. Returns the response to the upload. */
export async function uploadCertificates(
  server: TestServer,
  at: { centre: number; mode: number },
  target: { readonly declarationId: number; readonly version: number },
  files: readonly { name: string; bytes: Uint8Array }[],
) {
  const archive = { filename: '完税凭证.zip', mediaType: 'application/zip', bytes: await buffer(zipStream(files)) }
  const answer = await server.call('finance', 'periods.certify', { ...target, file: archive }, at)
  const storedArchives = await sql<{ id: string }>`select id from stored_file where purpose = 'tax_certificates' order by created_at desc limit 1`.execute(
    server.running.kernel.database.kysely,
  )
  if (answer.code === 1) {
    const task = { taskId: answer.data?.taskId, language: 'zh' }
    await server.job('periods.certificates', { declarationId: target.declarationId, archiveId: storedArchives.rows[0]?.id, userId: 4, task })
  }
  return answer
}

/**
 * Builds the result sheet of the tax office's withholding client: name, ID number, first day and tax due of each payee.
 */
export function resultSheet(rows: readonly (readonly [string, string, string, number])[]): Promise<Uint8Array> {
  const headings = ['姓名', '证件号码', '税款所属期起', '税款所属期止', '所得项目', '本期收入', '累计应纳税额', '应补/退税额']
  const lines = rows.map(([name, number, from, tax]) => [name, number, from, from, '劳务报酬', '0', '0', plainYuan(fen(tax))])
  return writeSheet({ sheets: [{ name: '申报表', columns: headings.map((heading) => ({ heading })), rows: lines }] })
}

/** Returns the balances of the tax accounts of centre 2 in mode 2, in fen. */
export async function taxBalances({ running }: TestServer): Promise<number[]> {
  const { rows } = await sql<{
    fen: number
  }>`select balance_fen as fen from account where centre_id = 2 and mode = 2 and kind like 'tax_%' order by kind`.execute(running.kernel.database.kysely)
  return rows.map((row) => row.fen)
}

interface LargeFile {
  readonly userId: number
  readonly centreId: number | null
  readonly unitId: number | null
  readonly count: number
}

/** Runs an export task as if there were very many rows, and returns its outcome. */
export async function runExportTask(server: TestServer, kind: string, { unitId, ...of }: LargeFile, payload: Readonly<Record<string, unknown>>) {
  const { database, clock } = server.running.kernel
  const { rows } = await sql<{ id: number }>`insert into task (kind, title, user_id, centre_id, unit_id, state, total_count, created_at)
    values (${kind}, '清单', ${of.userId}, ${of.centreId}, ${unitId}, 'queued', ${of.count}, ${clock.now()}) returning id`.execute(database.kysely)
  const taskId = rows[0]?.id ?? assert.fail()
  await server.job(kind, { mode: 2, language: 'zh', ...of, ...payload, taskId })
  const taskResult = await sql<{
    state: string
    file_id: string | null
    done_count: number
  }>`select state, file_id, done_count from task where id = ${taskId}`.execute(database.kysely)
  return taskResult.rows[0] ?? assert.fail()
}

/** Reads the rows of a generated workbook by these headings. */
export async function rowsIn(server: TestServer, fileId: string | null, headings: readonly string[]) {
  const columns = headings.map((heading) => ({ key: heading, headings: [heading], required: true }))
  const bytes = await server.running.kernel.store.read(fileId ?? assert.fail('no file'))
  const read = await readSheet(bytes, { columns, maxRows: 1000, unknownColumns: 'ignore' })
  return read.ok ? read.rows.map(({ cells }) => cells) : assert.fail(JSON.stringify(read.problem))
}

/** Runs work with the rights of the program, not as the database owner, and rolls back its changes. */
export async function runAndUndo(server: TestServer, work: (ctx: Context) => Promise<void>): Promise<void> {
  const undoError = new Error('undone')
  const run = jobContext(server.running.kernel, () => false).run('test', async (ctx) => {
    await work(ctx)
    throw undoError
  })
  await assert.rejects(run, undoError)
}

export type TestDeclarationState = 'open' | 'closing' | 'closed' | 'declared' | 'correcting' | 'paid'

/** Creates a declaration of a month in this state, with an edition, and returns its id. */
export async function createDeclaration(
  ctx: Context,
  { centre = 2, month }: { readonly centre?: number; readonly month: string },
  state: TestDeclarationState,
  edition: number,
): Promise<number> {
  await ctx.run`insert into tax_declaration (centre_id, month) values (${centre}, ${month}) on conflict do nothing`
  const rows = await ctx.rows<{ id: number }>`select id from tax_declaration where centre_id = ${centre} and month = ${month}`
  const id = rows[0]?.id ?? assert.fail()
  const statesOnTheWay = ['closing', 'closed', 'confirmed', 'declared', state === 'paid' ? 'paid' : 'correcting']
  if (state !== 'open')
    for (const step of statesOnTheWay.slice(0, statesOnTheWay.indexOf(state) + 1))
      await ctx.run`update tax_declaration set state = ${step}, edition = ${edition}, closed_at = '2031-07-02', booked_at = ${step === 'closing' ? null : '2031-07-02'}, corrected_from = 'declared' where id = ${id}`
  return id
}

/** Inserts the line of a payee into an edition of a declaration. Amounts in fen. */
export async function insertLine(ctx: Context, id: number, edition: number, of: number, tax: number, gross = 1000): Promise<void> {
  await ctx.run`update tax_declaration set is_computing = true, edition = ${edition} where id = ${id}`
  await ctx.run`insert into tax_line (declaration_id, edition, operator_id, centre_id, name, gross_fen, income_fen, exempt_fen, vat_fen, city_fen, education_fen,
    local_education_fen, cum_income_fen, cum_expense_fen, cum_deduction_fen, cum_other_fen, months, rate_ppm, quick_fen, should_fen, before_fen, due_fen, withheld_fen,
    back_gross_fen, back_tax_fen, difference_fen) values (${id}, ${edition}, ${of}, 2, '甲', ${gross}, ${gross}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, ${tax}, 0, 0, 0)`
  await ctx.run`update tax_declaration set is_computing = false where id = ${id}`
}

/** Inserts a certificate of a payee into a declaration; unmatched without a payee. */
export const certify = (ctx: Context, declarationId: number, of: number | null, sha: string) =>
  sql<{ id: number }>`insert into tax_certificate (declaration_id, centre_id, operator_id, path, problem, file_id, sha256, by_id, at)
    values (${declarationId}, 2, ${of}, ${sha}, ${of === null ? 'notPdf' : ''}, ${of === null ? null : sql`(select id from stored_file limit 1)`}, ${sha}, 1, now()) returning id`.execute(
    ctx.db,
  )
