import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { creditCodeFor, idNumberFor } from '#/domain/base/identity.ts'
import { inTransaction } from '#/server/lib/database/transaction.ts'
import { testServer } from '#/server/tests/testing.ts'

describe('name, legal person and contact number of units', () => {
  const server = testServer()
  const db = () => server.running.kernel.database.kysely
  const centreInMode2 = { mode: 2 }
  const getUnit = (who: string, id: number, at = {}) => server.must(who, 'units.get', { id }, at)
  const storedContact = async (id: number) => {
    const { name, contact_mobile: mobile } = await db().selectFrom('unit').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    return [name, mobile]
  }
  const update = async (who: string, id: number, fields: Record<string, unknown>, at = {}) =>
    server.call(who, 'units.update', { id, version: (await getUnit(who, id, at)).version, ...fields }, at)
  const openChange = async (id: number, who = 'operation') => (await getUnit(who, id)).identityChange ?? assert.fail('no open change')
  const pendingCount = async (who: string, at = {}) =>
    (await server.must(who, 'tasks.waiting', {}, at)).find((task) => task.kind === 'unitIdentities')?.count ?? 0
  const withdraw = async (id: number) => server.must('platform', 'units.withdrawIdentity', { identityChangeId: (await openChange(id)).id, reason: '填写有误' })

  test('one person alone cannot give a unit the name of the company whose deposit shall count', async () => {
    const before = await storedContact(1)
    const answer = await update('platform', 1, { name: '他人贸易有限公司', contactMobile: '13911112222', industry: '教育' })
    assert.equal(answer.data?.isProposed, true)
    assert.deepEqual(await storedContact(1), before)
    assert.equal((await getUnit('platform', 1)).industry, '教育')
    const change = await openChange(1)
    assert.deepEqual(
      change.changes.map(({ field, after }) => [field, after]),
      [
        ['name', '他人贸易有限公司'],
        ['contactMobile', '13911112222'],
      ],
    )
    const decide = (who: string) => server.call(who, 'units.decideIdentity', { identityChangeId: change.id, isApproved: true })
    assert.equal((await decide('platform')).error, 'ownProposal')
    assert.equal((await decide('salesman')).code, 0)
    assert.equal((await update('operation', 1, { name: '第三家有限公司' })).error, 'pendingExists')
    await server.must('platform', 'units.withdrawIdentity', { identityChangeId: change.id, reason: '填写有误' })
    assert.equal((await decide('operation')).error, 'notPending')
    assert.deepEqual(await storedContact(1), before)
  })

  test('a name and number approved by another person take effect and are logged', async () => {
    const [name, mobile] = await storedContact(2)
    await update('platform', 2, { name: '青禾新媒体有限公司', contactMobile: '13911113333' })
    const { id } = await openChange(2)
    await server.must('operation', 'units.decideIdentity', { identityChangeId: id, isApproved: true })
    assert.deepEqual(await storedContact(2), ['青禾新媒体有限公司', '13911113333'])
    assert.equal((await getUnit('operation', 2)).identityChange, null)
    const entry = await db()
      .selectFrom('audit_log')
      .select('detail')
      .where('action', '=', 'units.decideIdentity')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    assert.match(JSON.stringify(entry.detail), /青禾新媒体.*139\*{4}3333/)
    assert.doesNotMatch(JSON.stringify(entry.detail), /13911113333/)
    await update('platform', 2, { name, contactMobile: mobile })
    await server.must('operation', 'units.decideIdentity', { identityChangeId: (await openChange(2)).id, isApproved: true })
  })

  test('one person alone cannot change the legal person whom contracts name', async () => {
    const { legalPerson: before } = await getUnit('platform', 1)
    const change = async (legalPerson: string) => (await update('platform', 1, { legalPerson })).data?.isProposed
    assert.equal(await change('程新'), true)
    const proposal = await openChange(1)
    assert.deepEqual([(await getUnit('platform', 1)).legalPerson, proposal.changes], [before, [{ field: 'legalPerson', before, after: '程新' }]])
    const decide = (who: string) => server.call(who, 'units.decideIdentity', { identityChangeId: proposal.id, isApproved: true })
    assert.equal((await decide('platform')).error, 'ownProposal')
    assert.equal((await decide('operation')).code, 1)
    assert.equal((await getUnit('platform', 1)).legalPerson, '程新')
    await change(before)
    await server.must('operation', 'units.decideIdentity', { identityChangeId: (await openChange(1)).id, isApproved: true })
  })

  test('the ID number of a proposed legal person waits for the decision on the name', async () => {
    const { id } = (await update('platform', 1, { legalPerson: '程新' })).data ?? assert.fail('the name is proposed')
    const legalIdNumber = idNumberFor('330106', '19790112', 531)
    assert.equal((await update('platform', id, { legalIdNumber })).error, 'pendingExists')
    await withdraw(1)
    assert.equal((await update('platform', id, { legalIdNumber })).code, 1)
  })

  test('rejecting a change needs a reason and leaves the unit unchanged', async () => {
    const before = await storedContact(2)
    await update('platform', 2, { contactMobile: '13911114444' })
    const { id } = await openChange(2)
    assert.equal((await server.call('operation', 'units.decideIdentity', { identityChangeId: id, isApproved: false })).error, 'reasonNeeded')
    await server.must('operation', 'units.decideIdentity', { identityChangeId: id, isApproved: false, reason: '与营业执照不符' })
    assert.deepEqual(await storedContact(2), before)
  })

  test('saving a unit with the name and number it has proposes nothing', async () => {
    const [name, contactMobile] = await storedContact(1)
    const answer = await update('platform', 1, { name, contactMobile, address: '文一西路 1 号' })
    assert.deepEqual([answer.data?.isProposed, (await getUnit('platform', 1)).identityChange], [false, null])
  })

  test('pending work counts a change for other people who may edit the unit', async () => {
    await update('centre', 2, { contactMobile: '13911115555' }, centreInMode2)
    assert.deepEqual(
      [await pendingCount('centre', centreInMode2), await pendingCount('operation'), await pendingCount('auditor', { centre: 2, mode: 2 })],
      [0, 1, 0],
    )
    const { rows } = await server.must('operation', 'units.list', { forMe: 'identity' })
    assert.deepEqual(
      rows.map((row) => row.id),
      [2],
    )
    await withdraw(2)
    assert.equal(await pendingCount('operation'), 0)
  })

  test('one person corrects a new unit until it has accounts, contracts or bookings', async () => {
    const unit = await server.must('platform', 'units.create', {
      name: '新设科技有限公司',
      creditCode: creditCodeFor('91', '330106', 530_001),
      legalPerson: '程新',
      legalIdNumber: idNumberFor('330106', '19790112', 530),
      bizKind: 'ordinary',
      industry: '软件开发',
      contactName: '程新',
      contactMobile: '13900001111',
      places: [{ centreId: 2, mode: 2, feePlanId: 1 }],
    })
    assert.equal((await update('platform', unit.id, { name: '新设软件有限公司' })).data?.isProposed, false)
    assert.equal((await storedContact(unit.id))[0], '新设软件有限公司')
    await sql`update app_user set unit_id = ${unit.id} where username = 'maker'`.execute(db())
    assert.equal((await update('platform', unit.id, { name: '新设网络有限公司' })).data?.isProposed, true)
    await sql`update app_user set unit_id = 1 where username = 'maker'`.execute(db())
  })

  test('the database refuses guarded data of a unit in use without an approved change', async () => {
    const run = (statement: ReturnType<typeof sql>) =>
      inTransaction(server.running.kernel.database, { 'app.all': 'on', 'app.user': '1' }, (trx) => statement.execute(trx))
    await assert.rejects(run(sql`update unit set name = '他人贸易有限公司' where id = 1`), /two people change/)
    await assert.rejects(run(sql`update unit set contact_mobile = '13911116666' where id = 1`), /two people change/)
    await assert.rejects(run(sql`update unit set legal_person = '程新' where id = 1`), /two people change/)
    await assert.rejects(
      run(sql`insert into unit_identity_change (unit_id, name, contact_mobile, proposed_by, proposed_at) values (1, '他人', '139', 2, now())`),
      /must be the proposer/,
    )
  })
})
