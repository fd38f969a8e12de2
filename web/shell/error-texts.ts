import type { Text } from '#/domain/base/text.ts'

export const texts = {
  title: { zh: '错误日志', en: 'Error log', es: 'Registro de errores', ja: 'エラーログ' },
  errorLog: { zh: '错误日志，{count, number} 条', en: 'Error log, {count, number}', es: 'Registro de errores, {count, number}', ja: 'エラーログ、{count, number} 件' },
  times: { zh: '{count, number} 次', en: '{count, number} times', es: '{count, number} veces', ja: '{count, number} 回' },
  requestId: { zh: '请求编号', en: 'Request', es: 'Petición', ja: 'リクエスト番号' },
  stack: { zh: '调用堆栈', en: 'Stack', es: 'Pila', ja: 'スタック' },
  clear: { zh: '清空', en: 'Clear', es: 'Vaciar', ja: 'クリア' },
} as const satisfies Record<string, Text>
