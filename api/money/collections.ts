import { z } from 'zod'
import { Day, Id, LongListPaging, longPageOf, Mode, type Module, Moment, MoneyOut, SumsOption, upload, Version, YuanText } from '#/api/operation.ts'
import { successMessages } from '#/api/success-messages.texts.ts'
import { claimActions, claimStates, objectionKinds, objectionStates, paymentInvoiceStatuses, paymentTaxStatuses, receivedPaymentStates } from '#/domain/money/collection.ts'

const Reason = z.string().trim().min(2).max(200)
const StatementText = z.string().trim().min(2).max(500)
const Keyword = z.string().trim().max(50).optional()

const claimFilter = {
  states: z.array(z.enum(claimStates)).max(7).optional(),
  orderId: Id.optional(),
  unitId: Id.optional(),
  from: Day.optional(),
  to: Day.optional(),
  entered: z.enum(['yes', 'no']).optional(),
  keyword: Keyword,
}

const Claim = z.object({
  id: Id,
  no: z.string(),
  state: z.enum(claimStates),
  reason: z.string(),
  isEntered: z.boolean(),
  cameBack: z.boolean(),
  operatorName: z.string(),
  entityName: z.string(),
  unitId: Id,
  unitName: z.string(),
  centreName: z.string(),
  mode: Mode,
  orderId: Id,
  orderNo: z.string(),
  orderTitle: z.string(),
  amount: MoneyOut,
  content: z.string(),
  from: Day,
  to: Day,
  papers: z.int(),
  /** The batch that pays the claim; null for the operator, because the batch contains other payees. */
  batch: z.object({ id: Id, no: z.string() }).nullable(),
  createdAt: Moment,
  paidAt: Moment.nullable(),
  invoice: z.enum(paymentInvoiceStatuses),
  version: Version,
})

const ClaimDetail = Claim.extend({
  submittedAt: Moment.nullable(),
  confirmedAt: Moment.nullable(),
  confirmedBy: z.string(),
  createdBy: z.string(),
  /** The payment line; null before the claim is in a batch. */
  lineId: Id.nullable(),
  files: z.array(z.object({ collectionPaperId: Id, fileId: z.uuid(), name: z.string(), size: z.int(), at: Moment })),
  /** The reason why the caller cannot take each action; empty where allowed. */
  may: z.record(z.enum(claimActions), z.string()),
})

const claimForm = {
  orderId: Id,
  amount: YuanText,
  content: z.string().trim().min(2).max(100),
  from: Day,
  to: Day,
}

const amounts = { gross: MoneyOut, tax: MoneyOut, fee: MoneyOut, net: MoneyOut }

const receivedPaymentFilter = {
  states: z.array(z.enum(receivedPaymentStates)).max(4).optional(),
  from: Day.optional(),
  to: Day.optional(),
  keyword: Keyword,
}

const ReceivedPayment = z.object({
  id: Id,
  no: z.string(),
  unitName: z.string(),
  centreName: z.string(),
  mode: Mode,
  service: z.string(),
  ...amounts,
  state: z.enum(receivedPaymentStates),
  arrivedAt: Moment.nullable(),
  cardTail: z.string(),
  taxState: z.enum(paymentTaxStatuses),
  invoice: z.enum(paymentInvoiceStatuses),
  claimNo: z.string(),
  hasReceipt: z.boolean(),
  objection: z.object({ objectionId: Id, state: z.enum(objectionStates) }).nullable(),
})

const Objection = z.object({
  id: Id,
  kind: z.enum(objectionKinds),
  state: z.enum(objectionStates),
  statement: z.string(),
  operatorName: z.string(),
  unitName: z.string(),
  centreName: z.string(),
  mode: Mode,
  lineNo: z.string(),
  net: MoneyOut,
  arrivedAt: Moment.nullable(),
  /**
   * The return of the payment, with the claim that the payment settled and its current state; null unless the payment
   * came back.
   */
  cameBack: z.object({ at: Moment, claimNo: z.string(), claimState: z.enum(claimStates).nullable() }).nullable(),
  /** The batch of the payment; null for the operator, because the batch contains other payees. */
  batch: z.object({ id: Id, no: z.string() }).nullable(),
  /** The open payout exception of the payment; empty without one, and for users who may not see it. */
  exceptionNo: z.string(),
  hasDispute: z.boolean(),
  dueOn: Day,
  isLate: z.boolean(),
  createdAt: Moment,
  answer: z.string(),
  answeredBy: z.string(),
  answeredAt: Moment.nullable(),
  decision: z.string(),
  decidedBy: z.string(),
  decidedAt: Moment.nullable(),
  version: Version,
  may: z.object({ answer: z.string(), decide: z.string(), withdrawObjection: z.string() }),
})

const readKeys = ['zfSkList', 'zfSkYzList'] as const
const target = { claimId: Id, version: Version }
const objectionTarget = { objectionId: Id, version: Version }

/** 收款单 and 业务列表: claims of operators, the payments to operators, and their objections. */
export const collections = {
  /**
   * Returns the orders for which a claim can be made: the caller's own, or those of `operatorId` when staff enter the
   * claim.
   */
  choices: {
    access: readKeys,
    kind: 'read',
    input: z.object({ operatorId: Id.optional() }),
    output: z.object({ orders: z.array(z.object({ id: Id, no: z.string(), title: z.string(), unitName: z.string(), mode: Mode, from: Day, to: Day, entityName: z.string() })) }),
  },
  list: { access: readKeys, kind: 'read', input: z.object({ ...claimFilter, ...LongListPaging, ...SumsOption }), output: longPageOf(Claim).extend({ totals: z.object({ amount: MoneyOut }).nullable() }) },
  exportList: { access: readKeys, kind: 'read', log: { zh: '导出收款单', en: 'Export claims', es: 'Exportar solicitudes', ja: '受取請求の出力' }, limit: 'export', input: z.object(claimFilter), output: z.object({ fileId: z.uuid() }) },
  get: { access: readKeys, kind: 'read', input: z.object({ claimId: Id }), output: ClaimDetail },
  create: {
    access: readKeys,
    kind: 'write',
    log: { zh: '新增收款单', en: 'Make a claim', es: 'Crear una solicitud', ja: '受取請求の作成' },
    done: successMessages.saved,
    limit: 'upload',
    input: z.object({ ...claimForm, operatorId: Id.optional(), file: upload().optional(), submit: z.boolean().default(false) }),
    output: ClaimDetail,
  },
  update: { access: readKeys, kind: 'write', log: { zh: '修改收款单', en: 'Change a claim', es: 'Cambiar una solicitud', ja: '受取請求の変更' }, done: successMessages.saved, input: z.object({ ...target, ...claimForm }), output: ClaimDetail },
  attach: { access: readKeys, kind: 'write', log: { zh: '上传收款单材料', en: 'Attach a deliverable to a claim', es: 'Añadir un resultado', ja: '成果物の追加' }, done: successMessages.saved, limit: 'upload', input: z.object({ ...target, file: upload() }), output: ClaimDetail },
  detach: { access: readKeys, kind: 'write', log: { zh: '移除收款单材料', en: 'Remove a result of a claim', es: 'Quitar un resultado', ja: '成果物の削除' }, done: successMessages.saved, input: z.object({ ...target, collectionPaperId: Id }), output: ClaimDetail },
  submit: {
    access: readKeys,
    kind: 'write',
    log: { zh: '提交收款单', en: 'Submit a claim', es: 'Enviar una solicitud', ja: '受取請求の提出' },
    done: { zh: '已提交，等待单位确认', en: 'Submitted; awaiting confirmation by the company', es: 'Enviada; la empresa debe confirmarla', ja: '提出しました。企業の確認をお待ちください' },
    input: z.object(target),
    output: ClaimDetail,
  },
  withdraw: { access: readKeys, kind: 'write', log: { zh: '撤回收款单', en: 'Withdraw a claim', es: 'Retirar una solicitud', ja: '受取請求の取下げ' }, done: { zh: '已撤回为草稿', en: 'Back to draft', es: 'Devuelta a borrador', ja: '下書きに戻しました' }, input: z.object(target), output: ClaimDetail },
  cancel: { access: readKeys, kind: 'write', log: { zh: '取消收款单', en: 'Cancel a claim', es: 'Cancelar una solicitud', ja: '受取請求の取消' }, done: { zh: '已取消', en: 'Cancelled', es: 'Cancelada', ja: '取り消しました' }, input: z.object(target), output: ClaimDetail },
  /** Objects to a claim that the centre entered for the operator. */
  object: {
    access: 'zfSkYzList',
    kind: 'write',
    log: { zh: '对代录收款单提出异议', en: 'Object to a claim entered by the centre', es: 'Oponerse a una solicitud introducida por el centro', ja: '代行登録への異議' },
    done: { zh: '已退回运营中心修改', en: 'Returned to the centre', es: 'Devuelta al centro', ja: 'センターに差し戻しました' },
    input: z.object({ ...target, reason: Reason }),
    output: ClaimDetail,
  },
  confirm: {
    access: 'sk:confirm',
    kind: 'write',
    log: { zh: '确认收款单', en: 'Confirm a claim', es: 'Confirmar una solicitud', ja: '受取請求の確認' },
    done: { zh: '已确认，可合并支付', en: 'Confirmed; it can be paid', es: 'Confirmada; se puede pagar', ja: '確認しました。支払いにまとめられます' },
    input: z.object(target),
    output: ClaimDetail,
  },
  giveBack: { access: 'sk:confirm', kind: 'write', log: { zh: '退回收款单', en: 'Return a claim', es: 'Devolver una solicitud', ja: '受取請求の差戻し' }, done: { zh: '已退回', en: 'Returned', es: 'Devuelta', ja: '差し戻しました' }, input: z.object({ ...target, reason: Reason }), output: ClaimDetail },
  /** 合并支付: combines confirmed claims of one order into one ordinary batch. */
  merge: {
    access: 'zf:make',
    kind: 'write',
    log: { zh: '合并支付收款单', en: 'Merge claims into a batch', es: 'Reunir solicitudes en un lote', ja: '受取請求をバッチにまとめる' },
    done: { zh: '已生成批次 {no}', en: 'Batch {no} created', es: 'Lote {no} creado', ja: 'バッチ {no} を作成しました' },
    input: z.object({ claimIds: z.array(Id).min(1).max(500), remark: z.string().trim().max(40).default('') }),
    output: z.object({ batchId: Id, no: z.string() }),
  },
  /** Returns the payments to the caller, with totals of this year and this month. */
  received: {
    access: 'zfSkYzList',
    kind: 'read',
    input: z.object({ ...receivedPaymentFilter, ...LongListPaging, ...SumsOption }),
    output: longPageOf(ReceivedPayment).extend({ totals: z.object(amounts).nullable(), year: z.object({ ...amounts, count: z.int() }), month: z.object({ ...amounts, count: z.int() }) }),
  },
  exportReceived: { access: 'zfSkYzList', kind: 'read', log: { zh: '导出我的业务', en: 'Export own payments', es: 'Exportar mis cobros', ja: '自分の業務の出力' }, limit: 'export', input: z.object(receivedPaymentFilter), output: z.object({ fileId: z.uuid() }) },
  /** Returns the calculation of a payment to the caller, and the objections to it. */
  payment: {
    access: 'zfSkYzList',
    kind: 'read',
    input: z.object({ lineId: Id }),
    output: z.object({
      payment: ReceivedPayment,
      vat: MoneyOut,
      surcharge: MoneyOut,
      iit: MoneyOut,
      policyVersion: z.string(),
      calculation: z.record(z.string(), z.unknown()).nullable(),
      objections: z.array(Objection),
    }),
  },
  objections: {
    access: 'zfSkList',
    kind: 'read',
    input: z.object({
      objectionId: Id.optional(),
      states: z.array(z.enum(objectionStates)).max(5).optional(),
      late: z.boolean().optional(),
      /** Only objections that the centre must decide: answered, or overdue. */
      toDecide: z.boolean().optional(),
      keyword: Keyword,
      ...LongListPaging,
    }),
    output: longPageOf(Objection),
  },
  raise: {
    access: 'zfSkYzList',
    kind: 'write',
    log: { zh: '对付款提出异议', en: 'Object to a payment', es: 'Objetar un pago', ja: '支払いへの異議' },
    done: { zh: '异议已提交，单位须在 {dueOn} 前答复', en: 'Submitted; the company must answer by {dueOn}', es: 'Enviada; la empresa responde antes del {dueOn}', ja: '提出しました。企業の回答期限は {dueOn} です' },
    input: z.object({ lineId: Id, kind: z.enum(objectionKinds), statement: StatementText }),
    output: Objection,
  },
  answer: {
    access: 'sk:confirm',
    kind: 'write',
    log: { zh: '答复付款异议', en: 'Answer an objection', es: 'Responder a una objeción', ja: '異議への回答' },
    done: { zh: '已答复，等待中心裁定', en: 'Answered; the centre will decide', es: 'Respondida; decide el centro', ja: '回答しました。センターが裁定します' },
    input: z.object({ ...objectionTarget, answer: StatementText }),
    output: Objection,
  },
  decide: {
    access: 'sk:decide',
    kind: 'write',
    log: { zh: '裁定付款异议', en: 'Decide an objection', es: 'Decidir una objeción', ja: '異議の裁定' },
    done: { zh: '已裁定', en: 'Decided', es: 'Decidida', ja: '裁定しました' },
    input: z.object({ ...objectionTarget, uphold: z.boolean(), decision: StatementText }),
    output: Objection,
  },
  withdrawObjection: { access: 'zfSkYzList', kind: 'write', log: { zh: '撤回付款异议', en: 'Withdraw an objection', es: 'Retirar una objeción', ja: '異議の取下げ' }, done: { zh: '异议已撤回', en: 'Withdrawn', es: 'Retirada', ja: '取り下げました' }, input: z.object(objectionTarget), output: Objection },
} as const satisfies Module
