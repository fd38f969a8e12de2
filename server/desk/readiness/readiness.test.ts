import assert from 'node:assert/strict'
import { after, before, describe, mock, test } from 'node:test'
import { sql } from 'kysely'
import { demoPassword } from '#/demo/accounts.ts'
import { fen, formatYuan } from '#/domain/base/money.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { createPlatformAccount, hashChosenPassword } from '#/server/access/auth/public.ts'
import { backupAction } from '#/server/kernel/archive/backup.ts'
import { systemActor, systemScope, writeTrail } from '#/server/kernel/kernel.ts'
import { asOwner } from '#/server/lib/database/transaction.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { startTestServer, type TestServer, testServer } from '#/server/tests/testing.ts'

const missing = (steps: readonly { key: string; state: string }[]) => steps.filter(({ state }) => state === 'missing').map(({ key }) => key)

describe('steps missing before payments', () => {
  const server = testServer()

  const place = { centre: 2, mode: 2 } as const
  const unitRow = async (who: string, unitId: number, at: { centre?: number; mode?: number } = {}) =>
    (await server.must(who, 'readiness.units', { size: 100 }, at)).rows.find((row) => row.unitId === unitId)

  test('each user sees the readiness of the centres and units in scope only', async () => {
    const all = await server.must('platform', 'readiness.overview', {})
    assert.deepEqual(missing(all.platform?.steps ?? []), [])
    assert.ok(all.centres.length > 1)
    const overview = await server.must('centre', 'readiness.overview', {}, place)
    assert.equal(overview.platform, null)
    assert.deepEqual(
      overview.centres.map(({ id }) => id),
      [2],
    )
    const centreUnits = await server.must('centre', 'readiness.units', { size: 100 }, place)
    const platformUnits = await server.must('platform', 'readiness.units', { size: 100 })
    assert.ok(centreUnits.count > 0 && centreUnits.count < platformUnits.count)
    const ownUnits = await server.must('unit1', 'readiness.units', {})
    assert.deepEqual(new Set(ownUnits.rows.map(({ unitId }) => unitId)), new Set([1]))
    assert.deepEqual((await server.must('unit1', 'readiness.overview', {})).centres, [])
    for (const who of ['operator', 'partner']) assert.equal((await server.call(who, 'readiness.units', {})).error, 'forbidden', who)
  })

  test('a missing order, payment password or verified payee of a unit is reported until restored', async () => {
    assert.deepEqual(missing((await unitRow('platform', 1))?.steps ?? [{ key: 'no row', state: 'missing' }]), [])
    const { kysely } = server.running.kernel.database
    const unitView = await unitRow('unit1', 1)
    const setting = await kysely
      .selectFrom('unit_setting')
      .selectAll()
      .where('id', '=', unitView?.settingId ?? 0)
      .executeTakeFirstOrThrow()
    const each = async (what: string, change: () => Promise<unknown>, back: () => Promise<unknown>) => {
      await change()
      const platformView = await unitRow('platform', 1)
      await back()
      assert.deepEqual(
        missing((await server.must('platform', 'readiness.units', { size: 100 })).rows.find(({ settingId }) => settingId === setting.id)?.steps ?? []),
        [],
        what,
      )
      return platformView
    }
    const orders = (paused: Date | null) =>
      asOwner(server.running.kernel.database, (trx) => trx.updateTable('service_order').set({ paused_at: paused }).where('unit_id', '=', 1).execute())
    const statesWithoutOrder = await each(
      'order',
      () => orders(new Date()),
      () => orders(null),
    )
    assert.deepEqual(missing(statesWithoutOrder?.steps ?? []), ['order'])
    assert.equal(
      (await server.must('platform', 'readiness.units', { isReady: false })).rows.some(({ unitId }) => unitId === 1),
      false,
    )

    const setPaymentPassword = async (hash: string | null) =>
      asOwner(server.running.kernel.database, (trx) => trx.updateTable('app_user').set({ payment_password_hash: hash }).where('unit_id', '=', 1).execute())
    const storedUsers = await kysely.selectFrom('app_user').select(['id', 'payment_password_hash']).where('unit_id', '=', 1).execute()
    const statesWithoutPassword = await each(
      'payment password',
      () => setPaymentPassword(null),
      () =>
        asOwner(server.running.kernel.database, async (trx) => {
          for (const { id, payment_password_hash } of storedUsers)
            await trx.updateTable('app_user').set({ payment_password_hash }).where('id', '=', id).execute()
        }),
    )
    assert.deepEqual(missing(statesWithoutPassword?.steps ?? []), ['paymentPassword'])

    const setVerified = (isVerified: boolean, ids: readonly number[]) =>
      asOwner(server.running.kernel.database, (trx) => trx.updateTable('operator').set({ is_identity_verified: isVerified }).where('id', 'in', ids).execute())
    const query = kysely.selectFrom('operator').select('id').where('is_identity_verified', '=', true)
    const operators = await query.where('centre_id', '=', setting.centre_id).execute()
    const people = operators.map(({ id }) => id)
    const statesWithoutPayees = await each(
      'payees',
      () => setVerified(false, people),
      () => setVerified(true, people),
    )
    assert.deepEqual(missing(statesWithoutPayees?.steps ?? []), ['payees'])
    const roster = await kysely.selectFrom('unit_operator').select('operator_id').where('unit_id', '=', 1).execute()
    const strangerId = people.find((id) => !roster.some((row) => row.operator_id === id))
    assert.ok(strangerId, 'a person of the centre works only for other units')
    const statesWithStranger = await each(
      'a person known at the centre',
      () =>
        setVerified(
          false,
          people.filter((id) => id !== strangerId),
        ),
      () => setVerified(true, people),
    )
    assert.deepEqual(missing(statesWithStranger?.steps ?? []), [])
  })

  test('a paused channel blocks the centre’s payments and shows where to resume it', async () => {
    const [centre] = (await server.must('platform', 'centres.list', {})).rows
    const { channels } = await server.must('platform', 'centres.get', { id: centre?.id ?? 0 })
    const [channel] = channels
    const setChannelPaused = (isPaused: boolean, who: string) =>
      server.must(who, 'centres.setChannel', {
        channelId: channel?.id ?? 0,
        name: channel?.name ?? '',
        isActive: true,
        isPaused,
        reason: '通道维护',
        singleLimit: '',
        dailyLimit: '',
      })
    await setChannelPaused(true, 'platform')
    const pausedCentre = (await server.must('platform', 'readiness.overview', {})).centres.find(({ id }) => id === centre?.id)
    await setChannelPaused(false, 'operation')
    assert.deepEqual(missing(pausedCentre?.steps ?? []), ['channel'])
    assert.equal(pausedCentre?.steps.find(({ key }) => key === 'channel')?.path, '/user/userMsList')
  })
})

const pdf = (name: string) => ({ filename: `${name}.pdf`, mediaType: 'application/pdf', bytes: pdfPage(name) })

describe('documents required for go-live', () => {
  const server = testServer()

  const atCentre = { centre: 2, mode: 1 } as const
  const today = () => dayOf(server.running.kernel.clock.now())
  const proof = (of: object = {}) => ({
    centreId: 2,
    way: 'supervised' as const,
    agreedOn: shiftDay(today(), -30),
    validUntil: shiftDay(today(), 365),
    agreement: pdf('监管协议'),
    ...of,
  })
  const custodyView = async () => (await server.must('finance', 'custody.overview', {}, atCentre))[0]
  const step = async () => (await server.must('centre', 'readiness.overview', {}, atCentre)).centres[0]?.steps.find(({ key }) => key === 'custody')
  const waitingKinds = async (who: string, at?: typeof atCentre) => (await server.must(who, 'tasks.waiting', {}, at)).map(({ kind }) => kind)

  test('centre page, go-live check and dashboard request a proof for the amount held', async () => {
    const { rows } = await sql<{ held: number }>`select coalesce(sum(amount_fen), 0)::bigint as held
      from ledger_entry entry join account on account.id = entry.account_id
      where account.centre_id = 2 and account.mode = 1 and account.unit_id is not null`.execute(server.running.kernel.database.kysely)
    const steps = await custodyView()
    assert.ok((steps?.held ?? 0) > 0)
    assert.deepEqual([steps?.held, steps?.status, steps?.mayPropose], [rows[0]?.held, 'missing', ''])
    assert.deepEqual([(await step())?.state, (await step())?.detail], ['advised', formatYuan(fen(rows[0]?.held ?? 0))])
    assert.ok((await waitingKinds('finance', atCentre)).includes('custodyToProve'))
    const { cards } = await server.must('finance', 'dashboard.figures', {}, atCentre)
    const { count, amount } = cards.find(({ key }) => key === 'custody') ?? {}
    assert.deepEqual([count, amount], [1, rows[0]?.held])
    assert.equal((await server.call('maker', 'custody.overview', {})).error, 'forbidden')
  })

  test('a custody proof needs valid dates, an opinion if entrusted, and the platform’s decision', async () => {
    const propose = (of: object) => server.call('finance', 'custody.propose', proof(of), atCentre)
    assert.equal((await propose({ validUntil: today() })).error, 'datesWrong')
    assert.equal((await propose({ way: 'entrusted', counsel: '某律所' })).error, 'opinionNeeded')
    assert.equal((await propose({ centreId: 3 })).error, 'noCentre')
    const first = (await propose({})).data?.id ?? 0
    const second = (await propose({})).data?.id ?? 0
    assert.equal((await server.call('centre', 'custody.decide', { custodyProofId: second, isConfirmed: true }, atCentre)).error, 'forbidden')
    const decide = (custodyProofId: number, isConfirmed: boolean, answer = '') =>
      server.call('platform', 'custody.decide', { custodyProofId, isConfirmed, answer })
    assert.equal((await decide(first, true)).error, 'decided')
    assert.ok((await waitingKinds('platform')).includes('custodyToConfirm'))
    assert.ok((await waitingKinds('finance', atCentre)).includes('custodyToProve'), 'warned until the platform confirms')
    assert.equal((await decide(second, false)).error, 'answerNeeded')
    await decide(second, false, '缺少盖章页')
    assert.equal((await custodyView())?.status, 'missing')
    const { rows } = await server.must('finance', 'messages.list', { size: 5 })
    assert.equal(rows.find(({ kind }) => kind === 'custodyDecided')?.values.reason, '缺少盖章页')
    const opinion = { counsel: '某律所', opinionOn: today(), opinion: proof().agreement }
    const thirdProofId = (await propose({ way: 'entrusted', ...opinion })).data?.id ?? 0
    await decide(thirdProofId, true)
    assert.deepEqual([(await custodyView())?.status, (await step())?.state], ['valid', 'done'])
    const all = await server.must('finance', 'custody.history', { centreId: 2 }, atCentre)
    assert.deepEqual(
      all.map((row) => [row.version, row.way, row.state]),
      [
        [3, 'entrusted', 'confirmed'],
        [2, 'supervised', 'rejected'],
        [1, 'supervised', 'replaced'],
      ],
    )
  })

  test('the person who entered a proof for a centre cannot confirm it', async () => {
    const id = (await server.must('platform', 'custody.propose', proof())).id
    assert.equal((await server.call('platform', 'custody.decide', { custodyProofId: id, isConfirmed: true })).error, 'ownEntry')
  })

  test('an uploaded assessment ends the reminder of the platform', async () => {
    const status = async () => (await server.must('platform', 'assessments.overview', {})).status
    const isAssessmentDue = async () => (await server.must('platform', 'tasks.waiting', {})).some(({ kind }) => kind === 'assessmentDue')
    const step = async () => (await server.must('platform', 'readiness.overview', {})).platform?.steps.find(({ key }) => key === 'assessment')?.state
    assert.deepEqual([await status(), await isAssessmentDue(), await step()], ['missing', true, 'advised'])
    assert.equal((await server.call('centre', 'assessments.overview', {}, { centre: 2, mode: 1 })).error, 'platformOnly')
    assert.ok((await server.must('platform', 'assessments.template', {})).fileId)
    const today = dayOf(server.running.kernel.clock.now())
    const assessmentForm = { lead: '周正明', conclusion: '可以继续', file: pdf('评估') }
    assert.equal((await server.call('platform', 'assessments.upload', { ...assessmentForm, assessedOn: shiftDay(today, 1) })).error, 'dayInFuture')
    await server.must('platform', 'assessments.upload', { ...assessmentForm, assessedOn: today })
    assert.deepEqual([await status(), await isAssessmentDue(), await step()], ['valid', false, 'done'])
  })
})

describe('a new installation', () => {
  let server: TestServer
  before(async () => {
    // A day for which the program has tax policies; `server/tests/days.test.ts` tests later days.
    mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-18T10:00:00+08:00') })
    server = await startTestServer({ mode: 'production' })
    const { database, clock } = server.running.kernel
    const hash = await hashChosenPassword(demoPassword)
    await asOwner(database, (trx) => createPlatformAccount({ trx, now: clock.real(), username: 'keeper' }, hash))
  })
  after(async () => {
    await server.close()
    mock.timers.reset()
  })

  test('the first administrator sees the missing settings of a new installation', async () => {
    const { platform, centres } = await server.must('keeper', 'readiness.overview', {})
    assert.equal(platform?.isReady, false)
    assert.deepEqual(missing(platform?.steps ?? []), ['colleagues', 'centre', 'certificate', 'templates', 'feePlan', 'categories'])
    assert.deepEqual(
      platform?.steps.filter(({ key, state }) => state === 'advised' && key !== 'holidays').map(({ key }) => key),
      ['sms', 'mail', 'identity', 'assessment', 'backup'],
    )
    const { kernel } = server.running
    const year = Number(dayOf(kernel.clock.now()).slice(0, 4))
    server.advance(Date.parse(`${year}-12-01T09:00:00+08:00`) - kernel.clock.now().getTime())
    const decemberStep = (await server.must('keeper', 'readiness.overview', {})).platform?.steps.find(({ key }) => key === 'holidays')
    assert.deepEqual(decemberStep && [decemberStep.state, decemberStep.detail, decemberStep.path], [
      'advised',
      String(year + 1),
      '/tax/taxPolicies?pane=calendar',
    ])
    assert.deepEqual(centres, [])
    assert.equal((await server.must('keeper', 'readiness.units', {})).count, 0)
  })

  test('an old backup is reported with its day until the next backup', async () => {
    const { database, clock } = server.running.kernel
    const step = async () => (await server.must('keeper', 'readiness.overview', {})).platform?.steps.find(({ key }) => key === 'backup')
    const recordBackup = (hoursAgo: number) => {
      const at = new Date(clock.real().getTime() - hoursAgo * 3_600_000)
      const caller = { actor: systemActor, scope: systemScope, requestId: `backup ${hoursAgo}`, ip: 'console', agent: 'console' }
      return asOwner(database, (trx) =>
        writeTrail(trx, { ...caller, action: backupAction, outcome: 'done', at }, [{ refType: 'backup', refId: '', detail: {} }]),
      )
    }
    assert.deepEqual([(await step())?.state, (await step())?.detail], ['advised', ''])
    await recordBackup(27)
    assert.deepEqual([(await step())?.state, (await step())?.detail], ['advised', '2026-11-17'])
    await recordBackup(25)
    assert.deepEqual([(await step())?.state, (await step())?.detail], ['done', ''])
  })

  test('starter templates are added once and stay inactive until enabled', async () => {
    const { added } = await server.must('keeper', 'templates.addStarters', {})
    assert.ok(added >= 5)
    const { rows } = await server.must('keeper', 'templates.list', { size: 50 })
    assert.equal(rows.length, added)
    assert.ok(rows.every(({ state, isDefault }) => state === 'draft' && !isDefault))
    assert.equal((await server.must('keeper', 'templates.addStarters', {})).added, 0)
  })

  test('the first administrator enables a starter template alone, unless it was edited', async () => {
    const { rows } = await server.must('keeper', 'templates.list', { size: 50 })
    const [unedited, other] = rows
    assert.ok(unedited && other)
    const target = { id: unedited.id, version: unedited.version }
    assert.equal((await server.must('keeper', 'templates.enable', target)).state, 'enabled')
    const { mode, body, ...starter } = await server.must('keeper', 'templates.get', { id: other.id })
    const content = { ...starter, ...(mode !== null && { mode }), ...(body !== null && { body }) }
    const saved = await server.must('keeper', 'templates.update', content)
    assert.equal(saved.may.enable, '', 'saving without a change edits nothing')
    const edited = await server.must('keeper', 'templates.update', { ...content, version: saved.version, validDays: 400 })
    assert.match(edited.may.enable, /另一人启用/)
    assert.equal((await server.call('keeper', 'templates.enable', { id: edited.id, version: edited.version })).error, 'ownText')
  })
})
