import assert from 'node:assert/strict'
import { test } from 'node:test'
import { schemaStatements } from '#/tools/schema-files.ts'
import { programSources } from '#/tools/sources.ts'

// A lock with `for update` blocks every insert of a row that refers to the locked row. A lock with `for no key update`
// excludes other lockers without blocking such inserts (decision 0096).

/** Statements that lock with `for update`, with the reason why inserts must wait. */
const strongLockReasons: Readonly<Record<string, string>> = {
  'server/desk/closings/store.ts': 'a closing account gets no new order, line or contract',
  'server/desk/retention/store.ts': 'the rows are deleted',
  'server/money/collections/store-received.ts': 'a line gets one objection at a time',
  'server/money/lines/store.ts': 'a batch gets no line or deed while it is changed',
  'server/money/payments/store.ts': 'a batch gets no line or deed while it is changed',
  'server/money/payouts/dispatch/store-claim.ts': 'a line gets no attempt or exception while it is sent',
  'server/money/payouts/exceptions/store-desk.ts': 'an exception is decided before its line gets another attempt',
  'server/money/payouts/exceptions/store-exceptions.ts': 'an exception is decided before its line gets another attempt',
  'server/money/payouts/manual/store-offline.ts': 'a line gets no attempt while its result is entered',
  'server/money/payouts/dispatch/store-reroute.ts': 'a line gets no attempt while it changes its channel',
  'server/money/payouts/store-tallies.ts': 'a batch gets no line while it is counted',
  'server/money/payouts/unfinished.ts': 'a channel gets no order while its provider changes',
  'server/taxation/einvoices/store.ts': 'a channel gets no order while its provider changes',
  'server/organisations/centres/store.ts': 'a centre gets no work while it is closed',
  'server/organisations/units/store.ts': 'a unit gets no work while it is closed',
  'server/money/payouts/store.ts': 'a line gets no attempt or exception while its result is applied',
}
/** Functions of the schema that lock with `for update`, with the reason. */
const strongFunctions: Readonly<Record<string, string>> = {
  audit_append: 'no row refers to the head of a chain',
  undo_merge: 'no row refers to a merge',
}

test('only the listed files of the server lock with `for update`', () => {
  const strongLockPattern = /(?<!`)\bfor update\b|\.forUpdate\(/
  const strongLocks = programSources.filter(({ path, text }) => path.startsWith('server/') && strongLockPattern.test(text)).map(({ path }) => path)
  assert.deepEqual(strongLocks.sort(), Object.keys(strongLockReasons).sort())
})

test('only the listed functions of the schema lock with `for update`', () => {
  const statementsWithLock = schemaStatements().flatMap(({ text }) => {
    const name = /^create function app\.(\w+)/.exec(text)?.[1]
    return name && /\bfor update;?$/m.test(text) ? [name] : []
  })
  assert.deepEqual(statementsWithLock.sort(), Object.keys(strongFunctions).sort())
})
