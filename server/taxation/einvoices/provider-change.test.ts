import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { proveAs, setEinvoiceChannel } from '#/server/access/changes/testing.ts'
import { ordinaryPerson } from '#/server/money/lines/testing.ts'
import { atCentre, paymentScenario } from '#/server/money/payments/testing.ts'
import { whileLocked } from '#/server/tests/locks-testing.ts'
import { testServer } from '#/server/tests/testing.ts'

const skipEmbedded = process.env.TEST_DATABASE_URL === undefined && 'the embedded database runs one transaction at a time'

describe('issuing of invoices during a change of the provider', { skip: skipEmbedded }, () => {
  const server = testServer()
  const db = () => server.running.kernel.database.kysely

  before(async () => {
    await setEinvoiceChannel(server, { centreId: 2, version: 0, kind: 'sandbox', settings: {} })
  })

  /** Applies for an invoice of a new payment, and approves it. */
  const approvedApplication = async () => {
    await paymentScenario(server).createPaidBatch([{ person: ordinaryPerson(0), yuan: '9000.00' }])
    await server.settle(2)
    const { rows } = await sql<{ name: string; taxNo: string }>`select name, credit_code as "taxNo" from unit where id = 1`.execute(db())
    const title = await server.must('payer', 'titles.create', { ...(rows[0] ?? assert.fail()), email: 'fp@xinghe.cn' })
    const { places } = await server.must('payer', 'invoices.terms', {})
    const category = places.find((place) => place.centreId === 2)?.categories[0] ?? assert.fail()
    const request = { centreId: 2, basis: 'amount', amount: '10.00', titleId: title.id, kind: 'ordinary', category, email: 'fp@xinghe.cn' } as const
    const { id, version } = await server.must('payer', 'invoices.apply', request)
    return server.must('finance', 'invoices.review', { invoicingId: id, version, approve: true }, atCentre)
  }

  test('a change of provider is refused while an invoice is being ordered from the current one', async () => {
    const { id, version } = await approvedApplication()
    await proveAs(server, 'platform')
    const channel = await server.must('platform', 'einvoices.get', { centreId: 2 })
    const settings = { address: 'https://invoices.example.com/api', app: 'A1', secret: 'k'.repeat(40) }
    await server.must('platform', 'einvoices.set', { centreId: 2, version: channel.version, kind: 'http', settings, why: '更换服务商' })
    await proveAs(server, 'operation')
    const { rows } = await server.must('operation', 'changes.list', { isForMe: true })
    const changeId = rows[0]?.id ?? assert.fail('no change')
    const [ordered, decided] = await whileLocked(db(), sql`select from audit_chain where chain = 2 for update`, [
      () => server.call('finance', 'invoices.sendOrders', { invoicingId: id, version }, atCentre),
      () => server.call('operation', 'changes.decide', { changeId, isApproved: true }),
    ])
    assert.deepEqual([ordered.code, decided.error], [1, 'busy'])
  })
})
