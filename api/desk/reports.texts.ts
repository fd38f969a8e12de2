import { contractModeNames } from '#/api/agreements/contract-modes.texts.ts'
import { amountNames } from '#/api/amounts.texts.ts'
import type { ReportColumnKey } from '#/api/desk/report-columns.texts.ts'
import type { Text } from '#/domain/base/text.ts'
import type { ReportBasis, ReportGroup, ReportMovementKind } from '#/domain/desk/report.ts'

/** The headings of the seven reports, for pages and workbooks. */
export const reportFields = {
  day: { zh: '日期', en: 'Date', es: 'Fecha', ja: '日付' },
  end: { zh: '状态', en: 'Status', es: 'Estado', ja: '状態' },
  unit: { zh: '单位', en: 'Unit', es: 'Empresa', ja: '企業' },
  batch: { zh: '批次号', en: 'Batch', es: 'Lote', ja: 'バッチ番号' },
  line: { zh: '明细号', en: 'Payment', es: 'Pago', ja: '明細番号' },
  operator: { zh: '姓名', en: 'Name', es: 'Nombre', ja: '氏名' },
  mode: { zh: '结算模式', en: 'Mode', es: 'Modalidad', ja: '精算モード' },
  gross: amountNames.gross,
  fee: { zh: '服务费（含税）', en: 'Service fee, VAT included', es: 'Tarifa de servicio con IVA', ja: '手数料（税込）' },
  sales: { zh: '销售额（价税合计）', en: 'Sales, VAT included', es: 'Ventas con IVA', ja: '売上（税込）' },
  salesNet: { zh: '销售额（不含税）', en: 'Sales excl. VAT', es: 'Ventas sin IVA', ja: '売上（税抜）' },
  outputVat: { zh: '销项税额', en: 'Output VAT', es: 'IVA repercutido', ja: '売上税額' },
  feeRate: { zh: '费率', en: 'Fee rate', es: 'Tarifa', ja: '料率' },
  platformPart: { zh: '平台分成', en: 'Platform share', es: 'Parte de la plataforma', ja: 'プラットフォーム分配' },
  centrePart: { zh: '中心分成', en: 'Centre share', es: 'Parte del centro', ja: 'センター分配' },
  partnerPart: { zh: '合作伙伴分成', en: 'Partner share', es: 'Parte del socio', ja: 'パートナー分配' },
  staffPart: { zh: '营销员分成', en: 'Staff share', es: 'Parte del personal', ja: '担当者分配' },
  period: { zh: '期间', en: 'Period', es: 'Período', ja: '期間' },
  group: { zh: '单位 / 中心', en: 'Unit / centre', es: 'Empresa / centro', ja: '企業・センター' },
  lines: { zh: '笔数', en: 'Payments', es: 'Pagos', ja: '件数' },
  people: { zh: '人数', en: 'People', es: 'Personas', ja: '人数' },
  parts: { zh: '分成支出', en: 'Fee shares paid out', es: 'Partes cedidas', ja: '分配支出' },
  earned: { zh: '净收入', en: 'Net income', es: 'Ingreso neto', ja: '純収入' },
  before: { zh: '上期', en: 'Period before', es: 'Período anterior', ja: '前期' },
  change: { zh: '环比', en: 'Change', es: 'Variación', ja: '前期比' },
  bookedAt: { zh: '支付时间', en: 'Paid at', es: 'Pagado el', ja: '支払日時' },
  arrivedAt: { zh: '到账时间', en: 'Received', es: 'Abonado el', ja: '着金日時' },
  idNumber: { zh: '证件号', en: 'ID number', es: 'N.º de documento', ja: '身分証番号' },
  cardNo: { zh: '收款账号', en: 'Account', es: 'Cuenta', ja: '受取口座' },
  vat: { zh: '增值税', en: 'VAT', es: 'IVA', ja: '増値税' },
  surcharge: { zh: '附加税费', en: 'Surcharges', es: 'Recargos', ja: '付加税' },
  city: { zh: '城市维护建设税', en: 'Urban construction tax', es: 'Impuesto de construcción urbana', ja: '都市維持建設税' },
  education: { zh: '教育费附加', en: 'Education surcharge', es: 'Recargo educativo', ja: '教育費付加' },
  localEducation: { zh: '地方教育附加', en: 'Local education surcharge', es: 'Recargo educativo local', ja: '地方教育付加' },
  iit: { zh: '个人所得税', en: 'Income tax', es: 'Impuesto sobre la renta', ja: '個人所得税' },
  feeOperator: { zh: '服务费（经营者承担）', en: 'Fee borne by the payee', es: 'Tarifa de servicio a cargo del beneficiario', ja: '手数料（事業者負担）' },
  net: amountNames.net,
  channel: { zh: '支付通道', en: 'Channel', es: 'Canal', ja: '支払チャネル' },
  channelRef: { zh: '通道流水号', en: 'Channel reference', es: 'Referencia del canal', ja: 'チャネル取引番号' },
  channelFee: { zh: '通道手续费', en: 'Channel fees', es: 'Tarifas del canal', ja: 'チャネル手数料' },
  channelFeeTold: { zh: '手续费已取得笔数', en: 'Payments with known fees', es: 'Pagos con tarifa conocida', ja: '手数料取得済み件数' },
  returnedOn: { zh: '退汇日', en: 'Returned on', es: 'Devuelto el', ja: '組戻し日' },
  paidLines: { zh: '成功笔数', en: 'Paid', es: 'Pagados', ja: '成功件数' },
  paidNet: { zh: '成功实发', en: 'Net paid', es: 'Neto pagado', ja: '成功手取り額' },
  failedLines: { zh: '失败笔数', en: 'Failed', es: 'Fallidos', ja: '失敗件数' },
  failedNet: { zh: '失败实发', en: 'Net failed', es: 'Neto fallido', ja: '失敗手取り額' },
  returnedLines: { zh: '退汇笔数', en: 'Returned', es: 'Devueltos', ja: '組戻し件数' },
  returnedNet: { zh: '退汇实发', en: 'Net returned', es: 'Neto devuelto', ja: '組戻し手取り額' },
  tax: amountNames.tax,
  cost: amountNames.cost,
  month: { zh: '所属期', en: 'Tax month', es: 'Mes fiscal', ja: '所属期' },
  incomeKind: { zh: '所得项目', en: 'Kind of income', es: 'Tipo de renta', ja: '所得項目' },
  income: { zh: '本期收入', en: 'Income of the month', es: 'Renta del mes', ja: '当期収入' },
  cumulativeIncome: { zh: '累计收入', en: 'Cumulative income', es: 'Renta acumulada', ja: '累計収入' },
  expense: { zh: '累计费用', en: 'Cumulative expenses', es: 'Gastos acumulados', ja: '累計費用' },
  deduction: { zh: '累计减除费用', en: 'Cumulative deduction', es: 'Deducción acumulada', ja: '累計基礎控除' },
  taxable: { zh: '累计应纳税所得额', en: 'Cumulative taxable income', es: 'Base imponible acumulada', ja: '累計課税所得' },
  taxRate: { zh: '预扣率', en: 'Rate', es: 'Tipo', ja: '税率' },
  quick: { zh: '速算扣除数', en: 'Quick deduction', es: 'Deducción rápida', ja: '速算控除額' },
  cumulativeTax: { zh: '累计应扣税额', en: 'Cumulative tax', es: 'Cuota acumulada', ja: '累計税額' },
  withheldBefore: { zh: '前期已扣税额', en: 'Previously withheld', es: 'Retenido antes', ja: '前期までの源泉税額' },
  withheld: { zh: '本期扣缴', en: 'Withheld', es: 'Retenido', ja: '当期源泉税額' },
  centre: { zh: '运营中心', en: 'Centre', es: 'Centro', ja: '運営センター' },
  due: { zh: '应扣税额', en: 'Tax due', es: 'Retención exigible', ja: '要源泉税額' },
  difference: { zh: '应补（退）差额', en: 'Due (or overpaid)', es: 'Diferencia', ja: '過不足額' },
  invoiceNo: { zh: '发票号码', en: 'Invoice number', es: 'N.º de factura', ja: '発票番号' },
  handedOver: { zh: '已缴税额', en: 'Paid to the tax office', es: 'Ingresado en Hacienda', ja: '納付済み税額' },
  unpaid: { zh: '已扣未缴', en: 'Withheld, not yet remitted', es: 'Retenido sin ingresar', ja: '源泉済み未納付額' },
  paidOn: { zh: '缴款日', en: 'Remitted on', es: 'Ingresado el', ja: '納付日' },
  monthGross: { zh: '当月累计', en: 'Sales of the month', es: 'Ventas del mes', ja: '当月累計' },
  isOver: { zh: '超 10 万', en: 'Over 100,000', es: 'Más de 100 000', ja: '10 万超' },
  vatDue: { zh: '应纳增值税', en: 'VAT due', es: 'Cuota de IVA', ja: '納付増値税' },
  quarterGross: { zh: '季度累计', en: 'Sales of the quarter', es: 'Ventas del trimestre', ja: '四半期累計' },
  rolling: { zh: '连续 12 个月累计', en: 'Sales of 12 months', es: 'Ventas de 12 meses', ja: '直近 12 か月累計' },
  alert: { zh: '预警', en: 'Alert', es: 'Alerta', ja: '警告' },
} as const satisfies Record<ReportColumnKey, Text>

export const reportModeNames = contractModeNames

export const reportEndNames = {
  paid: { zh: '支付成功', en: 'Paid', es: 'Pagado', ja: '支払済み' },
  returned: { zh: '退汇', en: 'Returned', es: 'Devuelto', ja: '組戻し' },
  failed: { zh: '支付失败', en: 'Failed', es: 'Fallido', ja: '支払失敗' },
} as const satisfies Record<ReportMovementKind, Text>

export const reportBasisNames = {
  booked: { zh: '支付成功日', en: 'Date of success', es: 'Fecha del pago', ja: '支払成功日' },
  submitted: { zh: '提交日', en: 'Date of submission', es: 'Fecha de envío', ja: '提出日' },
  arrived: { zh: '到账日', en: 'Date of receipt', es: 'Fecha de abono', ja: '着金日' },
} as const satisfies Record<ReportBasis, Text>

export const reportGroupNames = {
  unit: { zh: '按单位', en: 'By unit', es: 'Por empresa', ja: '企業別' },
  centre: { zh: '按运营中心', en: 'By centre', es: 'Por centro', ja: 'センター別' },
  time: { zh: '按时间', en: 'By time', es: 'Por fecha', ja: '期間別' },
} as const satisfies Record<ReportGroup, Text>

export const rollingAlertNames = {
  near: { zh: '已近 500 万元', en: 'Near 5,000,000', es: 'Cerca de 5 000 000', ja: '500 万元に接近' },
  over: { zh: '已超 500 万元', en: 'Over 5,000,000', es: 'Más de 5 000 000', ja: '500 万元超' },
} as const satisfies Record<string, Text>

export const flagNames = { yes: { zh: '是', en: 'Yes', es: 'Sí', ja: 'はい' } } as const satisfies Record<string, Text>

/** Names of the kinds of income from which tax was withheld. */
export const incomeKindNames = { labour: { zh: '劳务报酬所得', en: 'Service income', es: 'Rentas por servicios', ja: '労務報酬所得' } } as const satisfies Record<string, Text>

export const reportTaskTexts = {
  failed: { zh: '报表未能导出，请重试', en: 'The report could not be exported; try again', es: 'No se pudo exportar el informe; inténtelo de nuevo', ja: '帳票を出力できませんでした。もう一度お試しください' },
} as const satisfies Record<string, Text>

export const reportRefusals = {
  nothing: { zh: '该期间没有数据可导出', en: 'There is nothing to export in this period', es: 'No hay nada que exportar en este período', ja: 'この期間に出力するデータがありません' },
  sumsOnly: {
    zh: '合作伙伴只能查看按单位和日期汇总的数据，请打开收入汇总或支付汇总',
    en: 'Partners see totals by unit and date. Open the income or payment summary.',
    es: 'Los socios ven totales por empresa y fecha. Abra el resumen de ingresos o de pagos.',
    ja: 'パートナーが閲覧できるのは企業別・日別の集計のみです。収入集計または支払集計をご覧ください',
  },
} as const satisfies Record<string, Text>
