import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { ordinaryPerson } from '#/server/money/lines/testing.ts'
import { atCentre, paymentScenario } from '#/server/money/payments/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

describe('decision support for a batch', () => {
  const server = testServer()
  const act = paymentScenario(server)
  const db = () => server.running.kernel.database.kysely
  const payeeAmount = (index: number, yuan: string) => ({ person: ordinaryPerson(index), yuan })
  const warningsOf = async (who: string, id: number, at?: typeof atCentre) => (await server.must(who, 'payments.warnings', { id }, at)).rows
  const payAndSettle = async (index: number, yuan: string) => {
    const batch = await act.createPaidBatch([payeeAmount(index, yuan)])
    await server.settle(1)
    return batch
  }

  test('a repeated line shows the duplicate, the person who accepted it and the reason', async () => {
    const batch = await act.draft([payeeAmount(0, '310.00'), payeeAmount(1, '320.00'), payeeAmount(0, '310.00')])
    assert.equal((await server.call('maker', 'payments.submit', act.target(batch))).error, 'acknowledge')
    assert.equal((await server.call('maker', 'payments.submit', { ...act.target(batch), acknowledgement: '是' })).error, 'acknowledge')
    assert.deepEqual(
      (await warningsOf('maker', batch.id)).map((row) => row.accepted),
      [null],
    )
    const submittedBatch = await server.must('maker', 'payments.submit', { ...act.target(batch), acknowledgement: '上午、下午两场直播' })
    for (const rows of [await warningsOf('checker', batch.id), await warningsOf('auditor', batch.id, atCentre)]) {
      const [row] = rows
      assert.deepEqual([rows.length, row?.seq, row?.name, row?.issue.code], [1, 3, ordinaryPerson(0).name, 'W401'])
      assert.deepEqual(row?.others, [{ batchId: batch.id, batchNo: batch.no, seq: 1, gross: 31_000, paidAt: null }])
      assert.deepEqual([row?.accepted?.by, row?.accepted?.reason], ['叶小满', '上午、下午两场直播'])
    }
    assert.equal((await server.call('unit2', 'payments.warnings', { id: batch.id })).error, 'notFound')
    await server.must('maker', 'payments.cancel', act.target(submittedBatch))
  })

  test('a repeated amount shows the earlier payment to the payee if it is in the reader’s scope', async () => {
    const earlier = await payAndSettle(2, '410.00')
    const batch = await act.submit(await act.draft([payeeAmount(2, '410.00')]))
    const [row] = await warningsOf('checker', batch.id)
    assert.deepEqual(
      [row?.issue.code, row?.others.map((warnedPayment) => [warnedPayment.batchNo, warnedPayment.gross]), row?.unlisted],
      ['W402', [[earlier.no, 41_000]], 0],
    )
    assert.match(row?.others[0]?.paidAt ?? '', /^\d{4}-\d\d-\d\dT/)
    await sql`update payment_line set mode = 1 where batch_id = ${earlier.id}`.execute(db())
    const [other] = await warningsOf('auditor', batch.id, atCentre)
    assert.deepEqual([other?.others, other?.unlisted], [[], 1])
    assert.equal((await warningsOf('checker', batch.id))[0]?.others.length, 1)
    await sql`update payment_line set mode = 2 where batch_id = ${earlier.id}`.execute(db())
    await server.must('maker', 'payments.cancel', act.target(batch))
  })

  test('a warning that appeared after submission shows no acceptance', async () => {
    const batch = await act.draft([payeeAmount(3, '510.00')])
    assert.equal(batch.warningCount, 0)
    await payAndSettle(3, '510.00')
    const submittedBatch = await act.submit(batch)
    assert.equal(submittedBatch.warningCount, 1)
    assert.deepEqual(
      (await warningsOf('auditor', batch.id, atCentre)).map((row) => [row.issue.code, row.accepted]),
      [['W402', null]],
    )
    await server.must('maker', 'payments.cancel', act.target(submittedBatch))
  })

  test('the payment sample has new payees, changed cards and the largest amounts', async () => {
    const payments = [4, 5, 6, 7, 8].map((index) => payeeAmount(index, `${600 + index}.00`))
    await act.createPaidBatch(payments)
    await server.settle(1)
    const stranger = payeeAmount(19, '1.00')
    const [first, ...others] = payments.map(({ person }, at) => ({ person, yuan: `${900 - at}.50` }))
    assert.ok(first)
    const similarCard = { ...first.person, cardNo: `${first.person.cardNo.slice(0, 14)}93` }
    const batch = await act.draft([{ person: similarCard, yuan: '2.00' }, ...others, stranger])
    const { rows, newPayees, changedCards } = await server.must('payer', 'payments.sample', { id: batch.id })
    assert.deepEqual([newPayees, changedCards], [1, 1])
    assert.deepEqual(
      rows.map((row) => [row.name, row.why]),
      [[stranger.person.name, ['new']], [first.person.name, ['card']], ...others.slice(0, 3).map(({ person }) => [person.name, ['large']])],
    )
    assert.ok(rows.every((row) => row.cardNo.includes('****')))
    await server.must('maker', 'payments.cancel', act.target(batch))
  })

  test('submission above the evidence limit needs a document', async () => {
    const batch = await act.draft([payeeAmount(9, '30000.00'), payeeAmount(10, '30000.00')])
    assert.equal(batch.may.submit, '应发合计超过 ¥50,000.00，须先在“材料”中上传至少一份验收或成果材料')
    assert.equal((await server.call('maker', 'payments.submit', { ...act.target(batch), acknowledgement: '已核对' })).error, 'papersNeeded')
    const trial = await server.must('maker', 'payments.trial', { id: batch.id })
    assert.deepEqual([trial.evidenceRequired, trial.evidenceLimit, trial.evidenceCount], [true, 5_000_000, 0])
    const file = { filename: '验收单.pdf', mediaType: 'application/pdf', bytes: pdfPage('验收') }
    await server.must('maker', 'payments.attach', { id: batch.id, kind: 'acceptance', file })
    assert.equal((await server.must('maker', 'payments.get', { id: batch.id })).may.submit, '')
    await server.must('maker', 'payments.cancel', act.target(batch))
  })

  test('the history lists changed cells with old and new values, with masked numbers', async () => {
    const { id } = await act.draft([payeeAmount(11, '100.00'), payeeAmount(12, '200.00')])
    const { rows } = await server.must('maker', 'lines.list', { batchId: id })
    const [one, two] = rows
    assert.ok(one && two)
    const cardNo = `${two.cardNo.slice(0, 14)}91`
    const changes = [
      { lineId: one.id, cells: { amountText: '120.00' } },
      { lineId: two.id, cells: { cardNo } },
    ]
    await server.must('maker', 'lines.repair', { batchId: id, changes })
    await server.must('maker', 'lines.exclude', { batchId: id, lineIds: [two.id] })
    const history = await server.must('checker', 'payments.history', { id })
    const maskCard = (card: string) => `${card.slice(0, 4)} **** **** ${card.slice(-4)}`
    assert.deepEqual(history.find((each) => each.action === '修改明细')?.edits, [
      { seq: 1, name: one.name, field: 'amountText', before: '100.00', after: '120.00' },
      { seq: 2, name: two.name, field: 'cardNo', before: maskCard(two.cardNo), after: maskCard(cardNo) },
    ])
    assert.deepEqual(history.find((each) => each.action === '剔除明细')?.detail.seqs, [2])
    const storedWarnings = await sql<{
      text: string
    }>`select string_agg(detail::text, '') as text from audit_log where ref_type = 'batch' and ref_id = ${String(id)}`.execute(db())
    assert.ok(!storedWarnings.rows[0]?.text.includes(cardNo) && !storedWarnings.rows[0]?.text.includes(two.cardNo))
  })

  test('the payment console and the log name the centre of a paused channel', async () => {
    const channels = await server.must('platform', 'payouts.console', {})
    assert.ok(new Set(channels.map((channel) => channel.centreName)).size > 1)
    const centreChannel = channels.find((channel) => channel.channelId === 2) ?? assert.fail('the channel of centre 2')
    const { channelId, centreName, name } = centreChannel
    await server.must('platform', 'payouts.pause', { channelId, paused: true, reason: '银行维护' })
    await server.must('centre', 'payouts.pause', { channelId, paused: false, reason: '银行维护' }, atCentre)
    const { rows } = await sql<{ detail: Record<string, unknown> }>`select detail from audit_log where action = 'payouts.pause' order by id`.execute(db())
    assert.deepEqual(
      rows.map(({ detail }) => [detail.centre, detail.name, detail.paused]),
      [
        [centreName, name, true],
        [centreName, name, false],
      ],
    )
  })
})
