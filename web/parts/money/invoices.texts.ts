import type { Text } from '#/domain/base/text.ts'

export const paidInvoiceTexts = {
  no: { zh: '单号', en: 'No.', es: 'N.º', ja: '番号' },
  state: { zh: '状态', en: 'Status', es: 'Estado', ja: '状態' },
  invoices: { zh: '发票', en: 'Invoices', es: 'Facturas', ja: '発票' },
  invoiced: { zh: '申请金额（含税）', en: 'Requested, tax included', es: 'Importe solicitado, con impuestos', ja: '申請額（税込）' },
  ofHere: { zh: '其中本链路', en: 'Of these payments', es: 'De estos pagos', ja: 'うち本経路分' },
  red: { zh: '已红冲', en: 'Reversed', es: 'Rectificado', ja: '赤字処理済み' },
  seller: { zh: '开票方', en: 'Issued by', es: 'Emisor', ja: '発行者' },
  numbers: { zh: '发票号码', en: 'Invoice numbers', es: 'Números de factura', ja: '発票番号' },
  issuedOn: { zh: '开票日期', en: 'Issued on', es: 'Fecha de emisión', ja: '発行日' },
  apply: { zh: '申请开票', en: 'Apply for an invoice', es: 'Solicitar factura', ja: '発票を申請' },
  noInvoices: { zh: '这些付款尚未申请开票', en: 'No invoice requested yet', es: 'Aún no se ha solicitado factura', ja: '発票はまだ申請されていません' },
  certificates: { zh: '完税凭证（人·所属期）', en: 'Tax certificates (people and periods)', es: 'Certificados fiscales (personas y períodos)', ja: '納税証明書（人・対象期間）' },
  certified: { zh: '已取得 {there} / 共 {all}', en: '{there} of {all}', es: '{there} de {all}', ja: '{all} 件中 {there} 件取得済み' },
  firstOf: { zh: '共 {count} 条，仅列出前 {shown} 条', en: 'The first {shown} of {count}', es: 'Los primeros {shown} de {count}', ja: '全 {count} 件のうち先頭 {shown} 件' },
} as const satisfies Record<string, Text>
