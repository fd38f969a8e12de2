import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { type Fen, plainYuan } from '#/domain/base/money.ts'
import { monthOf, shiftMonth } from '#/domain/base/period.ts'
import { inTransaction } from '#/server/lib/database/transaction.ts'
import { readSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { bytesOf } from '#/server/money/lines/testing.ts'
import { extendDocuments, paymentScenario } from '#/server/money/payments/testing.ts'
import { incomeKind } from '#/server/onboarding/imports/income-kind.ts'
import { type ImportRowInput, listFile, personOfOtherCentre, runImportJob } from '#/server/onboarding/imports/testing.ts'
import { checkedTestServer } from '#/server/tests/testing.ts'

interface TestVector {
  readonly id: string
  readonly input: { readonly months: readonly (readonly [string, number])[] }
  readonly expected: { readonly rows: readonly { readonly incomeFen: Fen; readonly withholdFen: Fen }[] }
}

const homePlace = { centre: 2, mode: 2 } as const
const dayMs = 86_400_000
const people = demoPeople().ordinary.filter((person) => person.centreId === 2 && person.unitIds[0] === 1)

function personAt(at: number) {
  return people[at] ?? assert.fail('unit 1 has fewer people')
}

/** Returns the payments and the withheld tax per month of a cumulative example in `vectors/`. */
function vectorRows(id: string) {
  const vectors = JSON.parse(readFileSync(join(import.meta.dirname, '../../../vectors/tax.json'), 'utf8')) as TestVector[]
  return (vectors.find((vector) => vector.id === id) ?? assert.fail(`no vector ${id}`)).expected.rows
}

describe('import of earlier income (T13)', () => {
  const server = checkedTestServer()
  const scenario = paymentScenario(server)
  const db = () => server.running.kernel.database.kysely
  const now = () => server.running.kernel.clock.now()
  const month = () => monthOf(now())
  const monthOfYear = (number: number) => `${month().slice(0, 4)}-${String(number).padStart(2, '0')}`
  const row = (at: number, incomeMonth: string, more: ImportRowInput = {}): ImportRowInput => {
    const { name, idNumber } = personAt(at)
    return { name, idKind: '居民身份证', idNumber, incomeMonth, gross: '10000.00', vat: '0', withheld: '90.00', ...more }
  }
  const uploadAs = async (
    who: string,
    rows: readonly ImportRowInput[],
    more: { centreId?: number } = {},
    place: { centre?: number; mode?: number } = homePlace,
  ) => server.call(who, 'imports.upload', { kind: 'income', file: await listFile(incomeKind, rows), allowSameFile: true, ...more }, place)
  const upload = async (rows: readonly ImportRowInput[]) => (await uploadAs('centre', rows)).data ?? assert.fail('refused')
  const importAll = async (rows: readonly ImportRowInput[]) => {
    const { importId } = await upload(rows)
    return confirmAndRun(importId)
  }
  const importTarget = async (importId: number) => ({ importId, version: (await server.must('centre', 'imports.get', { importId }, homePlace)).version })
  const confirmAndRun = async (importId: number) => {
    await server.must('centre', 'imports.commit', await importTarget(importId), homePlace)
    await server.must('finance', 'imports.confirm', await importTarget(importId), homePlace)
    await runImportJob(server, importId)
    return server.must('centre', 'imports.get', { importId }, homePlace)
  }
  const undo = async (importId: number) => {
    const askResult = await server.call('centre', 'imports.undo', { ...(await importTarget(importId)), reason: '原系统数据有误' }, homePlace)
    return askResult.code === 1 ? server.call('finance', 'imports.confirmUndo', await importTarget(importId), homePlace) : askResult
  }
  const payOnce = async (at: number, yuan: string) => {
    const batch = await scenario.createPaidBatch([{ person: personAt(at), yuan }])
    await server.settle(2)
    return scenario.get(batch.id)
  }
  const codes = async (importId: number) => {
    const { rows } = await server.must('centre', 'imports.rows', { importId, size: 200 }, homePlace)
    return rows.map((each) => each.issues.filter((issue) => issue.level === 'error').map(({ code, field }) => `${code} ${field}`))
  }
  const personMonths = async (at: number) =>
    (
      await sql<{ month: string; gross_fen: number; withheld_fen: number }>`select month, gross_fen, withheld_fen from tax_standing
        where centre_id = 2 and mode = 2 and operator_id = ${personAt(at).id} and gross_fen <> 0 order by month`.execute(db())
    ).rows

  before(async () => {
    await extendDocuments(server)
    await sql`update unit_setting_version set evidence_limit_fen = 100000000000 where setting_id = 12`.execute(db())
    // In April three months have passed, and every example starts in January.
    server.advance(new Date(`${Number(month().slice(0, 4)) + 1}-04-10T12:00:00+08:00`).getTime() - now().getTime())
  })

  test('three imported months and a fourth paid here are taxed as if all were paid here', async () => {
    const [first, second, third, fourth] = vectorRows('DER-PLAT-20K-12M').map((each) => ({
      gross: plainYuan(each.incomeFen),
      withheld: plainYuan(each.withholdFen),
    }))
    const finishedImport = await importAll([first, second, third].map((each, at) => row(0, monthOfYear(at + 1), each)))
    assert.deepEqual([finishedImport.state, finishedImport.createdCount], ['done', 3])
    const batch = await payOnce(0, fourth?.gross ?? '')
    assert.deepEqual([batch.state, plainYuan(batch.iit)], ['paid', fourth?.withheld])
  })

  test('earlier income counts only after a person who did not prepare the list confirms it', async () => {
    const { importId } = await upload([row(1, monthOfYear(1), { withheld: '0' })])
    const committed = await server.must('centre', 'imports.commit', await importTarget(importId), homePlace)
    assert.deepEqual([committed.state, await personMonths(1)], ['prepared', []])
    assert.equal((await server.call('centre', 'imports.confirm', await importTarget(importId), homePlace)).error, 'ownContracts')
    const alone = sql`update import_sheet set state = 'running', committed_by = prepared_by, committed_at = now() where id = ${importId}`
    await assert.rejects(
      inTransaction(server.running.kernel.database, { 'app.user': '2', 'app.all': 'on' }, (trx) => alone.execute(trx)),
      { code: 'YC001' },
    )
    await server.must('finance', 'imports.confirm', await importTarget(importId), homePlace)
    await runImportJob(server, importId)
    assert.equal((await personMonths(1)).length, 1)
  })

  test('more withheld tax than the stated income explains is a warning on its row', async () => {
    const rows = [row(16, monthOfYear(1)), row(16, monthOfYear(2), { withheld: '5000.00' }), row(17, monthOfYear(1), { gross: '6000.00', withheld: '0.01' })]
    const { importId, summary } = await upload(rows)
    const listed = await server.must('centre', 'imports.rows', { importId, size: 200 }, homePlace)
    assert.deepEqual(
      listed.rows.map((each) => each.issues.map(({ code, values }) => [code, values.tax])),
      [[], [['W812', '¥90.00']], [['W812', '¥0.00']]],
    )
    assert.deepEqual([summary.ready, summary.warned], [1, 2])
  })

  test('the faults of all rows are reported together on their cells and block the import', async () => {
    await payOnce(3, '1000.00')
    const outsider = personOfOtherCentre()
    const faultyRows: [ImportRowInput, string][] = [
      [row(2, '三月'), 'E801 incomeMonth'],
      [row(2, monthOfYear(1), { gross: '-5' }), 'E802 gross'],
      [row(2, monthOfYear(2), { withheld: '-0.01' }), 'E802 withheld'],
      [row(2, monthOfYear(3), { idNumber: '110105199001011234' }), 'E102 idNumber'],
      [row(2, monthOfYear(3), { idNumber: outsider.idNumber, name: outsider.name }), 'E803 idNumber'],
      [row(2, monthOfYear(3), { name: '别的名字' }), 'E202 name'],
      [row(2, monthOfYear(5)), 'E804 incomeMonth'],
      [row(2, shiftMonth(monthOfYear(1), -1)), 'E805 incomeMonth'],
      [row(3, monthOfYear(4)), 'E806 incomeMonth'],
      [row(2, monthOfYear(1)), 'E807 incomeMonth'],
      [row(0, monthOfYear(1)), 'E808 incomeMonth'],
      [row(2, monthOfYear(4), { gross: '100', withheld: '100.01' }), 'E809 withheld'],
      [row(4, monthOfYear(1), { payerCode: '91990000MA0000015Q' }), 'E811 payerCode'],
      [row(4, monthOfYear(2), { remark: '=1+1' }), 'E107 remark'],
      [row(4, monthOfYear(3), { idKind: '护照' }), 'E102 idNumber'],
    ]
    const { importId, summary } = await upload(faultyRows.map(([each]) => each))
    const issueCodes = await codes(importId)
    for (const [at, [, code]] of faultyRows.entries()) assert.ok(issueCodes[at]?.includes(code), `row ${at + 1} says ${issueCodes[at]?.join()} and not ${code}`)
    assert.equal(summary.invalid, faultyRows.length)
    const { version } = await server.must('centre', 'imports.get', { importId }, homePlace)
    const commitRefusal = await server.call('centre', 'imports.commit', { importId, version }, homePlace)
    assert.equal(commitRefusal.error, 'hasErrors')
  })

  test('a closed month accepts no imports', async () => {
    await sql`insert into tax_period (centre_id, mode, month, closed_at) values (2, 2, ${monthOfYear(1)}, now())`.execute(db())
    const { importId } = await upload([row(5, monthOfYear(1)), row(5, monthOfYear(2))])
    assert.deepEqual(await codes(importId), [['E810 incomeMonth'], []])
    await sql`delete from tax_period where centre_id = 2 and mode = 2 and month = ${monthOfYear(1)}`.execute(db())
  })

  test('an imported month counts for a person already paid here', async () => {
    const [january, february] = [monthOfYear(3), monthOfYear(4)]
    const before = await payOnce(6, '20000.00')
    assert.equal(before.iit, 33_000)
    await importAll([row(6, january, { gross: '20000.00', withheld: '330.00' })])
    assert.deepEqual(
      (await personMonths(6)).map((each) => each.month),
      [january, february],
    )
    const after = await payOnce(6, '100.00')
    // 40,100 in two months: 40,100 × 80 % − 10,000 = 22,080 × 3 % = 662.40, of which 660.00 is withheld.
    assert.equal(after.iit, 240)
  })

  test('the report adds up: imported, refused and excluded rows equal the corrected file', async () => {
    const { importId } = await upload([
      row(7, monthOfYear(1), { gross: '1000.00', withheld: '1.00', vat: '2.00', city: '0.50' }),
      row(7, monthOfYear(2), { gross: '2000.00', withheld: '2.00' }),
      row(7, monthOfYear(9), { gross: '4000.00', withheld: '4.00' }),
      row(8, monthOfYear(1), { gross: 'viel', withheld: '8.00' }),
      row(8, monthOfYear(2), { gross: '16000.00', withheld: '16.00' }),
    ])
    const { rows } = await server.must('centre', 'imports.rows', { importId, size: 200 }, homePlace)
    const idOf = (seq: number) => rows.find((each) => each.seq === seq)?.id ?? 0
    await server.must('centre', 'imports.repair', { importId, changes: [{ rowId: idOf(2), cells: { gross: '2500.00' } }] }, homePlace)
    await server.must('centre', 'imports.exclude', { importId, rowIds: [idOf(5)] }, homePlace)
    const report = await server.must('centre', 'imports.report', { importId }, homePlace)
    const part = (name: string) => report.parts.find((each) => each.part === name)
    const figures = (name: string) => [part(name)?.rows, part(name)?.people, part(name)?.gross, part(name)?.withheld]
    assert.deepEqual(figures('file'), [5, null, 2_300_000, 3100])
    assert.deepEqual(figures('corrected'), [0, null, 50_000, 0])
    assert.deepEqual(figures('list'), [5, 2, 2_350_000, 3100])
    assert.deepEqual(figures('taken'), [2, 1, 350_000, 300])
    assert.deepEqual(figures('refused'), [2, 2, 400_000, 1200])
    assert.deepEqual(figures('excluded'), [1, 1, 1_600_000, 1600])
    assert.deepEqual([report.addsUp, report.unread, part('taken')?.vat, part('taken')?.surcharges], [true, 1, 200, 50])
    const { fileId } = await server.must('centre', 'imports.exportReport', { importId }, homePlace)
    const sheet = await readSheet(await bytesOf(server, fileId), {
      columns: [
        { key: 'part', headings: ['项目'], required: true },
        { key: 'withheld', headings: ['已扣个人所得税'], required: true },
      ],
      maxRows: 20,
      unknownColumns: 'ignore',
    })
    assert.ok(sheet.ok)
    assert.deepEqual(
      sheet.rows.map((each) => Number(each.cells.withheld.text)),
      [31, 0, 31, 3, 12, 16],
    )
  })

  test('a list without later payments can be undone as a whole and imported again', async () => {
    const rows = [row(9, monthOfYear(1)), row(10, monthOfYear(2))]
    const { id } = await importAll(rows)
    assert.equal((await personMonths(9)).length, 1)
    const undoResult = await undo(id)
    assert.deepEqual([undoResult.data?.state, undoResult.data?.undoReason], ['undone', '原系统数据有误'])
    assert.deepEqual([await personMonths(9), await personMonths(10)], [[], []])
    assert.equal((await undo(id)).error, 'notDone')
    assert.equal((await importAll(rows)).createdCount, 2)
  })

  test('a list cannot be undone after a payment, which the refusal names, or in a closed month', async () => {
    const { id } = await importAll([row(11, monthOfYear(2)), row(12, monthOfYear(2))])
    const batch = await payOnce(12, '500.00')
    const undoRefusal = await undo(id)
    assert.equal(undoRefusal.error, 'incomePaid')
    assert.ok(undoRefusal.message.includes(batch.no) && undoRefusal.message.includes(personAt(12).name), undoRefusal.message)
    assert.equal((await personMonths(11)).length, 1)
    const { id: closedId } = await importAll([row(13, monthOfYear(1))])
    await sql`insert into tax_period (centre_id, mode, month, closed_at) values (2, 2, ${monthOfYear(1)}, now())`.execute(db())
    assert.equal((await undo(closedId)).error, 'incomeClosed')
    await sql`delete from tax_period where centre_id = 2 and mode = 2 and month = ${monthOfYear(1)}`.execute(db())
  })

  test('concurrent commits and undos of a list take effect once, and a second list is refused', async () => {
    const [one, other] = [await upload([row(14, monthOfYear(1))]), await upload([row(14, monthOfYear(1))])]
    const { version } = await server.must('centre', 'imports.get', { importId: one.importId }, homePlace)
    const answers = await Promise.all(['centre', 'finance'].map((who) => server.call(who, 'imports.commit', { importId: one.importId, version }, homePlace)))
    assert.deepEqual(answers.map((answer) => answer.error ?? 'done').sort(), ['done', 'notOpen'])
    await server.must('platform', 'imports.confirm', await importTarget(one.importId))
    await runImportJob(server, one.importId)
    const second = await server.must('centre', 'imports.get', { importId: other.importId }, homePlace)
    const lateCommit = await server.call('centre', 'imports.commit', { importId: other.importId, version: second.version }, homePlace)
    assert.equal(lateCommit.error, 'hasErrors')
    assert.deepEqual(
      (await personMonths(14)).map((each) => each.gross_fen),
      [1_000_000],
    )
    await server.must('centre', 'imports.undo', { ...(await importTarget(one.importId)), reason: '重复' }, homePlace)
    const undoTarget = await importTarget(one.importId)
    const concurrentUndos = await Promise.all(['finance', 'finance'].map((who) => server.call(who, 'imports.confirmUndo', undoTarget, homePlace)))
    assert.deepEqual(concurrentUndos.map((each) => each.code === 1).sort(), [false, true])
    assert.ok(concurrentUndos.every((each) => each.code !== 500))
    assert.deepEqual(await personMonths(14), [])
  })

  test('income is imported by a centre for itself or by the platform for a named centre', async () => {
    const rows = [row(15, monthOfYear(1))]
    assert.equal((await uploadAs('centre', rows, { centreId: 5 })).error, 'centreUnknown')
    assert.equal((await uploadAs('platform', rows, {}, {})).error, 'centreNeeded')
    assert.equal((await uploadAs('platform', rows, { centreId: 999_999 }, {})).error, 'centreUnknown')
    const platformUpload = await uploadAs('platform', rows, { centreId: 2 }, {})
    assert.equal(platformUpload.data?.summary.ready, 1)
    assert.notEqual((await uploadAs('maker', rows, {}, {})).code, 1)
    const importId = platformUpload.data?.importId ?? 0
    assert.equal((await server.call('centre', 'imports.get', { importId }, { centre: 5, mode: 2 })).error, 'notFound')
    assert.equal((await server.call('maker', 'imports.report', { importId })).error, 'forbidden')
  })

  test('the income report is refused for a list of operators', async () => {
    server.advance(dayMs)
    const operators = await server.must('centre', 'imports.list', { kind: 'operators' }, homePlace)
    const secondOperator = operators.rows[0]
    if (secondOperator) assert.equal((await server.call('centre', 'imports.report', { importId: secondOperator.id }, homePlace)).error, 'notIncome')
  })
})
