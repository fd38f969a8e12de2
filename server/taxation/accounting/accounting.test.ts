import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { layoutDoubts, layoutNotes } from '#/api/taxation/accounting.texts.ts'
import { demoPeople } from '#/demo/load.ts'
import { fen } from '#/domain/base/money.ts'
import { monthOf, monthStart, shiftMonth } from '#/domain/base/period.ts'
import { voucherAccounts } from '#/domain/taxation/accounting.ts'
import { checkInvariants, invariants } from '#/server/app/invariants.ts'
import { violationsOf } from '#/server/kernel/declarations/invariant.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { asOwner } from '#/server/lib/database/transaction.ts'
import { readSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { postJournals } from '#/server/money/ledger/public.ts'
import { extendDocuments, paymentScenario } from '#/server/money/payments/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

const atCentre = { centre: 2, mode: 2 } as const
const place = { centreId: 2, mode: 2 } as const
const mappingByAccount = Object.fromEntries(voucherAccounts.map((account, at) => [account, { code: `2203.${at}`, name: `科目${at}` }]))
const row = (account: (typeof voucherAccounts)[number]) => ({
  account,
  code: mappingByAccount[account]?.code ?? '',
  name: mappingByAccount[account]?.name ?? '',
  byUnit: account.startsWith('unit_'),
})
// The chart has one account for all money of a unit, so reservations create no voucher entry.
const rows = voucherAccounts.map((account) => (account === 'unit_frozen' || account === 'unit_refund' ? { ...row('unit_available'), account } : row(account)))

describe('accounting vouchers', () => {
  const server = testServer()
  let month: string
  before(async () => {
    month = monthOf(server.running.kernel.clock.now())
    await extendDocuments(server)
    const scenario = paymentScenario(server)
    const { id } = await scenario.draft([{ person: demoPeople().ordinary[0] ?? assert.fail(), yuan: '30000.00' }])
    await server.must('maker', 'payments.attach', {
      id,
      kind: 'acceptance',
      file: { filename: '验收单.pdf', mediaType: 'application/pdf', bytes: pdfPage('acceptance') },
    })
    await scenario.pay(await scenario.audit(await scenario.check(await scenario.submit(await server.must('maker', 'payments.get', { id })))))
    await server.settle(2)
  })
  const db = () => server.running.kernel.database.kysely
  const brokenInvariants = async () => (await checkInvariants(db())).filter((each) => ['INV-56', 'INV-57'].includes(each.name))
  const get = (of = month) => server.must('finance', 'accounting.get', { ...place, month: of }, atCentre)
  const issue = (more = {}) => server.call('finance', 'accounting.issue', { ...place, month, ...more }, atCentre)
  const draft = (of: typeof rows, firstMonth = '2020-01') =>
    server.must('finance', 'accounting.draft', { ...place, firstMonth, word: '记', rows: of }, atCentre)
  const decide = (who: string, mapping: { id: number; version: number }, approve = true, reason = '') =>
    server.call(who, 'accounting.decide', { mappingId: mapping.id, version: mapping.version, approve, reason }, atCentre)
  const file = (fileId: string) => server.running.kernel.store.read(fileId)
  const cellsOf = async (bytes: Uint8Array, one: string, other: string) => {
    const sheet = await readSheet(bytes, {
      columns: [
        { key: 'one', headings: [one], required: true },
        { key: 'other', headings: [other], required: true },
      ],
      maxRows: 10_000,
      unknownColumns: 'ignore',
    })
    return sheet.ok ? sheet.rows : assert.fail(sheet.problem.code)
  }
  const exportEdition = async (edition: number, format: 'generic' | 'yonyou' | 'kingdee') =>
    file((await server.must('finance', 'accounting.export', { ...place, month, edition, format }, atCentre)).fileId)
  const postLateJournal = () =>
    jobContext(server.running.kernel, () => false).run('test', (ctx) =>
      postJournals(ctx, [
        {
          kind: 'adjustment',
          owner: { centreId: 2, mode: 2, unitId: null },
          refType: 'adjustment',
          refId: 888_888,
          refNo: 'late',
          idemKey: 'late',
          postings: [
            { account: 'bank', amount: fen(700) },
            { account: 'adjustment', amount: fen(-700) },
          ],
          at: new Date(`${monthStart(month)}T12:00:00+08:00`),
        },
      ]),
    )

  test('issuing vouchers needs a mapping approved by two people that covers every account used', async () => {
    assert.equal((await issue()).error, 'monthRuns')
    server.advance(Date.parse(`${monthStart(shiftMonth(month, 1))}T10:00:00+08:00`) - server.running.kernel.clock.now().getTime())
    assert.equal((await issue()).error, 'noMapping')
    const partialDraft = await draft(rows.filter(({ account }) => account !== 'bank'))
    assert.equal((await decide('finance', partialDraft)).error, 'ownMapping')
    assert.equal((await issue()).error, 'noMapping', 'a draft is not in use')
    assert.equal((await decide('centre', partialDraft)).code, 1)
    assert.equal((await decide('centre', partialDraft)).error, 'mappingDecided')
    const issueWithGaps = await issue()
    assert.equal(issueWithGaps.error, 'mappingGaps')
    assert.match(issueWithGaps.message, /银行/)
    assert.match((await get()).whyNot, /银行/)
  })

  test('contradictory and rejected mappings are not used', async () => {
    const submitDraft = (of: typeof rows) => server.call('finance', 'accounting.draft', { ...place, firstMonth: month, word: '记', rows: of }, atCentre)
    assert.equal((await submitDraft([...rows.slice(1), row('bank')])).error, 'accountTwice')
    assert.equal((await submitDraft(rows.map((each) => (each.account === 'bank' ? { ...each, code: row('tax_vat').code } : each)))).error, 'codeTwoNames')
    const changedDraft = await draft(rows.map((each) => ({ ...each, name: `${each.name}X` })))
    assert.equal((await decide('centre', changedDraft, false)).error, 'mappingReason')
    assert.equal((await decide('centre', { ...changedDraft, version: 9 }, true)).error, 'mappingChanged')
    assert.equal((await decide('centre', changedDraft, false, '名称有误')).data?.state, 'rejected')
    assert.equal((await issue()).error, 'mappingGaps', 'the one before is still in use')
  })

  test('an ended month becomes balanced vouchers equal to the ledger’s movements', async () => {
    const fullDraft = await draft(rows)
    assert.equal((await decide('centre', fullDraft)).code, 1)
    assert.equal((await server.call('finance', 'accounting.issue', { ...place, month: shiftMonth(month, 1) }, atCentre)).error, 'monthRuns')
    const issueAnswer = await issue({ firstNo: 5 })
    assert.equal(issueAnswer.code, 1, issueAnswer.message)
    const { list, accounts, isPending } = issueAnswer.data ?? assert.fail()
    assert.equal(isPending, false)
    assert.ok(
      accounts.length > 4 && accounts.every((account) => account.ledgerDebit === account.voucherDebit && account.ledgerCredit === account.voucherCredit),
    )
    const { rows: balances } = await server.must('centre', 'books.balances', { from: month, to: month }, { centre: place.centreId, mode: place.mode })
    const plain = accounts.filter(({ account }) => balances.some((row) => row.account === account) && account !== 'fee_income' && account !== 'tax_surcharge')
    assert.ok(plain.length > 3)
    for (const { account, voucherDebit, voucherCredit } of plain) {
      const row = balances.find((balance) => balance.account === account)
      assert.deepEqual([account, row?.debit, row?.credit], [account, voucherDebit, voucherCredit], 'the trial balance has the same columns')
    }
    assert.deepEqual(
      list.filter(({ no }) => no !== '').map(({ no }) => no),
      list.filter(({ no }) => no !== '').map((_, at) => `记-${at + 5}`),
    )
    const freezeEntry = list.find(({ kind }) => kind === 'freeze')
    assert.equal(freezeEntry?.leftOut, 'sameAccount', 'setting aside stays within one account of the chart')
    for (const { id, debit } of list) {
      const entries = (await server.must('finance', 'accounting.entries', { acctVoucherId: id, size: 200 }, atCentre)).rows
      const sum = (of: 'debit' | 'credit') => entries.reduce((all, entry) => all + entry[of], 0)
      assert.deepEqual([sum('debit'), sum('credit')], [debit, debit])
    }
    assert.deepEqual(await brokenInvariants(), [])
    assert.equal((await issue()).error, 'nothingMoved')
  })

  test('Kingdee and Yonyou exports add up to the vouchers, and the generic export lists them', async () => {
    const cells = await cellsOf(await exportEdition(1, 'kingdee'), 'FDebit', 'FCredit')
    const sumOf = (key: 'one' | 'other') => cells.reduce((sum, line) => sum + Math.round(Number(line.cells[key].text) * 100), 0)
    const numberedDebit = (await get()).list.filter(({ no }) => no !== '').reduce((sum, each) => sum + each.debit, 0)
    assert.deepEqual([sumOf('one'), sumOf('other')], [numberedDebit, numberedDebit])
    for (const language of ['zh', 'es'] as const) {
      const { fileId } = await server.must('finance', 'accounting.export', { ...place, month, edition: 1, format: 'kingdee' }, { ...atCentre, language })
      const noteRows = await readSheet(await file(fileId), {
        sheet: 2,
        columns: [{ key: 'note', headings: [layoutNotes.unconfirmed[language]], required: true }],
        maxRows: 100,
      })
      assert.deepEqual(
        noteRows.ok && noteRows.rows.map(({ cells }) => cells.note.text),
        layoutDoubts.kingdee.map((each) => each[language]),
      )
    }
    const text = new TextDecoder('gbk').decode(await exportEdition(1, 'yonyou'))
    const lines = text.trim().split('\r\n')
    assert.equal(lines[0], '填制凭证,V800')
    const debitSum = lines.slice(1).reduce((sum, line) => sum + Math.round(Number(line.split(',')[6]) * 100), 0)
    assert.equal(debitSum, numberedDebit)
    assert.equal(text, new TextDecoder('gbk').decode(await exportEdition(1, 'yonyou')))
    const genericCells = await cellsOf(await exportEdition(1, 'generic'), '凭证字号', '科目编码')
    assert.ok(genericCells.some(({ cells }) => cells.one.text === '记-5' && cells.other.text.startsWith('2203')))
    assert.equal((await server.call('finance', 'accounting.export', { ...place, month, edition: 7, format: 'generic' }, atCentre)).error, 'editionNotFound')
  })

  test('later movements become a supplement and leave issued vouchers unchanged', async () => {
    const monthBefore = await get()
    await postLateJournal()
    assert.deepEqual(await brokenInvariants(), [], 'an unissued month breaks no check')
    assert.equal((await get()).isPending, true)
    assert.equal((await issue({ firstNo: 5 })).error, 'numberTaken')
    const laterIssue = (await issue()).data ?? assert.fail()
    const [added] = laterIssue.list.filter(({ edition }) => edition === 2)
    assert.deepEqual([added?.kind, added?.debit, added?.no, added?.memo.endsWith('（补充）')], ['adjustment', 700, `记-${monthBefore.nextNo}`, true])
    assert.deepEqual(
      laterIssue.list.filter(({ edition }) => edition === 1),
      monthBefore.list,
    )
    assert.equal(laterIssue.issues[0]?.sha256, monthBefore.issues[0]?.sha256)
    assert.deepEqual(await brokenInvariants(), [])
    for (const change of ['update acct_voucher_line set debit_fen = debit_fen + 1', 'delete from acct_voucher', 'update acct_issue set journal_count = 1'])
      await assert.rejects(sql.raw(change).execute(db()))
  })

  test('the hourly check covers months that may have changed, and a full check covers all months', async () => {
    const journals = async () => Number((await sql<{ id: string }>`select max(id)::text as id from ledger_journal`.execute(db())).rows[0]?.id)
    const voucherInvariant = invariants.find((invariant) => invariant.name === 'INV-56') ?? assert.fail()
    const journalCount = await journals()
    const changeDebit = (by: number) =>
      asOwner(server.running.kernel.database, async (trx) => {
        await sql`alter table acct_voucher_line disable trigger acct_voucher_line_append_only`.execute(trx)
        await sql`update acct_voucher_line set debit_fen = debit_fen + ${by} where id = (select min(id) from acct_voucher_line where debit_fen > 0)`.execute(
          trx,
        )
        await sql`alter table acct_voucher_line enable trigger acct_voucher_line_append_only`.execute(trx)
      })
    const heldMovement = { journal: journalCount, month: monthStart(shiftMonth(month, 2)) }
    await changeDebit(1)
    assert.deepEqual(await violationsOf(db(), voucherInvariant, heldMovement), [], 'held when it was last looked at, and nothing was booked since')
    assert.notDeepEqual(
      await violationsOf(db(), voucherInvariant, { ...heldMovement, journal: journalCount - 1 }),
      [],
      'something was booked in the month since',
    )
    assert.notDeepEqual(await violationsOf(db(), voucherInvariant, { ...heldMovement, month: monthStart(month) }), [], 'something was issued since')
    assert.notDeepEqual(await violationsOf(db(), voucherInvariant, null), [], 'everything is read')
    await changeDebit(-1)
    assert.deepEqual(await brokenInvariants(), [])
  })

  test('vouchers are not accessible to units or from another mode or centre', async () => {
    const [first] = (await get()).list
    assert.equal((await server.call('maker', 'accounting.months', {})).error, 'forbidden')
    const otherMode = { centre: 2, mode: 1 } as const
    assert.equal((await server.call('finance', 'accounting.get', { ...place, month }, otherMode)).error, 'placeUnknown')
    assert.equal((await server.call('finance', 'accounting.entries', { acctVoucherId: first?.id ?? 1 }, otherMode)).error, 'acctVoucherNotFound')
    assert.equal((await server.call('finance', 'accounting.issue', { centreId: 3, mode: 2, month }, atCentre)).error, 'placeUnknown')
  })
})
