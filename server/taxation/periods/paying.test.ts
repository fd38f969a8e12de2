import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { fen, plainYuan } from '#/domain/base/money.ts'
import { dayOf, monthOf, shiftDay, shiftMonth } from '#/domain/base/period.ts'
import { lateFee } from '#/domain/taxation/late-fee.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { postJournals } from '#/server/money/ledger/public.ts'
import { extendDocuments, paymentScenario } from '#/server/money/payments/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { invariants } from '#/server/taxation/periods/invariants.ts'
import { pendingKinds } from '#/server/taxation/periods/pending.ts'
import { list } from '#/server/taxation/periods/store.ts'
import { taxBalances } from '#/server/taxation/periods/testing.ts'
import { runAndRollBack } from '#/server/tests/rollback-testing.ts'
import { testServer } from '#/server/tests/testing.ts'

const atCentre = { centre: 2, mode: 2 } as const
const slip = { filename: '缴款书.pdf', mediaType: 'application/pdf', bytes: pdfPage('paying') }

describe('payment of a declaration', () => {
  const server = testServer()
  let month: string
  let id: number
  const { ordinary } = demoPeople()
  const [rich, poor] = ordinary.filter((each) => each.centreId === 2 && each.unitIds.includes(1) && each.entity === null)
  const db = () => server.running.kernel.database.kysely
  const now = () => server.running.kernel.clock.now()
  const today = () => dayOf(now())
  const brokenInvariants = () => checkInvariants(db())
  const get = () => server.must('finance', 'periods.get', { declarationId: id }, atCentre)
  const target = async () => ({ declarationId: id, version: (await get()).version })
  const yuan = (amount: number) => plainYuan(fen(amount))
  const register = async (taxes: { vat?: number; surcharge?: number; iit?: number }, overrides: object = {}, who = 'finance') => {
    const amounts = Object.fromEntries(Object.entries(taxes).map(([kind, amount]) => [kind, yuan(amount)]))
    const payInput = { ...(await target()), ...amounts, paidOn: today(), serial: 'JK-0001', file: slip, ...overrides }
    return server.call(who, 'periods.pay', payInput, atCentre)
  }
  const lastEntry = async () => (await get()).entries.at(-1) ?? assert.fail('nothing is registered')
  const entryTarget = async () => lastEntry().then((entry) => ({ taxEntryId: entry.id, version: entry.version }))
  const decide = async (who: string, isApproved = true, reason = '') =>
    server.call(who, 'periods.decidePayment', { ...(await entryTarget()), isApproved, reason }, atCentre)
  const reverse = async (who = 'finance', reason = '税种登记错误') => server.call(who, 'periods.reversePayment', { ...(await entryTarget()), reason }, atCentre)
  const decideReversal = async (who: string, isApproved = true, reason = '') =>
    server.call(who, 'periods.decideReversal', { ...(await entryTarget()), isApproved, reason }, atCentre)
  const balanceOf = async (kind: string) => {
    const { rows } = await sql<{ fen: number }>`select balance_fen as fen from account where centre_id = 2 and mode = 2 and kind = ${kind}`.execute(db())
    return rows[0]?.fen ?? 0
  }

  before(async () => {
    const scenario = paymentScenario(server)
    await extendDocuments(server)
    await sql`update unit_setting_version set evidence_limit_fen = 100000000000 where setting_id = 12`.execute(db())
    month = monthOf(now())
    await scenario.createPaidBatch([
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

  test('a declaration has two tax returns, each with its own acceptance number', async () => {
    const { accrued } = await get()
    assert.ok(accrued.vat > 0 && accrued.surcharge > 0 && accrued.iit > 0)
    const declaration = { vat: yuan(accrued.vat), surcharge: yuan(accrued.surcharge), iit: yuan(accrued.iit), declaredOn: today(), file: slip }
    const declare = async (numbers: { no: string; vatNo?: string; vatFile?: typeof slip }) =>
      server.call('finance', 'periods.declare', { ...(await target()), ...declaration, ...numbers }, atCentre)
    assert.equal((await declare({ no: 'SB-IIT-1' })).error, 'vatNoNeeded')
    assert.equal((await declare({ no: 'SB-IIT-1', vatNo: 'SB-IIT-1' })).error, 'sameNumbers')
    const vatFile = { ...slip, filename: '增值税.pdf', bytes: pdfPage('vat return') }
    const { data } = await declare({ no: 'SB-IIT-1', vatNo: 'SB-VAT-1', vatFile })
    const [receipt] = data?.receipts ?? []
    assert.deepEqual([receipt?.no, receipt?.vatNo, receipt?.vatDeclaredOn], ['SB-IIT-1', 'SB-VAT-1', today()])
    assert.ok(receipt?.vatFileId && receipt.vatFileId !== receipt.fileId)
  })

  test('a payment for all taxes is one entry that awaits confirmation by another person', async () => {
    const { leftByTax } = await get()
    const answer = await register(leftByTax)
    assert.equal(answer.data?.state, 'declared', answer.message)
    const entry = await lastEntry()
    assert.deepEqual([entry.state, entry.vat, entry.surcharge, entry.iit, entry.late], ['proposed', leftByTax.vat, leftByTax.surcharge, leftByTax.iit, 0])
    assert.deepEqual((await get()).leftByTax, leftByTax)
    assert.equal((await register({ iit: 1 }, { serial: 'JK-0002' })).error, 'nothingLeft', 'the registered amount is taken')
    assert.equal((await register({ iit: 1 }, { serial: 'JK-0001' }, 'centre')).error, 'nothingLeft')
    const periodsToConfirm = await server.must('centre', 'periods.list', { waits: 'toConfirm', size: 200 }, atCentre)
    assert.ok(periodsToConfirm.rows.some((row) => row.id === id))
    assert.ok(!(await server.must('finance', 'periods.list', { waits: 'toConfirm', size: 200 }, atCentre)).rows.some((row) => row.id === id))
    assert.deepEqual(await brokenInvariants(), [])
  })

  test('a payment cannot be confirmed by its registrant, without permission or at a stale version', async () => {
    assert.equal((await decide('finance')).error, 'ownEntry')
    assert.equal((await decide('maker')).error, 'forbidden')
    const { taxEntryId, version } = await entryTarget()
    const staleDecision = await server.call('centre', 'periods.decidePayment', { taxEntryId, version: version + 1, isApproved: true }, atCentre)
    assert.equal(staleDecision.error, 'entryChanged')
    const decision = await server.call('centre', 'periods.decidePayment', { taxEntryId: 999_999, version: 1, isApproved: true }, atCentre)
    assert.equal(decision.error, 'entryNotFound')
    await assert.rejects(sql`update tax_entry set state = 'confirmed', decided_by = by_id, decided_at = at where id = ${taxEntryId}`.execute(db()), /four_eyes/)
  })

  test('the voucher of a declined payment can be registered again', async () => {
    assert.equal((await decide('centre', false)).error, 'decisionReason')
    assert.equal((await decide('centre', false, '凭证不清晰')).code, 1)
    assert.deepEqual([(await lastEntry()).state, (await lastEntry()).reason, await brokenInvariants()], ['declined', '凭证不清晰', []])
    const { leftByTax } = await get()
    // The clerk books the largest amount that the declaration allows, but under the wrong tax.
    assert.equal((await register({ iit: leftByTax.surcharge })).code, 1)
    assert.equal((await decide('centre')).data?.state, 'declared')
    assert.equal((await get()).leftByTax.iit, leftByTax.iit - leftByTax.surcharge)
  })

  test('two people reverse a payment for the wrong tax and register it for the right tax', async () => {
    const { iit } = (await get()).leftByTax
    const bankBalance = await balanceOf('bank')
    const wrongEntry = await lastEntry()
    assert.equal((await reverse()).code, 1)
    assert.equal((await decideReversal('finance')).error, 'ownReversal')
    assert.equal((await decideReversal('centre', false, '再核对')).code, 1)
    assert.equal((await lastEntry()).state, 'confirmed', 'the second person keeps it')
    await reverse('centre')
    assert.equal((await decideReversal('centre')).error, 'ownReversal')
    await decideReversal('centre', false, '由财务申请')
    await reverse()
    assert.equal((await decideReversal('centre')).code, 1)
    assert.deepEqual(
      [(await lastEntry()).state, (await get()).leftByTax.iit, await balanceOf('bank')],
      ['reversed', iit + wrongEntry.iit, bankBalance - wrongEntry.iit],
    )
    const receipts = await sql<{
      is_returned: boolean
    }>`select is_returned from voucher join tax_payment paid on paid.id = tax_payment_id where paid.entry_id = ${wrongEntry.id}`.execute(db())
    assert.deepEqual(
      receipts.rows.map((row) => row.is_returned),
      [true],
    )
    assert.equal((await register({ surcharge: wrongEntry.iit })).code, 1)
    assert.equal((await decide('centre')).code, 1)
    assert.deepEqual([(await get()).leftByTax.surcharge, await brokenInvariants()], [0, []])
  })

  test('a payment after the due day includes a daily surcharge at the cost of the centre', async () => {
    const { payDueOn } = await get()
    server.advance(Date.parse(`${shiftDay(payDueOn, 10)}T09:00:00+08:00`) - now().getTime())
    const { leftByTax } = await get()
    const total = leftByTax.vat + leftByTax.iit
    const expectedLateFee = lateFee(fen(total), payDueOn, today())
    assert.equal(expectedLateFee, Math.round(total * 0.0005 * 10))
    const remainingTaxes = { vat: leftByTax.vat, iit: leftByTax.iit }
    assert.equal((await register(remainingTaxes, { serial: 'JK-0009', late: yuan(expectedLateFee + 1) })).error, 'lateDiffers')
    assert.equal((await register(remainingTaxes, { serial: 'JK-0009' })).code, 1)
    assert.deepEqual([(await lastEntry()).late, (await lastEntry()).lateDue], [expectedLateFee, expectedLateFee])
    const bankBalance = await balanceOf('bank')
    assert.equal((await decide('centre')).data?.state, 'paid')
    assert.deepEqual([await balanceOf('late_fee_cost'), await balanceOf('bank')], [-expectedLateFee, bankBalance + total + expectedLateFee])
    assert.deepEqual([new Set(await taxBalances(server)), await brokenInvariants()], [new Set([0]), []])
  })

  test('reversing a payment makes a paid month declared again and reverses the surcharge', async () => {
    const entry = await lastEntry()
    assert.equal((await reverse()).code, 1)
    assert.equal((await decideReversal('centre')).data?.state, 'declared')
    assert.deepEqual([await balanceOf('late_fee_cost'), (await get()).leftByTax.iit, await brokenInvariants()], [0, entry.iit, []])
    const paidTaxes = { vat: entry.vat, iit: entry.iit }
    assert.equal((await register(paidTaxes, { serial: 'JK-0010', late: yuan(entry.late + 7), lateReason: '税务机关核定' })).code, 1)
    assert.equal((await decide('centre')).data?.state, 'paid')
    assert.deepEqual([await balanceOf('late_fee_cost'), (await lastEntry()).lateReason, await brokenInvariants()], [-entry.late - 7, '税务机关核定', []])
  })

  test('archiving requires certificates only for people with tax due', async () => {
    const { certificates, people } = await get()
    assert.ok(people > certificates.owing && certificates.missing === certificates.owing && certificates.owing > 0)
    const archive = async () => server.call('finance', 'periods.archive', await target(), atCentre)
    assert.equal((await archive()).error, 'certificatesMissing')
    const lines = (await server.must('finance', 'periods.lines', { declarationId: id, size: 200 }, atCentre)).rows
    for (const line of lines.filter(({ vat, city, withheld }) => vat + city + withheld > 0))
      await sql`insert into tax_certificate (declaration_id, centre_id, operator_id, path, file_id, sha256, by_id, at)
        select ${id}, 2, ${line.id}, 'a.pdf', (select file_id from tax_entry limit 1), ${String(line.id)}, 4, ${now()}`.execute(db())
    assert.deepEqual([(await archive()).data?.state, await brokenInvariants()], ['archived', []])
  })

  test('changes of tax records outside the program break the invariants that cover them', async () => {
    const brokenAfterChange = (change: ReturnType<typeof sql>) =>
      runAndRollBack(server, async (ctx) => {
        for (const table of [
          'tax_declaration',
          'tax_line',
          'tax_receipt',
          'tax_payment',
          'tax_entry',
          'tax_period',
          'tax_reservation',
          'tax_adjustment',
          'account',
        ])
          await ctx.run`alter table ${sql.table(table)} disable trigger user`
        await change.execute(ctx.db)
        return (await checkInvariants(ctx.db, invariants)).map(({ name }) => name).join()
      })
    const changeDeclaration = (set: ReturnType<typeof sql>) => sql`update tax_declaration set ${set} where id = ${id}`
    const changePayment = (set: ReturnType<typeof sql>) =>
      sql`update tax_payment set ${set} where id = (select min(id) from tax_payment where declaration_id = ${id} and kind = 'iit')`
    const changeVatPayment = (set: ReturnType<typeof sql>) =>
      sql`update tax_payment set ${set} where id = (select min(id) from tax_payment where declaration_id = ${id} and kind = 'vat')`
    const changeConfirmedEntry = (set: ReturnType<typeof sql>) =>
      sql`update tax_entry set ${set} where id = (select max(id) from tax_entry where declaration_id = ${id} and state = 'confirmed')`
    const changeTaxLine = (set: ReturnType<typeof sql>) =>
      sql`update tax_line set ${set} where declaration_id = ${id} and operator_id = (select min(operator_id) from tax_line where declaration_id = ${id})`
    const earliestPerson = sql`(select min(operator_id) from tax_line where declaration_id = ${id})`
    const insertReturn = (of: string, edition: number | null, mode = 2) =>
      sql`insert into tax_adjustment (centre_id, mode, operator_id, month, period, kind, gross_fen, at, edition) values (2, ${mode}, ${earliestPerson}, ${of}, ${month}, 'uncounted', -1, now(), ${edition})`
    for (const [title, change, expected] of [
      ['nothing', sql`select 1`, ''],
      ['people', changeDeclaration(sql`people = people + 1`), 'INV-14'],
      ['gross', changeDeclaration(sql`gross_fen = gross_fen + 1`), 'INV-14'],
      ['difference', changeDeclaration(sql`difference_fen = difference_fen + 1`), 'INV-14'],
      ['gross, while it is computed', changeDeclaration(sql`gross_fen = gross_fen + 1, is_computing = true`), ''],
      [
        'gross of a month that is being closed',
        changeDeclaration(
          sql`gross_fen = gross_fen + 1, state = 'closing', booked_at = null, booked_vat_fen = null, booked_surcharge_fen = null, booked_iit_fen = null`,
        ),
        '',
      ],
      ['tax declared', changeDeclaration(sql`iit_fen = iit_fen + 1`), 'INV-14,INV-15,INV-16'],
      ['tax booked', changeDeclaration(sql`booked_iit_fen = booked_iit_fen + 1`), 'INV-15'],
      ['no closed month', sql`delete from tax_period where centre_id = 2 and month = ${month}`, 'INV-14'],
      ['no receipt', sql`delete from tax_receipt where declaration_id = ${id}`, 'INV-14'],
      ['receipt', sql`update tax_receipt set vat_fen = vat_fen + 1 where declaration_id = ${id}`, 'INV-14'],
      ['payments of another month', sql`update tax_reservation set month = '2020-01' where centre_id = 2 and month = ${month}`, 'INV-15'],
      ['tax paid', changePayment(sql`amount_fen = amount_fen - 1`), 'INV-16,INV-63'],
      ['tax paid for another', changePayment(sql`kind = 'vat'`), 'INV-16,INV-63,INV-75'],
      ['tax paid on another return', changeVatPayment(sql`vat_return = 'vat_withholding'`), 'INV-75'],
      ['people of a return', changeDeclaration(sql`agent_people = agent_people + 1`), 'INV-74'],
      ['VAT of a return', changeDeclaration(sql`withholding_vat_fen = withholding_vat_fen + 1`), 'INV-74,INV-75'],
      ['VAT of a line on a return', changeTaxLine(sql`withholding_vat_fen = vat_fen + 1, withholding_gross_fen = gross_fen`), 'INV-74'],
      ['receipt of a return', sql`update tax_receipt set withholding_surcharge_fen = 1 where declaration_id = ${id}`, 'INV-74'],
      ['tax of an entry', changeConfirmedEntry(sql`iit_fen = iit_fen + 1`), 'INV-63'],
      ['surcharge of an entry', changeConfirmedEntry(sql`late_fen = late_fen + 1`), 'INV-63'],
      ['account of the surcharge', sql`update account set balance_fen = balance_fen - 1 where kind = 'late_fee_cost' and centre_id = 2`, 'INV-63'],
      ['account of overpaid tax', sql`insert into account (centre_id, mode, kind, balance_fen) values (2, 2, 'overpaid_tax', -1)`, 'INV-60'],
      ['negative line', changeTaxLine(sql`due_fen = -1`), 'INV-61'],
      ['undeclared return of an earlier month', insertReturn('2020-01', null), 'INV-61'],
      ['the same in mode 1', insertReturn('2020-01', null, 1), ''],
      ['undeclared return of its own month', insertReturn(month, null), ''],
      ['return of an edition to come', insertReturn(month, 9), 'INV-61'],
    ] as const)
      assert.equal(await brokenAfterChange(change), expected, title)
  })

  test('a closed month awaits confirmation by another person, then its declaration', async () => {
    const closer = 4
    const duringMonth = new Date(`${month}-28T12:00:00+08:00`)
    const waitingRows = (what: 'toConfirm' | 'toDeclare', set: ReturnType<typeof sql>, who = closer + 1, at = now()) =>
      runAndRollBack(server, async (ctx) => {
        await ctx.run`alter table tax_declaration disable trigger user`
        const callerContext = { ...ctx, now: at, actor: { ...ctx.actor, userId: who } }
        const { sums } = pendingKinds.find(({ kind }) => kind === (what === 'toConfirm' ? 'taxToConfirm' : 'taxPeriods')) ?? assert.fail()
        const count = async () => (await sums({ ...callerContext }, ctx.scope)).reduce((sum, each) => sum + each.count, 0)
        const countBefore = await count()
        await ctx.run`update tax_declaration set ${set} where id = ${id}`
        const { rows } = await list(callerContext, { waits: what }, { page: 1, size: 200 })
        return [rows.some((row) => row.id === id), (await count()) - countBefore]
      })
    const setState = (state: string) => sql`state = ${state}, closed_by = ${closer}`
    assert.deepEqual(
      [await waitingRows('toConfirm', setState('closed')), await waitingRows('toConfirm', setState('closed'), closer)],
      [
        [true, 1],
        [false, 0],
      ],
    )
    assert.deepEqual(await waitingRows('toConfirm', setState('confirmed')), [false, 0])
    for (const state of ['confirmed', 'declared', 'correcting']) {
      const stateChange = state === 'correcting' ? sql`state = 'correcting', corrected_from = 'declared'` : setState(state)
      assert.deepEqual(await waitingRows('toDeclare', stateChange), [true, 1], state)
      assert.deepEqual(await waitingRows('toDeclare', stateChange, closer, duringMonth), [false, 0], state)
    }
    for (const state of ['closed', 'paid', 'certified', 'archived']) assert.deepEqual(await waitingRows('toDeclare', setState(state)), [false, 0], state)
  })

  test('a declared month is pending again once it has an undeclared returned payment', async () => {
    const waitingCounts = (row: { mode?: number; centre?: number; period?: string; kind?: string; edition?: number; state?: string }) =>
      runAndRollBack(server, async (ctx) => {
        await ctx.run`alter table tax_declaration disable trigger user`
        await ctx.run`update tax_declaration set state = ${row.state ?? 'archived'} where id = ${id}`
        await ctx.run`insert into tax_adjustment (centre_id, mode, operator_id, month, period, kind, gross_fen, at, edition) select ${row.centre ?? 2}, ${row.mode ?? 2}, operator_id,
          ${row.period ?? month}, ${row.period ?? month}, ${row.kind ?? 'uncounted'}, -1, now(), ${row.edition ?? null} from tax_line where declaration_id = ${id} limit 1`
        const { sums } = pendingKinds.find(({ kind }) => kind === 'taxPeriods') ?? assert.fail()
        const { rows } = await list(ctx, { waits: 'toDeclare' }, { page: 1, size: 200 })
        const listedCount = rows.filter((each) => each.month === month && each.centre_id === 2).length
        return [listedCount, (await sums(ctx, ctx.scope)).reduce((sum, each) => sum + each.count, 0) - rows.length]
      })
    for (const state of ['declared', 'paid', 'certified', 'archived']) assert.deepEqual(await waitingCounts({ state }), [1, 0], state)
    for (const mismatch of [{ mode: 1 }, { centre: 3 }, { period: '2020-01' }, { kind: 'difference' }, { edition: 1 }, { state: 'closed' }])
      assert.deepEqual(await waitingCounts(mismatch), [0, 0], JSON.stringify(mismatch))
  })

  test('tax booked without a payment counts in the month of its booking', async () => {
    const bookedSum = (at: string) =>
      runAndRollBack(server, async (ctx) => {
        await ctx.run`alter table ledger_entry disable trigger ledger_entry_tax`
        const sum = async () => (await ctx.row<{ fen: number }>`select coalesce(sum(amount_fen), 0)::bigint as fen from app.tax_booked(2, ${month})`)?.fen ?? 0
        const bookedBefore = await sum()
        const postings = [
          { account: 'tax_iit', amount: fen(7) },
          { account: 'adjustment', amount: fen(-7) },
        ] as const
        const owner = { centreId: 2, mode: 2, unitId: null } as const
        await postJournals(ctx, [{ kind: 'adjustment', owner, refType: 'adjustment', refId: 1, refNo: 'X', idemKey: at, postings, at: new Date(at) }])
        return (await sum()) - bookedBefore
      })
    const next = shiftMonth(month, 1)
    assert.deepEqual([await bookedSum(`${month}-01T00:00:00+08:00`), await bookedSum(`${next}-01T00:00:00+08:00`)], [7, 0])
  })
})
