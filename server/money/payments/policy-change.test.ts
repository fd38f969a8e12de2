import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { demoPeople } from '#/demo/load.ts'
import { formatYuan } from '#/domain/base/money.ts'
import { monthOf, monthStart, shiftMonth } from '#/domain/base/period.ts'
import { extendDocuments, paymentScenario } from '#/server/money/payments/testing.ts'
import { checkedTestServer } from '#/server/tests/testing.ts'

type Batch = Awaited<ReturnType<ReturnType<typeof paymentScenario>['createPayableBatch']>>

describe('batches computed before a new policy for the current month', () => {
  const server = checkedTestServer()
  const act = paymentScenario(server)
  let publishedVersion = ''
  let smallBatch: Batch
  let largeBatch: Batch
  let batchInCheck: Batch
  const unitPeople = demoPeople().ordinary.filter((person) => person.centreId === 2 && person.unitIds.includes(1))
  const person = (at: number) => unitPeople[at] ?? assert.fail('unit 1 has people')
  const versionOf = async ({ id }: Batch) => (await server.must('maker', 'payments.trial', { id })).policyVersion

  before(async () => {
    await extendDocuments(server)
    const { database } = server.running.kernel
    await database.kysely.updateTable('unit_setting_version').set({ evidence_limit_fen: 100_000_000 }).where('setting_id', '=', 12).execute()
    const { clock } = server.running.kernel
    const firstDay = monthStart(shiftMonth(monthOf(clock.now()), 1))
    server.advance(Date.parse(`${firstDay}T12:00:00+08:00`) - clock.now().getTime())
    smallBatch = await act.createPayableBatch([{ person: person(0), yuan: '6000.00' }])
    largeBatch = await act.createPayableBatch([{ person: person(1), yuan: '150000.00' }])
    batchInCheck = await act.submit(await act.draft([{ person: person(2), yuan: '150000.00' }]))
    const startedDraft = await server.must('caiwu', 'policies.begin', { firstDay })
    const values = [
      { path: 'vat.reducedPpm', value: 20_000 },
      { path: 'vat.source', value: '财政部 税务总局公告2027年第1号' },
      { path: 'source', value: '公告2027年第1号施行' },
    ]
    const savedDraft = await server.must('caiwu', 'policies.save', { draftId: startedDraft.id, version: startedDraft.version, values } as never)
    const examinedDraft = await server.must('caiwu', 'policies.examine', { draftId: startedDraft.id, version: savedDraft.version })
    const readyDraft = await server.must('caiwu', 'policies.preview', { draftId: startedDraft.id, version: examinedDraft.version })
    await server.must('platform', 'policies.publish', { draftId: startedDraft.id, version: readyDraft.version })
    publishedVersion = readyDraft.policyVersion
    assert.notEqual(await versionOf(largeBatch), publishedVersion)
  })

  test('a batch whose tax changes goes back to the auditor instead of being paid', async () => {
    const returnedBatch = await act.pay(largeBatch)
    assert.deepEqual([returnedBatch.state, returnedBatch.stateReason !== '', await versionOf(returnedBatch)], ['auditing', true, publishedVersion])
    assert.ok(returnedBatch.tax > largeBatch.tax, `${returnedBatch.tax} > ${largeBatch.tax}`)
    const payingBatch = await act.pay(await act.audit(returnedBatch))
    assert.deepEqual([payingBatch.state, payingBatch.tax], ['paying', returnedBatch.tax])
    await server.settle(2)
    const journals = await server.must('payer', 'payments.money', { id: payingBatch.id })
    assert.ok(journals.length > 0)
    assert.equal((await act.get(payingBatch.id)).state, 'paid')
  })

  test('a batch with unchanged figures is paid immediately under the new policy', async () => {
    const payingBatch = await act.pay(smallBatch)
    assert.deepEqual([payingBatch.state, await versionOf(payingBatch)], ['paying', publishedVersion])
    await server.settle(2)
  })

  test('a batch in check is recomputed and shows the old tax, and a stale check is refused', async () => {
    const taxBefore = batchInCheck.tax
    await server.job('payments.renew')
    const recomputedBatch = await act.get(batchInCheck.id)
    assert.deepEqual([recomputedBatch.state, await versionOf(recomputedBatch)], ['checking', publishedVersion])
    assert.ok(recomputedBatch.tax > taxBefore, `${recomputedBatch.tax} > ${taxBefore}`)
    assert.ok(recomputedBatch.stateReason.includes(formatYuan(taxBefore)), recomputedBatch.stateReason)
    const staleAnswer = await server.call('checker', 'payments.check', { ...act.target(batchInCheck), approve: true })
    assert.equal(staleAnswer.error, 'changed')
  })
})
