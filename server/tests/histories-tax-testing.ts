import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { dayOf, monthOf } from '#/domain/base/period.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { payTaxes } from '#/server/taxation/periods/testing.ts'
import type { TestServer } from '#/server/tests/testing.ts'

// Steps of random histories that close, reopen, declare, pay and correct tax months, and the checks after each step.

interface Choices {
  readonly a: number
  readonly b: number
  readonly c: number
}

const at = { centre: 2, mode: 2 } as const
const slip = { filename: '单据.pdf', mediaType: 'application/pdf', bytes: pdfPage('tax month') }

/**
 * Closes the next month, and often also confirms, declares and pays it. Otherwise reopens the last closed month,
 * corrects a declared month, or settles a credit.
 */
export async function closeMonth(server: TestServer, { a, b, c }: Choices): Promise<void> {
  const now = server.running.kernel.clock.now()
  const { rows } = await server.must('finance', 'periods.list', { size: 200 }, at)
  const target = (id: number) => server.must('finance', 'periods.get', { declarationId: id }, at).then(({ version }) => ({ declarationId: id, version }))
  const last = rows.find((row) => row.state === 'closed' || row.state === 'confirmed')
  if (last && a % 4 === 0) {
    await server.call('finance', 'periods.reopen', { ...(await target(last.id)), reason: '再核对' }, at)
    return
  }
  const declaredPeriods = rows.filter((row) => row.state === 'declared' || row.state === 'paid' || row.state === 'correcting')
  // Chooses months with something to correct more often.
  const periodToCorrect = declaredPeriods.findLast((each) => each.toCorrect > 0 && b % 3 > 0) ?? declaredPeriods[c % Math.max(1, declaredPeriods.length)]
  if (periodToCorrect && a % 4 === 1) return correctMonths(server, periodToCorrect.id, { b, c })
  if (a % 4 === 2 && (await settleCredit(server, { b, c }))) return
  const period = rows.findLast((row) => row.state === 'open' && row.month < monthOf(now))
  if (!period) return
  const { id } = period
  await server.call('finance', 'periods.close', { ...(await target(id)), reason: '已核实' }, at)
  await server.job('periods.draw', { declarationId: id })
  if (b % 4 > 0) await server.call('centre', 'periods.confirm', await target(id), at)
  if (b % 4 > 1) await declareMonth(server, id, c)
}

/**
 * Corrects a month and the later months of its year that change with it. Cancels each correction without changes and
 * declares the others in order.
 */
async function correctMonths(server: TestServer, declarationId: number, { b, c }: Pick<Choices, 'b' | 'c'>): Promise<void> {
  const target = (id: number) => server.must('finance', 'periods.get', { declarationId: id }, at).then(({ version }) => ({ declarationId: id, version }))
  const correctionAnswer = await server.call('finance', 'periods.correct', { ...(await target(declarationId)), reason: '申报有误' }, at)
  assert.ok(correctionAnswer.code === 1 || correctionAnswer.error === 'correctEarlier', correctionAnswer.message)
  const { rows } = await server.must('finance', 'periods.list', { states: ['correcting'], size: 200 }, at)
  for (const { id } of rows.toReversed()) {
    await server.job('periods.draw', { declarationId: id })
    if (b % 5 === 4) continue
    const { count } = await server.must('finance', 'periods.changes', { declarationId: id }, at)
    const cancelAnswer = await server.call('finance', 'periods.cancelCorrection', await target(id), at)
    assert.ok(cancelAnswer.code === 1 || count > 0, cancelAnswer.message)
    if (cancelAnswer.code !== 1) await declareMonth(server, id, c)
  }
}

/** Applies, refunds or withdraws a tax credit, in part or in full. Returns whether there was a credit. */
async function settleCredit(server: TestServer, { b, c }: Pick<Choices, 'b' | 'c'>): Promise<boolean> {
  const { rows } = await server.must('finance', 'periods.credits', { states: ['open'], size: 200 }, at)
  const credit = rows[c % Math.max(1, rows.length)]
  if (!credit) return false
  const target = { taxCreditId: credit.id, version: credit.version }
  const amount = (Math.max(1, c % 2 ? credit.left : Math.floor(credit.left / 2)) / 100).toFixed(2)
  const paidOn = dayOf(server.running.kernel.clock.now())
  if (b % 3 === 0)
    await server.must('centre', 'periods.refundCredit', { ...target, amount, paidOn, serial: `TK-${credit.id}-${credit.version}`, file: slip }, at)
  else if (b % 3 === 1) await server.call('centre', 'periods.withdrawCredit', { ...target, reason: '不予退还' }, at)
  else {
    const { rows: open } = await server.must('finance', 'periods.list', { states: ['declared'], size: 200 }, at)
    for (const { id, version } of open)
      await server.call('finance', 'periods.applyCredit', { ...target, declarationId: id, declarationVersion: version, amount }, at)
  }
  return true
}

/** Lets one user request the reversal of a month's last confirmed payment. A second user approves or refuses it. */
async function reverseLastPayment(server: TestServer, declarationId: number): Promise<void> {
  const entry = (await server.must('finance', 'periods.get', { declarationId }, at)).entries.findLast(({ state }) => state === 'confirmed')
  if (!entry) return
  const reversalAnswer = await server.call('finance', 'periods.reversePayment', { taxEntryId: entry.id, version: entry.version, reason: '登记有误' }, at)
  const version = reversalAnswer.data?.entries.find(({ id }) => id === entry.id)?.version
  if (version === undefined) return
  await server.call('centre', 'periods.decideReversal', { taxEntryId: entry.id, version, isApproved: declarationId % 2 === 0, reason: '核对无误' }, at)
}

/** Declares the month with the totals of its lines, and pays half or all of each tax. */
async function declareMonth(server: TestServer, declarationId: number, c: number): Promise<void> {
  const getPeriod = () => server.must('finance', 'periods.get', { declarationId }, at)
  const { accrued, version, edition } = await getPeriod()
  const yuanText = (amount: number) => (amount / 100).toFixed(2)
  const day = dayOf(server.running.kernel.clock.now())
  const no = `R-${declarationId}-${edition}`
  const declaredTaxes = { vat: yuanText(accrued.vat), surcharge: yuanText(accrued.surcharge), iit: yuanText(accrued.iit) }
  await server.call('finance', 'periods.declare', { declarationId, version, no, vatNo: `V${no}`, declaredOn: day, ...declaredTaxes, file: slip }, at)
  const paidPartOf = (tax: number) => (c % 2 ? tax : Math.ceil(Math.abs(tax) / 2))
  const taxes = { vat: paidPartOf(accrued.vat), surcharge: paidPartOf(accrued.surcharge), iit: paidPartOf(accrued.iit) }
  await payTaxes(server, at, { declarationId, taxes, serial: `S-${declarationId}-${edition}`, file: slip })
  if (c % 3 === 0) await reverseLastPayment(server, declarationId)
}

interface YearTotals {
  operator_id: number
  year: string
  declared: number[]
  withheld: number[]
  booked: number[]
}

/**
 * Expects three amounts to be equal per person, year and tax (INV-15). The amounts are the tax declared by closed
 * months, the tax withheld with the payments that these months count, and the tax booked for these payments.
 */
export async function expectDeclaredOfLedger(server: TestServer): Promise<void> {
  const { rows } = await sql<YearTotals>`
    with closed as (select id, centre_id, month, edition from tax_declaration where mode = 2 and state not in ('open', 'closing') and not is_computing),
    counted as (
      select closed.month, own.line_id, 'payment' as kind, 1 as sign from closed join tax_reservation own on own.centre_id = closed.centre_id and own.mode = 2 and own.month = closed.month
      union all
      select closed.month, line_id, 'return', -1 from closed join tax_adjustment back on back.centre_id = closed.centre_id and back.mode = 2 and back.period = closed.month
        and back.kind = 'uncounted' and back.edition is not null cross join unnest(back.line_ids) line_id),
    figure as (
      select line.operator_id, left(closed.month, 4) as year, 0 as of, line.vat_fen as vat, line.city_fen + line.education_fen + line.local_education_fen as surcharge, line.withheld_fen as iit
      from closed join tax_line line on line.declaration_id = closed.id and line.edition = closed.edition
      union all
      select line.operator_id, left(counted.month, 4), 1, sign * line.vat_fen, sign * line.surcharge_fen, sign * line.iit_fen from counted join payment_line line on line.id = counted.line_id
      union all
      select line.operator_id, left(counted.month, 4), 2, case account.kind when 'tax_vat' then entry.amount_fen else 0 end,
        case account.kind when 'tax_surcharge' then entry.amount_fen else 0 end, case account.kind when 'tax_iit' then entry.amount_fen else 0 end
      from counted join payment_line line on line.id = counted.line_id
        join ledger_journal journal on journal.ref_type = 'line' and journal.ref_id = counted.line_id and journal.kind = counted.kind
        join ledger_entry entry on entry.journal_id = journal.id join account on account.id = entry.account_id and account.kind in ('tax_vat', 'tax_surcharge', 'tax_iit')),
    cleared as (
      select row.operator_id, left(row.period, 4) as year, row.id, row.vat_fen as vat, row.city_fen + row.education_fen + row.local_education_fen as surcharge, row.withheld_fen as iit
      from closed join tax_adjustment row on row.centre_id = closed.centre_id and row.mode = 2 and row.period = closed.month and row.clearing_id is not null and row.edition is not null),
    every as (
      select * from figure
      union all
      select operator_id, year, 1, vat, surcharge, iit from cleared
      union all
      select cleared.operator_id, cleared.year, 2, case account.kind when 'tax_vat' then entry.amount_fen else 0 end,
        case account.kind when 'tax_surcharge' then entry.amount_fen else 0 end, case account.kind when 'tax_iit' then entry.amount_fen else 0 end
      from cleared join ledger_journal journal on journal.ref_type = 'tax_adjustment' and journal.ref_id = cleared.id and journal.kind = 'clearing'
        join ledger_entry entry on entry.journal_id = journal.id join account on account.id = entry.account_id and account.kind in ('tax_vat', 'tax_surcharge', 'tax_iit')),
    summed as (select operator_id, year, of, array[sum(vat)::bigint, sum(surcharge)::bigint, sum(iit)::bigint] as taxes from every group by 1, 2, 3)
    select operator_id, year, coalesce(max(taxes) filter (where of = 0), '{0,0,0}') as declared, coalesce(max(taxes) filter (where of = 1), '{0,0,0}') as withheld,
      coalesce(max(taxes) filter (where of = 2), '{0,0,0}') as booked from summed group by 1, 2 order by 1, 2`.execute(server.running.kernel.database.kysely)
  for (const { operator_id, year, declared, withheld, booked } of rows) {
    assert.deepEqual({ operator_id, year, taxes: withheld }, { operator_id, year, taxes: declared })
    assert.deepEqual({ operator_id, year, taxes: booked }, { operator_id, year, taxes: declared })
  }
}
