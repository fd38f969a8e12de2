import type { Text } from '#/domain/base/text.ts'

/** Messages about claims and objections. They go to operators, their units and their centres. */
export const collectionMessages = {
  claimSubmitted: {
    title: { zh: '收款单 {no} 待确认', en: 'Claim {no} to confirm', es: 'Solicitud {no} por confirmar', ja: '受取請求 {no} の確認待ち' },
    body: { zh: '{name} 申请收款 {amount}。', en: '{name} claims {amount}.', es: '{name} solicita {amount}.', ja: '{name} が {amount} を請求しました。' },
  },
  claimEntered: {
    title: { zh: '运营中心为您代录了收款单 {no}', en: 'The centre entered claim {no} for you', es: 'El centro introdujo la solicitud {no}', ja: 'センターが受取請求 {no} を代行登録しました' },
    body: { zh: '{unit}，{amount}。内容不符请提出异议。', en: '{unit}, {amount}. If the content is wrong, raise an objection.', es: '{unit}, {amount}. Si no es correcta, presente una objeción.', ja: '{unit}、{amount}。誤りがあれば異議を申し立ててください。' },
  },
  claimObjected: {
    title: { zh: '经营者对代录收款单 {no} 有异议', en: 'The operator objects to claim {no}', es: 'El operador se opone a la solicitud {no}', ja: '代行登録 {no} に異議があります' },
    body: { zh: '{name}：{reason}', en: '{name}: {reason}', es: '{name}: {reason}', ja: '{name}：{reason}' },
  },
  claimConfirmed: {
    title: { zh: '收款单 {no} 已确认', en: 'Claim {no} is confirmed', es: 'Solicitud {no} confirmada', ja: '受取請求 {no} が確認されました' },
    body: { zh: '{unit} 已确认 {amount}，等待支付。', en: '{unit} confirmed {amount}. Payment follows.', es: '{unit} confirmó {amount}; falta el pago.', ja: '{unit} が {amount} を確認しました。支払いをお待ちください。' },
  },
  claimReturned: {
    title: { zh: '收款单 {no} 被退回', en: 'Claim {no} was returned', es: 'Solicitud {no} devuelta', ja: '受取請求 {no} が差し戻されました' },
    body: { zh: '{unit}：{reason}', en: '{unit}: {reason}', es: '{unit}: {reason}', ja: '{unit}：{reason}' },
  },
  objectionRaised: {
    title: { zh: '付款 {no} 有异议', en: 'Objection to payment {no}', es: 'Objeción al pago {no}', ja: '支払い {no} への異議' },
    body: {
      zh: '{name}：{kind, select, notMine {不是我的业务} amount {金额不符} other {未到账}}。请单位在 {day} 前答复。',
      en: '{name}: {kind, select, notMine {not my work} amount {wrong amount} other {payment not received}}. The company must answer by {day}.',
      es: '{name}: {kind, select, notMine {no es trabajo mío} amount {importe incorrecto} other {no recibido}}. La empresa debe responder antes del {day}.',
      ja: '{name}：{kind, select, notMine {自分の業務ではない} amount {金額が違う} other {入金がない}}。企業の回答期限は {day} です。',
    },
  },
  objectionAnswered: {
    title: { zh: '付款 {no} 的异议已答复', en: 'The objection to {no} was answered', es: 'Respuesta a la objeción de {no}', ja: '支払い {no} の異議に回答がありました' },
    body: { zh: '{unit}：{reason}', en: '{unit}: {reason}', es: '{unit}: {reason}', ja: '{unit}：{reason}' },
  },
  objectionDecided: {
    title: {
      zh: '付款 {no} 的异议{outcome, select, upheld {成立} other {不成立}}',
      en: 'The objection to {no} was {outcome, select, upheld {upheld} other {rejected}}',
      es: 'Objeción de {no} {outcome, select, upheld {estimada} other {desestimada}}',
      ja: '支払い {no} の異議は{outcome, select, upheld {認められました} other {認められませんでした}}',
    },
    body: { zh: '运营中心：{reason}', en: 'The centre: {reason}', es: 'El centro: {reason}', ja: 'センター：{reason}' },
  },
  objectionLate: {
    title: { zh: '付款 {no} 的异议逾期未答复', en: 'Objection to {no}: no answer in time', es: 'Objeción de {no}: sin respuesta a tiempo', ja: '支払い {no} の異議：期限内に回答なし' },
    body: { zh: '{unit} 应在 {day} 前答复，现由运营中心处理。', en: '{unit} did not answer by {day}. The centre now decides.', es: '{unit} debía responder antes del {day}; ahora decide el centro.', ja: '{unit} の回答期限 {day} を過ぎました。センターが対応します。' },
  },
} as const satisfies Record<string, { readonly title: Text; readonly body: Text }>
