import type { Text } from '#/domain/base/text.ts'

/** The button's text alone, because its pages need no other import texts. */
export const buttonTexts = {
  import: { zh: '导入', en: 'Import', es: 'Importar', ja: '取込' },
} as const satisfies Record<string, Text>
