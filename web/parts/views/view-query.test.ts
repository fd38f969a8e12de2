import assert from 'node:assert/strict'
import { test } from 'node:test'
import { conditionsOf, withView } from './view-query.ts'

test('a saved view has the tab and filters, without page, size, open drawer or search text', () => {
  const address = new URLSearchParams('tab=auditing&page=3&at=a12&open=7&keyword=110101199001011237&states=paid%2Cfailed&size=50')
  assert.equal(conditionsOf(address), 'states=paid%2Cfailed&tab=auditing')
  assert.equal(conditionsOf(new URLSearchParams('page=2')), '')
  assert.equal(withView(address, 'short=yes').toString(), 'short=yes&size=50')
  assert.equal(conditionsOf(withView(address, conditionsOf(address))), conditionsOf(address))
})
