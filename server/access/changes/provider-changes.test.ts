import assert from 'node:assert/strict'
import { test } from 'node:test'
import { channelKinds } from '#/domain/organisations/payout-channel.ts'
import { einvoiceKinds } from '#/domain/taxation/einvoice.ts'
import { changesProvider } from '#/server/access/changes/provider-changes.ts'

test('a new kind, address or account changes the provider, but a new key or limit does not', () => {
  const providerFields = (fields: object) => Object.keys(fields).filter((key) => changesProvider([{ field: `settings.${key}` }]))
  assert.deepEqual(providerFields(channelKinds.http.fields), ['address', 'merchantNo', 'payerAccount'])
  assert.deepEqual(providerFields(einvoiceKinds.http.fields), ['address', 'app'])
  assert.deepEqual([[{ field: 'kind' }], [{ field: 'dailyLimit' }, { field: 'isActive' }], []].map(changesProvider), [true, false, false])
})
