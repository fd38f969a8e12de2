import type { Text } from '#/domain/text.ts'

/** What several operations say when they are done. */
export const said = {
  saved: { zh: '已保存', en: 'Saved', es: 'Guardado', ja: '保存しました' },
  done: { zh: '操作成功', en: 'Done', es: 'Hecho', ja: '完了しました' },
} as const satisfies Record<string, Text>
