import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { einvoiceKindNames, einvoiceKinds } from '#/domain/taxation/einvoice.ts'
import { openEinvoice } from '#/server/taxation/einvoices/channels.ts'
import { testServer } from '#/server/tests/testing.ts'

describe('sandbox channels', () => {
  const server = testServer()

  test('outside the demo a sandbox channel cannot be opened', () => {
    for (const kind of einvoiceKindNames.filter((name) => einvoiceKinds[name].isSandbox)) {
      const { vault } = server.running.kernel
      const productionEnvironment = { vault, isDemo: false, ownNetworks: [], real: () => new Date(), day: '2026-01-01', onExchange: () => undefined }
      assert.throws(() => openEinvoice(productionEnvironment, { centre_id: 1, kind, settings_sealed: '' }), /not a demo/)
    }
  })
})
