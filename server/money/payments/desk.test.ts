import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { demoPeople } from '#/demo/load.ts'
import { batchTabs } from '#/domain/money/batch.ts'
import { readSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { atCentre, paymentScenario } from '#/server/money/payments/testing.ts'
import { checkedTestServer } from '#/server/tests/testing.ts'

const { ordinary } = demoPeople()

describe("one user's batch list", () => {
  const server = checkedTestServer()
  const act = paymentScenario(server)
  const db = () => server.running.kernel.database.kysely
  const payeeAmount = (index: number, yuan = '1000.00') => ({ person: ordinary[index % ordinary.length] ?? assert.fail('the demo has no such person'), yuan })
  const withdraw = (who: string, batch: { id: number; version: number }) => server.call(who, 'payments.withdraw', act.target(batch as never))
  const batchSeenBy = (who: string, id: number) => server.must(who, 'payments.get', { id })

  test('only the last submitter can withdraw an unchecked batch, which can be submitted again', async () => {
    const firstSubmission = await act.submit(await act.draft([payeeAmount(0)]))
    assert.equal((await batchSeenBy('maker', firstSubmission.id)).may.withdraw, '')
    assert.equal((await batchSeenBy('unit1', firstSubmission.id)).may.withdraw, undefined)
    assert.equal((await withdraw('unit1', firstSubmission)).error, 'notYourDuty')
    const withdrawnBatch = (await withdraw('maker', firstSubmission)).data ?? assert.fail('not taken back')
    assert.deepEqual([withdrawnBatch.state, withdrawnBatch.stateReason, withdrawnBatch.may.submit], ['fixing', '提交人已撤回，可修改后重新提交', ''])
    assert.equal((await server.call('checker', 'payments.check', { ...act.target(firstSubmission), approve: true })).error, 'wrongState')
    const resubmittedBatch = await act.submit(await batchSeenBy('unit1', firstSubmission.id), 'unit1')
    assert.deepEqual([resubmittedBatch.state, resubmittedBatch.stateReason], ['checking', ''])
    assert.equal((await withdraw('maker', resubmittedBatch)).error, 'notYourDuty', 'it is no longer the submission of the first one')
    const checkedBatch = await act.check(resubmittedBatch)
    assert.equal((await withdraw('unit1', checkedBatch)).error, 'wrongState')
    assert.equal((await batchSeenBy('unit1', firstSubmission.id)).may.withdraw, undefined)
    const history = (await server.must('maker', 'payments.history', { id: firstSubmission.id })).map((payment) => payment.action)
    assert.ok(history.includes('撤回'))
    await server.must('auditor', 'payments.cancel', { ...act.target(checkedBatch), reason: '测试结束' }, atCentre)
  })

  test('withdrawing a batch releases the money reserved at submission', async () => {
    const setFreezeOnSubmit = (freeze_on_submit: boolean) =>
      db().updateTable('unit_setting_version').set({ freeze_on_submit }).where('setting_id', '=', 12).execute()
    await setFreezeOnSubmit(true)
    const startBalance = await act.balance()
    const firstSubmission = await act.submit(await act.draft([payeeAmount(1)]))
    assert.notDeepEqual(await act.balance(), startBalance)
    const withdrawnBatch = (await withdraw('maker', firstSubmission)).data ?? assert.fail('not taken back')
    assert.equal(withdrawnBatch.isFrozen, false)
    assert.deepEqual(await act.balance(), startBalance)
    await setFreezeOnSubmit(false)
    await server.must('maker', 'payments.cancel', act.target(withdrawnBatch))
  })

  test('the next batch to decide is the following one of another author, and finally the oldest', async () => {
    const batchesOfMaker = []
    for (const index of [2, 3, 4]) batchesOfMaker.push(await act.submit(await act.draft([payeeAmount(index)])))
    const [first, second, third] = batchesOfMaker.map((batch) => batch.id) as [number, number, number]
    const submittedBatch = await act.submit(await act.draft([payeeAmount(5)], { maker: 'unit1' }), 'unit1')
    const next = async (who: string, id: number, duty: 'check' | 'audit') =>
      (await server.must(who, 'payments.next', { id, duty }, duty === 'audit' ? atCentre : {})).next?.id ?? null
    assert.deepEqual([await next('checker', first, 'check'), await next('checker', second, 'check')], [second, third])
    assert.equal(await next('unit1', third, 'check'), await next('unit1', submittedBatch.id, 'check'), 'one’s own submission is passed over')
    assert.notEqual(await next('unit1', third, 'check'), submittedBatch.id)
    const waitingIds = (await server.must('checker', 'payments.list', { states: ['checking'], sort: 'oldest' })).rows.map((row) => row.id)
    assert.equal(await next('checker', submittedBatch.id, 'check'), waitingIds[0], 'behind the last one it begins with the oldest')
    for (const batch of batchesOfMaker) await act.check(batch)
    assert.equal(await next('auditor', first, 'audit'), second)
    assert.equal((await server.call('maker', 'payments.next', { id: first, duty: 'check' })).error, 'forbidden')
    assert.equal(await next('auditor', first, 'check'), null, 'a centre does not check for its units')
    for (const { id } of [...batchesOfMaker, submittedBatch]) await server.must('unit1', 'payments.cancel', act.target(await batchSeenBy('unit1', id)))
  })

  test('each tab’s count equals its list under the same filters', async () => {
    await act.check(await act.submit(await act.draft([payeeAmount(6)])))
    for (const [who, filter] of [
      ['platform', {}],
      ['platform', { unitId: 1 }],
      ['auditor', {}],
      ['auditor', { short: 'no' }],
    ] as const) {
      const placeOf = who === 'auditor' ? atCentre : {}
      const counts = await server.must(who, 'payments.counts', filter, placeOf)
      for (const tab of batchTabs) assert.equal(counts[tab], (await server.must(who, 'payments.list', { ...filter, tab }, placeOf)).count, `${who} ${tab}`)
      assert.ok(counts.auditing > 0, who)
    }
  })

  test('ascending order by amount or date is the reverse of descending order', async () => {
    for (const [who, at] of [
      ['maker', {}],
      ['platform', {}],
      ['auditor', atCentre],
    ] as const) {
      const idsBy = async (sort: 'cost' | 'costRising' | 'newest' | 'oldest', more = {}) =>
        (await server.must(who, 'payments.list', { sort, size: 200, ...more }, at)).rows.map((row) => row.id)
      const idsByFallingCost = await idsBy('cost')
      assert.ok(idsByFallingCost.length > 3 && idsByFallingCost.length < 200)
      assert.deepEqual((await idsBy('costRising')).toReversed(), idsByFallingCost)
      const states = { states: ['auditing', 'paid', 'closed'] as const }
      assert.deepEqual((await idsBy('oldest', states)).toReversed(), await idsBy('newest', states))
    }
  })

  test('an export of batches writes the filtered rows and their totals and logs its file', async () => {
    const filter = { states: ['auditing', 'paid', 'closed'] as const, sort: 'cost' as const }
    const { fileId } = await server.must('maker', 'payments.export', { ...filter, states: [...filter.states] })
    const names = ['批次号', '状态', '单位应付', '成功笔数', '结算模式']
    const columns = names.map((heading) => ({ key: heading, headings: [heading], required: true }))
    const read = await readSheet(await server.running.kernel.store.read(fileId), { columns, maxRows: 1000, unknownColumns: 'ignore' })
    assert.ok(read.ok)
    const { rows } = await server.must('maker', 'payments.list', { ...filter, states: [...filter.states], size: 200 })
    assert.deepEqual(
      read.rows.map(({ cells }) => [cells.批次号?.text, Math.round(Number(cells.单位应付?.text) * 100), Number(cells.成功笔数?.text)]),
      [
        ...rows.map((row) => [row.no, row.cost, row.successCount]),
        ['合计', rows.reduce((sum, row) => sum + row.cost, 0), rows.reduce((sum, row) => sum + row.successCount, 0)],
      ],
    )
    const logEntries = await db().selectFrom('audit_log').select(['ref_type', 'ref_id']).where('action', '=', 'payments.export').execute()
    assert.deepEqual(logEntries, [{ ref_type: 'file', ref_id: fileId }])
    const exportedFiles = await server.must('maker', 'files.exports', {})
    assert.equal(exportedFiles[0]?.name, '批次列表.xlsx')
  })
})
