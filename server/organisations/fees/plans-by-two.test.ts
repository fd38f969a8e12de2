import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { plainYuan } from '#/domain/base/money.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { inTransaction } from '#/server/lib/database/transaction.ts'
import { testServer } from '#/server/tests/testing.ts'

const dayMs = 86_400_000
const settingId = 12

describe('charges of fee plans that two people raise', () => {
  const server = testServer()
  let serial = 0
  const inDays = (days: number) => shiftDay(dayOf(server.running.kernel.clock.now()), days)
  const termsOf = (rate: string, more: { minimum?: string; basis?: 'gross' | 'net' } = {}) => ({
    method: 'fixed' as const,
    isProgressive: false,
    basis: 'gross' as const,
    minimum: '0',
    tiers: [{ from: '0', to: null, rate }],
    ...more,
  })
  const create = (rate: string) =>
    server.must('platform', 'fees.createPlan', { name: `方案 ${++serial}`, mode: 2, terms: termsOf(rate), effectiveFrom: inDays(0), reason: '商务约定' })
  const revise = async (planId: number, terms: ReturnType<typeof termsOf>, days = 1) => {
    const { latestNo: baseNo } = await server.must('platform', 'fees.plan', { planId })
    const { versions } = await server.must('platform', 'fees.revisePlan', { planId, baseNo, terms, effectiveFrom: inDays(days), reason: '重新商定' })
    return versions[0] ?? assert.fail('no version')
  }
  const withdraw = (planVersionId: number) => server.call('platform', 'fees.withdrawPlan', { planVersionId, reason: '不要了' })

  test('a higher charge waits for a second person, and a lower one starts as planned', async () => {
    const { id } = await create('6')
    await server.must('platform', 'units.openPlace', { unitId: 2, centreId: 5, mode: 2, feePlanId: id })
    for (const terms of [termsOf('6.1'), termsOf('6', { minimum: '1' }), termsOf('6', { basis: 'net' })]) {
      const raised = await revise(id, terms)
      assert.deepEqual([raised.state, raised.needsSecond], ['pending', true], JSON.stringify(terms))
      assert.equal((await server.call('platform', 'fees.decidePlan', { planVersionId: raised.id, isApproved: true })).error, 'ownProposal')
      await withdraw(raised.id)
    }
    const raised = await revise(id, termsOf('7'))
    const approved = await server.must('operation', 'fees.decidePlan', { planVersionId: raised.id, isApproved: true })
    assert.equal(approved.versions[0]?.stand, 'later')
    const lower = await revise(id, termsOf('6'), 2)
    assert.deepEqual([lower.state, lower.needsSecond, lower.stand], ['approved', false, 'later'])
    assert.equal((await withdraw(lower.id)).error, 'chargesMoreThen')
    server.advance(2 * dayMs)
    assert.equal((await server.must('platform', 'fees.plan', { planId: id })).versionNo, lower.no)
  })

  test('two people replace a planned version on its first day, for example a mistyped rate', async () => {
    const { id } = await create('6')
    await moveTo(id)
    const mistyped = await revise(id, termsOf('5.5'))
    assert.equal((await withdraw(mistyped.id)).error, 'chargesMoreThen')
    const states = async () => (await server.must('platform', 'fees.plan', { planId: id })).versions.map(({ no, state }) => [no, state])
    const decide = (planVersionId: number, isApproved: boolean) =>
      server.must('operation', 'fees.decidePlan', { planVersionId, isApproved, reason: isApproved ? '' : '等待确认' })
    const rejected = await revise(id, termsOf('5.4'))
    assert.deepEqual([rejected.state, rejected.needsSecond], ['pending', true], 'one person replaced a version')
    await decide(rejected.id, false)
    assert.deepEqual(await states(), [
      [3, 'rejected'],
      [2, 'approved'],
      [1, 'approved'],
    ])
    const corrected = await revise(id, termsOf('5.9'))
    assert.equal(corrected.state, 'pending')
    await decide(corrected.id, true)
    assert.deepEqual(await states(), [
      [4, 'approved'],
      [3, 'rejected'],
      [2, 'withdrawn'],
      [1, 'approved'],
    ])
    server.advance(2 * dayMs)
    const plan = await server.must('platform', 'fees.plan', { planId: id })
    assert.deepEqual([plan.versionNo, plan.tiers[0]?.ratePpm], [4, 59_000])
  })

  test('two people withdraw an approved version before its first day', async () => {
    const { id } = await create('6')
    const planned = await revise(id, termsOf('5'), 2)
    const forSecond = async () => (await server.must('operation', 'fees.plans', { isForMe: true })).rows.map((row) => row.id)
    const decide = (who: string, isApproved: boolean, subject: 'charges' | 'withdrawal' = 'withdrawal') =>
      server.call(who, 'fees.decidePlan', { planVersionId: planned.id, subject, isApproved })
    assert.equal((await decide('operation', true)).error, 'notPending')
    assert.equal((await withdraw(planned.id)).data?.versions[0]?.state, 'approved')
    assert.equal((await withdraw(planned.id)).error, 'withdrawalAsked')
    assert.equal((await decide('platform', true)).error, 'ownWithdrawal')
    assert.equal((await decide('operation', true, 'charges')).error, 'notPending')
    assert.deepEqual(await forSecond(), [id])
    assert.equal((await decide('platform', false)).data?.versions[0]?.withdrawal, null, 'the author ends the own request')
    assert.deepEqual(await forSecond(), [])
    await withdraw(planned.id)
    const [confirmed] = (await decide('operation', true)).data?.versions ?? []
    assert.deepEqual([confirmed?.state, confirmed?.withdrawal?.reason, confirmed?.withdrawal?.confirmedAt !== null], ['withdrawn', '不要了', true])
  })

  test('a version is not withdrawn while the next one charges more than the one before', async () => {
    const { id } = await create('6')
    const raised = await revise(id, termsOf('9'))
    await server.must('operation', 'fees.decidePlan', { planVersionId: raised.id, isApproved: true })
    const lower = await revise(id, termsOf('8.9'), 2)
    assert.equal(lower.state, 'approved')
    assert.equal((await withdraw(raised.id)).error, 'nextChargesMore')
    await withdraw(lower.id)
    await server.must('operation', 'fees.decidePlan', { planVersionId: lower.id, subject: 'withdrawal', isApproved: true })
    assert.equal((await withdraw(raised.id)).code, 1)
    const later = await revise(id, termsOf('8.8'), 2)
    const confirm = { planVersionId: raised.id, subject: 'withdrawal' as const, isApproved: true }
    assert.equal((await server.call('operation', 'fees.decidePlan', confirm)).error, 'nextChargesMore')
    const withdrawInDatabase = inTransaction(server.running.kernel.database, { 'app.user': '2', 'app.all': 'on' }, (trx) =>
      sql`update fee_plan_version set state = 'withdrawn', withdraw_confirmed_by = 2, withdraw_confirmed_at = now() where id = ${raised.id}`.execute(trx),
    )
    await assert.rejects(withdrawInDatabase, /two people raise/)
    assert.equal((await server.must('platform', 'fees.plan', { planId: id })).versions[0]?.no, later.no)
  })

  test('a version whose withdrawal no one confirmed takes effect as planned', async () => {
    const { id } = await create('6')
    const planned = await revise(id, termsOf('5'))
    await withdraw(planned.id)
    server.advance(2 * dayMs)
    assert.equal((await server.must('platform', 'fees.plan', { planId: id })).versionNo, planned.no)
    const answer = { planVersionId: planned.id, subject: 'withdrawal' as const, isApproved: true }
    assert.equal((await server.call('operation', 'fees.decidePlan', answer)).error, 'notPending')
  })

  test('a replacement approved after the first day begins later and leaves the replaced version', async () => {
    const { id } = await create('6')
    const planned = await revise(id, termsOf('5'))
    const replacement = await revise(id, termsOf('6'))
    server.advance(2 * dayMs)
    const { versions } = await server.must('operation', 'fees.decidePlan', { planVersionId: replacement.id, isApproved: true })
    assert.deepEqual(
      versions.map(({ no, stand, effectiveFrom }) => [no, stand, effectiveFrom]),
      [
        [3, 'later', inDays(1)],
        [planned.no, 'now', inDays(-1)],
        [1, 'past', inDays(-2)],
      ],
    )
  })

  /** Returns the change that moves the unit to a plan now, and the latest version of its terms. */
  const changeOfPlan = async (feePlanId: number) => {
    const { latestNo, terms } = await server.must('platform', 'units.terms', { settingId })
    const { planName: _, basis: __, lowestPpm: ___, highestPpm: ____, channelNames: _____, ...held } = terms
    const yuanTexts = Object.fromEntries(
      (['autoAuditLimit', 'singleLimit', 'dayLimit', 'monthLimit', 'evidenceLimit', 'lowBalance'] as const).map((name) => [name, plainYuan(held[name])]),
    )
    return { change: { settingId, terms: { ...held, ...yuanTexts, feePlanId } as never, effectiveFrom: inDays(0) }, latestNo, heldPlanId: held.feePlanId }
  }
  const previewOf = async (feePlanId: number) => server.must('platform', 'units.preview', (await changeOfPlan(feePlanId)).change)
  const moveTo = async (feePlanId: number) => {
    const { change, latestNo } = await changeOfPlan(feePlanId)
    const { versions } = await server.must('platform', 'units.propose', { ...change, baseNo: latestNo, reason: '换方案' })
    if (versions[0]?.state === 'pending') await server.must('operation', 'units.decide', { versionId: versions[0].id, subject: 'terms', isApproved: true })
  }

  test('a unit moves to a plan that charges more by two people, and to a cheaper one by one', async () => {
    const [dearer, cheaper] = [(await create('6.1')).id, (await create('5.9')).id]
    const previews = [await previewOf(dearer), await previewOf(cheaper)]
    assert.deepEqual(
      previews.map(({ problem, raisesFee, needsSecond }) => [problem, raisesFee, needsSecond]),
      [
        ['', true, true],
        ['', false, false],
      ],
    )
    const { change, latestNo, heldPlanId } = await changeOfPlan(dearer)
    const proposal = await server.must('platform', 'units.propose', { ...change, baseNo: latestNo, reason: '换方案' })
    assert.deepEqual([proposal.versions[0]?.state, proposal.terms.feePlanId], ['pending', heldPlanId])
    const approved = await server.must('operation', 'units.decide', { versionId: proposal.versions[0]?.id ?? 0, subject: 'terms', isApproved: true })
    assert.equal(approved.terms.feePlanId, dearer)
  })

  test('a unit moves by two people to a plan that charges more from a later day on', async () => {
    const [falling, steady, rising] = [(await create('6')).id, (await create('6')).id, (await create('5.8')).id]
    await moveTo(falling)
    server.advance(60_000)
    assert.equal((await previewOf(steady)).raisesFee, false)
    await revise(falling, termsOf('5.9'), 30)
    assert.deepEqual([(await previewOf(steady)).raisesFee, (await previewOf(rising)).raisesFee], [true, false], 'the fee of the present plan falls later')
    const raised = await revise(rising, termsOf('7'), 60)
    await server.must('operation', 'fees.decidePlan', { planVersionId: raised.id, isApproved: true })
    assert.equal((await previewOf(rising)).raisesFee, true, 'the fee of the new plan rises later')
  })

  test('two people replace the middle of three falling versions, which no one can withdraw', async () => {
    const { id } = await create('6')
    await moveTo(id)
    for (const [rate, days] of [
      ['5.5', 5],
      ['5.2', 10],
      ['4.8', 15],
    ] as const)
      await revise(id, termsOf(rate), days)
    const { versions } = await server.must('platform', 'fees.plan', { planId: id })
    const [last, middle] = versions
    for (const version of [last, middle]) assert.equal((await withdraw(version?.id ?? 0)).error, 'chargesMoreThen')
    const replaceBy = async (rate: string, days = 10) => {
      const { latestNo: baseNo } = await server.must('platform', 'fees.plan', { planId: id })
      return server.call('platform', 'fees.revisePlan', { planId: id, baseNo, terms: termsOf(rate), effectiveFrom: inDays(days), reason: '重新商定' })
    }
    assert.equal((await replaceBy('5.5', 9)).error, 'versionOverlap', 'a day without a version')
    assert.equal((await replaceBy('4.7')).error, 'nextChargesMore')
    assert.equal((await replaceBy('5.2')).error, 'nothingChanges')
    const replacement = (await replaceBy('5.5')).data?.versions[0] ?? assert.fail('the middle version cannot be replaced')
    assert.deepEqual([replacement.state, replacement.needsSecond], ['pending', true])
    assert.deepEqual(
      replacement.changes.map(({ before, after }) => [before, after]),
      [['5.2%', '5.5%']],
    )
    const decide = (who: string) => server.call(who, 'fees.decidePlan', { planVersionId: replacement.id, isApproved: true })
    assert.equal((await decide('platform')).error, 'ownProposal')
    await decide('operation')
    const planned = async () =>
      (await server.must('platform', 'fees.plan', { planId: id })).versions
        .filter(({ state }) => state === 'approved')
        .map(({ effectiveFrom, tiers }) => [effectiveFrom, tiers[0]?.ratePpm])
    assert.deepEqual(
      new Map((await planned()) as never),
      new Map([
        [inDays(15), 48_000],
        [inDays(10), 55_000],
        [inDays(5), 55_000],
        [inDays(0), 60_000],
      ]),
    )
  })

  test('a replacement is not approved on or after the day of the version that follows', async () => {
    const { id } = await create('6')
    await revise(id, termsOf('5.5'), 1)
    const next = await revise(id, termsOf('5'), 3)
    const replacement = await revise(id, termsOf('5.8'), 1)
    const decide = () => server.call('operation', 'fees.decidePlan', { planVersionId: replacement.id, isApproved: true })
    server.advance(2 * dayMs)
    assert.equal((await decide()).error, 'replacementLate')
    server.advance(2 * dayMs)
    assert.equal((await decide()).error, 'replacementLate')
    assert.equal((await server.must('platform', 'fees.plan', { planId: id })).versionNo, next.no)
  })

  test('the database refuses that one person approves a proposal or withdraws an approved version', async () => {
    const { id } = await create('6')
    const run = (statement: ReturnType<typeof sql>) =>
      inTransaction(server.running.kernel.database, { 'app.user': '1', 'app.all': 'on' }, (trx) => statement.execute(trx))
    const planned = await revise(id, termsOf('5'), 2)
    const end = (columns: string) => run(sql`update fee_plan_version set ${sql.raw(columns)} where id = ${planned.id}`)
    await assert.rejects(end(`state = 'withdrawn'`), /another person must confirm/)
    await assert.rejects(
      end(
        `state = 'withdrawn', withdraw_asked_by = 9, withdraw_asked_at = now(), withdraw_reason = '不要了', withdraw_confirmed_by = 1, withdraw_confirmed_at = now()`,
      ),
      /another person must confirm/,
    )
    await withdraw(planned.id)
    await assert.rejects(end(`state = 'withdrawn'`), /fee_plan_version_withdrawal_confirmed/)
    const raised = await revise(id, termsOf('7'), 3)
    await assert.rejects(run(sql`update fee_plan_version set state = 'approved' where id = ${raised.id}`), /fee_plan_version_approved/)
  })

  test('the database refuses another first day of a version, except a later one at its approval', async () => {
    const { id } = await create('6')
    const move = (versionId: number, columns: string) =>
      inTransaction(server.running.kernel.database, { 'app.user': '2', 'app.all': 'on' }, (trx) =>
        sql`update fee_plan_version set ${sql.raw(columns)} where id = ${versionId}`.execute(trx),
      )
    const approve = `state = 'approved', decided_by = 2, decided_at = now(), effective_from`
    const approved = await revise(id, termsOf('5'), 5)
    for (const day of [3, 9]) await assert.rejects(move(approved.id, `effective_from = '${inDays(day)}'`), /moves its first day/)
    const pending = await revise(id, termsOf('7'), 10)
    await assert.rejects(move(pending.id, `effective_from = '${inDays(12)}'`), /moves its first day/)
    await assert.rejects(move(pending.id, `${approve} = '${inDays(7)}'`), /moves its first day/)
    await move(pending.id, `${approve} = '${inDays(12)}'`)
  })

  test('the database refuses that one person raises a rate, a minimum or the basis', async () => {
    const { id } = await create('5')
    const publish = (rate: number, minimum: number, basis: string) =>
      inTransaction(server.running.kernel.database, { 'app.user': '1', 'app.all': 'on' }, (trx) =>
        sql`insert into fee_plan_version (plan_id, no, method, basis, minimum_fen, tiers, effective_from, state, proposed_by, created_at)
          values (${id}, 2, 'fixed', ${basis}, ${minimum}, ${JSON.stringify([{ fromFen: 0, toFen: null, ratePpm: rate }])}::jsonb, ${inDays(3)}::date, 'approved', 1, now())`.execute(
          trx,
        ),
      )
    for (const [rate, minimum, basis] of [
      [50_001, 0, 'gross'],
      [50_000, 1, 'gross'],
      [50_000, 0, 'net'],
    ] as const)
      await assert.rejects(publish(rate, minimum, basis), /two people raise/)
    await publish(49_999, 0, 'gross')
  })
})
