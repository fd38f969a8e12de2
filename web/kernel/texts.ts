import type { Text } from '#/domain/text.ts'

/** Messages about transport failures, which the client itself produces. */
export const texts = {
  unreachable: {
    zh: '无法连接服务器，请检查网络后重试',
    en: 'The server cannot be reached. Check your connection and try again.',
    es: 'No se puede conectar con el servidor. Compruebe la conexión e inténtelo de nuevo.',
    ja: 'サーバーに接続できません。ネットワークを確認して再度お試しください。',
  },
  timedOut: {
    zh: '请求超时（150 秒），请稍后重试；写入操作不会重复执行',
    en: 'No response within 150 seconds. Try again: nothing will be processed twice.',
    es: 'Sin respuesta en 150 segundos. Inténtelo de nuevo: nada se hará dos veces.',
    ja: '150 秒以内に応答がありませんでした。再度お試しください（二重に処理されることはありません）。',
  },
  serverFailed: {
    zh: '服务器出现故障，请稍后重试',
    en: 'A server error occurred. Please try again later.',
    es: 'El servidor tiene un problema. Inténtelo más tarde.',
    ja: 'サーバーで問題が発生しました。しばらくしてから再度お試しください。',
  },
  status404: { zh: '请求的地址不存在', en: 'Address not found.', es: 'La dirección no existe.', ja: '指定のアドレスは存在しません。' },
  status413: { zh: '文件太大，服务器拒绝接收', en: 'The file is too large.', es: 'El archivo es demasiado grande.', ja: 'ファイルが大きすぎます。' },
  status415: { zh: '不支持的内容格式', en: 'This format is not supported.', es: 'Formato no admitido.', ja: '対応していない形式です。' },
  status429: {
    zh: '操作过于频繁，请稍后再试',
    en: 'Too many attempts. Please wait a moment and try again.',
    es: 'Demasiados intentos. Espere un momento e inténtelo de nuevo.',
    ja: '試行回数が多すぎます。しばらく待ってから再度お試しください。',
  },
  status503: {
    zh: '服务器正在启动或维护，请稍后重试',
    en: 'The server is starting or under maintenance. Please try again shortly.',
    es: 'El servidor se está iniciando o en mantenimiento. Inténtelo en breve.',
    ja: 'サーバーは起動中またはメンテナンス中です。しばらくしてから再度お試しください。',
  },
  justNow: { zh: '刚刚', en: 'just now', es: 'ahora mismo', ja: 'たった今' },
} as const satisfies Record<string, Text>
