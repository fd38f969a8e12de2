import type { Text } from '#/domain/base/text.ts'

export const yearTexts = {
  taxes: { zh: '各月税费构成与应缴余额', en: 'Taxes by month and balance due', es: 'Impuestos por mes y saldo por pagar', ja: '月別の税額内訳と未納額' },
  sales: {
    zh: '每月销售额与增值税起征点',
    en: 'Monthly sales and the VAT threshold',
    es: 'Ventas mensuales y umbral del IVA',
    ja: '月別売上と増値税の免税点',
  },
  withoutVat: { zh: '不含税销售额', en: 'Sales without VAT', es: 'Ventas sin IVA', ja: '税抜売上' },
  vatLimit: { zh: '增值税起征点 {amount}', en: 'VAT threshold {amount}', es: 'Umbral del IVA {amount}', ja: '増値税の免税点 {amount}' },
  taxable: {
    zh: '累计应纳税所得额与税率档',
    en: 'Taxable income of the year and the tax rates',
    es: 'Base acumulada y tipos impositivos',
    ja: '累計課税所得と税率区分',
  },
  bracket: { zh: '超过 {amount}：{rate}%', en: 'Above {amount}: {rate}%', es: 'Más de {amount}: {rate} %', ja: '{amount} 超：{rate}%' },
  rolling: {
    zh: '截至 {month} 连续 12 个月的不含税销售额',
    en: 'Sales without VAT in the twelve months to {month}',
    es: 'Ventas sin IVA de los doce meses hasta {month}',
    ja: '{month} までの 12 か月の税抜売上',
  },
  warnAt: { zh: '达到 {amount} 时提醒', en: 'Warning at {amount}', es: 'Aviso al llegar a {amount}', ja: '{amount} で注意喚起' },
  guideAbove: {
    zh: '{amount} 以上须登记经营主体并自行申报',
    en: 'Above {amount}: register a business and file yourself',
    es: 'Más de {amount}: registre un negocio y declare usted',
    ja: '{amount} 超：事業者登録と自己申告が必要',
  },
  limits: {
    zh: '临界值按 {month} 的税收政策，显示已达到的和下一个。月销售额{isInclusive, select, true {超过} other {达到}}增值税起征点的，全部销售额计税；图中只含本平台销售额。超过某一档的，只有超出部分适用更高税率。',
    en: 'Thresholds of {month}: those reached and the next one. A month that {isInclusive, select, true {exceeds} other {reaches}} the VAT threshold is taxed as a whole. The chart has sales on this platform only. Above a bracket, only the excess has the higher rate.',
    es: 'Umbrales de {month}: los alcanzados y el siguiente. El mes que {isInclusive, select, true {supera} other {alcanza}} el umbral del IVA tributa entero. El gráfico solo incluye ventas en esta plataforma. Al superar un tramo, solo el exceso paga el tipo mayor.',
    ja: '{month} の税制による基準額で、到達済みのものと次のものを表示します。月の売上が免税点{isInclusive, select, true {を超える} other {に達する}}と全額が課税対象です。グラフは当プラットフォームの売上のみです。税率区分を超えた場合は、超過分のみ高い税率になります。',
  },
} as const satisfies Record<string, Text>
