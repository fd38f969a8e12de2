import { z } from 'zod'
import { TransferReturn, transferReturnInput } from '#/api/money/transfer-returns.ts'
import { Day, Id, LongListPaging, longPageOf, Mode, type Module, Moment, MoneyOut, SumsOption, upload, Version, YuanText } from '#/api/operation.ts'
import { billActions, billParties, billStates, billSteps, commissionDayStates, pendingBillSteps } from '#/domain/money/commission.ts'

const Month = z.string().regex(/^(20\d{2})-(0[1-9]|1[0-2])$/)
const Reason = z.string().trim().min(2).max(200)

const dayFilter = {
  from: Day.optional(),
  to: Day.optional(),
  unitId: Id.optional(),
  billId: Id.optional(),
  states: z.array(z.enum(commissionDayStates)).max(3).optional(),
  keyword: z.string().trim().max(50).optional(),
}

/** The commission of a party by batch and day. Single payments are never shown. */
const EarnedCommission = z.object({
  id: Id,
  day: Day,
  centreName: z.string(),
  unitName: z.string(),
  mode: Mode,
  batchNo: z.string(),
  partyType: z.enum(billParties),
  partyName: z.string(),
  base: MoneyOut,
  fee: MoneyOut,
  accrued: MoneyOut,
  reversed: MoneyOut,
  commission: MoneyOut,
  state: z.enum(commissionDayStates),
  billId: Id.nullable(),
  billNo: z.string(),
})

const billFilter = {
  states: z.array(z.enum(billStates)).max(5).optional(),
  month: Month.optional(),
  party: z.enum(billParties).optional(),
  /** Only bills on which the caller has to act: answer, pay, or confirm another person's entry. */
  waits: z.enum(pendingBillSteps).optional(),
  keyword: z.string().trim().max(50).optional(),
}

const Bill = z.object({
  id: Id,
  no: z.string(),
  month: Month,
  centreName: z.string(),
  /** The buyer's name and tax number for the invoice that the party issues. */
  invoiceTitle: z.string(),
  invoiceTaxNo: z.string(),
  mode: Mode,
  partyType: z.enum(billParties),
  partyName: z.string(),
  state: z.enum(billStates),
  unitCount: z.int(),
  base: MoneyOut,
  /** The commission before corrections as a part of `base`, in ppm. */
  ratePpm: z.int(),
  accrued: MoneyOut,
  reversed: MoneyOut,
  /** The part carried over from earlier months. */
  carried: MoneyOut,
  adjusted: MoneyOut,
  amount: MoneyOut,
  invoiceNo: z.string(),
  paidOn: Day.nullable(),
  /** Whether a payment is registered and awaits confirmation by another person. */
  isPrepared: z.boolean(),
  version: Version,
})

const Detail = Bill.extend({
  createdAt: Moment,
  invoiceFileId: z.uuid().nullable(),
  slipFileId: z.uuid().nullable(),
  bankSerial: z.string(),
  /** The account that receives the payment; null in the party's own view. */
  account: z.object({ name: z.string(), bank: z.string(), no: z.string() }).nullable(),
  /** A correction that awaits approval by another person. */
  proposal: z.object({ adjustmentId: Id, amount: MoneyOut, reason: z.string(), byName: z.string() }).nullable(),
  steps: z.array(z.object({ kind: z.enum(billSteps), at: Moment, byName: z.string(), amount: MoneyOut.nullable(), reason: z.string() })),
  /** Payments that the bank sent back, oldest first; the last one may await confirmation. Empty in the party's own view. */
  returns: z.array(TransferReturn),
  isOwn: z.boolean(),
  /** The reason why the caller cannot take each action; empty where allowed. */
  may: z.record(z.enum(billActions), z.string()),
})

const readKeys = ['hzhbBjbusiness', 'hzhbBrders'] as const
const target = { billId: Id, version: Version }
const editKey = 'commission:edit'
const checkKey = 'commission:check'

/** 佣金 (commission): the share of partners and staff in service fees, monthly bills, and their payment. */
export const commissions = {
  days: { access: readKeys, kind: 'read', input: z.object({ ...dayFilter, ...LongListPaging, ...SumsOption }), output: longPageOf(EarnedCommission).extend({ totals: z.object({ base: MoneyOut, fee: MoneyOut, commission: MoneyOut }).nullable() }) },
  /** Returns a partner's commission in each of the last twelve months, oldest first: the sums of `days`. */
  months: { access: readKeys, kind: 'read', input: z.object({ partnerId: Id }), output: z.object({ rows: z.array(z.object({ month: Month, amount: MoneyOut })) }) },
  exportDays: { access: readKeys, kind: 'read', log: { zh: '导出佣金明细', en: 'Export daily commission', es: 'Exportar comisiones por día', ja: '紹介手数料明細の出力' }, limit: 'export', input: z.object(dayFilter), output: z.object({ fileId: z.uuid() }) },
  list: { access: 'hzhbBjbusiness', kind: 'read', input: z.object({ ...billFilter, ...LongListPaging, ...SumsOption }), output: longPageOf(Bill).extend({ totals: z.object({ amount: MoneyOut }).nullable() }) },
  exportList: { access: 'hzhbBjbusiness', kind: 'read', log: { zh: '导出佣金账单', en: 'Export commission bills', es: 'Exportar liquidaciones de comisión', ja: '紹介手数料明細書の出力' }, limit: 'export', input: z.object(billFilter), output: z.object({ fileId: z.uuid() }) },
  get: { access: 'hzhbBjbusiness', kind: 'read', input: z.object({ billId: Id }), output: Detail },
  /** Issues the bills of a past month. The monthly job does the same. Existing bills do not change. */
  issue: {
    access: editKey,
    kind: 'write',
    log: { zh: '生成佣金账单', en: 'Issue commission bills', es: 'Emitir liquidaciones de comisión', ja: '紹介手数料明細書の発行' },
    done: { zh: '已生成 {count} 张账单', en: '{count, plural, =0 {Nothing to bill} one {# bill issued} other {# bills issued}}', es: '{count, plural, =0 {Nada que liquidar} one {# liquidación emitida} other {# liquidaciones emitidas}}', ja: '明細書を {count} 件発行しました' },
    input: z.object({ month: Month }),
    output: z.object({ count: z.int() }),
  },
  confirm: {
    access: 'hzhbBjbusiness',
    kind: 'write',
    log: { zh: '确认佣金账单', en: 'Confirm a commission bill', es: 'Confirmar una liquidación', ja: '紹介手数料明細書の確認' },
    done: { zh: '账单已确认', en: 'Confirmed', es: 'Confirmada', ja: '確認しました' },
    input: z.object(target),
    output: Detail,
  },
  dispute: {
    access: 'hzhbBjbusiness',
    kind: 'write',
    log: { zh: '对佣金账单提出异议', en: 'Dispute a commission bill', es: 'Impugnar una liquidación', ja: '紹介手数料明細書への異議' },
    done: { zh: '异议已提交，等待答复', en: 'Your objection was sent. You will receive an answer', es: 'Impugnada; recibirá respuesta', ja: '異議を提出しました。回答をお待ちください' },
    input: z.object({ ...target, reason: Reason }),
    output: Detail,
  },
  /** Answers a dispute without changing the amount. The party can then confirm the bill or dispute it again. */
  answer: {
    access: editKey,
    kind: 'write',
    log: { zh: '答复佣金账单异议', en: 'Answer a dispute', es: 'Responder a una impugnación', ja: '異議への回答' },
    done: { zh: '已答复，账单金额不变', en: 'Answered; the bill is unchanged', es: 'Respondida; la liquidación no cambia', ja: '回答しました。金額は変わりません' },
    input: z.object({ ...target, reason: Reason }),
    output: Detail,
  },
  /** Proposes a correction, which takes effect when another person approves it. */
  propose: {
    access: editKey,
    kind: 'write',
    log: { zh: '提出佣金账单调整', en: 'Propose a correction of a bill', es: 'Proponer un ajuste', ja: '紹介手数料明細書の調整提案' },
    done: { zh: '调整已提交，等待他人复核', en: 'Proposed; another person must approve it', es: 'Propuesto; debe aprobarlo otra persona', ja: '提出しました。別の担当者の承認待ちです' },
    input: z.object({ ...target, direction: z.enum(['more', 'less']), amount: YuanText, reason: Reason }),
    output: Detail,
  },
  decide: {
    access: checkKey,
    kind: 'write',
    log: { zh: '复核佣金账单调整', en: 'Review a correction', es: 'Decidir sobre un ajuste', ja: '調整の承認' },
    done: {
      zh: '{approve, select, true {调整已通过并计入账单} other {调整已退回}}',
      en: '{approve, select, true {Approved. The bill has been corrected.} other {The correction was declined}}',
      es: '{approve, select, true {Aprobado; la liquidación queda ajustada} other {Ajuste rechazado}}',
      ja: '{approve, select, true {承認し、明細書に反映しました} other {調整を差し戻しました}}',
    },
    input: z.object({ ...target, approve: z.boolean(), reason: z.string().trim().max(200).default('') }),
    output: Detail,
  },
  invoice: {
    access: 'hzhbBjbusiness',
    kind: 'write',
    log: { zh: '上传佣金发票', en: 'Upload the invoice of a commission', es: 'Subir la factura de una comisión', ja: '紹介手数料の発票アップロード' },
    done: { zh: '发票已上传', en: 'Invoice uploaded', es: 'Factura subida', ja: '発票をアップロードしました' },
    limit: 'upload',
    input: z.object({
      ...target,
      no: z
        .string()
        .trim()
        .regex(/^[0-9A-Za-z-]{8,30}$/, { error: 'invoice_no' }),
      file: upload(),
    }),
    output: Detail,
  },
  returnInvoice: {
    access: editKey,
    kind: 'write',
    log: { zh: '退回佣金发票', en: 'Return an invoice', es: 'Devolver una factura', ja: '発票の差戻し' },
    done: { zh: '发票已退回', en: 'Returned', es: 'Devuelta', ja: '差し戻しました' },
    input: z.object({ ...target, reason: Reason }),
    output: Detail,
  },
  /** Registers a payment with its bank slip. Another person confirms it. */
  prepare: {
    access: editKey,
    kind: 'write',
    log: { zh: '登记佣金付款', en: 'Register the payment of a commission', es: 'Registrar el pago de una comisión', ja: '紹介手数料支払の登録' },
    done: { zh: '付款已登记，等待他人复核', en: 'Registered; another person must approve it', es: 'Registrado; debe aprobarlo otra persona', ja: '登録しました。別の担当者の承認待ちです' },
    limit: 'upload',
    input: z.object({ ...target, paidOn: Day, bankSerial: z.string().trim().min(4).max(40), slip: upload() }),
    output: Detail,
  },
  pay: {
    access: checkKey,
    kind: 'write',
    log: { zh: '复核佣金付款', en: 'Approve the payment of a commission', es: 'Aprobar el pago de una comisión', ja: '紹介手数料支払の承認' },
    done: {
      zh: '{approve, select, true {付款已复核并入账} other {付款登记已退回}}',
      en: '{approve, select, true {Payment approved and booked} other {The payment was declined}}',
      es: '{approve, select, true {Pago aprobado y contabilizado} other {Pago rechazado}}',
      ja: '{approve, select, true {支払を承認し記帳しました} other {支払の登録を差し戻しました}}',
    },
    input: z.object({ ...target, approve: z.boolean(), reason: z.string().trim().max(200).default('') }),
    output: Detail,
  },
  /** Enters that the bank sent the payment back. Once another person confirms it, the bill can be paid again. */
  enterReturn: {
    access: editKey,
    kind: 'write',
    log: { zh: '登记佣金付款被银行退回', en: 'Enter a commission payment sent back by the bank', es: 'Registrar un pago de comisión devuelto por el banco', ja: '紹介手数料支払の組戻しの登録' },
    done: {
      zh: '已登记，等待他人核对银行流水后确认',
      en: 'Entered; another person checks the bank statement and confirms it',
      es: 'Registrado; otra persona revisa el extracto y lo confirma',
      ja: '登録しました。別の担当者が銀行明細を確認します',
    },
    limit: 'upload',
    input: z.object({ ...target, ...transferReturnInput }),
    output: Detail,
  },
  decideReturn: {
    access: checkKey,
    kind: 'write',
    log: { zh: '核对佣金付款被银行退回', en: 'Decide whether the bank sent a commission payment back', es: 'Resolver si el banco devolvió un pago de comisión', ja: '紹介手数料支払の組戻しの確認' },
    done: {
      zh: '{approve, select, true {已确认退回，账单可重新付款} other {已驳回，账单仍为已付款}}',
      en: '{approve, select, true {Confirmed; the bill can be paid again} other {Declined; the bill stays paid}}',
      es: '{approve, select, true {Confirmada; la liquidación puede pagarse de nuevo} other {Rechazada; la liquidación sigue pagada}}',
      ja: '{approve, select, true {確認しました。再度支払えます} other {差し戻しました。支払済みのままです}}',
    },
    input: z.object({ ...target, approve: z.boolean(), reason: z.string().trim().max(200).default('') }),
    output: Detail,
  },
} as const satisfies Module
