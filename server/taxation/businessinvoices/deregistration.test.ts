import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { checkInvariants } from '#/server/app/invariants.ts'
import { receiptPicture } from '#/server/people/entities/testing.ts'
import { businessDesk, modeOnePlace } from '#/server/taxation/businessinvoices/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

describe('invoices of a business that is deregistered', () => {
  let server: TestServer
  let desk: Awaited<ReturnType<typeof businessDesk>>
  const db = () => server.running.kernel.database.kysely
  const blockers = async (entityId: number) => {
    const { blockers } = await server.must('centre', 'entities.get', { entityId }, modeOnePlace)
    return blockers.map(({ kind }) => kind)
  }
  const beginCancel = async (entityId: number) => {
    const { version } = await server.must('centre', 'entities.get', { entityId }, modeOnePlace)
    return server.call('centre', 'entities.beginCancel', { entityId, version, reason: '本人申请注销', file: receiptPicture }, modeOnePlace)
  }
  const settleObligations = (entityId: number) =>
    sql`update entity_obligation set state = 'void', remind_on = null where entity_id = ${entityId} and state in ('open', 'overdue')`.execute(db())

  before(async () => {
    server = await startTestServer()
    desk = await businessDesk(server)
  })
  after(async () => {
    try {
      assert.deepEqual(await checkInvariants(db()), [])
    } finally {
      await server.close()
    }
  })

  test('a business under deregistration authorises and issues the invoices of its earlier payments', async () => {
    const entityId = await desk.entityOf(1)
    const batch = await desk.pay([[1, '1000.00']])
    // A deregistration that began before open invoices blocked it.
    await sql`update operator_entity set state = 'cancelling' where id = ${entityId}`.execute(db())
    await desk.authorise(entityId)
    const [application = assert.fail()] = await desk.generate(batch.id)
    assert.equal((await desk.issue(await desk.approve(application))).state, 'issued')
  })

  test('a business is not deregistered before its payments are invoiced and returned ones reversed', async () => {
    const entityId = await desk.entityOf(2)
    await settleObligations(entityId)
    assert.deepEqual(await blockers(entityId), [])
    const batch = await desk.pay([[2, '1000.00']])
    const refusedCancel = await beginCancel(entityId)
    assert.equal(refusedCancel.error, 'blocked')
    assert.match(refusedCancel.message, /1 笔付款尚未开票/)
    await desk.authorise(entityId)
    const [application = assert.fail()] = await desk.generate(batch.id)
    assert.deepEqual(await blockers(entityId), ['openInvoices'])
    const issuedApplication = await desk.issue(await desk.approve(application))
    assert.deepEqual(await blockers(entityId), [])
    await desk.bounce(batch.lines[0]?.id ?? 0)
    assert.deepEqual(await blockers(entityId), ['redDue'])
    assert.equal((await beginCancel(entityId)).error, 'blocked')
    await desk.reverse(issuedApplication)
    assert.equal((await beginCancel(entityId)).data?.state, 'cancelling')
  })
})
