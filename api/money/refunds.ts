import { z } from 'zod'
import { TransferReturn, transferReturnInput } from '#/api/money/transfer-returns.ts'
import { Day, Id, LongListPaging, longPageOf, Mode, type Module, Moment, MoneyOut, SumsOption, upload, Version, YuanText } from '#/api/operation.ts'

export const refundStates = ['applied', 'approved', 'failing', 'paid', 'failed', 'returned', 'rejected', 'withdrawn'] as const
export const adjustmentStates = ['proposed', 'approved', 'rejected', 'withdrawn'] as const

const Reason = z.string().trim().min(2).max(200)
const AnswerText = z.string().trim().max(200).default('')
const filter = {
  states: z.array(z.enum(refundStates)).optional(),
  keyword: z.string().trim().max(50).optional(),
  unitId: Id.optional(),
  /** Only refunds whose next step the caller may take. */
  isForMe: z.boolean().optional(),
}

const Refund = z.object({
  id: Id,
  no: z.string(),
  unitId: Id,
  unitName: z.string(),
  centreId: Id,
  centreName: z.string(),
  mode: Mode,
  amount: MoneyOut,
  payeeName: z.string(),
  payeeAccount: z.string(),
  reason: z.string(),
  state: z.enum(refundStates),
  /** The reason of a rejection or of a failed payment. */
  answer: z.string(),
  appliedBy: z.string(),
  appliedAt: Moment,
  decidedBy: z.string().nullable(),
  decidedAt: Moment.nullable(),
  paidBy: z.string().nullable(),
  paidOn: Day.nullable(),
  bankSerial: z.string().nullable(),
  slipFileId: z.uuid().nullable(),
  /** The second person, who confirmed that the bank did not pay. */
  failureConfirmedBy: z.string().nullable(),
  /** The return of the money by the bank; null without one, and for units. */
  bankReturn: TransferReturn.nullable(),
  /** Whether the caller registered the result of the bank and therefore cannot confirm a failure. */
  isRegisteredByMe: z.boolean(),
  /** Whether the caller approved the refund and therefore cannot register its payment. */
  isDecidedByMe: z.boolean(),
  version: Version,
})

const Adjustment = z.object({
  id: Id,
  no: z.string(),
  unitId: Id,
  unitName: z.string(),
  mode: Mode,
  /** The amount is positive in favour of the unit and negative against it. */
  amount: MoneyOut,
  reason: z.string(),
  fileId: z.uuid().nullable(),
  state: z.enum(adjustmentStates),
  answer: z.string(),
  proposedBy: z.string(),
  proposedAt: Moment,
  decidedBy: z.string().nullable(),
  decidedAt: Moment.nullable(),
  isMine: z.boolean(),
  version: Version,
})

const refundTarget = { refundId: Id, version: Version }
const adjustmentTarget = { adjustmentId: Id, version: Version }

/** Refunds of prepayments (退款) to the account from which the money came. */
export const refunds = {
  /**
   * Returns the accounts from which confirmed top-ups of the unit came, each with the amount that can still be
   * refunded.
   */
  refundOrigins: {
    access: 'refund:apply',
    kind: 'read',
    input: z.object({ centreId: Id, mode: Mode }),
    output: z.object({ available: MoneyOut, rows: z.array(z.object({ name: z.string(), account: z.string(), left: MoneyOut })) }),
  },
  refunds: {
    access: 'yufukuan',
    kind: 'read',
    input: z.object({ ...filter, ...LongListPaging, ...SumsOption }),
    output: longPageOf(Refund).extend({ totals: z.object({ amount: MoneyOut }).nullable() }),
  },
  exportRefunds: {
    access: 'yufukuan',
    kind: 'read',
    log: { zh: '导出退款记录', en: 'Export the refunds', es: 'Exportar los reembolsos', ja: '返金記録の出力' },
    limit: 'export',
    input: z.object(filter),
    output: z.object({ fileId: z.uuid() }),
  },
  applyRefund: {
    access: 'refund:apply',
    kind: 'write',
    log: { zh: '申请退款', en: 'Request a refund', es: 'Solicitar un reembolso', ja: '返金の申請' },
    done: { zh: '退款已申请，金额已预留', en: 'Submitted; the amount is reserved', es: 'Solicitado; el importe queda apartado', ja: '申請しました。金額は確保されています' },
    input: z.object({ centreId: Id, mode: Mode, account: z.string().trim().min(1).max(40), amount: YuanText, reason: Reason }),
    output: Refund,
  },
  withdrawRefund: {
    access: 'refund:apply',
    kind: 'write',
    log: { zh: '撤回退款', en: 'Withdraw a refund', es: 'Retirar un reembolso', ja: '返金申請の取下げ' },
    done: { zh: '已撤回，金额回到可用余额', en: 'Withdrawn; the amount is available again', es: 'Retirado; el importe vuelve a estar disponible', ja: '取り下げました。金額は利用可能に戻りました' },
    input: z.object(refundTarget),
    output: Refund,
  },
  decideRefund: {
    access: 'refund:check',
    kind: 'write',
    log: { zh: '审核退款', en: 'Decide a refund', es: 'Resolver un reembolso', ja: '返金の審査' },
    done: {
      zh: '{approve, select, true {已通过，请打款后登记} other {已驳回，金额回到单位可用余额}}',
      en: '{approve, select, true {Approved; pay it, then register the payment} other {Rejected; the amount is available to the unit again}}',
      es: '{approve, select, true {Aprobado; páguelo y registre el pago} other {Rechazado; la empresa recupera el importe}}',
      ja: '{approve, select, true {承認しました。支払い後に登録してください} other {却下しました。金額は企業の利用可能残高に戻りました}}',
    },
    input: z.object({ ...refundTarget, approve: z.boolean(), reason: AnswerText }),
    output: Refund,
  },
  payRefund: {
    access: 'refund:pay',
    kind: 'write',
    log: { zh: '登记退款打款', en: 'Register the payment of a refund', es: 'Registrar el pago de un reembolso', ja: '返金支払の登録' },
    done: { zh: '已登记打款', en: 'Payment registered', es: 'Pago registrado', ja: '支払いを登録しました' },
    limit: 'upload',
    input: z.object({ ...refundTarget, paidOn: Day, bankSerial: z.string().trim().min(4).max(40), slip: upload() }),
    output: Refund,
  },
  failRefund: {
    access: 'refund:pay',
    kind: 'write',
    log: { zh: '登记退款失败', en: 'Register a refund that failed', es: 'Registrar un reembolso fallido', ja: '返金失敗の登録' },
    done: { zh: '已登记，等待另一人确认银行未付款', en: 'Registered; another person confirms that the bank did not pay', es: 'Registrado; otra persona confirma que el banco no pagó', ja: '登録しました。銀行が支払っていないことを別の担当者が確認します' },
    input: z.object({ ...refundTarget, reason: Reason }),
    output: Refund,
  },
  decideRefundFailure: {
    access: 'refund:check',
    kind: 'write',
    log: { zh: '确认退款失败', en: 'Decide whether a refund failed', es: 'Resolver si falló un reembolso', ja: '返金失敗の確認' },
    done: {
      zh: '{approve, select, true {已确认失败，金额回到单位可用余额} other {已退回，请登记打款}}',
      en: '{approve, select, true {Confirmed; the amount is available to the unit again} other {Declined; the payment can be registered}}',
      es: '{approve, select, true {Confirmado; la empresa recupera el importe} other {Rechazado; se puede registrar el pago}}',
      ja: '{approve, select, true {確認しました。金額は企業の利用可能残高に戻りました} other {差し戻しました。支払いを登録できます}}',
    },
    input: z.object({ ...refundTarget, approve: z.boolean(), reason: AnswerText }),
    output: Refund,
  },
  /** Enters that the bank sent a paid refund back. Another person confirms it. */
  returnRefund: {
    access: 'refund:pay',
    kind: 'write',
    log: { zh: '登记退款被银行退回', en: 'Enter a refund sent back by the bank', es: 'Registrar un reembolso devuelto por el banco', ja: '返金の組戻しの登録' },
    done: {
      zh: '已登记，等待另一人核对银行流水后确认',
      en: 'Entered; another person checks the bank statement and confirms it',
      es: 'Registrado; otra persona revisa el extracto del banco y lo confirma',
      ja: '登録しました。別の担当者が銀行明細を確認します',
    },
    limit: 'upload',
    input: z.object({ ...refundTarget, ...transferReturnInput }),
    output: Refund,
  },
  decideRefundReturn: {
    access: 'refund:check',
    kind: 'write',
    log: { zh: '核对退款被银行退回', en: 'Decide whether the bank sent a refund back', es: 'Resolver si el banco devolvió un reembolso', ja: '返金の組戻しの確認' },
    done: {
      zh: '{approve, select, true {已确认退回，金额回到单位可用余额} other {已驳回，退款仍为已打款}}',
      en: '{approve, select, true {Confirmed; the amount is available to the unit again} other {Declined; the refund stays paid}}',
      es: '{approve, select, true {Confirmado; la empresa recupera el importe} other {Rechazado; el reembolso sigue pagado}}',
      ja: '{approve, select, true {確認しました。金額は企業の利用可能残高に戻りました} other {差し戻しました。返金は支払済みのままです}}',
    },
    input: z.object({ ...refundTarget, approve: z.boolean(), reason: AnswerText }),
    output: Refund,
  },
} as const satisfies Module

/** Corrections of balances (调账), which need two people of a centre. */
export const adjustments = {
  adjustments: {
    access: ['adjustment:edit', 'adjustment:check'],
    kind: 'read',
    input: z.object({
      states: z.array(z.enum(adjustmentStates)).optional(),
      /** Only adjustments that another person proposed and the caller can decide. */
      isForMe: z.boolean().optional(),
      ...LongListPaging,
    }),
    output: longPageOf(Adjustment),
  },
  proposeAdjustment: {
    access: 'adjustment:edit',
    kind: 'write',
    log: { zh: '提交调账', en: 'Propose an adjustment', es: 'Proponer un ajuste', ja: '残高調整の起票' },
    done: { zh: '调账已提交，等待另一人审批', en: 'Submitted; another person decides', es: 'Enviado; decide otra persona', ja: '提出しました。別の担当者が承認します' },
    limit: 'upload',
    input: z.object({ unitId: Id, mode: Mode, direction: z.enum(['more', 'less']), amount: YuanText, reason: Reason, file: upload() }),
    output: Adjustment,
  },
  decideAdjustment: {
    access: 'adjustment:check',
    kind: 'write',
    log: { zh: '审批调账', en: 'Decide an adjustment', es: 'Resolver un ajuste', ja: '残高調整の承認' },
    done: { zh: '{approve, select, true {已通过并入账} other {已驳回}}', en: '{approve, select, true {Approved and booked} other {Rejected}}', es: '{approve, select, true {Aprobado y contabilizado} other {Rechazado}}', ja: '{approve, select, true {承認し記帳しました} other {却下しました}}' },
    input: z.object({ ...adjustmentTarget, approve: z.boolean(), reason: AnswerText }),
    output: Adjustment,
  },
  withdrawAdjustment: {
    access: 'adjustment:edit',
    kind: 'write',
    log: { zh: '撤回调账', en: 'Withdraw an adjustment', es: 'Retirar un ajuste', ja: '残高調整の取下げ' },
    done: { zh: '调账已撤回', en: 'Withdrawn', es: 'Retirado', ja: '取り下げました' },
    input: z.object(adjustmentTarget),
    output: Adjustment,
  },
} as const satisfies Module
