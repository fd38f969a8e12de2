import { amountNames, paidAmountNames } from '#/api/amounts.texts.ts'
import type { Text } from '#/domain/base/text.ts'

export const texts = {
  receipts: { zh: '本年到账明细', en: 'Received this year', es: 'Recibido este año', ja: '今年の受取明細' },
  noReceipts: { zh: '本年还没有到账', en: 'Nothing received this year yet', es: 'Este año aún no ha recibido pagos', ja: '今年の受取はまだありません' },
  noReceiptsMore: { zh: '款项到账后，这里逐笔显示应发、税费与实收。', en: 'Each payment appears here with gross, tax and net once it succeeds.', es: 'Cada pago aparecerá con bruto, impuestos y neto cuando llegue.', ja: '着金すると、総支給額・税・受取額が一件ずつ表示されます。' },
  arrived: { zh: '到账时间', en: 'Received', es: 'Recibido el', ja: '着金日時' },
  payer: { zh: '付款单位', en: 'Paid by', es: 'Pagador', ja: '支払元' },
  service: { zh: '服务内容', en: 'Service', es: 'Servicio', ja: 'サービス内容' },
  gross: amountNames.gross,
  tax: amountNames.tax,
  fee: amountNames.fee,
  net: amountNames.received,
  no: { zh: '业务编号', en: 'Number', es: 'Número', ja: '番号' },
  vat: { zh: '增值税', en: 'VAT', es: 'IVA', ja: '増値税' },
  surcharge: { zh: '附加税费', en: 'Surcharges', es: 'Recargos', ja: '付加税' },
  incomeTax: { zh: '个人所得税', en: 'Income tax', es: 'Impuesto sobre la renta', ja: '個人所得税' },
  paper: { zh: '电子回单', en: 'Receipt', es: 'Comprobante', ja: '取引証明書' },
  breakdown: { zh: '明细', en: 'Breakdown', es: 'Desglose', ja: '内訳' },
  taxRecord: { zh: '本年扣税记录', en: 'Tax withheld this year', es: 'Impuestos retenidos este año', ja: '今年の源泉徴収記録' },
  noTaxRecord: { zh: '本年还没有扣税记录', en: 'No payments this year yet', es: 'Este año aún no hay pagos', ja: '今年の記録はまだありません' },
  month: { zh: '月份', en: 'Month', es: 'Mes', ja: '月' },
  agent: { zh: '扣缴义务人', en: 'Withholding agent', es: 'Agente de retención', ja: '源泉徴収義務者' },
  receiptsTotal: { zh: '合计 {count, number} 笔', en: 'Total, {count, plural, one {# payment} other {# payments}}', es: 'Total, {count, plural, one {# pago} other {# pagos}}', ja: '合計 {count, number} 件' },
  units: { zh: '名下单位（本月）', en: 'Your units this month', es: 'Sus empresas este mes', ja: '担当企業（今月）' },
  unitsNote: {
    zh: '按单位汇总，不含收款人信息；佣金以月度账单为准。',
    en: 'Totals per unit, without payees. The monthly bill settles the commission.',
    es: 'Cada empresa en conjunto, sin beneficiarios. La comisión definitiva figura en la liquidación mensual.',
    ja: '企業ごとの合計で、受取人の情報は含みません。紹介手数料は月次の明細書で確定します。',
  },
  noUnits: { zh: '名下还没有单位', en: 'You have no units yet', es: 'Aún no tiene empresas', ja: '担当企業はまだありません' },
  noUnitsMore: { zh: '您引荐的单位开通后会出现在这里。', en: 'Units that you refer appear here once their accounts are open.', es: 'Las empresas que aporte aparecerán aquí al activarse.', ja: '紹介した企業が開通すると表示されます。' },
  unit: { zh: '单位', en: 'Unit', es: 'Empresa', ja: '企業' },
  unitNet: paidAmountNames.month,
  commission: { zh: '预计佣金（按入账日）', en: 'Expected commission, by booking date', es: 'Comisión prevista, por fecha contable', ja: '見込み紹介手数料（計上日基準）' },
  formerUnit: { zh: '已转出', en: 'No longer assigned to you', es: 'Ya no está asignada a usted', ja: '担当外' },
  unitsTotal: {
    zh: '合计 {count, number} 家{former, plural, =0 {} other {，另含已转出 # 家}}',
    en: 'Total, {count, plural, one {# unit} other {# units}}{former, plural, =0 {} other { and # no longer assigned to you}}',
    es: 'Total, {count, plural, one {# empresa} other {# empresas}}{former, plural, =0 {} other { y # que ya no tiene asignadas}}',
    ja: '合計 {count, number} 社{former, plural, =0 {} other {（担当外 # 社を含む）}}',
  },
} as const satisfies Record<string, Text>

/** The reason why a unit brought no commission this month. */
export const noCommissionReasons = {
  noVolume: { zh: '本月尚无到账', en: 'Nothing paid this month', es: 'Nada pagado este mes', ja: '今月の着金なし' },
  noRule: { zh: '未约定分成', en: 'No commission agreed', es: 'Sin comisión pactada', ja: '紹介手数料の取り決めなし' },
  noMargin: { zh: '服务费率未高于约定底价', en: 'The fee rate is not above the agreed floor', es: 'La tarifa de servicio no supera el mínimo pactado', ja: '料率が約定の下限を超えていません' },
  reversed: { zh: '退汇，佣金已冲回', en: 'Payments returned; commission reversed', es: 'Pagos devueltos; comisión revertida', ja: '組戻しにより紹介手数料を取り消しました' },
} as const satisfies Record<string, Text>
