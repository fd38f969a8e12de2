import type { Text } from '#/domain/base/text.ts'

/** Messages about invoices and invoice titles. They go to units and issuers. */
export const invoiceMessages = {
  invoiceApplied: {
    title: { zh: '开票申请 {no} 待审核', en: 'Invoice application {no} to review', es: 'Solicitud de factura {no} por revisar', ja: '発票申請 {no} の審査待ち' },
    body: { zh: '{unit}，价税合计 {amount}。', en: '{unit}: {amount} with tax.', es: '{unit}: {amount} con impuesto.', ja: '{unit}、税込 {amount}。' },
  },
  invoiceWithdrawn: {
    title: { zh: '开票申请 {no} 已被撤销', en: 'Invoice application {no} was withdrawn', es: 'Se retiró la solicitud de factura {no}', ja: '発票申請 {no} が取り下げられました' },
    body: { zh: '{unit}，{amount}。请勿再开具。', en: '{unit}: {amount}. Do not issue the invoices.', es: '{unit}: {amount}. No emita las facturas.', ja: '{unit}、{amount}。発行しないでください。' },
  },
  invoiceRejected: {
    title: { zh: '开票申请 {no} 被驳回', en: 'Invoice application {no} was rejected', es: 'Se rechazó la solicitud de factura {no}', ja: '発票申請 {no} が却下されました' },
    body: { zh: '{reason}。额度已恢复，可重新申请。', en: '{reason}. The quota is available again, and you can reapply.', es: '{reason}. El cupo queda libre; puede volver a solicitarla.', ja: '{reason}。枠は元に戻りました。再申請できます。' },
  },
  invoiceIssued: {
    title: { zh: '开票申请 {no} 已开票', en: 'Invoices for application {no} were issued', es: 'Se emitieron las facturas de {no}', ja: '申請 {no} の発票が発行されました' },
    body: { zh: '共 {count} 张，价税合计 {amount}。', en: '{count, plural, one {# invoice} other {# invoices}}, {amount} with tax.', es: '{count, plural, one {# factura} other {# facturas}}, {amount} con impuesto.', ja: '{count} 枚、税込 {amount}。' },
  },
  invoiceFailed: {
    title: { zh: '开票申请 {no} 开票失败', en: 'Issuing {no} failed', es: 'Falló la emisión de {no}', ja: '申請 {no} の発行に失敗しました' },
    body: { zh: '{reason}。运营中心将处理后重新开具。', en: '{reason}. The centre will resolve this and issue the invoice again.', es: '{reason}. El centro lo resolverá y la emitirá de nuevo.', ja: '{reason}。センターが対応し、再度発行します。' },
  },
  invoiceReleased: {
    title: { zh: '开票申请 {no} 的失败部分已释放', en: 'Failed invoices of {no} were released', es: 'Se liberó lo fallido de {no}', ja: '申請 {no} の失敗分が解放されました' },
    body: { zh: '{reason}。{amount} 的额度已恢复，可重新申请。', en: '{reason}. {amount} is available again, and you can reapply.', es: '{reason}. Quedan libres {amount}; puede volver a solicitarlas.', ja: '{reason}。{amount} の枠が戻りました。再申請できます。' },
  },
  ownInvoiceToIssue: {
    title: { zh: '您的个体户有发票待开具（{no}）', en: 'An invoice from your business must be issued ({no})', es: 'Su negocio debe emitir una factura ({no})', ja: '事業の発票の発行が必要です（{no}）' },
    body: {
      zh: '购买方 {unit}，价税合计 {amount}。自行开具的，请上传发票文件。',
      en: 'To {unit}, {amount} with tax. If you issue it yourself, upload its file.',
      es: 'A {unit}, {amount} con impuesto. Si la emite usted, suba el archivo.',
      ja: '{unit} 宛、税込 {amount}。ご自身で発行する場合はファイルを登録してください。',
    },
  },
  ownInvoiceIssued: {
    title: { zh: '您的个体户发票已开具（{no}）', en: 'An invoice from your business has been issued ({no})', es: 'Se emitió una factura de su negocio ({no})', ja: '事業の発票が発行されました（{no}）' },
    body: { zh: '购买方 {unit}，价税合计 {amount}。', en: 'To {unit}, {amount} with tax.', es: 'A {unit}, {amount} con impuesto.', ja: '{unit} 宛、税込 {amount}。' },
  },
  businessInvoicesMade: {
    title: { zh: '{unit} 的个体户发票已生成，待审核', en: 'Business invoices to {unit} await review', es: 'Facturas de negocios a {unit} por revisar', ja: '{unit} 宛の個人事業主の発票が審査待ちです' },
    body: { zh: '共 {count} 张，价税合计 {amount}。', en: '{count, plural, one {# invoice} other {# invoices}}, {amount} with tax.', es: '{count, plural, one {# factura} other {# facturas}}, {amount} con impuesto.', ja: '{count} 枚、税込 {amount}。' },
  },
  redDue: {
    title: { zh: '已开票的付款退汇，需红冲（{no}）', en: 'An invoiced payment was returned: reverse the invoice ({no})', es: 'Pago facturado devuelto: rectifique la factura ({no})', ja: '発票済みの支払が組戻しになりました（{no}）' },
    body: {
      zh: '退汇 {count} 笔，待红冲 {amount}；红冲前可开票额度相应减少。',
      en: '{count, plural, one {# payment} other {# payments}}, {amount} to be reversed. Until then the quota is reduced by this amount.',
      es: '{count, plural, one {# pago} other {# pagos}}, {amount} por rectificar; hasta entonces el cupo se reduce.',
      ja: '{count} 件、要赤字処理 {amount}。処理までは発行可能額が減ります。',
    },
  },
  redIssued: {
    title: { zh: '申请 {no} 已开具红字发票', en: 'A red-letter invoice was issued for {no}', es: 'Se emitió una rectificativa de {no}', ja: '申請 {no} の赤字発票が発行されました' },
    body: { zh: '红冲 {amount}，额度已恢复。', en: '{amount} was reversed; the quota is available again.', es: 'Se rectificaron {amount}; el cupo queda libre.', ja: '{amount} を赤字処理し、枠は元に戻りました。' },
  },
  redToConfirm: {
    title: { zh: '红字发票待您确认（{no}），限 {until} 前', en: 'Confirm a red-letter invoice of {no} by {until}', es: 'Confirme la rectificativa de {no} antes del {until}', ja: '赤字発票の確認が必要です（{no}、{until} まで）' },
    body: {
      zh: '蓝字发票 {number}，红冲 {amount}，确认单 {confirmNo}。请在税务数字账户确认，72 小时未确认即作废。',
      en: 'Invoice {number}, {amount} to be reversed, red-letter confirmation {confirmNo}. Confirm it in your tax office account; it expires after 72 hours.',
      es: 'Factura {number}, se rectifican {amount}, confirmación {confirmNo}. Confírmela en su cuenta de la agencia tributaria; a las 72 horas queda anulada.',
      ja: '元の発票 {number}、赤字 {amount}、確認書 {confirmNo}。税務デジタル口座で確認してください。72 時間を過ぎると無効になります。',
    },
  },
  redVoided: {
    title: { zh: '申请 {no} 的红字确认单超 72 小时未确认，已作废', en: 'The red-letter confirmation of {no} expired after 72 hours', es: 'La rectificativa de {no} no se confirmó en 72 horas', ja: '申請 {no} の赤字確認書は72時間以内に確認されず無効です' },
    body: { zh: '涉及 {amount}，可重新发起。', en: '{amount} concerned. You can start a new confirmation.', es: 'Importe: {amount}. Puede iniciar otra confirmación.', ja: '{amount}。再度起票できます。' },
  },
  titleToReview: {
    title: { zh: '发票抬头「{title}」待审核', en: 'Invoice title “{title}” to review', es: 'Datos de facturación «{title}» por revisar', ja: '発票宛名「{title}」の審査待ち' },
    body: { zh: '{unit} 提交的抬头与单位名称不一致。', en: '{unit} requests a title other than its name.', es: '{unit} pide una razón social distinta de la suya.', ja: '{unit} の宛名が企業名と異なります。' },
  },
  titleDecided: {
    title: {
      zh: '发票抬头「{title}」{outcome, select, approved {已通过} other {被驳回}}',
      en: 'Invoice title “{title}” was {outcome, select, approved {approved} other {rejected}}',
      es: 'Datos «{title}»: {outcome, select, approved {aprobados} other {rechazados}}',
      ja: '発票宛名「{title}」が{outcome, select, approved {承認} other {却下}}されました',
    },
    body: {
      zh: '{outcome, select, approved {现在可用于申请开票。} other {原因：{reason}}}',
      en: '{outcome, select, approved {You can now use it in applications.} other {Reason: {reason}}}',
      es: '{outcome, select, approved {Ya se pueden usar en solicitudes.} other {Motivo: {reason}}}',
      ja: '{outcome, select, approved {申請に使用できます。} other {理由：{reason}}}',
    },
  },
} as const satisfies Record<string, { readonly title: Text; readonly body: Text }>
