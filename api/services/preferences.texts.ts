import type { Text } from '#/domain/base/text.ts'

export const preferenceRefusals = {
  tooMany: {
    zh: '最多保存 {most} 个表格的列设置',
    en: 'The columns of at most {most} tables can be kept.',
    es: 'Se guardan las columnas de {most} tablas como máximo.',
    ja: '列の設定を保存できる表は {most} 個までです。',
  },
} as const satisfies Record<string, Text>
