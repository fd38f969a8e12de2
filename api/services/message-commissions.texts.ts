import type { Text } from '#/domain/base/text.ts'

/** Messages about commission bills. They go to the payees of the bills and to administrators. */
export const commissionMessages = {
  commissionIssued: {
    title: { zh: '{month} 佣金账单 {no} 待确认', en: 'Commission bill {no} for {month}', es: 'Liquidación de comisión {no} de {month}', ja: '{month} の紹介手数料明細書 {no}' },
    body: { zh: '应付 {amount}，请核对后确认或提出异议。', en: '{amount} due. Check the bill, then confirm or dispute it.', es: 'Importe: {amount}. Revise la liquidación y confírmela o impúgnela.', ja: '{amount}。内容を確認し、確認または異議の手続きをしてください。' },
  },
  commissionDisputed: {
    title: { zh: '佣金账单 {no} 有异议', en: 'Commission bill {no} is disputed', es: 'Liquidación {no} impugnada', ja: '紹介手数料明細書 {no} に異議があります' },
    body: { zh: '{name}：{reason}', en: '{name}: {reason}', es: '{name}: {reason}', ja: '{name}：{reason}' },
  },
  commissionAnswered: {
    title: { zh: '佣金账单 {no} 的异议已答复', en: 'Your dispute of bill {no} was answered', es: 'Respuesta a su impugnación de {no}', ja: '紹介手数料明細書 {no} の異議に回答がありました' },
    body: { zh: '应付 {amount}。{reason}', en: 'The bill is {amount}. {reason}', es: 'La liquidación es de {amount}. {reason}', ja: '支払額 {amount}。{reason}' },
  },
  commissionPayable: {
    title: { zh: '佣金账单 {no} 可以付款', en: 'Commission bill {no} can be paid', es: 'La liquidación {no} se puede pagar', ja: '紹介手数料明細書 {no} は支払可能です' },
    body: { zh: '{name}，应付 {amount}。', en: '{name}: {amount}.', es: '{name}: {amount}.', ja: '{name}、{amount}。' },
  },
  commissionToCheck: {
    title: {
      zh: '佣金账单 {no} 的{what, select, adjustment {调整} return {银行退回} other {付款}}待复核',
      en: 'Bill {no}: a {what, select, adjustment {correction} return {return by the bank} other {payment}} awaits approval',
      es: 'Liquidación {no}: {what, select, adjustment {ajuste} return {devolución del banco} other {pago}} por aprobar',
      ja: '紹介手数料明細書 {no}：{what, select, adjustment {調整} return {組戻し} other {支払}}の承認待ち',
    },
    body: { zh: '{name} 已提交，金额 {amount}。', en: 'Submitted by {name}: {amount}.', es: 'Enviado por {name}: {amount}.', ja: '{name} が提出しました。金額 {amount}。' },
  },
  commissionDeclined: {
    title: { zh: '您对佣金账单 {no} 的提交被退回', en: 'Your entry for bill {no} was declined', es: 'Se rechazó su propuesta para {no}', ja: '紹介手数料明細書 {no} への登録は差し戻されました' },
    body: { zh: '{name}：{reason}', en: '{name}: {reason}', es: '{name}: {reason}', ja: '{name}：{reason}' },
  },
  commissionInvoiceReturned: {
    title: { zh: '佣金账单 {no} 的发票被退回', en: 'Your invoice for bill {no} was returned', es: 'Se devolvió su factura de {no}', ja: '紹介手数料明細書 {no} の発票が差し戻されました' },
    body: { zh: '{reason}。请重新上传。', en: '{reason}. Upload the invoice again.', es: '{reason}. Suba la factura de nuevo.', ja: '{reason}。再度アップロードしてください。' },
  },
  commissionReturned: {
    title: { zh: '佣金账单 {no} 的付款被银行退回', en: 'The bank sent the payment of bill {no} back', es: 'El banco devolvió el pago de la liquidación {no}', ja: '紹介手数料明細書 {no} の支払が組み戻されました' },
    body: {
      zh: '{amount}：{reason}。请核对收款账户，运营中心将重新付款。',
      en: '{amount}: {reason}. Check your account; the centre will pay again.',
      es: '{amount}: {reason}. Revise su cuenta; el centro pagará de nuevo.',
      ja: '{amount}：{reason}。口座をご確認ください。センターが再度支払います。',
    },
  },
  commissionPaid: {
    title: { zh: '佣金账单 {no} 已付款', en: 'Commission bill {no} was paid', es: 'Se pagó la liquidación {no}', ja: '紹介手数料明細書 {no} が支払われました' },
    body: { zh: '{day} 付款 {amount}。', en: '{amount} was paid on {day}.', es: 'Se pagaron {amount} el {day}.', ja: '{day} に {amount} を支払いました。' },
  },
} as const satisfies Record<string, { readonly title: Text; readonly body: Text }>
