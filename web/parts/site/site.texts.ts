import type { Text } from '#/domain/base/text.ts'

export const siteTexts = {
  support: { zh: '客服', en: 'Support', es: 'Soporte', ja: 'サポート' },
} as const satisfies Record<string, Text>
