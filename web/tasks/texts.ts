import type { Text } from '#/domain/text.ts'

/** To-dos and long work. */
export const texts = {
  todo: { zh: '待办', en: 'To do', es: 'Pendientes', ja: '未処理' },
  centre: { zh: '任务中心', en: 'Task centre', es: 'Centro de tareas', ja: 'タスクセンター' },
  note: {
    zh: '导入、导出、打包下载等耗时操作在后台进行，可离开页面，完成后在此下载。',
    en: 'Imports, exports and ZIP files run in the background. You may leave; the result waits here.',
    es: 'Las importaciones, exportaciones y ZIP se hacen en segundo plano. Puede salir; el resultado quedará aquí.',
    ja: 'インポート・エクスポート・ZIP 作成はバックグラウンドで実行されます。画面を離れても、完了後ここからダウンロードできます。',
  },
  kind: { zh: '事项', en: 'What', es: 'Asunto', ja: '項目' },
  count: { zh: '数量', en: 'Count', es: 'Cantidad', ja: '件数' },
  amount: { zh: '金额', en: 'Amount', es: 'Importe', ja: '金額' },
  handle: { zh: '去处理', en: 'Open', es: 'Abrir', ja: '処理する' },
  action: { zh: '操作', en: 'Action', es: 'Acción', ja: '操作' },
  task: { zh: '任务', en: 'Task', es: 'Tarea', ja: 'タスク' },
  state: { zh: '状态', en: 'State', es: 'Estado', ja: '状態' },
  progress: { zh: '进度', en: 'Progress', es: 'Progreso', ja: '進捗' },
  message: { zh: '说明', en: 'Message', es: 'Mensaje', ja: '説明' },
  created: { zh: '创建时间', en: 'Created', es: 'Creada', ja: '作成日時' },
  finished: { zh: '完成时间', en: 'Finished', es: 'Terminada', ja: '完了日時' },
  result: { zh: '结果', en: 'Result', es: 'Resultado', ja: '結果' },
  noTodo: { zh: '没有需要您处理的事项。', en: 'Nothing waits for you.', es: 'No tiene nada pendiente.', ja: '対応が必要な項目はありません。' },
  noTasks: {
    zh: '您最近没有发起导入、导出或打包任务。',
    en: 'You have started no import, export or ZIP lately.',
    es: 'No ha iniciado importaciones, exportaciones ni ZIP recientemente.',
    ja: '最近、インポート・エクスポート・ZIP 作成は実行されていません。',
  },
  doneOf: { zh: '{done, number} / {total, number}', en: '{done, number} / {total, number}', es: '{done, number} / {total, number}', ja: '{done, number} / {total, number}' },
} as const satisfies Record<string, Text>
