import type { Text } from '#/domain/base/text.ts'

export const texts = {
  keyword: { zh: '关键词', en: 'Keyword', es: 'Palabra clave', ja: 'キーワード' },
  keywordHint: { zh: '凭证号/批次号/户名/流水号', en: 'Receipt, batch, name or bank reference', es: 'Comprobante, lote, nombre o referencia', ja: '取引証明書・バッチ・名義・取引番号' },
  period: { zh: '交易日期', en: 'Date', es: 'Fecha', ja: '取引日' },
  preview: { zh: '预览', en: 'Preview', es: 'Vista previa', ja: 'プレビュー' },
  download: { zh: '下载 PDF', en: 'Download PDF', es: 'Descargar PDF', ja: 'PDFをダウンロード' },
  zip: { zh: '批量下载ZIP', en: 'Download all as ZIP', es: 'Descargar todo en ZIP', ja: 'ZIPで一括ダウンロード' },
  zipSelected: { zh: '下载所选 {count} 份', en: 'Download {count} selected', es: 'Descargar {count} seleccionados', ja: '選択した {count} 件をダウンロード' },
  export: { zh: '导出清单', en: 'Export list', es: 'Exportar lista', ja: '一覧を出力' },
  none: {
    zh: '没有凭证：支付成功、充值入账、退款、批次完结收取服务费或登记缴税后自动生成',
    en: 'No receipts yet: they appear when a payment succeeds, a top-up is booked, a refund is paid, a batch is closed or tax is paid',
    es: 'Aún no hay comprobantes: aparecen al pagar, al contabilizar una recarga, al reembolsar, al cerrar un lote o al pagar impuestos',
    ja: '取引証明書はまだありません。支払い成功、入金、返金、バッチ完了、納税の後に自動作成されます',
  },
  notReturned: { zh: '未退汇', en: 'Not returned', es: 'No devueltos', ja: '組戻しなし' },
  total: { zh: '筛选合计', en: 'Total', es: 'Total', ja: '合計' },
  count: { zh: '{count} 份', en: '{count, plural, one {# receipt} other {# receipts}}', es: '{count, plural, one {# comprobante} other {# comprobantes}}', ja: '{count} 件' },
  fetch: { zh: '重新获取', en: 'Fetch again', es: 'Volver a obtener', ja: '再取得' },
  upload: { zh: '人工上传', en: 'Upload', es: 'Subir', ja: '手動登録' },
  uploadTitle: { zh: '上传银行回单：{no}', en: 'Upload the bank slip: {no}', es: 'Subir el comprobante bancario: {no}', ja: '銀行振込控をアップロード：{no}' },
  uploadNote: {
    zh: '上传后以此文件为准；原文件、上传人、时间和原因均保留。',
    en: 'This file is now the current one. The previous file, its uploader, time and reason are kept.',
    es: 'Este archivo será el válido; se conservan el anterior, quién lo subió, cuándo y por qué.',
    ja: '以後このファイルが有効になります。以前のファイル、登録者、日時、理由は保存されます。',
  },
  file: { zh: '回单文件（PDF）', en: 'Receipt (PDF)', es: 'Comprobante (PDF)', ja: '取引証明書（PDF）' },
  earlier: { zh: '上传记录', en: 'Uploads so far', es: 'Subidas anteriores', ja: '登録履歴' },
  expected: { zh: '预计 {day} 可下载', en: 'expected by {day}', es: 'previsto para el {day}', ja: '{day} までに取得見込み' },
  action: { zh: '操作', en: 'Actions', es: 'Acciones', ja: '操作' },
} as const satisfies Record<string, Text>
