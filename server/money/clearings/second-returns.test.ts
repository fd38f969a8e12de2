import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { demoPeople } from '#/demo/load.ts'
import { dayOf, monthOf, shiftMonth } from '#/domain/base/period.ts'
import { atCentre, clearingStory, type PaidLine, slip } from '#/server/money/clearings/testing.ts'
import { said } from '#/server/money/payouts/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const names = ['unused', 'used', 'reserved', 'refunded', 'unpaid', 'offered', 'again'] as const
type Name = (typeof names)[number]
const nothing = { gross: 0, income: 0, vat: 0, city: 0, education: 0, local: 0, iit: 0 }

describe('a second return of a cleared month', () => {
  let server: TestServer
  let the: ReturnType<typeof clearingStory>
  /** The month that was closed and cleared. */
  let month: string
  const people = demoPeople().ordinary.filter((each) => each.centreId === 2 && each.unitIds.includes(1))
  const personOf = (name: Name) => people[5 + names.indexOf(name)] ?? assert.fail('unit 1 has people')
  /** The last month of this person bears no income tax. */
  const yearly = people[5 + names.length] ?? assert.fail('unit 1 has people')
  const second = {} as Record<Name, PaidLine>
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
    file: slip,
  })
  /** Returns the second payment of the person. The month has no payments left, so it owes nothing and counts nothing. */
  const comesBack = async (name: Name) => {
    await the.comesBack(second[name])
    assert.deepEqual(await the.monthOf(personOf(name), month), nothing)
    const { amount, used, reversed, refunded, recovered, left, owed, state } = await rowOf(name)
    assert.equal(reversed, amount, 'the month takes back the whole clearing')
    assert.deepEqual(await the.broken(), [])
    return { amount, used, refunded, recovered, left, owed, state }
  }

  before(async () => {
    server = await startTestServer()
    the = clearingStory(server)
    await the.prepared()
    const first = monthOf(the.now())
    month = shiftMonth(first, 1)
    const ended = await the.paid(yearly, '60000.00')
    await the.paid(yearly, '50000.00')
    the.toMonth(month)
    await the.comesBack(ended)
    assert.equal((await the.paid(yearly, '100.00')).iit, 0, 'the year withheld enough before')
    const lines: PaidLine[] = []
    for (const name of names) {
      lines.push(await the.paid(personOf(name), '60000.00'))
      second[name] = await the.paid(personOf(name), '50000.00')
    }
    the.toMonth(shiftMonth(month, 1))
    for (let each = first; each <= month; each = shiftMonth(each, 1)) await the.settled(each)
    for (const line of lines) await the.comesBack(line)
    assert.equal((await server.must('finance', 'clearings.search', {}, atCentre)).count, names.length + 2)
    for (const name of names) {
      await server.must('finance', 'clearings.offer', await target(name), atCentre)
      if (name === 'offered') continue
      await chosen(name, name === 'refunded' || name === 'unpaid' ? 'refund' : 'credit')
      await approved(name)
    }
    await the.corrected(month)
    assert.deepEqual(await the.broken(), [])
  })
  after(() => server.close())

  test('income tax of the year leaves the months that bore it when the last one bore none', async () => {
    await the.is(yearly)
    const earlier = shiftMonth(month, -1)
    const found = await the.staff({ person: yearly, month })
    assert.deepEqual([found.vat, found.surcharge, found.iit > 0], [0, 0, true])
    const counted = await the.monthOf(yearly, earlier)
    const target = async () => ({ taxClearingId: found.id, version: (await the.staff({ person: yearly, month })).version })
    await server.must('finance', 'clearings.offer', await target(), atCentre)
    await server.must('subcontractor', 'clearings.choose', { ...(await target()), choice: 'refund' })
    await server.must('centre', 'clearings.decide', { ...(await target()), isApproved: true }, atCentre)
    assert.deepEqual([(await the.monthOf(yearly, month)).iit, (await the.monthOf(yearly, earlier)).iit], [0, counted.iit - found.iit])
    await the.corrected(earlier)
    assert.deepEqual([(await server.must('finance', 'clearings.search', {}, atCentre)).count, await the.broken()], [0, []])
  })

  test('an unused credit goes back to the month, and the person owes nothing', async () => {
    const { amount } = await rowOf('unused')
    const owedToPeople = await the.balance('cleared_tax')
    assert.deepEqual(await comesBack('unused'), { amount, used: 0, refunded: 0, recovered: 0, left: 0, owed: 0, state: 'done' })
    assert.equal(await the.balance('cleared_tax'), owedToPeople - amount)
  })

  test('the part of a credit that another payment used is owed by the person, who pays it back', async () => {
    const line = await the.paid(personOf('used'), '20000.00')
    assert.ok(line.credited > 0)
    const { amount } = await rowOf('used')
    const owedToPeople = await the.balance('cleared_tax')
    assert.deepEqual(await comesBack('used'), { amount, used: line.credited, refunded: 0, recovered: 0, left: 0, owed: line.credited, state: 'approved' })
    assert.equal(await the.balance('cleared_tax'), owedToPeople - amount)
    const [own] = await the.own()
    assert.equal(own?.owed ?? 0, 0, 'other people do not see it')
    await the.is(personOf('used'))
    assert.equal((await the.own())[0]?.owed, line.credited)
    const refused = await server.call('centre', 'clearings.recover', await transfer('used'), atCentre)
    assert.equal(refused.error, 'ownApproval')
    assert.equal((await server.must('finance', 'clearings.list', { isOwed: true }, atCentre)).count, 1)
    const inBank = await the.balance('bank')
    await server.must('finance', 'clearings.recover', await transfer('used'), atCentre)
    assert.equal(await the.balance('bank'), inBank - line.credited, 'a debit of the bank')
    const { state, owed, recovered, payments } = await rowOf('used')
    assert.deepEqual([state, owed, recovered, payments.map((each) => each.kind)], ['done', 0, line.credited, ['recovery']])
    assert.equal((await server.call('finance', 'clearings.recover', await transfer('used'), atCentre)).error, 'wrongState')
    assert.deepEqual(await the.broken(), [])
    // The person paid the tax of the other payment in cash. When it comes back too, the cash is the person's again.
    await the.comesBack(line)
    assert.equal((await rowOf('used')).left, line.credited)
    assert.deepEqual(await the.broken(), [])
  })

  test('a credit that a payment under way reserves is owed only if that payment succeeds', async () => {
    const batch = await the.act.paid([{ person: personOf('reserved'), yuan: '20000.00' }])
    const reserved = (await rowOf('reserved')).used
    assert.ok(reserved > 0)
    const { owed, state } = await comesBack('reserved')
    assert.deepEqual([owed, state], [reserved, 'approved'])
    await the.bank.send({ send: ({ requestNo }) => [said.failed(requestNo)] })
    assert.equal((await the.act.lines(batch.id))[0]?.state, 'failed')
    const after = await rowOf('reserved')
    assert.deepEqual([after.used, after.owed, after.left, after.state], [0, 0, 0, 'done'])
    assert.deepEqual(await the.broken(), [])
  })

  test('a refund that was paid is owed by the person', async () => {
    await server.must('finance', 'clearings.pay', await transfer('refunded'), atCentre)
    const { amount, payments } = await rowOf('refunded')
    assert.deepEqual(await comesBack('refunded'), { amount, used: 0, refunded: amount, recovered: 0, left: 0, owed: amount, state: 'approved' })
    assert.equal(payments.length, 1)
    await server.must('finance', 'clearings.recover', await transfer('refunded'), atCentre)
    const after = await rowOf('refunded')
    assert.deepEqual(
      [after.state, after.owed, after.payments.map((each) => [each.kind, each.amount])],
      [
        'done',
        0,
        [
          ['refund', amount],
          ['recovery', amount],
        ],
      ],
    )
    assert.deepEqual(await the.broken(), [])
  })

  test('a refund that was approved and not paid is not paid any more', async () => {
    const { amount } = await rowOf('unpaid')
    assert.deepEqual(await comesBack('unpaid'), { amount, used: 0, refunded: 0, recovered: 0, left: 0, owed: 0, state: 'done' })
    assert.equal((await server.call('finance', 'clearings.pay', await transfer('unpaid'), atCentre)).error, 'wrongState')
  })

  test('a rest whose refund no one approved yet goes back to the month', async () => {
    await chosen('again', 'refund')
    assert.equal((await rowOf('again')).state, 'chosen')
    assert.equal((await comesBack('again')).state, 'done')
  })

  test('an offer that no one approved is withdrawn by the search, and cannot be approved before', async () => {
    await the.comesBack(second.offered)
    await chosen('offered', 'credit')
    assert.equal((await server.call('centre', 'clearings.decide', { ...(await target('offered')), isApproved: true }, atCentre)).error, 'excessGone')
    assert.equal((await server.must('finance', 'clearings.search', {}, atCentre)).count, 0)
    const { state, reason } = await rowOf('offered')
    assert.deepEqual([state, reason !== ''], ['withdrawn', true])
    assert.deepEqual([await the.monthOf(personOf('offered'), month), await the.broken()], [nothing, []])
  })

  test('the month is corrected again without anybody, and payments go on', async () => {
    await the.corrected(month)
    assert.deepEqual(await the.broken(), [])
    for (const name of names) {
      const { owed, left } = await rowOf(name)
      assert.ok(owed === 0 && (left === 0 || name === 'used' || name === 'offered'))
    }
    const line = await the.paid(personOf('unused'), '1000.00')
    assert.deepEqual([line.credited, await the.broken()], [0, []])
  })
})
