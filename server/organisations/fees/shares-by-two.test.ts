import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { inTransaction } from '#/server/lib/database/transaction.ts'
import { testServer } from '#/server/tests/testing.ts'

const dayMs = 86_400_000

describe('shares of fees that two people give', () => {
  const server = testServer()
  const db = () => server.running.kernel.database.kysely
  const inDays = (days: number) => shiftDay(dayOf(server.running.kernel.clock.now()), days)
  type SplitInput = Partial<Parameters<typeof server.must<'fees', 'createSplit'>>[2]>
  const create = (input: SplitInput) =>
    server.must('caiwu', 'fees.createSplit', {
      centreId: 2,
      role: 'salesman',
      method: 'ratio',
      rate: '5',
      effectiveFrom: inDays(0),
      reason: '合作协议',
      ...input,
    })
  const revise = (splitId: number, terms: { rate: string; method?: 'ratio' | 'difference'; effectiveFrom?: string; effectiveTo?: string | null }) =>
    server.must('caiwu', 'fees.reviseSplit', { splitId, method: 'ratio', effectiveFrom: inDays(1), reason: '重新商定', ...terms })
  const approve = (splitId: number) => server.must('platform', 'fees.decideSplit', { splitId, isApproved: true })
  const stop = (splitId: number, lastDay: string) => server.call('caiwu', 'fees.stopSplit', { splitId, lastDay, reason: '协议到期' })

  test('a share for a partner, a marketer or a salesperson waits for a second person', async () => {
    for (const [role, method] of [
      ['partner', 'difference'],
      ['marketer', 'ratio'],
      ['salesman', 'ratio'],
    ] as const) {
      const rule = await create({ role, method, effectiveFrom: inDays(1), effectiveTo: inDays(2) })
      assert.deepEqual([rule.state, rule.needsSecond, rule.stand], ['pending', true, 'none'], role)
      assert.equal((await server.call('caiwu', 'fees.decideSplit', { splitId: rule.id, isApproved: true })).error, 'ownProposal')
      assert.deepEqual([(await approve(rule.id)).state, (await server.must('caiwu', 'fees.split', { splitId: rule.id })).stand], ['approved', 'later'])
    }
  })

  test('a higher or longer share waits, and a lower or shorter one applies at once', async () => {
    const { id } = await create({ unitId: 1, effectiveTo: inDays(50) })
    await approve(id)
    const withdraw = (splitId: number) => server.must('caiwu', 'fees.withdrawSplit', { splitId, reason: '不要了' })
    for (const terms of [
      { rate: '5.5', effectiveTo: inDays(50) },
      { rate: '5', effectiveTo: inDays(51) },
      { rate: '4', effectiveTo: null },
      { rate: '4', method: 'difference', effectiveTo: inDays(50) },
    ] as const) {
      const revised = await revise(id, terms)
      assert.deepEqual([revised.state, revised.needsSecond], ['pending', true], JSON.stringify(terms))
      await withdraw(revised.id)
    }
    const lower = await revise(id, { rate: '4', effectiveTo: inDays(49) })
    assert.deepEqual([lower.state, lower.needsSecond], ['approved', false])
    server.advance(2 * dayMs)
    assert.equal((await stop(lower.id, inDays(0))).data?.effectiveTo, inDays(0))
  })

  test('a rule approved after its first day starts on the day of the decision', async () => {
    const rule = await create({ unitId: 1, role: 'marketer', effectiveTo: inDays(6) })
    const short = await create({ unitId: 4, role: 'marketer', effectiveTo: inDays(1) })
    server.advance(3 * dayMs)
    assert.equal((await approve(rule.id)).effectiveFrom, inDays(0))
    assert.equal((await server.call('platform', 'fees.decideSplit', { splitId: short.id, isApproved: true })).error, 'daysReversed')
  })

  test('one person cannot end a planned cut or a higher floor that keeps another share low', async () => {
    server.advance(7 * dayMs)
    await sql`update unit set partner_id = 1, marketer_id = 17, salesman_id = 18 where id = 1`.execute(db())
    const [partner, marketer] = [
      await create({ unitId: 1, role: 'partner', method: 'difference', rate: '4.5', mode: 2 }),
      await create({ unitId: 1, role: 'marketer', method: 'difference', rate: '4', mode: 2 }),
    ]
    for (const { id } of [partner, marketer]) await approve(id)
    // Without the partner's rule the marketer would earn the partner's part.
    const refused = await stop(partner.id, inDays(1))
    assert.equal(refused.error, 'raiseThen')
    assert.match(refused.message, /营销员/)
    const higherFloor = await revise(partner.id, { rate: '5', method: 'difference' })
    assert.deepEqual([higherFloor.state, higherFloor.needsSecond], ['pending', true], 'the marketer earns more')
    await server.must('caiwu', 'fees.withdrawSplit', { splitId: higherFloor.id, reason: '不要了' })
    const cut = await revise(marketer.id, { rate: '4.2', method: 'difference', effectiveFrom: inDays(5) })
    assert.equal(cut.state, 'approved')
    assert.equal((await server.call('caiwu', 'fees.withdrawSplit', { splitId: cut.id, reason: '不要了' })).error, 'raiseThen')
  })

  test('the database refuses a share that the program gives by one person or makes longer', async () => {
    const rule = await create({ unitId: 4, effectiveFrom: inDays(1), effectiveTo: inDays(9) })
    await approve(rule.id)
    const now = server.running.kernel.clock.now().toISOString()
    const asProgram = (statement: ReturnType<typeof sql>) =>
      inTransaction(server.running.kernel.database, { 'app.all': 'on', 'app.user': '15', 'app.now': now }, (trx) => statement.execute(trx))
    const insert = (ratio: number, previousId: number | null, state = 'approved', needsSecond = false) =>
      sql`insert into split_rule (centre_id, unit_id, party_type, method, ratio_ppm, effective_from, effective_to, agreed_to, previous_id, state, needs_second, created_by, created_at)
        values (2, 4, 'salesman', 'ratio', ${ratio}, ${inDays(3)}, ${inDays(9)}, ${inDays(9)}, ${previousId}, ${state}, ${needsSecond}, 15, now())`
    for (const statement of [insert(50_000, null), insert(50_001, rule.id), insert(50_000, null, 'pending')])
      await assert.rejects(asProgram(statement), /two people give a share/)
    for (const change of [sql`effective_to = null`, sql`agreed_to = null`, sql`effective_to = effective_to + 1`, sql`effective_from = effective_from - 1`])
      await assert.rejects(asProgram(sql`update split_rule set ${change} where id = ${rule.id}`), /grows only by a new version/)
    await asProgram(insert(50_000, null, 'pending', true))
    await assert.rejects(asProgram(sql`update split_rule set state = 'approved' where state = 'pending' and unit_id = 4`), /split_rule_approved/)
    await asProgram(insert(49_999, rule.id))
  })
})
