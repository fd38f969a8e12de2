import type { Text } from '#/domain/base/text.ts'

export const taskStates = {
  queued: { zh: '排队中', en: 'Queued', es: 'En cola', ja: '待機中' },
  running: { zh: '进行中', en: 'Running', es: 'En curso', ja: '実行中' },
  done: { zh: '已完成', en: 'Done', es: 'Terminada', ja: '完了' },
  failed: { zh: '失败', en: 'Failed', es: 'Fallida', ja: '失敗' },
} as const satisfies Record<string, Text>
