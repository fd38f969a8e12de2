import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { creditCodeFor, idNumberFor } from '#/domain/base/identity.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { testServer } from '#/server/tests/testing.ts'

const dayMs = 86_400_000
type Tier = { from: string; to: string | null; rate: string }
const sixPercent: Tier[] = [{ from: '0', to: null, rate: '6' }]
const ladderTiers: Tier[] = [
  { from: '0', to: '1000000', rate: '6' },
  { from: '1000000', to: '5000000', rate: '5.5' },
  { from: '5000000', to: null, rate: '5' },
]

describe('fee plans', () => {
  const server = testServer()
  let serial = 0
  const db = () => server.running.kernel.database.kysely
  const today = () => dayOf(server.running.kernel.clock.now())
  const inDays = (days: number) => shiftDay(today(), days)
  const terms = (tiers: Tier[], rest: Record<string, unknown> = {}) => ({
    method: (tiers.length > 1 ? 'ladder' : 'fixed') as 'fixed' | 'ladder',
    isProgressive: true,
    basis: 'gross' as const,
    minimum: '0',
    tiers,
    ...rest,
  })
  const create = (tiers: Tier[], rest: { mode?: 1 | 2; effectiveFrom?: string; name?: string; who?: string } = {}) =>
    server.call(rest.who ?? 'platform', 'fees.createPlan', {
      name: rest.name ?? `测试方案 ${++serial}`,
      mode: rest.mode ?? 2,
      terms: terms(tiers),
      effectiveFrom: rest.effectiveFrom ?? today(),
      reason: '商务约定',
    })
  const createdPlan = async (tiers: Tier[], rest: Parameters<typeof create>[1] = {}) => (await create(tiers, rest)).data ?? assert.fail('the plan is made')
  const revise = (planId: number, tiers: Tier[], effectiveFrom: string, baseNo = 1, who = 'platform') =>
    server.call(who, 'fees.revisePlan', { planId, baseNo, terms: terms(tiers), effectiveFrom, reason: '商务约定' })
  const plan = (planId: number) => server.must('platform', 'fees.plan', { planId })
  const createUnitWithPlan = async (feePlanId: number, centreId = 2) => {
    serial++
    const unit = await server.must('platform', 'units.create', {
      name: `费率测试${serial}有限公司`,
      creditCode: creditCodeFor('91', '330106', 640_000 + serial),
      legalPerson: '费新',
      legalIdNumber: idNumberFor('330106', '19790112', 640),
      bizKind: 'ordinary',
      industry: '软件开发',
      contactName: '费新',
      contactMobile: '13900001111',
      places: [{ centreId, mode: 2, feePlanId }],
    })
    return { id: unit.id, name: unit.name, settingId: unit.places[0]?.settingId ?? assert.fail('no place') }
  }
  const secondUser = 'operation'

  before(async () => {
    // Adds a second person who may edit plans.
    await sql`insert into user_role (user_id, role_id) select (select id from app_user where username = ${secondUser}), id from role where name = '超级管理员'
      on conflict do nothing`.execute(db())
  })

  test('a plan with faulty tiers, rate, minimum, first day or name is refused with the reason', async () => {
    const invalidTiers: [Tier[], string][] = [
      [
        [
          { from: '0', to: '100', rate: '6' },
          { from: '200', to: null, rate: '5' },
        ],
        '第 2 个区间与上一区间之间有空档',
      ],
      [
        [
          { from: '0', to: '100', rate: '6' },
          { from: '50', to: null, rate: '5' },
        ],
        '第 2 个区间与上一区间重叠',
      ],
      [
        [
          { from: '100', to: '50', rate: '6' },
          { from: '50', to: null, rate: '5' },
        ],
        '第 1 个区间必须从 0 开始',
      ],
      [
        [
          { from: '0', to: '0', rate: '6' },
          { from: '0', to: null, rate: '5' },
        ],
        '第 1 个区间的止点必须大于起点',
      ],
      [[{ from: '0', to: '100', rate: '6' }], '最后一个区间不能设上限'],
    ]
    for (const [tiers, words] of invalidTiers) {
      const answer = await create(tiers)
      assert.equal(answer.error, 'tiers', words)
      assert.match(answer.message, new RegExp(words))
    }
    assert.equal((await create([{ from: '0', to: null, rate: '6.12345' }])).error, 'invalid_input')
    const minimumPlan = await server.call('platform', 'fees.createPlan', {
      name: '最低',
      mode: 2,
      terms: terms(sixPercent, { minimum: '1.234' }),
      effectiveFrom: today(),
      reason: '试试',
    })
    assert.deepEqual([minimumPlan.error, minimumPlan.message.includes('单价格式错误!')], ['invalid_input', true])
    assert.equal((await create(sixPercent, { effectiveFrom: inDays(-1) })).error, 'inThePast')
    const name = (await createdPlan(sixPercent)).name
    assert.equal((await create(sixPercent, { name })).error, 'nameTaken')
    assert.equal((await create(sixPercent, { name, mode: 1 })).code, 1)
  })

  test('only platform users with the fee permission can edit plans, and a centre can view them', async () => {
    const { id } = await createdPlan(sixPercent)
    assert.equal((await server.call('centre', 'fees.plan', { planId: id })).code, 1)
    for (const demoUsername of ['centre', 'finance', 'maker']) assert.equal((await create(sixPercent, { who: demoUsername })).code, 0, demoUsername)
    assert.equal((await server.call('maker', 'fees.plans', {})).code, 0)
    const [row] = (await server.must('centre', 'fees.plans', { keyword: (await plan(id)).name })).rows
    assert.notEqual(row?.may.revise, '')
  })

  test('a new version replaces the previous one on the agreed day, also for units with the plan', async () => {
    const { id } = await createdPlan(sixPercent)
    const unit = await createUnitWithPlan(id)
    assert.equal((await revise(id, sixPercent, inDays(3))).error, 'nothingChanges')
    assert.equal((await revise(id, ladderTiers, today())).error, 'inThePast')
    assert.equal((await revise(id, ladderTiers, inDays(400))).error, 'tooFar')
    const revisedPlan = await revise(id, ladderTiers, inDays(3))
    assert.deepEqual(
      revisedPlan.data?.versions.map(({ no, stand, until, needsSecond }) => [no, stand, until, needsSecond]),
      [
        [2, 'later', null, false],
        [1, 'now', inDays(2), false],
      ],
    )
    assert.deepEqual(
      revisedPlan.data?.versions[0]?.changes.find((change) => change.field === 'method'),
      { field: 'method', before: '固定', after: '阶梯' },
    )
    // One version overlaps; the other is based on an outdated version.
    assert.equal((await revise(id, [{ from: '0', to: null, rate: '5.9' }], inDays(2), 2)).error, 'versionOverlap')
    assert.equal((await revise(id, [{ from: '0', to: null, rate: '5.9' }], inDays(5), 1)).error, 'newerVersion')
    const rates = async () => {
      const { terms: now } = await server.must('platform', 'units.terms', { settingId: unit.settingId })
      return [now.lowestPpm, now.highestPpm]
    }
    assert.deepEqual(await rates(), [60_000, 60_000])
    assert.equal((await server.must('platform', 'fees.planUnits', { planId: id })).rows[0]?.unitName, unit.name)
    server.advance(3 * dayMs)
    assert.deepEqual(await rates(), [50_000, 60_000])
    const [row] = (await server.must('platform', 'fees.plans', { keyword: (await plan(id)).name })).rows
    assert.deepEqual([row?.versionNo, row?.stand, row?.unitCount, row?.method], [2, 'now', 1, 'ladder'])
    const log = await sql<{
      count: number
    }>`select count(*) as count from audit_log where action like 'fees.%' and ref_type = 'fee_plan' and ref_id = ${String(id)}`.execute(db())
    assert.equal(log.rows[0]?.count, 2)
  })

  test('only a version that has not started can be withdrawn', async () => {
    const { id } = await createdPlan(sixPercent)
    const [version] = (await revise(id, ladderTiers, inDays(3))).data?.versions ?? []
    const [, first] = (await plan(id)).versions
    assert.equal((await server.call('platform', 'fees.withdrawPlan', { planVersionId: first?.id ?? 0, reason: '不要了' })).error, 'notWaiting')
    await server.must('platform', 'fees.withdrawPlan', { planVersionId: version?.id ?? 0, reason: '不要了' })
    await server.must(secondUser, 'fees.decidePlan', { planVersionId: version?.id ?? 0, subject: 'withdrawal', isApproved: true })
    const messages = await plan(id)
    assert.deepEqual([messages.versions[0]?.state, messages.versions[1]?.until, messages.nextFrom], ['withdrawn', null, null])
    assert.equal((await revise(id, ladderTiers, inDays(2), 2)).code, 1)
  })

  test('a version below a unit’s floor needs a second person and starts tomorrow at the earliest', async () => {
    const { id } = await createdPlan(sixPercent)
    const unit = await createUnitWithPlan(id)
    const twoPercent: Tier[] = [{ from: '0', to: null, rate: '2' }]
    const [version] = (await revise(id, twoPercent, inDays(1))).data?.versions ?? []
    assert.deepEqual([version?.state, version?.needsSecond], ['pending', true])
    const pendingTask = async (who: string) => (await server.must(who, 'tasks.waiting', {})).find((task) => task.kind === 'feePlans')
    const planIdsFor = async (who: string) => (await server.must(who, 'fees.plans', { isForMe: true })).rows.map((row) => row.id)
    assert.deepEqual([await pendingTask('platform'), await planIdsFor('platform')], [undefined, []], 'no one is asked to approve their own proposal')
    const pendingPlans = (await pendingTask(secondUser)) ?? assert.fail('nothing waits')
    assert.deepEqual([pendingPlans.count, pendingPlans.path, await planIdsFor(secondUser)], [1, '/shoufeibl/shoufeiblList?isForMe=1', [id]])
    const decide = (who: string, isApproved: boolean, reason = '') =>
      server.call(who, 'fees.decidePlan', { planVersionId: version?.id ?? 0, isApproved, reason })
    assert.equal((await decide('platform', true)).error, 'ownProposal')
    assert.equal((await decide(secondUser, false)).error, 'reasonNeeded')
    assert.equal((await revise(id, sixPercent, inDays(9), 2)).error, 'pendingExists')
    assert.equal((await server.call('centre', 'fees.decidePlan', { planVersionId: version?.id ?? 0, isApproved: true })).code, 0)
    server.advance(3 * dayMs)
    const decidedPlan = await decide(secondUser, true)
    assert.deepEqual([decidedPlan.data?.versions[0]?.effectiveFrom, decidedPlan.data?.versions[0]?.stand], [inDays(1), 'later'])
    server.advance(dayMs)
    assert.equal((await server.must('platform', 'units.terms', { settingId: unit.settingId })).terms.lowestPpm, 20_000)
  })

  test('a plan can end only after the last terms that name it', async () => {
    const { id } = await createdPlan(sixPercent)
    const unit = await createUnitWithPlan(id)
    const endPlan = (lastDay: string) => server.call('platform', 'fees.endPlan', { planId: id, lastDay, reason: '不再销售' })
    const endRefusal = await endPlan(today())
    assert.equal(endRefusal.error, 'planInUse')
    assert.match(endRefusal.message, new RegExp(unit.name))
    const secondPlan = await createdPlan(sixPercent)
    const currentSetting = await server.must('platform', 'units.terms', { settingId: unit.settingId })
    const yuan = (value: number) => (value / 100).toFixed(2)
    const { planName: _, basis: __, lowestPpm: ___, highestPpm: ____, channelNames: _____, ...stored } = currentSetting.terms
    const limits = Object.fromEntries(
      (['autoAuditLimit', 'singleLimit', 'dayLimit', 'monthLimit', 'evidenceLimit', 'lowBalance'] as const).map((name) => [name, yuan(stored[name])]),
    )
    const changedTerms = { ...stored, ...limits, noticeMobiles: [], feePlanId: secondPlan.id } as never
    await server.must('platform', 'units.propose', { settingId: unit.settingId, baseNo: 1, terms: changedTerms, effectiveFrom: inDays(2), reason: '换方案' })
    assert.equal((await endPlan(today())).error, 'planInUse')
    assert.equal((await endPlan(inDays(1))).code, 1)
    server.advance(2 * dayMs)
    assert.equal((await plan(id)).stand, 'ended')
    assert.equal((await revise(id, ladderTiers, inDays(3))).error, 'planEnded')
    const choices = await server.must('platform', 'units.choices', {})
    assert.deepEqual([choices.plans.some((each) => each.id === id), choices.plans.some((each) => each.id === secondPlan.id)], [false, true])
    assert.equal((await server.call('platform', 'units.openPlace', { unitId: unit.id, centreId: 3, mode: 2, feePlanId: id })).error, 'planUnfit')
  })

  test('a trial calculation shows tiers, fee bearers and shares to the fen', async () => {
    const draft = terms(ladderTiers)
    const draftTrial = await server.must('platform', 'fees.trial', { amount: '30000', monthToDate: '990000', draft })
    assert.deepEqual(
      draftTrial.steps.map(({ ratePpm, part, fee }) => [ratePpm, part, fee]),
      [
        [60_000, 1_000_000, 60_000],
        [55_000, 2_000_000, 110_000],
      ],
    )
    assert.deepEqual([draftTrial.fee, draftTrial.added, draftTrial.feeUnit, draftTrial.feeOperator], [170_000, 0, 170_000, 0])
    const minimumTrial = await server.must('platform', 'fees.trial', { amount: '1', draft: terms(sixPercent, { minimum: '5' }) })
    assert.deepEqual([minimumTrial.fee, minimumTrial.added], [500, 494])
    const [place] = await server.must('platform', 'fees.feePlaces', { keyword: 'DW00004' })
    const splitTrial = await server.must('platform', 'fees.trial', { amount: '10000', settingId: place?.settingId ?? 0 })
    assert.deepEqual(
      splitTrial.parts.map((part) => part.role),
      ['partner', 'centre', 'platform'],
    )
    assert.equal(
      splitTrial.parts.reduce((all, part) => all + part.amount, 0),
      splitTrial.fee,
    )
    assert.equal(splitTrial.feeUnit + splitTrial.feeOperator, splitTrial.fee)
    const homePlace = { centre: 2, mode: 2 }
    const [own] = await server.must('centre', 'fees.feePlaces', {}, homePlace)
    // A centre may run a trial, but does not see how the fee is shared.
    assert.deepEqual((await server.must('centre', 'fees.trial', { amount: '10000', settingId: own?.settingId ?? 0 }, homePlace)).parts, [])
    assert.equal((await server.call('platform', 'fees.trial', { amount: '1' })).error, 'planNeeded')
    assert.equal((await server.call('platform', 'fees.trial', { amount: '1', planId: 3, settingId: place?.settingId ?? 0 })).error, 'modeMisfit')
  })

  test('fee plans and split rules can be exported', async () => {
    const { fileId } = await server.must('platform', 'fees.exportPlans', { mode: 2 })
    assert.match(fileId, /^[0-9a-f-]{36}$/)
    assert.ok((await server.must('platform', 'fees.exportSplits', {})).fileId)
  })
})
