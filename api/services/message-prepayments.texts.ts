import type { Text } from '#/domain/base/text.ts'

/** Messages about claims, refunds, adjustments and statements of prepayments. */
export const prepaymentMessages = {
  balanceLow: {
    title: { zh: '余额低于预警值', en: 'Low balance', es: 'Saldo bajo', ja: '残高が警告額を下回りました' },
    body: {
      zh: '{centre}：可用余额 {amount}，预警值 {limit}。',
      en: '{centre}: {amount} available, warning limit {limit}.',
      es: '{centre}: {amount} disponibles, límite de aviso {limit}.',
      ja: '{centre}：利用可能残高 {amount}、警告額 {limit}。',
    },
  },
  creditClaimed: {
    title: { zh: '{unit} 认领来款 {amount}', en: '{unit} claims a credit of {amount}', es: '{unit} identifica un ingreso de {amount}', ja: '{unit} が入金 {amount} の消込を申請しました' },
    body: { zh: '认领单 {no}，请核对证明材料后确认或驳回。', en: 'Claim {no}: check the documents, then confirm or reject the claim.', es: 'Identificación {no}: revise los documentos y confírmela o rechácela.', ja: '消込申請 {no}：証明資料を確認し、確認または却下してください。' },
  },
  returnToCheck: {
    title: { zh: '来款退回待确认：{amount}', en: 'A credit of {amount} was returned: please confirm', es: 'Ingreso de {amount} devuelto: confirme', ja: '入金 {amount} の返戻の確認待ち' },
    body: { zh: '{name} 登记，来款流水号 {serial}。', en: 'Registered by {name}; credit {serial}.', es: 'Registrado por {name}; ingreso {serial}.', ja: '{name} が登録。入金の取引番号 {serial}。' },
  },
  returnDeclined: {
    title: { zh: '您登记的来款退回未通过', en: 'The return you registered was declined', es: 'Se rechazó la devolución que registró', ja: '登録した返戻が差し戻されました' },
    body: { zh: '来款 {serial}，{name}：{reason}', en: 'Credit {serial}. {name}: {reason}', es: 'Ingreso {serial}. {name}: {reason}', ja: '入金 {serial}。{name}：{reason}' },
  },
  refundApplied: {
    title: { zh: '{unit} 申请退款 {amount}', en: '{unit} requests a refund of {amount}', es: '{unit} solicita un reembolso de {amount}', ja: '{unit} が返金 {amount} を申請しました' },
    body: { zh: '退款单 {no} 待审核。', en: 'Refund {no} awaits your decision.', es: 'El reembolso {no} espera su resolución.', ja: '返金 {no} が審査待ちです。' },
  },
  refundToPay: {
    title: { zh: '退款 {no} 待打款：{amount}', en: 'Refund {no} to pay: {amount}', es: 'Reembolso {no} por pagar: {amount}', ja: '返金 {no} の支払待ち：{amount}' },
    body: { zh: '{unit} 的退款已审核，请在银行打款后登记。', en: 'The refund of {unit} is approved. Pay it at the bank, then register the payment.', es: 'El reembolso de {unit} está aprobado. Páguelo en el banco y registre el pago.', ja: '{unit} の返金が承認されました。銀行で支払い後、登録してください。' },
  },
  refundApproved: {
    title: { zh: '退款 {no} 已审核通过', en: 'Refund {no} was approved', es: 'Reembolso {no} aprobado', ja: '返金 {no} が承認されました' },
    body: { zh: '{amount} 将退回原付款账户。', en: '{amount} will go back to the account of origin.', es: '{amount} volverán a la cuenta de origen.', ja: '{amount} を振込元口座へ返金します。' },
  },
  refundRejected: {
    title: { zh: '退款 {no} 被驳回', en: 'Refund {no} was rejected', es: 'Reembolso {no} rechazado', ja: '返金 {no} が却下されました' },
    body: { zh: '{amount} 已回到可用余额。原因：{reason}', en: '{amount} is available again. Reason: {reason}', es: '{amount} vuelven a estar disponibles. Motivo: {reason}', ja: '{amount} は利用可能残高に戻りました。理由：{reason}' },
  },
  refundPaid: {
    title: { zh: '退款 {no} 已打款', en: 'Refund {no} was paid', es: 'Reembolso {no} pagado', ja: '返金 {no} を支払いました' },
    body: { zh: '{day} 打款 {amount}，请查收。', en: '{amount} was paid on {day}.', es: 'Se pagaron {amount} el {day}.', ja: '{day} に {amount} を支払いました。' },
  },
  refundFailing: {
    title: { zh: '退款 {no} 登记为打款失败，待确认：{amount}', en: 'Refund {no} was registered as failed; confirm it: {amount}', es: 'El reembolso {no} se registró como fallido; confírmelo: {amount}', ja: '返金 {no} が支払失敗として登録されました（要確認）：{amount}' },
    body: {
      zh: '{unit}，{name} 登记：{reason}。请核对银行流水，确认未付款。',
      en: '{unit}, registered by {name}: {reason}. Check the bank statement and confirm that it was not paid.',
      es: '{unit}, registrado por {name}: {reason}. Revise el extracto del banco y confirme que no se pagó.',
      ja: '{unit}、{name} が登録：{reason}。銀行明細で未払いを確認してください。',
    },
  },
  refundFailureDeclined: {
    title: { zh: '退款 {no} 的打款失败未获确认', en: 'The failure of refund {no} was declined', es: 'Se rechazó el fallo del reembolso {no}', ja: '返金 {no} の支払失敗は差し戻されました' },
    body: { zh: '{unit}，{amount}：{reason}。请登记打款。', en: '{unit}, {amount}: {reason}. Register the payment.', es: '{unit}, {amount}: {reason}. Registre el pago.', ja: '{unit}、{amount}：{reason}。支払いを登録してください。' },
  },
  refundFailed: {
    title: { zh: '退款 {no} 打款失败', en: 'Refund {no} could not be paid', es: 'No se pudo pagar el reembolso {no}', ja: '返金 {no} の支払いに失敗しました' },
    body: { zh: '{amount} 已回到可用余额。原因：{reason}', en: '{amount} is available again. Reason: {reason}', es: '{amount} vuelven a estar disponibles. Motivo: {reason}', ja: '{amount} は利用可能残高に戻りました。理由：{reason}' },
  },
  refundReturning: {
    title: { zh: '退款 {no} 登记为银行退回，待确认：{amount}', en: 'Refund {no} was sent back by the bank; confirm it: {amount}', es: 'El banco devolvió el reembolso {no}; confírmelo: {amount}', ja: '返金 {no} の組戻しが登録されました（要確認）：{amount}' },
    body: {
      zh: '{unit}，{name} 登记：{reason}。请核对银行流水，确认款项已退回。',
      en: '{unit}, entered by {name}: {reason}. Check the bank statement and confirm that the money came back.',
      es: '{unit}, registrado por {name}: {reason}. Revise el extracto del banco y confirme que volvió el dinero.',
      ja: '{unit}、{name} が登録：{reason}。銀行明細で入金を確認してください。',
    },
  },
  refundReturnDeclined: {
    title: { zh: '退款 {no} 的银行退回未获确认', en: 'The return of refund {no} was declined', es: 'Se rechazó la devolución del reembolso {no}', ja: '返金 {no} の組戻しは差し戻されました' },
    body: { zh: '{unit}，{amount}：{reason}', en: '{unit}, {amount}: {reason}', es: '{unit}, {amount}: {reason}', ja: '{unit}、{amount}：{reason}' },
  },
  refundReturned: {
    title: { zh: '退款 {no} 被银行退回', en: 'The bank sent refund {no} back', es: 'El banco devolvió el reembolso {no}', ja: '返金 {no} は銀行から組み戻されました' },
    body: {
      zh: '{amount} 已回到可用余额。原因：{reason}。请核对收款账户后重新申请。',
      en: '{amount} is available again. Reason: {reason}. Check the account, then request the refund again.',
      es: '{amount} vuelven a estar disponibles. Motivo: {reason}. Revise la cuenta y solicite de nuevo el reembolso.',
      ja: '{amount} は利用可能残高に戻りました。理由：{reason}。口座を確認し、再度申請してください。',
    },
  },
  adjustmentToCheck: {
    title: { zh: '调账 {no} 待审批：{amount}', en: 'Adjustment {no} to decide: {amount}', es: 'Ajuste {no} por resolver: {amount}', ja: '残高調整 {no} の承認待ち：{amount}' },
    body: { zh: '{unit}，{name} 提交。', en: '{unit}, proposed by {name}.', es: '{unit}, propuesto por {name}.', ja: '{unit}、起票者 {name}。' },
  },
  adjustmentRejected: {
    title: { zh: '调账 {no} 被驳回', en: 'Adjustment {no} was rejected', es: 'Ajuste {no} rechazado', ja: '残高調整 {no} が却下されました' },
    body: { zh: '{name}：{reason}', en: '{name}: {reason}', es: '{name}: {reason}', ja: '{name}：{reason}' },
  },
  adjustmentBooked: {
    title: { zh: '余额已调账 {amount}', en: 'Your balance was adjusted by {amount}', es: 'Su saldo se ajustó en {amount}', ja: '残高が {amount} 調整されました' },
    body: { zh: '调账单 {no}，原因：{reason}', en: '{no}: {reason}', es: '{no}: {reason}', ja: '{no}：{reason}' },
  },
  statementReady: {
    title: { zh: '{month} 预付款对账单待确认', en: 'Prepayment statement for {month}', es: 'Extracto de anticipos de {month}', ja: '{month} の前払金取引明細書' },
    body: { zh: '{centre}，期末余额 {amount}，请核对后确认或提出异议。', en: '{centre}: closing balance {amount}. Please confirm or dispute it.', es: '{centre}: saldo final {amount}. Confírmelo o impúgnelo.', ja: '{centre}：期末残高 {amount}。確認または異議の手続きをしてください。' },
  },
  statementDisputed: {
    title: { zh: '对账单 {no} 有异议', en: 'Statement {no} is disputed', es: 'Extracto {no} impugnado', ja: '取引明細書 {no} に異議があります' },
    body: { zh: '{unit}：{reason}', en: '{unit}: {reason}', es: '{unit}: {reason}', ja: '{unit}：{reason}' },
  },
  statementAnswered: {
    title: { zh: '对账单 {no} 的异议已答复', en: 'Your dispute of statement {no} was answered', es: 'Respuesta a su impugnación de {no}', ja: '取引明細書 {no} の異議に回答がありました' },
    body: { zh: '{answer}', en: '{answer}', es: '{answer}', ja: '{answer}' },
  },
} as const satisfies Record<string, { readonly title: Text; readonly body: Text }>
