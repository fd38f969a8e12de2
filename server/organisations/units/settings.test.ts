import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { creditCodeFor, idNumberFor } from '#/domain/base/identity.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { inTransaction } from '#/server/lib/database/transaction.ts'
import { ordinaryPerson } from '#/server/money/lines/testing.ts'
import { extendDocuments, paymentScenario } from '#/server/money/payments/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

const dayMs = 86_400_000

describe('settings of units', () => {
  const server = testServer()
  let serial = 0
  const db = () => server.running.kernel.database.kysely
  const today = () => dayOf(server.running.kernel.clock.now())
  const usualTerms = {
    feePlanId: 1,
    taxBearer: 'operator',
    feeBearer: 'unit',
    feeUnitSharePpm: 1_000_000,
    signRequired: true,
    signWay: 'sms',
    dualControl: true,
    freezeOnSubmit: false,
    channelIds: [] as number[],
    invoiceWay: 'batch',
    invoiceCategories: [] as string[],
    autoAuditLimit: '0',
    singleLimit: '200000',
    dayLimit: '30000000',
    monthLimit: '200000000',
    evidenceLimit: '50000',
    lowBalance: '20000',
    noticeMobiles: [] as string[],
  } as const

  const createUnitSetting = async (): Promise<number> => {
    serial++
    const unit = await server.must('platform', 'units.create', {
      name: `设置测试${serial}有限公司`,
      creditCode: creditCodeFor('91', '330106', 520_000 + serial),
      legalPerson: '程新',
      legalIdNumber: idNumberFor('330106', '19790112', 520),
      bizKind: 'ordinary',
      industry: '软件开发',
      contactName: '程新',
      contactMobile: '13900001111',
      places: [{ centreId: 2, mode: 2, feePlanId: 1 }],
    })
    return unit.places[0]?.settingId ?? assert.fail('no place')
  }
  const propose = (
    who: string,
    settingId: number,
    terms: Record<string, unknown>,
    rest: { baseNo?: number; effectiveFrom?: string; restoresNo?: number } = {},
  ) =>
    server.call(who, 'units.propose', {
      settingId,
      baseNo: 1,
      effectiveFrom: today(),
      reason: '商务约定',
      ...rest,
      terms: { ...usualTerms, ...terms } as never,
    })
  /** Proposes terms by one person and approves them by another. */
  const loosen = async (settingId: number, terms: Record<string, unknown>, rest: { baseNo?: number; effectiveFrom?: string } = {}) => {
    const proposal = await propose('platform', settingId, terms, rest)
    const versionId = proposal.data?.versions[0]?.id ?? assert.fail(proposal.message)
    return server.must('operation', 'units.decide', { versionId, subject: 'terms', isApproved: true, reason: '客户要求' })
  }
  const currentTerms = async (settingId: number) => (await server.must('platform', 'units.terms', { settingId })).terms
  const createCheapPlan = async (ratePpm: number): Promise<number> => {
    const tiers = [{ from: '0', to: null, rate: String(ratePpm / 10_000) }]
    const plan = await server.must('platform', 'fees.createPlan', {
      name: `特惠 ${++serial}`,
      mode: 2,
      terms: { method: 'fixed', isProgressive: false, basis: 'gross', minimum: '0', tiers },
      effectiveFrom: today(),
      reason: '商务约定',
    })
    return plan.id
  }

  test('a previewed change of terms applies from the agreed first day', async () => {
    const settingId = await createUnitSetting()
    const laterDay = shiftDay(today(), 3)
    const preview = await server.must('platform', 'units.preview', {
      settingId,
      terms: { ...usualTerms, feeBearer: 'operator', feeUnitSharePpm: 0, singleLimit: '100000' },
      effectiveFrom: laterDay,
    })
    assert.deepEqual(
      preview.changes.map((change) => [change.field, change.before, change.after]),
      [
        ['feeBearer', '单位', '经营者'],
        ['feeUnitSharePpm', '100%', '0%'],
        ['singleLimit', '¥200,000.00', '¥100,000.00'],
      ],
    )
    assert.deepEqual([preview.problem, preview.needsSecond, preview.movesBearers], ['', true, true])
    await propose('platform', settingId, { singleLimit: '100000' }, { effectiveFrom: laterDay })
    assert.equal((await currentTerms(settingId)).singleLimit, 20_000_000)
    const row = (await server.must('platform', 'units.settings', { waiting: 'scheduled' })).rows.find((setting) => setting.id === settingId)
    assert.deepEqual([row?.versionNo, row?.nextFrom], [1, laterDay])
    server.advance(3 * dayMs)
    assert.equal((await currentTerms(settingId)).singleLimit, 10_000_000)
    const { versions } = await server.must('platform', 'units.terms', { settingId })
    assert.deepEqual(
      versions.map((version) => [version.no, version.stand]),
      [
        [2, 'now'],
        [1, 'past'],
      ],
    )
  })

  test('a limit that starts tomorrow is not in effect today', async () => {
    const settingId = 12
    const { latestNo, terms } = await server.must('platform', 'units.terms', { settingId })
    const limits = async () => {
      const { rows } = await server.must('platform', 'units.settings', { unitId: 1, mode: 2 })
      return rows[0]?.singleLimit
    }
    assert.equal(terms.singleLimit, 20_000_000)
    const answer = await propose('platform', settingId, { singleLimit: '150000' }, { baseNo: latestNo, effectiveFrom: shiftDay(today(), 1) })
    assert.equal(answer.code, 1, answer.message)
    assert.equal(await limits(), 20_000_000)
    server.advance(dayMs)
    assert.equal(await limits(), 15_000_000)
    assert.deepEqual((await server.must('finance', 'prepayments.accounts', { unitId: 1 }, { mode: 2 })).length, 1)
  })

  test('the refusal of a stale edit names the person who edited first', async () => {
    const settingId = await createUnitSetting()
    const first = await propose('operation', settingId, { freezeOnSubmit: true })
    assert.equal(first.code, 1, first.message)
    const second = await propose('platform', settingId, { singleLimit: '100000' })
    assert.equal(second.error, 'newerVersion')
    assert.match(second.message, /齐云帆.*第 2 版/)
    assert.equal((await currentTerms(settingId)).singleLimit, 20_000_000)
  })

  test('a rate below the floor needs a second, different person', async () => {
    const settingId = await createUnitSetting()
    const planId = await createCheapPlan(20_000)
    const preview = await server.must('platform', 'units.preview', { settingId, terms: { ...usualTerms, feePlanId: planId }, effectiveFrom: today() })
    assert.deepEqual([preview.needsSecond, preview.floorPpm, preview.ratePpm], [true, 30_000, 20_000])
    const proposedSetting = (await propose('platform', settingId, { feePlanId: planId })).data ?? assert.fail('not proposed')
    assert.deepEqual([proposedSetting.terms.feePlanId, proposedSetting.versions[0]?.state], [1, 'pending'])
    assert.equal((await propose('operation', settingId, { dualControl: false }, { baseNo: 2 })).error, 'pendingExists')
    const versionId = proposedSetting.versions[0]?.id ?? 0
    assert.equal((await server.call('platform', 'units.decide', { versionId, subject: 'terms', isApproved: true })).error, 'ownProposal')
    assert.equal((await server.call('operation', 'units.decide', { versionId, subject: 'terms', isApproved: false })).error, 'reasonNeeded')
    const approvedSetting = await server.must('operation', 'units.decide', { versionId, subject: 'terms', isApproved: true, reason: '战略客户' })
    assert.deepEqual([approvedSetting.terms.feePlanId, approvedSetting.versions[0]?.decidedBy], [planId, '齐云帆'])
    assert.equal((await server.call('operation', 'units.decide', { versionId, subject: 'terms', isApproved: true })).error, 'notPending')
  })

  const looserTerms: [string, Record<string, unknown>][] = [
    ['a higher single limit', { singleLimit: '200000.01' }],
    ['a higher day limit', { dayLimit: '30000001' }],
    ['a higher month limit', { monthLimit: '200000001' }],
    ['a higher limit of batches without audit', { autoAuditLimit: '0.01' }],
    ['a higher limit of batches without documents', { evidenceLimit: '50000.01' }],
    ['no checker of batches', { dualControl: false }],
    ['no contract of payees', { signRequired: false }],
  ]
  for (const [name, terms] of looserTerms)
    test(`${name} needs a second, different person`, async () => {
      const settingId = await createUnitSetting()
      const [field] = Object.keys(terms)
      const preview = await server.must('platform', 'units.preview', { settingId, terms: { ...usualTerms, ...terms }, effectiveFrom: today() })
      assert.deepEqual([preview.needsSecond, preview.loosened], [true, [field]])
      const proposedSetting = (await propose('platform', settingId, terms)).data ?? assert.fail('not proposed')
      assert.deepEqual([proposedSetting.versions[0]?.state, proposedSetting.versions[1]?.stand], ['pending', 'now'])
      const versionId = proposedSetting.versions[0]?.id ?? 0
      assert.equal((await server.call('platform', 'units.decide', { versionId, subject: 'terms', isApproved: true })).error, 'ownProposal')
      assert.equal((await server.must('operation', 'units.decide', { versionId, subject: 'terms', isApproved: true })).versions[0]?.stand, 'now')
    })

  test('one person tightens terms at once, and two undo a tightening planned for later', async () => {
    const settingId = await createUnitSetting()
    const tightened = await propose('platform', settingId, { singleLimit: '100000', evidenceLimit: '0' })
    assert.equal(tightened.data?.terms.singleLimit, 10_000_000)
    const planned = { baseNo: 2, effectiveFrom: shiftDay(today(), 2) }
    await propose('platform', settingId, { singleLimit: '5000', evidenceLimit: '0' }, planned)
    const undone = await propose('platform', settingId, { singleLimit: '100000', evidenceLimit: '0', lowBalance: '1' }, { ...planned, baseNo: 3 })
    assert.equal(undone.data?.versions[0]?.state, 'pending')
  })

  test('the administrators of a unit are notified when loosened terms come into force', async () => {
    const messages = async () =>
      db()
        .selectFrom('message')
        .innerJoin('app_user', 'app_user.id', 'message.user_id')
        .select(['username', 'values'])
        .where('kind', '=', 'termsLoosened')
        .execute()
    const { latestNo, terms } = await server.must('platform', 'units.terms', { settingId: 12 })
    const day = shiftDay(today(), 1)
    const setting = await loosen(12, { singleLimit: String(terms.singleLimit / 100 + 1) }, { baseNo: latestNo, effectiveFrom: day })
    const notify = () => server.job('units.loosened', { versionId: setting.versions[0]?.id ?? 0, loosened: ['singleLimit'] })
    await notify()
    assert.deepEqual(await messages(), [])
    server.advance(dayMs)
    await notify()
    assert.ok((await messages()).some(({ username }) => username === 'unit1'))
  })

  test('the database refuses looser terms by one person', async () => {
    const settingId = await createUnitSetting()
    const alone = sql`insert into unit_setting_version (setting_id, unit_id, centre_id, no, fee_plan_id, tax_bearer, fee_bearer, single_limit_fen, day_limit_fen,
        month_limit_fen, evidence_limit_fen, effective_from, in_force_at, state, created_by, created_at)
      select setting_id, unit_id, centre_id, 2, fee_plan_id, tax_bearer, fee_bearer, single_limit_fen + 1, day_limit_fen, month_limit_fen, evidence_limit_fen,
        effective_from, now(), 'approved', created_by, now() from unit_setting_version where setting_id = ${settingId}`
    await assert.rejects(
      inTransaction(server.running.kernel.database, { 'app.all': 'on', 'app.user': '1' }, (trx) => alone.execute(trx)),
      /two people loosen/,
    )
  })

  test('rejected and withdrawn versions do not apply', async () => {
    const settingId = await createUnitSetting()
    const planId = await createCheapPlan(10_000)
    const rejectedVersionId = (await propose('platform', settingId, { feePlanId: planId })).data?.versions[0]?.id ?? 0
    await server.must('operation', 'units.decide', { versionId: rejectedVersionId, subject: 'terms', isApproved: false, reason: '低于成本' })
    const scheduledVersionId =
      (await propose('platform', settingId, { freezeOnSubmit: true }, { baseNo: 2, effectiveFrom: shiftDay(today(), 2) })).data?.versions[0]?.id ?? 0
    await server.must('operation', 'units.withdraw', { versionId: scheduledVersionId, reason: '客户改主意' })
    await server.must('platform', 'units.decide', { versionId: scheduledVersionId, subject: 'withdrawal', isApproved: true })
    server.advance(3 * dayMs)
    const { terms, versions } = await server.must('platform', 'units.terms', { settingId })
    assert.deepEqual([terms.feePlanId, terms.freezeOnSubmit], [1, false])
    assert.deepEqual(
      versions.map((version) => version.state),
      ['withdrawn', 'rejected', 'approved'],
    )
    assert.equal((await server.call('platform', 'units.withdraw', { versionId: versions[2]?.id ?? 0, reason: '撤回' })).error, 'notWaiting')
  })

  test('an earlier version can be restored as a new one', async () => {
    const settingId = await createUnitSetting()
    await loosen(settingId, { dualControl: false, lowBalance: '5000' })
    const restoredSetting = (await propose('platform', settingId, {}, { baseNo: 2, restoresNo: 1 })).data ?? assert.fail('not restored')
    assert.deepEqual(
      [restoredSetting.terms.dualControl, restoredSetting.terms.lowBalance, restoredSetting.versions[0]?.restoresNo, restoredSetting.versions.length],
      [true, 2_000_000, 1, 3],
    )
    assert.notEqual(restoredSetting.versions[2]?.may.restore, '', 'the same as now')
    assert.equal(restoredSetting.versions[1]?.may.restore, '')
  })

  test('contradictory terms are refused, and the preview reports an unsuitable channel', async () => {
    const settingId = await createUnitSetting()
    const expectRefusedTerms = async (terms: Record<string, unknown>, name: string, rest = {}) => {
      assert.equal((await propose('platform', settingId, terms, rest)).error, name)
    }
    await expectRefusedTerms({}, 'nothingChanges')
    await expectRefusedTerms({ dualControl: false }, 'inThePast', { effectiveFrom: '2026-01-01' })
    await expectRefusedTerms({ dualControl: false }, 'tooFar', { effectiveFrom: '2030-01-01' })
    await expectRefusedTerms({ feeBearer: 'shared' }, 'shareMisfit')
    await expectRefusedTerms({ singleLimit: '40000000' }, 'limitOrder')
    await expectRefusedTerms({ feePlanId: 3 }, 'planUnfit')
    await expectRefusedTerms({ channelIds: [3] }, 'channelUnfit')
    const preview = await server.must('platform', 'units.preview', { settingId, terms: { ...usualTerms, channelIds: [3] }, effectiveFrom: today() })
    assert.match(preview.problem, /支付通道/)
  })

  test('a past batch keeps the settings of its submission (INV-20)', async () => {
    await extendDocuments(server)
    const act = paymentScenario(server)
    const { id } = await act.createPayableBatch([{ person: ordinaryPerson(0), yuan: '100.00' }])
    const storedFigures = () =>
      db()
        .selectFrom('payment_batch')
        .select(['fee_snapshot', 'setting_snapshot', 'gross_fen', 'net_fen', 'fee_fen', 'cost_fen'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    const figuresBefore = await storedFigures()
    assert.ok(figuresBefore.fee_snapshot !== null && figuresBefore.setting_snapshot !== null && figuresBefore.fee_fen > 0)
    const { latestNo } = await server.must('platform', 'units.terms', { settingId: 12 })
    await loosen(12, { feePlanId: 2, feeBearer: 'operator', feeUnitSharePpm: 0, singleLimit: '150000' }, { baseNo: latestNo })
    const { feePlanId, feeBearer } = await currentTerms(12)
    assert.deepEqual([feePlanId, feeBearer], [2, 'operator'])
    // A payment in another month recomputes the batch.
    server.advance(31 * dayMs)
    await act.pay(await act.get(id))
    assert.deepEqual(await storedFigures(), figuresBefore)
    const [line] = await act.lines((await act.draft([{ person: ordinaryPerson(0), yuan: '100.00' }])).id)
    assert.ok(line !== undefined && line.net < figuresBefore.net_fen, 'a new batch has the new settings')
  })

  test('only the platform sees and changes settings, not centres, sales or units', async () => {
    for (const username of ['centre', 'salesman', 'unit1', 'maker', 'partner', 'operator']) {
      assert.equal((await server.call(username, 'units.settings', {})).error, 'forbidden', username)
      assert.equal((await propose(username, 12, { dualControl: false })).error, 'forbidden', username)
    }
  })

  test('a unit can be opened at another centre only once', async () => {
    const place = { unitId: 2, centreId: 5, mode: 2, feePlanId: 1 } as const
    const { settingId } = await server.must('platform', 'units.openPlace', place)
    assert.equal((await currentTerms(settingId)).planName, '标准 6%')
    assert.equal((await server.call('platform', 'units.openPlace', place)).error, 'placeExists')
    const { rows } = await server.must('centre', 'units.list', {}, { centre: 5, mode: 2 })
    assert.deepEqual(
      rows.map((row) => row.id),
      [2],
    )
  })
})
