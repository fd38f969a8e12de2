import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { fen, plainYuan } from '#/domain/base/money.ts'
import { dayOf, monthOf, shiftMonth } from '#/domain/base/period.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { choicesOnPaper } from '#/server/money/clearings/papers-testing.ts'
import { atCentre, clearingScenario, type PaidLine, transferSlip } from '#/server/money/clearings/testing.ts'
import { replies } from '#/server/money/payouts/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const names = ['unused', 'used', 'reserved', 'refunded', 'sent', 'unpaid', 'offered', 'again', 'written'] as const
type Name = (typeof names)[number]
const nothing = { gross: 0, income: 0, vat: 0, city: 0, education: 0, local: 0, iit: 0 }

describe('second return in a cleared month', () => {
  let server: TestServer
  let the: ReturnType<typeof clearingScenario>
  /** The closed and cleared month. */
  let month: string
  const people = demoPeople().ordinary.filter((each) => each.centreId === 2 && each.unitIds.includes(1))
  const personOf = (name: Name) => people[5 + names.indexOf(name)] ?? assert.fail('unit 1 has people')
  /** The last month of this person bears no income tax. */
  const [yearly, refusing, spread] = people.slice(5 + names.length)
  assert.ok(yearly && refusing && spread)
  const second = {} as Record<Name, PaidLine>
  /** Payments of the people whose income tax of two months is cleared, by month. */
  let earlier: Record<'refusing' | 'spread', PaidLine>
  let later: Record<'refusing' | 'spread', PaidLine>
  const rowOf = (name: Name) => the.staff({ person: personOf(name) })
  const target = (name: Name) => the.target(personOf(name))
  const chosen = async (name: Name, choice: 'credit' | 'refund') => {
    await the.is(personOf(name))
    await server.must('subcontractor', 'clearings.choose', { ...(await target(name)), choice })
  }
  const approved = async (name: Name) => server.must('centre', 'clearings.decide', { ...(await target(name)), isApproved: true }, atCentre)
  const transfer = async (name: Name) => ({
    ...(await target(name)),
    paidOn: dayOf(the.now()),
    serial: `S-${name}-${(await target(name)).version}`,
    file: transferSlip,
  })
  const receipt = async (name: Name, amount: number) => ({ ...(await transfer(name)), amount: plainYuan(fen(amount)) })
  const confirm = async (who: 'finance' | 'centre', name: Name, isConfirmed = true) => {
    const { pending, ...row } = await rowOf(name)
    const target = { taxClearingId: row.id, version: row.version, clearingEntryId: pending?.id ?? 1 }
    return server.call(who, 'clearings.confirm', { ...target, isConfirmed, reason: isConfirmed ? '' : '银行无此收款' }, atCentre)
  }
  /** Finance enters money of the person, and the director confirms it. */
  const refundExcess = async (name: Name, amount: number) => {
    await server.must('finance', 'clearings.recover', await receipt(name, amount), atCentre)
    assert.equal((await confirm('centre', name)).code, 1)
    assert.deepEqual(await the.broken(), [])
    return rowOf(name)
  }
  /** Returns the person's second payment. The month then has no payments, so its tax and sales are zero. */
  const returnPayment = async (name: Name) => {
    await the.comesBack(second[name])
    assert.deepEqual(await the.monthOf(personOf(name), month), nothing)
    const { amount, used, reversed, refunded, recovered, left, owed, state } = await rowOf(name)
    assert.equal(reversed, amount, 'the month takes back the whole clearing')
    assert.deepEqual(await the.broken(), [])
    return { amount, used, refunded, recovered, left, owed, state }
  }

  before(async () => {
    server = await startTestServer()
    the = clearingScenario(server)
    await the.prepared()
    const first = monthOf(the.now())
    month = shiftMonth(first, 1)
    const ended = await the.paid(yearly, '60000.00')
    await the.paid(yearly, '50000.00')
    const big = await the.paid(spread, '60000.00')
    earlier = { refusing: await the.paid(refusing, '50000.00'), spread: await the.paid(spread, '20000.00') }
    the.toMonth(month)
    await the.comesBack(ended)
    assert.equal((await the.paid(yearly, '100.00')).iit, 0, 'the year withheld enough before')
    const lines: PaidLine[] = [big, await the.paid(refusing, '60000.00')]
    later = { refusing: await the.paid(refusing, '50000.00'), spread: await the.paid(spread, '30000.00') }
    for (const name of names) {
      lines.push(await the.paid(personOf(name), '60000.00'))
      second[name] = await the.paid(personOf(name), '50000.00')
    }
    the.toMonth(shiftMonth(month, 1))
    for (let each = first; each <= month; each = shiftMonth(each, 1)) await the.settled(each)
    for (const line of lines) await the.comesBack(line)
    assert.equal((await server.must('finance', 'clearings.search', {}, atCentre)).count, names.length + 4)
    for (const name of names) {
      await server.must('finance', 'clearings.offer', await target(name), atCentre)
      if (name === 'offered' || name === 'written') continue
      await chosen(name, name === 'refunded' || name === 'sent' || name === 'unpaid' ? 'refund' : 'credit')
      await approved(name)
    }
    await the.corrected(shiftMonth(month, -1))
    assert.deepEqual(await the.broken(), [])
  })
  after(() => server.close())

  const findByJob = async () => {
    const now = the.now()
    const night = Date.parse(`${dayOf(now)}T03:10:00+08:00`)
    server.advance(night + (night <= now.getTime() ? 86_400_000 : 0) - now.getTime())
    await server.job('clearings.find')
  }
  /**
   * Moves one fen of a clearing from its last month to another, beyond the amount that month holds, and checks the
   * books.
   */
  const shifted = (id: number, to: string, held: number) =>
    the
      .db()
      .transaction()
      .execute(async (trx) => {
        for (const [at, fen] of [
          [to, -held - 1],
          [month, held + 1],
        ] as const)
          await sql`insert into tax_adjustment (centre_id, mode, operator_id, month, period, kind, withheld_fen, clearing_id, at)
            values (2, 2, ${spread.id}, ${at}, ${at}, 'uncounted', ${fen}, ${id}, now())`.execute(trx)
        const broken = await checkInvariants(trx)
        throw new Error(broken.flatMap(({ name, offenders }) => offenders.map((offender) => `${name} ${offender}`)).join())
      })

  test('a reversal of the year’s income tax skips a last month without income tax', async () => {
    await the.is(yearly)
    const earlier = shiftMonth(month, -1)
    const rows = await the.staff({ person: yearly, month })
    assert.deepEqual([rows.vat, rows.surcharge, rows.iit > 0], [0, 0, true])
    const counted = await the.monthOf(yearly, earlier)
    const target = async () => ({ taxClearingId: rows.id, version: (await the.staff({ person: yearly, month })).version })
    await server.must('finance', 'clearings.offer', await target(), atCentre)
    await server.must('subcontractor', 'clearings.choose', { ...(await target()), choice: 'refund' })
    await server.must('centre', 'clearings.decide', { ...(await target()), isApproved: true }, atCentre)
    assert.deepEqual([(await the.monthOf(yearly, month)).iit, (await the.monthOf(yearly, earlier)).iit], [0, counted.iit - rows.iit])
    await the.corrected(earlier)
    assert.deepEqual([(await server.must('finance', 'clearings.search', {}, atCentre)).count, await the.broken()], [0, []])
  })

  test('a refused clearing is withdrawn and found again once the year’s excess has grown', async () => {
    const target = async () => ({ taxClearingId: refused.id, version: (await the.staff({ person: refusing, month })).version })
    const refused = await the.staff({ person: refusing, month })
    await the.is(refusing)
    await server.must('finance', 'clearings.offer', await target(), atCentre)
    await server.must('subcontractor', 'clearings.choose', { ...(await target()), choice: 'refuse', reason: '金额不对，还有一笔' })
    await findByJob()
    assert.equal((await the.staff({ person: refusing, month })).state, 'refused', 'the same excess stays refused')
    await the.comesBack(earlier.refusing)
    await findByJob()
    await findByJob()
    const [fresh, before, ...others] = (await server.must('finance', 'clearings.list', { keyword: refusing.name, month }, atCentre)).rows
    assert.ok(fresh && before)
    assert.deepEqual([fresh.state, before.state, before.id, others], ['found', 'withdrawn', refused.id, []])
    assert.deepEqual([fresh.vat - before.vat, fresh.iit > before.iit], [0, true], 'the income tax of the year grew')
    assert.match(before.reason, /金额不对，还有一笔/, 'the reason of the refusal is kept')
    assert.match(before.reason, /多扣金额已变化/)
    await server.must('finance', 'clearings.offer', { taxClearingId: fresh.id, version: fresh.version }, atCentre)
    await server.must('subcontractor', 'clearings.choose', { ...(await target()), taxClearingId: fresh.id, choice: 'credit' })
    await server.must('centre', 'clearings.decide', { ...(await target()), taxClearingId: fresh.id, isApproved: true }, atCentre)
    assert.deepEqual(await the.broken(), [])
  })

  test('a clearing over two months is reversed in the month of each return', async () => {
    const first = shiftMonth(month, -1)
    const rows = await the.staff({ person: spread, month })
    const target = async () => ({ taxClearingId: rows.id, version: (await the.staff({ person: spread, month })).version })
    await the.is(spread)
    await server.must('finance', 'clearings.offer', await target(), atCentre)
    await server.must('subcontractor', 'clearings.choose', { ...(await target()), choice: 'credit' })
    await server.must('centre', 'clearings.decide', { ...(await target()), isApproved: true }, atCentre)
    const taken = rows.amount - later.spread.iit
    assert.ok(later.spread.iit > 0 && taken > 0 && taken < earlier.spread.iit)
    const iit = async () => [(await the.monthOf(spread, first)).iit, (await the.monthOf(spread, month)).iit]
    assert.deepEqual(await iit(), [earlier.spread.iit - taken, 0], 'the last month first')
    await assert.rejects(shifted(rows.id, first, earlier.spread.iit - taken), /INV-65 month/, 'the books notice a month that bore less than left it')
    await the.comesBack(later.spread)
    const half = await the.staff({ person: spread, month })
    assert.deepEqual([half.reversed, half.left, await iit()], [later.spread.iit, taken, [earlier.spread.iit - taken, 0]])
    assert.deepEqual(await the.broken(), [])
    await the.comesBack(earlier.spread)
    const all = await the.staff({ person: spread, month })
    assert.deepEqual([all.reversed, all.left, all.owed, all.state, await iit()], [rows.amount, 0, 0, 'done', [0, 0]])
    assert.deepEqual(await the.broken(), [])
  })

  test('a person whose unused credit is reversed owes nothing', async () => {
    const { amount } = await rowOf('unused')
    const owedToPeople = await the.balance('cleared_tax')
    assert.deepEqual(await returnPayment('unused'), { amount, used: 0, refunded: 0, recovered: 0, left: 0, owed: 0, state: 'done' })
    assert.equal(await the.balance('cleared_tax'), owedToPeople - amount)
  })

  test('the person owes and repays the part of a credit that another payment used', async () => {
    const line = await the.paid(personOf('used'), '20000.00')
    assert.ok(line.credited > 0)
    const { amount } = await rowOf('used')
    const owedToPeople = await the.balance('cleared_tax')
    assert.deepEqual(await returnPayment('used'), { amount, used: line.credited, refunded: 0, recovered: 0, left: 0, owed: line.credited, state: 'approved' })
    assert.equal(await the.balance('cleared_tax'), owedToPeople - amount)
    const [own] = await the.own()
    assert.equal(own?.owed ?? 0, 0, 'other people do not see it')
    await the.is(personOf('used'))
    assert.equal((await the.own())[0]?.owed, line.credited)
    assert.equal((await server.must('finance', 'clearings.list', { isOwed: true }, atCentre)).count, 1)
    const inBank = await the.balance('bank')
    const entered = await receipt('used', line.credited)
    await server.must('finance', 'clearings.recover', entered, atCentre)
    assert.equal((await server.call('finance', 'clearings.recover', { ...entered, serial: 'S-used-2' }, atCentre)).error, 'entryPending')
    assert.equal((await confirm('finance', 'used')).error, 'ownEntry')
    assert.deepEqual([(await rowOf('used')).owed, await the.balance('bank')], [line.credited, inBank], 'one person alone books nothing')
    assert.equal((await confirm('centre', 'used')).code, 1)
    assert.equal((await confirm('centre', 'used')).error, 'nothingPending')
    assert.equal(await the.balance('bank'), inBank - line.credited, 'a debit of the bank')
    const { state, owed, recovered, payments } = await rowOf('used')
    assert.deepEqual([state, owed, recovered, payments.map((payment) => payment.kind)], ['done', 0, line.credited, ['recovery']])
    assert.deepEqual(await the.broken(), [])
    // The person paid the other payment's tax in cash. When that payment is returned too, the cash is owed to the
    // person.
    await the.comesBack(line)
    assert.equal((await rowOf('used')).left, line.credited)
    assert.deepEqual(await the.broken(), [])
  })

  test('a credit reserved by a payment under way is owed only if that payment succeeds', async () => {
    const batch = await the.act.paid([{ person: personOf('reserved'), yuan: '20000.00' }])
    const reserved = (await rowOf('reserved')).used
    assert.ok(reserved > 0)
    const { owed, state } = await returnPayment('reserved')
    assert.deepEqual([owed, state], [reserved, 'approved'])
    await the.bank.send({ send: ({ requestNo }) => [replies.failed(requestNo)] })
    assert.equal((await the.act.lines(batch.id))[0]?.state, 'failed')
    const after = await rowOf('reserved')
    assert.deepEqual([after.used, after.owed, after.left, after.state], [0, 0, 0, 'done'])
    assert.deepEqual(await the.broken(), [])
  })

  test('money received after the debt was cancelled is refunded to the person', async () => {
    const amount = 12_345
    const owedToPeople = await the.balance('cleared_tax')
    const { left, state, recovered } = await refundExcess('reserved', amount)
    assert.deepEqual([left, state, recovered, (await the.balance('cleared_tax')) - owedToPeople], [amount, 'approved', amount, amount])
    await chosen('reserved', 'refund')
    await approved('reserved')
    await server.must('finance', 'clearings.start', await target('reserved'), atCentre)
    await server.must('finance', 'clearings.pay', await transfer('reserved'), atCentre)
    const { refunded, ...after } = await rowOf('reserved')
    assert.deepEqual([refunded, after.left, after.state, await the.balance('cleared_tax')], [amount, 0, 'done', owedToPeople])
    assert.deepEqual(await the.broken(), [])
    const never = await server.call('finance', 'clearings.recover', await receipt('unpaid', 100), atCentre)
    assert.notEqual(never.code, 1, 'a person who never owed anything pays nothing back')
  })

  test('a person owes a paid refund and repays it in parts', async () => {
    await server.must('finance', 'clearings.start', await target('refunded'), atCentre)
    await server.must('finance', 'clearings.pay', await transfer('refunded'), atCentre)
    const { amount, payments } = await rowOf('refunded')
    assert.deepEqual(await returnPayment('refunded'), { amount, used: 0, refunded: amount, recovered: 0, left: 0, owed: amount, state: 'approved' })
    assert.equal(payments.length, 1)
    const part = Math.floor(amount / 3)
    assert.deepEqual([(await refundExcess('refunded', part)).owed, (await refundExcess('refunded', part)).owed], [amount - part, amount - 2 * part])
    await server.must('finance', 'clearings.recover', await receipt('refunded', amount), atCentre)
    assert.equal((await confirm('centre', 'refunded', false)).code, 1)
    assert.equal((await rowOf('refunded')).owed, amount - 2 * part, 'a receipt that the second person does not find at the bank does not count')
    const after = await refundExcess('refunded', amount - 2 * part)
    assert.deepEqual([after.state, after.owed, after.left], ['done', 0, 0])
    const arrived = after.payments.map((payment) => [payment.kind, payment.amount])
    assert.deepEqual(arrived, [
      ['refund', amount],
      ['recovery', part],
      ['recovery', part],
      ['recovery', amount - 2 * part],
    ])
    assert.equal(new Set(after.payments.map(({ serial }) => serial)).size, 4)
  })

  test('a refund sent before the return is registered later, and the person owes it', async () => {
    await server.must('finance', 'clearings.start', await target('sent'), atCentre)
    const { amount, left, transferring } = await rowOf('sent')
    assert.deepEqual([transferring, left], [amount, 0], 'the amount is fixed')
    assert.deepEqual(await returnPayment('sent'), { amount, used: 0, refunded: 0, recovered: 0, left: 0, owed: amount, state: 'approved' })
    assert.equal((await server.call('finance', 'clearings.recover', await receipt('sent', amount), atCentre)).error, 'transferOpen')
    const inBank = await the.balance('bank')
    await server.must('finance', 'clearings.pay', await transfer('sent'), atCentre)
    assert.equal(await the.balance('bank'), inBank + amount, 'a credit of the bank')
    const { refunded, owed, state } = await rowOf('sent')
    assert.deepEqual([refunded, owed, state, await the.broken()], [amount, amount, 'approved', []])
    assert.equal((await refundExcess('sent', amount + 50)).left, 50, 'the rest is the person’s')
    await server.must('finance', 'clearings.start', await target('sent'), atCentre)
    await server.must('finance', 'clearings.pay', { ...(await transfer('sent')), serial: 'S-sent-back' }, atCentre)
    assert.deepEqual([(await rowOf('sent')).state, await the.broken()], ['done', []])
  })

  test('after another person cancels a refund that did not leave the bank, nothing is owed', async () => {
    const { amount } = await rowOf('unpaid')
    const reason = '银行退票，未转出'
    await server.must('finance', 'clearings.start', await target('unpaid'), atCentre)
    assert.equal((await server.call('finance', 'clearings.cancel', { ...(await target('unpaid')), reason }, atCentre)).error, 'ownTransfer')
    await server.must('centre', 'clearings.cancel', { ...(await target('unpaid')), reason }, atCentre)
    assert.deepEqual([(await rowOf('unpaid')).left, await the.broken()], [amount, []])
    await server.must('finance', 'clearings.start', await target('unpaid'), atCentre)
    assert.equal((await returnPayment('unpaid')).owed, amount)
    await server.must('centre', 'clearings.cancel', { ...(await target('unpaid')), reason }, atCentre)
    const { state, owed, refunded } = await rowOf('unpaid')
    assert.deepEqual([state, owed, refunded, await the.broken()], ['done', 0, 0, []])
    assert.equal((await server.call('finance', 'clearings.pay', await transfer('unpaid'), atCentre)).error, 'wrongState')
  })

  test('a remainder whose refund was not approved is reversed in its month', async () => {
    await chosen('again', 'refund')
    assert.equal((await rowOf('again')).state, 'chosen')
    assert.equal((await returnPayment('again')).state, 'done')
  })

  test('an offer whose excess is gone cannot be approved, and the search withdraws it', async () => {
    await the.comesBack(second.offered)
    await chosen('offered', 'credit')
    assert.equal((await server.call('centre', 'clearings.decide', { ...(await target('offered')), isApproved: true }, atCentre)).error, 'excessGone')
    assert.equal((await server.must('finance', 'clearings.search', {}, atCentre)).count, 0)
    const { state, reason } = await rowOf('offered')
    assert.deepEqual([state, reason !== ''], ['withdrawn', true])
    assert.deepEqual([await the.monthOf(personOf('offered'), month), await the.broken()], [nothing, []])
  })

  choicesOnPaper(() => ({ server, the, person: personOf('written'), other: personOf('again') }))

  test('payments continue after the automatic correction of the month', async () => {
    await the.corrected(shiftMonth(month, -1))
    assert.deepEqual(await the.broken(), [])
    for (const name of names) {
      const { owed, left } = await rowOf(name)
      assert.ok(owed === 0 && (left === 0 || name === 'used' || name === 'offered'))
    }
    const line = await the.paid(personOf('unused'), '1000.00')
    assert.deepEqual([line.credited, await the.broken()], [0, []])
  })
})
