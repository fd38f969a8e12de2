import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Mode } from '#/domain/base/codes.ts'
import { creditCodeFor } from '#/domain/base/identity.ts'
import { monthOf } from '#/domain/base/period.ts'
import { approveChanges, proveAs } from '#/server/access/changes/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

const form = {
  name: '苏州运营中心',
  legalName: '云创客（苏州）数字服务有限公司',
  taxAuthority: '国家税务总局苏州市税务局',
  regionCode: '320505',
  modes: [2] as Mode[],
  cityRatePpm: 70_000 as const,
  accountName: '云创客（苏州）数字服务有限公司',
  accountNo: '571900000012345',
  accountBank: '招商银行苏州分行',
  ageMin: 18,
  ageMax: 60,
  singleLimit: '50000',
  monthLimit: '100000',
  invoiceKinds: ['special' as const],
  invoiceCategories: ['软件服务'],
  invoiceCap: '100000',
  invoiceBank: '招商银行苏州分行',
  invoiceAccountNo: '571900000012345',
  signWay: 'sms' as const,
  why: '业务需要',
}

describe('operations centres', () => {
  const server = testServer()
  const db = () => server.running.kernel.database.kysely
  const detail = (id: number) => server.must('platform', 'centres.get', { id })

  before(async () => {
    await proveAs(server, 'platform')
    await proveAs(server, 'operation')
  })

  test('only the platform sees centres with their figures', async () => {
    const { rows, count } = await server.must('platform', 'centres.list', {})
    assert.equal(count, rows.length)
    const centreRow = rows.find((row) => row.id === 2) ?? assert.fail('no centre 2')
    const accounts = await server.must('platform', 'prepayments.accounts', {})
    const heldBalance = accounts.filter((account) => account.centreId === 2).reduce((sum, account) => sum + account.available + account.frozen, 0)
    assert.deepEqual([centreRow.balance, centreRow.unitCount, centreRow.directors], [heldBalance, 3, ['许立言']])
    assert.equal((await server.must('platform', 'centres.list', { keyword: '海南' })).count, 1)
    for (const username of ['centre', 'auditor', 'salesman', 'maker', 'partner', 'operator'])
      assert.equal((await server.call(username, 'centres.list', {})).error, 'forbidden', username)
  })

  test('a new centre accepts units once a second person approves its account and channel', async () => {
    const newCentre = await server.must('operation', 'centres.create', { ...form, creditCode: creditCodeFor('91', '320505', 930_001) })
    assert.match(newCentre.code, /^YY\d{2,}$/)
    const duplicateRefusal = await server.call('operation', 'centres.create', { ...form, creditCode: creditCodeFor('91', '320505', 930_001) })
    assert.equal(duplicateRefusal.error, 'creditCodeTaken')
    const centreWithChannel = await server.must('operation', 'centres.addChannel', {
      centreId: newCentre.id,
      name: '线下付款',
      kind: 'offline',
      dailyLimit: '1000000',
      why: '线下付款',
    })
    assert.deepEqual(
      centreWithChannel.channels.map((channel) => [channel.name, channel.kind, channel.dailyLimit]),
      [['线下付款', 'offline', 100_000_000]],
    )
    const openPlaceAtCentre = () => server.call('platform', 'units.openPlace', { unitId: 1, centreId: newCentre.id, mode: 2, feePlanId: 1 })
    assert.equal((await openPlaceAtCentre()).error, 'centreUnfit', 'its account was confirmed by one person alone')
    await approveChanges(server, 'platform')
    const { latestNo } = await server.must('platform', 'units.terms', { settingId: 12 })
    assert.ok(latestNo >= 1)
    assert.equal((await openPlaceAtCentre()).code, 1)
    assert.equal((await detail(newCentre.id)).unitCount, 1)
  })

  test('an edit of a centre is refused when it is contradictory or based on an older version', async () => {
    const { version } = await detail(3)
    const edit = (rest: Record<string, unknown>) =>
      server.call('platform', 'centres.update', { id: 3, version, ...form, name: '海南运营中心', modes: [1, 2], ...rest } as never)
    assert.equal((await edit({ ageMin: 61 })).error, 'ages')
    assert.equal((await edit({ singleLimit: '200000' })).error, 'limits')
    assert.equal((await edit({ modes: [2] })).error, 'modesInUse')
    assert.equal((await edit({ cityRatePpm: 60_000 })).error, 'invalid_input')
    assert.equal((await edit({ cityRatePpm: 10_000 })).error, 'cityRateMonth')
    const month = monthOf(server.running.kernel.clock.now())
    assert.equal((await edit({ cityRatePpm: 10_000, cityRateFrom: month })).error, 'cityRateLater')
    const { cityRatePpm } = await detail(3)
    assert.equal((await edit({ cityRatePpm })).code, 1)
    assert.equal((await edit({ ageMax: 65 })).error, 'changedMeanwhile')
    const log = await db()
      .selectFrom('audit_log')
      .select('detail')
      .where('action', '=', 'centres.update')
      .where('ref_type', '=', 'centre')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    assert.ok(JSON.stringify(log.detail).includes('"age_max":60'))
  })

  test('only a centre without unfinished work can be closed', async () => {
    const busyCentre = await detail(2)
    const close = (id: number, version: number) => server.call('platform', 'centres.setActive', { id, version, isActive: false, reason: '业务调整' })
    assert.equal((await close(2, busyCentre.version)).error, 'underWay')
    const emptyCentre = await server.must('platform', 'centres.create', { ...form, name: '无锡运营中心', creditCode: creditCodeFor('91', '320205', 930_002) })
    await approveChanges(server)
    const closedCentre = (await close(emptyCentre.id, (await detail(emptyCentre.id)).version)).data ?? assert.fail('not closed')
    assert.equal(closedCentre.isActive, false)
    assert.equal((await server.call('platform', 'units.openPlace', { unitId: 1, centreId: emptyCentre.id, mode: 2, feePlanId: 1 })).error, 'centreUnfit')
    assert.equal((await close(emptyCentre.id, closedCentre.version)).error, 'sameState')
  })

  test('a channel is paused with a reason and resumed by another person with a reason', async () => {
    const [channel] = (await detail(2)).channels
    const setSandboxChannel = (rest: Record<string, unknown>, who = 'platform') =>
      server.call(who, 'centres.setChannel', { channelId: channel?.id ?? 0, name: '沙箱支付通道', isActive: true, isPaused: true, ...rest } as never)
    assert.equal((await setSandboxChannel({})).error, 'reasonNeeded')
    assert.equal((await setSandboxChannel({ reason: '银行维护' })).data?.channels[0]?.isPaused, true)
    assert.equal((await setSandboxChannel({ isPaused: false, reason: '银行恢复' })).error, 'ownPause')
    assert.equal((await setSandboxChannel({ reason: '仍在维护' }, 'operation')).code, 1)
    assert.equal((await setSandboxChannel({ isPaused: false, reason: '银行恢复' })).error, 'ownPause', 'a change of the reason moves no pause')
    assert.equal((await setSandboxChannel({ isPaused: false }, 'operation')).error, 'reasonNeeded')
    assert.equal((await setSandboxChannel({ isPaused: false, reason: '银行恢复' }, 'operation')).data?.channels[0]?.pausedReason, '')
  })

  test('channel settings follow the channel kind and are stored encrypted', async () => {
    const add = (settings: Record<string, string>) =>
      server.call('platform', 'centres.addChannel', { centreId: 2, name: '沙箱二号', kind: 'sandbox', settings, why: '第二通道' })
    assert.match((await add({ returnAfterDays: '31' })).message, /退汇天数.*1-30 的整数/)
    assert.match((await add({ address: 'x' })).message, /address.*没有此项/)
    assert.equal(
      (await server.call('platform', 'centres.addChannel', { centreId: 2, name: '线下', kind: 'offline', settings: { returnAfterDays: '3' } })).error,
      'channelSetting',
    )
    const sandboxChannel = (await add({})).data?.channels.at(-1)
    await approveChanges(server)
    assert.deepEqual([sandboxChannel?.settings, sandboxChannel?.secrets], [{ returnAfterDays: '2' }, []])
    const id = sandboxChannel?.id ?? 0
    const channelChange = { channelId: id, name: '沙箱二号', isActive: true, isPaused: false }
    await server.must('platform', 'centres.setChannel', { ...channelChange, settings: { returnAfterDays: '5' }, why: '银行规则' })
    await approveChanges(server)
    const changedChannel = (await detail(2)).channels.find((channel) => channel.id === id)
    assert.deepEqual(changedChannel?.settings, { returnAfterDays: '5' })
    assert.deepEqual((await server.must('platform', 'centres.setChannel', channelChange)).channels.find((channel) => channel.id === id)?.settings, {
      returnAfterDays: '5',
    })
    const db = server.running.kernel.database.kysely
    const row = await db.selectFrom('channel').select('settings_sealed').where('id', '=', id).executeTakeFirstOrThrow()
    assert.doesNotMatch(row.settings_sealed, /returnAfterDays|5"/)
    const logEntries = await db
      .selectFrom('audit_log')
      .select('detail')
      .where('ref_type', '=', 'change')
      .where('action', '=', 'centres.setChannel')
      .orderBy('id')
      .execute()
    const returnDayChanges = logEntries.map(({ detail }) => {
      const { before, after } = detail as Record<'before' | 'after', Record<string, string>>
      return [before['settings.returnAfterDays'], after['settings.returnAfterDays']]
    })
    assert.deepEqual(returnDayChanges, [['2', '5']])
  })
})
