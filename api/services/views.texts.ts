import type { Text } from '#/domain/base/text.ts'

export const viewRefusals = {
  notFound: { zh: '该视图不存在', en: 'The view does not exist.', es: 'La vista no existe.', ja: 'この表示条件は存在しません。' },
  nameTaken: { zh: '已有名为“{name}”的视图', en: 'You already have a view named “{name}”.', es: 'Ya tiene una vista llamada «{name}».', ja: '「{name}」という表示条件は既にあります。' },
  tooMany: { zh: '每个列表最多保存 {most} 个视图', en: 'At most {most} views per list.', es: 'Como máximo {most} vistas por lista.', ja: '表示条件は一覧ごとに {most} 件までです。' },
} as const satisfies Record<string, Text>
