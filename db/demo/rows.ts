import { type DemoUnit, demoPlans } from '#/db/demo/organisations.ts'
import type { DemoPerson } from '#/db/demo/people.ts'
import type { World } from '#/db/demo/world.ts'
import { type Ppm, plainYuan } from '#/domain/money.ts'
import { monthOf, monthStart } from '#/domain/period.ts'
import type { PersonStanding, Settlement } from '#/domain/settlement.ts'
import { splitFee } from '#/domain/split.ts'
import type { TaxPolicy } from '#/domain/tax-policy.ts'

const dayMs = 86_400_000

export type Setting = DemoUnit['settings'][number]
export type End = 'success' | 'failed' | 'returned' | 'ready'
export type Stage = 'closed' | 'checking' | 'auditing' | 'payable' | 'fixing' | 'partial'

export interface Plan {
  readonly at: Date
  readonly unit: DemoUnit
  readonly setting: Setting
  readonly stage: Stage
  readonly size: number
}

export interface Books {
  readonly standings: Map<string, PersonStanding>
  readonly monthBase: Map<string, number>
  batchId: number
  lineId: number
  serial: number
}

export interface DraftedLine {
  readonly id: number
  readonly seq: number
  readonly person: DemoPerson
  readonly end: End
  readonly sum: Settlement
  readonly month: string
}

export function batchRow(world: World, plan: Plan, books: Books, no: string, lines: readonly DraftedLine[], policy: TaxPolicy) {
  const { setting, unit, at, stage } = plan
  const total = (figure: (line: DraftedLine) => number) => lines.reduce((sum, line) => sum + figure(line), 0)
  const count = (end: End) => lines.filter((line) => line.end === end).length
  const isSent = stage === 'closed' || stage === 'partial'
  const later = (minutes: number) => new Date(at.getTime() + minutes * 60_000).toISOString()
  const duty = (isThere: boolean, id: number) => (isThere ? id : null)
  const isSubmitted = stage !== 'fixing'
  const feePlan = demoPlans.find((each) => each.id === setting.planId)
  const centre = world.centres.find((each) => each.id === setting.centreId)
  return {
    id: books.batchId,
    no,
    month: monthStart(monthOf(at)),
    centre_id: setting.centreId,
    unit_id: unit.id,
    mode: setting.mode,
    order_id: unit.id * 10 + setting.mode,
    channel_id: setting.centreId,
    amount_basis: 'gross',
    remark: '',
    state: stage === 'closed' && count('failed') + count('returned') > 0 ? 'closed' : stage,
    state_reason: '',
    line_count: lines.length,
    error_count: 0,
    warning_count: 0,
    gross_fen: total((line) => line.sum.gross),
    vat_fen: total((line) => line.sum.vat),
    surcharge_fen: total((line) => line.sum.surcharge),
    iit_fen: total((line) => line.sum.iit),
    fee_fen: total((line) => line.sum.fee),
    net_fen: total((line) => line.sum.net),
    cost_fen: total((line) => line.sum.cost),
    success_count: count('success'),
    success_cost_fen: total((line) => (line.end === 'success' ? line.sum.cost : 0)),
    failed_count: count('failed'),
    returned_count: count('returned'),
    is_frozen: isSent || stage === 'payable',
    is_insufficient: false,
    policy_version: policy.version,
    fee_snapshot: { method: feePlan?.method, isProgressive: true, basis: 'gross', minimumFen: 0, tiers: feePlan?.tiers },
    setting_snapshot: { taxBearer: 'operator', feeBearer: 'unit', feeUnitSharePpm: 1_000_000, cityRatePpm: centre?.cityRatePpm, feePlanId: setting.planId },
    maker_id: 5,
    checker_id: duty(isSubmitted && stage !== 'checking', 6),
    auditor_id: duty(isSent || stage === 'payable', 3),
    payer_id: duty(isSent, 7),
    created_at: at.toISOString(),
    submitted_at: isSubmitted ? later(20) : null,
    checked_at: isSubmitted && stage !== 'checking' ? later(50) : null,
    audited_at: isSent || stage === 'payable' ? later(90) : null,
    paid_at: isSent ? later(120) : null,
    finished_at: isSent ? later(125) : null,
    closed_at: stage === 'closed' ? later(3 * 1440 + 130) : null,
    version: 5,
  }
}

export function lineRow(plan: Plan, books: Books, no: string, line: DraftedLine) {
  const { person, sum, end } = line
  const finished = new Date(plan.at.getTime() + 125 * 60_000).toISOString()
  const isSent = end !== 'ready'
  return {
    month: monthStart(line.month),
    id: line.id,
    batch_id: books.batchId,
    centre_id: plan.setting.centreId,
    unit_id: plan.unit.id,
    mode: plan.setting.mode,
    seq: line.seq,
    no: `${no}-${String(line.seq).padStart(4, '0')}`,
    operator_id: person.id,
    entity_id: null,
    name: person.name,
    id_kind: 'id_card',
    id_number: person.idNumber,
    mobile: person.mobile,
    bank_name: person.bankName,
    card_no: person.cardNo,
    entity_name: plan.setting.mode === 1 ? (person.entity?.name ?? '') : '',
    entity_credit_code: plan.setting.mode === 1 ? (person.entity?.creditCode ?? '') : '',
    service: `${plan.unit.industry}服务费`,
    remark: '',
    amount_text: plainYuan(sum.gross),
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
    issues: [],
    state: end,
    fail_code: end === 'failed' ? 'name_mismatch' : end === 'returned' ? 'returned' : null,
    fail_reason: '',
    sent_at: isSent ? finished : null,
    finished_at: isSent ? finished : null,
    returned_at: end === 'returned' ? new Date(plan.at.getTime() + 2 * dayMs).toISOString() : null,
    released_at: end === 'failed' || end === 'returned' ? finished : null,
    queries: 0,
    version: 3,
  }
}

export function attemptRow(plan: Plan, no: string, line: DraftedLine) {
  const at = new Date(plan.at.getTime() + 125 * 60_000).toISOString()
  const requestNo = `P${no}-${String(line.seq).padStart(4, '0')}-1`
  return {
    month: monthStart(line.month),
    line_id: line.id,
    centre_id: plan.setting.centreId,
    unit_id: plan.unit.id,
    attempt_no: 1,
    channel_id: plan.setting.centreId,
    request_no: requestNo,
    channel_ref: `SBX${requestNo}`,
    amount_fen: line.sum.net,
    state: line.end,
    created_at: at,
    sent_at: at,
    finished_at: at,
  }
}

export function commissionRows(plan: Plan, line: DraftedLine) {
  if (line.end !== 'success' || line.sum.fee === 0) return []
  const rate = Math.round((line.sum.fee * 1_000_000) / line.sum.gross) as Ppm
  const parties = [{ type: 'centre' as const, id: plan.setting.centreId, method: 'difference' as const, floorRatePpm: 30_000 as Ppm, ratioPpm: null }]
  return splitFee(line.sum.fee, line.sum.gross, rate, parties).map((part) => ({
    centre_id: plan.setting.centreId,
    unit_id: plan.unit.id,
    line_id: line.id,
    party_type: part.type,
    party_id: part.id,
    base_fen: line.sum.gross,
    amount_fen: part.amount,
    state: 'accrued',
    at: new Date(plan.at.getTime() + 125 * 60_000).toISOString(),
  }))
}

export function reservationRow(plan: Plan, books: Books, line: DraftedLine) {
  return {
    line_id: line.id,
    batch_id: books.batchId,
    centre_id: plan.setting.centreId,
    mode: plan.setting.mode,
    operator_id: line.person.id,
    month: line.month,
    gross_fen: line.sum.gross,
    income_fen: line.sum.income,
    vat_fen: line.sum.vat,
    city_fen: line.sum.city,
    education_fen: line.sum.education,
    local_education_fen: line.sum.localEducation,
    withheld_fen: line.sum.iit,
  }
}
