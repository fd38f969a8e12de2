import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { atCentre, orderId } from '#/server/money/payments/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

describe('batch search', () => {
  const server = testServer()
  const [payee, other] = demoPeople().ordinary.filter((each) => each.entity === null)
  assert.ok(payee && other)
  const db = () => server.running.kernel.database.kysely
  let searchedBatch: { id: number; no: string }

  before(async () => {
    searchedBatch = await server.must('maker', 'payments.create', { orderId, remark: '双十一直播_100%' })
    await server.must('maker', 'lines.add', {
      batchId: searchedBatch.id,
      rows: [{ name: payee.name, idNumber: payee.idNumber, mobile: payee.mobile, bankName: payee.bankName, cardNo: payee.cardNo, amountText: '10.00' }],
    })
  })

  const search = async (who: string, keyword: string, at?: { centre: number; mode: number }) => {
    const { rows, count } = await server.must(who, 'payments.list', { keyword, size: 200 }, at)
    assert.equal(rows.length, count)
    return rows.map((row) => row.id)
  }

  test('a keyword matches parts of batch, order and unit texts, and a payee’s name or ID number', async () => {
    const { orders } = await server.must('maker', 'payments.choices', {})
    const order = orders.find((each) => each.id === orderId)
    assert.ok(order)
    for (const searchText of [
      searchedBatch.no,
      searchedBatch.no.slice(-9),
      order.no,
      order.title,
      order.title.slice(1, 3),
      '双十一',
      '直播_1',
      '100%',
      payee.name,
      payee.idNumber,
    ]) {
      assert.ok((await search('maker', searchText)).includes(searchedBatch.id), searchText)
      assert.ok((await search('auditor', searchText, atCentre)).includes(searchedBatch.id), searchText)
      assert.deepEqual(await search('unit2', searchText), [], searchText)
      assert.deepEqual(await search('auditor', searchText, { centre: 2, mode: 1 }), [], searchText)
    }
    for (const searchText of ['双%一', '直播X100', `${payee.name}某`, other.idNumber]) assert.deepEqual(await search('maker', searchText), [], searchText)
    const { unitName } = await server.must('maker', 'payments.get', { id: searchedBatch.id })
    assert.ok((await search('auditor', unitName.slice(0, 2), atCentre)).includes(searchedBatch.id))
  })

  test('a keyword with more than a thousand matches counts all its batches', async () => {
    await sql`insert into payment_batch select fresh.* from payment_batch first, generate_series(1, 1200) n,
      jsonb_populate_record(first, jsonb_build_object('id', 900000 + n, 'no', 'MANY' || n, 'remark', '双十一')) fresh where first.id = ${searchedBatch.id}`.execute(
      db(),
    )
    const { rows, count } = await server.must('maker', 'payments.list', { keyword: '双十一' })
    assert.deepEqual([count, rows[0]?.no], [1201, 'MANY1200'])
    assert.deepEqual(await search('maker', 'MANY1200'), [901_200])
    assert.deepEqual(await search('unit2', '双十一'), [])
  })

  test('the batch search uses its word index', async () => {
    await sql`analyze payment_batch`.execute(db())
    const { rows } = await sql<Record<string, string>>`explain select id from payment_batch where app.name_parts(no || ' ' || remark) @> app.word_parts('直播')
      and no || ' ' || remark ilike '%直播%'`.execute(db())
    assert.match(rows.map((row) => Object.values(row)[0]).join('\n'), /payment_batch_words/)
  })

  test('unit settings are found by mobile number', async () => {
    const { contact_mobile: mobile } = await db().selectFrom('unit').select('contact_mobile').where('id', '=', 1).executeTakeFirstOrThrow()
    const { rows } = await server.must('platform', 'units.settings', { keyword: mobile })
    assert.ok(rows.length > 0 && rows.every((row) => row.unitId === 1))
  })
})
