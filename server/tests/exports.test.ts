import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { z } from 'zod'
import { modules } from '#/api/modules.ts'
import type { Operation } from '#/api/operation.ts'
import { demoPassword } from '#/demo/accounts.ts'
import { maxDirectRows } from '#/domain/base/paging.ts'
import { dayOf } from '#/domain/base/period.ts'
import { type PeriodKind, periodContaining, reportSpanOf } from '#/domain/desk/report.ts'
import { readSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { cellStyle } from '#/server/lib/spreadsheet/styles.ts'
import { textsOf } from '#/server/lib/spreadsheet/workbook-testing.ts'
import { testServer } from '#/server/tests/testing.ts'

type Input = Readonly<Record<string, unknown>>
type Place = { readonly centre?: number; readonly mode?: number }

/** Every user exports the whole list. Only the first user who receives a file exports the variants of its filter. */
const people: readonly (readonly [who: string, at: Place])[] = [
  ['platform', {}],
  ['centre', { centre: 2, mode: 2 }],
  ['centre', { centre: 2, mode: 1 }],
  ['unit1', {}],
  ['operator', {}],
  ['partner', {}],
]

/** Queries that find an object in the demo, for exports of a single object. */
const inputQueries: Readonly<Record<string, string>> = {
  'books.exportEntries': `select json_build_object('accountId', account_id, 'from', '2026-09', 'to', to_char(max(month), 'YYYY-MM')) as input from ledger_entry join account on account.id = account_id where account.centre_id = 2 and mode = 2 group by account_id order by count(*) desc limit 1`,
  'books.exportBalances': `select json_build_object('from', '2026-09', 'to', '2026-11') as input`,
  'accounting.export': `select json_build_object('centreId', centre_id, 'mode', mode, 'month', month, 'edition', edition) as input from acct_issue order by id desc limit 1`,
  'businessfilings.exportData':
    'select distinct on (kind) json_build_object($$kind$$, kind, $$period$$, period) as input from business_filing order by kind, period desc',
  'lines.exportBatch': 'select json_build_object($$batchId$$, batch_id) as input from payment_line group by batch_id order by count(*) desc limit 3',
  'periods.exportCredits': `select '{}'::json as input`,
  'periods.export': `select json_build_object('declarationId', id) as input from tax_declaration where edition > 0 and centre_id = 2 order by id desc limit 2`,
  'platformreports.export': `select json_build_object('platformReportId', id, 'reason', '核对报送') as input from platform_report where centre_id = 2 order by id desc limit 1`,
  'prepayments.statementSheet': 'select json_build_object($$statementId$$, id) as input from balance_statement order by id desc limit 2',
}
/** The demo has no applied import. The tests of these two modules open their exported files. */
const exportsWithoutData = ['imports.exportReport', 'moving.export']
/** Errors of users whose page does not offer the export, or whose filter matches no rows. */
const expectedErrors = /^(forbidden|nothing|chooseCentre|placeUnknown|noPlace|\w+NotFound)$/

const kinds: readonly PeriodKind[] = ['day', 'month', 'quarter', 'year']

const isExport = (name: string, { limit, output }: Operation) =>
  limit === 'export' && /^export|^statementSheet$/.test(name) && /fileId|taskId/.test(Object.keys((output as z.ZodObject).shape).join())

interface Field {
  readonly enum?: readonly unknown[]
  readonly default?: unknown
}

/** Returns one input for each value of each optional field, for all combinations of the required fields. */
function variationsOf(operation: Operation, baseInput: Input): Input[] {
  const { properties = {}, required = [] } = z.toJSONSchema(operation.input, { unrepresentable: 'any', io: 'input' })
  const choices = Object.entries(properties).flatMap(([key, field]) => {
    const { enum: values } = field as Field
    return values && !(key in baseInput) ? [{ key, values }] : []
  })
  const requiredInputs = choices
    .filter(({ key }) => required.includes(key))
    .reduce<Input[]>((all, { key, values }) => all.flatMap((one) => values.map((value) => ({ ...one, [key]: value }))), [baseInput])
  const rest = choices.filter(({ key }) => !required.includes(key))
  return requiredInputs.flatMap((one) => [one, ...rest.flatMap(({ key, values }) => values.map((value) => ({ ...one, [key]: value })))])
}

/** Files for other programs, price lists and lists of totals have no row of totals. */
const patternWithoutTotals = /^(accounting\.export|businessfilings\.exportData|fees\.exportPlans) |^orders\.export .* as operator$|"sheet":"summary"/
const moneyCellPattern = new RegExp(`s="${cellStyle('money', 'none')}"><v>`)
const textPatterns = { day: /^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}(:\d{2})?)?$/, amount: /^'?-?[\d,]+\.\d{2}$/, rate: /^'?-?\d+(\.\d+)?%$/ }

/**
 * Expects days, amounts and rates to be numbers for Excel, amounts to be summed, and the filter to be described in
 * words.
 */
function expectExcelSafe(text: string, about: string): void {
  const [stamp = '', ...cells] = [...text.matchAll(/<t xml:space="preserve">([^<]*)<\/t>/g)].map(([, cell = '']) => cell)
  if (!/导出人/.test(stamp)) return
  assert.doesNotMatch(stamp, /\w=/, about)
  for (const [kind, pattern] of Object.entries(textPatterns))
    assert.deepEqual(cells.filter((cell) => pattern.test(cell)).slice(0, 3), [], `${kind} as text in ${about}`)
  if (moneyCellPattern.test(text)) assert.equal(cells.includes('合计'), !patternWithoutTotals.test(about), `totals of ${about}`)
}

describe('exports of the demo', () => {
  const server = testServer({ demoSize: 'full' })
  const db = () => server.running.kernel.database.kysely

  /** Runs the job of a task. Returns the id of the file that the job produced. */
  const fileOfTask = async (who: string, taskId: number, at: Place): Promise<string> => {
    const { rows } = await sql<{ name: string; data: Record<string, unknown> }>`
      select name, data from pgboss.job where (data ->> 'taskId')::bigint = ${taskId}`.execute(db())
    const [requested] = rows
    if (!requested) assert.fail(`task ${taskId} has no job`)
    await server.job(requested.name, requested.data)
    const { state, fileId, message, total } = await server.must(who, 'tasks.get', { id: taskId }, at)
    assert.ok(total > maxDirectRows, `${requested.name}: a file of ${total} rows comes at once`)
    assert.equal(state, 'done', message)
    return fileId ?? assert.fail(`task ${taskId} made no file`)
  }

  const expectReadable = async (fileId: string, about: string) => {
    const bytes = await server.running.kernel.store.read(fileId)
    const isWorkbook = Buffer.from(bytes.subarray(0, 2)).toString() === 'PK'
    const text = isWorkbook ? await textsOf(bytes) : Buffer.from(bytes).toString()
    assert.doesNotMatch(text, /undefined|\bNaN\b|Infinity|\[object /, about)
    if (!isWorkbook) return void assert.ok(text.length > 0, about)
    expectExcelSafe(text, about)
    // An intact workbook is refused here only for its headings, a damaged one for another reason.
    const read = await readSheet(bytes, { columns: [{ key: 'none', headings: ['没有这一列'], required: true }], maxRows: 1_000_000 })
    assert.equal(read.ok ? '' : read.problem.code, 'headings_mismatch', about)
  }

  /** Exports and opens files, for every user or for the first who receives one. Returns the number of files. */
  const exportAs = async (name: string, input: Input, isForAll: boolean): Promise<number> => {
    let files = 0
    for (const [who, at] of people) {
      if (files > 0 && !isForAll) break
      const ask = () => server.call(who, name as 'reports.export', input as never, at)
      let answer = await ask()
      if (answer.error === 'proofNeeded') {
        await server.must(who, 'profile.prove', { password: demoPassword }, at)
        answer = await ask()
      }
      const description = `${name} ${JSON.stringify(input)} as ${who}`
      if (answer.data === undefined) {
        assert.match(answer.error, expectedErrors, `${description}: ${answer.error} ${answer.message}`)
        continue
      }
      const { fileId, taskId } = answer.data as { fileId?: string | null; taskId?: number | null }
      await expectReadable(fileId ?? (await fileOfTask(who, taskId ?? 0, at)), description)
      files += 1
    }
    return files
  }

  for (const [module, operations] of Object.entries(modules))
    for (const [operation, agreed] of Object.entries(operations as Readonly<Record<string, Operation>>)) {
      const name = `${module}.${operation}`
      if (!isExport(operation, agreed) || exportsWithoutData.includes(name) || name === 'reports.export') continue
      test(`${name} creates readable files for the options of its filter`, async () => {
        const query = inputQueries[name]
        const inputs = query ? (await sql.raw<{ input: Input }>(query).execute(db())).rows.map(({ input }) => input) : [{}]
        assert.ok(inputs.length > 0, 'the demo has one')
        let files = 0
        for (const objectInput of inputs) for (const [at, input] of variationsOf(agreed, objectInput).entries()) files += await exportAs(name, input, at === 0)
        assert.ok(files > 0)
      })
    }

  const namedFilters: readonly (readonly [operation: string, input: Input, key: string, name: string])[] = [
    ['payments.export', {}, 'unitId', 'select id, name from unit where id = 1'],
    ['payments.export', {}, 'centreId', 'select id, name from centre where id = 2'],
    ['reports.export', { report: 'incomeSummary', period: '2026' }, 'partnerId', 'select id, name from partner order by id limit 1'],
    ['contracts.exportList', {}, 'operatorId', 'select operator_id as id, operator.name from contract join operator on operator.id = operator_id limit 1'],
    ['vouchers.exportList', {}, 'batchId', 'select id, no as name from payment_batch order by id limit 1'],
    ['collections.exportList', {}, 'orderId', 'select id, no as name from service_order order by id limit 1'],
    ['orders.export', {}, 'contractId', 'select id, no as name from contract order by id limit 1'],
    ['commissions.exportDays', {}, 'billId', 'select id, no as name from commission_bill order by id limit 1'],
    ['units.export', {}, 'feePlanId', 'select id, name from fee_plan order by id desc limit 1'],
    ['units.export', {}, 'salesmanId', 'select id, name from app_user order by id limit 1'],
    ['users.export', {}, 'roleId', 'select id, name from role order by id limit 1'],
    ['payouts.exportExceptions', {}, 'channelId', 'select id, name from channel order by id limit 1'],
  ]
  for (const [operation, input, key, query] of namedFilters)
    test(`the first line of the file of ${operation} names the object of its ${key} filter`, async () => {
      const object = (await sql.raw<{ id: number; name: string }>(query).execute(db())).rows[0] ?? assert.fail('the demo has one')
      const { fileId, taskId } = (await server.must('platform', operation as 'reports.export', { ...input, [key]: object.id } as never)) as {
        fileId: string | null
        taskId?: number | null
      }
      const text = await textsOf(await server.running.kernel.store.read(fileId ?? (await fileOfTask('platform', taskId ?? 0, {}))))
      const stamp = /<t xml:space="preserve">([^<]*)<\/t>/.exec(text)?.[1] ?? ''
      assert.ok(stamp.includes(object.name), stamp)
    })

  for (const kind of kinds)
    test(`exported financial reports for this and the previous ${kind} are readable`, async () => {
      const now = periodContaining(dayOf(server.running.kernel.clock.now()), kind)
      // Apart from the period, only the grouping of the totals changes the columns.
      const all = variationsOf(modules.reports.export, { basis: 'booked', mode: 2 }).filter(
        ({ report, group, kind: moved }) => moved === undefined && (group === undefined || /Summary$/.test(String(report))),
      )
      let files = 0
      for (const period of [now, reportSpanOf(now).before]) for (const input of all) files += await exportAs('reports.export', { ...input, period }, false)
      assert.ok(files > 0)
    })
})
