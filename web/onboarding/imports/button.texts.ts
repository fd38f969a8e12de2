import type { Text } from '#/domain/text.ts'

/** Of the button alone: it stands on pages that need none of the other words. */
export const buttonTexts = {
  import: { zh: '导入', en: 'Import', es: 'Importar', ja: '取込' },
} as const satisfies Record<string, Text>
