import type { Text } from '#/domain/base/text.ts'

export const placeTexts = {
  unit: { zh: '单位', en: 'Unit', es: 'Empresa', ja: '企業' },
  centre: { zh: '运营中心', en: 'Operations centre', es: 'Centro de operaciones', ja: '運営センター' },
  lift: { zh: '取消条件：{what}', en: 'Remove the condition: {what}', es: 'Quitar la condición: {what}', ja: '条件を解除：{what}' },
} as const satisfies Record<string, Text>
