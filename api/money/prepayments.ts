import { z } from 'zod'
import { adjustments, refunds } from '#/api/money/refunds.ts'
import { statements } from '#/api/money/statements.ts'
import { Day, Id, LongListPaging, longPageOf, Mode, type Module, Moment, MoneyOut, SumsOption, upload, Version, YuanText } from '#/api/operation.ts'
import { skipReasons } from '#/domain/money/bank-statement.ts'

export const creditStates = ['unclaimed', 'matched', 'confirmed', 'returning', 'returned', 'registered'] as const
export const topupStates = ['submitted', 'matched', 'confirmed', 'rejected', 'withdrawn'] as const

const MovementKind = z.enum(['topup', 'freeze', 'unfreeze', 'payment', 'return', 'refund', 'adjustment', 'suspense', 'opening'])

const Reason = z.string().trim().min(2).max(200)

const Filter = {
  states: z.array(z.enum(topupStates)).optional(),
  keyword: z.string().trim().max(50).optional(),
  unitId: Id.optional(),
  from: Day.optional(),
  to: Day.optional(),
}

const CreditFilter = { state: z.enum(creditStates).optional(), keyword: z.string().trim().max(60).optional(), from: Day.optional(), to: Day.optional() }

const Topup = z.object({
  id: Id,
  no: z.string(),
  unitId: Id,
  unitName: z.string(),
  centreId: Id,
  centreName: z.string(),
  mode: Mode,
  amount: MoneyOut,
  payerName: z.string(),
  payerAccount: z.string(),
  bankSerial: z.string(),
  slipFileId: z.uuid().nullable(),
  state: z.enum(topupStates),
  reason: z.string(),
  submittedBy: z.string(),
  submittedAt: Moment,
  decidedBy: z.string().nullable(),
  decidedAt: Moment.nullable(),
  creditedAt: Moment.nullable(),
  /** Whether a bank credit matches this application. The centre cannot confirm an application without one. */
  hasBankCredit: z.boolean(),
  isOwnName: z.boolean(),
  /** Whether the caller submitted the application and therefore cannot decide it. */
  isMine: z.boolean(),
  /** Whether a bank interface or another person imported the matched credit, or a bank statement that shows it. */
  isVouched: z.boolean(),
  /**
   * The reason why a payment from another payer belongs to the unit, proven by a document. Empty for the unit's own
   * payments.
   */
  claimReason: z.string(),
  claimFileId: z.uuid().nullable(),
  version: Version,
})

/** A registered return of a credit to its sender. */
const CreditReturn = z.object({ reason: z.string(), paidOn: Day, bankSerial: z.string(), slipFileId: z.uuid(), proposedBy: z.string(), isMine: z.boolean() })

/** Prepayments (预付款): accounts, top-ups, bank credits and account history. */
export const prepayments = {
  accounts: {
    access: 'yufukuan',
    kind: 'read',
    input: z.object({
      unitId: Id.optional(),
      /** Only accounts below their warning limit. */
      isLow: z.boolean().optional(),
    }),
    output: z.array(
      z.object({
        unitId: Id,
        unitName: z.string(),
        centreId: Id,
        centreName: z.string(),
        mode: Mode,
        available: MoneyOut,
        frozen: MoneyOut,
        /** The amount of requested refunds that are not paid yet. */
        refunding: MoneyOut,
        /** Money received under the unit's number for which there is no application yet. */
        unclaimed: MoneyOut,
        /** Warning limit of the balance: the unit's own, or that of its terms. */
        lowBalance: MoneyOut,
        /** Whether the unit is active at the centre and its balance is below the limit. */
        isLow: z.boolean(),
        accountName: z.string(),
        accountNo: z.string(),
        accountBank: z.string(),
        /** The reference that identifies the unit's transfers (充值附言). */
        memo: z.string(),
        /**
         * The last day up to which the books match the channel and the bank. Null while amounts differ, and before the
         * first closed day.
         */
        balancedTo: Day.nullable(),
      }),
    ),
  },
  list: {
    access: 'yufukuan',
    kind: 'read',
    input: z.object({ ...Filter, ...LongListPaging, ...SumsOption }),
    output: longPageOf(Topup).extend({ totals: z.object({ amount: MoneyOut }).nullable() }),
  },
  exportList: {
    access: 'yufukuan',
    kind: 'read',
    log: { zh: '导出充值记录', en: 'Export the top-ups', es: 'Exportar las recargas', ja: '入金記録の出力' },
    limit: 'export',
    input: z.object(Filter),
    output: z.object({ fileId: z.uuid() }),
  },
  submit: {
    access: 'cz:apply',
    kind: 'write',
    log: { zh: '提交充值', en: 'Submit a top-up', es: 'Enviar una recarga', ja: '入金の申請' },
    done: { zh: '充值已提交，等待运营中心确认', en: 'Submitted; awaiting confirmation by the centre', es: 'Enviada; el centro la confirmará', ja: '申請しました。センターの確認をお待ちください' },
    limit: 'upload',
    input: z.object({ centreId: Id, mode: Mode, amount: YuanText, payerName: z.string().trim().min(2).max(100), payerAccount: z.string().trim().min(6).max(40), bankSerial: z.string().trim().min(4).max(40), slip: upload().optional() }),
    output: Topup,
  },
  withdraw: { access: 'cz:apply', kind: 'write', log: { zh: '撤回充值', en: 'Withdraw a top-up', es: 'Retirar una recarga', ja: '入金申請の取下げ' }, done: { zh: '充值单已撤回', en: 'Withdrawn', es: 'Retirada', ja: '取り下げました' }, input: z.object({ id: Id, version: Version }), output: Topup },
  /**
   * Claims a payment that another payer made. The details must match the bank's record exactly. The response is a match
   * or a refusal without details.
   */
  claim: {
    access: 'cz:apply',
    kind: 'write',
    log: { zh: '认领来款', en: 'Claim a credit', es: 'Identificar un ingreso', ja: '入金の消込申請' },
    done: { zh: '认领已提交，等待运营中心审核', en: 'Claimed; the centre decides', es: 'Identificado; decide el centro', ja: '消込を申請しました。センターが審査します' },
    limit: 'upload',
    input: z.object({ centreId: Id, mode: Mode, amount: YuanText, payerName: z.string().trim().min(2).max(100), bankSerial: z.string().trim().min(4).max(60), reason: Reason, papers: upload() }),
    output: Topup,
  },
  /** Claims a payment on behalf of one of the centre's units. */
  claimFor: {
    access: 'cz:confirm',
    kind: 'write',
    log: { zh: '代单位认领来款', en: 'Claim a credit for a unit', es: 'Identificar un ingreso para una empresa', ja: '企業に代わる入金の消込申請' },
    done: { zh: '认领已提交，等待另一人审核', en: 'Claimed; another person decides', es: 'Identificado; decide otra persona', ja: '消込を申請しました。別の担当者が審査します' },
    limit: 'upload',
    input: z.object({ creditId: Id, unitId: Id, mode: Mode, reason: Reason, papers: upload() }),
    output: Topup,
  },
  /** Registers the return of an unassigned credit to its sender. Another person confirms it. */
  proposeReturn: {
    access: 'cz:confirm',
    kind: 'write',
    log: { zh: '登记来款退回', en: 'Register a returned credit', es: 'Registrar un ingreso devuelto', ja: '入金返戻の登録' },
    done: { zh: '退回已登记，等待另一人确认', en: 'Registered; another person confirms', es: 'Registrado; confirma otra persona', ja: '登録しました。別の担当者が確認します' },
    limit: 'upload',
    input: z.object({ creditId: Id, reason: Reason, paidOn: Day, bankSerial: z.string().trim().min(4).max(40), slip: upload() }),
    output: z.object({ creditId: Id }),
  },
  decideReturn: {
    access: 'cz:confirm',
    kind: 'write',
    log: { zh: '确认来款退回', en: 'Decide a returned credit', es: 'Resolver una devolución de ingreso', ja: '入金返戻の確認' },
    done: {
      zh: '{approve, select, true {已确认退回并入账} other {退回登记已驳回}}',
      en: '{approve, select, true {Confirmed and booked} other {Declined; the credit is unclaimed again}}',
      es: '{approve, select, true {Confirmada y contabilizada} other {Rechazada; el ingreso vuelve a estar sin identificar}}',
      ja: '{approve, select, true {確認し記帳しました} other {却下しました。未消込に戻りました}}',
    },
    input: z.object({ creditId: Id, approve: z.boolean(), reason: z.string().trim().max(200).default('') }),
    output: z.object({ creditId: Id }),
  },
  setLimit: {
    access: 'cz:apply',
    kind: 'write',
    log: { zh: '设置余额提醒', en: 'Set the low-balance alert', es: 'Fijar el aviso de saldo', ja: '残高通知の設定' },
    done: { zh: '余额提醒已设置', en: 'Alert set', es: 'Aviso fijado', ja: '残高通知を設定しました' },
    input: z.object({ centreId: Id, mode: Mode, limit: YuanText }),
    output: z.object({ limit: MoneyOut }),
  },
  confirm: {
    access: 'cz:confirm',
    kind: 'write',
    log: { zh: '确认充值', en: 'Confirm a top-up', es: 'Confirmar una recarga', ja: '入金の確認' },
    done: { zh: '已入账，单位余额已增加', en: 'Booked; the funds are available to the unit', es: 'Contabilizada; la empresa ya puede usarla', ja: '入金しました。残高に反映されました' },
    input: z.object({ id: Id, version: Version }),
    output: Topup,
  },
  reject: {
    access: 'cz:confirm',
    kind: 'write',
    log: { zh: '驳回充值', en: 'Reject a top-up', es: 'Rechazar una recarga', ja: '入金の却下' },
    done: { zh: '已驳回，单位会看到原因', en: 'Rejected; the unit sees the reason', es: 'Rechazada; la empresa verá el motivo', ja: '却下しました。理由は企業に表示されます' },
    input: z.object({ id: Id, version: Version, reason: z.string().trim().min(2).max(200) }),
    output: Topup,
  },
  /**
   * Imports a bank statement (template T3). Each credit is booked once and matched to an application by name, amount
   * and day.
   */
  importCredits: {
    access: 'cz:confirm',
    kind: 'write',
    log: { zh: '导入银行流水', en: 'Import a bank statement', es: 'Importar un extracto', ja: '銀行明細の取込み' },
    limit: 'upload',
    input: z.object({ file: upload() }),
    output: z.object({ added: z.int(), matched: z.int(), repeated: z.int(), problems: z.array(z.object({ line: z.int(), message: z.string() })), skipped: z.array(z.object({ line: z.int(), reason: z.enum(skipReasons) })) }),
  },
  creditTemplate: { access: 'cz:confirm', kind: 'read', input: z.object({}), output: z.object({ fileId: z.uuid() }) },
  credits: {
    access: 'cz:confirm',
    kind: 'read',
    input: z.object({ ...CreditFilter, ...LongListPaging }),
    output: longPageOf(
      z.object({ id: Id, serial: z.string(), amount: MoneyOut, payerName: z.string(), payerAccount: z.string(), memo: z.string(), creditedAt: Moment, state: z.enum(creditStates), unitName: z.string().nullable(), topupNo: z.string().nullable(), registeredAs: z.string(), sentBack: CreditReturn.nullable() }),
    ),
  },
  exportCredits: {
    access: 'cz:confirm',
    kind: 'read',
    log: { zh: '导出银行来款', en: 'Export the bank credits', es: 'Exportar los ingresos bancarios', ja: '銀行入金の出力' },
    limit: 'export',
    input: z.object(CreditFilter),
    output: z.object({ fileId: z.uuid() }),
  },
  /**
   * 资金流水 (account history): returns the changes of the available and reserved balances, newest first, with keyset
   * paging.
   */
  history: {
    access: 'yufukuan',
    kind: 'read',
    input: z.object({ unitId: Id.optional(), centreId: Id.optional(), mode: Mode.optional(), kind: MovementKind.optional(), from: Day.optional(), to: Day.optional(), after: z.int().optional(), size: z.int().min(1).max(200).default(50) }),
    output: z.object({
      rows: z.array(
        z.object({
          journalId: Id,
          at: Moment,
          kind: z.string(),
          refType: z.string(),
          refId: Id,
          refNo: z.string(),
          unitName: z.string(),
          mode: Mode,
          available: MoneyOut,
          frozen: MoneyOut,
          availableAfter: MoneyOut,
          frozenAfter: MoneyOut,
          /** The change of the amount that is reserved for refunds. */
          refunding: MoneyOut,
          /** The batch of the movement, and the payee of a payment. */ batchId: Id.nullable(),
          batchNo: z.string().nullable(),
          payeeName: z.string().nullable(),
          memo: z.string(),
        }),
      ),
      next: z.int().nullable(),
    }),
  },
  exportHistory: {
    access: 'yufukuan',
    kind: 'read',
    log: { zh: '导出资金流水', en: 'Export the account history', es: 'Exportar movimientos', ja: '資金履歴の出力' },
    limit: 'export',
    input: z.object({ unitId: Id.optional(), centreId: Id.optional(), mode: Mode.optional(), kind: MovementKind.optional(), from: Day.optional(), to: Day.optional() }),
    output: z.object({ fileId: z.uuid() }),
  },
  ...refunds,
  ...adjustments,
  ...statements,
} as const satisfies Module
