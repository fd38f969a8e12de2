import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { demoPassword } from '#/demo/accounts.ts'
import { demoPeople } from '#/demo/load.ts'
import { accountStatus } from '#/domain/base/codes.ts'
import { creditCodeFor, idNumberFor } from '#/domain/base/identity.ts'
import { textsOf } from '#/server/lib/spreadsheet/workbook-testing.ts'
import { paymentScenario } from '#/server/money/payments/testing.ts'
import { approveAssignments } from '#/server/organisations/units/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

const unitInput = {
  legalPerson: '程新',
  legalIdNumber: idNumberFor('330106', '19790112', 510),
  bizKind: 'ordinary',
  industry: '软件开发',
  contactName: '程新',
  contactMobile: '13900001111',
} as const

describe('units', () => {
  const server = testServer()
  let serial = 0
  const db = () => server.running.kernel.database.kysely
  const newUnitInput = (rest: Record<string, unknown> = {}) => {
    serial++
    const places = [{ centreId: 2, mode: 2 as const, feePlanId: 1 }]
    return { name: `新程科技${serial}有限公司`, creditCode: creditCodeFor('91', '330106', 510_000 + serial), ...unitInput, places, ...rest }
  }
  const listedNames = async (who: string, filter = {}, at: { centre?: number; mode?: number } = { mode: 2 }) =>
    (await server.must(who, 'units.list', { size: 200, ...filter }, at)).rows.map((row) => row.name)
  const getUnit = async (who: string, id: number, at: { centre?: number; mode?: number } = { mode: 2 }) => server.must(who, 'units.get', { id }, at)

  test('each kind of user sees only the units in scope', async () => {
    const allUnits = await server.must('platform', 'units.list', {})
    assert.deepEqual([allUnits.count, allUnits.rows.length], [4, 4])
    assert.deepEqual((await listedNames('centre')).sort(), ['星河互娱科技有限公司', '极鹿即时配送有限公司', '青禾文化传播有限公司'])
    assert.deepEqual((await listedNames('centre', {}, { mode: 1 })).sort(), ['星河互娱科技有限公司', '青禾文化传播有限公司'])
    assert.deepEqual(await listedNames('centre', {}, { centre: 5 }), [])
    assert.deepEqual((await listedNames('salesman')).sort(), ['星河互娱科技有限公司', '青禾文化传播有限公司'])
    assert.deepEqual(await listedNames('salesman2'), ['极鹿即时配送有限公司'])
    await server.must('centre', 'units.assign', { ids: [1], salesmanId: 19 }, { mode: 2 })
    await approveAssignments(server, [1])
    assert.deepEqual(await listedNames('salesman'), ['青禾文化传播有限公司'])
    const people = await server.must('centre', 'units.operators', { id: 1 }, { mode: 2 })
    assert.ok(people.count > 10 && people.rows.every((person) => /^\d{3}\*{4}\d{4}$/.test(person.mobile)))
    for (const username of ['maker', 'unit1', 'operator', 'partner', 'auditor', 'finance'])
      assert.equal((await server.call(username, 'units.list', {})).error, 'forbidden', username)
    assert.equal((await server.call('centre', 'units.get', { id: 3 }, { mode: 2 })).error, 'notFound')
    assert.equal((await server.call('centre', 'units.list', {}, { centre: 3 })).error, 'choose_centre')
    assert.equal((await server.call('salesman', 'units.choices', {})).error, 'noPlace')
    await server.must('centre', 'units.assign', { ids: [1], salesmanId: 18 }, { mode: 2 })
    await approveAssignments(server, [1])
  })

  test('a row of the list sums the unit’s amounts over its centres and modes', async () => {
    const { rows, totals, count } = await server.must('platform', 'units.list', {})
    const accounts = await server.must('platform', 'prepayments.accounts', {})
    for (const row of rows) {
      const unitAccounts = accounts.filter((account) => account.unitId === row.id)
      const sum = unitAccounts.reduce((total, account) => total + account.available, 0)
      assert.equal(row.available, sum, row.name)
      assert.equal(row.places.length, unitAccounts.length)
    }
    assert.equal(
      totals?.available,
      rows.reduce((sum, row) => sum + row.available, 0),
    )
    assert.ok((totals?.available ?? 0) > 0 && count === rows.length)
    const mode2 = await server.must('platform', 'units.list', { mode: 2, keyword: '星河' })
    assert.deepEqual(
      mode2.rows.map((row) => [row.name, row.operatorCount > 10, row.places.length > 0 && row.places.every((place) => place.contract === 'done')]),
      [['星河互娱科技有限公司', true, true]],
    )
  })

  test('filters of the list of units select the expected rows', async () => {
    assert.deepEqual(await listedNames('platform', { keyword: 'dw00002' }), ['青禾文化传播有限公司'])
    assert.deepEqual(await listedNames('platform', { keyword: '%' }), [])
    assert.deepEqual((await listedNames('platform', { centreId: 3 })).sort(), ['海岸线旅行服务有限公司'])
    assert.deepEqual((await listedNames('platform', { feePlanId: 2 })).sort(), ['极鹿即时配送有限公司'])
    assert.deepEqual((await listedNames('platform', { partnerId: 1 })).sort(), ['星河互娱科技有限公司', '极鹿即时配送有限公司'])
    assert.deepEqual((await listedNames('platform', { bizKind: 'platform' })).sort(), ['星河互娱科技有限公司', '极鹿即时配送有限公司'])
    assert.deepEqual(await listedNames('platform', { status: accountStatus.disabled }), [])
    assert.deepEqual(await listedNames('platform', { isActive: false }), [])
    assert.equal((await listedNames('platform', { belowYuan: 1_000_000_000 })).length, 4)
    assert.deepEqual(await listedNames('platform', { belowYuan: 1 }), [])
    assert.deepEqual(await listedNames('platform', { from: '2026-11-20' }), [])
    assert.equal((await listedNames('platform', { to: '2026-11-20' })).length, 4)
  })

  test('a centre can create units only at that centre', async () => {
    const input = newUnitInput()
    const createdUnit = await server.must('centre', 'units.create', input, { mode: 2 })
    assert.deepEqual([createdUnit.status, createdUnit.places.length, createdUnit.available, createdUnit.places[0]?.planName], [8, 1, 0, '标准 6%'])
    assert.equal((await server.call('centre', 'units.create', { ...newUnitInput(), creditCode: input.creditCode }, { mode: 2 })).error, 'creditCodeTaken')
    const otherCentreInput = newUnitInput({ places: [{ centreId: 3, mode: 2, feePlanId: 1 }] })
    assert.equal((await server.call('centre', 'units.create', otherCentreInput, { mode: 2 })).error, 'centreUnfit')
    const unitInMode1 = await server.must('centre', 'units.create', newUnitInput({ places: [{ centreId: 2, mode: 1, feePlanId: 3 }] }), { mode: 2 })
    assert.equal(unitInMode1.places[0]?.mode, 1)
    const invalidAnswer = await server.call('centre', 'units.create', newUnitInput({ contactMobile: '23900001111', contactName: '程' }), { mode: 2 })
    assert.equal(invalidAnswer.error, 'invalid_input')
    assert.equal((await server.call('centre', 'units.create', newUnitInput({ legalIdNumber: '' }), { mode: 2 })).error, 'invalid_input')
    assert.equal((await server.call('centre', 'units.create', newUnitInput({ legalIdNumber: '330106197901120000' }), { mode: 2 })).error, 'legalIdNumber')
  })

  test('the second of two concurrent edits is refused as stale and not logged', async () => {
    const { id, version } = await server.must('centre', 'units.create', newUnitInput(), { mode: 2 })
    await server.must('centre', 'units.update', { id, version, industry: '教育', contactMobile: '13911112222' }, { mode: 2 })
    const lateUpdate = await server.call('platform', 'units.update', { id, version, industry: '物流' })
    assert.equal(lateUpdate.error, 'changedMeanwhile')
    const currentUnit = await getUnit('centre', id)
    assert.deepEqual([currentUnit.industry, currentUnit.contactMobile, currentUnit.version], ['教育', '139****2222', version + 1])
    const { rows } = await server.must('centre', 'units.changes', { id }, { mode: 2 })
    assert.deepEqual(
      rows.map((row) => row.action),
      ['units.update', 'units.create'],
    )
    const log = await db().selectFrom('audit_log').select('detail').where('action', '=', 'units.update').orderBy('id', 'desc').executeTakeFirstOrThrow()
    assert.ok(JSON.stringify(log.detail).includes('139****2222') && !JSON.stringify(log.detail).includes('13911112222'))
  })

  test('only the platform changes data of a shared unit, and a centre stops only its own place', async () => {
    const places = [
      { centreId: 2, mode: 2 as const, feePlanId: 1 },
      { centreId: 3, mode: 2 as const, feePlanId: 1 },
    ]
    const createdUnit = await server.must('platform', 'units.create', newUnitInput({ places }))
    const unitView = await getUnit('centre', createdUnit.id)
    assert.deepEqual([unitView.places.length, unitView.morePlaces], [1, 1])
    assert.match(unitView.may.stop, /其他运营中心/)
    for (const name of ['units.stop', 'units.update'] as const) {
      const input = { id: createdUnit.id, version: createdUnit.version, reason: '停用' }
      assert.equal((await server.call('centre', name, input, { mode: 2 })).error, 'sharedUnit')
    }
    const settingId = unitView.places[0]?.settingId ?? 0
    await server.must('centre', 'units.setPlace', { settingId, isActive: false, reason: '合同到期' }, { mode: 2 })
    assert.deepEqual(
      (await getUnit('platform', createdUnit.id)).places.map((place) => [place.centreId, place.isActive]),
      [
        [2, false],
        [3, true],
      ],
    )
    const secondSettingId = (await getUnit('platform', createdUnit.id)).places[1]?.settingId ?? 0
    assert.equal(
      (await server.call('centre', 'units.setPlace', { settingId: secondSettingId, isActive: false, reason: '暂停' }, { mode: 2 })).error,
      'settingUnknown',
    )
  })

  test('a stopped unit cannot start a batch, and a frozen unit cannot move money', async () => {
    const modeHeader = { mode: 2 }
    const before = await getUnit('centre', 1)
    const stoppedUnit = await server.must('platform', 'units.stop', { id: 1, version: before.version, reason: '资料待补' })
    assert.deepEqual([stoppedUnit.status, stoppedUnit.statusReason], [5, '资料待补'])
    assert.equal((await server.call('maker', 'payments.create', { orderId: 12 })).error, 'noSetting')
    const startedUnit = await server.must('platform', 'units.start', { id: 1, version: stoppedUnit.version })
    const draft = await paymentScenario(server).draft([{ person: demoPeople().ordinary[0] ?? assert.fail('nobody'), yuan: '1000.00' }])
    assert.equal(draft.may.submit, '')
    const freeze = (password: string) =>
      server.call('centre', 'units.freeze', { id: 1, version: startedUnit.version, reason: '风险核查', password }, modeHeader)
    assert.equal((await freeze('wrong-1A!')).error, 'wrong_password')
    assert.equal((await getUnit('centre', 1)).status, 8)
    const frozen = (await freeze(demoPassword)).data ?? assert.fail('not frozen')
    assert.equal(frozen.status, 6)
    assert.match((await server.must('maker', 'payments.get', { id: draft.id })).may.submit ?? '', /冻结/)
    assert.equal((await server.call('centre', 'units.start', { id: 1, version: frozen.version }, modeHeader)).error, 'wrongStatus')
    await server.must('centre', 'units.unfreeze', { id: 1, version: frozen.version, reason: '核查完成', password: demoPassword }, modeHeader)
    assert.equal((await server.must('maker', 'payments.get', { id: draft.id })).may.submit, '')
  })

  test('after five wrong passwords, freezing a unit is refused even with the right one', async () => {
    const { id, version } = await server.must('operation', 'units.create', newUnitInput())
    const freeze = (password: string) => server.call('operation', 'units.freeze', { id, version, reason: '风险核查', password })
    for (let at = 0; at < 5; at++) assert.equal((await freeze(`wrong-${at}A!`)).error, 'wrong_password')
    assert.equal((await freeze(demoPassword)).error, 'too_many_tries')
    assert.equal((await getUnit('platform', id)).status, 8)
  })

  test('a unit can be closed only without a balance, and can be reopened', async () => {
    const richUnit = await getUnit('platform', 1)
    const close = (id: number, version: number) => server.call('platform', 'units.close', { id, version, reason: '合作终止', password: demoPassword })
    const closeRefusal = await close(1, richUnit.version)
    assert.equal(closeRefusal.error, 'notEmpty')
    assert.match(closeRefusal.message, /余额 ¥/)
    const { id, version } = await server.must('platform', 'units.create', newUnitInput())
    const closedUnit = (await close(id, version)).data ?? assert.fail('not closed')
    assert.equal(closedUnit.status, 7)
    for (const action of ['edit', 'assign', 'stop', 'start', 'freeze', 'unfreeze', 'close'] as const) assert.notEqual(closedUnit.may[action], '', action)
    assert.equal((await server.call('platform', 'units.update', { id, version: closedUnit.version, industry: '教育' })).error, 'wrongStatus')
    const reopenedUnit = await server.must('platform', 'units.reopen', { id, version: closedUnit.version, reason: '退汇入账', password: demoPassword })
    assert.deepEqual([reopenedUnit.status, reopenedUnit.statusReason], [5, '退汇入账'])
  })

  test('a bulk assignment of units reports each failure', async () => {
    const createdUnit = await server.must('platform', 'units.create', newUnitInput({ places: [{ centreId: 3, mode: 2, feePlanId: 1 }] }))
    assert.equal((await server.call('platform', 'units.assign', { ids: [2, 4, createdUnit.id, 9999], marketerId: 17 })).error, 'not_all_there')
    const { ok, fail } = await server.must('platform', 'units.assign', { ids: [2, 4, createdUnit.id], marketerId: 17 })
    assert.deepEqual(ok.sort(), [2, 4])
    await approveAssignments(server, ok)
    assert.deepEqual(
      fail.map((each) => each.id),
      [createdUnit.id],
    )
    assert.match(fail.find((each) => each.id === createdUnit.id)?.reason ?? '', /不是该运营中心/)
    assert.deepEqual((await listedNames('platform', { marketerId: 17 })).sort(), ['星河互娱科技有限公司', '极鹿即时配送有限公司', '青禾文化传播有限公司'])
    assert.equal((await server.call('centre', 'units.assign', { ids: [2] }, { mode: 2 })).error, 'nothingToAssign')
    assert.equal((await server.must('centre', 'units.assign', { ids: [2], marketerId: 18 }, { mode: 2 })).fail.length, 1, 'a salesman is not a marketer')
    await server.must('platform', 'units.assign', { ids: [2, 4], marketerId: null })
    await approveAssignments(server, [2, 4])
    assert.deepEqual(await listedNames('marketer'), ['星河互娱科技有限公司'])
    assert.equal((await server.call('marketer', 'units.create', newUnitInput(), { mode: 2 })).error, 'forbidden')
  })

  test('an export of units contains the rows that the requester sees', async () => {
    const { fileId, taskId } = await server.must('centre', 'units.export', { keyword: '青禾' }, { mode: 2 })
    assert.equal(taskId, null)
    const text = await textsOf(await server.running.kernel.store.read(fileId ?? assert.fail()))
    assert.match(text, /青禾/)
    assert.match(text, /行数 1</)
  })
})
