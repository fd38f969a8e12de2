import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { Mode } from '#/domain/base/codes.ts'
import { shiftDay } from '#/domain/base/period.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { readSheet, writeSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const atCentre = { centre: 2, mode: 2 } as const
const unitName = '星河互娱科技有限公司'
const secondUnitName = '青禾文化传播有限公司'
const unitAccountNo = '85710000000012'
const unitAccountNoOfMode1 = '85710000000011'
const headings = ['交易时间', '银行流水号', '收支方向', '金额', '对方户名', '对方账号', '对方开户行', '附言']

interface StatementRow {
  readonly serial: string
  readonly amount: string
  readonly payer?: string
  readonly memo?: string
  readonly time?: string
  readonly direction?: string
}

describe('prepayments', () => {
  let server: TestServer
  let serialCount = 0
  before(async () => {
    server = await startTestServer()
  })
  after(() => server.close())

  const db = () => server.running.kernel.database.kysely
  const today = () => server.running.kernel.clock.now().toISOString().slice(0, 10)
  const serial = () => `S${String(++serialCount).padStart(10, '0')}`
  const cellsOf = (row: StatementRow) => [
    row.time ?? `${today()} 10:30:00`,
    row.serial,
    row.direction ?? '收入',
    row.amount,
    row.payer ?? unitName,
    '622200001111',
    '招商银行',
    row.memo ?? '',
  ]
  const statement = async (rows: readonly StatementRow[]) => ({
    filename: '流水.xlsx',
    mediaType: '',
    bytes: await writeSheet({ sheets: [{ name: '流水', columns: headings.map((heading) => ({ heading })), rows: rows.map(cellsOf) }] }),
  })
  const importCredits = async (...rows: StatementRow[]) => server.must('centre', 'prepayments.importCredits', { file: await statement(rows) }, atCentre)
  const apply = (amount: string, bankSerial = serial(), more: { payerName?: string; mode?: Mode } = {}) =>
    server.must('maker', 'prepayments.submit', { centreId: 2, mode: 2, amount, payerName: unitName, payerAccount: '622200001111', bankSerial, ...more })
  const findTopup = async (id: number) => {
    const topups = (await server.must('maker', 'prepayments.list', { size: 200 })).rows.find((row) => row.id === id)
    assert.ok(topups)
    return topups
  }
  const confirm = (row: { id: number; version: number }) => server.call('finance', 'prepayments.confirm', { id: row.id, version: row.version }, { ...atCentre })
  const funds = async (mode: Mode = 2) => {
    const account = (await server.must('maker', 'prepayments.accounts', {})).find((row) => row.mode === mode)
    assert.equal(account?.balancedTo, null, 'nothing was reconciled yet')
    return account
  }
  const creditOf = async (bankSerial: string) => db().selectFrom('bank_credit').selectAll().where('serial', '=', bankSerial).executeTakeFirstOrThrow()

  test('a transfer on the bank statement is matched, confirmed and spendable (ST-04)', async () => {
    const fundsBefore = await funds()
    const appliedTopup = await apply('100000.00')
    assert.deepEqual([appliedTopup.state, appliedTopup.hasBankCredit, appliedTopup.isOwnName], ['submitted', false, true])
    assert.deepEqual(await importCredits({ serial: appliedTopup.bankSerial, amount: '100,000.00' }), {
      added: 1,
      matched: 1,
      repeated: 0,
      problems: [],
      skipped: [],
    })
    const matchedTopup = await findTopup(appliedTopup.id)
    assert.deepEqual([matchedTopup.state, matchedTopup.hasBankCredit], ['matched', true])
    assert.equal((await funds()).available, fundsBefore.available)
    const confirmedTopup = await server.must('finance', 'prepayments.confirm', { id: matchedTopup.id, version: matchedTopup.version }, atCentre)
    assert.deepEqual([confirmedTopup.state, confirmedTopup.decidedBy], ['confirmed', '钱守一'])
    const fundsAfter = await funds()
    assert.equal(fundsAfter.available, fundsBefore.available + 10_000_000)
    assert.equal(fundsAfter.frozen, fundsBefore.frozen)
    const receipt = (await server.must('maker', 'vouchers.list', { kind: 'topup', keyword: appliedTopup.bankSerial })).rows[0]
    assert.deepEqual([receipt?.amount, receipt?.payerName, receipt?.bankSerial], [10_000_000, unitName, appliedTopup.bankSerial])
    assert.equal((await creditOf(appliedTopup.bankSerial)).state, 'confirmed')
    assert.deepEqual(await checkInvariants(db()), [])
  })

  test('an application made after the transfer is matched too', async () => {
    const bankSerial = serial()
    assert.equal((await importCredits({ serial: bankSerial, amount: '800.00' })).matched, 0)
    assert.equal((await apply('800.00', bankSerial)).state, 'matched')
  })

  test('one bank serial is booked once across statements, applications and confirmations (INV-21)', async () => {
    const fundsBefore = await funds()
    const appliedTopup = await apply('5000.00')
    await importCredits({ serial: appliedTopup.bankSerial, amount: '5000.00' })
    const repeatedRow = { serial: appliedTopup.bankSerial, amount: '5000.00' }
    assert.deepEqual(await importCredits(repeatedRow, repeatedRow), { added: 0, matched: 0, repeated: 2, problems: [], skipped: [] })
    const secondApplication = {
      centreId: 2,
      mode: 2 as const,
      amount: '5000.00',
      payerName: unitName,
      payerAccount: '622200001111',
      bankSerial: appliedTopup.bankSerial,
    }
    assert.equal((await server.call('payer', 'prepayments.submit', secondApplication)).error, 'serialUsed')
    assert.equal((await server.call('unit2', 'prepayments.submit', { ...secondApplication, payerName: secondUnitName })).error, 'serialUsed')
    const matchedTopup = await findTopup(appliedTopup.id)
    const answers = await Promise.all([confirm(matchedTopup), confirm(matchedTopup), confirm(matchedTopup)])
    assert.deepEqual(answers.map((answer) => answer.code).sort(), [0, 0, 1])
    assert.equal((await confirm(matchedTopup)).error, 'wrongState')
    assert.equal((await funds()).available, fundsBefore.available + 500_000)
    const journals = await db().selectFrom('ledger_journal').select('id').where('ref_type', '=', 'topup').where('ref_id', '=', appliedTopup.id).execute()
    assert.equal(journals.length, 1)
  })

  test('the schema refuses top-ups without a credit, shared credits and self-confirmed top-ups', async () => {
    const first = await apply('61.00')
    await importCredits({ serial: first.bankSerial, amount: '61.00' })
    const second = await apply('62.00')
    const creditId = (await creditOf(first.bankSerial)).id
    const expectRefusal = async (change: Record<string, unknown>) =>
      assert.rejects(db().updateTable('topup').set(change).where('id', '=', second.id).execute(), /constraint|duplicate/)
    await expectRefusal({ bank_credit_id: creditId })
    await expectRefusal({ state: 'confirmed', decided_by: 4 })
    await assert.rejects(db().updateTable('topup').set({ state: 'confirmed', decided_by: 5 }).where('id', '=', first.id).execute(), /four_eyes/)
  })

  test('another company’s transfer stays unclaimed even if its memo names the unit’s account', async () => {
    const bankSerial = serial()
    const appliedTopup = await apply('7000.00', bankSerial)
    const result = await importCredits({ serial: bankSerial, amount: '7000.00', payer: '某某贸易有限公司', memo: `预付款 ${unitAccountNo}` })
    assert.deepEqual([result.added, result.matched], [1, 0])
    assert.equal((await findTopup(appliedTopup.id)).state, 'submitted')
    assert.equal((await confirm(appliedTopup)).error, 'noCredit')
    const credit = (await server.must('finance', 'prepayments.credits', { state: 'unclaimed', size: 200 }, atCentre)).rows.find(
      (row) => row.serial === bankSerial,
    )
    assert.deepEqual([credit?.state, credit?.unitName, credit?.topupNo], ['unclaimed', unitName, null])
  })

  test('a top-up application under another payer’s name is not matched and cannot be confirmed', async () => {
    const appliedTopup = await apply('7100.00', serial(), { payerName: '陆远舟' })
    assert.equal(appliedTopup.isOwnName, false)
    await importCredits({ serial: appliedTopup.bankSerial, amount: '7100.00', payer: '陆远舟' }, { serial: serial(), amount: '7100.00' })
    assert.equal((await findTopup(appliedTopup.id)).state, 'submitted')
    assert.equal((await confirm(appliedTopup)).error, 'otherPayer')
  })

  test('a credit with another amount does not match, even with the same serial', async () => {
    const appliedTopup = await apply('7200.00')
    await importCredits({ serial: appliedTopup.bankSerial, amount: '7200.01' })
    assert.equal((await confirm(appliedTopup)).error, 'noCredit')
  })

  test('the person who applied for a top-up cannot confirm it', async () => {
    const appliedTopup = await apply('300.00')
    await importCredits({ serial: appliedTopup.bankSerial, amount: '300.00' })
    await db().updateTable('topup').set({ submitted_by: 4 }).where('id', '=', appliedTopup.id).execute()
    assert.equal((await confirm(await findTopup(appliedTopup.id))).error, 'ownWork')
    assert.equal((await server.call('maker', 'prepayments.confirm', { id: appliedTopup.id, version: 1 })).error, 'forbidden')
  })

  test('a credit without the same serial is matched by payer and amount within three days', async () => {
    const topupWithinLimit = await apply('4100.00')
    const topupBeyondLimit = await apply('4200.00')
    await importCredits(
      { serial: serial(), amount: '4100.00', time: `${shiftDay(today(), -2)} 09:00:00` },
      { serial: serial(), amount: '4200.00', time: `${shiftDay(today(), -5)} 09:00:00` },
    )
    assert.equal((await findTopup(topupWithinLimit.id)).state, 'matched')
    assert.equal((await findTopup(topupBeyondLimit.id)).state, 'submitted')
  })

  test('two equal transfers are matched by serial rather than by the nearest day', async () => {
    const [early, late] = [serial(), serial()]
    const first = await apply('4300.00', late)
    const second = await apply('4300.00', early)
    assert.equal((await importCredits({ serial: early, amount: '4300.00' }, { serial: late, amount: '4300.00' })).matched, 2)
    const pairs = await sql<{ id: number; serial: string }>`select topup.id, credit.serial from topup join bank_credit credit on credit.id = bank_credit_id
      where topup.id in (${first.id}, ${second.id})`.execute(db())
    assert.deepEqual(new Map(pairs.rows.map((row) => [row.id, row.serial])), new Map([[first.id, late], [second.id, early]])) // biome-ignore format: a table of two pairs
  })

  test('the unit’s account number in the memo decides unit and mode, even for an old credit', async () => {
    const appliedTopup = await apply('4400.00', serial(), { mode: 1 })
    const bankSerial = serial()
    await importCredits({
      serial: bankSerial,
      amount: '4400.00',
      time: `${shiftDay(today(), -20)} 09:00:00`,
      memo: `货款${unitAccountNoOfMode1.slice(0, 4)} ${unitAccountNoOfMode1.slice(4)}`,
    })
    assert.equal((await findTopup(appliedTopup.id)).state, 'matched')
    assert.equal((await creditOf(bankSerial)).mode, 1)
    const fundsBefore = await funds(1)
    await server.must('finance', 'prepayments.confirm', { id: appliedTopup.id, version: 2 }, { centre: 2, mode: 1 })
    assert.equal((await funds(1)).available, fundsBefore.available + 440_000)
  })

  test('full-width and half-width brackets in the payer name match', async () => {
    await db().updateTable('unit').set({ name: '星河（互娱）科技有限公司' }).where('id', '=', 1).execute()
    const appliedTopup = await apply('4500.00', serial(), { payerName: '星河(互娱)科技有限公司' })
    await importCredits({ serial: appliedTopup.bankSerial, amount: '4500.00', payer: '星河(互娱) 科技有限公司' })
    await db().updateTable('unit').set({ name: unitName }).where('id', '=', 1).execute()
    assert.equal((await findTopup(appliedTopup.id)).state, 'matched')
  })

  test('the next application gets the credit of a rejected one', async () => {
    const bankSerial = serial()
    const wrongTopup = await apply('900.00', bankSerial)
    await importCredits({ serial: bankSerial, amount: '900.00' })
    const matchedTopup = await findTopup(wrongTopup.id)
    const rejectedTopup = await server.must(
      'finance',
      'prepayments.reject',
      { id: wrongTopup.id, version: matchedTopup.version, reason: '回单不清晰' },
      atCentre,
    )
    assert.deepEqual([rejectedTopup.state, rejectedTopup.reason, rejectedTopup.hasBankCredit], ['rejected', '回单不清晰', false])
    assert.deepEqual([(await creditOf(bankSerial)).state, (await creditOf(bankSerial)).unit_id], ['unclaimed', null])
    const right = await apply('900.00', bankSerial)
    assert.equal(right.state, 'matched')
    assert.equal((await confirm(right)).code, 1)
  })

  test('a pending application can be withdrawn only once and at the current version', async () => {
    const appliedTopup = await apply('910.00')
    assert.equal((await server.call('maker', 'prepayments.withdraw', { id: appliedTopup.id, version: 9 })).error, 'changed')
    assert.equal((await server.must('maker', 'prepayments.withdraw', { id: appliedTopup.id, version: 1 })).state, 'withdrawn')
    assert.equal((await server.call('maker', 'prepayments.withdraw', { id: appliedTopup.id, version: 2 })).error, 'wrongState')
    assert.equal((await confirm({ id: appliedTopup.id, version: 2 })).error, 'wrongState')
  })

  test('a top-up application is refused with a zero amount, with a false PDF or without an account', async () => {
    const input = { centreId: 2, mode: 2 as const, amount: '1.00', payerName: unitName, payerAccount: '622200001111', bankSerial: serial() }
    const slip = (bytes: Buffer) => ({ filename: '回单.pdf', mediaType: 'application/pdf', bytes })
    assert.equal((await server.call('maker', 'prepayments.submit', { ...input, slip: slip(Buffer.from('MZ...')) })).error, 'documentKind')
    assert.equal((await server.call('maker', 'prepayments.submit', { ...input, amount: '0.00' })).error, 'badAmount')
    assert.equal((await server.call('maker', 'prepayments.submit', { ...input, centreId: 5 })).error, 'noAccount')
    const submittedTopup = await server.must('maker', 'prepayments.submit', { ...input, slip: slip(Buffer.from(pdfPage('回单'))) })
    assert.ok(submittedTopup.slipFileId)
  })

  test('a statement import skips debits and reports faulty rows by line number', async () => {
    const result = await importCredits(
      { serial: serial(), amount: '10.00', direction: '支出' },
      { serial: serial(), amount: '10.00', direction: '?' },
      { serial: serial(), amount: '-3' },
      { serial: '', amount: '10.00' },
      { serial: serial(), amount: '10.00', time: '2026-02-30' },
      { serial: serial(), amount: '¥1,010.50', direction: '贷', time: '20261121103000' },
    )
    assert.deepEqual([result.added, result.problems.map((problem) => problem.line)], [1, [3, 4, 5, 6]])
    const fault = await server.call(
      'finance',
      'prepayments.importCredits',
      { file: { filename: 'a.csv', mediaType: '', bytes: Buffer.from('金额,附言\n1,x\n') } },
      atCentre,
    )
    assert.equal(fault.error, 'badFile')
    assert.match(fault.message, /缺少：交易时间、银行流水号/)
    // Debits and credits in two columns, as in many bank statements.
    const pairs = [
      ['10.00', ''],
      ['0.00', '20.00'],
      ['10.00', '20.00'],
      ['', '0.00'],
    ]
    const rows = pairs.map(([out = '', into = '']) => [`${today()} 10:30:00`, serial(), out, into, unitName, '622200001111'].join(','))
    const text = ['交易日期,流水号,借方金额,贷方金额,对方户名,对方账号', ...rows].join('\r\n')
    const file = { filename: 'two.csv', mediaType: 'text/csv', bytes: Buffer.from(text) }
    const importResult = await server.must('finance', 'prepayments.importCredits', { file }, atCentre)
    assert.deepEqual([importResult.added, importResult.problems.map((problem) => problem.line)], [1, [4, 5]])
    assert.deepEqual(
      importResult.problems.map((problem) => problem.message),
      ['支出（借方）与收入（贷方）两列都有金额，只应有一列', '支出（借方）与收入（贷方）两列都没有金额'],
    )
    const refusalWithoutCentre = await server.call('platform', 'prepayments.importCredits', { file: await statement([]) })
    assert.equal(refusalWithoutCentre.error, 'choose_centre')
  })

  test('the template has the columns of T3 and can be read back', async () => {
    const { fileId } = await server.must('finance', 'prepayments.creditTemplate', {}, atCentre)
    const bytes = await server.running.kernel.store.read(fileId)
    const columns = headings.map((heading, at) => ({ key: `c${at}`, headings: [heading], required: true }))
    const read = await readSheet(bytes, { columns, maxRows: 10, order: 'fixed', sheet: 1 })
    assert.deepEqual(read, { ok: false, problem: { code: 'empty' } })
  })

  test('another unit, centre or mode can neither see nor change the prepayments', async () => {
    const appliedTopup = await apply('920.00')
    const target = { id: appliedTopup.id, version: 1 }
    assert.equal((await server.call('unit2', 'prepayments.withdraw', target)).error, 'notFound')
    assert.equal((await server.call('finance', 'prepayments.reject', { ...target, reason: '不是本模式' }, { centre: 2, mode: 1 })).error, 'notFound')
    assert.equal((await server.call('centre', 'prepayments.confirm', target, { centre: 5, mode: 2 })).error, 'notFound')
    const topups = await server.must('unit2', 'prepayments.list', { size: 200 })
    assert.ok(topups.rows.length > 0 && topups.rows.every((row) => row.unitId === 2))
    assert.ok((await server.must('unit2', 'prepayments.accounts', { unitId: 1 })).length === 0)
    assert.ok((await server.must('unit2', 'prepayments.history', { unitId: 1 })).rows.length === 0)
    assert.equal((await server.must('centre', 'prepayments.credits', {}, { centre: 5, mode: 2 })).count, 0)
  })

  test('a unit’s account shows the receiving bank account and the memo to use', async () => {
    const { accountName, accountNo, memo } = await funds()
    assert.deepEqual([accountName, accountNo, memo], ['云创客（杭州）数字服务有限公司', '5719000010002468', unitAccountNo])
  })

  test('the history can be paged back to a zero balance, with both balances in each row', async () => {
    const allRows = (await server.must('maker', 'prepayments.history', { mode: 2, size: 200 })).rows
    assert.deepEqual([allRows[0]?.availableAfter, allRows[0]?.frozenAfter], [(await funds()).available, (await funds()).frozen])
    for (const [at, row] of allRows.entries()) {
      assert.equal(row.availableAfter - row.available, allRows[at + 1]?.availableAfter ?? 0)
      assert.equal(row.frozenAfter - row.frozen, allRows[at + 1]?.frozenAfter ?? 0)
    }
    const pagedRows: typeof allRows = []
    for (let after: number | undefined; ; ) {
      const page = await server.must('maker', 'prepayments.history', { mode: 2, size: 2, ...(after !== undefined && { after }) })
      pagedRows.push(...page.rows)
      if (page.next === null) break
      after = page.next
    }
    assert.deepEqual(pagedRows, allRows)
    assert.ok((await server.must('maker', 'prepayments.history', { kind: 'freeze' })).rows.length === 0)
  })

  test('the exported history names the unit and has every row', async () => {
    const { fileId } = await server.must('maker', 'prepayments.exportHistory', { mode: 2 })
    const bytes = await server.running.kernel.store.read(fileId)
    const columns = ['时间', '关联单号', '收入', '可用余额'].map((heading) => ({ key: heading, headings: [heading], required: true }))
    const read = await readSheet(bytes, { columns, maxRows: 1000, unknownColumns: 'ignore' })
    assert.ok(read.ok)
    const rows = (await server.must('maker', 'prepayments.history', { mode: 2, size: 200 })).rows
    assert.deepEqual(
      read.rows.map((row) => row.cells.关联单号?.text),
      [...rows.map((row) => row.refNo), ''],
      'the last row holds the totals',
    )
    assert.equal(Number(read.rows[0]?.cells.可用余额?.text) * 100, rows[0]?.availableAfter)
    const topups = await server.must('maker', 'prepayments.exportHistory', { kind: 'topup' })
    const sheetOfKind = await readSheet(await server.running.kernel.store.read(topups.fileId), { columns, maxRows: 1000, unknownColumns: 'ignore' })
    assert.ok(sheetOfKind.ok)
    assert.equal(sheetOfKind.rows.length, (await server.must('maker', 'prepayments.history', { kind: 'topup', size: 200 })).rows.length + 1)
  })

  test('the exported top-ups match the list, with accounts masked', async () => {
    const { fileId } = await server.must('maker', 'prepayments.exportList', { states: ['confirmed'] })
    const columns = ['充值单号', '付款账号', '状态'].map((heading) => ({ key: heading, headings: [heading], required: true }))
    const read = await readSheet(await server.running.kernel.store.read(fileId), { columns, maxRows: 1000, unknownColumns: 'ignore' })
    assert.ok(read.ok)
    const { rows } = await server.must('maker', 'prepayments.list', { states: ['confirmed'], size: 200 })
    assert.ok(rows.length > 0)
    assert.deepEqual(
      read.rows.map((row) => [row.cells.充值单号?.text, row.cells.状态?.text]),
      [...rows.map((row) => [row.no, '已入账']), ['合计', '']],
    )
    assert.ok(read.rows.slice(0, -1).every((row) => row.cells.付款账号?.text.includes('*')))
  })

  test('random orders of transfers and applications book no credit twice and keep the books sound', async () => {
    const amounts = ['11.00', '12.00'] as const
    const event = fc.record({ isCredit: fc.boolean(), amount: fc.constantFrom(...amounts), key: fc.integer({ min: 0, max: 3 }) })
    let round = 0
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 8 }), async (events) => {
        round++
        for (const { isCredit, amount, key } of events) {
          const bankSerial = `R${String(round).padStart(6, '0')}${key}`
          if (isCredit) await importCredits({ serial: bankSerial, amount })
          else await server.call('maker', 'prepayments.submit', { centreId: 2, mode: 2, amount, payerName: unitName, payerAccount: '622200001111', bankSerial })
        }
        const matchedTopups = (await server.must('maker', 'prepayments.list', { states: ['matched'], size: 200 })).rows
        await Promise.all(matchedTopups.map((row) => confirm(row)))
      }),
      { numRuns: 8 },
    )
    const wrongPairs = await sql`select topup.id from topup join bank_credit credit on credit.id = topup.bank_credit_id
      where topup.amount_fen <> credit.amount_fen or topup.mode <> credit.mode or credit.state = 'unclaimed' or credit.unit_id <> topup.unit_id`.execute(db())
    assert.deepEqual(wrongPairs.rows, [])
    const sums = await sql<{ booked: number; held: number }>`select
      (select sum(amount_fen) from topup where state = 'confirmed')::bigint as booked, (select -sum(balance_fen) from account where kind = 'bank')::bigint as held`.execute(
      db(),
    )
    assert.equal(sums.rows[0]?.booked, sums.rows[0]?.held)
    assert.deepEqual(await checkInvariants(db()), [])
  })
})
