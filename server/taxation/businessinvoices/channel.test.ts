import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { setEinvoiceChannel } from '#/server/access/changes/testing.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { businessDesk, modeOnePlace } from '#/server/taxation/businessinvoices/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'
import { type EinvoiceSimulator, startSimulator } from '#/tools/einvoice-simulator/simulator.ts'

const credentials = { app: 'simulator', secret: 'simulator-secret-0001' }

describe('invoices of a business through an issuing channel', () => {
  let server: TestServer
  let officeSimulator: EinvoiceSimulator
  let desk: Awaited<ReturnType<typeof businessDesk>>
  const db = () => server.running.kernel.database.kysely

  before(async () => {
    server = await startTestServer({ env: { OUTBOUND_INTERNAL: '127.0.0.1' } })
    officeSimulator = await startSimulator({ port: 0, ...credentials, quota: 0, clock: () => server.running.kernel.clock.now().getTime() })
    desk = await businessDesk(server)
    await setEinvoiceChannel(server, { centreId: 2, version: 0, kind: 'http', settings: { address: officeSimulator.address, ...credentials } })
  })
  after(async () => {
    try {
      assert.deepEqual(await checkInvariants(db()), [])
    } finally {
      await officeSimulator.close()
      await server.close()
    }
  })

  test('an invoice of a business shows no bank account of the centre and needs none of its quota', async () => {
    await sql`update centre set invoice_bank = '中心银行', invoice_account_no = '1100 0001' where id = 2`.execute(db())
    await desk.authorise(await desk.entityOf(1))
    const { id: batchId } = await desk.pay([[1, '1000.00']])
    const [business = assert.fail()] = await desk.generate(batchId)
    const { rows } = await server.must('finance', 'businessinvoices.list', { size: 50 }, modeOnePlace)
    const fee = await desk.get(rows.find(({ issuer, state }) => issuer === 'centre' && state === 'pending')?.id ?? assert.fail())
    const send = async (row: typeof business) => server.call('finance', 'invoices.sendOrders', desk.target(await desk.approve(row)), modeOnePlace)
    assert.equal((await send(fee)).error, 'quotaShort')
    assert.equal((await send(business)).code, 1)
    officeSimulator.office.setQuota(10_000_000)
    await server.job('invoices.orders', {})
    assert.equal((await desk.get(business.id)).state, 'issued')
    assert.equal((await server.call('finance', 'invoices.sendOrders', desk.target(await desk.get(fee.id)), modeOnePlace)).code, 1)
    await server.job('invoices.orders', {})
    const sellers = officeSimulator.seen('/einvoice/issue').map(({ seller }) => seller as { taxNo: string; bank: string; accountNo: string })
    assert.deepEqual(
      sellers.map(({ bank, accountNo }) => [bank, accountNo]),
      [
        ['', ''],
        ['中心银行', '1100 0001'],
      ],
    )
    assert.notEqual(sellers[0]?.taxNo, sellers[1]?.taxNo)
  })
})
