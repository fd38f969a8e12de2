import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'

import { demoPeople } from '#/demo/load.ts'
import type { DemoPerson } from '#/demo/people.ts'
import { creditCodeFor, idNumberFor } from '#/domain/base/identity.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { inTransaction } from '#/server/lib/database/transaction.ts'
import { atCentre, paymentScenario } from '#/server/money/payments/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const file = { filename: '说明.png', mediaType: 'image/png', bytes: png }
const { ordinary, specials } = demoPeople()
const personAt = (at: number) => ordinary.filter((each) => each.entity === null)[at] as DemoPerson

describe('related persons of a unit', () => {
  const server = testServer()
  const scenario = paymentScenario(server)

  const today = () => dayOf(server.running.kernel.clock.now())
  const revalidate = async () => {
    const { kysely } = server.running.kernel.database
    const queuedJobs = await sql<{ data: Record<string, unknown> }>`delete from pgboss.job where name = 'lines.revalidate' returning data`.execute(kysely)
    for (const { data } of queuedJobs.rows) await server.job('lines.revalidate', data)
  }
  const issueCodesOf = async (batchId: number) => (await scenario.lines(batchId)).map((line) => line.issues.map((issue) => issue.code).join())
  const addRelation = (person: DemoPerson, relation: 'shareholder' | 'employee' = 'shareholder') =>
    server.must('centre', 'relations.add', { unitId: 1, relation, people: [{ name: person.name, idNumber: person.idNumber }] }, atCentre)

  const relationOf = async (person: DemoPerson) =>
    (await server.must('centre', 'relations.list', { unitId: 1, size: 100 }, atCentre)).rows.find((row) => row.name === person.name) ?? assert.fail(person.name)
  const endRelation = async (relationId: number) => {
    await server.must('centre', 'relations.remove', { relationId, reason: '已退股' }, atCentre)
    await server.must('auditor', 'relations.decideEnd', { relationId, isApproved: true }, atCentre)
  }

  test('declaring a related person blocks their payments by that unit but not by others', async () => {
    const shareholder = personAt(3)
    const draft = await scenario.draft([{ person: shareholder, yuan: '100.00' }])
    assert.deepEqual(await issueCodesOf(draft.id), [''])
    const payableBatch = await scenario.createPayableBatch([{ person: shareholder, yuan: '120.00' }])
    const before = await scenario.balance()
    assert.equal((await addRelation(shareholder)).added, 1)
    assert.equal((await addRelation(shareholder)).added, 0)
    await revalidate()
    assert.deepEqual(await issueCodesOf(draft.id), ['E210'])
    assert.equal((await scenario.pay(payableBatch)).state, 'fixing')
    assert.equal((await scenario.balance()).available, before.available + payableBatch.cost)
    const relation = (await server.must('centre', 'relations.list', { unitId: 1 }, atCentre)).rows.find((row) => row.name === shareholder.name)
    assert.equal(relation?.relation, 'shareholder')
    assert.ok(relation.idNumber.includes('*') && !relation.idNumber.includes(shareholder.idNumber))
    await endRelation(relation.id)
    await revalidate()
    assert.deepEqual(await issueCodesOf(draft.id), [''])
  })

  for (const relationKind of ['shareholder', 'employee'] as const)
    test(`a unit cannot pay a person (${relationKind}) whose relation one person alone wants to end`, async () => {
      const person = personAt(relationKind === 'employee' ? 7 : 6)
      await addRelation(person, relationKind)
      const draft = await scenario.draft([{ person, yuan: '100.00' }])
      const { id: relationId } = await relationOf(person)
      const decide = (who: string, isApproved: boolean, reason = '') =>
        server.call(who, 'relations.decideEnd', { relationId, isApproved, reason }, who === 'platform' ? undefined : atCentre)
      await server.must('centre', 'relations.remove', { relationId, reason: '已离开' }, atCentre)
      await revalidate()
      assert.deepEqual(await issueCodesOf(draft.id), ['E210'])
      assert.equal((await server.call('platform', 'relations.remove', { relationId, reason: '已离开' })).error, 'endProposed')
      assert.equal((await decide('centre', true)).error, 'ownRequest')
      assert.equal((await decide('auditor', false)).error, 'reasonNeeded')
      assert.equal((await decide('auditor', false, '仍在任')).code, 1)
      assert.equal((await decide('auditor', true)).error, 'decided')
      assert.equal((await relationOf(person)).end, null)

      await server.must('centre', 'relations.remove', { relationId, reason: '已离开' }, atCentre)
      const task = (await server.must('auditor', 'tasks.waiting', {}, atCentre)).find(({ kind }) => kind === 'relationEnds')
      assert.deepEqual([task?.count, task?.path], [1, '/datacheck/datacheck?ends=mine'])
      assert.equal((await server.must('auditor', 'relations.ends', { isForMe: true }, atCentre)).rows[0]?.end?.reason, '已离开')
      assert.equal((await server.must('centre', 'relations.ends', { isForMe: true }, atCentre)).count, 0)
      assert.equal((await decide('auditor', true)).code, 1)
      await revalidate()
      assert.deepEqual(await issueCodesOf(draft.id), [''])
    })

  const becomeLegalPerson = async (person: DemoPerson) => {
    const { version } = await server.must('platform', 'units.get', { id: 1 })
    const updated = await server.must('platform', 'units.update', { id: 1, version, legalPerson: person.name, legalIdNumber: person.idNumber })
    const { identityChange } = await server.must('operation', 'units.get', { id: 1 })
    if (identityChange) await server.must('operation', 'units.decideIdentity', { identityChangeId: identityChange.id, isApproved: true })
    return updated
  }

  test('a unit cannot pay its former legal person until a second person ends the relation', async () => {
    const [former, successor] = [personAt(10), personAt(11)]
    await becomeLegalPerson(former)
    assert.equal((await becomeLegalPerson(successor)).isEndProposed, false, 'the new legal person awaits approval')
    await revalidate()
    const draft = await scenario.draft([{ person: former, yuan: '100.00' }])
    assert.deepEqual(await issueCodesOf(draft.id), ['E210'])
    const { id: relationId, end } = await relationOf(former)
    assert.equal(end?.reason, '变更法定代表人')
    const { rows } = await server.must('platform', 'relations.list', { unitId: 1, size: 100 }, { language: 'en' })
    assert.equal(rows.find(({ id }) => id === relationId)?.end?.reason, 'The unit has a new legal representative')
    await becomeLegalPerson(successor)
    await server.must('auditor', 'relations.decideEnd', { relationId, isApproved: true }, atCentre)
    await revalidate()
    assert.deepEqual(await issueCodesOf(draft.id), [''])
    await assert.rejects(relationOf(former))
    assert.equal((await relationOf(successor)).end, null)
  })

  for (const decision of ['rejected', 'withdrawn'] as const)
    test(`a ${decision} legal person leaves no proposal to end the relation of the present one`, async () => {
      const [present, proposed] = decision === 'rejected' ? [personAt(11), personAt(10)] : [personAt(1), personAt(2)]
      await becomeLegalPerson(present)
      const { version } = await server.must('platform', 'units.get', { id: 1 })
      const change = { id: 1, version, legalPerson: proposed.name, legalIdNumber: proposed.idNumber }
      assert.equal((await server.must('platform', 'units.update', change)).isEndProposed, false)
      assert.equal((await relationOf(present)).end, null, 'while the change awaits approval')
      const identityChangeId = (await server.must('operation', 'units.get', { id: 1 })).identityChange?.id ?? 0
      if (decision === 'rejected') await server.must('operation', 'units.decideIdentity', { identityChangeId, isApproved: false, reason: '与执照不符' })
      else await server.must('platform', 'units.withdrawIdentity', { identityChangeId, reason: '填写有误' })
      assert.deepEqual([(await server.must('platform', 'units.get', { id: 1 })).legalPerson, (await relationOf(present)).end], [present.name, null])
      assert.equal((await relationOf(proposed)).relation, 'legal_person', 'the unit cannot pay the proposed person either')
    })

  test('a proposed legal person stays the shareholder that another person registered', async () => {
    const shareholder = { ...personAt(0), name: '股东甲', idNumber: idNumberFor('330106', '19810305', 731) }
    await addRelation(shareholder)
    const { kysely } = server.running.kernel.database
    const stored = () => kysely.selectFrom('unit_related_person').selectAll().where('name', '=', shareholder.name).executeTakeFirstOrThrow()
    const before = await stored()
    const { version } = await server.must('platform', 'units.get', { id: 1 })
    await server.must('platform', 'units.update', { id: 1, version, legalPerson: '程新', legalIdNumber: shareholder.idNumber })
    assert.deepEqual(await stored(), before)
    const identityChangeId = (await server.must('operation', 'units.get', { id: 1 })).identityChange?.id ?? 0
    await server.must('operation', 'units.decideIdentity', { identityChangeId, isApproved: false, reason: '与执照不符' })
    assert.deepEqual(await stored(), before)
  })

  test('a person added again with another relation keeps the first author until the relation ends', async () => {
    const person = { ...personAt(0), name: '股东乙', idNumber: idNumberFor('330106', '19820406', 732) }
    const { kysely } = server.running.kernel.database
    const author = async () =>
      (await kysely.selectFrom('unit_related_person').select('created_by').where('name', '=', person.name).executeTakeFirstOrThrow()).created_by
    await addRelation(person)
    const first = await author()
    const people = [{ name: person.name, idNumber: person.idNumber }]
    const changed = await server.must('platform', 'relations.add', { unitId: 1, relation: 'employee', people })
    assert.deepEqual([changed.added, (await relationOf(person)).relation, await author()], [1, 'employee', first])
    const run = (statement: ReturnType<typeof sql>) =>
      inTransaction(server.running.kernel.database, { 'app.all': 'on', 'app.user': '1' }, (trx) => statement.execute(trx))
    await assert.rejects(run(sql`update unit_related_person set created_by = 1 where name = ${person.name}`), /the first author stays/)
    await endRelation((await relationOf(person)).id)
    await server.must('platform', 'relations.add', { unitId: 1, relation: 'shareholder', people })
    assert.notEqual(await author(), first, 'a new relation has a new author')
  })

  test('a former legal person who becomes legal person again is no longer proposed for removal', async () => {
    const [first, second] = [personAt(1), personAt(2)]
    await becomeLegalPerson(first)
    await becomeLegalPerson(second)
    assert.ok((await relationOf(first)).end)
    await becomeLegalPerson(first)
    assert.equal((await relationOf(first)).end, null)
    assert.ok((await relationOf(second)).end)
  })

  test('a payee who becomes legal person of the unit after the audit of a batch is not paid', async () => {
    const payee = personAt(12)
    const prepared = await scenario.draft([{ person: payee, yuan: '90.00' }])
    const submitted = await scenario.submit(await scenario.draft([{ person: payee, yuan: '95.00' }]))
    const audited = await scenario.createPayableBatch([{ person: payee, yuan: '100.00' }])
    await becomeLegalPerson(payee)
    await revalidate()
    assert.deepEqual(await issueCodesOf(prepared.id), ['E210'])
    const batch = await scenario.pay(audited)
    assert.equal(batch.state, 'fixing')
    await revalidate()
    assert.deepEqual(await issueCodesOf(audited.id), ['E210'])
    assert.equal((await scenario.audit(await scenario.check(submitted))).state, 'fixing')
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from payment_line
      where batch_id = any(${[prepared.id, submitted.id, audited.id]}::bigint[]) and state = 'success'`.execute(server.running.kernel.database.kysely)
    assert.equal(rows[0]?.count, 0)
  })

  test('a proposed end can be withdrawn, and the database refuses one person who ends a relation', async () => {
    const person = personAt(8)
    await addRelation(person)
    const { id: relationId } = await relationOf(person)
    await server.must('centre', 'relations.remove', { relationId, reason: '已退股' }, atCentre)
    await server.must('platform', 'relations.withdrawEnd', { relationId, reason: '填写有误' })
    assert.equal((await relationOf(person)).end, null)
    assert.equal((await server.call('centre', 'relations.withdrawEnd', { relationId, reason: '填写有误' }, atCentre)).error, 'decided')
    const run = (statement: ReturnType<typeof sql>) =>
      inTransaction(server.running.kernel.database, { 'app.all': 'on', 'app.user': '1' }, (trx) => statement.execute(trx))
    const end = sql`update unit_related_person set ended_at = now(), ended_by = 1 where id = ${relationId}`
    await assert.rejects(run(end), /two people end a relation/)
    await assert.rejects(run(sql`update unit_related_person set end_proposed_by = 2, end_proposed_at = now() where id = ${relationId}`), /must be the proposer/)
  })

  test('an exception does not count for a person whose relation ended and began again', async () => {
    const person = personAt(9)
    await addRelation(person)
    const draft = await scenario.draft([{ person, yuan: '100.00' }])
    const [line] = await scenario.lines(draft.id)
    const { id: exceptionId } = await server.must('maker', 'relations.request', { lineId: line?.id ?? 0, statement: '一次性劳务，附说明', file })
    const approval = { exceptionId, isApproved: true, reason: '情况属实', validTo: shiftDay(today(), 60) }
    await server.must('auditor', 'relations.decide', approval, atCentre)
    await revalidate()
    assert.deepEqual(await issueCodesOf(draft.id), [''])
    const batch = await scenario.check(await scenario.submit(await scenario.get(draft.id)))
    server.advance(1000)
    await endRelation((await relationOf(person)).id)
    server.advance(1000)
    await addRelation(person)
    assert.deepEqual(await issueCodesOf((await scenario.draft([{ person, yuan: '110.00' }])).id), ['E210'])
    const [checkedLine] = await scenario.lines(batch.id)
    const obstacles = await sql<{
      code: string
    }>`select obstacle.code from payment_line line, app.payee_obstacles(line.month, line.id, ${server.running.kernel.clock.now()}) obstacle
      where line.id = ${checkedLine?.id ?? 0}`.execute(server.running.kernel.database.kysely)
    assert.deepEqual(
      obstacles.rows.map(({ code }) => code),
      ['E210'],
    )
  })

  test('related persons are validated and declared only within the caller’s scope', async () => {
    const add = (who: string, unitId: number, people: { name: string; idNumber: string }[], at?: { centre: number; mode: number }) =>
      server.call(who, 'relations.add', { unitId, relation: 'employee', people }, at)
    const relatedPerson = { name: personAt(4).name, idNumber: personAt(4).idNumber }
    assert.equal((await add('centre', 1, [{ ...relatedPerson, idNumber: '110101199001010000' }], atCentre)).error, 'badNumber')
    assert.equal((await add('centre', 1, [{ ...relatedPerson, name: '甲' }], atCentre)).error, 'badName')
    assert.equal((await add('unit1', 2, [relatedPerson])).error, 'unitUnknown')
    assert.equal((await add('unit1', 1, [relatedPerson])).data?.added, 1)
    assert.equal((await server.call('maker', 'relations.list', { unitId: 1 })).error, 'forbidden')
    const [row] = (await server.must('unit1', 'relations.list', { unitId: 1 })).rows.filter((relation) => relation.name === relatedPerson.name)
    assert.equal(row?.source, 'unit')
    // A unit cannot remove a person whom it declared.
    assert.equal((await server.call('unit1', 'relations.remove', { relationId: row?.id ?? 0, reason: '登记有误' })).error, 'forbidden')
    assert.equal((await server.call('platform', 'relations.remove', { relationId: row?.id ?? 0, reason: '登记有误' })).code, 1)
  })

  test('an exception for a related person needs the centre’s approval and ends on its last day', async () => {
    const employee = specials.related as DemoPerson
    const draft = await scenario.draft([{ person: employee, yuan: '150.00' }])
    assert.deepEqual(await issueCodesOf(draft.id), ['E210'])
    const [line] = await scenario.lines(draft.id)
    const request = { lineId: line?.id ?? 0, statement: '已离职，附离职证明', file }
    assert.equal((await server.call('centre', 'relations.request', request, atCentre)).error, 'forbidden')
    assert.equal((await server.call('unit2', 'relations.request', request)).error, 'lineUnknown')
    const secondBatch = await scenario.draft([{ person: personAt(5), yuan: '10.00' }])
    assert.equal(
      (await server.call('maker', 'relations.request', { ...request, lineId: (await scenario.lines(secondBatch.id))[0]?.id ?? 0 })).error,
      'notRelated',
    )
    const { id } = await server.must('maker', 'relations.request', request)
    assert.equal((await server.call('maker', 'relations.request', request)).error, 'openAlready')
    const pendingExceptions = (await server.must('auditor', 'tasks.waiting', {}, atCentre)).find((task) => task.kind === 'exceptions')
    assert.deepEqual([pendingExceptions?.count, pendingExceptions?.path], [1, '/datacheck/datacheck?exceptions=open'])
    assert.equal((await server.must('centre', 'relations.exceptions', {}, { centre: 5, mode: 2 })).count, 0)

    const decide = (isApproved: boolean, validTo?: string, who = 'auditor', at: { centre: number; mode: number } = atCentre) =>
      server.call(who, 'relations.decide', { exceptionId: id, isApproved, reason: '离职证明属实', ...(validTo && { validTo }) }, at)
    assert.equal((await server.call('maker', 'relations.decide', { exceptionId: id, isApproved: true, reason: '同意' })).error, 'forbidden')
    assert.equal((await decide(true, today(), 'centre', { centre: 5, mode: 2 })).error, 'exceptionUnknown')
    assert.equal((await decide(true)).error, 'badDay')
    assert.equal((await decide(true, shiftDay(today(), 400))).error, 'badDay')
    assert.equal((await decide(true, shiftDay(today(), 10))).code, 1)
    assert.equal((await decide(false)).error, 'decided')
    await revalidate()
    assert.deepEqual(await issueCodesOf(draft.id), [''])
    assert.equal((await server.must('maker', 'relations.exceptions', {})).rows[0]?.state, 'approved')
    assert.equal((await server.must('unit2', 'relations.exceptions', {})).count, 0)
    const messages = (await server.must('maker', 'messages.list', {})).rows.some((row) => row.kind === 'exceptionAllowed')
    assert.ok(messages)
    const paidBatch = await scenario.pay(await scenario.audit(await scenario.check(await scenario.submit(await scenario.get(draft.id)))))
    assert.equal(paidBatch.state, 'paying')
    await server.settle(2)
    server.advance(12 * 86_400_000)
    assert.deepEqual(await issueCodesOf((await scenario.draft([{ person: employee, yuan: '160.00' }])).id), ['E210'])
  })

  test('the list shows an exception as void, with reason and day, exactly when the unit cannot pay', async () => {
    const person = personAt(5)
    const validTo = shiftDay(today(), 10)
    const approveException = async () => {
      const draft = await scenario.draft([{ person, yuan: '100.00' }])
      const [line] = await scenario.lines(draft.id)
      const { id: exceptionId } = await server.must('maker', 'relations.request', { lineId: line?.id ?? 0, statement: '一次性劳务，附说明', file })
      await server.must('auditor', 'relations.decide', { exceptionId, isApproved: true, reason: '情况属实', validTo }, atCentre)
      server.advance(1000)
      return { exceptionId, lineId: line?.id ?? 0 }
    }
    const shown = async (exceptionId: number) => {
      const { rows } = await server.must('auditor', 'relations.exceptions', {}, atCentre)
      const row = rows.find(({ id }) => id === exceptionId) ?? assert.fail('not listed')
      const inState = async (state: 'approved' | 'void') =>
        (await server.must('auditor', 'relations.exceptions', { state }, atCentre)).rows.some(({ id }) => id === exceptionId)
      assert.deepEqual([await inState('approved'), await inState('void')], [row.state === 'approved', row.state === 'void'])
      return [row.state, row.voided?.reason, row.voided?.on]
    }
    const isBlocked = async (lineId: number) =>
      (
        await sql`select from payment_line line, app.payee_obstacles(line.month, line.id, ${server.running.kernel.clock.now()}) obstacle
          where line.id = ${lineId} and obstacle.code = 'E210'`.execute(server.running.kernel.database.kysely)
      ).rows.length > 0

    await addRelation(person)
    const first = await approveException()
    assert.deepEqual([await isBlocked(first.lineId), await shown(first.exceptionId)], [false, ['approved', undefined, undefined]])
    await endRelation((await relationOf(person)).id)
    assert.deepEqual(await shown(first.exceptionId), ['void', 'ended', today()])
    server.advance(1000)
    await addRelation(person)
    assert.deepEqual([await isBlocked(first.lineId), await shown(first.exceptionId)], [true, ['void', 'renewed', today()]])
    server.advance(1000)
    const second = await approveException()
    assert.deepEqual([await isBlocked(second.lineId), await shown(second.exceptionId)], [false, ['approved', undefined, undefined]])
    server.advance(10 * 86_400_000)
    assert.deepEqual([await isBlocked(second.lineId), (await shown(second.exceptionId))[0]], [false, 'approved'])
    server.advance(86_400_000)
    assert.deepEqual([await isBlocked(second.lineId), await shown(second.exceptionId)], [true, ['void', 'expired', shiftDay(validTo, 1)]])
    assert.equal((await shown(first.exceptionId))[1], 'renewed')
  })

  test('the current legal person of a unit is listed as its related person', async () => {
    const legalPersonInput = { name: '方立新', idNumber: idNumberFor('330106', '19800105', 901) }
    const unitInput = { bizKind: 'ordinary', industry: '软件', contactName: '方立新', contactMobile: '13900000011' } as const
    const create = (legalIdNumber: string) =>
      server.call('platform', 'units.create', {
        name: '方圆软件有限公司',
        creditCode: creditCodeFor('91', '330106', 770_011),
        legalPerson: legalPersonInput.name,
        legalIdNumber,
        ...unitInput,
        places: [{ centreId: 2, mode: 2, feePlanId: 1 }],
      })
    assert.equal((await create('330106198001050000')).error, 'legalIdNumber')
    const createdUnit = await create(legalPersonInput.idNumber.toLowerCase())
    assert.ok(createdUnit.data)
    const listRelatedPeople = async () =>
      (await server.must('platform', 'relations.list', { unitId: createdUnit.data.id })).rows.map((row) => `${row.name} ${row.relation}`)
    assert.deepEqual(await listRelatedPeople(), ['方立新 legal_person'])
    const nextIdNumber = idNumberFor('330106', '19850105', 902)
    await server.must('platform', 'units.update', {
      id: createdUnit.data.id,
      version: createdUnit.data.version,
      legalPerson: '周一鸣',
      legalIdNumber: nextIdNumber,
    })
    assert.deepEqual(await listRelatedPeople(), ['方立新 legal_person', '周一鸣 legal_person'])
  })
})
