import type { Text } from '#/domain/base/text.ts'
import type { ReceiptState } from '#/domain/money/voucher.ts'

export const voucherKinds = {
  payment: { zh: '支付', en: 'Payment', es: 'Pago', ja: '支払い' },
  topup: { zh: '充值', en: 'Top-up', es: 'Recarga', ja: '入金' },
  refund: { zh: '退款', en: 'Refund', es: 'Reembolso', ja: '返金' },
  fee: { zh: '手续费', en: 'Fee', es: 'Tarifa de servicio', ja: '手数料' },
  tax: { zh: '缴款', en: 'Tax payment', es: 'Pago de impuestos', ja: '納税' },
} as const satisfies Record<string, Text>

export const receiptStateNames: Readonly<Record<ReceiptState, Text>> = {
  awaited: { zh: '待获取', en: 'Pending', es: 'Pendiente', ja: '取得待ち' },
  here: { zh: '已获取', en: 'Available', es: 'Disponible', ja: '取得済み' },
  missing: { zh: '获取失败', en: 'Not obtained', es: 'No obtenido', ja: '取得失敗' },
}

export const voucherRefusals = {
  notFound: { zh: '凭证不存在', en: 'The receipt does not exist.', es: 'El comprobante no existe.', ja: '取引証明書が存在しません。' },
  nothingToFetch: { zh: '该凭证没有可向银行获取的回单', en: 'The bank has no document for this receipt.', es: 'No hay comprobante del banco que obtener.', ja: '銀行から取得できる取引証明書はありません。' },
  reasonNeeded: { zh: '请填写上传原因', en: 'Enter the reason for the upload.', es: 'Indique el motivo de la subida.', ja: 'アップロードの理由を入力してください。' },
  sameFile: { zh: '上传的文件与现有回单相同', en: 'This document is already uploaded.', es: 'Es el mismo documento que ya figura.', ja: '現在の取引証明書と同じファイルです。' },
  nothing: { zh: '没有符合条件的凭证', en: 'No matching receipts.', es: 'No hay comprobantes que coincidan.', ja: '該当する取引証明書がありません。' },
  tooMany: { zh: '一次最多下载 {most} 份凭证，请缩小范围', en: 'At most {most} receipts at once; narrow the filter.', es: 'Como máximo {most} comprobantes a la vez; acote el filtro.', ja: '一度にダウンロードできるのは {most} 件までです。' },
} as const satisfies Record<string, Text>

export const voucherFields = {
  no: { zh: '凭证号', en: 'Receipt no.', es: 'N.º de comprobante', ja: '取引証明書番号' },
  kind: { zh: '类型', en: 'Type', es: 'Tipo', ja: '種類' },
  batchNo: { zh: '批次号', en: 'Batch', es: 'Lote', ja: 'バッチ番号' },
  lineNo: { zh: '明细号', en: 'Line', es: 'Línea', ja: '明細番号' },
  unit: { zh: '单位', en: 'Unit', es: 'Empresa', ja: '企業' },
  payer: { zh: '付款方', en: 'Payer', es: 'Pagador', ja: '支払者' },
  payee: { zh: '收款方', en: 'Payee', es: 'Beneficiario', ja: '受取人' },
  payeeAccount: { zh: '收款账号', en: 'Payee account', es: 'Cuenta del beneficiario', ja: '受取口座' },
  /** The amount that reached the payee or, for a top-up, the received amount. */
  amount: { zh: '金额', en: 'Amount', es: 'Importe', ja: '金額' },
  serial: { zh: '银行流水号', en: 'Bank reference', es: 'Referencia bancaria', ja: '銀行取引番号' },
  time: { zh: '交易时间', en: 'Date and time', es: 'Fecha y hora', ja: '取引日時' },
  source: { zh: '出具方', en: 'Issued by', es: 'Emitido por', ja: '発行元' },
  receipt: { zh: '获取状态', en: 'Document', es: 'Documento', ja: '取得状況' },
  returned: { zh: '已退汇', en: 'Returned', es: 'Devuelto', ja: '組戻し済み' },
} as const satisfies Record<string, Text>

export const voucherSources = {
  channel: { zh: '支付通道', en: 'Channel', es: 'Canal', ja: '支払チャネル' },
  person: { zh: '人工上传', en: 'Manual upload', es: 'Subido', ja: '手動登録' },
  platform: { zh: '平台', en: 'Platform', es: 'Plataforma', ja: 'プラットフォーム' },
} as const satisfies Record<string, Text>

export const voucherTaskTexts = {
  title: { zh: '电子回单 {count, number} 份', en: '{count, plural, one {# receipt} other {# receipts}}', es: '{count, plural, one {# comprobante} other {# comprobantes}}', ja: '取引証明書 {count, number} 件' },
  failed: {
    zh: '生成失败，系统会自动重试；若一直未完成请重新发起',
    en: 'The file could not be created. The system retries automatically. If it does not finish, start again.',
    es: 'No se pudo crear el archivo. El sistema reintenta automáticamente; si no termina, iníciela de nuevo.',
    ja: 'ファイルを作成できませんでした。自動的に再試行します。完了しない場合はやり直してください。',
  },
  index: { zh: '索引', en: 'Index', es: 'Índice', ja: '索引' },
  list: { zh: '支付凭证', en: 'Receipts', es: 'Comprobantes', ja: '取引証明書' },
} as const satisfies Record<string, Text>
