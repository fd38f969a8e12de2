import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { einvoiceKindNames, einvoiceKinds } from '#/domain/taxation/einvoice.ts'
import { openEinvoice } from '#/server/taxation/einvoices/channels.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

describe('sandbox channels', () => {
  let server: TestServer
  before(async () => {
    server = await startTestServer()
  })
  after(() => server.close())

  test('outside the demo a sandbox channel cannot be opened', () => {
    for (const kind of einvoiceKindNames.filter((name) => einvoiceKinds[name].isSandbox)) {
      const { vault } = server.running.kernel
      const productionEnvironment = { vault, isDemo: false, ownNetworks: [], real: () => new Date(), day: '2026-01-01', onExchange: () => undefined }
      assert.throws(() => openEinvoice(productionEnvironment, { centre_id: 1, kind, settings_sealed: '' }), /not a demo/)
    }
  })
})
