import type { Text } from '#/domain/base/text.ts'

export const confirmTexts = {
  object: { zh: '对象', en: 'Subject', es: 'Objeto', ja: '対象' },
  amount: { zh: '金额', en: 'Amount', es: 'Importe', ja: '金額' },
  centre: { zh: '运营中心', en: 'Operations centre', es: 'Centro de operaciones', ja: '運営センター' },
  mode: { zh: '结算模式', en: 'Settlement mode', es: 'Modalidad de liquidación', ja: '精算モード' },
} as const satisfies Record<string, Text>
