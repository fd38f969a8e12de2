import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { fen, plainYuan } from '#/domain/base/money.ts'
import { dayOf, monthOf, shiftDay, shiftMonth } from '#/domain/base/period.ts'
import { lateFee } from '#/domain/taxation/late-fee.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { papersNeverEnd, story } from '#/server/money/payments/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { taxBalances } from '#/server/taxation/periods/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const atCentre = { centre: 2, mode: 2 } as const
const slip = { filename: '缴款书.pdf', mediaType: 'application/pdf', bytes: pdfPage('paying') }

describe('the payment of a declaration', () => {
  let server: TestServer
  let month: string
  let id: number
  const { ordinary } = demoPeople()
  const [rich, poor] = ordinary.filter((each) => each.centreId === 2 && each.unitIds.includes(1) && each.entity === null)
  const db = () => server.running.kernel.database.kysely
  const now = () => server.running.kernel.clock.now()
  const today = () => dayOf(now())
  const broken = () => checkInvariants(db())
  const get = () => server.must('finance', 'periods.get', { declarationId: id }, atCentre)
  const target = async () => ({ declarationId: id, version: (await get()).version })
  const yuan = (amount: number) => plainYuan(fen(amount))
  const register = async (taxes: { vat?: number; surcharge?: number; iit?: number }, given: object = {}, who = 'finance') => {
    const amounts = Object.fromEntries(Object.entries(taxes).map(([kind, amount]) => [kind, yuan(amount)]))
    const of = { ...(await target()), ...amounts, paidOn: today(), serial: 'JK-0001', file: slip, ...given }
    return server.call(who, 'periods.pay', of, atCentre)
  }
  const last = async () => (await get()).entries.at(-1) ?? assert.fail('nothing is registered')
  const aimed = async () => last().then((entry) => ({ taxEntryId: entry.id, version: entry.version }))
  const decide = async (who: string, isApproved = true, reason = '') =>
    server.call(who, 'periods.decidePayment', { ...(await aimed()), isApproved, reason }, atCentre)
  const reverse = async (who = 'finance', reason = '税种登记错误') => server.call(who, 'periods.reversePayment', { ...(await aimed()), reason }, atCentre)
  const decideReversal = async (who: string, isApproved = true, reason = '') =>
    server.call(who, 'periods.decideReversal', { ...(await aimed()), isApproved, reason }, atCentre)
  const balanceOf = async (kind: string) => {
    const { rows } = await sql<{ fen: number }>`select balance_fen as fen from account where centre_id = 2 and mode = 2 and kind = ${kind}`.execute(db())
    return rows[0]?.fen ?? 0
  }

  before(async () => {
    server = await startTestServer()
    const act = story(server)
    await papersNeverEnd(server)
    await sql`update unit_setting_version set evidence_limit_fen = 100000000000 where setting_id = 12`.execute(db())
    month = monthOf(now())
    await act.paid([
      { person: rich ?? assert.fail(), yuan: '120000.00' },
      { person: poor ?? assert.fail(), yuan: '1000.00' },
    ])
    await server.settle(2)
    server.advance(Date.parse(`${shiftMonth(month, 1)}-02T09:00:00+08:00`) - now().getTime())
    const { rows } = await server.must('finance', 'periods.list', { month, size: 200 }, atCentre)
    id = rows[0]?.id ?? assert.fail('no period')
    await server.must('finance', 'periods.close', { ...(await target()), reason: '已核实' }, atCentre)
    await server.job('periods.draw', { declarationId: id })
    await server.must('centre', 'periods.confirm', await target(), atCentre)
  })
  after(() => server.close())

  test('refers to two returns, each with its own acceptance number', async () => {
    const { accrued } = await get()
    assert.ok(accrued.vat > 0 && accrued.surcharge > 0 && accrued.iit > 0)
    const given = { vat: yuan(accrued.vat), surcharge: yuan(accrued.surcharge), iit: yuan(accrued.iit), declaredOn: today(), file: slip }
    const declare = async (numbers: { no: string; vatNo?: string; vatFile?: typeof slip }) =>
      server.call('finance', 'periods.declare', { ...(await target()), ...given, ...numbers }, atCentre)
    assert.equal((await declare({ no: 'SB-IIT-1' })).error, 'vatNoNeeded')
    assert.equal((await declare({ no: 'SB-IIT-1', vatNo: 'SB-IIT-1' })).error, 'sameNumbers')
    const vatFile = { ...slip, filename: '增值税.pdf', bytes: pdfPage('vat return') }
    const { data } = await declare({ no: 'SB-IIT-1', vatNo: 'SB-VAT-1', vatFile })
    const [receipt] = data?.receipts ?? []
    assert.deepEqual([receipt?.no, receipt?.vatNo, receipt?.vatDeclaredOn], ['SB-IIT-1', 'SB-VAT-1', today()])
    assert.ok(receipt?.vatFileId && receipt.vatFileId !== receipt.fileId)
  })

  test('is registered as one entry for all taxes and booked once a second person confirms it', async () => {
    const { leftByTax } = await get()
    const answer = await register(leftByTax)
    assert.equal(answer.data?.state, 'declared', answer.message)
    const entry = await last()
    assert.deepEqual([entry.state, entry.vat, entry.surcharge, entry.iit, entry.late], ['proposed', leftByTax.vat, leftByTax.surcharge, leftByTax.iit, 0])
    assert.deepEqual((await get()).leftByTax, leftByTax)
    assert.equal((await register({ iit: 1 }, { serial: 'JK-0002' })).error, 'nothingLeft', 'the registered amount is taken')
    assert.equal((await register({ iit: 1 }, { serial: 'JK-0001' }, 'centre')).error, 'nothingLeft')
    const waiting = await server.must('centre', 'periods.list', { waits: 'toConfirm', size: 200 }, atCentre)
    assert.ok(waiting.rows.some((row) => row.id === id))
    assert.ok(!(await server.must('finance', 'periods.list', { waits: 'toConfirm', size: 200 }, atCentre)).rows.some((row) => row.id === id))
    assert.deepEqual(await broken(), [])
  })

  test('cannot be confirmed by its registrant, without permission or with an outdated version', async () => {
    assert.equal((await decide('finance')).error, 'ownEntry')
    assert.equal((await decide('maker')).error, 'forbidden')
    const { taxEntryId, version } = await aimed()
    const stale = await server.call('centre', 'periods.decidePayment', { taxEntryId, version: version + 1, isApproved: true }, atCentre)
    assert.equal(stale.error, 'entryChanged')
    const other = await server.call('centre', 'periods.decidePayment', { taxEntryId: 999_999, version: 1, isApproved: true }, atCentre)
    assert.equal(other.error, 'entryNotFound')
    await assert.rejects(sql`update tax_entry set state = 'confirmed', decided_by = by_id, decided_at = at where id = ${taxEntryId}`.execute(db()), /four_eyes/)
  })

  test('is declined with a reason, and its voucher can be registered again', async () => {
    assert.equal((await decide('centre', false)).error, 'decisionReason')
    assert.equal((await decide('centre', false, '凭证不清晰')).code, 1)
    assert.deepEqual([(await last()).state, (await last()).reason, await broken()], ['declined', '凭证不清晰', []])
    const { leftByTax } = await get()
    // The clerk books as much as the declaration allows under the wrong tax.
    assert.equal((await register({ iit: leftByTax.surcharge })).code, 1)
    assert.equal((await decide('centre')).data?.state, 'declared')
    assert.equal((await get()).leftByTax.iit, leftByTax.iit - leftByTax.surcharge)
  })

  test('for the wrong tax is reversed by two people and registered again for the right tax', async () => {
    const { iit } = (await get()).leftByTax
    const bank = await balanceOf('bank')
    const wrong = await last()
    assert.equal((await reverse()).code, 1)
    assert.equal((await decideReversal('finance')).error, 'ownReversal')
    assert.equal((await decideReversal('centre', false, '再核对')).code, 1)
    assert.equal((await last()).state, 'confirmed', 'the second person keeps it')
    await reverse('centre')
    assert.equal((await decideReversal('centre')).error, 'ownReversal')
    await decideReversal('centre', false, '由财务申请')
    await reverse()
    assert.equal((await decideReversal('centre')).code, 1)
    assert.deepEqual([(await last()).state, (await get()).leftByTax.iit, await balanceOf('bank')], ['reversed', iit + wrong.iit, bank - wrong.iit])
    const receipts = await sql<{
      is_returned: boolean
    }>`select is_returned from voucher join tax_payment paid on paid.id = tax_payment_id where paid.entry_id = ${wrong.id}`.execute(db())
    assert.deepEqual(
      receipts.rows.map((row) => row.is_returned),
      [true],
    )
    assert.equal((await register({ surcharge: wrong.iit })).code, 1)
    assert.equal((await decide('centre')).code, 1)
    assert.deepEqual([(await get()).leftByTax.surcharge, await broken()], [0, []])
  })

  test('after the due day includes a daily surcharge at the cost of the centre', async () => {
    const { payDueOn } = await get()
    server.advance(Date.parse(`${shiftDay(payDueOn, 10)}T09:00:00+08:00`) - now().getTime())
    const { leftByTax } = await get()
    const total = leftByTax.vat + leftByTax.iit
    const due = lateFee(fen(total), payDueOn, today())
    assert.equal(due, Math.round(total * 0.0005 * 10))
    const rest = { vat: leftByTax.vat, iit: leftByTax.iit }
    assert.equal((await register(rest, { serial: 'JK-0009', late: yuan(due + 1) })).error, 'lateDiffers')
    assert.equal((await register(rest, { serial: 'JK-0009' })).code, 1)
    assert.deepEqual([(await last()).late, (await last()).lateDue], [due, due])
    const bank = await balanceOf('bank')
    assert.equal((await decide('centre')).data?.state, 'paid')
    assert.deepEqual([await balanceOf('late_fee_cost'), await balanceOf('bank')], [-due, bank + total + due])
    assert.deepEqual([new Set(await taxBalances(server)), await broken()], [new Set([0]), []])
  })

  test('makes a paid month declared again when reversed, and reverses the surcharge', async () => {
    const entry = await last()
    assert.equal((await reverse()).code, 1)
    assert.equal((await decideReversal('centre')).data?.state, 'declared')
    assert.deepEqual([await balanceOf('late_fee_cost'), (await get()).leftByTax.iit, await broken()], [0, entry.iit, []])
    const paid = { vat: entry.vat, iit: entry.iit }
    assert.equal((await register(paid, { serial: 'JK-0010', late: yuan(entry.late + 7), lateReason: '税务机关核定' })).code, 1)
    assert.equal((await decide('centre')).data?.state, 'paid')
    assert.deepEqual([await balanceOf('late_fee_cost'), (await last()).lateReason, await broken()], [-entry.late - 7, '税务机关核定', []])
  })

  test('archiving requires certificates only of people who owe tax', async () => {
    const { certificates, people } = await get()
    assert.ok(people > certificates.owing && certificates.missing === certificates.owing && certificates.owing > 0)
    const archive = async () => server.call('finance', 'periods.archive', await target(), atCentre)
    assert.equal((await archive()).error, 'certificatesMissing')
    const lines = (await server.must('finance', 'periods.lines', { declarationId: id, size: 200 }, atCentre)).rows
    for (const line of lines.filter(({ vat, city, withheld }) => vat + city + withheld > 0))
      await sql`insert into tax_certificate (declaration_id, centre_id, operator_id, path, file_id, sha256, by_id, at)
        select ${id}, 2, ${line.id}, 'a.pdf', (select file_id from tax_entry limit 1), ${String(line.id)}, 4, ${now()}`.execute(db())
    assert.deepEqual([(await archive()).data?.state, await broken()], ['archived', []])
  })
})
