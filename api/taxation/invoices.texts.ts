import type { Text } from '#/domain/base/text.ts'
import type { ApplicationBasis, InvoiceApplicationState, InvoiceApplicationStep, InvoiceKind, InvoiceState, RedCode, RedReason } from '#/domain/taxation/invoice.ts'

export const applicationStateNames: Readonly<Record<InvoiceApplicationState, Text>> = {
  pending: { zh: '待审核', en: 'To be reviewed', es: 'Por revisar', ja: '審査待ち' },
  todo: { zh: '待开票', en: 'To be issued', es: 'Por emitir', ja: '発行待ち' },
  issuing: { zh: '开票中', en: 'Being issued', es: 'En emisión', ja: '発行中' },
  part: { zh: '部分开票', en: 'Partly issued', es: 'Emitida en parte', ja: '一部発行' },
  issued: { zh: '已开票', en: 'Issued', es: 'Emitida', ja: '発行済み' },
  failed: { zh: '开票失败', en: 'Failed', es: 'Fallida', ja: '発行失敗' },
  withdrawn: { zh: '已撤销', en: 'Withdrawn', es: 'Retirada', ja: '取下げ' },
  rejected: { zh: '已驳回', en: 'Rejected', es: 'Rechazada', ja: '却下' },
}

export const invoiceStateNames: Readonly<Record<InvoiceState, Text>> = {
  planned: { zh: '待开', en: 'Planned', es: 'Prevista', ja: '未発行' },
  issued: { zh: '正常', en: 'Valid', es: 'Válida', ja: '有効' },
  partRed: { zh: '部分红冲', en: 'Partly reversed', es: 'Rectificada en parte', ja: '一部赤字' },
  red: { zh: '已红冲', en: 'Reversed', es: 'Rectificada', ja: '赤字処理済み' },
  released: { zh: '已释放', en: 'Released', es: 'Liberada', ja: '解放済み' },
}

export const invoiceKindNames: Readonly<Record<InvoiceKind, Text>> = {
  special: { zh: '增值税专用发票', en: 'Special VAT invoice', es: 'Factura especial de IVA', ja: '増値税専用発票' },
  ordinary: { zh: '增值税普通发票', en: 'Ordinary VAT invoice', es: 'Factura ordinaria de IVA', ja: '増値税普通発票' },
}

/** The medium of all current invoices: 数电, electronic invoices of the tax office. */
export const invoiceMediumName: Text = { zh: '数电', en: 'Electronic', es: 'Electrónica', ja: '電子' }

export const basisNames: Readonly<Record<ApplicationBasis, Text>> = {
  batches: { zh: '按批次', en: 'By batch', es: 'Por lote', ja: 'バッチ別' },
  period: { zh: '按付款期间', en: 'By period of payment', es: 'Por período de pago', ja: '支払期間別' },
  amount: { zh: '按金额（先付先开）', en: 'By amount, oldest first', es: 'Por importe, lo más antiguo primero', ja: '金額別（古い順）' },
}

export const redReasonNames: Readonly<Record<RedReason, Text>> = {
  returned: { zh: '销货退回', en: 'Goods returned', es: 'Devolución', ja: '返品' },
  mistake: { zh: '开票有误', en: 'Issued in error', es: 'Error de emisión', ja: '発行誤り' },
  stopped: { zh: '服务中止', en: 'Service stopped', es: 'Servicio interrumpido', ja: 'サービス中止' },
  discount: { zh: '销售折让', en: 'Price allowance', es: 'Descuento', ja: '値引き' },
}

/** Names of the states of a red letter. Codes and words are those of the tax office (SM-RED). */
export const redCodeNames: Readonly<Record<RedCode, Text>> = {
  '01': { zh: '01 无需确认', en: '01 No confirmation needed', es: '01 No requiere confirmación', ja: '01 確認不要' },
  '02': { zh: '02 销方录入待购方确认', en: '02 Entered by the seller, awaiting the buyer', es: '02 Registrada por el vendedor, espera al comprador', ja: '02 販売側入力・購入側確認待ち' },
  '03': { zh: '03 购方录入待销方确认', en: '03 Entered by the buyer, awaiting the seller', es: '03 Registrada por el comprador, espera al vendedor', ja: '03 購入側入力・販売側確認待ち' },
  '04': { zh: '04 购销双方已确认', en: '04 Confirmed by both', es: '04 Confirmada por ambos', ja: '04 双方確認済み' },
  '05': { zh: '05 作废（购方否认）', en: '05 Void: denied by the buyer', es: '05 Anulada: negada por el comprador', ja: '05 無効（購入側否認）' },
  '06': { zh: '06 作废（销方否认）', en: '06 Void: denied by the seller', es: '06 Anulada: negada por el vendedor', ja: '06 無効（販売側否認）' },
  '07': { zh: '07 作废（超72小时未确认）', en: '07 Void: not confirmed in 72 hours', es: '07 Anulada: sin confirmar en 72 horas', ja: '07 無効（72時間以内に未確認）' },
  '08': { zh: '08 作废（发起方撤销）', en: '08 Void: withdrawn by the initiator', es: '08 Anulada: retirada por quien la inició', ja: '08 無効（申請側取消）' },
  '09': { zh: '09 作废（确认后撤销）', en: '09 Void: withdrawn after confirmation', es: '09 Anulada: retirada tras confirmarse', ja: '09 無効（確認後取消）' },
  '10': { zh: '10 申请中', en: '10 Applied for', es: '10 Solicitada', ja: '10 申請中' },
}

export const applicationStepNames: Readonly<Record<InvoiceApplicationStep, Text>> = {
  applied: { zh: '提交申请', en: 'Applied', es: 'Solicitada', ja: '申請' },
  approved: { zh: '审核通过', en: 'Approved', es: 'Aprobada', ja: '承認' },
  rejected: { zh: '审核驳回', en: 'Rejected', es: 'Rechazada', ja: '却下' },
  withdrawn: { zh: '撤销申请', en: 'Withdrawn', es: 'Retirada', ja: '取下げ' },
  listed: { zh: '导出待开清单', en: 'Added to the issuing list', es: 'En la lista por emitir', ja: '発行待ち一覧に出力' },
  sent: { zh: '提交开票通道', en: 'Sent to the issuing channel', es: 'Enviada al canal de emisión', ja: '発行チャネルへ送信' },
  issued: { zh: '开具发票', en: 'Invoice issued', es: 'Factura emitida', ja: '発票を発行' },
  failed: { zh: '开票失败', en: 'Issuing failed', es: 'Emisión fallida', ja: '発行失敗' },
  reopened: { zh: '退回待开票', en: 'Returned for issuing', es: 'Devuelta a por emitir', ja: '発行待ちに戻す' },
  released: { zh: '释放失败部分', en: 'Failed invoices released', es: 'Se liberó lo fallido', ja: '失敗分を解放' },
  replaced: { zh: '上传或替换文件', en: 'File added or replaced', es: 'Archivo añadido o sustituido', ja: 'ファイルの追加・差替え' },
  mailed: { zh: '邮件已发送', en: 'Mailed', es: 'Enviada por correo', ja: 'メール送信済み' },
  mailFailed: { zh: '邮件发送失败', en: 'The mail failed', es: 'Falló el correo', ja: 'メール送信失敗' },
  redAsked: { zh: '发起红冲', en: 'Reversal started', es: 'Rectificativa iniciada', ja: '赤字発票を起票' },
  redSent: { zh: '红冲提交开票通道', en: 'Reversal sent to the channel', es: 'Rectificativa enviada al canal', ja: '赤字発票をチャネルへ送信' },
  redMoved: { zh: '红字确认单状态变更', en: 'Status of red-letter confirmation changed', es: 'Cambio de estado de la rectificativa', ja: '赤字確認書の状態変更' },
  redIssued: { zh: '开具红字发票', en: 'Red-letter invoice issued', es: 'Rectificativa emitida', ja: '赤字発票を発行' },
  lineReturned: { zh: '付款退汇，需红冲', en: 'Payment returned: to be reversed', es: 'Pago devuelto: hay que rectificar', ja: '組戻し発生・赤字処理が必要' },
}

export const invoiceFields = {
  no: { zh: '申请单号', en: 'Application', es: 'Solicitud', ja: '申請番号' },
  unit: { zh: '单位', en: 'Unit', es: 'Empresa', ja: '企業' },
  centre: { zh: '开票方', en: 'Issuer', es: 'Emisor', ja: '発行者' },
  title: { zh: '抬头', en: 'Title', es: 'Razón social', ja: '宛名' },
  kind: { zh: '票种', en: 'Kind', es: 'Tipo', ja: '種類' },
  medium: { zh: '介质', en: 'Medium', es: 'Soporte', ja: '媒体' },
  category: { zh: '类目', en: 'Category', es: 'Categoría', ja: '品目' },
  amount: { zh: '价税合计', en: 'Total with tax', es: 'Total con impuesto', ja: '税込合計' },
  price: { zh: '不含税金额', en: 'Without tax', es: 'Sin impuesto', ja: '税抜金額' },
  tax: { zh: '税额', en: 'Tax', es: 'Impuesto', ja: '税額' },
  rate: { zh: '税率', en: 'Rate', es: 'Tipo impositivo', ja: '税率' },
  batches: { zh: '关联批次', en: 'Batches', es: 'Lotes', ja: 'バッチ数' },
  lines: { zh: '关联明细', en: 'Payments', es: 'Pagos', ja: '支払明細' },
  count: { zh: '张数', en: 'Invoices', es: 'Facturas', ja: '枚数' },
  state: { zh: '状态', en: 'Status', es: 'Estado', ja: '状態' },
  number: { zh: '发票号码', en: 'Invoice number', es: 'N.º de factura', ja: '発票番号' },
  issuedOn: { zh: '开票日期', en: 'Issued on', es: 'Fecha de emisión', ja: '発行日' },
  appliedAt: { zh: '申请时间', en: 'Applied at', es: 'Solicitada', ja: '申請日時' },
  hours: { zh: '处理时长（小时）', en: 'Processing time (hours)', es: 'Horas', ja: '処理時間（時間）' },
  redDue: { zh: '待红冲', en: 'To be reversed', es: 'Por rectificar', ja: '要赤字処理' },
  red: { zh: '已红冲', en: 'Reversed', es: 'Rectificado', ja: '赤字処理済み' },
  email: { zh: '收票邮箱', en: 'E-mail', es: 'Correo', ja: '受取メール' },
  remark: { zh: '备注', en: 'Remark', es: 'Observaciones', ja: '備考' },
  reason: { zh: '原因', en: 'Reason', es: 'Motivo', ja: '理由' },
  goods: { zh: '项目名称', en: 'Goods or service', es: 'Concepto', ja: '項目名' },
  taxCode: { zh: '税收分类编码', en: 'Tax code', es: 'Código fiscal', ja: '税収分類コード' },
  taxNo: { zh: '购方税号', en: 'Buyer’s tax number', es: 'N.º fiscal del comprador', ja: '購入側税番号' },
  basis: { zh: '取数方式', en: 'Chosen', es: 'Selección', ja: '選択方法' },
  line: { zh: '明细号', en: 'Payment', es: 'Pago', ja: '明細番号' },
  batch: { zh: '批次号', en: 'Batch', es: 'Lote', ja: 'バッチ番号' },
  payee: { zh: '收款人', en: 'Payee', es: 'Beneficiario', ja: '受取人' },
  paidAt: { zh: '到账时间', en: 'Received', es: 'Recibido', ja: '着金日時' },
  cost: { zh: '单位付款', en: 'Paid by the unit', es: 'Pagado por la empresa', ja: '企業支払額' },
  used: { zh: '已申请开票', en: 'Invoiced', es: 'Facturado', ja: '発票申請済み' },
  part: { zh: '本单开票', en: 'In this application', es: 'En esta solicitud', ja: '本申請分' },
  back: { zh: '本单已退回', en: 'Released', es: 'Liberado', ja: '本申請の取消分' },
  holder: { zh: '所在申请', en: 'Application', es: 'Solicitud', ja: '申請番号' },
  free: { zh: '可开票', en: 'Available', es: 'Disponible', ja: '発行可能' },
  returned: { zh: '退汇', en: 'Returned', es: 'Devuelto', ja: '組戻し' },
  blue: { zh: '蓝字发票号码', en: 'Original invoice', es: 'Factura original', ja: '元の発票番号' },
  code: { zh: '确认单状态', en: 'Status of red-letter confirmation', es: 'Estado de la confirmación', ja: '確認書の状態' },
  confirmNo: { zh: '确认单编号', en: 'Red-letter confirmation', es: 'N.º de confirmación', ja: '確認書番号' },
  redNumber: { zh: '红字发票号码', en: 'Number of the red-letter invoice', es: 'N.º de la rectificativa', ja: '赤字発票番号' },
  askedAt: { zh: '发起时间', en: 'Started at', es: 'Iniciada', ja: '起票日時' },
  expires: { zh: '确认期限', en: 'To be confirmed by', es: 'Confirmar hasta', ja: '確認期限' },
  seq: { zh: '序号', en: 'No.', es: 'N.º', ja: '番号' },
  file: { zh: '文件名', en: 'File', es: 'Archivo', ja: 'ファイル名' },
} as const satisfies Record<string, Text>

export const invoiceListNames = {
  applications: { zh: '发票申请', en: 'Invoice applications', es: 'Solicitudes de factura', ja: '発票申請' },
  lines: { zh: '发票关联明细', en: 'Payments of invoices', es: 'Pagos de facturas', ja: '発票の支払明細' },
  reds: { zh: '红字发票', en: 'Red-letter invoices', es: 'Facturas rectificativas', ja: '赤字発票' },
  toIssue: { zh: '待开清单', en: 'To be issued', es: 'Por emitir', ja: '発行待ち一覧' },
  results: { zh: '开票结果', en: 'Issued invoices', es: 'Facturas emitidas', ja: '発行結果' },
} as const satisfies Record<string, Text>

export const invoiceMail = {
  subject: { zh: '发票 {no}', en: 'Invoices {no}', es: 'Facturas {no}', ja: '発票 {no}' },
  body: {
    zh: '{seller} 向 {title} 开具了 {count} 张发票，价税合计 {amount}，号码：{numbers}。发票文件见附件，也可在系统“总包发票”中下载。',
    en: '{seller} issued {count, plural, one {# invoice} other {# invoices}} to {title}, {amount} with tax, numbered {numbers}. The files are attached, and under General-contractor invoices.',
    es: '{seller} emitió {count, plural, one {# factura} other {# facturas}} a {title}, {amount} con impuesto, n.º {numbers}. Van adjuntas y están en Facturas de contratista general.',
    ja: '{seller} が {title} 宛に発票 {count} 枚（税込 {amount}、番号 {numbers}）を発行しました。ファイルは添付のほか「総合請負の発票」からも取得できます。',
  },
} as const satisfies Record<string, Text>
