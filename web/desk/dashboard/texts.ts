import { amountNames, balanceNames, paidAmountNames } from '#/api/amounts.texts.ts'
import type { Text } from '#/domain/base/text.ts'

export const texts = {
  hello: { zh: '{name}，您好', en: 'Hello, {name}', es: 'Hola, {name}', ja: '{name} さん、こんにちは' },
  guide: {
    zh: '尚未开通：完成开通检查后才能支付。',
    en: 'Payments are not possible yet: some steps are still open.',
    es: 'Todavía no se puede pagar: quedan pasos por completar.',
    ja: 'まだ支払いできません。利用準備の手順が残っています。',
  },
  guideOpen: { zh: '查看开通检查', en: 'Show the steps', es: 'Ver los pasos', ja: '利用準備を表示' },
  money: { zh: '资金', en: 'Funds', es: 'Fondos', ja: '資金' },
  work: { zh: '业务状态', en: 'Overview', es: 'Estado de las operaciones', ja: '業務の状況' },
  noughts: { zh: '{count} 项为零：{names}', en: '{count, plural, one {# figure is} other {# figures are}} zero: {names}', es: '{count, plural, one {# cifra es} other {# cifras son}} cero: {names}', ja: '{count} 件はゼロ：{names}' },
  lines: { zh: '{count, number} 笔', en: '{count, plural, one {# payment} other {# payments}}', es: '{count, plural, one {# pago} other {# pagos}}', ja: '{count, number} 件' },
  waiting: { zh: '待办', en: 'Awaiting your action', es: 'Pendientes', ja: '未処理' },
  all: { zh: '全部', en: 'All', es: 'Todo', ja: 'すべて' },
  nothingWaiting: { zh: '没有待办事项', en: 'Nothing awaits your action', es: 'No tiene nada pendiente', ja: '未処理の項目はありません' },
  nothingWaitingMore: {
    zh: '需要您处理的批次、充值或人员会出现在这里。',
    en: 'Batches, top-ups and people that need your action will appear here.',
    es: 'Aquí aparecerán los lotes, recargas o personas que requieren su acción.',
    ja: '対応が必要なバッチ・入金・人員がここに表示されます。',
  },
  handle: { zh: '去处理', en: 'Open', es: 'Abrir', ja: '処理する' },
  newBatch: { zh: '批量支付', en: 'New payment batch', es: 'Nuevo lote de pagos', ja: '一括支払い' },
  newTopup: { zh: '充值', en: 'Top up', es: 'Recargar', ja: '入金' },
} as const satisfies Record<string, Text>

export const cardNames = {
  available: balanceNames.available,
  frozen: balanceNames.frozen,
  paidThisMonth: paidAmountNames.month,
  checking: { zh: '待复核', en: 'Awaiting check', es: 'Por verificar', ja: '確認待ち' },
  paying: { zh: '支付中', en: 'Being paid', es: 'En pago', ja: '支払処理中' },
  failed: { zh: '失败与退汇', en: 'Failed or returned', es: 'Fallidos o devueltos', ja: '失敗・組戻し' },
  auditing: { zh: '待审核批次', en: 'Batches awaiting audit', es: 'Por auditar', ja: '審査待ちバッチ' },
  held: { zh: '挂起', en: 'On hold', es: 'En espera', ja: '保留中' },
  unknown: { zh: '结果待查', en: 'Result unknown', es: 'Resultado desconocido', ja: '結果照会中' },
  returned: { zh: '退汇', en: 'Returned', es: 'Devueltos', ja: '組戻し' },
  topups: { zh: '充值待确认', en: 'Top-ups to confirm', es: 'Recargas por confirmar', ja: '入金確認待ち' },
  unclaimed: { zh: '待认领来款', en: 'Unclaimed credits', es: 'Ingresos sin identificar', ja: '未消込の入金' },
  differences: { zh: '对账差异', en: 'Reconciliation differences', es: 'Diferencias de conciliación', ja: '照合差異' },
  custody: { zh: '代持资金缺存管证明', en: 'Money held for others, not proved', es: 'Fondos de terceros sin prueba', ja: '証明のない預り資金' },
  candidates: { zh: '待审核经营者', en: 'People to review', es: 'Personas por revisar', ja: '審査待ちの事業者' },
  accounts: { zh: '待审核账号', en: 'Accounts to review', es: 'Cuentas por revisar', ja: '審査待ちアカウント' },
  claims: { zh: '待确认收款单', en: 'Claims to confirm', es: 'Solicitudes de cobro por confirmar', ja: '確認待ちの受取請求' },
  toSign: { zh: '待签约人数', en: 'People who have not signed', es: 'Personas sin firmar', ja: '未署名の事業者' },
  signatures: { zh: '待签协议', en: 'To sign', es: 'Por firmar', ja: '署名待ちの契約' },
  income: { zh: '本年应发收入（按到账日）', en: 'Gross income this year, by date of receipt', es: 'Ingreso bruto del año, por fecha de abono', ja: '今年の総支給額（着金日基準）' },
  withheld: { zh: '本年已预扣税费（按到账日）', en: 'Tax withheld this year, by date of receipt', es: 'Impuestos retenidos del año, por fecha de abono', ja: '今年の源泉徴収額（着金日基準）' },
  received: { zh: '本年实收（按到账日）', en: 'Received this year, by date of receipt', es: 'Recibido este año, por fecha de abono', ja: '今年の受取額（着金日基準）' },
  commission: { zh: '本月预计佣金（按入账日）', en: 'Expected commission this month, by booking date', es: 'Comisión prevista del mes, por fecha contable', ja: '今月の見込み紹介手数料（計上日基準）' },
  invoiceQuota: { zh: '可开票金额', en: 'Amount to invoice', es: 'Importe por facturar', ja: '発行可能額' },
  toIssue: { zh: '待开票', en: 'Invoices to issue', es: 'Facturas por emitir', ja: '発行待ちの発票' },
  filingsOverdue: { zh: '逾期申报事项', en: 'Overdue filings', es: 'Declaraciones vencidas', ja: '期限超過の申告' },
  taxDue: { zh: '报税倒计时', en: 'Taxes to declare or pay', es: 'Impuestos por declarar o pagar', ja: '申告・納付期限まで' },
  redDue: { zh: '退汇待红冲', en: 'To be reversed', es: 'Por rectificar', ja: '要赤字処理' },
  bills: { zh: '待确认佣金账单', en: 'Commission bills to confirm', es: 'Liquidaciones por confirmar', ja: '確認待ちの紹介手数料明細書' },
  units: { zh: '名下单位', en: 'Your units', es: 'Sus empresas', ja: '担当企業' },
} as const satisfies Record<string, Text>

const batches: Text = { zh: '{count, number} 批', en: '{count, plural, one {# batch} other {# batches}}', es: '{count, plural, one {# lote} other {# lotes}}', ja: '{count, number} 件' }
const people: Text = { zh: '{count, number} 人', en: '{count, number}', es: '{count, number}', ja: '{count, number} 人' }

/** The counts of cards with their unit, e.g. batches or people. Cards without an entry count payments. */
export const countUnitTexts: Readonly<Partial<Record<keyof typeof cardNames, Text>>> = {
  checking: batches,
  paying: batches,
  failed: batches,
  auditing: batches,
  held: batches,
  unknown: batches,
  returned: batches,
  topups: { zh: '{count, number} 笔', en: '{count, number}', es: '{count, number}', ja: '{count, number} 件' },
  unclaimed: { zh: '{count, number} 笔', en: '{count, number}', es: '{count, number}', ja: '{count, number} 件' },
  differences: { zh: '{count, number} 条', en: '{count, number}', es: '{count, number}', ja: '{count, number} 件' },
  custody: { zh: '{count, number} 个中心', en: '{count, plural, one {# centre} other {# centres}}', es: '{count, plural, one {# centro} other {# centros}}', ja: '{count, number} 拠点' },
  candidates: people,
  accounts: { zh: '{count, number} 个', en: '{count, number}', es: '{count, number}', ja: '{count, number} 件' },
  claims: { zh: '{count, number} 笔', en: '{count, number}', es: '{count, number}', ja: '{count, number} 件' },
  toSign: people,
  signatures: { zh: '{count, number} 份', en: '{count, number}', es: '{count, number}', ja: '{count, number} 件' },
  toIssue: { zh: '{count, number} 单', en: '{count, number}', es: '{count, number}', ja: '{count, number} 件' },
  filingsOverdue: { zh: '{count, number} 项', en: '{count, number}', es: '{count, number}', ja: '{count, number} 件' },
  taxDue: { zh: '{count, number} 期', en: '{count, number}', es: '{count, number}', ja: '{count, number} 期' },
  redDue: { zh: '{count, number} 笔', en: '{count, number}', es: '{count, number}', ja: '{count, number} 件' },
  bills: { zh: '{count, number} 张', en: '{count, number}', es: '{count, number}', ja: '{count, number} 件' },
  units: { zh: '{count, number} 家', en: '{count, number}', es: '{count, number}', ja: '{count, number} 社' },
}

/** The time left until the last day of a card's items. */
export const daysLeftTexts = {
  none: { zh: '往期均已申报缴款', en: 'All past periods are declared and paid', es: 'Todos los períodos anteriores están declarados y pagados', ja: '過去の期間はすべて申告・納付済み' },
  left: { zh: '还剩 {days} 天', en: '{days, plural, one {# day left} other {# days left}}', es: '{days, plural, one {queda # día} other {quedan # días}}', ja: '残り {days} 日' },
  today: { zh: '今天截止', en: 'due today', es: 'vence hoy', ja: '本日期限' },
  over: { zh: '已逾期 {days} 天', en: '{days, plural, one {# day overdue} other {# days overdue}}', es: '{days, plural, one {vencido hace # día} other {vencido hace # días}}', ja: '{days} 日超過' },
} as const satisfies Record<string, Text>

const cost: Text = { zh: '应付 {amount}', en: 'Cost {amount}', es: 'Coste {amount}', ja: '企業支払額 {amount}' }

/** The label of the amount on cards of batches: the cost of the lines concerned, not of the whole batches. */
export const amountTexts: Readonly<Partial<Record<keyof typeof cardNames, Text>>> = {
  checking: cost,
  paying: cost,
  failed: cost,
  auditing: cost,
  held: cost,
  unknown: cost,
  returned: cost,
}

/** The legends of the trend chart, by kind of user. */
export const trendLegends = {
  payer: {
    title: { zh: '近 12 个月实发与人数（按到账日）', en: 'Net and payees, last 12 months, by date of receipt', es: 'Neto y beneficiarios, últimos 12 meses, por fecha de abono', ja: '過去 12 か月の手取り額と人数（着金日基準）' },
    bar: amountNames.net,
    line: { zh: '人数', en: 'Payees', es: 'Beneficiarios', ja: '人数' },
    none: { zh: '还没有支付记录', en: 'No payments yet', es: 'Todavía no hay pagos', ja: '支払いはまだありません' },
    noneMore: { zh: '首笔支付完成后，这里显示每月走势。', en: 'The monthly trend appears after the first payment.', es: 'La evolución mensual aparecerá tras el primer pago.', ja: '最初の支払い後に月次推移が表示されます。' },
  },
  operator: {
    title: { zh: '近 12 个月实收与笔数（按到账日）', en: 'Received, last 12 months, by date of receipt', es: 'Recibido, últimos 12 meses, por fecha de abono', ja: '過去 12 か月の受取額と件数（着金日基準）' },
    bar: amountNames.received,
    line: { zh: '笔数', en: 'Payments', es: 'Pagos', ja: '件数' },
    none: { zh: '还没有到账记录', en: 'Nothing received yet', es: 'Todavía no ha recibido pagos', ja: '受取はまだありません' },
    noneMore: { zh: '首笔款项到账后，这里显示每月走势。', en: 'The monthly trend appears after the first payment reaches you.', es: 'La evolución mensual aparecerá cuando reciba el primer pago.', ja: '最初の入金後に月次推移が表示されます。' },
  },
  partner: {
    title: { zh: '近 12 个月佣金与产生佣金的单位（按入账日）', en: 'Commission and units, last 12 months, by booking date', es: 'Comisión y empresas, últimos 12 meses, por fecha contable', ja: '過去 12 か月の紹介手数料と企業数（計上日基準）' },
    bar: { zh: '佣金', en: 'Commission', es: 'Comisión', ja: '紹介手数料' },
    line: { zh: '单位数', en: 'Units', es: 'Empresas', ja: '企業数' },
    none: { zh: '还没有佣金记录', en: 'No commission yet', es: 'Todavía no hay comisión', ja: '紹介手数料はまだありません' },
    noneMore: { zh: '名下单位首笔支付产生佣金后，这里显示每月走势。', en: 'The trend appears once payments of your units earn commission.', es: 'La evolución aparecerá cuando un pago de sus empresas genere comisión.', ja: '担当企業の支払いで紹介手数料が発生すると表示されます。' },
  },
} as const satisfies Record<string, Record<string, Text>>
