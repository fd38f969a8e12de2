import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Mode, postStatus } from '#/domain/base/codes.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { testServer } from '#/server/tests/testing.ts'

const dayMs = 86_400_000
const [marketer, salesman, salesman2] = [17, 18, 19]

describe('staff', () => {
  const server = testServer()
  const db = () => server.running.kernel.database.kysely
  const today = () => dayOf(server.running.kernel.clock.now())
  const roleId = async (name: string) => (await db().selectFrom('role').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id
  const listedNames = async (who: string, filter = {}, at = {}) =>
    (await server.must(who, 'staff.list', { size: 200, ...filter }, at)).rows.map((row) => row.name)
  const unitsAssignedTo = async (userId: number) => {
    const rows = await db().selectFrom('unit').select('id').where('salesman_id', '=', userId).orderBy('id').execute()
    return rows.map((row) => row.id)
  }

  test('the platform sees all staff, a centre sees its own, and units see none', async () => {
    assert.ok((await listedNames('platform')).includes('成都财务'))
    const centreNames = await listedNames('centre')
    for (const name of ['许立言', '沈知微', '钱守一', '柳营之', '叶归舟']) assert.ok(centreNames.includes(name), name)
    assert.ok(!centreNames.includes('成都财务') && !centreNames.includes('周正明'))
    assert.ok((await listedNames('centre', {}, { centre: 5 })).includes('成都财务'))
    for (const demoUsername of ['maker', 'unit1', 'auditor', 'salesman', 'operator', 'partner'])
      assert.equal((await server.call(demoUsername, 'staff.list', {})).error, 'forbidden', demoUsername)
    const otherCentreUser = await db().selectFrom('app_user').select('id').where('username', '=', 'finance05').executeTakeFirstOrThrow()
    assert.equal((await server.call('centre', 'staff.get', { id: otherCentreUser.id })).error, 'notFound')
    assert.equal((await server.call('centre', 'staff.resetPassword', { id: otherCentreUser.id })).error, 'notFound')
    assert.equal((await server.call('platform', 'staff.get', { id: 5 })).error, 'notFound', 'people of units are no staff')
  })

  test('the staff list counts assigned units, and the performance page adds up their payments', async () => {
    const { rows } = await server.must('centre', 'staff.list', { poststatus: postStatus.salesman })
    assert.deepEqual(
      rows.map((row) => [row.name, row.no, row.unitCount]),
      [
        ['叶归舟', 'YG00018', 2],
        ['江一帆', 'YG00019', 1],
      ],
    )
    assert.deepEqual(await listedNames('centre', { keyword: 'yg18' }), ['叶归舟'])
    assert.deepEqual(await listedNames('centre', { keyword: '13900000018' }), ['叶归舟'])
    assert.deepEqual(await listedNames('platform', { centreId: 5, poststatus: postStatus.finance }), ['成都财务'])
    const { rows: months, net } = await server.must('centre', 'staff.performance', { id: salesman, month: today().slice(0, 7) })
    assert.equal(
      net,
      months.reduce((sum, row) => sum + row.net, 0),
    )
  })

  test('a centre adds staff only at that centre, and a new account gets a link by text message', async () => {
    const person = {
      username: 'yewu9',
      name: '新业务',
      mobile: '13911110009',
      poststatus: postStatus.salesman,
      roleIds: [await roleId('营销员/业务员')],
      centres: [{ id: 2, modes: [1, 2] as Mode[] }],
    }
    const createdStaff = await server.must('centre', 'staff.create', { ...person, joinedOn: '2026-11-01' })
    assert.deepEqual([createdStaff.sentTo, createdStaff.isOnPaper, 'password' in createdStaff], ['139****0009', false, false])
    const row = await server.must('centre', 'staff.get', { id: createdStaff.id })
    assert.deepEqual([row.joinedOn, row.poststatus, row.mobile, row.unitCount], ['2026-11-01', 3, '139****0009', 0])
    assert.equal((await server.call('centre', 'staff.create', { ...person, joinedOn: '2026-11-01' })).error, 'usernameTaken')
    const otherCentreInput = { ...person, username: 'yewu8', centres: [{ id: 3, modes: [2] as Mode[] }], joinedOn: '2026-11-01' }
    assert.equal((await server.call('centre', 'staff.create', otherCentreInput)).error, 'centresBeyond')
    await server.must('centre', 'staff.update', { id: createdStaff.id, name: '新业务员', joinedOn: '2026-10-01' })
    assert.deepEqual(await listedNames('centre', { keyword: '新业务员' }), ['新业务员'])
    assert.equal((await server.must('centre', 'staff.resetPassword', { id: createdStaff.id })).sentTo, '139****0009')
  })

  /** Approves the newest handover of a person's units as a second person. Returns the number of units handed over. */
  const approveHandover = async (id: number) => {
    const { handovers } = await server.must('operation', 'staff.get', { id })
    const proposed = handovers.find(({ state }) => state === 'proposed') ?? assert.fail('no handover waits')
    return (await server.must('operation', 'staff.decideHandover', { handoverId: proposed.id, isApproved: true })).handed
  }

  test('approved units are handed over immediately, or automatically on a chosen later day', async () => {
    assert.deepEqual(await unitsAssignedTo(salesman), [1, 2])
    const give = (rest: Record<string, unknown>) =>
      server.call('centre', 'staff.handOver', { id: salesman, receiverId: salesman2, effectiveOn: today(), reason: '区域调整', ...rest } as never)
    await give({ unitIds: [2] })
    assert.equal(await approveHandover(salesman), 1)
    assert.deepEqual([await unitsAssignedTo(salesman), await unitsAssignedTo(salesman2)], [[1], [2, 4]])
    await give({ effectiveOn: shiftDay(today(), 2) })
    assert.equal(await approveHandover(salesman), 0)
    assert.equal((await give({})).error, 'alreadyLeaving')
    await server.job('staff.handOver')
    assert.deepEqual(await unitsAssignedTo(salesman), [1])
    server.advance(2 * dayMs)
    await server.job('staff.handOver')
    assert.deepEqual([await unitsAssignedTo(salesman), await unitsAssignedTo(salesman2)], [[], [1, 2, 4]])
    const { handovers } = await server.must('centre', 'staff.get', { id: salesman })
    assert.deepEqual(
      handovers.map((handover) => [handover.state, handover.doneCount]),
      [
        ['done', 1],
        ['done', 1],
      ],
    )
  })

  test('a handover needs another person in the same post, a day from today on and assigned units', async () => {
    const give = (rest: Record<string, unknown>) =>
      server.call('centre', 'staff.handOver', { id: salesman2, receiverId: salesman, effectiveOn: today(), reason: '区域调整', ...rest } as never)
    assert.equal((await give({ receiverId: marketer })).error, 'receiverUnfit')
    assert.equal((await give({ receiverId: salesman2 })).error, 'receiverUnfit')
    assert.equal((await give({ effectiveOn: '2026-01-01' })).error, 'inThePast')
    assert.equal((await give({ unitIds: [3] })).error, 'unitUnfit')
    assert.equal(
      (await server.call('centre', 'staff.handOver', { id: salesman, receiverId: salesman2, effectiveOn: today(), reason: '区域调整' })).error,
      'noUnits',
    )
  })

  test('a person can leave only after handing over to a person who stays', async () => {
    const disableRefusal = await server.call('centre', 'staff.disable', { id: salesman2, reason: '离职' })
    assert.equal(disableRefusal.error, 'hasUnits')
    assert.match(disableRefusal.message, /3 个单位/)
    await server.must('centre', 'staff.handOver', { id: salesman2, receiverId: salesman, effectiveOn: shiftDay(today(), 1), reason: '离职交接' })
    await approveHandover(salesman2)
    await server.must('centre', 'staff.disable', { id: salesman, reason: '离职' })
    server.advance(2 * dayMs)
    await server.job('staff.handOver')
    assert.deepEqual((await unitsAssignedTo(salesman2)).length, 3)
    assert.equal((await server.must('centre', 'staff.get', { id: salesman2 })).handovers[0]?.state, 'cancelled')
    await server.must('centre', 'staff.enable', { id: salesman })
    await server.must('centre', 'staff.handOver', { id: salesman2, receiverId: salesman, effectiveOn: shiftDay(today(), 1), reason: '离职交接' })
    const plannedHandover = (await server.must('centre', 'staff.get', { id: salesman2 })).handovers[0] ?? assert.fail('not planned')
    await server.must('centre', 'staff.cancelHandover', { handoverId: plannedHandover.id })
    assert.equal((await server.call('centre', 'staff.cancelHandover', { handoverId: plannedHandover.id })).error, 'notScheduled')
  })

  test('staff cannot disable or reset themselves', async () => {
    assert.equal((await server.call('centre', 'staff.disable', { id: 2, reason: '离职' })).error, 'ownAccount')
    assert.equal((await server.call('centre', 'staff.resetPassword', { id: 2 })).error, 'ownAccount')
  })
})
