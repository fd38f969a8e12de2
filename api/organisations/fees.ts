import { z } from 'zod'
import { checkedText, PriceText } from '#/api/fields.ts'
import { Day, Id, Mode, type Module, Moment, MoneyOut, Page, pageOf, YuanText } from '#/api/operation.ts'
import { feeRules } from '#/api/organisations/fees.texts.ts'
import { splitOperations } from '#/api/organisations/splits.ts'
import { versionStates } from '#/api/organisations/unit-terms.ts'
import { successMessages } from '#/api/success-messages.texts.ts'
import { parsePercent } from '#/domain/base/money.ts'
import { effectStatuses, feeBases, feeMethods } from '#/domain/organisations/fee.ts'
import { splitRoles } from '#/domain/organisations/split.ts'

/** Fields that a new version can change. */
export const planFields = ['method', 'isProgressive', 'basis', 'minimum', 'tiers'] as const

/** A rate in percent, as typed. */
const RateText = checkedText((text) => (parsePercent(text) === null ? feeRules.rate : null))
const DenialReason = z.string()

/** The decisions of a second person: on charges that await approval, or on the withdrawal of an approved version. */
export const planDecisions = ['charges', 'withdrawal'] as const
const Reason = z.string().trim().min(2).max(200)

/** The charging rules of a plan as entered; the last tier has no end. */
export const PlanInput = z.object({
  method: z.enum(feeMethods),
  isProgressive: z.boolean(),
  basis: z.enum(feeBases),
  minimum: PriceText,
  tiers: z
    .array(z.object({ from: YuanText, to: YuanText.nullable(), rate: RateText }))
    .min(1)
    .max(20),
})

const Tier = z.object({ from: MoneyOut, to: MoneyOut.nullable(), ratePpm: z.int() })
const Figures = { method: z.enum(feeMethods), isProgressive: z.boolean(), basis: z.enum(feeBases), minimum: MoneyOut, tiers: z.array(Tier) }

const Plan = z.object({
  id: Id,
  name: z.string(),
  mode: Mode,
  ...Figures,
  /** The version of the figures: the version in force, otherwise the next, otherwise the last. */
  versionNo: z.int(),
  effectiveFrom: Day,
  stand: z.enum(effectStatuses),
  endedOn: Day.nullable(),
  /** The first day of the following version. */
  nextFrom: Day.nullable(),
  hasPending: z.boolean(),
  /** The number of units in the caller's scope that use the plan now. */
  unitCount: z.int(),
  may: z.object({ revise: DenialReason, end: DenialReason }),
})

const Change = z.object({ field: z.enum(planFields), before: z.string(), after: z.string() })

const PlanVersion = z.object({
  id: Id,
  no: z.int(),
  ...Figures,
  state: z.enum(versionStates),
  stand: z.enum(['now', 'past', 'later', 'none']),
  effectiveFrom: Day,
  /** The last day of the version; null when it has none. */
  until: Day.nullable(),
  needsSecond: z.boolean(),
  reason: z.string(),
  createdBy: z.string(),
  createdAt: Moment,
  decidedBy: z.string(),
  decidedAt: Moment.nullable(),
  decisionReason: z.string(),
  /** The request to withdraw an approved version, and its confirmation by another person. */
  withdrawal: z.object({ askedBy: z.string(), askedAt: Moment, reason: z.string(), confirmedBy: z.string(), confirmedAt: Moment.nullable() }).nullable(),
  /** Differences from the previous version. */
  changes: z.array(Change),
  may: z.object({ decide: DenialReason, withdraw: DenialReason }),
})

const PlanDetail = Plan.extend({ latestNo: z.int(), versions: z.array(PlanVersion) })
const filter = {
  keyword: z.string().trim().max(50).optional(),
  mode: Mode.optional(),
  method: z.enum(feeMethods).optional(),
  stand: z.enum(effectStatuses).optional(),
  /** Only plans with a version that another person proposed, or asked to withdraw, and the caller can decide. */
  isForMe: z.boolean().optional(),
}

/** The basis of a trial calculation: a plan, the draft of a plan, or a unit's terms. */
const TrialInput = z.object({
  amount: YuanText,
  monthToDate: YuanText.default('0'),
  day: Day.optional(),
  planId: Id.optional(),
  draft: PlanInput.optional(),
  /** The setting of a unit at a centre in a mode. */
  settingId: Id.optional(),
})

const Trial = z.object({
  planName: z.string(),
  unitName: z.string(),
  day: Day,
  fee: MoneyOut,
  ratePpm: z.int(),
  steps: z.array(z.object({ from: MoneyOut, to: MoneyOut.nullable(), ratePpm: z.int(), part: MoneyOut, fee: MoneyOut })),
  /** The amount by which the plan's minimum exceeds the fee of the tiers. */
  added: MoneyOut,
  feeUnit: MoneyOut,
  feeOperator: MoneyOut,
  parts: z.array(z.object({ role: z.enum(splitRoles), name: z.string(), amount: MoneyOut })),
})

/** 收费比例 and 分成设置: the service fees of units, and their split between parties. */
export const fees = {
  plans: { access: 'shoufeiblList', kind: 'read', input: z.object({ ...filter, ...Page }), output: pageOf(Plan) },
  plan: { access: 'shoufeiblList', kind: 'read', input: z.object({ planId: Id }), output: PlanDetail },
  /** Returns the units that use a plan now or from a later day. */
  planUnits: {
    access: 'shoufeiblList',
    kind: 'read',
    input: z.object({ planId: Id, ...Page }),
    output: pageOf(z.object({ settingId: Id, unitId: Id, unitCode: z.string(), unitName: z.string(), centreName: z.string(), mode: Mode, isActive: z.boolean(), from: Day.nullable() })),
  },
  createPlan: {
    access: 'fee:edit',
    kind: 'write',
    log: { zh: '新增收费方案', en: 'Create a fee plan', es: 'Crear una tarifa', ja: '料率プランの作成' },
    done: {
      zh: '{hasPending, select, true {已提交：收费提高或低于底价，须由第二人审批} other {已保存}}',
      en: '{hasPending, select, true {Submitted. The charges rise or are below a floor, so a second person must approve them.} other {Saved}}',
      es: '{hasPending, select, true {Enviado. Los cargos suben o quedan por debajo de un mínimo: debe aprobarlo otra persona.} other {Guardado}}',
      ja: '{hasPending, select, true {送信しました。料金の引上げ、または下限を下回るため、別の担当者の承認が必要です。} other {保存しました}}',
    },
    input: z.object({ name: z.string().trim().min(2).max(50), mode: Mode, terms: PlanInput, effectiveFrom: Day, reason: Reason }),
    output: PlanDetail,
  },
  revisePlan: {
    access: 'fee:edit',
    kind: 'write',
    log: { zh: '收费方案新版本', en: 'Create a fee plan version', es: 'Crear una versión de tarifa', ja: '料率プランの新しい版' },
    done: {
      zh: '{hasPending, select, true {已提交：收费提高、低于底价或替换已批准的版本，须由第二人审批} other {已保存}}',
      en: '{hasPending, select, true {Submitted. The version charges more, is below a floor or replaces an approved one, so a second person must approve it.} other {Saved}}',
      es: '{hasPending, select, true {Enviado. Los cargos suben, quedan por debajo de un mínimo o la versión sustituye a otra aprobada: debe aprobarlo otra persona.} other {Guardado}}',
      ja: '{hasPending, select, true {送信しました。料金の引上げ、下限割れ、または承認済みの版の差替えのため、別の担当者の承認が必要です。} other {保存しました}}',
    },
    input: z.object({ planId: Id, baseNo: z.int(), terms: PlanInput, effectiveFrom: Day, reason: Reason }),
    output: PlanDetail,
  },
  /** Approves or rejects another person's version, or confirms the withdrawal of an approved one. Without `isApproved` the version stays. */
  decidePlan: {
    access: 'fee:edit',
    kind: 'write',
    log: { zh: '审批收费方案', en: 'Decide a fee plan version', es: 'Resolver una versión de tarifa', ja: '料率プランの承認' },
    done: successMessages.done,
    input: z.object({ planVersionId: Id, subject: z.enum(planDecisions).default('charges'), isApproved: z.boolean(), reason: z.string().trim().max(200).default('') }),
    output: PlanDetail,
  },
  /** Withdraws a proposed version, or asks another person to withdraw an approved one before its first day. */
  withdrawPlan: {
    access: 'fee:edit',
    kind: 'write',
    log: { zh: '撤回收费方案版本', en: 'Withdraw a fee plan version', es: 'Retirar una versión de tarifa', ja: '料率プランの撤回' },
    done: successMessages.done,
    input: z.object({ planVersionId: Id, reason: Reason }),
    output: PlanDetail,
  },
  endPlan: {
    access: 'fee:edit',
    kind: 'write',
    log: { zh: '停用收费方案', en: 'End a fee plan', es: 'Dar de baja una tarifa', ja: '料率プランの終了' },
    done: { zh: '方案使用至 {lastDay}', en: 'The plan ends after {lastDay}', es: 'La tarifa vale hasta el {lastDay}', ja: 'プランは {lastDay} まで有効です' },
    input: z.object({ planId: Id, lastDay: Day, reason: Reason }),
    output: PlanDetail,
  },
  exportPlans: {
    access: 'shoufeiblList',
    kind: 'read',
    log: { zh: '导出收费方案', en: 'Export fee plans', es: 'Exportar tarifas', ja: '料率プランの出力' },
    limit: 'export',
    input: z.object(filter),
    output: z.object({ fileId: z.uuid() }),
  },
  /** Finds units at centres in the caller's scope for trials and rules, by part of the name or by number. */
  feePlaces: {
    access: ['shoufeiblList', 'ysetgade'],
    kind: 'read',
    input: z.object({ keyword: z.string().trim().max(50).optional(), centreId: Id.optional() }),
    output: z.array(z.object({ settingId: Id, unitId: Id, unitName: z.string(), centreId: Id, centreName: z.string(), mode: Mode })),
  },
  /** 试算 (trial): computes the fee of an amount, its tiers, the parties that bear it, and its split. */
  trial: { access: ['shoufeiblList', 'ysetgade'], kind: 'read', input: TrialInput, output: Trial },
  ...splitOperations,
} as const satisfies Module
