import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { monthOf, monthStart, shiftMonth } from '#/domain/base/period.ts'
import { paymentScenario } from '#/server/money/payments/testing.ts'
import { confirmTaxChange, receiptPicture } from '#/server/people/entities/testing.ts'
import { businessDesk, invoicedUnit, modeOnePlace } from '#/server/taxation/businessinvoices/testing.ts'
import { checkedTestServer } from '#/server/tests/testing.ts'

describe('VAT rate of invoices for payments before a change of the rate', () => {
  const server = checkedTestServer()
  let desk: Awaited<ReturnType<typeof businessDesk>>
  const month = () => monthOf(server.running.kernel.clock.now())
  const toFirstDayOf = (next: string) => server.advance(Date.parse(`${next}-01T09:00:00+08:00`) - server.running.kernel.clock.now().getTime())
  const ratesIn = async (index: number, paidMonth: string) => {
    const entityId = await desk.entityOf(index)
    const { businesses } = await server.must('finance', 'businessinvoices.preview', { ...invoicedUnit, basis: 'month', month: paidMonth }, modeOnePlace)
    return businesses.filter((row) => row.entityId === entityId).map(({ ratePpm }) => ratePpm)
  }

  /** Publishes rates of 3 % and 9 % from the first day of the next month. */
  async function publishRates(): Promise<void> {
    const draft = await server.must('caiwu', 'policies.begin', { firstDay: monthStart(shiftMonth(month(), 1)) })
    const values = [
      { path: 'vat.reducedPpm', value: 30_000 },
      { path: 'vat.generalPpm', value: 90_000 },
      { path: 'vat.source', value: '征收率恢复' },
      { path: 'source', value: '征收率与税率调整' },
    ]
    const saved = await server.must('caiwu', 'policies.save', { draftId: draft.id, version: draft.version, values } as never)
    const examined = await server.must('caiwu', 'policies.examine', { draftId: draft.id, version: saved.version })
    const ready = await server.must('caiwu', 'policies.preview', { draftId: draft.id, version: examined.version })
    await server.must('platform', 'policies.publish', { draftId: draft.id, version: ready.version })
  }

  async function payFreelancer(): Promise<number> {
    const { id } = await paymentScenario(server).createPaidBatch([{ person: demoPeople().ordinary[0] ?? assert.fail(), yuan: '1000.00' }])
    await server.settle(2)
    return id
  }

  before(async () => {
    desk = await businessDesk(server)
    await payFreelancer()
    await publishRates()
  })

  test('an invoice has the rate of the month in which its payments arrived', async () => {
    await desk.authorise(await desk.entityOf(1))
    const paidMonth = month()
    const batch = await desk.pay([[1, '1010.00']])
    toFirstDayOf(shiftMonth(paidMonth, 1))
    assert.deepEqual(await ratesIn(1, paidMonth), [10_000])
    const [application = assert.fail()] = await desk.generate(batch.id)
    assert.deepEqual([application.ratePpm, application.price, application.tax], [10_000, 100_000, 1000])
    await desk.pay([[1, '1030.00']])
    assert.deepEqual(await ratesIn(1, month()), [30_000])
  })

  test('payments of one batch that arrived before and after the change get two invoices', async () => {
    const { id: batchId, lines } = await desk.pay([
      [2, '1010.00'],
      [2, '2060.00'],
    ])
    await desk.authorise(await desk.entityOf(2))
    const before = new Date(`${shiftMonth(month(), -1)}-28T12:00:00+08:00`)
    await sql`alter table payment_line disable trigger user`.execute(server.running.kernel.database.kysely)
    await sql`update payment_line set finished_at = ${before} where id = ${lines[0]?.id}`.execute(server.running.kernel.database.kysely)
    await sql`alter table payment_line enable trigger user`.execute(server.running.kernel.database.kysely)
    const applications = await desk.generate(batchId)
    assert.deepEqual(
      applications.map(({ ratePpm, amount }) => [ratePpm, amount]),
      [
        [10_000, 101_000],
        [30_000, 206_000],
      ],
    )
  })

  test('a unit applies for payments of two rates separately, each at its own rate', async () => {
    const oldMonth = shiftMonth(month(), -1)
    const { places } = await server.must('payer', 'invoices.terms', {})
    const [category = ''] = places.find(({ centreId }) => centreId === 2)?.categories ?? []
    const [title = assert.fail()] = (await server.must('payer', 'titles.list', {})).rows
    const batchId = await payFreelancer()
    const spanning = { basis: 'period', from: `${oldMonth}-01`, to: `${month()}-28` } as const
    const ask = (choice: object) => server.call('payer', 'invoices.preview', { centreId: 2, titleId: title.id, kind: 'ordinary', category, ...choice } as never)
    assert.equal((await ask(spanning)).error, 'severalRates')
    assert.equal((await ask({ basis: 'batches', batchIds: [batchId] })).data?.ratePpm, 90_000)
    assert.equal((await ask({ ...spanning, to: `${oldMonth}-28` })).data?.ratePpm, 60_000)
  })

  test('an invoice has the rate for the kind of taxpayer on the day of its payments', async () => {
    const entityId = await desk.entityOf(3)
    const paidMonth = month()
    await desk.pay([[3, '1030.00']])
    toFirstDayOf(shiftMonth(paidMonth, 1))
    const changeTax = async (taxKind: 'general' | 'small') => {
      const { version } = await server.must('centre', 'entities.get', { entityId }, modeOnePlace)
      const change = { entityId, version, taxKind, reason: '税务机关通知', file: receiptPicture }
      return confirmTaxChange(server, await server.must('centre', 'entities.changeTax', change, modeOnePlace))
    }
    await changeTax('general')
    await desk.pay([[3, '1090.00']])
    assert.deepEqual([await ratesIn(3, paidMonth), await ratesIn(3, month())], [[30_000], [90_000]])
    const generalMonth = month()
    toFirstDayOf(shiftMonth(generalMonth, 1))
    await changeTax('small')
    assert.deepEqual([await ratesIn(3, paidMonth), await ratesIn(3, generalMonth)], [[30_000], [90_000]])
  })
})
