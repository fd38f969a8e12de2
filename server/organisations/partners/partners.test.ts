import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { creditCodeFor, idNumberFor } from '#/domain/base/identity.ts'
import { approveChanges, proveAs } from '#/server/access/changes/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

const partnerInput = {
  contactName: '贺同舟',
  contactMobile: '13900003333',
  area: '杭州',
  accountName: '汇川',
  accountBank: '招商银行',
  accountNo: '6222020200112230',
  why: '首次登记',
}

describe('partners', () => {
  const server = testServer()
  const db = () => server.running.kernel.database.kysely

  test('only the platform sees partners and the units that they brought', async () => {
    const { rows } = await server.must('platform', 'partners.list', {})
    assert.deepEqual(
      rows.map((row) => [row.code, row.unitCount, row.accountUsers]),
      [['HZ00001', 2, 1]],
    )
    const referredUnits = await server.must('platform', 'partners.units', { id: 1 })
    assert.deepEqual(referredUnits.rows.map((row) => row.id).sort(), [1, 4])
    assert.equal(
      rows[0]?.monthNet,
      referredUnits.rows.reduce((sum, row) => sum + row.monthNet, 0),
    )
    for (const username of ['centre', 'partner', 'maker', 'operator', 'salesman'])
      assert.equal((await server.call(username, 'partners.list', {})).error, 'forbidden', username)
  })

  test('a person or enterprise can be registered as a partner only once', async () => {
    const idNumber = idNumberFor('330106', '19800101', 12)
    await proveAs(server, 'operation')
    const createdPerson = await server.must('operation', 'partners.create', { kind: 'person', name: '贺个人', idNumber, ...partnerInput })
    await approveChanges(server, 'platform')
    const person = await server.must('operation', 'partners.get', { id: createdPerson.id })
    assert.match(person.idNumber, /^330\*{11}.{4}$/)
    assert.match(person.accountNo, /^6222 .*2230$/)
    const row = await db().selectFrom('partner').selectAll().where('id', '=', person.id).executeTakeFirstOrThrow()
    assert.ok(!JSON.stringify(row).includes(idNumber) && !JSON.stringify(row).includes(partnerInput.accountNo))
    assert.equal((await server.call('operation', 'partners.create', { kind: 'person', name: '同一个人', idNumber, ...partnerInput })).error, 'taken')
    assert.equal((await server.call('operation', 'partners.create', { kind: 'person', name: '贺个人', idNumber: '123', ...partnerInput })).error, 'idNumber')
    const enterprise = { kind: 'enterprise' as const, name: '汇川渠道有限公司', creditCode: creditCodeFor('91', '330106', 710_001), ...partnerInput }
    await server.must('operation', 'partners.create', enterprise)
    assert.equal((await server.call('operation', 'partners.create', enterprise)).error, 'taken')
    assert.equal((await server.call('operation', 'partners.create', { ...enterprise, creditCode: '' })).error, 'creditCode')
  })

  test('the second of two concurrent edits is refused as stale', async () => {
    const before = await server.must('platform', 'partners.get', { id: 1 })
    const { accountName, accountBank } = before
    const edit = { id: 1, version: before.version, name: '同舟渠道合伙企业', contactName: partnerInput.contactName, accountName, accountBank, accountNo: '' }
    const after = await server.must('platform', 'partners.update', { ...edit, area: '华东' })
    assert.deepEqual([after.area, after.contactMobile, after.accountNo, after.version], ['华东', before.contactMobile, before.accountNo, before.version + 1])
    assert.equal((await server.call('operation', 'partners.update', { ...edit, area: '华南' })).error, 'changedMeanwhile')
  })

  test('a unit cannot be assigned to a disabled partner', async () => {
    const { version } = await server.must('platform', 'partners.get', { id: 1 })
    const disabledPartner = await server.must('platform', 'partners.setActive', { id: 1, version, isActive: false, reason: '合作到期' })
    assert.deepEqual([disabledPartner.isActive, disabledPartner.statusReason], [false, '合作到期'])
    const assignResult = await server.must('platform', 'units.assign', { ids: [2], partnerId: 1 })
    assert.match(assignResult.fail[0]?.reason ?? '', /合作伙伴/)
  })
})
