/** Texts of the commands in the search, which load on demand. */
export const commandTexts = {
  commands: { zh: '命令', en: 'Commands', es: 'Comandos', ja: 'コマンド' },
  newBatch: { zh: '新建批量支付', en: 'New batch payment', es: 'Nuevo pago por lotes', ja: '一括支払いを作成' },
  newTopup: { zh: '新增预付款申请', en: 'New prepayment', es: 'Nuevo anticipo', ja: '前払いを申請' },
  newOrder: { zh: '新增订单', en: 'New order', es: 'Nuevo pedido', ja: '注文を作成' },
  newAccount: { zh: '新增账号', en: 'New account', es: 'Nueva cuenta', ja: 'アカウントを追加' },
  newTemplate: { zh: '新增协议模板', en: 'New contract template', es: 'Nueva plantilla', ja: '契約テンプレートを追加' },
  newPlan: { zh: '新增收费方案', en: 'New fee plan', es: 'Nueva tarifa', ja: '料金プランを追加' },
  newCentre: { zh: '新增运营中心', en: 'New centre', es: 'Nuevo centro', ja: '運営センターを追加' },
  exportTopups: { zh: '导出预付款', en: 'Export prepayments', es: 'Exportar anticipos', ja: '前払いを出力' },
  exportOrders: { zh: '导出订单', en: 'Export orders', es: 'Exportar pedidos', ja: '注文を出力' },
  exportUnits: { zh: '导出单位', en: 'Export units', es: 'Exportar empresas', ja: '企業を出力' },
  exportLog: { zh: '导出操作日志', en: 'Export the log', es: 'Exportar el registro', ja: '操作ログを出力' },
  sheet: { zh: '键盘快捷键', en: 'Keyboard shortcuts', es: 'Atajos de teclado', ja: 'キーボードショートカット' },
} as const
