import type { Text } from '#/domain/base/text.ts'

const reasonText: Text = { zh: '原因：{reason}', en: 'Reason: {reason}', es: 'Motivo: {reason}', ja: '理由：{reason}' }

const unitAndTotal = {
  zh: '{unit}：{count, number} 笔，合计 {amount}。',
  en: '{unit}: {count, plural, one {# payment} other {# payments}}, {amount} in total.',
  es: '{unit}: {count, plural, one {# pago} other {# pagos}}, {amount} en total.',
  ja: '{unit}：{count, number} 件、合計 {amount}。',
} as const satisfies Text

/** Messages about batches that were stopped or released. */
export const batchMessages = {
  batchRejected: {
    title: { zh: '批次 {no} 被驳回', en: 'Batch {no} was rejected', es: 'El lote {no} fue rechazado', ja: 'バッチ {no} は差し戻されました' },
    body: { zh: '{name} 驳回：{reason}', en: '{name}: {reason}', es: '{name}: {reason}', ja: '{name}：{reason}' },
  },
  batchHalted: {
    title: { zh: '批次 {no} 已被冻结', en: 'Batch {no} was frozen', es: 'El lote {no} fue bloqueado', ja: 'バッチ {no} は凍結されました' },
    body: reasonText,
  },
  batchReleased: {
    title: { zh: '批次 {no} 已解冻', en: 'Batch {no} continues', es: 'El lote {no} continúa', ja: 'バッチ {no} の凍結が解除されました' },
    body: reasonText,
  },
} as const satisfies Record<string, { title: Text; body: Text }>

/** Messages about changed figures of batches, and about the results of their payments. */
export const batchResultMessages = {
  batchRecalculated: {
    title: { zh: '批次 {no} 已退回确认', en: 'Batch {no} was sent back for confirmation', es: 'El lote {no} requiere su confirmación', ja: 'バッチ {no} の再確認が必要です' },
    body: {
      zh: '重新计算后实发金额有变化，请核对后再次提交。',
      en: 'Net amounts changed on recalculation. Review them and submit again.',
      es: 'Los importes netos cambiaron al recalcularse. Revíselos y envíe de nuevo.',
      ja: '再計算により手取り額が変わりました。確認のうえ再提出してください。',
    },
  },
  batchPaid: {
    title: { zh: '批次 {no} 支付完成', en: 'Batch {no} is paid', es: 'El lote {no} está pagado', ja: 'バッチ {no} の支払いが完了しました' },
    body: {
      zh: '共 {success, number} 笔，全部成功。',
      en: '{success, plural, one {# payment} other {# payments}}, all successful.',
      es: '{success, plural, one {# pago} other {# pagos}}, todos correctos.',
      ja: '全 {success, number} 件が成功しました。',
    },
  },
  batchPartial: {
    title: { zh: '批次 {no} 部分失败', en: 'Batch {no} was paid in part', es: 'El lote {no} se pagó en parte', ja: 'バッチ {no} は一部失敗しました' },
    body: {
      zh: '成功 {success, number} 笔，失败 {failed, number} 笔，请处理失败明细。',
      en: '{success, number} paid, {failed, number} failed. Check the failed lines.',
      es: '{success, number} pagados, {failed, number} fallidos. Revise los fallidos.',
      ja: '成功 {success, number} 件、失敗 {failed, number} 件。失敗明細を処理してください。',
    },
  },
  batchFailed: {
    title: { zh: '批次 {no} 支付失败', en: 'Batch {no} failed', es: 'El lote {no} ha fallado', ja: 'バッチ {no} の支払いが失敗しました' },
    body: {
      zh: '{failed, number} 笔全部失败，冻结资金已退回可用余额。',
      en: 'All {failed, number} payments failed. The reserved funds are available again.',
      es: 'Los {failed, number} pagos fallaron. Los fondos reservados vuelven a estar disponibles.',
      ja: '{failed, number} 件すべて失敗しました。凍結額は利用可能残高に戻りました。',
    },
  },
  batchReturned: {
    title: { zh: '批次 {no} 有退汇', en: 'Payments of batch {no} were returned', es: 'Hay pagos devueltos en el lote {no}', ja: 'バッチ {no} に組戻しがあります' },
    body: {
      zh: '{count, number} 笔被收款银行退汇，请核对收款账户后重发。',
      en: '{count, plural, one {# payment was} other {# payments were}} returned by the bank. Check the accounts and send again.',
      es: '{count, plural, one {# pago fue devuelto} other {# pagos fueron devueltos}} por el banco. Compruebe las cuentas y reenvíe.',
      ja: '{count, number} 件が受取銀行から組戻しになりました。口座を確認して再送してください。',
    },
  },
} as const satisfies Record<string, { title: Text; body: Text }>

/** Messages about batches that await a step of the recipient. */
export const batchTaskMessages = {
  batchToCheck: {
    title: { zh: '批次 {no} 待复核', en: 'Batch {no} awaits your check', es: 'El lote {no} espera su verificación', ja: 'バッチ {no} の確認待ち' },
    body: unitAndTotal,
  },
  batchToAudit: {
    title: { zh: '批次 {no} 待审核', en: 'Batch {no} awaits your audit', es: 'El lote {no} espera su auditoría', ja: 'バッチ {no} の審査待ち' },
    body: unitAndTotal,
  },
  batchToPay: {
    title: { zh: '批次 {no} 待支付', en: 'Batch {no} is ready to be paid', es: 'El lote {no} está listo para el pago', ja: 'バッチ {no} の支払い待ち' },
    body: unitAndTotal,
  },
  batchToRegister: {
    title: { zh: '批次 {no} 待线下支付', en: 'Batch {no} awaits manual payment', es: 'El lote {no} espera el pago externo', ja: 'バッチ {no} のオフライン支払待ち' },
    body: unitAndTotal,
  },
  batchShort: {
    title: { zh: '批次 {no} 余额不足', en: 'Insufficient balance for batch {no}', es: 'Saldo insuficiente para el lote {no}', ja: 'バッチ {no} は残高不足です' },
    body: {
      zh: '需 {amount}，可用余额不足，请充值后等待审核。',
      en: 'The batch costs {amount}, more than the available balance. Top up so that the audit can continue.',
      es: 'El lote cuesta {amount} y el saldo no alcanza. Recargue para que pueda continuar la auditoría.',
      ja: '必要額 {amount} に対し残高が不足しています。入金後に審査が再開されます。',
    },
  },
  batchHeld: {
    title: { zh: '批次 {no} 有明细被挂起', en: 'Payments of batch {no} are on hold', es: 'Hay pagos en espera en el lote {no}', ja: 'バッチ {no} に保留中の明細があります' },
    body: { zh: '原因见批次明细。处理前不会付款。', en: 'The reasons are shown in the batch. Nothing is sent until they are resolved.', es: 'Los motivos figuran en el lote. Nada se envía hasta resolverlos.', ja: '理由は明細をご確認ください。解決するまで送金されません。' },
  },
} as const satisfies Record<string, { title: Text; body: Text }>
