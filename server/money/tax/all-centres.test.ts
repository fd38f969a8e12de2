import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPaymentPassword } from '#/demo/accounts.ts'
import { demoPeople } from '#/demo/load.ts'
import type { DemoPerson } from '#/demo/people.ts'
import { monthOf, monthStart, shiftMonth } from '#/domain/base/period.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { fullChecklist, papersNeverEnd } from '#/server/money/payments/testing.ts'
import { startTest, type TestServer } from '#/server/tests/testing.ts'

interface Place {
  readonly unitId: number
  readonly centreId: number
  readonly ending: string
}

const here: Place = { unitId: 1, centreId: 2, ending: '' }
const there: Place = { unitId: 3, centreId: 3, ending: '03' }

describe('the VAT threshold over all centres', () => {
  let server: TestServer
  const people = demoPeople().ordinary.filter((each) => each.centreId === 2 && each.unitIds.includes(1))
  const person = (at: number) => people[at] ?? assert.fail('unit 1 has people')
  const db = () => server.running.kernel.database.kysely
  const month = () => monthOf(server.running.kernel.clock.now())

  const nextMonth = () => {
    const now = server.running.kernel.clock.now()
    server.advance(Date.parse(`${monthStart(shiftMonth(monthOf(now), 1))}T12:00:00+08:00`) - now.getTime())
  }
  /** Returns the steps of a batch in one unit and centre. */
  const at = ({ centreId, ending }: Place) => {
    const [maker, checker, payer, auditor] = ['maker', 'checker', 'payer', 'auditor'].map((role) => `${role}${ending}`) as [string, string, string, string]
    const target = async (id: number) => ({ id, version: (await server.must(maker, 'payments.get', { id })).version })
    const check = async (id: number) => server.must(checker, 'payments.check', { ...(await target(id)), approve: true })
    const audit = async (id: number) =>
      server.must(auditor, 'payments.audit', { ...(await target(id)), approve: true, checklist: fullChecklist }, { centre: centreId, mode: 2 })
    return {
      checked: async ({ name, idNumber, mobile, bankName, cardNo }: DemoPerson, amountText: string) => {
        const { orders } = await server.must(maker, 'payments.choices', {})
        const order = orders.find((each) => each.problem === null && each.mode === 2) ?? assert.fail('no order')
        const { id } = await server.must(maker, 'payments.create', { orderId: order.id })
        await server.must(maker, 'lines.add', { batchId: id, rows: [{ name, idNumber, mobile, bankName, cardNo, amountText }] })
        await server.must(maker, 'payments.submit', { ...(await target(id)), acknowledgement: '已逐条核对' })
        return check(id)
      },
      /** Audits a batch. New figures send it back to the checker first. */
      audited: async (id: number) => {
        const first = await audit(id)
        if (first.state === 'payable') return first
        await check(id)
        return audit(id)
      },
      pay: async (id: number) => {
        const { lineCount, net, tax, fee, cost } = await server.must(payer, 'payments.get', { id })
        return server.must(payer, 'payments.pay', { ...(await target(id)), lineCount, net, tax, fee, cost, paymentPassword: demoPaymentPassword })
      },
      explained: async (id: number, who: 'maker' | 'auditor') => {
        const scope = who === 'auditor' ? { centre: centreId, mode: 2 as const } : {}
        const [line] = (await server.must(`${who}${ending}`, 'lines.list', { batchId: id }, scope)).rows
        return (await server.must(`${who}${ending}`, 'lines.explain', { lineId: line?.id ?? 0 }, scope)).calculation
      },
    }
  }
  const paid = async (place: Place, payee: DemoPerson, yuan: string) => {
    const { id } = await at(place).checked(payee, yuan)
    await at(place).audited(id)
    const batch = await at(place).pay(id)
    assert.equal(batch.state, 'paying')
    await server.settle(2)
    return batch
  }
  const countedMonth = async (payee: DemoPerson) =>
    (
      await sql<{ centre_id: number; gross_fen: number; vat_fen: number }>`select centre_id, gross_fen, vat_fen from tax_standing
        where operator_id = ${payee.id} and month = ${month()} and mode = 2 order by centre_id`.execute(db())
    ).rows.map((row) => [row.centre_id, row.gross_fen, row.vat_fen])
  const differences = async (payee: DemoPerson) =>
    (
      await sql<{ centre_id: number; vat_fen: number }>`select centre_id, vat_fen from tax_adjustment where operator_id = ${payee.id}
        and month = ${month()} and kind = 'difference' order by id`.execute(db())
    ).rows.map((row) => [row.centre_id, row.vat_fen])
  const publish = async () => {
    const firstDay = monthStart(shiftMonth(month(), 1))
    const begun = await server.must('caiwu', 'policies.begin', { firstDay })
    const values = [
      { path: 'vat.countsAllCentres', value: true },
      { path: 'vat.source', value: '增值税法第二十三条；公告2025年第16号：按个人全部销售额' },
      { path: 'source', value: '起征点按个人合计' },
    ]
    const saved = await server.must('caiwu', 'policies.save', { draftId: begun.id, version: begun.version, values } as never)
    const examined = await server.must('caiwu', 'policies.examine', { draftId: begun.id, version: saved.version })
    const ready = await server.must('caiwu', 'policies.preview', { draftId: begun.id, version: examined.version })
    await server.must('platform', 'policies.publish', { draftId: begun.id, version: ready.version })
  }

  before(async () => {
    server = await startTest()
    await papersNeverEnd(server)
    await sql`update unit_setting_version set evidence_limit_fen = 100000000000`.execute(db())
    for (const { id } of people.slice(0, 5)) {
      await sql`insert into unit_operator (unit_id, operator_id, is_active, created_at) values (3, ${id}, true, now())`.execute(db())
      await sql`insert into consent (operator_id, kind, centre_id, document_sha256, given_at)
        select operator_id, kind, 3, document_sha256, given_at from consent where operator_id = ${id} and centre_id = 2`.execute(db())
    }
  })
  after(async () => {
    try {
      assert.deepEqual(await checkInvariants(db()), [])
    } finally {
      await server.close()
    }
  })

  test('without the rule 60,000 is exempt at each of two centres, and the tax lead is warned', async () => {
    const warned = async () => (await server.must('caiwu', 'tasks.waiting', {})).some(({ kind }) => kind === 'thresholdByCentre')
    await paid(here, person(0), '60000.00')
    assert.equal(await warned(), false, 'one centre pays the person')
    await paid(there, person(0), '60000.00')
    assert.deepEqual(
      (await countedMonth(person(0))).map(([centre, , vat]) => [centre, vat]),
      [
        [2, 0],
        [3, 0],
      ],
    )
    assert.equal(await warned(), true)
    await publish()
    assert.equal(await warned(), false)
    nextMonth()
  })

  test('two concurrent audits at two centres tax 60,000 at each', async () => {
    const payee = person(1)
    const [one, other] = [await at(here).checked(payee, '60000.00'), await at(there).checked(payee, '60000.00')]
    await Promise.all([at(here).audited(one.id), at(there).audited(other.id)])
    const vats = (await countedMonth(payee)).map(([, , vat]) => vat).sort()
    assert.deepEqual(vats, [0, 59_406], 'the later one counts the money that the earlier one reserved')
    for (const [place, id] of [
      [here, one.id],
      [there, other.id],
    ] as const) {
      const first = await at(place).pay(id)
      if (first.state !== 'paying') {
        assert.equal(first.state, 'auditing', 'the tax changed after the audit')
        await at(place).audited(id)
        await at(place).pay(id)
      }
    }
    await server.settle(2)
    assert.deepEqual(await countedMonth(payee), [
      [2, 6_000_000, 59_406],
      [3, 6_000_000, 59_406],
    ])
    assert.deepEqual(await differences(payee), [])
  })

  test('VAT that a paid month owes after a payment elsewhere is recovered by the next payment', async () => {
    const payee = person(2)
    await paid(here, payee, '60000.00')
    await paid(there, payee, '60000.00')
    assert.deepEqual(await countedMonth(payee), [
      [2, 6_000_000, 0],
      [3, 6_000_000, 59_406],
    ])
    assert.deepEqual(await differences(payee), [[2, 59_406]])
    await paid(here, payee, '10000.00')
    assert.deepEqual((await countedMonth(payee))[0], [2, 7_000_000, 69_307])
    assert.deepEqual(await differences(payee), [
      [2, 59_406],
      [2, -59_406],
    ])
  })

  test('unit and centre see that the threshold is reached, not the other centre or its amounts', async () => {
    const payee = person(3)
    await paid(here, payee, '71234.00')
    const { id } = await at(there).checked(payee, '60000.00')
    for (const who of ['maker', 'auditor'] as const) {
      const calculation = await at(there).explained(id, who)
      assert.equal((calculation.vat as { reachedElsewhere?: string }).reachedElsewhere, 'all')
      const shown = JSON.stringify(calculation)
      for (const hidden of ['7123400', '13123400', '12994059', '星河']) assert.ok(!shown.includes(hidden), `${who} sees ${hidden}: ${shown}`)
    }
  })

  test('a business and its owner have separate thresholds', async () => {
    const payee = person(4)
    await sql`insert into tax_standing (centre_id, mode, operator_id, month, gross_fen) values (2, 1, ${payee.id}, ${month()}, 9000000)`.execute(db())
    const { id } = await at(there).checked(payee, '60000.00')
    assert.equal(((await at(there).explained(id, 'auditor')).vat as { isExempt: boolean }).isExempt, true)
    await sql`delete from tax_standing where operator_id = ${payee.id} and mode = 1 and centre_id = 2`.execute(db())
  })
})
