import type { Text } from '#/domain/base/text.ts'

/** Texts of the calculation of a person's line. */
export const calculationTexts = {
  byCategory: {
    zh: '按税务政策由付款方代扣代缴的服务类目',
    en: 'Services of categories whose VAT the payer withholds under the tax policy.',
    es: 'Servicios de categorías cuyo IVA retiene el pagador según la normativa.',
    ja: '税務規定により支払者が源泉徴収するサービス分類の分。',
  },
  bySales: {
    zh: '起征点按全月合计；增值税按销售额比例分到两张申报表，合计与全月一致',
    en: 'The threshold counts the whole month. Its VAT is divided between the two returns by sales, and both add up to the month.',
    es: 'El umbral cuenta el mes entero. Su IVA se reparte entre las dos declaraciones según las ventas; juntas suman el mes.',
    ja: '免税点は月全体で判定します。増値税は売上の割合で二つの申告書に分け、合計は月全体と一致します。',
  },
  gross: { zh: '本期支付成功的付款（含税）', en: 'Payments that arrived in the month, VAT included', es: 'Pagos del mes realizados, IVA incluido', ja: '当月に成功した支払（税込）' },
  back: { zh: '已关账月份的付款在本期退汇，冲减本期', en: 'Returned payments of closed months that reduce this month', es: 'Pagos de meses cerrados devueltos ahora; reducen este mes', ja: '締め済み月の支払の組戻し。当期から控除' },
  below: { zh: '月销售额未达起征点 {threshold}（不含税），全额免税（{source}）', en: 'Below {threshold} excluding VAT in the month: all exempt ({source})', es: 'Menos de {threshold} sin IVA en el mes: todo exento ({source})', ja: '月売上が免税点 {threshold}（税抜）未満のため全額免税（{source}）' },
  notExempt: { zh: '起征点 {threshold}（不含税）', en: 'Threshold: {threshold} excluding VAT', es: 'Umbral: {threshold} sin IVA', ja: '免税点 {threshold}（税抜）' },
  reached: {
    zh: '达到 {threshold} 即全额纳税：销售额 ÷（1+{rate}）× {rate}，减已代办部分（{source}）',
    en: 'From {threshold}, all sales are taxed: sales ÷ (1 + {rate}) × {rate}, less earlier withholding ({source})',
    es: 'Alcanzar {threshold} grava el total: ventas ÷ (1 + {rate}) × {rate}, menos lo ya retenido ({source})',
    ja: '{threshold} 到達で全額課税：売上 ÷（1+{rate}）× {rate} − 既徴収分（{source}）',
  },
  over: {
    zh: '超过 {threshold} 全额纳税：销售额 ÷（1+{rate}）× {rate}，减已代办部分（{source}）',
    en: 'Above {threshold}, all sales are taxed: sales ÷ (1 + {rate}) × {rate}, less earlier withholding ({source})',
    es: 'Superar {threshold} grava el total: ventas ÷ (1 + {rate}) × {rate}, menos lo ya retenido ({source})',
    ja: '{threshold} 超で全額課税：売上 ÷（1+{rate}）× {rate} − 既徴収分（{source}）',
  },
  surcharge: {
    zh: '增值税 × 税（费）率 × {kept}，六税两费减半征收（{source}）',
    en: 'VAT × rate × {kept}: halved for small-scale taxpayers ({source})',
    es: 'IVA × tipo × {kept}: reducido a la mitad para pequeños contribuyentes ({source})',
    ja: '増値税 × 税率 × {kept}：小規模納税者の半減（{source}）',
  },
  surchargeFull: { zh: '增值税 × 税（费）率（{source}）', en: 'VAT × rate ({source})', es: 'IVA × tipo ({source})', ja: '増値税 × 税率（{source}）' },
  income: { zh: '本期销售额 − 增值税', en: 'Sales of the month less VAT', es: 'Ventas del mes menos IVA', ja: '当月売上 − 増値税' },
  cumIncome: { zh: '本年连续取得报酬月份的收入合计；中断后重新累计', en: 'Income of this year’s consecutive months; a gap restarts the total', es: 'Ingresos de los meses seguidos del año; una interrupción reinicia', ja: '本年の連続月の収入合計。中断後は再計算' },
  cumExpense: { zh: '累计收入 × {rate}', en: 'Cumulative income × {rate}', es: 'Ingresos acumulados × {rate}', ja: '累計収入 × {rate}' },
  cumDeduction: { zh: '{amount} × {months} 个月', en: '{amount} × {months, plural, one {# month} other {# months}}', es: '{amount} × {months, plural, one {# mes} other {# meses}}', ja: '{amount} × {months} か月' },
  taxable: { zh: '累计收入 − 累计费用 − 累计减除费用 − 其他扣除，不低于零', en: 'Income − expenses − deduction − other deductions, not below zero', es: 'Ingresos − gastos − reducción − otras deducciones, no menos de cero', ja: '累計収入 − 費用 − 基礎控除 − その他控除（ゼロ以上）' },
  should: { zh: '应纳税所得额 × {rate} − 速算扣除数 {quick}（{source}）', en: 'Taxable income × {rate} − {quick} ({source})', es: 'Base × {rate} − {quick} ({source})', ja: '課税所得 × {rate} − 速算控除額 {quick}（{source}）' },
  before: { zh: '本年此前各月已预扣', en: 'Withheld in earlier months of the year', es: 'Retenido en meses anteriores del año', ja: '本年の前月までの源泉額' },
  due: { zh: '累计应纳税额 − 累计已预扣，不低于零（年内不退税）', en: 'Cumulative tax − withheld before, not below zero: no refunds within the year', es: 'Cuota acumulada − retenido antes, no menos de cero: no se devuelve dentro del año', ja: '累計税額 − 既源泉額（ゼロ以上。年内還付なし）' },
  withheld: { zh: '付款时实际扣下的税额，含本期退汇的冲减', en: 'Withheld with payments, less returns', es: 'Lo retenido con los pagos, menos lo devuelto', ja: '支払時の徴収額（当期組戻し分を控除）' },
  difference: {
    zh: '其他付款失败或退汇后，按实际到账重算与已扣之差；年内由下一笔付款补平',
    en: 'Other payments failed or were returned: tax on payments received less tax withheld; the next payment of the year corrects it',
    es: 'Otros pagos fallaron o volvieron: impuesto de lo realizado menos lo retenido; el siguiente pago del año lo compensa',
    ja: '他の支払の失敗・組戻し後に再計算した差額。年内の次回支払で調整',
  },
} as const satisfies Record<string, Text>
