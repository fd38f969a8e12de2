import type { Text } from '#/domain/text.ts'

export const texts = {
  keyword: { zh: '关键词', en: 'Keyword', es: 'Palabra clave', ja: 'キーワード' },
  keywordHint: { zh: '凭证号/户名/流水号', en: 'Receipt, name or serial', es: 'Comprobante, nombre o n.º', ja: '取引証明書番号・名義・取引番号' },
  period: { zh: '到账日期', en: 'Arrived', es: 'Fecha de abono', ja: '着金日' },
  download: { zh: '下载 PDF', en: 'Download PDF', es: 'Descargar PDF', ja: 'PDFをダウンロード' },
  zip: { zh: '批量下载ZIP', en: 'Download all as ZIP', es: 'Descargar todo en ZIP', ja: 'ZIPで一括ダウンロード' },
  zipSelected: { zh: '下载所选 {count} 份', en: 'Download {count} selected', es: 'Descargar {count} seleccionados', ja: '選択した {count} 件をダウンロード' },
  zipStarted: { zh: '已开始生成 {count} 份回单，可在任务中心查看进度', en: 'Creating {count} receipts; see the task centre', es: 'Generando {count} comprobantes; sígalo en el centro de tareas', ja: '{count} 件の取引証明書を作成中です。タスクセンターで進捗を確認できます' },
  export: { zh: '导出清单', en: 'Export list', es: 'Exportar lista', ja: '一覧を出力' },
  none: { zh: '没有凭证：支付成功或充值入账后会自动生成', en: 'No receipts yet: they appear when a payment succeeds or a top-up is booked', es: 'Aún no hay comprobantes: aparecen al pagar o al contabilizar una recarga', ja: '取引証明書はまだありません。支払い成功または入金後に自動作成されます' },
  notReturned: { zh: '未退汇', en: 'Not returned', es: 'No devueltos', ja: '組戻しなし' },
  total: { zh: '筛选合计', en: 'Total', es: 'Total', ja: '合計' },
  count: { zh: '{count} 份', en: '{count, plural, one {# receipt} other {# receipts}}', es: '{count, plural, one {# comprobante} other {# comprobantes}}', ja: '{count} 件' },
  action: { zh: '操作', en: 'Actions', es: 'Acciones', ja: '操作' },
} as const satisfies Record<string, Text>
