import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { demoPaymentPassword } from '#/demo/accounts.ts'
import { demoPeople } from '#/demo/load.ts'
import { fen, ppm } from '#/domain/base/money.ts'
import { dayOf, monthOf, monthStart, shiftDay, shiftMonth } from '#/domain/base/period.ts'
import type { BatchState } from '#/domain/money/batch.ts'
import { type PaidMonth, taxOfMonths } from '#/domain/money/tax-month.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { extendDocuments, fullChecklist } from '#/server/money/payments/testing.ts'
import { importReturns, queryDueOrders, sendQueuedOrders } from '#/server/money/payouts/dispatch/dispatch.ts'
import { claimWithoutSending, exceptionScenario, openerForBank } from '#/server/money/payouts/testing.ts'
import { policyOn } from '#/server/money/tax/public.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { expectFiguresOfRows } from '#/server/tests/figures-testing.ts'
import { randomBank } from '#/server/tests/histories-bank-testing.ts'
import { clearMonths } from '#/server/tests/histories-clearings-testing.ts'
import { advanceClaim, changeChannel, expectResendCounts, prepareDebts, registerSlips, reportLatePayment } from '#/server/tests/histories-debts-testing.ts'
import { advanceAdjustment, advanceRefund, advanceUnknownCredit } from '#/server/tests/histories-money-testing.ts'
import { reconcile } from '#/server/tests/histories-recon-testing.ts'
import { advanceToNextMonth, changeRules } from '#/server/tests/histories-rules-testing.ts'
import type { Step } from '#/server/tests/histories-steps-testing.ts'
import { closeMonth, expectDeclaredOfLedger } from '#/server/tests/histories-tax-testing.ts'
import {
  advanceInvoice,
  advanceRedLetter,
  closeBooks,
  expectSalesOfReports,
  fileBusinesses,
  prepareBusinesses,
  prepareTaxation,
} from '#/server/tests/histories-taxation-testing.ts'
import type { TestServer } from '#/server/tests/testing.ts'

// Random histories through the real operations, with steps of users, banks, clocks and terms. Steps are plain data, so
// that a failing history can be shortened and stored.

const hourMs = 3_600_000
const slip = { filename: '单据.pdf', mediaType: 'application/pdf', bytes: pdfPage('commission') }
const amounts = ['0.01', '350.00', '8060.11', '29999.99', '59999.00', '60001.00', '98000.00', '120000.00', '150000.00']
interface Party {
  readonly maker: string
  readonly checker: string
  readonly payer: string
  readonly unitId: number
}
const parties: readonly [Party, Party] = [
  { maker: 'maker', checker: 'checker', payer: 'payer', unitId: 1 },
  { maker: 'makerb', checker: 'checkerb', payer: 'payerb', unitId: 2 },
]

/** Operators of centre 2 whom both units may pay. */
const payees = (() => {
  const { ordinary } = demoPeople()
  const unitPeople = ordinary.filter((person) => person.centreId === 2 && person.unitIds.includes(1))
  return unitPeople.slice(0, 4)
})()

/** Sets up two units at one centre, each with three users and with documents that do not expire. */
export async function prepareParties(server: TestServer): Promise<void> {
  const db = server.running.kernel.database.kysely
  for (const name of ['maker', 'checker', 'payer']) {
    await sql`insert into app_user (username, name, usertype, poststatus, status, password_hash, payment_password_hash, unit_id, created_at, password_changed_at)
        select username || 'b', name || '二', usertype, poststatus, status, password_hash, payment_password_hash, 2, created_at, password_changed_at
        from app_user where username = ${name}`.execute(db)
    await sql`insert into user_role (user_id, role_id) select copy.id, role_id from app_user copy, user_role join app_user own on own.id = user_role.user_id
        where copy.username = ${`${name}b`} and own.username = ${name}`.execute(db)
  }
  await extendDocuments(server)
  await prepareDebts(server)
  await prepareTaxation(server)
  await sql`update contract set amount_cap_fen = null`.execute(db)
  await sql`update unit_setting_version set evidence_limit_fen = 100000000000 where setting_id in (12, 22)`.execute(db)
  await sql`update operator set birth = '1990-01-01' where id = any(${payees.map((person) => person.id)}::bigint[])`.execute(db)
  await sql`insert into unit_operator (unit_id, operator_id, is_active, created_at) select 2, operator_id, is_active, created_at from unit_operator
    where unit_id = 1 and operator_id = any(${payees.map((person) => person.id)}::bigint[]) on conflict do nothing`.execute(db)
}

interface Batch {
  readonly id: number
  readonly party: Party
  /** Whether the batch pays registered businesses. */
  readonly isMode1?: boolean
  /** Whether the batch is paid or cancelled. */
  isFinished?: boolean
}

/** A running history: its server, its bank and the batches that it created. */
interface History {
  readonly server: TestServer
  readonly bank: ReturnType<typeof randomBank>
  readonly batches: Batch[]
}

const statesBeforePayment: readonly BatchState[] = ['draft', 'fixing', 'ready', 'checking', 'auditing', 'payable']
const at = { centre: 2, mode: 2 } as const
const placeOf = (isMode1 = false) => ({ centre: 2, mode: isMode1 ? 1 : 2 })
const pick = <T>(from: readonly T[], index: number): T | undefined => from[index % Math.max(1, from.length)]
type BatchDetail = Awaited<ReturnType<typeof openBatch>>

async function openBatch({ server }: History, batch: Batch) {
  const detail = await server.must(batch.party.payer, 'payments.get', { id: batch.id })
  batch.isFinished = !statesBeforePayment.includes(detail.state)
  return detail
}

async function prepareBatch({ server, batches }: History, { a, b, c }: Step): Promise<void> {
  const party = pick(parties, a)
  if (!party) return
  const newBatch = await server.must(party.maker, 'payments.create', { orderId: party.unitId * 10 + 2, amountBasis: c % 3 === 0 ? 'net' : 'gross' })
  const rows = Array.from({ length: 2 + (b % 4) }, (_, index) => {
    const person = pick(payees, b + index)
    if (!person) throw new Error('no operator can be paid')
    const { name, idNumber, mobile, bankName, cardNo } = person
    return { name, idNumber, mobile, bankName, cardNo, amountText: pick(amounts, c + index * 4) ?? '1.00' }
  })
  await server.call(party.maker, 'lines.add', { batchId: newBatch.id, rows })
  batches.push({ id: newBatch.id, party })
}

/** Performs the next duty for a batch. Returns whether the server accepted it. */
async function performDuty({ server }: History, { party, isMode1 = false }: Batch, shown: BatchDetail): Promise<boolean> {
  const { id, version, state, lineCount, net, tax, fee, cost } = shown
  const { maker, checker, payer } = party
  const answer =
    state === 'checking'
      ? await server.call(checker, 'payments.check', { id, version, approve: true })
      : state === 'auditing'
        ? await server.call('auditor', 'payments.audit', { id, version, approve: true, checklist: fullChecklist }, placeOf(isMode1))
        : state === 'payable'
          ? await server.call(payer, 'payments.pay', { id, version, lineCount, net, tax, fee, cost, paymentPassword: demoPaymentPassword })
          : await server.call(maker, 'payments.submit', { id, version, acknowledgement: '已逐条核对' })
  return answer.code === 1
}

/**
 * Moves a batch on by one duty. The figures that a checker, auditor or payer confirms must not change with the
 * confirmation.
 */
async function advanceBatch(history: History, batch: Batch): Promise<void> {
  const shownBatch = await openBatch(history, batch)
  const stage = statesBeforePayment.indexOf(shownBatch.state)
  if (stage < 0) return
  if (shownBatch.state === 'fixing' && shownBatch.errorCount > 0) {
    const lines = await history.server.must(batch.party.maker, 'lines.list', { batchId: batch.id, onlyErrors: true, size: 200 })
    await history.server.call(batch.party.maker, 'lines.exclude', { batchId: batch.id, lineIds: lines.rows.map((line) => line.id) })
    return
  }
  const isAccepted = await performDuty(history, batch, shownBatch)
  if (!isAccepted || stage < statesBeforePayment.indexOf('checking')) return
  const { state, net, tax, fee, cost } = await openBatch(history, batch)
  if (batch.isFinished || statesBeforePayment.indexOf(state) > stage)
    assert.deepEqual({ net, tax, fee, cost }, { net: shownBatch.net, tax: shownBatch.tax, fee: shownBatch.fee, cost: shownBatch.cost })
}

async function rejectBatch(history: History, batch: Batch): Promise<void> {
  const { id, version, state } = await openBatch(history, batch)
  if (state === 'checking') await history.server.call(batch.party.checker, 'payments.check', { id, version, approve: false, reason: '金额再核对' })
  if (state === 'auditing')
    await history.server.call('auditor', 'payments.audit', { id, version, approve: false, reason: '材料再核对' }, placeOf(batch.isMode1))
}

async function resolveHeld({ server }: History, { id, party }: Batch, operation: 'payouts.retryHeld' | 'payouts.cancelHeld'): Promise<void> {
  const { rows } = await server.must(party.maker, 'lines.list', { batchId: id, states: ['held'], size: 200 })
  if (rows.length > 0) await server.call(party.maker, operation, { lineIds: rows.map((line) => line.id) })
}

async function resendBatch(history: History, batch: Batch): Promise<void> {
  const { id, version } = await openBatch(history, batch)
  const answer = await history.server.call(batch.party.maker, 'payments.resend', { id, version })
  if (answer.data !== undefined) history.batches.push({ id: answer.data.id, party: batch.party })
}

/** Lets two users resolve open exceptions in one of the offered ways. */
async function resolveException({ server }: History, { a, b }: Step): Promise<void> {
  const exceptionActions = exceptionScenario(server)
  for (const row of (await exceptionActions.open()).slice(0, 1 + (a % 3))) {
    const exception = await exceptionActions.get(row.id)
    const way = pick(exception.ways, b)
    if (way) await exceptionActions.settle(exception, way)
  }
}

const dbOf = ({ server }: History) => server.running.kernel.database.kysely

const changeTerms = (history: History, { a, b, c }: Step) =>
  sql`update unit_setting_version set tax_bearer = ${pick(['operator', 'unit'], a)}, fee_bearer = ${pick(['unit', 'operator', 'shared'], b)},
      fee_unit_share_ppm = 300000, fee_plan_id = ${pick([1, 2], c)}, freeze_on_submit = ${a % 4 > 1}, dual_control = ${b % 4 !== 3},
      auto_audit_limit_fen = ${c % 5 === 4 ? 100_000_000 : 0}
    where setting_id = ${pick([12, 22], a + b)}`.execute(dbOf(history))

/**
 * Bills last month's commission. The party confirms or disputes a bill, the centre corrects it, and two users pay it.
 */
async function billCommission(history: History, { a, b, c }: Step): Promise<void> {
  const { server } = history
  await server.job('commissions.issue')
  const { rows } = await server.must('finance', 'commissions.list', { states: ['generated', 'disputed', 'confirmed', 'invoiced'] }, at)
  const bill = pick(rows, a)
  if (!bill) return
  const partyUsername =
    bill.partyType === 'partner'
      ? 'partner'
      : (await dbOf(history).selectFrom('app_user').select('username').where('name', '=', bill.partyName).executeTakeFirstOrThrow()).username
  const target = () => server.must('finance', 'commissions.get', { billId: bill.id }, at).then(({ id, version }) => ({ billId: id, version }))
  if (b % 4 === 0) await server.call(partyUsername, 'commissions.dispute', { ...(await target()), reason: '请再核对' }, at)
  else if (b % 4 === 1 || bill.state === 'disputed') {
    const correction = { direction: c % 2 === 0 ? 'more' : 'less', amount: '0.01', reason: '尾差' } as const
    await server.call('finance', 'commissions.propose', { ...(await target()), ...correction }, at)
    await server.call('centre', 'commissions.decide', { ...(await target()), approve: c % 4 < 3, reason: '已核对' }, at)
  } else {
    await server.call(partyUsername, 'commissions.confirm', await target(), at)
    if (bill.partyType === 'partner')
      await server.call(partyUsername, 'commissions.invoice', { ...(await target()), no: '26442000000012345678', file: slip }, at)
    const paidOn = dayOf(server.running.kernel.clock.now())
    await server.call('finance', 'commissions.prepare', { ...(await target()), paidOn, bankSerial: `COMM-${bill.no}`, slip }, at)
    await server.call('centre', 'commissions.pay', { ...(await target()), approve: c % 4 < 3, reason: '回单不清' }, at)
  }
}

function advanceToMonthEnd({ server }: History, { c }: Step): void {
  const now = server.running.kernel.clock.now()
  const first = new Date(`${monthStart(shiftMonth(monthOf(now), 1))}T00:00:00+08:00`)
  server.advance(first.getTime() + (c % 2 === 0 ? -hourMs : hourMs) - now.getTime())
}

/** Changes rules, often in the middle of a month that has open batches but no payment yet. */
async function changeRulesMidMonth(history: History, step: Step): Promise<void> {
  if (step.b % 2 === 0) {
    advanceToNextMonth(history.server, step)
    await prepareBatch(history, step)
    const batch = history.batches.at(-1)
    for (let remainingDuties = step.c % 4; batch && remainingDuties > 0; remainingDuties--) await advanceUnpaid(history, batch)
  }
  await changeRules(history.server, step)
}

/** Moves a batch on by one duty, but does not pay it. */
async function advanceUnpaid(history: History, batch: Batch): Promise<void> {
  if ((await openBatch(history, batch)).state !== 'payable') await advanceBatch(history, batch)
}

async function runBatchStep(history: History, { kind, b }: Step, batch: Batch): Promise<void> {
  if (kind === 'onward') for (let moveNo = 0; moveNo <= b % 6; moveNo++) await advanceBatch(history, batch)
  else if (kind === 'reject') await rejectBatch(history, batch)
  else if (kind === 'cancel')
    await history.server.call(batch.party.maker, 'payments.cancel', { id: batch.id, version: (await openBatch(history, batch)).version })
  else if (kind === 'retry') await resolveHeld(history, batch, 'payouts.retryHeld')
  else if (kind === 'giveUp') await resolveHeld(history, batch, 'payouts.cancelHeld')
  else if (kind === 'resend') await resendBatch(history, batch)
}

async function runStep(history: History, step: Step): Promise<void> {
  const { server, bank, batches } = history
  const { kind, a, b, c } = step
  const job = jobContext(server.running.kernel, () => false)
  if (kind === 'prepare') await prepareBatch(history, step)
  else if (kind === 'send') {
    bank.shift(b)
    await sendQueuedOrders(job, openerForBank(job, bank.bank))
  } else if (kind === 'ask') await queryDueOrders(job, openerForBank(job, bank.bank))
  else if (kind === 'crash') await claimWithoutSending(job, 2)
  else if (kind === 'returns') await importReturns(job, openerForBank(job, bank.bank))
  else if (kind === 'settle') await resolveException(history, step)
  else if (kind === 'terms') await changeTerms(history, step)
  else if (kind === 'hours') server.advance((1 + (c % 20)) * hourMs)
  else if (kind === 'days') server.advance((1 + (c % 4)) * 24 * hourMs)
  else if (kind === 'monthEnd') advanceToMonthEnd(history, step)
  else if (kind === 'closeMonth') await closeMonth(server, step)
  else if (kind === 'clearMonths') await clearMonths(server, step)
  else if (kind === 'commission') await billCommission(history, step)
  else if (kind === 'refund') await advanceRefund(server, (pick(parties, a) ?? parties[0]).payer, step)
  else if (kind === 'stranger') await advanceUnknownCredit(server, pick(parties, a) ?? parties[0], step)
  else if (kind === 'reconcile') await reconcile(server, step)
  else if (kind === 'claim') {
    const batchId = await advanceClaim(server, step)
    if (batchId !== null) batches.push({ id: batchId, party: parties[0] })
  } else if (kind === 'late') await reportLatePayment(server, step)
  else if (kind === 'byHand') await changeChannel(server, step)
  else if (kind === 'slips') await registerSlips(server, step)
  else if (kind === 'business') {
    const [party] = parties
    batches.push({ id: await prepareBusinesses(server, step), party, isMode1: true })
  } else if (kind === 'rules') await changeRulesMidMonth(history, step)
  else if (kind === 'books') await closeBooks(server, step)
  else if (kind === 'invoice') await advanceInvoice(server, step)
  else if (kind === 'red') await advanceRedLetter(server, step)
  else if (kind === 'filings') await fileBusinesses(server, step)
  else if (kind === 'correct') await advanceAdjustment(server, (pick(parties, a) ?? parties[0]).unitId, step)
  else {
    // Chooses among the newest batches, because a batch passes all duties within a few steps.
    const isFinalStep = kind === 'retry' || kind === 'giveUp' || kind === 'resend'
    const batch = pick(batches.filter(({ isFinished = false }) => isFinished === isFinalStep).slice(-4), a)
    if (batch) await runBatchStep(history, step, batch)
  }
}

/** Number of steps between two checks of every figure. */
const figuresInterval = 50

/**
 * Expects the figures of the units and the centre to equal their rows. At the end, also checks the figures of the
 * platform.
 */
async function expectFigures(server: TestServer, isEnd: boolean): Promise<void> {
  await expectSalesOfReports(server)
  for (const who of ['maker', 'makerb']) await expectFiguresOfRows(server, who)
  await expectFiguresOfRows(server, 'centre', at)
  if (isEnd) await expectFiguresOfRows(server, 'platform')
}

/**
 * Runs one history on a prepared server. Every step must preserve the invariants and the tax computed from the paid
 * lines. Every `figuresInterval` steps and at the end, all figures must equal their rows.
 */
export function historyOn(server: TestServer) {
  const history: History = { server, bank: randomBank(), batches: [] }
  let stepCount = 0
  return {
    async advance(step: Step): Promise<void> {
      await runStep(history, step)
      assert.deepEqual(await checkInvariants(dbOf(history)), [])
      await expectResendCounts(server)
      await expectTaxOfPaidLines(server)
      await expectDeclaredOfLedger(server)
      if (++stepCount % figuresInterval === 0) await expectFigures(server, false)
    },
    end: () => expectFigures(server, true),
  }
}

interface MonthTotals {
  operator_id: number
  month: string
  gross: number
  vat: number
  withheld: number
}

/**
 * Expects the tax withheld from each operator at the centre, with the booked differences, to equal the tax computed
 * from the paid lines alone. Skips operators with open payments.
 */
export async function expectTaxOfPaidLines(server: TestServer): Promise<void> {
  const { kernel } = server.running
  const db = kernel.database.kysely
  const ids = payees.map((person) => person.id)
  const monthTotals = await sql<MonthTotals>`
    with taken as (
      select line.operator_id, counted.month, line.gross_fen as gross, line.vat_fen as vat, line.iit_fen as withheld
      from payment_line line join tax_reservation counted on counted.line_id = line.id and counted.mode = 2
      where line.centre_id = 2 and line.mode = 2 and line.operator_id = any(${ids}::bigint[]) and line.state = 'success'
      union all
      select operator_id, month, 0, vat_fen, withheld_fen from tax_adjustment
      where centre_id = 2 and mode = 2 and operator_id = any(${ids}::bigint[]) and (kind = 'difference' or clearing_id is not null))
    select operator_id, month, sum(gross)::bigint as gross, sum(vat)::bigint as vat, sum(withheld)::bigint as withheld from taken
    where not exists (select from tax_reservation open where open.operator_id = taken.operator_id and open.centre_id = 2 and open.mode = 2 and open.is_open)
    group by operator_id, month order by operator_id, month`.execute(db)
  for (const months of Map.groupBy(monthTotals.rows, (row) => `${row.operator_id}:${row.month.slice(0, 4)}`).values()) {
    const paidMonths: PaidMonth[] = []
    for (const { month, gross } of months) {
      const policy = await jobContext(kernel, () => false).run('test', (ctx) => policyOn(ctx, shiftDay(monthStart(shiftMonth(month, 1)), -1)))
      if (gross > 0) paidMonths.push({ month, gross: fen(gross), policy, cityRatePpm: ppm(70_000) })
    }
    const expectedTaxes = new Map(taxOfMonths(paidMonths).map((tax, index) => [paidMonths[index]?.month, tax]))
    for (const { operator_id, month, vat, withheld } of months) {
      const tax = expectedTaxes.get(month)
      assert.deepEqual({ operator_id, month, vat, withheld }, { operator_id, month, vat: tax?.vat ?? 0, withheld: tax?.withheld ?? 0 })
    }
  }
}
