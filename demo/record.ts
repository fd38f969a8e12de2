import { centreStaffOf, unitStaffOf } from '#/demo/access.ts'
import { type BatchPlan, bankReasons, type DemoHistory, feePlanOf, type LineHistory, type PaidBatch, type PaymentResult, termsOf } from '#/demo/history.ts'
import type { Row } from '#/demo/insert.ts'
import { type NumberSealer, numbersOf } from '#/demo/numbers.ts'
import { type DemoSetting, type DemoUnit, orderIdOf } from '#/demo/organisations.ts'
import { attemptRow, commissionRows, eventRows, reservationRows, sandboxRows, voucherRows } from '#/demo/trace.ts'
import type { DemoWorld } from '#/demo/world.ts'
import { settlementMode } from '#/domain/base/codes.ts'
import { plainYuan, sumOf, ZERO } from '#/domain/base/money.ts'
import { monthOf, monthStart } from '#/domain/base/period.ts'
import { stateOfSentBatch } from '#/domain/money/batch.ts'
import type { Settlement } from '#/domain/money/settlement.ts'

const dayMs = 86_400_000
/** Days after a success during which the bank may return it. The batch closes afterwards. */
const returnWatchDays = 3

/** The auditor's checklist. */
export const fullChecklist = { contract: true, evidence: true, unique: true, people: true, amounts: true }

/** Returns the terms that a batch stores. */
export function snapshotOf(world: DemoWorld, setting: DemoSetting) {
  const { taxBearer, feeBearer, feeUnitSharePpm, cityRatePpm } = termsOf(world, setting)
  return { taxBearer, feeBearer, feeUnitSharePpm, cityRatePpm, feePlanId: setting.planId }
}

/** Returns the columns that every batch has from its creation. */
export function commonBatchColumns(of: Pick<BatchPlan, 'unit' | 'setting' | 'createdAt'>, id: number, no: string) {
  const { unit, setting, createdAt } = of
  return {
    id,
    no,
    month: monthStart(monthOf(createdAt)),
    centre_id: setting.centreId,
    unit_id: unit.id,
    mode: setting.mode,
    order_id: orderIdOf(unit.id, setting.mode),
    channel_id: setting.centreId,
    amount_basis: 'gross',
    maker_id: unitStaffOf(unit.id).maker,
    created_at: createdAt,
  } as const
}

function batchRow(world: DemoWorld, batch: PaidBatch, lines: readonly LineHistory[], now: Date): Row<'payment_batch'> {
  const { plan, steps, policy } = batch
  const { unit, setting } = plan
  const total = (figure: (sum: Settlement) => number) => lines.reduce((sum, line) => sum + figure(line.sum), 0)
  const count = (...states: PaymentResult[]) => lines.filter((line) => states.includes(line.state)).length
  const costOf = (state: PaymentResult) => sumOf(lines, (line) => (line.state === state ? line.sum.cost : ZERO))
  const tally = { open: count('held', 'unknown'), success: count('success'), failed: count('failed'), returned: count('returned') }
  const lastEnd = tally.returned > 0 && plan.returnedAt ? plan.returnedAt : steps.done
  const closesAt = new Date(lastEnd.getTime() + returnWatchDays * dayMs)
  const isClosed = tally.open === 0 && closesAt <= now
  const staff = unitStaffOf(unit.id)
  return {
    ...commonBatchColumns(plan, batch.id, batch.no),
    state: isClosed ? 'closed' : stateOfSentBatch(tally, false),
    line_count: lines.length,
    error_count: 0,
    warning_count: 0,
    gross_fen: total((sum) => sum.gross),
    vat_fen: total((sum) => sum.vat),
    surcharge_fen: total((sum) => sum.surcharge),
    iit_fen: total((sum) => sum.iit),
    fee_fen: total((sum) => sum.fee),
    net_fen: total((sum) => sum.net),
    cost_fen: total((sum) => sum.cost),
    success_count: tally.success,
    success_cost_fen: costOf('success'),
    failed_count: tally.failed,
    failed_cost_fen: costOf('failed'),
    returned_count: tally.returned,
    returned_cost_fen: costOf('returned'),
    is_frozen: tally.open > 0,
    is_insufficient: false,
    retry_of_batch_id: plan.retryOf ?? null,
    source_platform: plan.unit.ownPlatform ?? '',
    policy_version: policy.version,
    fee_snapshot: feePlanOf(setting),
    setting_snapshot: snapshotOf(world, setting),
    checklist: fullChecklist,
    checker_id: setting.dualControl ? staff.checker : null,
    auditor_id: centreStaffOf(setting.centreId).auditor,
    payer_id: staff.payer,
    submitted_at: steps.submitted,
    checked_at: setting.dualControl ? steps.checked : null,
    audited_at: steps.audited,
    paid_at: steps.paid,
    finished_at: tally.open > 0 ? null : lastEnd,
    closed_at: isClosed ? closesAt : null,
    version: isClosed ? 8 : 7,
  }
}

const queryIntervalMs = 10 * 60_000

/** Returns the account of a person on the platform that the unit runs; empty texts if it runs none. */
function accountOf({ ownPlatform }: Pick<DemoUnit, 'ownPlatform'>, person: { readonly id: number; readonly name: string }) {
  return ownPlatform === undefined
    ? { nickname: '', user_no: '' }
    : { nickname: `${person.name.slice(0, 1)}老师${person.id % 100}`, user_no: `T${person.id * 7}` }
}

function lineRow(sealer: NumberSealer, { batch, line, sum, state }: LineHistory, now: Date): Row<'payment_line'> {
  const { plan, steps } = batch
  const { person, code, retryOf } = line.payee
  const { unit, setting } = plan
  const entity = setting.mode === settlementMode.individualBusiness ? person.entity : null
  const hasEnded = state === 'success' || state === 'failed' || state === 'returned'
  const reason = state === 'returned' ? 'returned' : state === 'held' ? 'limit' : state === 'failed' ? (code ?? 'channel_error') : null
  return {
    month: monthStart(monthOf(plan.createdAt)),
    id: line.id,
    batch_id: batch.id,
    centre_id: setting.centreId,
    unit_id: unit.id,
    mode: setting.mode,
    seq: line.seq,
    no: line.no,
    operator_id: person.id,
    entity_id: entity ? person.id : null,
    name: person.name,
    id_kind: 'id_card',
    ...numbersOf(sealer, person),
    card_tail: person.cardNo.slice(-4),
    bank_name: person.bankName,
    entity_name: entity?.name ?? '',
    entity_credit_code: entity?.creditCode ?? '',
    service: unit.services[person.id % unit.services.length] ?? '',
    remark: '',
    ...accountOf(unit, person),
    amount_text: plainYuan(sum.gross),
    ...figuresOf(sum),
    issues: [],
    state,
    fail_code: reason,
    fail_reason: reason === null ? '' : bankReasons[reason],
    sent_at: new Date(steps.paid.getTime() + 1000),
    finished_at: hasEnded ? steps.done : null,
    booked_at: state === 'success' || state === 'returned' ? steps.done : null,
    returned_at: state === 'returned' ? (plan.returnedAt ?? null) : null,
    released_at: state === 'failed' ? steps.done : state === 'returned' ? (plan.returnedAt ?? null) : null,
    next_query_at: state === 'unknown' ? new Date(now.getTime() + queryIntervalMs) : null,
    queries: state === 'unknown' ? 1 : 0,
    retry_of_line_id: retryOf ?? null,
    version: 4,
  }
}

function figuresOf(sum: Settlement) {
  return {
    gross_fen: sum.gross,
    vat_fen: sum.vat,
    city_fen: sum.city,
    education_fen: sum.education,
    local_education_fen: sum.localEducation,
    surcharge_fen: sum.surcharge,
    iit_fen: sum.iit,
    tax_unit_fen: sum.taxUnit,
    fee_fen: sum.fee,
    fee_unit_fen: sum.feeUnit,
    fee_operator_fen: sum.feeOperator,
    net_fen: sum.net,
    cost_fen: sum.cost,
    income_fen: sum.income,
    filing_way: sum.filingWay,
    calculation: sum.steps,
  }
}

/** Records the results of past batches as of now. */
export function recordBatches({ world, books, batches, sealer }: DemoHistory, now: Date): void {
  for (const batch of batches) {
    const lines = batch.lines.flatMap((line): LineHistory[] =>
      line.sum === null ? [] : [{ batch, line, sum: line.sum, state: line.payee.end, requestNo: `${line.no}R1` }],
    )
    books.add('payment_batch', batchRow(world, batch, lines, now))
    for (const line of lines) {
      books.add('payment_line', lineRow(sealer, line, now))
      books.add('payout_attempt', attemptRow(line))
      books.add('payout_event', ...eventRows(line))
      books.add('sandbox_payment', ...sandboxRows(line, now))
      books.add('commission_item', ...commissionRows(line))
      books.add('tax_reservation', ...reservationRows(line))
      books.add('voucher', ...voucherRows(sealer, world, line))
    }
  }
}
