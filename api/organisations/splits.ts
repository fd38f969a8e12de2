import { z } from 'zod'
import { checkedText } from '#/api/fields.ts'
import { Day, Id, Mode, type Module, Moment, Page, pageOf } from '#/api/operation.ts'
import { feeRules } from '#/api/organisations/fees.texts.ts'
import { versionStates } from '#/api/organisations/unit-terms.ts'
import { effectStatuses } from '#/domain/organisations/fee.ts'
import { parsePartPercent, splitMethods, splitRoles } from '#/domain/organisations/split.ts'

const PartText = checkedText((text) => (parsePartPercent(text) === null ? feeRules.part : null))
const DenialReason = z.string()
const Reason = z.string().trim().min(2).max(200)

const Rule = z.object({
  id: Id,
  centreId: Id,
  centreName: z.string(),
  unitId: Id.nullable(),
  /** The name of the unit; empty for all units of the centre. */
  unitName: z.string(),
  role: z.enum(splitRoles),
  partyId: Id.nullable(),
  /** The name of the party; empty for any assigned party. */
  partyName: z.string(),
  mode: Mode.nullable(),
  method: z.enum(splitMethods),
  ratePpm: z.int(),
  effectiveFrom: Day,
  effectiveTo: Day.nullable(),
  state: z.enum(versionStates),
  stand: z.enum(effectStatuses),
  needsSecond: z.boolean(),
  reason: z.string(),
  createdBy: z.string(),
  createdAt: Moment,
  decidedBy: z.string(),
  decidedAt: Moment.nullable(),
  decisionReason: z.string(),
  stoppedBy: z.string(),
  stopReason: z.string(),
  may: z.object({ revise: DenialReason, stop: DenialReason, decide: DenialReason, withdraw: DenialReason }),
})

const filter = {
  centreId: Id.optional(),
  unitId: Id.optional(),
  role: z.enum(splitRoles).optional(),
  mode: Mode.optional(),
  stand: z.enum(effectStatuses).optional(),
  state: z.enum(versionStates).optional(),
  /** Only rules that wait for the caller's approval. */
  isForMe: z.boolean().optional(),
}
const effectiveDays = { effectiveFrom: Day, effectiveTo: Day.nullable().default(null) }

/** 分成设置: the rules for splitting service fees. */
export const splitOperations = {
  splits: { access: 'ysetgade', kind: 'read', input: z.object({ ...filter, ...Page }), output: pageOf(Rule) },
  /** Returns a rule with all its versions, newest first. */
  split: { access: 'ysetgade', kind: 'read', input: z.object({ splitId: Id }), output: Rule.extend({ versions: z.array(Rule) }) },
  splitChoices: {
    access: 'ysetgade',
    kind: 'read',
    input: z.object({}),
    output: z.object({
      centres: z.array(z.object({ id: Id, name: z.string(), modes: z.array(Mode) })),
      partners: z.array(z.object({ id: Id, name: z.string() })),
      staff: z.array(z.object({ id: Id, name: z.string(), role: z.enum(['marketer', 'salesman']), centreId: Id })),
    }),
  },
  createSplit: {
    access: 'split:edit',
    kind: 'write',
    log: { zh: '新增分成规则', en: 'Create a split rule', es: 'Crear una regla de reparto', ja: '分配ルールの作成' },
    done: {
      zh: '{state, select, pending {已提交，须由第二人审批} other {已保存}}',
      en: '{state, select, pending {Submitted. A second person must approve it.} other {Saved}}',
      es: '{state, select, pending {Enviado. Debe aprobarlo otra persona.} other {Guardado}}',
      ja: '{state, select, pending {送信しました。別の担当者の承認が必要です。} other {保存しました}}',
    },
    input: z.object({
      centreId: Id,
      unitId: Id.nullable().default(null),
      role: z.enum(splitRoles),
      partyId: Id.nullable().default(null),
      mode: Mode.nullable().default(null),
      method: z.enum(splitMethods),
      rate: PartText,
      ...effectiveDays,
      reason: Reason,
    }),
    output: Rule,
  },
  reviseSplit: {
    access: 'split:edit',
    kind: 'write',
    log: { zh: '分成规则新版本', en: 'Create a split rule version', es: 'Crear una versión de regla de reparto', ja: '分配ルールの新しい版' },
    done: {
      zh: '{state, select, pending {已提交，须由第二人审批} other {已保存}}',
      en: '{state, select, pending {Submitted. A second person must approve it.} other {Saved}}',
      es: '{state, select, pending {Enviado. Debe aprobarlo otra persona.} other {Guardado}}',
      ja: '{state, select, pending {送信しました。別の担当者の承認が必要です。} other {保存しました}}',
    },
    input: z.object({ splitId: Id, method: z.enum(splitMethods), rate: PartText, ...effectiveDays, reason: Reason }),
    output: Rule,
  },
  decideSplit: {
    access: 'split:edit',
    kind: 'write',
    log: { zh: '审批分成规则', en: 'Decide a split rule', es: 'Resolver una regla de reparto', ja: '分配ルールの承認' },
    done: {
      zh: '{isApproved, select, true {分成规则已通过} other {分成规则已驳回}}',
      en: '{isApproved, select, true {The rule is approved} other {The rule is rejected}}',
      es: '{isApproved, select, true {Regla aprobada} other {Regla rechazada}}',
      ja: '{isApproved, select, true {ルールを承認しました} other {ルールを却下しました}}',
    },
    input: z.object({ splitId: Id, isApproved: z.boolean(), reason: z.string().trim().max(200).default('') }),
    output: Rule,
  },
  withdrawSplit: {
    access: 'split:edit',
    kind: 'write',
    log: { zh: '撤回分成规则', en: 'Withdraw a split rule', es: 'Retirar una regla de reparto', ja: '分配ルールの撤回' },
    done: { zh: '分成规则已撤回', en: 'The rule is withdrawn', es: 'Regla retirada', ja: 'ルールを撤回しました' },
    input: z.object({ splitId: Id, reason: Reason }),
    output: Rule,
  },
  stopSplit: {
    access: 'split:edit',
    kind: 'write',
    log: { zh: '停用分成规则', en: 'Stop a split rule', es: 'Detener una regla de reparto', ja: '分配ルールの停止' },
    done: { zh: '规则执行至 {lastDay}', en: 'The rule ends after {lastDay}', es: 'La regla vale hasta el {lastDay}', ja: 'ルールは {lastDay} まで有効です' },
    input: z.object({ splitId: Id, lastDay: Day, reason: Reason }),
    output: Rule,
  },
  exportSplits: {
    access: 'ysetgade',
    kind: 'read',
    log: { zh: '导出分成规则', en: 'Export split rules', es: 'Exportar reglas de reparto', ja: '分配ルールの出力' },
    limit: 'export',
    input: z.object(filter),
    output: z.object({ fileId: z.uuid() }),
  },
} as const satisfies Module
