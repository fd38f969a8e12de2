import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { fen, plainYuan } from '#/domain/base/money.ts'
import { dayOf, monthOf, shiftMonth } from '#/domain/base/period.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { testChoicesOnPaper } from '#/server/money/clearings/papers-testing.ts'
import { atCentre, clearingScenario, type PaidLine, transferSlip } from '#/server/money/clearings/testing.ts'
import { replies } from '#/server/money/payouts/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const names = ['unused', 'used', 'reserved', 'refunded', 'sent', 'unpaid', 'offered', 'again', 'written'] as const
type Name = (typeof names)[number]
const zeroMonth = { gross: 0, income: 0, vat: 0, city: 0, education: 0, local: 0, iit: 0 }

describe('second return in a cleared month', () => {
  let server: TestServer
  let scenario: ReturnType<typeof clearingScenario>
  /** The closed and cleared month. */
  let month: string
  const people = demoPeople().ordinary.filter((each) => each.centreId === 2 && each.unitIds.includes(1))
  const personOf = (name: Name) => people[5 + names.indexOf(name)] ?? assert.fail('unit 1 has people')
  /** The last month of this person bears no income tax. */
  const [yearly, refusing, spread] = people.slice(5 + names.length)
  assert.ok(yearly && refusing && spread)
  const secondLines = {} as Record<Name, PaidLine>
  /** Payments of the people whose income tax of two months is cleared, by month. */
  let earlierLines: Record<'refusing' | 'spread', PaidLine>
  let laterLines: Record<'refusing' | 'spread', PaidLine>
  const rowOf = (name: Name) => scenario.findClearing({ person: personOf(name) })
  const target = (name: Name) => scenario.target(personOf(name))
  const chooseFor = async (name: Name, choice: 'credit' | 'refund') => {
    await scenario.linkAccount(personOf(name))
    await server.must('subcontractor', 'clearings.choose', { ...(await target(name)), choice })
  }
  const approveFor = async (name: Name) => server.must('centre', 'clearings.decide', { ...(await target(name)), isApproved: true }, atCentre)
  const transferInput = async (name: Name) => ({
    ...(await target(name)),
    paidOn: dayOf(scenario.now()),
    serial: `S-${name}-${(await target(name)).version}`,
    file: transferSlip,
  })
  const receiptInput = async (name: Name, amount: number) => ({ ...(await transferInput(name)), amount: plainYuan(fen(amount)) })
  const payRefund = async (name: Name) => {
    await server.must('finance', 'clearings.start', await target(name), atCentre)
    await server.must('finance', 'clearings.pay', await transferInput(name), atCentre)
  }
  const confirm = async (who: 'finance' | 'centre', name: Name, isConfirmed = true) => {
    const { pending, ...row } = await rowOf(name)
    const target = { taxClearingId: row.id, version: row.version, clearingEntryId: pending?.id ?? 1 }
    return server.call(who, 'clearings.confirm', { ...target, isConfirmed, reason: isConfirmed ? '' : '银行无此收款' }, atCentre)
  }
  /** Finance enters money of the person, and the director confirms it. */
  const recoverAmount = async (name: Name, amount: number) => {
    await server.must('finance', 'clearings.recover', await receiptInput(name, amount), atCentre)
    assert.equal((await confirm('centre', name)).code, 1)
    assert.deepEqual(await scenario.brokenInvariants(), [])
    return rowOf(name)
  }
  /** Returns the person's second payment. The month then has no payments, so its tax and sales are zero. */
  const returnPayment = async (name: Name) => {
    await scenario.returnLine(secondLines[name])
    assert.deepEqual(await scenario.monthOf(personOf(name), month), zeroMonth)
    const { amount, used, reversed, refunded, recovered, left, owed, state } = await rowOf(name)
    assert.equal(reversed, amount, 'the month takes back the whole clearing')
    assert.deepEqual(await scenario.brokenInvariants(), [])
    return { amount, used, refunded, recovered, left, owed, state }
  }

  before(async () => {
    server = await startTestServer()
    scenario = clearingScenario(server)
    await scenario.prepareDemo()
    const first = monthOf(scenario.now())
    month = shiftMonth(first, 1)
    const returnedLine = await scenario.payPerson(yearly, '60000.00')
    await scenario.payPerson(yearly, '50000.00')
    const spreadLine = await scenario.payPerson(spread, '60000.00')
    earlierLines = { refusing: await scenario.payPerson(refusing, '50000.00'), spread: await scenario.payPerson(spread, '20000.00') }
    scenario.toMonth(month)
    await scenario.returnLine(returnedLine)
    assert.equal((await scenario.payPerson(yearly, '100.00')).iit, 0, 'the year withheld enough before')
    const lines: PaidLine[] = [spreadLine, await scenario.payPerson(refusing, '60000.00')]
    laterLines = { refusing: await scenario.payPerson(refusing, '50000.00'), spread: await scenario.payPerson(spread, '30000.00') }
    for (const name of names) {
      lines.push(await scenario.payPerson(personOf(name), '60000.00'))
      secondLines[name] = await scenario.payPerson(personOf(name), '50000.00')
    }
    scenario.toMonth(shiftMonth(month, 1))
    for (let closedMonth = first; closedMonth <= month; closedMonth = shiftMonth(closedMonth, 1)) await scenario.settleMonth(closedMonth)
    for (const line of lines) await scenario.returnLine(line)
    assert.equal((await server.must('finance', 'clearings.search', {}, atCentre)).count, names.length + 4)
    for (const name of names) {
      await server.must('finance', 'clearings.offer', await target(name), atCentre)
      if (name === 'offered' || name === 'written') continue
      await chooseFor(name, name === 'refunded' || name === 'sent' || name === 'unpaid' ? 'refund' : 'credit')
      await approveFor(name)
    }
    await scenario.correctMonth(shiftMonth(month, -1))
    assert.deepEqual(await scenario.brokenInvariants(), [])
  })
  after(() => server.close())

  const findByJob = async () => {
    const now = scenario.now()
    const searchTime = Date.parse(`${dayOf(now)}T03:10:00+08:00`)
    server.advance(searchTime + (searchTime <= now.getTime() ? 86_400_000 : 0) - now.getTime())
    await server.job('clearings.find')
  }
  /**
   * Moves one fen of a clearing from its last month to another, beyond the amount that month holds, and checks the
   * books.
   */
  const shiftOneFen = (id: number, to: string, held: number) =>
    scenario
      .db()
      .transaction()
      .execute(async (trx) => {
        for (const [at, fen] of [
          [to, -held - 1],
          [month, held + 1],
        ] as const)
          await sql`insert into tax_adjustment (centre_id, mode, operator_id, month, period, kind, withheld_fen, clearing_id, at)
            values (2, 2, ${spread.id}, ${at}, ${at}, 'uncounted', ${fen}, ${id}, now())`.execute(trx)
        const violations = await checkInvariants(trx)
        throw new Error(violations.flatMap(({ name, offenders }) => offenders.map((offender) => `${name} ${offender}`)).join())
      })

  test('clearing a year’s income tax takes it from an earlier month if the last one has none', async () => {
    await scenario.linkAccount(yearly)
    const earlierMonth = shiftMonth(month, -1)
    const foundClearing = await scenario.findClearing({ person: yearly, month })
    assert.deepEqual([foundClearing.vat, foundClearing.surcharge, foundClearing.iit > 0], [0, 0, true])
    const earlierTax = await scenario.monthOf(yearly, earlierMonth)
    const target = async () => ({ taxClearingId: foundClearing.id, version: (await scenario.findClearing({ person: yearly, month })).version })
    await server.must('finance', 'clearings.offer', await target(), atCentre)
    await server.must('subcontractor', 'clearings.choose', { ...(await target()), choice: 'refund' })
    await server.must('centre', 'clearings.decide', { ...(await target()), isApproved: true }, atCentre)
    assert.deepEqual([(await scenario.monthOf(yearly, month)).iit, (await scenario.monthOf(yearly, earlierMonth)).iit], [0, earlierTax.iit - foundClearing.iit])
    await scenario.correctMonth(earlierMonth)
    assert.deepEqual([(await server.must('finance', 'clearings.search', {}, atCentre)).count, await scenario.brokenInvariants()], [0, []])
  })

  test('a refused clearing is withdrawn and found again once the year’s excess has grown', async () => {
    const target = async () => ({ taxClearingId: refusedClearing.id, version: (await scenario.findClearing({ person: refusing, month })).version })
    const refusedClearing = await scenario.findClearing({ person: refusing, month })
    await scenario.linkAccount(refusing)
    await server.must('finance', 'clearings.offer', await target(), atCentre)
    await server.must('subcontractor', 'clearings.choose', { ...(await target()), choice: 'refuse', reason: '金额不对，还有一笔' })
    await findByJob()
    assert.equal((await scenario.findClearing({ person: refusing, month })).state, 'refused', 'the same excess stays refused')
    await scenario.returnLine(earlierLines.refusing)
    await findByJob()
    await findByJob()
    const [fresh, before, ...others] = (await server.must('finance', 'clearings.list', { keyword: refusing.name, month }, atCentre)).rows
    assert.ok(fresh && before)
    assert.deepEqual([fresh.state, before.state, before.id, others], ['found', 'withdrawn', refusedClearing.id, []])
    assert.deepEqual([fresh.vat - before.vat, fresh.iit > before.iit], [0, true], 'the income tax of the year grew')
    assert.match(before.reason, /金额不对，还有一笔/, 'the reason of the refusal is kept')
    assert.match(before.reason, /多扣金额已变化/)
    await server.must('finance', 'clearings.offer', { taxClearingId: fresh.id, version: fresh.version }, atCentre)
    await server.must('subcontractor', 'clearings.choose', { ...(await target()), taxClearingId: fresh.id, choice: 'credit' })
    await server.must('centre', 'clearings.decide', { ...(await target()), taxClearingId: fresh.id, isApproved: true }, atCentre)
    assert.deepEqual(await scenario.brokenInvariants(), [])
  })

  test('a clearing over two months is reversed in the month of each return', async () => {
    const first = shiftMonth(month, -1)
    const foundClearing = await scenario.findClearing({ person: spread, month })
    const target = async () => ({ taxClearingId: foundClearing.id, version: (await scenario.findClearing({ person: spread, month })).version })
    await scenario.linkAccount(spread)
    await server.must('finance', 'clearings.offer', await target(), atCentre)
    await server.must('subcontractor', 'clearings.choose', { ...(await target()), choice: 'credit' })
    await server.must('centre', 'clearings.decide', { ...(await target()), isApproved: true }, atCentre)
    const amountOfFirstMonth = foundClearing.amount - laterLines.spread.iit
    assert.ok(laterLines.spread.iit > 0 && amountOfFirstMonth > 0 && amountOfFirstMonth < earlierLines.spread.iit)
    const iit = async () => [(await scenario.monthOf(spread, first)).iit, (await scenario.monthOf(spread, month)).iit]
    assert.deepEqual(await iit(), [earlierLines.spread.iit - amountOfFirstMonth, 0], 'the last month first')
    await assert.rejects(
      shiftOneFen(foundClearing.id, first, earlierLines.spread.iit - amountOfFirstMonth),
      /INV-65 month/,
      'the books notice a month that bore less than left it',
    )
    await scenario.returnLine(laterLines.spread)
    const partlyReversedRow = await scenario.findClearing({ person: spread, month })
    assert.deepEqual(
      [partlyReversedRow.reversed, partlyReversedRow.left, await iit()],
      [laterLines.spread.iit, amountOfFirstMonth, [earlierLines.spread.iit - amountOfFirstMonth, 0]],
    )
    assert.deepEqual(await scenario.brokenInvariants(), [])
    await scenario.returnLine(earlierLines.spread)
    const fullyReversedRow = await scenario.findClearing({ person: spread, month })
    assert.deepEqual(
      [fullyReversedRow.reversed, fullyReversedRow.left, fullyReversedRow.owed, fullyReversedRow.state, await iit()],
      [foundClearing.amount, 0, 0, 'done', [0, 0]],
    )
    assert.deepEqual(await scenario.brokenInvariants(), [])
  })

  test('a person whose unused credit is reversed owes nothing', async () => {
    const { amount } = await rowOf('unused')
    const clearedTaxBalance = await scenario.balance('cleared_tax')
    assert.deepEqual(await returnPayment('unused'), { amount, used: 0, refunded: 0, recovered: 0, left: 0, owed: 0, state: 'done' })
    assert.equal(await scenario.balance('cleared_tax'), clearedTaxBalance - amount)
  })

  test('the person owes and repays the part of a credit that another payment used', async () => {
    const line = await scenario.payPerson(personOf('used'), '20000.00')
    assert.ok(line.credited > 0)
    const { amount } = await rowOf('used')
    const clearedTaxBefore = await scenario.balance('cleared_tax')
    assert.deepEqual(await returnPayment('used'), { amount, used: line.credited, refunded: 0, recovered: 0, left: 0, owed: line.credited, state: 'approved' })
    assert.equal(await scenario.balance('cleared_tax'), clearedTaxBefore - amount)
    const [own] = await scenario.ownClearings()
    assert.equal(own?.owed ?? 0, 0, 'other people do not see it')
    await scenario.linkAccount(personOf('used'))
    assert.equal((await scenario.ownClearings())[0]?.owed, line.credited)
    const otherMonths = await server.must('subcontractor', 'clearings.list', { month: '2020-01' })
    assert.deepEqual([otherMonths.count, otherMonths.owed], [0, line.credited], 'the sum covers clearings that the list does not show')
    assert.equal((await server.must('finance', 'clearings.list', { isOwed: true }, atCentre)).count, 1)
    const bankBalance = await scenario.balance('bank')
    const enteredReceipt = await receiptInput('used', line.credited)
    await server.must('finance', 'clearings.recover', enteredReceipt, atCentre)
    assert.equal((await server.call('finance', 'clearings.recover', { ...enteredReceipt, serial: 'S-used-2' }, atCentre)).error, 'entryPending')
    assert.equal((await confirm('finance', 'used')).error, 'ownEntry')
    assert.deepEqual([(await rowOf('used')).owed, await scenario.balance('bank')], [line.credited, bankBalance], 'one person alone books nothing')
    assert.equal((await confirm('centre', 'used')).code, 1)
    assert.equal((await confirm('centre', 'used')).error, 'nothingPending')
    assert.equal(await scenario.balance('bank'), bankBalance - line.credited, 'a debit of the bank')
    const { state, owed, recovered, payments } = await rowOf('used')
    assert.deepEqual([state, owed, recovered, payments.map((payment) => payment.kind)], ['done', 0, line.credited, ['recovery']])
    assert.deepEqual(await scenario.brokenInvariants(), [])
    // The person paid the other payment's tax in cash. When that payment is returned too, the cash is owed to the
    // person.
    await scenario.returnLine(line)
    assert.equal((await rowOf('used')).left, line.credited)
    assert.deepEqual(await scenario.brokenInvariants(), [])
  })

  test('a credit reserved by a payment under way is owed until that payment fails', async () => {
    const batch = await scenario.act.createPaidBatch([{ person: personOf('reserved'), yuan: '20000.00' }])
    const reservedCredit = (await rowOf('reserved')).used
    assert.ok(reservedCredit > 0)
    const { owed, state } = await returnPayment('reserved')
    assert.deepEqual([owed, state], [reservedCredit, 'approved'])
    await scenario.bank.send({ send: ({ requestNo }) => [replies.failed(requestNo)] })
    assert.equal((await scenario.act.lines(batch.id))[0]?.state, 'failed')
    const rowAfterFailure = await rowOf('reserved')
    assert.deepEqual([rowAfterFailure.used, rowAfterFailure.owed, rowAfterFailure.left, rowAfterFailure.state], [0, 0, 0, 'done'])
    assert.deepEqual(await scenario.brokenInvariants(), [])
  })

  test('money received after the debt was cancelled is refunded to the person', async () => {
    const amount = 12_345
    const clearedTaxBalance = await scenario.balance('cleared_tax')
    const { left, state, recovered } = await recoverAmount('reserved', amount)
    assert.deepEqual([left, state, recovered, (await scenario.balance('cleared_tax')) - clearedTaxBalance], [amount, 'approved', amount, amount])
    await chooseFor('reserved', 'refund')
    await approveFor('reserved')
    await payRefund('reserved')
    const { refunded, ...after } = await rowOf('reserved')
    assert.deepEqual([refunded, after.left, after.state, await scenario.balance('cleared_tax')], [amount, 0, 'done', clearedTaxBalance])
    assert.deepEqual(await scenario.brokenInvariants(), [])
  })

  test('a refund that the bank sends back is owed to the person and paid again', async () => {
    const { payments, amount: excess } = await rowOf('reserved')
    const refund = payments.find(({ kind }) => kind === 'refund') ?? assert.fail()
    const [bankBalance, clearedTaxBalance] = [await scenario.balance('bank'), await scenario.balance('cleared_tax')]
    const bounce = { clearingPaymentId: refund.id, file: transferSlip }
    const enterBounce = async (bankSerial: string, paidOn = dayOf(scenario.now())) =>
      server.call('finance', 'clearings.bounce', { ...(await target('reserved')), ...bounce, paidOn, bankSerial }, atCentre)
    assert.equal((await enterBounce('B-0001', '2020-01-01')).error, 'beforeRefund')
    assert.equal((await enterBounce('B-0001')).code, 1)
    assert.equal((await enterBounce('B-0002')).error, 'entryPending')
    assert.equal((await confirm('finance', 'reserved')).error, 'ownEntry')
    assert.equal((await confirm('centre', 'reserved', false)).code, 1)
    assert.deepEqual([(await rowOf('reserved')).left, await scenario.balance('bank')], [0, bankBalance], 'a rejected entry books nothing')
    assert.equal((await enterBounce('B-0001')).code, 1)
    assert.equal((await confirm('centre', 'reserved')).code, 1)
    const { left, refunded, state, ...bounced } = await rowOf('reserved')
    assert.deepEqual([left, refunded, state], [refund.amount, 0, 'approved'])
    assert.deepEqual(bounced.payments.map(({ kind, isReturned }) => [kind, isReturned]).slice(-2), [
      ['refund', true],
      ['bounce', false],
    ])
    assert.deepEqual(
      [bankBalance - (await scenario.balance('bank')), (await scenario.balance('cleared_tax')) - clearedTaxBalance],
      [refund.amount, refund.amount],
    )
    assert.equal((await enterBounce('B-0003')).error, 'nothingSent')
    assert.deepEqual(await scenario.brokenInvariants(), [])
    await payRefund('reserved')
    const after = await rowOf('reserved')
    assert.deepEqual([after.state, after.left, after.amount, await scenario.balance('bank')], ['done', 0, excess, bankBalance])
    assert.deepEqual(await scenario.brokenInvariants(), [])
  })

  test('a refund that the bank never paid is owed to the person again, without a bank reference', async () => {
    const { payments } = await rowOf('reserved')
    const refund = payments.findLast(({ kind, isReturned }) => kind === 'refund' && !isReturned) ?? assert.fail()
    const bounceInput = { ...(await target('reserved')), clearingPaymentId: refund.id, paidOn: dayOf(scenario.now()), file: transferSlip }
    assert.equal((await server.call('finance', 'clearings.bounce', bounceInput, atCentre)).error, 'serialNeeded')
    await server.must('finance', 'clearings.bounce', { ...bounceInput, isNeverSent: true }, atCentre)
    assert.deepEqual([(await confirm('centre', 'reserved')).code, (await rowOf('reserved')).left, await scenario.brokenInvariants()], [1, refund.amount, []])
    await payRefund('reserved')
  })

  test('a repayment by a person who never owed anything is refused', async () => {
    const unneededReceipt = await server.call('finance', 'clearings.recover', await receiptInput('unpaid', 100), atCentre)
    assert.notEqual(unneededReceipt.code, 1)
  })

  test('a person owes a refund paid before the return and repays it in parts', async () => {
    await payRefund('refunded')
    const { amount, payments } = await rowOf('refunded')
    assert.deepEqual(await returnPayment('refunded'), { amount, used: 0, refunded: amount, recovered: 0, left: 0, owed: amount, state: 'approved' })
    assert.equal(payments.length, 1)
    const instalment = Math.floor(amount / 3)
    assert.deepEqual(
      [(await recoverAmount('refunded', instalment)).owed, (await recoverAmount('refunded', instalment)).owed],
      [amount - instalment, amount - 2 * instalment],
    )
    await server.must('finance', 'clearings.recover', await receiptInput('refunded', amount), atCentre)
    assert.equal((await confirm('centre', 'refunded', false)).code, 1)
    assert.equal((await rowOf('refunded')).owed, amount - 2 * instalment, 'a receipt that the second person does not find at the bank does not count')
    const repaidRow = await recoverAmount('refunded', amount - 2 * instalment)
    assert.deepEqual([repaidRow.state, repaidRow.owed, repaidRow.left], ['done', 0, 0])
    const registeredPayments = repaidRow.payments.map((payment) => [payment.kind, payment.amount])
    assert.deepEqual(registeredPayments, [
      ['refund', amount],
      ['recovery', instalment],
      ['recovery', instalment],
      ['recovery', amount - 2 * instalment],
    ])
    assert.equal(new Set(repaidRow.payments.map(({ serial }) => serial)).size, 4)
  })

  test('a refund sent before the return is registered later, and the person owes it', async () => {
    await server.must('finance', 'clearings.start', await target('sent'), atCentre)
    const { amount, left, transferring } = await rowOf('sent')
    assert.deepEqual([transferring, left], [amount, 0], 'the amount is fixed')
    assert.deepEqual(await returnPayment('sent'), { amount, used: 0, refunded: 0, recovered: 0, left: 0, owed: amount, state: 'approved' })
    assert.equal((await server.call('finance', 'clearings.recover', await receiptInput('sent', amount), atCentre)).error, 'transferOpen')
    const bankBalanceBefore = await scenario.balance('bank')
    await server.must('finance', 'clearings.pay', await transferInput('sent'), atCentre)
    assert.equal(await scenario.balance('bank'), bankBalanceBefore + amount, 'a credit of the bank')
    const { refunded, owed, state } = await rowOf('sent')
    assert.deepEqual([refunded, owed, state, await scenario.brokenInvariants()], [amount, amount, 'approved', []])
    assert.equal((await recoverAmount('sent', amount + 50)).left, 50, 'the rest is the person’s')
    await server.must('finance', 'clearings.start', await target('sent'), atCentre)
    await server.must('finance', 'clearings.pay', { ...(await transferInput('sent')), serial: 'S-sent-back' }, atCentre)
    assert.deepEqual([(await rowOf('sent')).state, await scenario.brokenInvariants()], ['done', []])
  })

  test('after another person cancels a refund that did not leave the bank, nothing is owed', async () => {
    const { amount } = await rowOf('unpaid')
    const reason = '银行退票，未转出'
    await server.must('finance', 'clearings.start', await target('unpaid'), atCentre)
    assert.equal((await server.call('finance', 'clearings.cancel', { ...(await target('unpaid')), reason }, atCentre)).error, 'ownTransfer')
    await server.must('centre', 'clearings.cancel', { ...(await target('unpaid')), reason }, atCentre)
    assert.deepEqual([(await rowOf('unpaid')).left, await scenario.brokenInvariants()], [amount, []])
    await server.must('finance', 'clearings.start', await target('unpaid'), atCentre)
    assert.equal((await returnPayment('unpaid')).owed, amount)
    await server.must('centre', 'clearings.cancel', { ...(await target('unpaid')), reason }, atCentre)
    const { state, owed, refunded } = await rowOf('unpaid')
    assert.deepEqual([state, owed, refunded, await scenario.brokenInvariants()], ['done', 0, 0, []])
    assert.equal((await server.call('finance', 'clearings.pay', await transferInput('unpaid'), atCentre)).error, 'wrongState')
  })

  test('an unapproved refund is reversed in its month when another payment is returned', async () => {
    await chooseFor('again', 'refund')
    assert.equal((await rowOf('again')).state, 'chosen')
    assert.equal((await returnPayment('again')).state, 'done')
  })

  test('an offer without remaining excess cannot be approved and is withdrawn by the next search', async () => {
    await scenario.returnLine(secondLines.offered)
    await chooseFor('offered', 'credit')
    assert.equal((await server.call('centre', 'clearings.decide', { ...(await target('offered')), isApproved: true }, atCentre)).error, 'excessGone')
    assert.equal((await server.must('finance', 'clearings.search', {}, atCentre)).count, 0)
    const { state, reason } = await rowOf('offered')
    assert.deepEqual([state, reason !== ''], ['withdrawn', true])
    assert.deepEqual([await scenario.monthOf(personOf('offered'), month), await scenario.brokenInvariants()], [zeroMonth, []])
  })

  testChoicesOnPaper(() => ({ server, the: scenario, person: personOf('written'), other: personOf('again') }))

  test('after the correction of the month no person owes tax and payments continue', async () => {
    await scenario.correctMonth(shiftMonth(month, -1))
    assert.deepEqual(await scenario.brokenInvariants(), [])
    for (const name of names) {
      const { owed, left } = await rowOf(name)
      assert.ok(owed === 0 && (left === 0 || name === 'used' || name === 'offered'))
    }
    const line = await scenario.payPerson(personOf('unused'), '1000.00')
    assert.deepEqual([line.credited, await scenario.brokenInvariants()], [0, []])
  })
})
