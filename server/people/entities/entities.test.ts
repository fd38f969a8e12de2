import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { accountStatus } from '#/domain/base/codes.ts'
import { creditCodeFor } from '#/domain/base/identity.ts'
import { shiftDay } from '#/domain/base/period.ts'
import { textsOf } from '#/server/lib/spreadsheet/workbook-testing.ts'
import {
  cancelBusinessesOf,
  createBusinessInState,
  createOwner,
  entitySheet,
  receiptPicture,
  testPlace,
  today,
  unusedCreditCode,
} from '#/server/people/entities/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

describe('registration of a business', () => {
  const server = testServer()

  const db = () => server.running.kernel.database.kysely
  const vault = () => server.running.kernel.vault
  const stateOf = async (entityId: number) => (await server.must('centre', 'entities.get', { entityId }, testPlace)).state
  const sealedAccountOf = async (entityId: number) =>
    (await db().selectFrom('operator_entity').select('account_no_sealed').where('id', '=', entityId).executeTakeFirstOrThrow()).account_no_sealed

  test('registration runs from draft to operation with a receipt for each step in the history', async () => {
    const operatorId = await createOwner(server)
    const entity = await createBusinessInState(server, operatorId, 'operating')
    assert.equal(entity.state, 'operating')
    assert.deepEqual(
      entity.steps.map((step) => [step.move, step.to, step.papers.map((each) => each.kind).join()]),
      [
        ['enrol', 'operating', 'taxReceipt'],
        ['openAccount', 'tax', 'account'],
        ['license', 'bank', 'licence'],
        ['submit', 'registering', 'acceptance'],
        ['begin', 'editing', ''],
      ],
    )
    assert.equal(entity.licenceFileId, entity.steps[2]?.papers[0]?.fileId)
    assert.match(entity.accountNo, /^\*{4} \d{4}$/)
    assert.ok(entity.nextDue && entity.nextDue > today(server))
    const row = await sql<{ yztype: number }>`select yztype from operator where id = ${operatorId}`.execute(db())
    assert.equal(row.rows[0]?.yztype, 2, 'the operator has the data of the register')
    assert.doesNotMatch((await sealedAccountOf(entity.id)) ?? '', /^\d*$/, 'the account is sealed at rest')
  })

  test('only the bank account step can be skipped, with a reason', async () => {
    const entity = await createBusinessInState(server, await createOwner(server), 'bank')
    const target = { entityId: entity.id, version: entity.version }
    const enrolInput = { ...target, taxKind: 'small', levy: 'deemed', taxedOn: today(server), file: receiptPicture } as const
    assert.equal((await server.call('centre', 'entities.enrol', enrolInput, testPlace)).error, 'wrongState')
    const entityWithoutAccount = await server.must('centre', 'entities.skipAccount', { ...target, reason: '本人卡收款' }, testPlace)
    assert.equal(entityWithoutAccount.state, 'tax')
    assert.equal(
      (
        await server.call(
          'centre',
          'entities.license',
          {
            ...target,
            version: entityWithoutAccount.version,
            name: '青禾服务部',
            creditCode: unusedCreditCode(),
            licensedOn: today(server),
            file: receiptPicture,
          },
          testPlace,
        )
      ).error,
      'wrongState',
    )
  })

  test('a step needs a document, and an executable file is refused', async () => {
    const entity = await createBusinessInState(server, await createOwner(server), 'editing')
    const target = { entityId: entity.id, version: entity.version, name: '西湖区青禾软件服务部' }
    assert.equal((await server.call('centre', 'entities.submit', target as never, testPlace)).error, 'invalid_input')
    const badFile = { ...receiptPicture, bytes: Buffer.from('MZ this is a program') }
    assert.equal((await server.call('centre', 'entities.submit', { ...target, file: badFile }, testPlace)).code, 0)
    assert.equal(await stateOf(entity.id), 'editing')
  })

  test('invalid, used and company credit codes and future days are refused', async () => {
    const first = await createBusinessInState(server, await createOwner(server), 'bank')
    const entity = await createBusinessInState(server, await createOwner(server), 'registering')
    const validLicence = {
      entityId: entity.id,
      version: entity.version,
      name: '西湖区青禾软件服务部',
      creditCode: unusedCreditCode(),
      licensedOn: today(server),
      file: receiptPicture,
    }
    const licenceError = async (change: Partial<typeof validLicence>) =>
      (await server.call('centre', 'entities.license', { ...validLicence, ...change }, testPlace)).error
    assert.equal(await licenceError({ creditCode: validLicence.creditCode.slice(1) }), 'codeLength')
    assert.equal(await licenceError({ creditCode: `${validLicence.creditCode.slice(0, 17)}O` }), 'codeCharacters')
    assert.equal(
      await licenceError({ creditCode: `${validLicence.creditCode.slice(0, 17)}${validLicence.creditCode.endsWith('1') ? '2' : '1'}` }),
      'codeChecksum',
    )
    assert.equal(await licenceError({ creditCode: creditCodeFor('91', '330106', 5) }), 'codeForm')
    assert.equal(await licenceError({ creditCode: first.creditCode }), 'codeTaken')
    assert.equal(await licenceError({ licensedOn: shiftDay(today(server), 1) }), 'future')
    assert.equal(
      (await server.must('centre', 'entities.license', { ...validLicence, creditCode: validLicence.creditCode.toLowerCase() }, testPlace)).creditCode,
      validLicence.creditCode,
    )
  })

  test('the second of two concurrent steps is refused', async () => {
    const entity = await createBusinessInState(server, await createOwner(server), 'editing')
    const submitInput = { entityId: entity.id, version: entity.version, name: '西湖区青禾软件服务部', file: receiptPicture }
    const answers = await Promise.all([
      server.call('centre', 'entities.submit', submitInput, testPlace),
      server.call('platform', 'entities.submit', submitInput),
    ])
    assert.deepEqual(answers.map((answer) => answer.error ?? 'done').sort(), ['changed', 'done'])
    const { steps } = await server.must('centre', 'entities.get', { entityId: entity.id }, testPlace)
    assert.equal(steps.filter((step) => step.move === 'submit').length, 1)
  })

  test('a person has one business at a time, also after concurrent requests', async () => {
    const operatorId = await createOwner(server)
    const answers = await Promise.all(['centre', 'platform'].map((who) => server.call(who, 'entities.begin', { operatorId, ...entitySheet }, testPlace)))
    assert.deepEqual(answers.map((answer) => answer.error ?? 'done').sort(), ['done', 'hasLiving'])
    const { entities, mayBegin } = await server.must('centre', 'entities.ofOperator', { operatorId }, testPlace)
    assert.equal(entities.length, 1)
    assert.notEqual(mayBegin, '')
    const [entity] = entities
    assert.ok(entity)
    const abandonedEntity = await server.must('centre', 'entities.abandon', { entityId: entity.id, version: entity.version, reason: '本人不再办理' }, testPlace)
    assert.equal(abandonedEntity.state, 'cancelled')
    assert.equal((await createBusinessInState(server, operatorId, 'editing')).state, 'editing')
  })

  test('registration refuses several operators, equal names, and frozen or unverified owners', async () => {
    const operatorId = await createOwner(server)
    assert.equal((await server.call('centre', 'entities.begin', { operatorIds: [operatorId], ...entitySheet } as never, testPlace)).error, 'invalid_input')
    assert.equal((await server.call('centre', 'entities.begin', { operatorId, ...entitySheet, names: ['青禾', '青禾'] }, testPlace)).error, 'sameNames')
    await sql`update operator set status = ${accountStatus.frozen} where id = ${operatorId}`.execute(db())
    assert.equal((await server.call('centre', 'entities.begin', { operatorId, ...entitySheet }, testPlace)).error, 'notActive')
    await sql`update operator set status = ${accountStatus.active}, is_identity_verified = false where id = ${operatorId}`.execute(db())
    assert.equal((await server.call('centre', 'entities.begin', { operatorId, ...entitySheet }, testPlace)).error, 'notVerified')
  })

  test('other centres cannot find a business, and units and auditors cannot change it', async () => {
    const entity = await createBusinessInState(server, await createOwner(server), 'editing')
    const otherPlace = { centre: 5, mode: 2 }
    assert.equal((await server.call('centre', 'entities.get', { entityId: entity.id }, otherPlace)).error, 'notFound')
    assert.equal((await server.call('centre', 'entities.ofOperator', { operatorId: entity.operatorId }, otherPlace)).error, 'operatorNotFound')
    assert.equal((await server.call('unit1', 'entities.get', { entityId: entity.id })).error, 'notFound')
    assert.deepEqual((await server.must('unit1', 'entities.list', {})).rows, [])
    const abandonInput = { entityId: entity.id, version: entity.version, reason: '试一试' }
    assert.equal((await server.call('auditor', 'entities.abandon', abandonInput, testPlace)).error, 'forbidden')
    assert.equal((await server.call('unit1', 'entities.abandon', abandonInput)).error, 'forbidden')
    assert.equal((await server.call('centre', 'entities.abandon', abandonInput, otherPlace)).error, 'notFound')
    assert.equal(await stateOf(entity.id), 'editing')
  })

  test('a change of a business stores the previous values with the notice', async () => {
    const entity = await createBusinessInState(server, await createOwner(server), 'operating')
    const target = { entityId: entity.id, version: entity.version, reason: '扩大经营', file: receiptPicture }
    assert.equal((await server.call('centre', 'entities.change', { ...target, name: entity.name }, testPlace)).error, 'nothingChanged')
    const changedEntity = await server.must('centre', 'entities.change', { ...target, name: '西湖区云岫软件服务部', bizScope: '软件开发；平面设计' }, testPlace)
    assert.deepEqual(changedEntity.steps[0]?.facts, [
      { fact: 'name', before: '西湖区青禾软件服务部', after: '西湖区云岫软件服务部' },
      { fact: 'bizScope', before: entitySheet.bizScope, after: '软件开发；平面设计' },
    ])
    assert.equal(changedEntity.steps[0]?.papers[0]?.kind, 'change')
    assert.equal((await server.call('centre', 'entities.change', { ...target, name: '另一个名称' }, testPlace)).error, 'changed')
  })

  test('the list is paged by cursor and filtered, and its export shows only the end of accounts', async () => {
    const entity = await createBusinessInState(server, await createOwner(server), 'tax')
    const page = await server.must('centre', 'entities.list', { keyword: entity.creditCode }, testPlace)
    assert.deepEqual(
      page.rows.map((row) => row.id),
      [entity.id],
    )
    const seen: number[] = []
    let after: number | undefined
    do {
      const listPage = await server.must('centre', 'entities.list', { size: 7, ...(after !== undefined && { after }) }, testPlace)
      seen.push(...listPage.rows.map((row) => row.id))
      after = listPage.next ?? undefined
    } while (after !== undefined)
    assert.deepEqual(
      seen,
      [...new Set(seen)].sort((a, b) => b - a),
    )
    const { rows } = await server.must('centre', 'entities.list', { states: ['tax'] }, testPlace)
    assert.ok(rows.length > 0 && rows.every((row) => row.state === 'tax' && row.centreId === 2))
    const { fileId, count } = await server.must('centre', 'entities.export', { keyword: entity.creditCode }, testPlace)
    assert.equal(count, 1)
    const accountNo = vault().open('account_no', (await sealedAccountOf(entity.id)) ?? '')
    const exportedTexts = await textsOf(await server.running.kernel.store.read(fileId))
    assert.ok(exportedTexts.includes(entity.creditCode) && exportedTexts.includes(`**** ${accountNo.slice(-4)}`))
    assert.ok(accountNo.length >= 16 && !exportedTexts.includes(accountNo.slice(0, -4)))
  })

  test('keywords match name prefixes and full numbers literally, in list, calendar and workbook', async () => {
    const operatorId = await createOwner(server)
    const { id, creditCode } = await createBusinessInState(server, operatorId, 'operating')
    await sql`update operator set name = '令狐九', code = 'YZLHJ' where id = ${operatorId}`.execute(db())
    await sql`update operator_entity set name = '南塘%九_记' where id = ${id}`.execute(db())
    const search = async (keyword: string) => {
      const { rows } = await server.must('centre', 'entities.list', { keyword }, testPlace)
      const duties = await server.must('centre', 'entities.calendar', { keyword }, testPlace)
      const { count } = await server.must('centre', 'entities.export', { keyword }, testPlace)
      assert.deepEqual([rows.length > 0, count], [duties.rows.length > 0, rows.length], keyword)
      return rows.map((row) => row.id)
    }
    for (const keyword of ['南塘', '南塘%九_', '令狐', '令狐九', 'yzlhj', creditCode]) assert.deepEqual(await search(keyword), [id], keyword)
    for (const keyword of ['塘', '南塘_', '%', '狐九', 'YZLH', creditCode.slice(0, 10)]) assert.deepEqual(await search(keyword), [], keyword)
    assert.deepEqual((await server.must('centre', 'entities.list', { keyword: '令狐' }, { centre: 5, mode: 2 })).rows, [])
  })

  test('operators see the progress of their own business and are notified', async () => {
    await cancelBusinessesOf(server, 1001)
    const entity = await createBusinessInState(server, 1001, 'bank')
    const [mine] = await server.must('operator', 'entities.mine', {})
    assert.deepEqual([mine?.id, mine?.state, mine?.steps.length], [entity.id, 'bank', 3])
    assert.ok(Object.values(mine?.may ?? {}).every((why) => why !== ''))
    const fileId = mine?.steps[0]?.papers[0]?.fileId
    assert.ok(fileId)
    await server.must('operator', 'files.link', { fileId })
    const messages = await server.must('operator', 'messages.list', {})
    assert.ok(messages.rows.some((message) => message.kind === 'entityMoved' && message.values.state === 'bank'))
    assert.deepEqual(await server.must('centre', 'entities.mine', {}, testPlace), [])
  })
})
