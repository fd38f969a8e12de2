import type { Text } from '#/domain/base/text.ts'

/**
 * Questions that the law leaves open until the tax lead has asked the tax office, with our current reading (decision
 * 0012). Each reading is a value of the policy in force.
 */
export const openPoints: readonly { readonly key: string; readonly text: Text }[] = [
  {
    key: 'U1',
    text: {
      zh: '公告2026年第28号正文未取得（七类服务、起征点、平台是否除外）；现按平台代办申报',
      en: 'The text of announcement 28 of 2026 is not available yet (seven services, threshold, platforms). Until it is, the platform files as agent.',
      es: 'Falta el texto del anuncio 28 de 2026 (siete servicios, umbral, plataformas); mientras, la plataforma declara como agente.',
      ja: '2026年第28号公告の本文は未入手（7種のサービス、免税点、プラットフォームの扱い）。それまではプラットフォームが代行申告します。',
    },
  },
  {
    key: 'U2',
    text: {
      zh: '累计预扣中断：现按空一个月即重新起算',
      en: 'One month without income restarts cumulative withholding.',
      es: 'Un mes sin ingresos reinicia la retención acumulada.',
      ja: '収入のない月が1か月あると累計源泉徴収を再開始します。',
    },
  },
  {
    key: 'U3',
    text: {
      zh: '收入按不含增值税计，附加税费不得扣除',
      en: 'Income excludes VAT, and surcharges are not deducted.',
      es: 'Los ingresos se toman sin IVA y los recargos no se deducen.',
      ja: '収入は増値税抜きで、付加税は控除しません。',
    },
  },
  {
    key: 'U4',
    text: {
      zh: '月销售额恰为10万元、季恰为30万元的，按应税处理',
      en: 'Sales of exactly ¥100,000 a month or ¥300,000 a quarter are taxed.',
      es: 'Ventas de exactamente 100 000 ¥ al mes o 300 000 ¥ al trimestre tributan.',
      ja: '月10万元・四半期30万元ちょうどの売上は課税とします。',
    },
  },
  {
    key: 'U5',
    text: {
      zh: '公告2025年第16号解读与12366问答的官方算例未逐月核对',
      en: 'The official examples of announcement 16 of 2025 are not checked month by month.',
      es: 'Los ejemplos oficiales del anuncio 16 de 2025 no se han cotejado mes a mes.',
      ja: '2025年第16号公告の公式計算例は月ごとの照合が済んでいません。',
    },
  },
  {
    key: 'U6',
    text: {
      zh: '各税源地的应税所得率、附征率须逐地确认；委托代征未启用',
      en: 'Levy rates must be confirmed for each place; mandated collection is off.',
      es: 'Los tipos por lugar deben confirmarse uno a uno; la recaudación delegada no se usa.',
      ja: '税源地ごとの所得率・付加徴収率は要確認。委託徴収は使用していません。',
    },
  },
  {
    key: 'U7',
    text: {
      zh: '申报表与扣缴客户端模板的列以主管税务机关现行版本为准',
      en: 'Columns of the tax office’s forms and import sheets must be compared with the current ones.',
      es: 'Las columnas de los formularios oficiales deben cotejarse con las vigentes.',
      ja: '申告書と取込様式の列は現行版との照合が必要です。',
    },
  },
  {
    key: 'U8',
    text: {
      zh: '自然人服务能否代开专用发票未确认，现不代开',
      en: 'It is not confirmed whether a natural person may obtain a special VAT invoice. None is requested.',
      es: 'No consta si una persona física puede obtener factura especial; no se solicita.',
      ja: '自然人の専用発票の代理発行可否は未確認のため、行いません。',
    },
  },
  {
    key: 'U9',
    text: {
      zh: '税务客户端内部的舍入与发票税额尾差容忍度未确认',
      en: 'Rounding in the official client and tolerance on invoices are not confirmed.',
      es: 'No se han confirmado el redondeo del programa oficial ni la tolerancia en facturas.',
      ja: '公式ソフトの端数処理と発票税額の許容差は未確認です。',
    },
  },
  {
    key: 'U10',
    text: {
      zh: '2025年1—9月收入是否计入当年累计未确认（仅影响历史数据）',
      en: 'It is not confirmed whether income of January to September 2025 counts towards that year’s total. This affects past data only.',
      es: 'No consta si los ingresos de enero a septiembre de 2025 cuentan ese año; solo afecta al pasado.',
      ja: '2025年1～9月の収入を同年の累計に含めるかは未確認です（過去分のみ）。',
    },
  },
]
