import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { type OpeningCell, openingCells } from '#/domain/onboarding/opening.ts'
import { readSheet, sheetMediaType, writeSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { bytesOf } from '#/server/money/lines/testing.ts'
import { paymentScenario } from '#/server/money/payments/testing.ts'
import { commitAndRun, listFile, newUnitRow, unitPlaceCells } from '#/server/onboarding/imports/testing.ts'
import { unitsKind } from '#/server/onboarding/imports/units-kind.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { checkedTestServer } from '#/server/tests/testing.ts'
import { expectTaskLists } from '#/server/tests/waiting-testing.ts'

type RowOf = Partial<Record<OpeningCell, string>>
interface Unit {
  readonly id: number
  readonly name: string
  readonly credit_code: string
}

const homePlace = { centre: 2, mode: 2 } as const
const headings: Readonly<Record<OpeningCell, string>> = {
  account: '科目',
  creditCode: '单位信用代码',
  unitName: '单位名称',
  debit: '借方',
  credit: '贷方',
  remark: '备注',
}

async function sheetOf(rows: readonly RowOf[]) {
  const columns = openingCells.map((cell) => ({ heading: headings[cell], kind: 'text' as const, ...(cell === 'account' && { required: true }) }))
  const bytes = await writeSheet({
    sheets: [{ name: '期初余额', columns, rows: rows.map((row) => openingCells.map((cell) => row[cell] ?? '')) }],
    template: { id: 'T14', version: '1' },
  })
  return { filename: '期初余额.xlsx', mediaType: sheetMediaType, bytes }
}

describe('opening balances (T14)', () => {
  const server = checkedTestServer()
  const db = () => server.running.kernel.database.kysely
  const today = () => dayOf(server.running.kernel.clock.now())
  const report = { filename: '结账报告.pdf', mediaType: 'application/pdf', bytes: pdfPage('closing report') }
  let newUnits: readonly Unit[] = []

  const unit = (at: number) => newUnits[at] ?? assert.fail('too few new units')
  const prepayment = (at: number, credit: string, more: RowOf = {}): RowOf => ({
    account: '单位预付款',
    creditCode: unit(at).credit_code,
    unitName: unit(at).name,
    credit,
    ...more,
  })
  const upload = async (
    rows: readonly RowOf[],
    more: { day?: string; centreId?: number; mode?: 1 | 2 } = {},
    who = 'centre',
    place: { centre?: number; mode?: number } = homePlace,
  ) => server.call(who, 'moving.upload', { day: shiftDay(today(), -1), reason: '旧系统迁移', file: await sheetOf(rows), report, ...more }, place)
  const uploadOpening = async (rows: readonly RowOf[], who = 'centre') => (await upload(rows, {}, who)).data ?? assert.fail('refused')
  const target = ({ id, version }: { id: number; version: number }) => ({ openingId: id, version })
  const balance = async (kind: string, unitId: number | null = null) =>
    (
      await sql<{ fen: number }>`select coalesce(sum(balance_fen), 0)::bigint as fen from account where centre_id = 2 and mode = 2 and kind = ${kind}
        and unit_id is not distinct from ${unitId}`.execute(db())
    ).rows[0]?.fen ?? 0

  before(async () => {
    const place = await unitPlaceCells(server)
    const rows = [1, 2, 3, 4, 5].map((at) => newUnitRow(at, place))
    const { importId } = await server.must('centre', 'imports.upload', { kind: 'units', file: await listFile(unitsKind, rows) }, { centre: 2 })
    await commitAndRun(server, importId)
    newUnits = (await sql<Unit>`select id, name, credit_code from unit where name like '新单位%' order by id`.execute(db())).rows
  })

  test('a balanced sheet is prepared and confirmed by two people and sets its accounts', async () => {
    const [bank, tax, fee] = [await balance('bank'), await balance('tax_iit'), await balance('fee_income')]
    const sheet = await uploadOpening([
      prepayment(0, '1000.00'),
      prepayment(1, '500.50'),
      { account: '应交个人所得税', credit: '90.00' },
      { account: '服务费收入', credit: '9.50' },
      { account: '银行存款', debit: '1600.00' },
    ])
    assert.deepEqual([sheet.state, sheet.debit, sheet.credit, sheet.difference, sheet.faultyCount], ['prepared', 160_000, 160_000, 0, 0])
    assert.deepEqual(
      sheet.accounts.map((account) => [account.account, account.debit, account.credit]),
      [
        ['unit_available', 0, 150_050],
        ['bank', 160_000, 0],
        ['tax_iit', 0, 9000],
        ['fee_income', 0, 950],
      ],
    )
    assert.equal((await server.call('centre', 'moving.confirm', target(sheet), homePlace)).error, 'ownOpening')
    const bookedSheet = await server.must('finance', 'moving.confirm', target(sheet), homePlace)
    assert.equal(bookedSheet.state, 'booked')
    assert.deepEqual([await balance('unit_available', unit(0).id), await balance('unit_available', unit(1).id)], [100_000, 50_050])
    assert.deepEqual([(await balance('bank')) - bank, (await balance('tax_iit')) - tax, (await balance('fee_income')) - fee], [-160_000, 9000, 950])
    const { rows } = await server.must('centre', 'prepayments.history', { unitId: unit(0).id }, homePlace)
    assert.deepEqual(
      rows.map((row) => [row.kind, row.available, row.refNo, row.memo]),
      [['opening', 100_000, bookedSheet.no, `${bookedSheet.day} 旧系统迁移`]],
    )
  })

  test('a person who prepared an earlier sheet cannot confirm the sheet that replaced it', async () => {
    const sheet = await uploadOpening([prepayment(4, '10.00'), { account: '银行存款', debit: '10.00' }])
    const file = await sheetOf([prepayment(4, '888888.00'), { account: '银行存款', debit: '888888.00' }])
    const replacedSheet = await server.must('finance', 'moving.replace', { ...target(sheet), file }, homePlace)
    for (const demoUsername of ['centre', 'finance'])
      assert.equal((await server.call(demoUsername, 'moving.confirm', target(replacedSheet), homePlace)).error, 'ownOpening', demoUsername)
    const { rows } = await sql<{ id: number }>`select id from app_user where username = 'centre'`.execute(db())
    await assert.rejects(
      sql`update opening_sheet set state = 'booked', confirmed_by = ${rows[0]?.id ?? 0}, confirmed_at = now() where id = ${sheet.id}`.execute(db()),
      /four_eyes/,
    )
    await server.must('finance', 'moving.cancel', { ...target(replacedSheet), reason: '改由他人编制' }, homePlace)
  })

  test('an unbalanced sheet is refused with the difference, and can be replaced and cancelled', async () => {
    const sheet = await uploadOpening([prepayment(2, '1000.00'), { account: '银行存款', debit: '999.99' }])
    assert.deepEqual([sheet.state, sheet.difference], ['draft', -1])
    const balanceRefusal = await server.call('finance', 'moving.confirm', target(sheet), { ...homePlace, language: 'en' })
    assert.equal(balanceRefusal.error, 'doesNotAddUp')
    assert.ok(balanceRefusal.message.includes('¥0.01'), balanceRefusal.message)
    const correctedSheet = await server.must(
      'centre',
      'moving.replace',
      { ...target(sheet), file: await sheetOf([prepayment(2, '1000.00'), { account: '银行存款', debit: '1000' }]) },
      homePlace,
    )
    assert.deepEqual([correctedSheet.state, correctedSheet.difference], ['prepared', 0])
    assert.equal(
      (await server.call('centre', 'moving.replace', { ...target(sheet), file: await sheetOf([{ account: '调账', debit: '1' }]) }, homePlace)).error,
      'openingChanged',
    )
    const cancelledSheet = await server.must('finance', 'moving.cancel', { ...target(correctedSheet), reason: '重新编制' }, homePlace)
    assert.deepEqual([cancelledSheet.state, cancelledSheet.endedReason], ['cancelled', '重新编制'])
    assert.equal((await server.call('finance', 'moving.confirm', target(cancelledSheet), homePlace)).error, 'wrongState')
  })

  test('faults are reported by row and column and block the confirmation', async () => {
    const movedUnits = await sql<Unit>`select unit.id, unit.name, unit.credit_code from unit where id = 1`.execute(db())
    const [one] = movedUnits.rows
    const sheet = await uploadOpening([
      { account: '固定资产', debit: '1.00' },
      { account: '单位预付款', creditCode: one?.credit_code ?? '', credit: '1.00' },
      { account: '单位预付款', creditCode: '91990000MA0000015Q', credit: '-1.00' },
      { account: '银行存款', debit: '1.00', credit: '1.00' },
      { account: '银行存款', debit: '1.00' },
    ])
    assert.deepEqual(
      sheet.rows.map((row) => row.issues.map(({ code, field }) => `${code} ${field}`)),
      [['account account'], ['unitMoved creditCode'], ['amount credit', 'unitUnknown creditCode'], ['bothSides credit'], ['repeated account']],
    )
    const accountRefusal = await server.call('finance', 'moving.confirm', target(sheet), homePlace)
    assert.equal(accountRefusal.error, 'faulty')
    assert.ok(accountRefusal.message.includes('1 科目'), accountRefusal.message)
    await server.must('centre', 'moving.cancel', { ...target(sheet), reason: '测试' }, homePlace)
  })

  test('balances that wait for a confirmation or a reversal are pending work of other people', async () => {
    const waitsFor = async (who: string) => (await expectTaskLists(server, who, homePlace)).includes('openings')
    const sheet = await uploadOpening([prepayment(4, '20.00'), { account: '银行存款', debit: '20.00' }])
    const idsFor = async (who: string) => (await server.must(who, 'moving.list', { isForMe: true }, homePlace)).rows.map((row) => row.id)
    assert.deepEqual([await waitsFor('finance'), await waitsFor('centre'), await idsFor('finance'), await idsFor('centre')], [true, false, [sheet.id], []])
    const booked = await server.must('finance', 'moving.confirm', target(sheet), homePlace)
    assert.deepEqual([await waitsFor('finance'), await waitsFor('centre')], [false, false])
    const disputed = await server.must('finance', 'moving.askUndo', { ...target(booked), reason: '重复导入' }, homePlace)
    assert.deepEqual([await waitsFor('finance'), await waitsFor('centre')], [false, true])
    await server.must('centre', 'moving.undo', target(disputed), homePlace)
    assert.equal(await waitsFor('centre'), false)
  })

  test('two concurrent confirmations book the balances once', async () => {
    const before = await balance('bank')
    const sheet = await uploadOpening([prepayment(2, '70.00'), { account: '银行存款', debit: '70.00' }])
    const answers = await Promise.all(
      ['finance', 'platform'].map((who) => server.call(who, 'moving.confirm', target(sheet), who === 'platform' ? {} : homePlace)),
    )
    assert.deepEqual(answers.map((answer) => answer.code === 1).sort(), [false, true])
    assert.ok(
      answers.every((answer) => answer.code === 1 || ['wrongState', 'openingChanged'].includes(answer.error ?? '')),
      JSON.stringify(answers),
    )
    assert.deepEqual([await balance('unit_available', unit(2).id), (await balance('bank')) - before], [7000, -7000])
  })

  test('the second of two sheets for the same unit is booked only after the first is undone', async () => {
    const rows = [prepayment(3, '30.00'), { account: '银行存款', debit: '30.00' }]
    const [one, other] = [await uploadOpening(rows), await uploadOpening(rows)]
    const answers = await Promise.all([one, other].map((sheet) => server.call('finance', 'moving.confirm', target(sheet), homePlace)))
    assert.deepEqual(answers.map((answer) => answer.error ?? 'booked').sort(), ['booked', 'unitsMoved'])
    assert.equal(await balance('unit_available', unit(3).id), 3000)
    const bookedSheet = answers.find((answer) => answer.code === 1)?.data ?? assert.fail('none was booked')
    // Two people undo the booked sheet. Afterwards the other sheet may be booked.
    assert.equal((await server.call('centre', 'moving.undo', target(bookedSheet), homePlace)).error, 'wrongState')
    const undoRequested = await server.must('centre', 'moving.askUndo', { ...target(bookedSheet), reason: '金额有误' }, homePlace)
    assert.equal((await server.call('centre', 'moving.undo', target(undoRequested), homePlace)).error, 'ownUndo')
    const keptSheet = await server.must('finance', 'moving.keep', target(undoRequested), homePlace)
    assert.equal(keptSheet.state, 'booked')
    const undoRequest = await server.must('centre', 'moving.askUndo', { ...target(keptSheet), reason: '金额有误' }, homePlace)
    const concurrentUndos = await Promise.all(
      ['finance', 'platform'].map((who) => server.call(who, 'moving.undo', target(undoRequest), who === 'platform' ? {} : homePlace)),
    )
    assert.deepEqual(concurrentUndos.map((each) => each.code === 1).sort(), [false, true])
    assert.equal(await balance('unit_available', unit(3).id), 0)
    const remainingSheet = [one, other].find((sheet) => sheet.id !== bookedSheet.id) ?? one
    assert.equal((await server.must('finance', 'moving.confirm', target(remainingSheet), homePlace)).state, 'booked')
  })

  test('the refusal to undo a sheet with later payments names the batch', async () => {
    // Adds a batch of unit 1 to the opened unit, because a new unit would first need contracts, orders and people.
    const { rows } = await sql<Unit>`select id, name, credit_code from unit where id = 1`.execute(db())
    const sheet = await uploadOpening([prepayment(4, '20.00'), { account: '银行存款', debit: '20.00' }])
    const bookedSheet = await server.must('finance', 'moving.confirm', target(sheet), homePlace)
    await sql`update opening_row set unit_id = 1 where opening_id = ${sheet.id} and unit_id is not null`.execute(db())
    const person = demoPeople().ordinary.find((each) => each.centreId === 2 && each.unitIds[0] === 1) ?? assert.fail('unit 1 has nobody')
    const batch = await paymentScenario(server).createPayableBatch([{ person, yuan: '100.00' }])
    const undoRefusal = await server.call('centre', 'moving.askUndo', { ...target(bookedSheet), reason: '金额有误' }, homePlace)
    assert.equal(undoRefusal.error, 'openingPaid')
    assert.ok(undoRefusal.message.includes(batch.no) && undoRefusal.message.includes(rows[0]?.name ?? '-'), undoRefusal.message)
    await sql`update opening_row set unit_id = ${unit(4).id} where opening_id = ${sheet.id} and unit_id = 1`.execute(db())
  })

  test('the report contains every row, the totals per account and both sides', async () => {
    const sheet = await uploadOpening([
      { account: '调账', credit: '3.00' },
      { account: '银行存款', debit: '5.00' },
    ])
    const { fileId } = await server.must('finance', 'moving.export', { openingId: sheet.id }, homePlace)
    const reportSheet = await readSheet(await bytesOf(server, fileId), {
      columns: [
        { key: 'account', headings: ['科目'], required: true },
        { key: 'debit', headings: ['借方'], required: true },
        { key: 'credit', headings: ['贷方'], required: true },
      ],
      maxRows: 20,
      unknownColumns: 'ignore',
    })
    assert.ok(reportSheet.ok)
    assert.deepEqual(
      reportSheet.rows.map(({ cells }) => [cells.account.text, Number(cells.debit.text), Number(cells.credit.text)]),
      [
        ['调账', 0, 3],
        ['银行存款', 5, 0],
        ['银行存款', 5, 0],
        ['调账', 0, 3],
        ['借方合计 / 贷方合计', 5, 3],
        ['差额', 2, 0],
      ],
    )
    await server.must('finance', 'moving.template', {}, homePlace)
  })

  test('an upload is refused with a future day, without rows and for another or no centre', async () => {
    const rows = [
      { account: '调账', credit: '3.00' },
      { account: '银行存款', debit: '3.00' },
    ]
    assert.equal((await upload(rows, { day: shiftDay(today(), 1) })).error, 'dayAhead')
    assert.equal((await upload(rows, { centreId: 5 })).error, 'placeUnknown')
    assert.equal((await upload(rows, {}, 'platform', {})).error, 'placeNeeded')
    assert.equal((await upload([])).error, 'noRows')
  })

  test('a centre sees only its own sheets', async () => {
    const rows = [
      { account: '调账', credit: '3.00' },
      { account: '银行存款', debit: '3.00' },
    ]
    const { data } = await upload(rows, { centreId: 2, mode: 2 }, 'platform', {})
    const openingId = data?.id ?? 0
    assert.equal((await server.must('finance', 'moving.get', { openingId }, homePlace)).no, data?.no)
    assert.equal((await server.call('centre', 'moving.get', { openingId }, { centre: 5, mode: 2 })).error, 'openingNotFound')
    assert.equal((await server.call('centre', 'moving.get', { openingId }, { centre: 2, mode: 1 })).error, 'openingNotFound')
    const otherCentreList = await server.must('centre', 'moving.list', {}, { centre: 5, mode: 2 })
    assert.equal(otherCentreList.count, 0)
    const preparedList = await server.must('centre', 'moving.list', { states: ['prepared'] }, homePlace)
    assert.ok(preparedList.rows.some((row) => row.id === openingId))
    assert.equal((await server.call('maker', 'moving.list', {})).error, 'forbidden')
    assert.equal((await server.call('auditor', 'moving.confirm', { openingId, version: 1 }, homePlace)).error, 'forbidden')
  })
})
