import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { loadBase } from '#/db/base/load.ts'
import { roles } from '#/db/base/roles.ts'
import { demoAccounts, demoPaymentPassword } from '#/demo/accounts.ts'
import { demoPeople, loadDemo } from '#/demo/load.ts'
import { fullChecklist } from '#/demo/record.ts'
import { drawWorld } from '#/demo/world.ts'
import { creditCodeProblem, isMobile, passesLuhn, readIdNumber } from '#/domain/base/identity.ts'
import { dayOf, monthOf, monthStart, shiftDay, shiftMonth } from '#/domain/base/period.ts'
import { answers } from '#/server/app/answers.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { unfinishedCounters } from '#/server/app/unfinished.ts'
import { openGateways } from '#/server/desk/gateways/public.ts'
import { noCommitRecord } from '#/server/kernel/archive/commit-record.ts'
import { migrate } from '#/server/kernel/archive/migrate.ts'
import { readSettings } from '#/server/kernel/installation/settings.ts'
import { startClock } from '#/server/lib/clock.ts'
import { openDatabase } from '#/server/lib/database/database.ts'
import { asOwner } from '#/server/lib/database/transaction.ts'
import { readKeys, secretsWith } from '#/server/lib/vault/secrets.ts'
import { signerWith } from '#/server/lib/vault/statements.ts'
import { vaultWith } from '#/server/lib/vault/vault.ts'
import { openCourier } from '#/server/services/messages/public.ts'
import { testServer } from '#/server/tests/testing.ts'

const states = ['draft', 'fixing', 'ready', 'checking', 'auditing', 'payable', 'paying', 'paid', 'partial', 'failed', 'closed', 'cancelled']

describe('the demo', () => {
  const server = testServer({ demoSize: 'full' })
  const db = () => server.running.kernel.database.kysely
  const batchesIn = async (state: string) =>
    (await db().selectFrom('payment_batch').select(['id', 'no', 'version', 'unit_id', 'centre_id']).where('state', '=', state).orderBy('id').execute()) ?? []

  test('the demo passes every invariant and has a batch in every state', async () => {
    assert.deepEqual(await checkInvariants(db()), [])
    const rows = await db().selectFrom('payment_batch').select('state').distinct().execute()
    assert.deepEqual(rows.map((row) => row.state).sort(), [...states].sort())
  })

  test('the demo has three centres, twelve units, over 400 people and a year of payments', async () => {
    const { centres, units, people } = drawWorld('full')
    assert.deepEqual([centres.length, units.length], [3, 12])
    assert.ok(people.length > 400)
    const { months } = await server.must('platform', 'dashboard.figures', {})
    assert.equal(months.filter((month) => month.amount > 0).length >= 11, true)
  })

  test('the demo has invoices of nearly every unit and month in both modes, and red invoices', async () => {
    const { now } = server.running.kernel.clock
    const { units } = drawWorld('full')
    const unitCountIn = (mode: number) => units.filter(({ settings }) => settings.some((setting) => setting.mode === mode)).length
    for (const monthsAgo of Array.from({ length: 11 }, (_, index) => index + 1)) {
      const pastMonth = shiftMonth(monthOf(now()), -monthsAgo)
      const query = { from: monthStart(pastMonth), to: shiftDay(monthStart(shiftMonth(pastMonth, 1)), -1), states: ['issued' as const], size: 200 as const }
      const lists = { 2: await server.must('platform', 'invoices.list', query), 1: await server.must('platform', 'businessinvoices.list', query) }
      // Recent invoices may still be open. One unit is invoiced quarterly, and another started in mode 1 a month later.
      const isOpen = dayOf(now()) < shiftDay(query.from, 27 + 17)
      for (const [mode, { rows, count }] of Object.entries(lists)) {
        assert.equal(rows.length, count, 'a page holds the month')
        assert.ok(new Set(rows.map((row) => row.unitId)).size >= (isOpen ? 1 : unitCountIn(Number(mode)) - 1), `${pastMonth} in mode ${mode}`)
        assert.ok(
          rows.every((row) => row.number !== '' && (row.issuedOn ?? '') >= query.from),
          pastMonth,
        )
      }
    }
    const { paid, issued } = await server.must('platform', 'invoices.figures', {})
    assert.ok(issued > paid * 0.7, `${issued} of ${paid}`)
    const businesses = await server.must('platform', 'businessinvoices.figures', {})
    assert.ok(businesses.issued > (businesses.issued + businesses.free) * 0.7, `${businesses.issued} issued, ${businesses.free} free`)
    const { rows: reds } = await server.must('platform', 'invoices.reds', {})
    assert.ok(reds.filter((red) => red.isIssued).length >= 3)
  })

  test('receipts of the demo name the payee and the account', async () => {
    const { rows, count } = await server.must('platform', 'vouchers.list', { kind: 'payment', size: 200 })
    assert.ok(count > 1000)
    for (const row of rows) assert.match(`${row.payeeName} ${row.payeeAccount}`, /^\S+ .{4} \*{4} \*{4} .{4}$/, row.no)
  })

  test('the demo has clearings for payees with and without an account, and one with a debt', async () => {
    const { rows } = await server.must('finance', 'clearings.list', {}, { centre: 2, mode: 2 })
    const summaries = rows.map(({ state, owed, may }) => [state, owed > 0, may.enter === '']).toSorted()
    assert.deepEqual(summaries, [
      ['approved', true, false],
      ['offered', false, false],
      ['offered', false, true],
    ])
  })

  test('each account on the sign-in page exists, one pending and one with a password to change', async () => {
    const rows = await db().selectFrom('app_user').select(['username', 'status', 'must_change_password']).execute()
    const accountsByUsername = new Map(rows.map((row) => [row.username, row]))
    for (const { username } of demoAccounts) assert.ok(accountsByUsername.has(username), username)
    assert.equal(accountsByUsername.get('pending')?.status, 1)
    assert.equal(accountsByUsername.get('newcomer')?.must_change_password, true)
  })

  test('pending demo batches can be checked, audited and paid with unchanged figures', async () => {
    const [first] = (await batchesIn('auditing')).filter((batch) => batch.unit_id === 1)
    assert.ok(first)
    const auditedBatch = await server.must(
      'auditor',
      'payments.audit',
      { id: first.id, version: first.version, approve: true, checklist: fullChecklist },
      { centre: 2, mode: 2 },
    )
    assert.equal(auditedBatch.state, 'payable')
    for (const payableBatch of (await batchesIn('payable')).filter((batch) => batch.unit_id === 1)) {
      const batch = await server.must('payer', 'payments.get', { id: payableBatch.id })
      const { id, version, lineCount, net, tax, fee, cost } = batch
      const paidBatch = await server.must('payer', 'payments.pay', { id, version, lineCount, net, tax, fee, cost, paymentPassword: demoPaymentPassword })
      assert.equal(paidBatch.state, 'paying')
    }
    const [checking] = (await batchesIn('checking')).filter((batch) => batch.unit_id === 1)
    assert.ok(checking)
    assert.equal((await server.must('checker', 'payments.check', { id: checking.id, version: checking.version, approve: true })).state, 'auditing')
  })

  test('demo payments in progress finish without breaking an invariant', async () => {
    await server.settle(3)
    server.advance(26 * 3_600_000)
    await server.settle(4)
    const unknownLines = await db().selectFrom('payment_line').select('no').where('state', '=', 'unknown').execute()
    assert.deepEqual(unknownLines, [])
    assert.deepEqual(await checkInvariants(db()), [])
  })

  test('the faulty demo file raises every listed issue code', async () => {
    const [fixing] = await batchesIn('fixing')
    assert.ok(fixing)
    const { byCode } = await server.must('maker', 'lines.summary', { batchId: fixing.id })
    for (const code of ['E102', 'E106', 'E201', 'E202', 'E204', 'E206', 'E207', 'E208', 'E209', 'E210', 'W303', 'W401'])
      assert.ok((byCode[code] ?? 0) > 0, code)
  })
})

test('demo people have valid credit codes, and valid and unique ID, mobile and card numbers', () => {
  const { people } = drawWorld('full')
  for (const person of people) {
    assert.equal(readIdNumber(person.idNumber).problem, null)
    assert.ok(isMobile(person.mobile), person.mobile)
    assert.ok(passesLuhn(person.cardNo))
    if (person.entity) assert.equal(creditCodeProblem(person.entity.creditCode), null)
  }
  for (const property of ['id', 'idNumber', 'mobile', 'cardNo'] as const)
    assert.equal(new Set(people.map((person) => person[property])).size, people.length, property)
})

test('the same seed draws the same organisations and people, one near the threshold in unit 1', () => {
  const { random: _one, ...first } = drawWorld('full')
  const { random: _other, ...second } = drawWorld('full')
  assert.deepEqual(first, second)
  assert.ok(demoPeople().specials.nearThreshold?.unitIds.includes(1))
})

for (const { size, now } of [
  { size: 'small', now: '2026-11-21T04:00:00Z' },
  { size: 'full', now: '2026-12-31T16:00:20Z' },
] as const) {
  test(`the ${size} demo at ${now} passes every invariant and has its permissions and files`, async () => {
    const database = await openDatabase({ dir: ':memory:' })
    await migrate(database)
    await asOwner(database, loadBase)
    await asOwner(database, loadBase)
    const silentLog = { info: () => undefined, warn: () => undefined, error: () => undefined }
    const unusedQueue = { send: () => Promise.resolve(), sendAll: () => Promise.resolve() }
    const storedFiles = new Map<string, Uint8Array>()
    const baseKernel = { settings: readSettings({}), database, clock: startClock(0, () => Date.parse(now)), log: silentLog }
    const vault = vaultWith({ sealing: [randomBytes(32)], index: randomBytes(32) })
    const gateways = await openGateways({ ...baseKernel, vault })
    await loadDemo(
      {
        ...baseKernel,
        identityUntil: null,
        store: {
          write: (id, bytes) => Promise.resolve(void storedFiles.set(id, bytes)),
          writeFrom: () => Promise.reject(new Error('the demo makes nothing so large')),
          read: (id) => Promise.resolve(storedFiles.get(id) ?? new Uint8Array()),
          stream: () => Promise.reject(new Error('no download happens while the demo is created')),
          reseal: () => Promise.resolve(false),
          remove: (id) => Promise.resolve(void storedFiles.delete(id)),
          list: () => Promise.resolve([]),
        },
        secrets: secretsWith(readKeys(undefined, true)),
        signer: signerWith(readKeys(undefined, true)),
        vault,
        served: {},
        queue: unusedQueue,
        invariants: [],
        pendingKinds: [],
        unfinished: unfinishedCounters,
        answers,
        personal: [],
        commitRecord: noCommitRecord,
        subscriptions: [],
        courier: openCourier(baseKernel.settings, database, baseKernel.clock.real, gateways),
        gateways,
        demo: null,
        identity: null,
      },
      size,
    )
    assert.deepEqual(await checkInvariants(database.kysely), [])
    const permissionRows = await database.kysely.selectFrom('role_permission').select('permission').execute()
    assert.equal(permissionRows.length, Object.values(roles).flatMap((role) => [...role.permissions]).length)
    const fileRows = await database.kysely.selectFrom('stored_file').select('id').execute()
    assert.deepEqual(fileRows.map((paper) => paper.id).sort(), [...storedFiles.keys()].sort())
    await gateways.stop()
    await database.close()
  })
}
