import type { Text } from '#/domain/base/text.ts'

export const exportRefusals = {
  tooManyRows: {
    zh: '一次最多导出 {most} 行，请缩小范围',
    en: 'An export has at most {most} rows. Narrow the filter.',
    es: 'Una exportación tiene como máximo {most} filas. Acote el filtro.',
    ja: '一度に出力できるのは {most} 行までです。条件を絞ってください。',
  },
} as const satisfies Record<string, Text>
