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
/** Statements that lock with `for share`, with the reason why changes of the row must wait. */
const shareLockReasons: Readonly<Record<string, string>> = {
  'server/agreements/orders/store-fragments.ts': 'an order is not paused or ended while a batch begins or moves',
  'server/money/payments/store-terms.ts': 'a channel stays active while a batch begins or moves',
  'server/money/reconciliation/answers.ts': 'a difference is not decided again while the ledger reads it',
  'server/money/reconciliation/store-files.ts': 'a day is not closed while rows are added to it',
}

/** Statements that lock with `for key share`: the reason, and the files whose `for update` waits for them. */
const keyShareLocks: Readonly<Record<string, { readonly reason: string; readonly waiting: readonly string[] }>> = {
  'server/money/payouts/dispatch/store-claim.ts': {
    reason: 'a batch is not halted while its lines are claimed',
    waiting: ['server/money/payments/store.ts', 'server/money/lines/store.ts'],
  },
  'server/organisations/units/store.ts': {
    reason: 'a unit or centre is not closed while work begins',
    waiting: ['server/organisations/units/store.ts', 'server/organisations/centres/store.ts'],
  },
  'server/organisations/units/store-creation.ts': {
    reason: 'a centre is not disabled while it gets a unit',
    waiting: ['server/organisations/centres/store.ts'],
  },
  'server/taxation/einvoices/store.ts': { reason: 'a provider does not change while an order is added', waiting: ['server/taxation/einvoices/store.ts'] },
}

/** Functions of the schema by their lock, with the reason. */
const lockingFunctions: Readonly<Record<'update' | 'share' | 'keyShare', Readonly<Record<string, string>>>> = {
  update: { audit_append: 'no row refers to the head of a chain', undo_merge: 'no row refers to a merge' },
  share: { use_lines: 'a payment does not return while it is invoiced' },
  keyShare: {},
}

/** The spellings of a lock in SQL and in Kysely. `for no key update` is the default and needs no reason. */
const lockPatterns = {
  update: /\bfor\s+update\b|\.forUpdate\(/i,
  share: /\bfor\s+share\b|\.forShare\(/i,
  keyShare: /\bfor\s+key\s+share\b|\.forKeyShare\(/i,
} as const

/** Removes comments that begin a line. A comment marker in a string, as in an address, stays. */
function withoutComments(text: string): string {
  return text.replace(/^\s*(?:\/\*[\s\S]*?\*\/|\/\/.*)/gm, '')
}

function serverFilesWith(pattern: RegExp): string[] {
  const serverSources = programSources.filter(({ path }) => path.startsWith('server/'))
  return serverSources.filter(({ text }) => pattern.test(withoutComments(text))).map(({ path }) => path)
}

test('only the listed files of the server lock with `for update`', () => {
  assert.deepEqual(serverFilesWith(lockPatterns.update).sort(), Object.keys(strongLockReasons).sort())
})

test('only the listed files of the server lock with `for share`', () => {
  assert.deepEqual(serverFilesWith(lockPatterns.share).sort(), Object.keys(shareLockReasons).sort())
})

test('only the listed files of the server lock with `for key share`', () => {
  assert.deepEqual(serverFilesWith(lockPatterns.keyShare).sort(), Object.keys(keyShareLocks).sort())
})

test('each lock `for key share` names a listed `for update` that waits for it', () => {
  for (const [path, { waiting }] of Object.entries(keyShareLocks))
    assert.deepEqual(
      waiting.filter((each) => !(each in strongLockReasons)),
      [],
      path,
    )
})

test('a statement spells its lock in one piece', () => {
  const statementFiles = programSources.filter(({ path }) => /^server\/.*\/store[^/]*\.ts$/.test(path))
  const splitLock = /\bfor\s+(?:no\s+)?(?:key\s+)?\$\{/i
  assert.deepEqual(
    statementFiles.filter(({ text }) => splitLock.test(withoutComments(text))).map(({ path }) => path),
    [],
  )
})

test('the rule sees a lock in every spelling', () => {
  const spellings = ['sql`for update of line`', "sql.raw('for update')", 'where id = 1 for\n  update`', 'FOR UPDATE SKIP LOCKED', 'query.forUpdate()']
  for (const spelling of spellings) assert.match(withoutComments(spelling), lockPatterns.update)
  assert.doesNotMatch(withoutComments('sql`for no key update`'), lockPatterns.update)
  assert.doesNotMatch(withoutComments('/** Waits for update. */\n// for update'), lockPatterns.update)
})

for (const [lock, pattern] of Object.entries(lockPatterns))
  test(`only the listed functions of the schema take the lock ${lock}`, () => {
    const functionsWithLock = schemaStatements().flatMap(({ text }) => {
      const name = /^create function app\.(\w+)/.exec(text)?.[1]
      return name && pattern.test(text.replace(/--.*/g, '')) ? [name] : []
    })
    assert.deepEqual(functionsWithLock.sort(), Object.keys(lockingFunctions[lock as keyof typeof lockPatterns]).sort())
  })
