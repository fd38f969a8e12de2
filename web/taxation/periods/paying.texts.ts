import type { Text } from '#/domain/base/text.ts'

/** Registering, confirming and reversing payments to the tax office. */
export const payingTexts = {
  note: {
    zh: '按缴款书登记本期各税种的金额，已按应缴余额预填。登记后由另一人复核入账。',
    en: 'Enter the amount of each tax on the voucher; open amounts are filled in. A second person confirms the payment before it is booked.',
    es: 'Indique lo que dice el comprobante de cada impuesto; los importes pendientes ya figuran. Otra persona confirma el pago antes de contabilizarlo.',
    ja: '納付書のとおり各税目の金額を登録します（未納額を入力済み）。別の担当者の確認後に計上されます。',
  },
  open: { zh: '待缴 {amount}', en: '{amount} to pay', es: 'Por pagar: {amount}', ja: '未納 {amount}' },
  late: { zh: '滞纳金', en: 'Late-payment surcharge', es: 'Recargo por pago tardío', ja: '延滞金' },
  lateNote: {
    zh: '截止日 {day}，滞纳 {days} 天 × 每日 {rate} = {due}（{source}）。不填按此金额登记，由运营中心承担。',
    en: 'Due on {day}: {days} days at {rate} a day = {due} ({source}). If left empty, this amount is registered. The centre bears it.',
    es: 'Venció el {day}: {days} días al {rate} diario = {due} ({source}). Si queda vacío, se registra este importe, a cargo del centro.',
    ja: '期限 {day}、{days} 日 × 日歩 {rate} = {due}（{source}）。空欄の場合はこの額で登録し、センターの負担となります。',
  },
  lateReason: { zh: '与计算不一致的原因', en: 'Reason for differing from the computed amount', es: 'Por qué difiere del importe calculado', ja: '計算額と異なる理由' },
  entries: { zh: '缴款登记', en: 'Registered payments', es: 'Pagos registrados', ja: '納付の登録' },
  total: { zh: '税款合计', en: 'Taxes', es: 'Impuestos', ja: '税額合計' },
  people: { zh: '登记 / 复核', en: 'Registered / confirmed by', es: 'Registró / confirmó', ja: '登録 / 確認' },
  confirm: { zh: '复核入账', en: 'Confirm', es: 'Confirmar', ja: '確認して計上' },
  decline: { zh: '退回', en: 'Decline', es: 'Rechazar', ja: '差戻し' },
  withdraw: { zh: '撤回', en: 'Withdraw', es: 'Retirar', ja: '取下げ' },
  reverse: { zh: '申请冲销', en: 'Ask to reverse', es: 'Pedir anulación', ja: '取消を申請' },
  reverseHint: {
    zh: '冲销整笔登记（各税种和滞纳金），由另一人复核后恢复为待缴，可重新登记正确的税种。',
    en: 'The whole entry, taxes and late-payment surcharge, is reversed once a second person confirms. The taxes are then open again and can be registered correctly.',
    es: 'Se anula todo el registro, impuestos y recargo por pago tardío, cuando otra persona lo confirma. Los impuestos quedan pendientes y pueden registrarse bien.',
    ja: '別の担当者の確認後、税額と延滞金を含む登録全体を取り消します。未納に戻り、正しい税目で登録し直せます。',
  },
  confirmReversal: { zh: '复核冲销', en: 'Confirm the reversal', es: 'Confirmar la anulación', ja: '取消を確認' },
  keep: { zh: '不予冲销', en: 'Keep the payment', es: 'No anular', ja: '取り消さない' },
  confirmAsk: {
    zh: '已核对缴款书 {serial}：税款 {amount}，滞纳金 {late}。确认入账？',
    en: 'Book voucher {serial} with {amount} of tax and a late-payment surcharge of {late}?',
    es: '¿Contabilizar el comprobante {serial} con {amount} de impuestos y {late} de recargo por pago tardío?',
    ja: '納付書 {serial}（税額 {amount}、延滞金 {late}）を計上しますか。',
  },
  reversalAsk: {
    zh: '冲销缴款书 {serial} 的登记：税款 {amount}，滞纳金 {late}。原因：{reason}',
    en: 'Reverse voucher {serial} with {amount} of tax and a late-payment surcharge of {late}? Reason: {reason}',
    es: '¿Anular el comprobante {serial}, con {amount} de impuestos y {late} de recargo por pago tardío? Motivo: {reason}',
    ja: '納付書 {serial}（税額 {amount}、延滞金 {late}）の登録を取り消しますか。理由：{reason}',
  },
  iitReceiptNo: { zh: '个税申报受理号', en: 'Acceptance no. of the withholding return', es: 'N.º de aceptación de retenciones', ja: '源泉所得税の受付番号' },
  vatReceiptNo: { zh: '增值税申报受理号', en: 'Acceptance no. of the VAT return', es: 'N.º de aceptación del IVA', ja: '増値税の受付番号' },
  vatFile: { zh: '增值税申报回执（与个税同一文件可不传）', en: 'Receipt of the VAT return (leave out when the other file covers it)', es: 'Justificante del IVA (omítalo si el otro archivo lo incluye)', ja: '増値税の受付票（同一ファイルなら不要）' },
  owing: {
    zh: '应纳税 {owing} 人，缺完税凭证 {missing} 人',
    en: '{owing} taxpayers, {missing} of them without a tax certificate',
    es: '{owing} con impuesto, {missing} sin certificado',
    ja: '納税額あり {owing} 名、不足 {missing} 名',
  },
  reversedMark: { zh: '冲销', en: 'Reversal', es: 'Anulación', ja: '取消' },
} as const satisfies Record<string, Text>
