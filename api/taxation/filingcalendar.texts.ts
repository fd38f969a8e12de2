import type { Text } from '#/domain/base/text.ts'
import type { CentreFilingKind, CentreFilingStep } from '#/domain/taxation/centre-filing.ts'

export const centreFilingNames = {
  withholding: { zh: '个税扣缴申报', en: 'Withholding tax return', es: 'Declaración de retenciones', ja: '源泉所得税の申告' },
  agentVat: { zh: '增值税代办申报', en: 'VAT return filed as agent', es: 'Declaración de IVA como agente', ja: '増値税の代行申告' },
  withheldVat: { zh: '增值税代扣代缴申报', en: 'VAT withholding return', es: 'Declaración de IVA retenido', ja: '増値税の源泉徴収申告' },
  platformReport: { zh: '平台涉税信息报送', en: 'Platform report', es: 'Informe de plataforma', ja: 'プラットフォーム税務報告' },
} as const satisfies Record<CentreFilingKind, Text>

export const centreFilingStepNames = {
  declare: { zh: '待申报', en: 'To declare', es: 'Por declarar', ja: '申告待ち' },
  pay: { zh: '待缴款', en: 'To pay', es: 'Por pagar', ja: '納付待ち' },
  correct: { zh: '待更正', en: 'To correct', es: 'Por rectificar', ja: '修正待ち' },
  report: { zh: '待报送', en: 'To report', es: 'Por informar', ja: '報告待ち' },
  done: { zh: '已办结', en: 'Settled', es: 'Resuelta', ja: '処理済み' },
} as const satisfies Record<CentreFilingStep, Text>
