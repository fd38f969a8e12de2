import type { Text } from '#/domain/base/text.ts'

export const texts = {
  messages: { zh: '未读消息', en: 'Unread messages', es: 'Mensajes sin leer', ja: '未読メッセージ' },
  nothingNew: { zh: '没有未读消息', en: 'No unread messages.', es: 'No hay mensajes sin leer.', ja: '未読メッセージはありません。' },
  waiting: { zh: '待办', en: 'Awaiting your action', es: 'Pendientes', ja: '未処理' },
  nothingWaiting: { zh: '没有待办事项', en: 'Nothing awaits your action.', es: 'No tiene nada pendiente.', ja: '未処理の項目はありません。' },
  running: { zh: '后台任务', en: 'Background tasks', es: 'Tareas en segundo plano', ja: 'バックグラウンドタスク' },
  nothingRunning: { zh: '最近没有后台任务', en: 'No recent background tasks.', es: 'No hay tareas recientes.', ja: '最近のタスクはありません。' },
  allTasks: { zh: '打开任务中心', en: 'Open the task centre', es: 'Abrir el centro de tareas', ja: 'タスクセンターを開く' },
} as const satisfies Record<string, Text>
