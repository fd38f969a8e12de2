import type { Text } from '#/domain/base/text.ts'

/** Reported failures and returns of manual payments. */
export const reportTexts = {
  tab: { zh: '失败/退汇待确认', en: 'Results to confirm', es: 'Resultados por confirmar', ja: '失敗・組戻しの確認待ち' },
  note: {
    zh: '线下支付登记为失败或退汇后，须由另一人核对银行回单并确认，资金才退回单位。',
    en: 'A manual payment reported as failed or returned is credited to the unit only after another person has checked the bank slip and confirmed.',
    es: 'Un pago externo comunicado como fallido o devuelto vuelve a la empresa solo cuando otra persona revisa el comprobante y confirma.',
    ja: 'オフライン支払を失敗・組戻しとして登録した後、別の担当者が銀行振込控を確認して初めて資金が企業に戻ります。',
  },
  none: { zh: '没有待确认的失败或退汇', en: 'No reported results waiting', es: 'Ningún resultado espera confirmación', ja: '確認待ちの失敗・組戻しはありません' },
  confirm: { zh: '确认结果', en: 'Confirm result', es: 'Confirmar resultado', ja: '結果を確認' },
  decline: { zh: '退回登记', en: 'Decline report', es: 'Rechazar resultado', ja: '差し戻す' },
  confirmAsk: {
    zh: '{count} 笔，{amount} 将退回单位可用余额，确认后不能撤销。请先核对银行回单。',
    en: '{count, plural, one {# line} other {# lines}}, {amount}: the money is returned to the unit, and this cannot be undone. Check the bank slips first.',
    es: '{count, plural, one {# línea} other {# líneas}}, {amount}: el dinero vuelve a la empresa y no se puede deshacer. Revise antes los comprobantes.',
    ja: '{count} 件、{amount} が企業の利用可能残高に戻ります。取り消せません。先に銀行振込控を確認してください。',
  },
  declineAsk: {
    zh: '退回后明细状态不变，登记人会收到原因。',
    en: 'The lines keep their state, and the reporter receives the reason.',
    es: 'Las líneas mantienen su estado y quien comunicó el resultado recibe el motivo.',
    ja: '明細の状態は変わらず、登録者に理由が通知されます。',
  },
  waits: {
    zh: '{name} 登记为{result}，待另一人确认',
    en: 'Reported as {result} by {name}; another person must confirm',
    es: 'Comunicado como {result} por {name}; confirma otra persona',
    ja: '{name} が{result}として登録。別の担当者の確認待ちです',
  },
  unit: { zh: '单位', en: 'Unit', es: 'Empresa', ja: '企業' },
  batch: { zh: '批次', en: 'Batch', es: 'Lote', ja: 'バッチ' },
  payee: { zh: '收款人', en: 'Payee', es: 'Beneficiario', ja: '受取人' },
  confirmedBy: { zh: '确认人', en: 'Confirmed by', es: 'Confirmado por', ja: '確認者' },
  action: { zh: '操作', en: 'Action', es: 'Acción', ja: '操作' },
} as const satisfies Record<string, Text>
