import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { drawWorld } from '#/demo/world.ts'
import { accountStatus } from '#/domain/base/codes.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { lastDigitsOf, pdfsig, runQueuedJobs, signAll, ticketFromOutbox } from '#/server/agreements/signing/testing.ts'
import { fullChecklist, paymentScenario } from '#/server/money/payments/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

const modeOnePlace = { centre: 2, mode: 1 } as const
const owners = drawWorld('small').people.filter(
  (person) =>
    person.entity !== null && person.unitIds.length === 1 && person.unitIds[0] === 1 && person.centreId === 2 && person.status === accountStatus.active,
)
const kind = 'business_contract' as const

describe('contracts between a unit and an operator’s business', () => {
  const server = testServer()
  const db = () => server.running.kernel.database.kysely
  const today = () => dayOf(server.running.kernel.clock.now())
  beforeEach(async () => {
    await db().deleteFrom('throttle').where('subject', 'like', 'sign-%').execute()
    await sql`update contract set sign_state = 'terminated' where kind = 'business_contract' and unit_id = 1 and sign_state in ('done', 'terminating')`.execute(
      db(),
    )
    await sql`update contract set sign_state = 'revoked' where kind = 'business_contract' and unit_id = 1 and sign_state in ('draft', 'signing')`.execute(db())
  })

  const owner = (index = 0) => {
    const person = owners[index]
    assert.ok(person?.entity)
    return { ...person, entity: person.entity }
  }
  const draw = async (who: string, change: object = {}) => {
    const { templates } = await server.must(who, 'contracts.choices', {}, modeOnePlace)
    const templateId = templates.find((template) => template.kind === kind)?.id ?? 0
    const terms = { templateId, centreId: 2, mode: 1 as const, unitId: 1, operatorId: owner().id, from: today(), to: shiftDay(today(), 364) }
    return server.call(who, 'contracts.create', { ...terms, ...change }, modeOnePlace)
  }
  const drawContract = async (change: object = {}) => {
    const { data } = await draw('unit1', change)
    assert.ok(data)
    return data
  }
  /** Signs for the owner through the link in the text message, and seals the contract. */
  const sign = async (contractId: number, operatorId: number) => {
    await runQueuedJobs(server, 'contracts.tell', 'contracts.text')
    const { openTaskId } = await server.must('unit1', 'contracts.get', { id: contractId })
    const ticket = await ticketFromOutbox(server, openTaskId ?? 0)
    await signAll(server, ticket, await lastDigitsOf(server, operatorId), openTaskId ?? 0)
  }
  const drawSignedContract = async (change: object = {}) => {
    const { id, version } = await drawContract(change)
    await server.must('unit1', 'contracts.send', { id, version })
    await sign(id, owner().id)
    return server.must('unit1', 'contracts.get', { id })
  }
  const auditInModeOne = ({ id, version }: { id: number; version: number }) =>
    server.must('auditor', 'payments.audit', { id, version, approve: true, checklist: fullChecklist }, modeOnePlace)
  /** Adds a payment to the business and returns its document and limit errors. */
  const paymentIssues = async (yuan = '100.00') => {
    const { name, idNumber, mobile, bankName, cardNo, entity } = owner()
    const batch = await server.must('maker', 'payments.create', { orderId: 11 })
    const row = { name, idNumber, mobile, bankName, cardNo, amountText: yuan, entityName: entity.name, entityCreditCode: entity.creditCode }
    await server.must('maker', 'lines.add', { batchId: batch.id, rows: [row] })
    const { rows } = await server.must('maker', 'lines.list', { batchId: batch.id })
    const issueTexts = (rows[0]?.issues ?? [])
      .filter(({ code }) => code === 'E206' || code === 'E302')
      .map(({ code, values }) => `${code} ${values.problem ?? values.scope}`)
    return { said: issueTexts, batchId: batch.id }
  }

  test('after the owner’s signature and the unit’s seal the business can be paid', async () => {
    assert.deepEqual((await paymentIssues()).said, ['E206 businessNone'])
    const contract = await drawSignedContract()
    assert.equal(contract.state, 'done')
    const { entity, name } = owner()
    assert.deepEqual(
      contract.parties.map((party) => [party.party, party.type, party.name]),
      [
        ['a', 'unit', contract.parties[0]?.name],
        ['b', 'business', entity.name],
      ],
    )
    assert.deepEqual(
      contract.tasks.map((task) => [task.way, task.party, task.name, task.state]),
      [
        ['hand', 'b', name, 'signed'],
        ['seal', 'a', contract.parties[0]?.name, 'signed'],
      ],
    )
    assert.ok(contract.tasks[1]?.evidence.sentBy, 'the person of the unit who approved the seal')
    const { fileId } = await server.must('unit1', 'contracts.pdf', { id: contract.id })
    assert.equal(pdfsig(await server.running.kernel.store.read(fileId)).match(/Signature is Valid/g)?.length, 2)
    assert.deepEqual((await paymentIssues()).said, [])
  })

  test('an expired contract blocks payments to the business until a renewal is signed', async () => {
    const contract = await drawSignedContract({ from: shiftDay(today(), -20), to: shiftDay(today(), -1) })
    assert.equal(contract.effect, 'over')
    assert.deepEqual((await paymentIssues()).said, ['E206 businessExpired'])
    const renewedContract = await server.must('unit1', 'contracts.renew', {
      id: contract.id,
      version: contract.version,
      from: today(),
      to: shiftDay(today(), 30),
    })
    await server.must('unit1', 'contracts.send', { id: renewedContract.id, version: renewedContract.version })
    await sign(renewedContract.id, owner().id)
    assert.deepEqual((await paymentIssues()).said, [])
  })

  test('payments count against the contract’s limit', async () => {
    const contract = await drawSignedContract({ cap: '150.00' })
    assert.deepEqual((await paymentIssues('150.00')).said, [])
    assert.deepEqual((await paymentIssues('150.01')).said, ['E302 contract'])
    assert.equal(contract.used, 0)
    const firstBatch = await paymentIssues('100.00')
    const scenario = paymentScenario(server)
    await scenario.pay(
      await auditInModeOne(await scenario.check(await scenario.submit(await server.must('maker', 'payments.get', { id: firstBatch.batchId })))),
    )
    assert.equal((await server.must('unit1', 'contracts.get', { id: contract.id })).used, 10_000)
    assert.deepEqual((await paymentIssues('50.01')).said, ['E302 contract'])
    assert.deepEqual((await paymentIssues('50.00')).said, [])
  })

  test('no contract is required before the centre’s start day', async () => {
    await sql`update centre set business_contracts_from = ${shiftDay(today(), 1)} where id = 2`.execute(db())
    assert.deepEqual((await paymentIssues()).said, [])
    await sql`update centre set business_contracts_from = ${today()} where id = 2`.execute(db())
    assert.deepEqual((await paymentIssues()).said, ['E206 businessNone'])
  })

  test('only the unit can send the contract, once, and only to a business that it works with', async () => {
    const { data } = await draw('centre')
    assert.ok(data)
    assert.match(data.may.send, /单位/)
    assert.equal((await server.call('centre', 'contracts.send', { id: data.id, version: data.version }, modeOnePlace)).error, 'unitSends')
    assert.equal((await draw('unit1', { mode: 2 })).error, 'noTemplate')
    const foreignOwner = drawWorld('small').people.find((each) => each.entity !== null && !each.unitIds.includes(1) && each.centreId === 2)
    assert.equal((await draw('centre', { operatorId: foreignOwner?.id })).error, 'notTogether')
    const person = drawWorld('small').people.find((each) => each.entity === null && each.unitIds.includes(1) && each.centreId === 2)
    assert.equal((await draw('unit1', { operatorId: person?.id })).error, 'noBusiness')
    await server.must('unit1', 'contracts.send', { id: data.id, version: data.version })
    assert.equal((await draw('unit1')).error, 'underway')
    await sign(data.id, owner().id)
    assert.equal((await draw('unit1')).error, 'businessHeld')
  })

  test('only a unit can send contracts in bulk, and businesses with a contract are skipped', async () => {
    await drawSignedContract()
    const people = [owner(0).id, owner(1).id, owner(2).id]
    const bulkRequest = { kinds: [kind], centreId: 2, mode: 1 as const, operatorIds: people }
    assert.equal((await server.call('centre', 'contracts.startMany', bulkRequest, modeOnePlace)).error, 'unitSends')
    assert.equal((await server.call('unit1', 'contracts.startMany', { ...bulkRequest, mode: 2 })).error, 'businessMode')
    const subjectsWithoutContract = await server.must('unit1', 'contracts.subjects', { type: 'business', centreId: 2, isMissing: true })
    assert.ok(
      !subjectsWithoutContract.some((row) => row.id === people[0]) &&
        subjectsWithoutContract.some((row) => row.id === people[1] && row.name === owner(1).entity.name),
    )
    const bulkAnswer = await server.must('unit1', 'contracts.startMany', bulkRequest)
    await runQueuedJobs(server, 'contracts.startMany')
    const { rows } = await server.must('unit1', 'contracts.list', { kinds: [kind], states: ['signing'] })
    assert.equal(bulkAnswer.count, 3)
    assert.deepEqual(
      new Set(rows.map((row) => row.parties.find((party) => party.type === 'business')?.name)),
      new Set([owner(1).entity.name, owner(2).entity.name]),
    )
  })

  test('a paper contract takes effect once a second person has checked it', async () => {
    const file = { filename: '合同.pdf', mediaType: 'application/pdf', bytes: pdfPage('paper') }
    const terms = {
      kind,
      name: '业务服务合同',
      centreId: 2,
      mode: 1 as const,
      unitId: 1,
      operatorId: owner().id,
      from: today(),
      to: shiftDay(today(), 30),
      file,
    }
    const paper = await server.must('centre', 'contracts.uploadPaper', terms, modeOnePlace)
    assert.deepEqual((await paymentIssues()).said, ['E206 businessNone'])
    await server.must('auditor', 'contracts.check', { id: paper.id, version: paper.version, isSame: true }, modeOnePlace)
    assert.deepEqual((await paymentIssues()).said, [])
  })

  test('a termination signed by both parties blocks payments to the business', async () => {
    const { id, version } = await drawSignedContract()
    await server.must('unit1', 'contracts.terminate', { id, version, reason: '合作结束' })
    await runQueuedJobs(server, 'contracts.tell', 'contracts.text')
    const terminationContract = (await server.must('unit1', 'contracts.list', { kinds: ['termination'], states: ['signing'] })).rows[0]
    assert.ok(terminationContract)
    assert.deepEqual((await paymentIssues()).said, [], 'it holds until both have signed')
    const { tasks } = await server.must('unit1', 'contracts.get', { id: terminationContract.id })
    assert.deepEqual(
      tasks.map((task) => task.way),
      ['hand', 'hand'],
    )
    for (let round = 0; round < 2; round++) {
      const row = await server.must('unit1', 'contracts.get', { id: terminationContract.id })
      const taskId = row.openTaskId ?? 0
      const isOwner = row.tasks.find((task) => task.id === taskId)?.name === owner().name
      const code = (await db().selectFrom('unit').select('credit_code').where('id', '=', 1).executeTakeFirstOrThrow()).credit_code
      await signAll(server, await ticketFromOutbox(server, taskId), isOwner ? await lastDigitsOf(server, owner().id) : code.slice(-4), taskId)
    }
    assert.equal((await server.must('unit1', 'contracts.get', { id })).state, 'terminated')
    assert.deepEqual((await paymentIssues()).said, ['E206 businessNone'])
  })
})
