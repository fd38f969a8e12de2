import type { Mode } from '#/domain/base/codes.ts'
import type { Text } from '#/domain/base/text.ts'

// A separate file, because most dialogs about money need these names and no other texts of contracts.

export const contractModeNames = {
  1: { zh: '个体工商户', en: 'Individual business', es: 'Negocio individual', ja: '個人事業主' },
  2: { zh: '总包分包', en: 'General contractor', es: 'Contratista general', ja: '総合請負' },
} as const satisfies Record<Mode, Text>
