import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { fen, plainYuan } from '#/domain/base/money.ts'
import { dayOf, monthOf, shiftMonth } from '#/domain/base/period.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { papersNeverEnd, story } from '#/server/money/payments/testing.ts'
import { bankStory, said } from '#/server/money/payouts/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { payTaxes } from '#/server/taxation/periods/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const atCentre = { centre: 2, mode: 2 } as const
const slip = { filename: '回单.pdf', mediaType: 'application/pdf', bytes: pdfPage('clearing') }
/** VAT of 110,000.00 at 1 %, and of the payment that remains when 60,000.00 comes back: exempt. */
const vatOfBoth = 108_911

describe('clearing of tax that a closed month does not owe', () => {
  let server: TestServer
  let act: ReturnType<typeof story>
  let bank: ReturnType<typeof bankStory>
  let month: string
  const person = demoPeople().ordinary.filter((each) => each.centreId === 2 && each.unitIds.includes(1))[5] ?? assert.fail('unit 1 has people')
  const db = () => server.running.kernel.database.kysely
  const now = () => server.running.kernel.clock.now()
  const broken = () => checkInvariants(db())
  const toMonth = (wanted: string) => server.advance(Date.parse(`${wanted}-02T09:00:00+08:00`) - now().getTime())
  const paid = async (yuan: string) => {
    const batch = await act.paid([{ person, yuan }])
    await bank.send({ send: ({ requestNo, amount }) => [said.paid(requestNo, amount)] })
    const { rows } = await sql<{ no: string; net: number; vat: number; surcharge: number; iit: number; credited: number }>`
      select attempt.request_no as no, line.net_fen as net, line.vat_fen as vat, line.surcharge_fen as surcharge, line.iit_fen as iit,
        coalesce((select sum(vat_fen + city_fen + education_fen + local_education_fen + withheld_fen) from tax_adjustment where clearing_line_id = line.id), 0)::bigint as credited
      from payout_attempt attempt join payment_line line on line.month = attempt.month and line.id = attempt.line_id where line.batch_id = ${batch.id}`.execute(
      db(),
    )
    return rows[0] ?? assert.fail('nothing was sent')
  }
  const comesBack = ({ no, net }: { no: string; net: number }) => bank.tell(said.back(no, net, `back-${no}`))
  const balance = async (kind: string) => {
    const { rows } = await sql<{ fen: number }>`select balance_fen as fen from account where centre_id = 2 and mode = 2 and kind = ${kind}`.execute(db())
    return rows[0]?.fen ?? 0
  }
  const periodOf = async (of: string) => {
    const { rows } = await server.must('finance', 'periods.list', { size: 200, month: of }, atCentre)
    return server.must('finance', 'periods.get', { declarationId: rows[0]?.id ?? assert.fail(`no period ${of}`) }, atCentre)
  }
  const declared = async (of: string) => {
    const row = await periodOf(of)
    const given = { vat: plainYuan(row.accrued.vat), surcharge: plainYuan(row.accrued.surcharge), iit: plainYuan(row.accrued.iit) }
    const receipt = { no: `R-${of}-${row.edition}`, vatNo: `V-${of}-${row.edition}`, declaredOn: dayOf(now()), file: slip }
    return server.must('finance', 'periods.declare', { declarationId: row.id, version: row.version, ...receipt, ...given }, atCentre)
  }
  const settled = async (of: string) => {
    const row = await periodOf(of)
    await server.must('finance', 'periods.close', { declarationId: row.id, version: row.version, reason: '已核实' }, atCentre)
    await server.job('periods.draw', { declarationId: row.id })
    const { version } = await periodOf(of)
    await server.must('centre', 'periods.confirm', { declarationId: row.id, version }, atCentre)
    await declared(of)
    const { leftByTax } = await periodOf(of)
    await payTaxes(server, atCentre, { declarationId: row.id, taxes: leftByTax, serial: `J-${of}`, file: slip })
  }
  const own = async () => (await server.must('subcontractor', 'clearings.list', {})).rows
  const staff = async () => (await server.must('finance', 'clearings.list', {}, atCentre)).rows[0] ?? assert.fail('no clearing')
  const target = async () => {
    const { id, version } = await staff()
    return { taxClearingId: id, version }
  }
  let excess: number

  before(async () => {
    server = await startTestServer()
    act = story(server)
    bank = bankStory(server)
    await papersNeverEnd(server)
    await sql`update unit_setting_version set evidence_limit_fen = 100000000000 where setting_id = 12`.execute(db())
    // The account of a payee, who takes the place of the demo's subcontractor.
    await sql`update app_user set operator_id = ${person.id} where username = 'subcontractor'`.execute(db())
    month = monthOf(now())
  })
  after(() => server.close())

  test('a return that makes the closed month exempt leaves an excess, which the search finds once', async () => {
    toMonth(shiftMonth(month, 1))
    month = monthOf(now())
    const first = await paid('60000.00')
    const second = await paid('50000.00')
    assert.deepEqual([first.vat, second.vat], [0, vatOfBoth])
    toMonth(shiftMonth(month, 1))
    await settled(shiftMonth(month, -1))
    await settled(month)
    await comesBack(first)
    assert.equal((await server.must('finance', 'clearings.search', {}, atCentre)).count, 1)
    assert.equal((await server.must('finance', 'clearings.search', {}, atCentre)).count, 0)
    const found = await staff()
    excess = found.amount
    assert.deepEqual([found.month, found.vat, found.surcharge, found.left], [month, vatOfBoth, second.surcharge, excess])
    // The month is December, so the income tax of the whole year is part of it.
    assert.ok(found.iit > 0 && found.iit <= second.iit)
    assert.equal(found.amount, found.vat + found.surcharge + found.iit)
    assert.deepEqual([await own(), await broken()], [[], []], 'the person sees it only once it is offered')
  })

  test('only the person chooses, and only another person of the centre approves', async () => {
    await server.must('finance', 'clearings.offer', await target(), atCentre)
    assert.equal((await server.call('centre', 'clearings.choose', { ...(await target()), choice: 'credit' }, atCentre)).error, 'notPerson')
    const [offered] = await own()
    assert.deepEqual([offered?.state, offered?.amount], ['offered', excess])
    await server.must('subcontractor', 'clearings.choose', { ...(await target()), choice: 'credit' })
    assert.equal((await server.call('finance', 'clearings.decide', { ...(await target()), isApproved: true }, atCentre)).error, 'ownOffer')
    const before = await balance('tax_vat')
    await server.must('centre', 'clearings.decide', { ...(await target()), isApproved: true }, atCentre)
    assert.deepEqual([await balance('cleared_tax'), (await balance('tax_vat')) - before], [excess, -vatOfBoth])
    assert.deepEqual(await broken(), [])
  })

  test('the correction declares less, and the tax office owes the centre the difference', async () => {
    const { id, version, toCorrect } = await periodOf(month)
    assert.equal(toCorrect, 2, 'the return and the clearing')
    await server.must('finance', 'periods.correct', { declarationId: id, version, reason: '清算' }, atCentre)
    await server.job('periods.draw', { declarationId: id })
    await declared(month)
    const credits = (await server.must('finance', 'periods.credits', { size: 200 }, atCentre)).rows
    assert.equal(credits.find((each) => each.month === month && each.kind === 'vat')?.amount, vatOfBoth)
    assert.deepEqual(await broken(), [])
  })

  test('the next payment withholds less by the credit, and the month still declares the whole tax', async () => {
    const line = await paid('20000.00')
    assert.ok(line.credited > 0, 'the payment uses the credit')
    const whole = line.vat + line.surcharge + line.iit + line.credited
    assert.equal(line.net, 2_000_000 - (whole - line.credited))
    const row = await staff()
    assert.deepEqual([row.used, row.left, row.state], [line.credited, excess - line.credited, 'approved'])
    assert.deepEqual([await balance('cleared_tax'), await broken()], [excess - line.credited, []])
    await comesBack(line)
    assert.deepEqual([(await staff()).used, await balance('cleared_tax'), await broken()], [0, excess, []], 'a return restores the credit')
  })

  test('the rest of a credit becomes a refund, which leaves the bank once and by a third step', async () => {
    await server.must('subcontractor', 'clearings.choose', { ...(await target()), choice: 'refund' })
    await server.must('centre', 'clearings.decide', { ...(await target()), isApproved: true }, atCentre)
    const refund = { paidOn: dayOf(now()), serial: 'TK-20261128-1', file: slip }
    assert.equal((await server.call('centre', 'clearings.pay', { ...(await target()), ...refund }, atCentre)).error, 'ownApproval')
    const [before, paying] = [await balance('bank'), await target()]
    await server.must('finance', 'clearings.pay', { ...paying, ...refund }, atCentre)
    assert.equal((await server.call('finance', 'clearings.pay', { ...paying, ...refund, serial: 'TK-2' }, atCentre)).error, 'wrongState')
    const row = await staff()
    assert.deepEqual([row.state, row.refunded, row.used, row.left], ['done', excess, 0, 0])
    assert.deepEqual([(await balance('bank')) - before, await balance('cleared_tax'), await broken()], [excess, 0, []])
  })

  test('the person downloads the confirmation of the clearing', async () => {
    const [row] = await own()
    const { fileId } = await server.must('subcontractor', 'clearings.document', { taxClearingId: row?.id ?? 0 })
    const bytes = await server.running.kernel.store.read(fileId)
    assert.equal(Buffer.from(bytes.subarray(0, 5)).toString(), '%PDF-')
    assert.ok(fen(bytes.length) > 1000)
  })
})
