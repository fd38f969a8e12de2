import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { demoPeople } from '#/demo/load.ts'
import { formatYuan } from '#/domain/base/money.ts'
import { monthOf, monthStart, shiftMonth } from '#/domain/base/period.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { extendDocuments, paymentScenario } from '#/server/money/payments/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

type Batch = Awaited<ReturnType<ReturnType<typeof paymentScenario>['payable']>>

describe('batches computed before a new policy for the current month', () => {
  let server: TestServer
  let act: ReturnType<typeof paymentScenario>
  let published = ''
  let small: Batch
  let large: Batch
  let checking: Batch
  const unitPeople = demoPeople().ordinary.filter((person) => person.centreId === 2 && person.unitIds.includes(1))
  const person = (at: number) => unitPeople[at] ?? assert.fail('unit 1 has people')
  const versionOf = async ({ id }: Batch) => (await server.must('maker', 'payments.trial', { id })).policyVersion

  before(async () => {
    server = await startTestServer()
    act = paymentScenario(server)
    await extendDocuments(server)
    const { database } = server.running.kernel
    await database.kysely.updateTable('unit_setting_version').set({ evidence_limit_fen: 100_000_000 }).where('setting_id', '=', 12).execute()
    const { clock } = server.running.kernel
    const firstDay = monthStart(shiftMonth(monthOf(clock.now()), 1))
    server.advance(Date.parse(`${firstDay}T12:00:00+08:00`) - clock.now().getTime())
    small = await act.payable([{ person: person(0), yuan: '6000.00' }])
    large = await act.payable([{ person: person(1), yuan: '150000.00' }])
    checking = await act.submit(await act.draft([{ person: person(2), yuan: '150000.00' }]))
    const begun = await server.must('caiwu', 'policies.begin', { firstDay })
    const values = [
      { path: 'vat.reducedPpm', value: 20_000 },
      { path: 'vat.source', value: '财政部 税务总局公告2027年第1号' },
      { path: 'source', value: '公告2027年第1号施行' },
    ]
    const saved = await server.must('caiwu', 'policies.save', { draftId: begun.id, version: begun.version, values } as never)
    const examined = await server.must('caiwu', 'policies.examine', { draftId: begun.id, version: saved.version })
    const ready = await server.must('caiwu', 'policies.preview', { draftId: begun.id, version: examined.version })
    await server.must('platform', 'policies.publish', { draftId: begun.id, version: ready.version })
    published = ready.policyVersion
    assert.notEqual(await versionOf(large), published)
  })
  after(async () => {
    try {
      assert.deepEqual(await checkInvariants(server.running.kernel.database.kysely), [])
    } finally {
      await server.close()
    }
  })

  test('a batch whose tax changes goes back to the auditor instead of being paid', async () => {
    const paidBatch = await act.pay(large)
    assert.deepEqual([paidBatch.state, paidBatch.stateReason !== '', await versionOf(paidBatch)], ['auditing', true, published])
    assert.ok(paidBatch.tax > large.tax, `${paidBatch.tax} > ${large.tax}`)
    const paid = await act.pay(await act.audit(paidBatch))
    assert.deepEqual([paid.state, paid.tax], ['paying', paidBatch.tax])
    await server.settle(2)
    const journals = await server.must('payer', 'payments.money', { id: paid.id })
    assert.ok(journals.length > 0)
    assert.equal((await act.get(paid.id)).state, 'paid')
  })

  test('a batch with unchanged figures is paid immediately under the new policy', async () => {
    const paid = await act.pay(small)
    assert.deepEqual([paid.state, await versionOf(paid)], ['paying', published])
    await server.settle(2)
  })

  test('open batches are recomputed automatically and show the old and the new figures', async () => {
    const before = checking.tax
    await server.job('payments.renew')
    const checkedBatch = await act.get(checking.id)
    assert.deepEqual([checkedBatch.state, await versionOf(checkedBatch)], ['checking', published])
    assert.ok(checkedBatch.tax > before, `${checkedBatch.tax} > ${before}`)
    assert.ok(checkedBatch.stateReason.includes(formatYuan(before)), checkedBatch.stateReason)
    const stale = await server.call('checker', 'payments.check', { ...act.target(checking), approve: true })
    assert.equal(stale.error, 'changed')
  })
})
