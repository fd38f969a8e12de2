import type { Agenda } from '#/demo/agenda.ts'
import type { DemoBooks } from '#/demo/books.ts'
import type { NumberSealer } from '#/demo/numbers.ts'
import { type DemoSetting, type DemoUnit, demoPlans, unitFeeSharePpm } from '#/demo/organisations.ts'
import type { DemoPerson } from '#/demo/people.ts'
import { topUpForCost } from '#/demo/prepayments.ts'
import type { DemoWorld } from '#/demo/world.ts'
import { settlementMode } from '#/domain/base/codes.ts'
import { add, type Fen, fen, type Ppm, ppm, sumOf, ZERO } from '#/domain/base/money.ts'
import { dayOf, monthOf } from '#/domain/base/period.ts'
import { newPersonMonth, type OtherUnitsPart, type Settlement, type SettlementTerms, settlePayment } from '#/domain/money/settlement.ts'
import { policyOn, type TaxPolicy } from '#/domain/money/tax-policy.ts'
import { type FeePlan, feeOf } from '#/domain/organisations/fee.ts'
import { freezeJournal, type JournalOwner, journalOfLine, type LineEnd } from '#/server/money/ledger/public.ts'

export type PaymentResult = 'success' | 'failed' | 'returned' | 'held' | 'unknown'

/** A person to pay, with the result of the payment. */
export interface DemoPayee {
  readonly person: DemoPerson
  readonly gross: Fen
  readonly end: PaymentResult
  /** The bank's reason when the payment does not succeed. */
  readonly code?: keyof typeof bankReasons
  /** The id of the line that this line retries. */
  readonly retryOf?: number
}

/** Messages of the sandbox bank. */
export const bankReasons = {
  name_mismatch: '户名不符',
  card_invalid: '收款卡状态异常',
  channel_error: '通道处理失败',
  limit: '超过收款账户当日限额',
  returned: '收款账户已销户',
} as const

/** A batch that was paid in the past, or that is being paid now. */
export interface BatchPlan {
  readonly unit: DemoUnit
  readonly setting: DemoSetting
  readonly createdAt: Date
  readonly paidAt: Date
  readonly payees: readonly DemoPayee[]
  /** Time at which the bank returns the money. */
  readonly returnedAt?: Date
  readonly retryOf?: number
}

export interface PaidLine {
  readonly id: number
  readonly seq: number
  readonly no: string
  readonly payee: DemoPayee
  /** Null until the batch is checked. */
  sum: Settlement | null
}

/** The times of a batch's steps. */
export interface StepTimes {
  readonly submitted: Date
  readonly checked: Date
  readonly audited: Date
  readonly paid: Date
  readonly done: Date
}

export interface PaidBatch {
  readonly id: number
  readonly no: string
  readonly plan: BatchPlan
  readonly steps: StepTimes
  readonly lines: readonly PaidLine[]
  readonly policy: TaxPolicy
}

/** A line with its figures and final state. */
export interface LineHistory {
  readonly batch: PaidBatch
  readonly line: PaidLine
  readonly sum: Settlement
  readonly state: PaymentResult
  readonly requestNo: string
}

/** The state of the demo while its history is generated. */
export interface DemoHistory {
  readonly world: DemoWorld
  readonly books: DemoBooks
  readonly agenda: Agenda
  readonly policies: readonly TaxPolicy[]
  readonly batches: PaidBatch[]
  readonly sealer: NumberSealer
}

/** Milliseconds until the bank answers. */
export const bankResponseMs = 4000

export function journalOwnerOf(plan: BatchPlan): JournalOwner {
  return { centreId: plan.setting.centreId, mode: plan.setting.mode, unitId: plan.unit.id }
}

/** Returns the fee plan of a setting, as a batch stores it. */
export function feePlanOf(setting: DemoSetting): FeePlan {
  const plan = demoPlans.find((each) => each.id === setting.planId) ?? demoPlans[0]
  const tiers = plan.tiers.map(({ fromFen, toFen, ratePpm }) => ({ fromFen: fen(fromFen), toFen: toFen === null ? null : fen(toFen), ratePpm: ppm(ratePpm) }))
  return { method: plan.method, isProgressive: true, basis: 'gross', minimumFen: ZERO, tiers }
}

/** Returns the bearers of tax and fee, and the local tax rate. */
export function termsOf(world: DemoWorld, setting: DemoSetting): Omit<SettlementTerms, 'levyRatePpm'> {
  const centre = world.centres.find((each) => each.id === setting.centreId)
  return {
    mode: setting.mode,
    cityRatePpm: ppm(centre?.cityRatePpm ?? 0),
    taxBearer: setting.taxBearer,
    feeBearer: setting.feeBearer,
    feeUnitSharePpm: (setting.feeBearer === 'shared' ? unitFeeSharePpm : 1_000_000) as Ppm,
  }
}

function stepsOf({ createdAt, paidAt }: BatchPlan): StepTimes {
  const span = paidAt.getTime() - createdAt.getTime()
  const timeAt = (part: number) => new Date(createdAt.getTime() + Math.round(span * part))
  return { submitted: timeAt(0.2), checked: timeAt(0.45), audited: timeAt(0.8), paid: paidAt, done: new Date(paidAt.getTime() + bankResponseMs) }
}

/** Returns whether a payment counts in its month. Failed and returned payments do not. */
function isCounted(end: PaymentResult): boolean {
  return end !== 'failed' && end !== 'returned'
}

/** Returns the payments of other units to this person at the same payer in the month, or null. */
function paymentsByOtherUnits({ paidBy }: DemoBooks, personKey: string, unitId: number, month: string): OtherUnitsPart | null {
  const otherPayments = [...(paidBy.get(personKey) ?? [])].filter(([payer]) => payer !== unitId)
  return otherPayments.length === 0 ? null : { monthGross: sumOf(otherPayments, ([, paid]) => (paid.month === month ? paid.gross : ZERO)) }
}

function recordPayment({ paidBy }: DemoBooks, personKey: string, unitId: number, month: string, gross: Fen): void {
  const paymentsByUnit = paidBy.get(personKey) ?? new Map<number, { month: string; gross: Fen }>()
  const last = paymentsByUnit.get(unitId)
  paymentsByUnit.set(unitId, { month, gross: last?.month === month ? add(last.gross, gross) : gross })
  paidBy.set(personKey, paymentsByUnit)
}

function computeBatch({ world, books }: DemoHistory, batch: PaidBatch): void {
  const { plan, policy } = batch
  const { unit, setting } = plan
  const month = monthOf(plan.paidAt)
  const feePlan = feePlanOf(setting)
  const terms = termsOf(world, setting)
  const unitMonth = `${unit.id}:${setting.centreId}:${setting.mode}:${month}`
  let base = books.monthBase.get(unitMonth) ?? ZERO
  for (const line of batch.lines) {
    const { person, gross, end } = line.payee
    const personKey = `${setting.centreId}:${setting.mode}:${person.id}`
    const personMonth = books.personMonths.get(personKey) ?? newPersonMonth(month)
    const levyRatePpm = ppm(setting.mode === settlementMode.individualBusiness ? (person.entity?.levyRatePpm ?? 0) : 0)
    const sum = settlePayment({ gross, fee: feeOf(feePlan, gross, base), month }, personMonth, { ...terms, levyRatePpm }, policy)
    line.sum = { ...sum, steps: { ...sum.steps, others: paymentsByOtherUnits(books, personKey, unit.id, month) } }
    base = add(base, gross)
    if (!isCounted(end)) continue
    recordPayment(books, personKey, unit.id, month, gross)
    books.personMonths.set(personKey, line.sum.personMonth)
    books.monthBase.set(unitMonth, add(books.monthBase.get(unitMonth) ?? ZERO, gross))
  }
}

function costOf(batch: PaidBatch): Fen {
  return sumOf(batch.lines, (line) => line.sum?.cost ?? ZERO)
}

function freezeCost({ books }: DemoHistory, batch: PaidBatch): void {
  const { id, no, plan, steps } = batch
  books.post(steps.audited, freezeJournal({ ...journalOwnerOf(plan), id, no, cost: costOf(batch) }))
}

function bookResult({ books }: DemoHistory, { plan }: PaidBatch, { id, no, sum }: PaidLine, at: Date, how: Omit<LineEnd, 'line'>): void {
  if (sum) books.post(at, journalOfLine({ line: { ...journalOwnerOf(plan), ...sum, id, no }, ...how }))
}

function bookResults(history: DemoHistory, batch: PaidBatch): void {
  for (const line of batch.lines) {
    const { end: how, code } = line.payee
    if (how === 'held' || how === 'unknown') continue
    bookResult(history, batch, line, batch.steps.done, how === 'failed' ? { end: 'released', memo: bankReasons[code ?? 'channel_error'] } : { end: 'paid' })
  }
}

function returnPayment(history: DemoHistory, batch: PaidBatch, at: Date): void {
  for (const line of batch.lines) if (line.payee.end === 'returned') bookResult(history, batch, line, at, { end: 'returned', memo: bankReasons.returned })
}

/** Schedules a batch: creation, check, calculation, reserve, payment, the bank's answer, and returns. */
export function scheduleBatch(history: DemoHistory, plan: BatchPlan, afterwards?: (batch: PaidBatch) => void): void {
  const { agenda, books, policies, batches } = history
  agenda.add(plan.createdAt, () => {
    const id = books.next('batch')
    const no = books.number('PC', plan.setting.centreId, plan.createdAt)
    const lines = plan.payees.map(
      (payee, index): PaidLine => ({
        id: books.next('line'),
        seq: index + 1,
        no: `${no}-${String(index + 1).padStart(4, '0')}`,
        payee,
        sum: null,
      }),
    )
    const batch: PaidBatch = { id, no, plan, steps: stepsOf(plan), lines, policy: policyOn(policies, dayOf(plan.paidAt)) }
    batches.push(batch)
    agenda.add(batch.steps.checked, () => {
      computeBatch(history, batch)
      topUpForCost(books, plan.unit, journalOwnerOf(plan), costOf(batch), batch.steps.checked)
    })
    agenda.add(batch.steps.audited, () => freezeCost(history, batch))
    agenda.add(batch.steps.done, () => {
      bookResults(history, batch)
      afterwards?.(batch)
    })
    const { returnedAt } = plan
    if (returnedAt) agenda.add(returnedAt, () => returnPayment(history, batch, returnedAt))
  })
}
