import { centreStaffOf, unitStaffOf } from '#/demo/access.ts'
import { type DaysAgo, grossPayOf, lineCellsFor, payeesOf, unitPlaceOf } from '#/demo/calendar.ts'
import { faultyLines } from '#/demo/faulty-file.ts'
import type { DemoHistory } from '#/demo/history.ts'
import { insertAll } from '#/demo/insert.ts'
import { numbersOf } from '#/demo/numbers.ts'
import type { DemoSetting, DemoUnit } from '#/demo/organisations.ts'
import { commonBatchColumns, fullChecklist } from '#/demo/record.ts'
import { type Mode, settlementMode } from '#/domain/base/codes.ts'
import { idNumberFor, readIdNumber } from '#/domain/base/identity.ts'
import { type Fen, fen } from '#/domain/base/money.ts'
import { monthOf, monthStart } from '#/domain/base/period.ts'
import type { LineCells } from '#/domain/money/line-cells.ts'
import type { Context } from '#/server/kernel/context.ts'
import { balances, freezeBatch } from '#/server/money/ledger/public.ts'
import { recalculateBatch } from '#/server/money/lines/public.ts'
import { reserveTax } from '#/server/money/tax/public.ts'

/** The next step of a batch. `short` awaits the centre's audit while the unit lacks money. */
export type BatchStage = 'draft' | 'fixing' | 'ready' | 'checking' | 'auditing' | 'short' | 'payable' | 'cancelled'

export interface PendingBatch {
  readonly id: number
  readonly no: string
  readonly unit: DemoUnit
  readonly setting: DemoSetting
  readonly stage: BatchStage
  readonly createdAt: Date
  readonly rows: readonly { readonly id: number; readonly cells: LineCells }[]
}

interface PendingPlan {
  readonly place: { readonly unit: DemoUnit; readonly setting: DemoSetting }
  readonly stage: BatchStage
  readonly createdAt: Date
  readonly cells: readonly LineCells[]
}

/**
 * Returns two batches by which another unit reserves ¥95,000.00 this month for the person near the threshold, each
 * below the amount that requires documents.
 */
export function thresholdPlans({ world }: DemoHistory, ago: DaysAgo): PendingPlan[] {
  const place = unitPlaceOf(world, 4, 2)
  const thresholdPlan = (days: number): PendingPlan => ({
    place,
    stage: 'payable',
    createdAt: ago(days),
    cells: [lineCellsFor(world.specials.nearThreshold, place.unit, 2, fen(4_750_000))],
  })
  return [thresholdPlan(2), thresholdPlan(1)]
}

/** Returns a batch for every pending state. One costs a fifth more than its unit's available balance. */
export async function allPendingPlans(ctx: Context, history: DemoHistory, ago: DaysAgo): Promise<PendingPlan[]> {
  const { available } = await balances(ctx, { unitId: 2, centreId: 2, mode: settlementMode.generalContract })
  const shortfallPeopleCount = 8
  return pendingPlansWith(history, ago, fen(Math.round((available * 1.2) / shortfallPeopleCount)))
}

function pendingPlansWith(history: DemoHistory, ago: DaysAgo, short: Fen): PendingPlan[] {
  const { world } = history
  const ordinaryPlan = (unitId: number, mode: Mode, from: number, count: number): Pick<PendingPlan, 'place' | 'cells'> => {
    const place = unitPlaceOf(world, unitId, mode)
    const people = payeesOf(world, place).slice(from, from + count)
    return { place, cells: people.map((person) => lineCellsFor(person, place.unit, mode, grossPayOf(world, person, 1))) }
  }
  const costlyPlace = unitPlaceOf(world, 2, 2)
  const shortfallCells = payeesOf(world, costlyPlace)
    .slice(4, 12)
    .map((person, index) => lineCellsFor(person, costlyPlace.unit, 2, fen(short + index * 12_300)))
  return [
    { ...ordinaryPlan(1, 2, 2, 12), stage: 'payable', createdAt: ago(1.1) },
    { ...ordinaryPlan(9, 2, 0, 10), stage: 'payable', createdAt: ago(1) },
    { ...ordinaryPlan(6, 1, 0, 8), stage: 'cancelled', createdAt: ago(0.95) },
    { ...ordinaryPlan(1, 2, 5, 11), stage: 'auditing', createdAt: ago(0.7) },
    { ...ordinaryPlan(4, 2, 3, 14), stage: 'auditing', createdAt: ago(0.65) },
    { ...ordinaryPlan(10, 2, 5, 9), stage: 'auditing', createdAt: ago(0.6) },
    { place: costlyPlace, cells: shortfallCells, stage: 'short', createdAt: ago(0.55) },
    { ...ordinaryPlan(1, 1, 3, 7), stage: 'checking', createdAt: ago(0.4) },
    { ...ordinaryPlan(3, 2, 1, 8), stage: 'checking', createdAt: ago(0.35) },
    { ...ordinaryPlan(1, 2, 9, 6), stage: 'ready', createdAt: ago(0.2) },
    { place: unitPlaceOf(world, 1, 2), cells: faultyLines(world), stage: 'fixing', createdAt: ago(0.1) },
    { place: unitPlaceOf(world, 1, 2), cells: [], stage: 'draft', createdAt: ago(0.02) },
  ]
}

async function insertBatches(ctx: Context, history: DemoHistory, batches: readonly PendingBatch[]): Promise<void> {
  await insertAll(
    ctx.db,
    'payment_batch',
    batches.map((batch) => ({ ...commonBatchColumns(batch, batch.id, batch.no), state: 'draft' })),
  )
  const lines = batches.flatMap((batch) =>
    batch.rows.map(({ id, cells }, index) => ({
      month: monthStart(monthOf(batch.createdAt)),
      id,
      batch_id: batch.id,
      centre_id: batch.setting.centreId,
      unit_id: batch.unit.id,
      mode: batch.setting.mode,
      seq: index + 1,
      no: `${batch.no}-${String(index + 1).padStart(4, '0')}`,
      name: cells.name,
      ...numbersOf(history.sealer, cells),
      card_tail: cells.cardNo.slice(-4),
      bank_name: cells.bankName,
      entity_name: cells.entityName,
      entity_credit_code: cells.entityCreditCode,
      service: cells.service,
      remark: cells.remark,
      amount_text: cells.amountText,
      state: 'invalid',
    })),
  )
  await insertAll(ctx.db, 'payment_line', lines)
}

const submittedStages: readonly BatchStage[] = ['checking', 'auditing', 'short', 'payable']

/** Returns when a batch was submitted, checked and audited; null for each step that it has not reached. */
export function stepTimesOf({ createdAt, setting, stage }: PendingBatch, now: Date) {
  const timeAt = (part: number) => new Date(createdAt.getTime() + (now.getTime() - createdAt.getTime()) * part)
  const isChecked = setting.dualControl && submittedStages.includes(stage) && stage !== 'checking'
  return {
    submitted_at: submittedStages.includes(stage) ? timeAt(0.2) : null,
    checked_at: isChecked ? timeAt(0.5) : null,
    audited_at: stage === 'payable' ? timeAt(0.8) : null,
  }
}

/** Accepts the warnings of a submitted batch as its maker. */
async function acceptWarnings(ctx: Context, batch: PendingBatch, at: Date): Promise<void> {
  await ctx.run`insert into warning_acceptance (batch_id, line_id, code, details, centre_id, unit_id, user_id, reason, accepted_at)
    select line.batch_id, line.id, issue ->> 'code', issue -> 'values', line.centre_id, line.unit_id, ${unitStaffOf(batch.unit.id).maker}, '已与业务部门逐笔核对，属实', ${at}
    from payment_line line cross join lateral jsonb_array_elements(line.issues) issue
    where line.month = ${monthStart(monthOf(batch.createdAt))}::date and line.batch_id = ${batch.id} and line.state = 'warned' and issue ->> 'level' = 'warning'`
}

async function advanceBatch(ctx: Context, batch: PendingBatch): Promise<void> {
  const { id, no, unit, setting, stage } = batch
  const { totals, summary } = await recalculateBatch(ctx, id, { reserves: true })
  if (stage === 'draft' || stage === 'fixing' || stage === 'ready') return
  if (summary.invalid > 0) throw new Error(`demo batch ${no} has lines that cannot be paid: ${JSON.stringify(summary.byCode)}`)
  const stepTimes = stepTimesOf(batch, ctx.now)
  const staff = unitStaffOf(unit.id)
  if (stepTimes.submitted_at) await acceptWarnings(ctx, batch, stepTimes.submitted_at)
  if (stage === 'payable') {
    const shortage = await freezeBatch(ctx, { id, no, centreId: setting.centreId, mode: setting.mode, unitId: unit.id, cost: totals.cost })
    if (shortage > 0) throw new Error(`demo batch ${no} is not covered`)
    await reserveTax(ctx, { id, month: monthStart(monthOf(batch.createdAt)) })
  }
  await ctx.db
    .updateTable('payment_batch')
    .set({
      ...stepTimes,
      state: stage === 'short' ? 'auditing' : stage,
      state_reason: stage === 'cancelled' ? '与上一批次重复' : '',
      checker_id: stepTimes.checked_at ? staff.checker : null,
      auditor_id: stage === 'payable' ? centreStaffOf(setting.centreId).auditor : null,
      checklist: stage === 'payable' ? JSON.stringify(fullChecklist) : null,
      is_frozen: stage === 'payable',
      is_insufficient: stage === 'short',
    })
    .where('id', '=', id)
    .execute()
}

/** Creates pending batches, checked and computed by the server's rules as of now. */
export async function addPendingBatches(ctx: Context, history: DemoHistory, plans: readonly PendingPlan[]): Promise<PendingBatch[]> {
  const { books } = history
  const batches = plans.map(({ place, stage, createdAt, cells }): PendingBatch => {
    const batchKeys = { id: books.next('batch'), no: books.number('PC', place.setting.centreId, createdAt) }
    return { ...batchKeys, ...place, stage, createdAt, rows: cells.map((cell) => ({ id: books.next('line'), cells: cell })) }
  })
  await insertBatches(ctx, history, batches)
  for (const batch of batches) await advanceBatch(ctx, batch)
  return batches
}

/** Adds unknown people of a batch to the centre's review. */
export async function addCandidates(ctx: Context, history: DemoHistory, batches: readonly PendingBatch[]): Promise<void> {
  const fixingBatch = batches.find((batch) => batch.stage === 'fixing')
  const person = history.world.people.find((person) => person.unitIds.includes(1))
  if (!fixingBatch || !person) return
  const hoursAgo = (hours: number) => new Date(ctx.now.getTime() - hours * 3_600_000)
  const unregisteredPayee = (name: string, birth: string, serial: number) => ({
    name,
    ...numbersOf(history.sealer, {
      idNumber: idNumberFor('330106', birth, serial),
      mobile: `1395710${String(1000 + serial)}`,
      cardNo: `62220219800${String(10_000_000 + serial * 7)}`,
    }),
    bank_name: '中国工商银行',
  })
  const reviewColumns = (state: string, hours: number, more: { line_id?: number; problems?: string[]; reason?: string; operator_id?: number } = {}) => {
    const isDecided = ['accepted', 'merged', 'rejected'].includes(state)
    return {
      centre_id: 2,
      unit_id: 1,
      batch_id: more.line_id === undefined ? null : fixingBatch.id,
      line_id: more.line_id ?? null,
      problems: more.problems ?? ['E201'],
      state,
      reason: more.reason ?? '',
      operator_id: more.operator_id ?? null,
      submitted_by: unitStaffOf(1).maker,
      decided_by: isDecided ? centreStaffOf(2).auditor : null,
      submitted_at: hoursAgo(hours),
      decided_at: isDecided ? hoursAgo(hours - 5) : null,
    }
  }
  const registeredIdNumbers = new Set(history.world.people.map((person) => person.idNumber))
  const unknownRows = fixingBatch.rows.filter(({ cells }) => readIdNumber(cells.idNumber).isValid && !registeredIdNumbers.has(cells.idNumber))
  const openCandidates = unknownRows.map(({ id, cells }) => ({
    name: cells.name,
    ...numbersOf(history.sealer, cells),
    bank_name: cells.bankName,
    ...reviewColumns('open', 2, { line_id: id }),
  }))
  await insertAll(ctx.db, 'candidate', [
    ...openCandidates,
    { ...unregisteredPayee('钟离月', '19920417', 201), ...reviewColumns('open', 20) },
    { ...unregisteredPayee('司徒远', '19880903', 203), ...reviewColumns('waiting', 31, { reason: '请补充身份证人像面' }) },
    {
      ...unregisteredPayee(person.name, person.birth.replaceAll('-', ''), 205),
      ...reviewColumns('merged', 80, { problems: ['E202'], operator_id: person.id }),
    },
    { ...unregisteredPayee('无名氏', '19790101', 207), ...reviewColumns('rejected', 120, { problems: ['E203', 'E204'], reason: '证件信息与本人不符' }) },
  ])
}
