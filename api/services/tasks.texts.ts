import type { Text } from '#/domain/base/text.ts'

export const taskRefusals = {
  notFound: { zh: '任务不存在', en: 'The task does not exist.', es: 'La tarea no existe.', ja: 'タスクが存在しません。' },
} as const satisfies Record<string, Text>
