import { z } from 'zod'
import { Batch, BatchEvidence, BatchMovement, BatchTotals, BatchTrial, BatchWarning, HistoryStep, ListedBatch, ResendableLine } from '#/api/money/batch-rows.ts'
import { Day, Id, LongListPaging, longPageOf, Mode, type Module, MoneyOut, SumsOption, upload, Version } from '#/api/operation.ts'
import { batchSorts, batchStates, batchTabs } from '#/domain/money/batch.ts'
import { paymentInvoiceStatuses } from '#/domain/money/collection.ts'

const Filter = {
  keyword: z.string().trim().max(50).optional(),
  states: z.array(z.enum(batchStates)).max(12).optional(),
  mode: Mode.optional(),
  unitId: Id.optional(),
  from: Day.optional(),
  to: Day.optional(),
  centreId: Id.optional(),
  /** Only batches with failed lines, with returned lines, or with either. */
  trouble: z.enum(['failed', 'returned', 'any']).optional(),
  invoice: z.enum(paymentInvoiceStatuses).optional(),
  /** Only batches for which the unit's balance is too low (`yes`) or sufficient (`no`). */
  short: z.enum(['yes', 'no']).optional(),
}
const ListInput = { ...Filter, tab: z.enum(['all', ...batchTabs]).optional(), sort: z.enum(batchSorts).default('newest') }

const Target = z.object({ id: Id, version: Version })
const TargetWithReason = Target.extend({ reason: z.string().trim().max(200) })

/** Batches: prepare, submit, check, audit, pay, cancel, resend. This module is the model for all others. */
export const payments = {
  list: {
    access: ['zfPtList', 'zfPtListpt'],
    kind: 'read',
    input: z.object({ ...ListInput, ...LongListPaging, ...SumsOption }),
    output: longPageOf(ListedBatch).extend({
      /**
       * The kind of lines, when the filter selects only a part of each batch. `concerned` is the cost of these lines.
       */
      concern: z.enum(['failed', 'returned', 'any', 'held', 'unknown', 'differing']).nullable(),
      totals: BatchTotals.extend({ concerned: MoneyOut.nullable() }).nullable(),
    }),
  },
  /** Returns the number of batches per tab under the same filter. Each number stops at one above `maxCountedRows`. */
  counts: { access: ['zfPtList', 'zfPtListpt'], kind: 'read', input: z.object(Filter), output: z.record(z.enum(batchTabs), z.int()) },
  export: {
    access: ['zfPtList', 'zfPtListpt'],
    kind: 'read',
    log: { zh: '导出批次列表', en: 'Export the list of batches', es: 'Exportar la lista de lotes', ja: 'バッチ一覧の出力' },
    limit: 'export',
    input: z.object(ListInput),
    output: z.object({ fileId: z.uuid() }),
  },
  /** Returns the next batch, oldest first, that the caller can check or audit; null without one. */
  next: {
    access: ['zf:check', 'zf:audit'],
    kind: 'read',
    input: z.object({ id: Id, duty: z.enum(['check', 'audit']) }),
    output: z.object({ next: z.object({ id: Id, no: z.string() }).nullable() }),
  },
  get: { access: ['zfPtList', 'zfPtListpt'], kind: 'read', input: z.object({ id: Id }), output: Batch },
  /** Returns the orders, channels and modes available for a new batch of the unit. */
  choices: {
    access: 'zf:make',
    kind: 'read',
    input: z.object({}),
    output: z.object({
      orders: z.array(
        z.object({
          id: Id,
          no: z.string(),
          title: z.string(),
          mode: Mode,
          unitName: z.string(),
          centreId: Id,
          centreName: z.string(),
          contractNo: z.string(),
          validTo: z.iso.date(),
          problem: z.string().nullable(),
        }),
      ),
    }),
  },
  create: {
    access: 'zf:make',
    kind: 'write',
    log: { zh: '新建支付批次', en: 'Create a batch', es: 'Crear un lote', ja: 'バッチの作成' },
    done: { zh: '已新建批次 {no}', en: 'Batch {no} created', es: 'Lote {no} creado', ja: 'バッチ {no} を作成しました' },
    input: z.object({ orderId: Id, amountBasis: z.enum(['gross', 'net']).default('gross'), remark: z.string().trim().max(40).default('') }),
    output: Batch,
  },
  /** Computes the tax, fee and cost of a batch and the balance after it. Nothing is written. */
  trial: {
    access: ['zfPtList', 'zfPtListpt'],
    kind: 'read',
    input: z.object({ id: Id }),
    output: BatchTrial,
  },
  attach: {
    access: 'zf:make',
    kind: 'write',
    log: { zh: '上传业务凭据', en: 'Attach a document', es: 'Adjuntar justificante', ja: '証憑の添付' },
    done: { zh: '材料已上传', en: 'Document added', es: 'Documento añadido', ja: '証憑を追加しました' },
    limit: 'upload',
    input: z.object({ id: Id, kind: z.enum(['acceptance', 'deliverable', 'other']), file: upload() }),
    output: z.object({ evidenceId: Id, alsoUsedIn: z.array(z.string()) }),
  },
  detach: { access: 'zf:make', kind: 'write', log: { zh: '移除业务凭据', en: 'Remove a document', es: 'Quitar justificante', ja: '証憑の削除' }, done: { zh: '材料已移除', en: 'Document removed', es: 'Documento quitado', ja: '証憑を削除しました' }, input: z.object({ id: Id, evidenceId: Id }), output: z.object({}) },
  submit: {
    access: 'zf:make',
    kind: 'write',
    log: { zh: '提交批次', en: 'Submit a batch', es: 'Enviar un lote', ja: 'バッチの提出' },
    done: { zh: '已提交复核', en: 'Submitted', es: 'Enviado', ja: '提出しました' },
    input: Target.extend({
      /** The reason why the user accepts the warnings. Required when there are warnings. */
      acknowledgement: z.string().trim().max(200).default(''),
    }),
    output: Batch,
  },
  /**
   * Returns a submitted batch to its submitter and releases the reserved money. This is possible until the batch is
   * checked.
   */
  withdraw: { access: 'zf:make', kind: 'write', log: { zh: '撤回批次', en: 'Withdraw a batch', es: 'Retirar un lote', ja: 'バッチの取下げ' }, done: { zh: '批次已撤回', en: 'Batch withdrawn', es: 'Lote retirado', ja: 'バッチを取り下げました' }, input: Target, output: Batch },
  /**
   * Returns the warnings of a batch, the people who accepted them, and the related payments that the caller may see.
   */
  warnings: {
    access: ['zfPtList', 'zfPtListpt'],
    kind: 'read',
    input: z.object({ id: Id }),
    output: z.object({
      count: z.int(),
      rows: z.array(BatchWarning),
    }),
  },
  /** Returns the payees to review before payment: new payees, payees with a changed card, and the largest amounts. */
  sample: {
    access: ['zfPtList', 'zfPtListpt'],
    kind: 'read',
    input: z.object({ id: Id }),
    output: z.object({
      newPayees: z.int(),
      changedCards: z.int(),
      rows: z.array(z.object({ lineId: Id, seq: z.int(), name: z.string(), cardNo: z.string(), net: MoneyOut, why: z.array(z.enum(['new', 'card', 'large'])) })),
    }),
  },
  check: {
    access: 'zf:check',
    kind: 'write',
    log: { zh: '复核批次', en: 'Check a batch', es: 'Verificar un lote', ja: 'バッチの確認' },
    done: {
      zh: '{state, select, auditing {复核通过，等待中心审核} payable {复核通过，等待支付} fixing {已退回修改} other {金额有变化，请重新复核}}',
      en: '{state, select, auditing {Checked; awaiting the centre’s audit} payable {Checked; it can be paid} fixing {Sent back} other {The figures have changed: please check again}}',
      es: '{state, select, auditing {Verificado; lo audita el centro} payable {Verificado; se puede pagar} fixing {Devuelto} other {Los importes han cambiado: verifíquelo de nuevo}}',
      ja: '{state, select, auditing {確認しました。センターの審査をお待ちください} payable {確認しました。支払い可能です} fixing {差し戻しました} other {金額が変わりました。再度ご確認ください}}',
    },
    input: Target.extend({ approve: z.boolean(), reason: z.string().trim().max(200).default('') }),
    output: Batch,
  },
  audit: {
    access: 'zf:audit',
    kind: 'write',
    log: { zh: '审核批次', en: 'Audit a batch', es: 'Auditar un lote', ja: 'バッチの審査' },
    done: {
      zh: '{state, select, payable {审核通过，等待单位支付} fixing {已退回修改} auditing {{isInsufficient, select, true {余额不足，充值后请再次审核} other {金额有变化，请重新审核}}} other {金额有变化，须重新复核}}',
      en: '{state, select, payable {Audited; the unit can pay} fixing {Sent back} auditing {{isInsufficient, select, true {Not enough funds: audit again after a top-up} other {The figures have changed: please audit again}}} other {The figures have changed: it must be checked again}}',
      es: '{state, select, payable {Auditado; la empresa puede pagar} fixing {Devuelto} auditing {{isInsufficient, select, true {Saldo insuficiente: audítelo tras una recarga} other {Los importes han cambiado: audítelo de nuevo}}} other {Los importes han cambiado: debe verificarse de nuevo}}',
      ja: '{state, select, payable {審査を通過しました。企業の支払い待ちです} fixing {差し戻しました} auditing {{isInsufficient, select, true {残高が不足しています。入金後に再度審査してください} other {金額が変わりました。再度審査してください}}} other {金額が変わりました。再度の確認が必要です}}',
    },
    input: Target.extend({
      approve: z.boolean(),
      reason: z.string().trim().max(200).default(''),
      checklist: z.object({ contract: z.boolean(), evidence: z.boolean(), unique: z.boolean(), people: z.boolean(), amounts: z.boolean() }).optional(),
    }),
    output: Batch,
  },
  pay: {
    access: 'zf:pay',
    kind: 'write',
    log: { zh: '支付批次', en: 'Pay a batch', es: 'Pagar un lote', ja: 'バッチの支払い' },
    done: {
      zh: '{state, select, fixing {金额有变化，已退回修改} checking {金额有变化，须重新复核} auditing {金额有变化，须中心重新审核} other {支付已提交，正在处理}}',
      en: '{state, select, fixing {The figures have changed; sent back} checking {The figures have changed: it must be checked again} auditing {The figures have changed: the centre must audit it again} other {Sent; payment is in progress}}',
      es: '{state, select, fixing {Los importes han cambiado; devuelto} checking {Los importes han cambiado: debe verificarse de nuevo} auditing {Los importes han cambiado: el centro debe auditarlo de nuevo} other {Enviado; el pago está en curso}}',
      ja: '{state, select, fixing {金額が変わったため差し戻しました} checking {金額が変わりました。再度の確認が必要です} auditing {金額が変わりました。センターの再審査が必要です} other {支払いを開始しました}}',
    },
    secret: ['paymentPassword'],
    limit: 'password',
    confirm: { proof: 'paymentPassword', field: 'paymentPassword', shown: ['version', 'lineCount', 'net', 'tax', 'fee', 'cost'] },
    input: Target.extend({ paymentPassword: z.string().min(1).max(128), lineCount: z.int(), net: MoneyOut, tax: MoneyOut, fee: MoneyOut, cost: MoneyOut }),
    output: Batch,
  },
  cancel: {
    access: ['zf:make', 'zf:audit'],
    kind: 'write',
    log: { zh: '取消批次', en: 'Cancel a batch', es: 'Cancelar un lote', ja: 'バッチの取消し' },
    done: { zh: '批次已取消', en: 'Batch cancelled', es: 'Lote cancelado', ja: 'バッチを取り消しました' },
    input: Target.extend({ reason: z.string().trim().max(200).default('') }),
    output: Batch,
  },
  /** Returns the failed and returned lines that no other batch resends, with the current card of each payee. */
  resendable: {
    access: 'zf:make',
    kind: 'read',
    input: z.object({ id: Id }),
    output: z.object({
      lines: z.array(ResendableLine),
      /** The number of lines that cannot be resent while their result is under investigation. */
      waiting: z.int(),
    }),
  },
  /**
   * Creates a batch from failed and returned lines, linked to the original lines. The default is all lines that can be
   * resent.
   */
  resend: {
    access: 'zf:make',
    kind: 'write',
    log: { zh: '重发失败明细', en: 'Re-send failed lines', es: 'Reenviar líneas fallidas', ja: '失敗明細の再送' },
    done: { zh: '已生成重发批次 {no}', en: 'Batch {no} created to pay them again', es: 'Lote {no} creado para reenviarlas', ja: '再送バッチ {no} を作成しました' },
    input: Target.extend({ lineIds: z.array(Id).min(1).max(5000).optional() }),
    output: Batch,
  },
  /** Creates a draft with the same payees and amounts for the caller, and checks it like an import. */
  copy: { access: 'zf:make', kind: 'write', log: { zh: '复制批次', en: 'Copy a batch', es: 'Copiar un lote', ja: 'バッチの複製' }, done: { zh: '已复制为新批次', en: 'Copied', es: 'Copiado', ja: '複製しました' }, input: Target, output: Batch },
  /** Stops payments of the batch that have not been sent. Lines already sent continue. */
  halt: { access: 'zf:halt', kind: 'write', log: { zh: '冻结批次', en: 'Freeze a batch', es: 'Bloquear un lote', ja: 'バッチの凍結' }, done: { zh: '批次已冻结', en: 'Batch frozen', es: 'Lote bloqueado', ja: 'バッチを凍結しました' }, input: TargetWithReason, output: Batch },
  /** Ends a halt. The person who set the halt cannot end it. */
  release: { access: 'zf:halt', kind: 'write', log: { zh: '解冻批次', en: 'Unfreeze a batch', es: 'Desbloquear un lote', ja: 'バッチの凍結解除' }, done: { zh: '批次已解冻', en: 'Batch unfrozen', es: 'Lote desbloqueado', ja: 'バッチの凍結を解除しました' }, input: TargetWithReason, output: Batch },
  /** Returns the channels that could send the unsent lines, and the reason why a channel cannot. */
  channels: {
    access: 'zf:halt',
    kind: 'read',
    input: z.object({ id: Id }),
    output: z.object({ unsent: z.int(), net: MoneyOut, channels: z.array(z.object({ id: Id, name: z.string(), problem: z.string().nullable() })) }),
  },
  reroute: {
    access: 'zf:halt',
    kind: 'write',
    log: { zh: '切换支付通道', en: 'Change the channel', es: 'Cambiar el canal', ja: '支払チャネルの変更' },
    done: { zh: '通道已切换', en: 'Channel changed', es: 'Canal cambiado', ja: 'チャネルを変更しました' },
    input: TargetWithReason.extend({ channelId: Id }),
    output: Batch,
  },
  /** Returns the history of a batch. */
  history: {
    access: ['zfPtList', 'zfPtListpt'],
    kind: 'read',
    input: z.object({ id: Id }),
    output: z.array(HistoryStep),
  },
  /** Returns the ledger journals of the batch, with the unit's balances after each journal. */
  money: {
    access: ['zfPtList', 'zfPtListpt'],
    kind: 'read',
    input: z.object({ id: Id }),
    output: z.array(BatchMovement),
  },
  evidence: {
    access: ['zfPtList', 'zfPtListpt'],
    kind: 'read',
    input: z.object({ id: Id }),
    output: z.array(BatchEvidence),
  },
} as const satisfies Module
