import type { Text } from '#/domain/text.ts'

/** The dashboard. */
export const texts = {
  hello: { zh: '{name}，您好', en: 'Hello, {name}', es: 'Hola, {name}', ja: '{name} さん、こんにちは' },
  figures: { zh: '关键数字', en: 'Key figures', es: 'Cifras clave', ja: '主要指標' },
  available: { zh: '可用余额', en: 'Available balance', es: 'Saldo disponible', ja: '利用可能残高' },
  frozen: { zh: '冻结金额', en: 'Frozen', es: 'Saldo bloqueado', ja: '凍結額' },
  paidThisMonth: { zh: '本月支付', en: 'Paid this month', es: 'Pagado este mes', ja: '今月の支払額' },
  payeesThisMonth: { zh: '本月收款人数', en: 'Payees this month', es: 'Beneficiarios este mes', ja: '今月の受取人数' },
  unknown: { zh: '结果待查', en: 'Outcome unknown', es: 'Resultado desconocido', ja: '結果確認中' },
  taxThisMonth: { zh: '本月税费', en: 'Tax this month', es: 'Impuestos este mes', ja: '今月の税額' },
  people: { zh: '{count, number} 人', en: '{count, number}', es: '{count, number}', ja: '{count, number} 人' },
  lines: { zh: '{count, number} 笔', en: '{count, plural, one {# line} other {# lines}}', es: '{count, plural, one {# línea} other {# líneas}}', ja: '{count, number} 件' },
  waiting: { zh: '待办', en: 'Waiting for you', es: 'Pendientes', ja: '未処理' },
  nothingWaiting: { zh: '没有待办事项', en: 'Nothing waits for you', es: 'No tiene nada pendiente', ja: '未処理の項目はありません' },
  nothingWaitingMore: {
    zh: '需要您处理的批次、充值或人员会出现在这里。',
    en: 'Batches, top-ups or people that need you will appear here.',
    es: 'Aquí aparecerán los lotes, recargas o personas que le esperan.',
    ja: '対応が必要なバッチ・入金・人員がここに表示されます。',
  },
  handle: { zh: '去处理', en: 'Open', es: 'Abrir', ja: '処理する' },
  trend: { zh: '近 12 个月支付额与人数', en: 'Payments and payees, last 12 months', es: 'Pagos y beneficiarios, últimos 12 meses', ja: '過去 12 か月の支払額と人数' },
  paid: { zh: '支付额', en: 'Paid', es: 'Pagado', ja: '支払額' },
  payees: { zh: '人数', en: 'Payees', es: 'Beneficiarios', ja: '人数' },
  noTrend: { zh: '还没有支付记录', en: 'No payments yet', es: 'Todavía no hay pagos', ja: '支払いはまだありません' },
  noTrendMore: { zh: '首笔支付完成后，这里显示每月走势。', en: 'The monthly trend appears after the first payment.', es: 'La evolución mensual aparecerá tras el primer pago.', ja: '最初の支払い後に月次推移が表示されます。' },
} as const satisfies Record<string, Text>
