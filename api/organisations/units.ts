import { z } from 'zod'
import { MobileText, NameText } from '#/api/fields.ts'
import { Day, Id, LongListPaging, longPageOf, Mode, type Module, Moment, MoneyOut, Page, pageOf, SumsOption, Version } from '#/api/operation.ts'
import { SettingDetail, SettingRow, TermsDecision, TermsInput, TermsPreview, TermsProposal } from '#/api/organisations/unit-terms.ts'
import { successMessages } from '#/api/success-messages.texts.ts'
import { assignedRoles, guardedUnitFields, unitProposals, unitStatuses } from '#/domain/organisations/unit.ts'

export const UnitStatusInput = z.union(unitStatuses.map((status) => z.literal(status)))
export const bizKinds = ['ordinary', 'platform'] as const
export const taxpayerKinds = ['general', 'small'] as const
export const contractStatuses = ['none', 'signing', 'done', 'expired'] as const

/** State of an assignment. `lapsed`: the party could not be assigned on its first day. */
export const assignmentStates = ['proposed', 'ahead', 'current', 'past', 'cancelled', 'lapsed', 'rejected'] as const

const NamedRecord = z.object({ id: Id, name: z.string() })
/** The reason why the caller cannot do this, in the caller's language; empty when the caller can. */
const DenialReason = z.string()
const Reason = z.string().trim().min(2).max(200)
const Text = (limit: number) => z.string().trim().max(limit)
const Month = z.string().regex(/^(20\d{2})-(0[1-9]|1[0-2])$/)
const CreditCode = z.string().trim().toUpperCase().min(1).max(18)

/** The cooperation of a unit with one centre in one mode. */
const Place = z.object({
  settingId: Id,
  centreId: Id,
  centreName: z.string(),
  mode: Mode,
  isActive: z.boolean(),
  planId: Id,
  planName: z.string(),
  /** The reference that identifies the unit's transfers. */
  memo: z.string(),
  available: MoneyOut,
  frozen: MoneyOut,
  contract: z.enum(contractStatuses),
})

const Unit = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  creditCode: z.string(),
  bizKind: z.enum(bizKinds),
  industry: z.string(),
  status: UnitStatusInput,
  statusReason: z.string(),
  places: z.array(Place),
  /** The number of further centres of the unit that the caller may not see. */
  morePlaces: z.int(),
  available: MoneyOut,
  frozen: MoneyOut,
  /**
   * The net amount that reached the unit's payees this month, less returns, and the path of the list of receipts. The
   * path is null when the caller cannot open the list.
   */
  monthNet: MoneyOut,
  monthNetPath: z.string().nullable(),
  operatorCount: z.int(),
  marketer: NamedRecord.nullable(),
  salesman: NamedRecord.nullable(),
  partner: NamedRecord.nullable(),
  createdAt: Moment,
  version: Version,
  may: z.object({ edit: DenialReason, assign: DenialReason, stop: DenialReason, start: DenialReason, freeze: DenialReason, unfreeze: DenialReason, close: DenialReason, reopen: DenialReason }),
})

/** A change of the unit's name, legal person or contact number that awaits another person's approval. */
const IdentityChange = z.object({
  id: Id,
  changes: z.array(z.object({ field: z.enum(guardedUnitFields), before: z.string(), after: z.string() })),
  proposedBy: z.string(),
  proposedAt: Moment,
  may: z.object({ decide: DenialReason, withdraw: DenialReason }),
})

const Detail = Unit.extend({
  legalPerson: z.string(),
  contactName: z.string(),
  contactMobile: z.string(),
  email: z.string(),
  address: z.string(),
  taxpayerKind: z.enum(taxpayerKinds),
  description: z.string(),
  identityChange: IdentityChange.nullable(),
  titles: z.array(z.object({ id: Id, name: z.string(), taxNo: z.string(), bank: z.string(), accountNo: z.string(), isDefault: z.boolean() })),
  /** Future assignments. An empty `partyName` means that no party will be assigned. */
  ahead: z.array(z.object({ id: Id, role: z.enum(assignedRoles), partyName: z.string(), from: Day })),
})

const Filter = {
  keyword: Text(50).optional(),
  centreId: Id.optional(),
  mode: Mode.optional(),
  status: UnitStatusInput.optional(),
  isActive: z.boolean().optional(),
  bizKind: z.enum(bizKinds).optional(),
  feePlanId: Id.optional(),
  marketerId: Id.optional(),
  salesmanId: Id.optional(),
  partnerId: Id.optional(),
  /** Only units of this marketer or salesman. */
  carerId: Id.optional(),
  from: Day.optional(),
  to: Day.optional(),
  /** Only units with an available balance below this amount in yuan. */
  belowYuan: z.int().min(1).max(1_000_000_000).optional(),
  /** Only units with a new name, legal person or contact number, or with an assignment, that the caller may approve. */
  forMe: z.enum(unitProposals).optional(),
}

const Facts = {
  legalPerson: NameText,
  bizKind: z.enum(bizKinds),
  industry: Text(60).min(1),
  contactName: NameText,
  contactMobile: MobileText,
  email: z.union([z.literal(''), z.email().max(100)]).default(''),
  address: Text(200).default(''),
  taxpayerKind: z.enum(taxpayerKinds).default('general'),
  description: Text(1000).default(''),
}

/** The ID number of the unit's legal representative, whom the unit cannot pay. */
const LegalIdNumber = z.string().trim().min(1).max(30)

/** A place begins with the usual terms. Two people loosen them. */
const PlaceInput = z.object({ centreId: Id, mode: Mode, feePlanId: Id })
const UnitIds = z.array(Id).min(1).max(200)
const readKeys = ['userDwList', 'ptbiliEdit'] as const

/** Units (单位): the companies that pay, with their centres and terms. */
export const units = {
  list: {
    access: 'userDwList',
    kind: 'read',
    input: z.object({ ...Filter, ...LongListPaging, ...SumsOption }),
    output: longPageOf(Unit).extend({ totals: z.object({ available: MoneyOut, frozen: MoneyOut, monthNet: MoneyOut }).nullable() }),
  },
  get: { access: readKeys, kind: 'read', input: z.object({ id: Id }), output: Detail },
  /** Returns `monthNet` for each of the last twelve months, oldest first. */
  paidMonths: {
    access: readKeys,
    kind: 'read',
    input: z.object({ id: Id }),
    output: z.object({ rows: z.array(z.object({ month: Month, amount: MoneyOut, path: z.string().nullable() })) }),
  },
  /** Returns the centres with the modes, current fee plans, staff and partners that can be set for a unit. */
  choices: {
    access: readKeys,
    kind: 'read',
    input: z.object({}),
    output: z.object({
      centres: z.array(NamedRecord.extend({ modes: z.array(Mode), channels: z.array(NamedRecord) })),
      plans: z.array(NamedRecord.extend({ mode: Mode, basis: z.enum(['gross', 'net']), lowestPpm: z.int(), highestPpm: z.int() })),
      marketers: z.array(NamedRecord.extend({ centreId: Id })),
      salesmen: z.array(NamedRecord.extend({ centreId: Id })),
      /**
       * The list includes partners that are not ready, because it is also a filter. Units cannot be assigned to such a
       * partner.
       */
      partners: z.array(NamedRecord.extend({ isReady: z.boolean() })),
    }),
  },
  /** Creates a unit. A second person approves its partner, marketer and salesperson. */
  create: {
    access: 'unit:edit',
    kind: 'write',
    log: { zh: '新增单位', en: 'Create a unit', es: 'Crear una empresa', ja: '企業の作成' },
    done: successMessages.done,
    input: z.object({
      name: Text(100).min(2),
      creditCode: CreditCode,
      ...Facts,
      legalIdNumber: LegalIdNumber,
      partnerId: Id.optional(),
      marketerId: Id.optional(),
      salesmanId: Id.optional(),
      places: z.array(PlaceInput).min(1).max(20),
      titleBank: Text(100).default(''),
      titleAccountNo: Text(40).default(''),
    }),
    output: Unit,
  },
  /**
   * Updates a unit. Omitted fields keep their value. A new name, legal person or contact number of a unit in use awaits
   * approval by another person, as does the right to pay a former legal person. The other fields change at once.
   */
  update: {
    access: 'unit:edit',
    kind: 'write',
    log: { zh: '修改单位资料', en: 'Change a unit', es: 'Modificar una empresa', ja: '企業情報の変更' },
    done: {
      zh: '{isProposed, select, true {已提交，名称、法定代表人与联系手机由另一人审批后生效} other {已保存}}{isEndProposed, select, true {。原法定代表人的移除待另一人审核，此前仍不能向其付款} other {}}',
      en: '{isProposed, select, true {The name, legal representative and mobile await approval. Everything else is saved} other {Saved}}{isEndProposed, select, true {. Another person decides on removing the former legal representative. Until then the unit cannot pay them} other {}}',
      es: '{isProposed, select, true {El nombre, el representante y el móvil esperan aprobación. El resto está guardado} other {Guardado}}{isEndProposed, select, true {. La baja del representante anterior espera aprobación; hasta entonces no se le puede pagar} other {}}',
      ja: '{isProposed, select, true {名称・法定代表者・携帯電話は別の担当者の承認後に反映されます。その他は保存しました} other {保存しました}}{isEndProposed, select, true {。前任の法定代表者の解除は別の担当者の審査待ちで、それまで支払えません} other {}}',
    },
    input: z.object({
      id: Id,
      version: Version,
      name: Text(100).min(2).optional(),
      legalPerson: NameText.optional(),
      legalIdNumber: LegalIdNumber.optional(),
      bizKind: z.enum(bizKinds).optional(),
      industry: Text(60).min(1).optional(),
      contactName: NameText.optional(),
      contactMobile: MobileText.optional(),
      email: z.union([z.literal(''), z.email().max(100)]).optional(),
      address: Text(200).optional(),
      taxpayerKind: z.enum(taxpayerKinds).optional(),
      description: Text(1000).optional(),
    }),
    output: Unit.extend({ isProposed: z.boolean(), isEndProposed: z.boolean() }),
  },
  /** Approves or rejects another person's change of a unit's name, legal person or contact number. */
  decideIdentity: {
    access: 'unit:edit',
    kind: 'write',
    log: { zh: '审批单位名称、法定代表人与联系手机变更', en: 'Decide a change of a unit’s name, legal representative or mobile', es: 'Decidir un cambio de nombre, representante o móvil', ja: '企業名・法定代表者・携帯電話の変更の承認' },
    done: {
      zh: '操作成功{isEndProposed, select, true {。原法定代表人的移除待另一人审核，此前仍不能向其付款} other {}}',
      en: 'Done{isEndProposed, select, true {. Another person decides on removing the former legal representative. Until then the unit cannot pay them} other {}}',
      es: 'Hecho{isEndProposed, select, true {. La baja del representante anterior espera aprobación; hasta entonces no se le puede pagar} other {}}',
      ja: '完了しました{isEndProposed, select, true {。前任の法定代表者の解除は別の担当者の審査待ちで、それまで支払えません} other {}}',
    },
    input: z.object({ identityChangeId: Id, isApproved: z.boolean(), reason: Text(200).default('') }),
    output: Unit.extend({ isEndProposed: z.boolean() }),
  },
  withdrawIdentity: {
    access: 'unit:edit',
    kind: 'write',
    log: { zh: '撤回单位名称、法定代表人与联系手机变更', en: 'Withdraw a change of a unit’s name, legal representative or mobile', es: 'Retirar un cambio de nombre, representante o móvil', ja: '企業名・法定代表者・携帯電話の変更の撤回' },
    done: successMessages.done,
    input: z.object({ identityChangeId: Id, reason: Reason }),
    output: Unit,
  },
  /**
   * Assigns parties to these units, at once or from a later day. null ends an assignment. Omitted roles do not change.
   * A second person approves a new party, because commission follows.
   */
  assign: {
    access: 'unit:edit',
    kind: 'write',
    log: { zh: '分配单位人员', en: 'Assign a unit', es: 'Asignar una empresa', ja: '企業の担当割当' },
    done: {
      zh: '成功 {okCount} 个，失败 {failCount} 个{pendingCount, plural, =0 {} other {；# 个须由第二人审批}}',
      en: '{okCount} done, {failCount} failed{pendingCount, plural, =0 {} other {; a second person must approve #}}',
      es: '{okCount} hechas, {failCount} fallidas{pendingCount, plural, =0 {} other {; otra persona debe aprobar #}}',
      ja: '成功 {okCount} 件、失敗 {failCount} 件{pendingCount, plural, =0 {} other {。# 件は別の担当者の承認が必要です}}',
    },
    input: z.object({ ids: UnitIds, marketerId: Id.nullable().optional(), salesmanId: Id.nullable().optional(), partnerId: Id.nullable().optional(), effectiveOn: Day.optional() }),
    output: z.object({ ok: z.array(Id), okCount: z.int(), pendingCount: z.int(), fail: z.array(z.object({ id: Id, name: z.string(), reason: z.string() })), failCount: z.int() }),
  },
  /** Returns past, current and future assignments of a unit, newest first. */
  assignments: {
    access: 'userDwList',
    kind: 'read',
    input: z.object({ id: Id }),
    output: z.array(z.object({ id: Id, role: z.enum(assignedRoles), partyName: z.string(), since: Moment, state: z.enum(assignmentStates), setBy: z.string(), decidedBy: z.string(), may: z.object({ cancel: DenialReason, decide: DenialReason }) })),
  },
  /** Approves or rejects an assignment that another person proposed. */
  decideAssignment: {
    access: 'unit:edit',
    kind: 'write',
    log: { zh: '审批单位人员变更', en: 'Decide an assignment', es: 'Resolver una asignación', ja: '担当変更の承認' },
    done: {
      zh: '{isApproved, select, true {人员变更已通过} other {人员变更已驳回}}',
      en: '{isApproved, select, true {The assignment is approved} other {The assignment is rejected}}',
      es: '{isApproved, select, true {Asignación aprobada} other {Asignación rechazada}}',
      ja: '{isApproved, select, true {担当変更を承認しました} other {担当変更を却下しました}}',
    },
    input: z.object({ assignmentId: Id, isApproved: z.boolean(), reason: Text(200).default('') }),
    output: z.object({}),
  },
  /** Cancels an assignment before its day or its approval. */
  cancelAssignment: { access: 'unit:edit', kind: 'write', log: { zh: '取消单位人员变更', en: 'Cancel an assignment', es: 'Cancelar una asignación', ja: '担当変更の取消' }, done: { zh: '已取消', en: 'Cancelled', es: 'Cancelada', ja: '取り消しました' }, input: z.object({ assignmentId: Id }), output: z.object({}) },
  /** Refuses new batches of the unit. Batches in progress continue. */
  stop: { access: 'unit:edit', kind: 'write', log: { zh: '停用单位', en: 'Disable a unit', es: 'Desactivar una empresa', ja: '企業の停止' }, done: successMessages.done, input: z.object({ id: Id, version: Version, reason: Reason }), output: Unit },
  start: { access: 'unit:edit', kind: 'write', log: { zh: '启用单位', en: 'Enable a unit', es: 'Activar una empresa', ja: '企業の再開' }, done: successMessages.done, input: z.object({ id: Id, version: Version }), output: Unit },
  /** Stops all movements of the unit's money. Requires the login password. */
  freeze: {
    access: 'user:freeze',
    kind: 'write',
    log: { zh: '冻结单位', en: 'Freeze a unit', es: 'Bloquear una empresa', ja: '企業の凍結' },
    done: successMessages.done,
    secret: ['password'],
    limit: 'password',
    confirm: { proof: 'loginPassword', field: 'password', shown: ['version'] },
    input: z.object({ id: Id, version: Version, reason: Reason, password: z.string().max(100) }),
    output: Unit,
  },
  unfreeze: {
    access: 'user:freeze',
    kind: 'write',
    log: { zh: '解冻单位', en: 'Unfreeze a unit', es: 'Desbloquear una empresa', ja: '企業の凍結解除' },
    done: successMessages.done,
    secret: ['password'],
    limit: 'password',
    confirm: { proof: 'loginPassword', field: 'password', shown: ['version'] },
    input: z.object({ id: Id, version: Version, reason: Reason, password: z.string().max(100) }),
    output: Unit,
  },
  /** Closes a unit. Refused while the unit has a balance, an open batch or a pending top-up. */
  close: {
    access: 'user:freeze',
    kind: 'write',
    log: { zh: '注销单位', en: 'Close a unit', es: 'Cerrar una empresa', ja: '企業の解約' },
    done: successMessages.done,
    secret: ['password'],
    limit: 'password',
    confirm: { proof: 'loginPassword', field: 'password', shown: ['version'] },
    input: z.object({ id: Id, version: Version, reason: Reason, password: z.string().max(100) }),
    output: Unit,
  },
  /** Reopens a closed unit as disabled, so that money that came back can be booked and refunded. */
  reopen: {
    access: 'user:freeze',
    kind: 'write',
    log: { zh: '恢复已注销单位', en: 'Reopen a unit', es: 'Reabrir una empresa', ja: '解約した企業の再開' },
    done: successMessages.done,
    secret: ['password'],
    limit: 'password',
    confirm: { proof: 'loginPassword', field: 'password', shown: ['version'] },
    input: z.object({ id: Id, version: Version, reason: Reason, password: z.string().max(100) }),
    output: Unit,
  },
  /** Exports all units under the filter, as a file or, for many rows, as a task. */
  export: {
    access: 'userDwList',
    kind: 'write',
    log: { zh: '导出单位', en: 'Export units', es: 'Exportar empresas', ja: '企業の出力' },
    limit: 'export',
    input: z.object(Filter),
    output: z.object({ fileId: z.uuid().nullable(), taskId: Id.nullable() }),
  },
  contracts: {
    access: 'userDwList',
    kind: 'read',
    input: z.object({ id: Id }),
    output: z.array(z.object({ id: Id, no: z.string(), name: z.string(), centreName: z.string(), mode: Mode, validFrom: Day, validTo: Day, stand: z.enum(contractStatuses) })),
  },
  operators: {
    access: 'userDwList',
    kind: 'read',
    input: z.object({ id: Id, keyword: Text(50).optional(), ...LongListPaging }),
    output: longPageOf(z.object({ id: Id, code: z.string(), name: z.string(), mobile: z.string(), yztype: z.int(), status: z.int(), isVerified: z.boolean(), since: Moment })),
  },
  /** Returns the changes of a unit and its settings, and their authors. */
  changes: {
    access: readKeys,
    kind: 'read',
    input: z.object({ id: Id, ...Page }),
    output: pageOf(z.object({ at: Moment, by: z.string(), action: z.string(), actionName: z.string(), words: z.string() })),
  },
  /** Opens a further centre or mode for a unit. */
  openPlace: { access: 'ptbiliEdit', kind: 'write', log: { zh: '开通中心与模式', en: 'Open a centre and mode', es: 'Abrir un centro y modalidad', ja: 'センター・モードの開設' }, done: successMessages.done, input: PlaceInput.extend({ unitId: Id }), output: z.object({ settingId: Id }) },
  /** Pauses or resumes the cooperation with one centre in one mode. */
  setPlace: {
    access: 'unit:edit',
    kind: 'write',
    log: { zh: '暂停或恢复合作', en: 'Pause or resume cooperation', es: 'Pausar o reanudar la cooperación', ja: '取引の停止・再開' },
    done: successMessages.done,
    input: z.object({ settingId: Id, isActive: z.boolean(), reason: Reason }),
    output: z.object({ settingId: Id }),
  },
  settings: {
    access: 'ptbiliEdit',
    kind: 'read',
    input: z.object({
      keyword: Text(50).optional(),
      unitId: Id.optional(),
      centreId: Id.optional(),
      mode: Mode.optional(),
      feePlanId: Id.optional(),
      isActive: z.boolean().optional(),
      /** Only settings with a change that awaits approval (`pending`) or its first day (`scheduled`). */
      waiting: z.enum(['pending', 'forMe', 'scheduled']).optional(),
      ...Page,
    }),
    output: pageOf(SettingRow),
  },
  terms: { access: 'ptbiliEdit', kind: 'read', input: z.object({ settingId: Id }), output: SettingDetail },
  /** Returns the differences of a change, whether it can be proposed, and whether a second person must approve it. */
  preview: { access: 'ptbiliEdit', kind: 'read', input: z.object({ settingId: Id, terms: TermsInput, effectiveFrom: Day }), output: TermsPreview },
  propose: {
    access: 'ptbiliEdit',
    kind: 'write',
    log: { zh: '变更客户平台设置', en: 'Change a unit’s settings', es: 'Cambiar ajustes de una empresa', ja: '顧客設定の変更' },
    done: { zh: '已提交', en: 'The change awaits approval.', es: 'El cambio está pendiente de aprobación.', ja: '提出しました' },
    input: TermsProposal,
    output: SettingDetail,
  },
  decide: { access: 'ptbiliEdit', kind: 'write', log: { zh: '审批客户平台设置', en: 'Decide a change of settings', es: 'Decidir un cambio de ajustes', ja: '顧客設定変更の承認' }, done: successMessages.done, input: TermsDecision, output: SettingDetail },
  /** Withdraws a change that awaits approval. For an approved one, asks another person, who answers with `decide`. */
  withdraw: { access: 'ptbiliEdit', kind: 'write', log: { zh: '撤回客户平台设置变更', en: 'Withdraw a change of settings', es: 'Retirar un cambio de ajustes', ja: '顧客設定変更の撤回' }, done: successMessages.done, input: z.object({ versionId: Id, reason: Reason }), output: SettingDetail },
} as const satisfies Module
