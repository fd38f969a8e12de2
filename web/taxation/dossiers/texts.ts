import type { Text } from '#/domain/base/text.ts'
import { paidInvoiceTexts } from '#/web/parts/money/invoices.texts.ts'

export const texts = {
  ...paidInvoiceTexts,
  pool: {
    zh: '预付款是一个资金池，单笔资金不逐分追踪。下列“对应充值”按先进先出列示，仅供阅读；余额与流水号是账上的事实。',
    en: 'A prepayment is one pool: single amounts are not tracked through it. The top-ups below are matched first in, first out, for illustration only. Balances and journal numbers come from the books.',
    es: 'El anticipo es un fondo común: no se sigue cada importe. Las recargas se asignan por orden de entrada solo a título orientativo; los saldos y números de asiento son los contables.',
    ja: '前払金は1つの資金プールで、1件ごとの追跡はしません。対応する入金は先入先出で示す参考表示です。残高と仕訳番号は帳簿の記録です。',
  },
  topups: { zh: '资金来源（充值与期初）', en: 'Origin of the money', es: 'Procedencia', ja: '資金の出所（入金・期首）' },
  aside: { zh: '冻结（批次与退款）', en: 'Reserved for batches and refunds', es: 'Reservado para lotes y reembolsos', ja: '凍結（バッチ・返金）' },
  paid: { zh: '支付与入账', en: 'Paid and booked', es: 'Pagado y contabilizado', ja: '支払と計上' },
  lines: { zh: '明细', en: 'Lines', es: 'Líneas', ja: '明細' },
  vouchers: { zh: '凭证', en: 'Receipts', es: 'Comprobantes', ja: '取引証明書' },
  commissions: { zh: '佣金与分成', en: 'Commissions', es: 'Comisiones', ja: '紹介手数料・分配' },
  at: { zh: '时间', en: 'Time', es: 'Hora', ja: '日時' },
  by: { zh: '经办人', en: 'By', es: 'Por', ja: '担当者' },
  amount: { zh: '金额', en: 'Amount', es: 'Importe', ja: '金額' },
  used: { zh: '用于本链路', en: 'Used here', es: 'Usado aquí', ja: '本経路での使用額' },
  before: { zh: '变动前可用', en: 'Available before', es: 'Disponible antes', ja: '変動前の利用可能額' },
  after: { zh: '变动后可用', en: 'Available after', es: 'Disponible después', ja: '変動後の利用可能額' },
  journal: { zh: '流水号', en: 'Journal', es: 'Asiento', ja: '仕訳番号' },
  count: { zh: '成功笔数', en: 'Lines paid', es: 'Líneas pagadas', ja: '成功件数' },
  net: { zh: '实发（银行付出）', en: 'Net (left the bank)', es: 'Neto (pagado por el banco)', ja: '手取り（銀行支払）' },
  vat: { zh: '增值税科目', en: 'VAT', es: 'IVA', ja: '増値税' },
  surcharge: { zh: '附加税费科目', en: 'Surcharges', es: 'Recargos', ja: '付加税' },
  iit: { zh: '个税科目', en: 'Individual income tax', es: 'Impuesto sobre la renta', ja: '個人所得税' },
  tax: { zh: '税费', en: 'Tax', es: 'Impuestos', ja: '税' },
  fee: { zh: '服务费', en: 'Service fee', es: 'Tarifa de servicio', ja: '手数料' },
  released: { zh: '失败退回预付款', en: 'Failed, released', es: 'Fallido, devuelto al anticipo', ja: '失敗分の戻入' },
  returned: { zh: '退汇退回预付款', en: 'Returned by the bank', es: 'Devuelto por el banco', ja: '組戻し分の戻入' },
  payee: { zh: '收款人', en: 'Payee', es: 'Beneficiario', ja: '受取人' },
  voucher: { zh: '凭证号', en: 'Receipt no.', es: 'N.º de comprobante', ja: '取引証明書番号' },
  invoice: { zh: '开票申请', en: 'Invoice application', es: 'Solicitud de factura', ja: '発票申請' },
  proof: { zh: '完税凭证（所属期）', en: 'Tax certificate (period)', es: 'Certificado fiscal (período)', ja: '納税証明書（対象期間）' },
  notYet: { zh: '未取得', en: 'none yet', es: 'pendiente', ja: '未取得' },
  nothing: { zh: '没有记录', en: 'Nothing here', es: 'Sin registros', ja: '記録がありません' },
  wrong: {
    zh: '链接不完整，请从批次、明细、充值、凭证、发票或完税凭证打开',
    en: 'Open this from a batch, line, top-up, receipt, invoice or tax certificate.',
    es: 'Ábralo desde un lote, línea, recarga, comprobante, factura o certificado fiscal.',
    ja: 'バッチ・明細・入金・取引証明書・発票・納税証明書から開いてください。',
  },
} as const satisfies Record<string, Text>

/** The parties that share a fee. */
export const partyNames: Readonly<Record<string, Text>> = {
  platform: { zh: '平台', en: 'Platform', es: 'Plataforma', ja: 'プラットフォーム' },
  centre: { zh: '运营中心', en: 'Centre', es: 'Centro', ja: '運営センター' },
  partner: { zh: '合作伙伴', en: 'Partner', es: 'Socio', ja: 'パートナー' },
  staff: { zh: '员工', en: 'Staff', es: 'Personal', ja: '担当者' },
}
