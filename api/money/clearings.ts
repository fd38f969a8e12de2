import { z } from 'zod'
import { returnReference } from '#/api/money/transfer-returns.ts'
import { Day, Id, LongListPaging, longPageOf, type Module, Moment, MoneyOut, upload, Version, YuanText } from '#/api/operation.ts'
import { clearingAnswers, clearingChoices, clearingEntryKinds, clearingPayments, clearingStates } from '#/domain/money/clearing.ts'

const Month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)
const Reason = z.string().trim().max(200).default('')
const target = { taxClearingId: Id, version: Version }

/** The reason why the caller cannot take the step; empty when the caller can. */
const ObstacleText = z.string()

const Entry = z.object({
  id: Id,
  kind: z.enum(clearingEntryKinds),
  amount: MoneyOut.nullable(),
  serial: z.string(),
  choice: z.enum(clearingAnswers).nullable(),
  /** The person's reason for a refusal. */
  reason: z.string(),
  /** The reason why the caller can only reject the entry; empty when the caller may confirm it. */
  obstacle: ObstacleText,
  /** The day of the bank movement or of the signature. */
  day: Day,
  fileId: z.uuid(),
  enteredBy: z.string(),
  enteredAt: Moment,
})

const Clearing = z.object({
  id: Id,
  no: z.string(),
  operatorId: Id,
  operatorName: z.string(),
  operatorCode: z.string(),
  centreName: z.string(),
  month: Month,
  vat: MoneyOut,
  surcharge: MoneyOut,
  iit: MoneyOut,
  amount: MoneyOut,
  used: MoneyOut,
  /** The tax that went back to the month, because the month owes more after a returned payment. */
  reversed: MoneyOut,
  refunded: MoneyOut,
  /** The amount of the refund in transfer, fixed until the transfer is registered or cancelled; 0 without one. */
  transferring: MoneyOut,
  recovered: MoneyOut,
  left: MoneyOut,
  /** The amount that the person has to pay back. */
  owed: MoneyOut,
  choice: z.enum(clearingChoices).nullable(),
  state: z.enum(clearingStates),
  version: Version,
  foundAt: Moment,
  /** The last day on which the person can choose. */
  lastDay: Day,
  offeredBy: z.string(),
  chosenAt: Moment.nullable(),
  decidedBy: z.string(),
  decidedAt: Moment.nullable(),
  /** The person who began the current transfer; empty without one. */
  transferBy: z.string(),
  transferAt: Moment.nullable(),
  /** The bank transfers, oldest first. */
  payments: z.array(
    z.object({
      id: Id,
      kind: z.enum(clearingPayments),
      amount: MoneyOut,
      paidOn: Day,
      serial: z.string(),
      fileId: z.uuid(),
      paidBy: z.string(),
      /** Whether this is a refund that the bank sent back. */
      isReturned: z.boolean(),
    }),
  ),
  /** The entry that another person has to confirm: received money, or a choice on paper. */
  pending: Entry.nullable(),
  /** How the person chose, as text in the caller's language; empty before the choice. */
  path: z.string(),
  /** The choice on paper in effect: the day of the signature and the scan. */
  paper: z.object({ day: Day, fileId: z.uuid() }).nullable(),
  reason: z.string(),
  /** The bank and the last digits of the card to which a refund goes. */
  card: z.string(),
  may: z.object({ offer: ObstacleText, choose: ObstacleText, decide: ObstacleText, start: ObstacleText, cancel: ObstacleText, pay: ObstacleText, recover: ObstacleText, bounce: ObstacleText, enter: ObstacleText, confirm: ObstacleText, withdraw: ObstacleText }),
})

const filter = {
  states: z.array(z.enum(clearingStates)).max(8).optional(),
  choices: z.array(z.enum(clearingChoices)).max(2).optional(),
  month: Month.optional(),
  /** Only clearings whose next step the caller can take. */
  isForMe: z.boolean().optional(),
  /** Only clearings with an amount that the person has to pay back. Clearings with a refund in transfer are excluded. */
  isOwed: z.boolean().optional(),
  /** Only clearings with an entry that another person has to confirm. */
  isPending: z.boolean().optional(),
  keyword: z.string().trim().max(50).optional(),
}

const clearingReference = z.object({ id: Id })
const transferInput = z.object({ ...target, paidOn: Day, serial: z.string().trim().min(4).max(40), file: upload() })

/**
 * 月度清算 (monthly clearing): settles tax withheld beyond the tax due of a closed month, as a credit or a refund that the
 * person chooses.
 */
export const clearings = {
  list: {
    access: 'taxClearings',
    kind: 'read',
    input: z.object({ ...filter, ...LongListPaging }),
    /** `owed` is the sum that the calling person has to pay back, of all their clearings, also those outside the filter; 0 for staff. */
    output: longPageOf(Clearing).extend({ owed: MoneyOut }),
  },
  exportList: {
    access: 'taxClearings',
    kind: 'read',
    log: { zh: '导出月度清算', en: 'Export monthly clearing', es: 'Exportar la liquidación mensual', ja: '月次清算の出力' },
    limit: 'export',
    input: z.object(filter),
    output: z.object({ fileId: z.uuid() }),
  },
  /** Draws the clearing document for the person or the centre. */
  document: {
    access: 'taxClearings',
    kind: 'read',
    log: { zh: '下载税费清算确认书', en: 'Download the confirmation of cleared tax', es: 'Descargar la confirmación de la liquidación', ja: '税額清算確認書のダウンロード' },
    limit: 'export',
    input: z.object({ taxClearingId: Id }),
    output: z.object({ fileId: z.uuid() }),
  },
  /** Searches the closed months of the caller's centres for excess tax. The daily job does the same. */
  search: {
    access: 'tax:edit',
    kind: 'write',
    log: { zh: '查找多扣税费', en: 'Search for excess tax', es: 'Buscar retenciones de más', ja: '過大徴収の検出' },
    done: {
      zh: '{count, plural, =0 {没有新的多扣税费} other {新发现 # 条多扣税费}}',
      en: '{count, plural, =0 {Nothing new} one {# month found} other {# months found}}',
      es: '{count, plural, =0 {Nada nuevo} one {# mes encontrado} other {# meses encontrados}}',
      ja: '{count, plural, =0 {新しい過大徴収はありません} other {# 件を検出しました}}',
    },
    input: z.object({}),
    output: z.object({ count: z.int() }),
  },
  /** Offers the excess tax to the person. */
  offer: {
    access: 'tax:edit',
    kind: 'write',
    log: { zh: '告知多扣税费', en: 'Offer excess tax', es: 'Ofrecer lo retenido de más', ja: '過大徴収の通知' },
    done: { zh: '已告知本人，由本人选择抵减或退还', en: 'Offered. The person chooses credit or refund.', es: 'Ofrecida. La persona elige crédito o devolución.', ja: '本人に通知しました。充当または返還を選択します' },
    input: z.object(target),
    output: clearingReference,
  },
  /** Records the person's choice. A refusal needs a reason. */
  choose: {
    access: 'taxClearings',
    kind: 'write',
    log: { zh: '选择多扣税费的处理方式', en: 'Choose credit or refund of excess tax', es: 'Elegir crédito o devolución', ja: '過大徴収の処理方法の選択' },
    done: {
      zh: '{choice, select, refuse {已提交，由运营中心核对} other {已提交，由运营中心复核}}',
      en: '{choice, select, refuse {Submitted; the centre checks the amount} other {Submitted; the centre approves it}}',
      es: '{choice, select, refuse {Enviada; el centro comprueba el importe} other {Enviada; el centro la aprueba}}',
      ja: '{choice, select, refuse {提出しました。センターが金額を確認します} other {提出しました。センターが承認します}}',
    },
    input: z.object({ ...target, choice: z.enum(clearingAnswers), reason: Reason }),
    output: clearingReference,
  },
  /**
   * Enters the choice of a person without an account from a signed paper. The choice takes effect once another person
   * confirms it.
   */
  enterChoice: {
    access: 'tax:edit',
    kind: 'write',
    log: { zh: '录入多扣税费书面选择', en: 'Enter a written choice about excess tax', es: 'Registrar la elección por escrito', ja: '書面による選択の登録' },
    done: {
      zh: '书面选择已录入，由另一人核对后生效',
      en: 'Entered. It counts once another person confirms it.',
      es: 'Registrada. Cuenta cuando otra persona la confirme.',
      ja: '登録しました。別の担当者の確認後に有効になります',
    },
    limit: 'upload',
    input: z.object({ ...target, choice: z.enum(clearingAnswers), reason: Reason, signedOn: Day, file: upload() }),
    output: clearingReference,
  },
  /** Approves or rejects the person's choice. The person who offered the clearing cannot decide. */
  decide: {
    access: 'tax:check',
    kind: 'write',
    log: { zh: '复核月度清算', en: 'Decide a monthly clearing', es: 'Resolver la liquidación mensual', ja: '月次清算の承認' },
    done: { zh: '已处理；已申报的月份请做更正申报', en: 'Decided. Correct the declared month.', es: 'Resuelta. Corrija el mes declarado.', ja: '処理しました。申告済みの月は更正申告してください' },
    input: z.object({ ...target, isApproved: z.boolean(), reason: Reason }),
    output: clearingReference,
  },
  /**
   * Begins the transfer of a refund. The approver cannot begin it. Later returned payments do not change the amount:
   * the person then owes the part that the month needs.
   */
  start: {
    access: 'tax:edit',
    kind: 'write',
    log: { zh: '开始退还税费', en: 'Begin a tax refund', es: 'Iniciar la devolución', ja: '税額返還の開始' },
    done: {
      zh: '金额已锁定：请按此金额转账，再登记退款',
      en: 'The amount is fixed. Transfer it, then register the refund.',
      es: 'Importe fijado: transfiéralo y registre la devolución.',
      ja: '金額を確定しました。送金後に返還を登録してください',
    },
    input: z.object(target),
    output: clearingReference,
  },
  /** Cancels a transfer that did not leave the bank. The person who began it cannot cancel it. */
  cancel: {
    access: 'tax:edit',
    kind: 'write',
    log: { zh: '取消退还税费', en: 'Cancel a tax refund', es: 'Cancelar la devolución', ja: '税額返還の取消' },
    done: { zh: '已取消，未转账', en: 'Cancelled; nothing was transferred', es: 'Cancelada; no se transfirió nada', ja: '取り消しました（未送金）' },
    input: z.object({ ...target, reason: z.string().trim().min(2).max(200) }),
    output: clearingReference,
  },
  /** Registers a refund that left the bank. The approver cannot register it. */
  pay: {
    access: 'tax:edit',
    kind: 'write',
    log: { zh: '登记税费退款', en: 'Register a tax refund', es: 'Registrar la devolución', ja: '税額返還の登録' },
    done: { zh: '退款已登记并入账', en: 'The refund is registered and booked', es: 'Devolución registrada y contabilizada', ja: '返還を登録し記帳しました' },
    limit: 'upload',
    input: transferInput,
    output: clearingReference,
  },
  /** Enters any amount that the person paid back. The amount counts once another person confirms the entry. */
  recover: {
    access: 'tax:edit',
    kind: 'write',
    log: { zh: '登记收回多退税费', en: 'Enter returned tax paid back', es: 'Registrar el reintegro', ja: '返還超過額の回収登録' },
    done: {
      zh: '收款已登记，由另一人核对后入账',
      en: 'Entered. Another person confirms it before it is booked.',
      es: 'Registrado. Otra persona lo confirma antes de contabilizarlo.',
      ja: '登録しました。別の担当者の確認後に記帳します',
    },
    limit: 'upload',
    input: transferInput.extend({ amount: YuanText }),
    output: clearingReference,
  },
  /** Enters a refund that the bank sent back. It counts once another person confirms the entry; the refund can then be paid again. */
  bounce: {
    access: 'tax:edit',
    kind: 'write',
    log: { zh: '登记税费退款被银行退回', en: 'Enter a tax refund sent back by the bank', es: 'Registrar una devolución rechazada por el banco', ja: '返還の組戻しの登録' },
    done: {
      zh: '已登记，由另一人核对后入账，之后可重新退款',
      en: 'Entered. Another person confirms it; then the refund can be paid again.',
      es: 'Registrada. Otra persona la confirma y entonces puede pagarse de nuevo.',
      ja: '登録しました。別の担当者の確認後に、再度返還できます。',
    },
    limit: 'upload',
    input: transferInput.omit({ serial: true }).extend({ clearingPaymentId: Id, ...returnReference }),
    output: clearingReference,
  },
  /** Confirms or rejects an entry. The person who entered it cannot decide. */
  confirm: {
    access: 'tax:check',
    kind: 'write',
    log: { zh: '核对月度清算登记', en: 'Confirm an entry of a clearing', es: 'Confirmar un registro de la liquidación', ja: '清算の登録の確認' },
    done: {
      zh: '{isConfirmed, select, true {已确认} other {已驳回，不计入}}',
      en: '{isConfirmed, select, true {Confirmed} other {Rejected; it does not count}}',
      es: '{isConfirmed, select, true {Confirmado} other {Rechazado; no cuenta}}',
      ja: '{isConfirmed, select, true {確認しました} other {却下しました（反映されません）}}',
    },
    input: z.object({ ...target, clearingEntryId: Id, isConfirmed: z.boolean(), reason: Reason }),
    output: clearingReference,
  },
  withdraw: {
    access: 'tax:edit',
    kind: 'write',
    log: { zh: '撤回月度清算', en: 'Withdraw a monthly clearing', es: 'Retirar una liquidación mensual', ja: '月次清算の取下げ' },
    done: { zh: '已撤回', en: 'Withdrawn', es: 'Retirada', ja: '取り下げました' },
    input: z.object({ ...target, reason: z.string().trim().min(2).max(200) }),
    output: clearingReference,
  },
} as const satisfies Module
