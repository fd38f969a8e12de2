import type { Text } from '#/domain/base/text.ts'

/** Messages about transport failures, which the client itself produces. */
export const texts = {
  unreachable: {
    zh: '无法连接服务器，请检查网络后重试',
    en: 'The server cannot be reached. Check your connection and try again.',
    es: 'No se puede conectar con el servidor. Compruebe la conexión e inténtelo de nuevo.',
    ja: 'サーバーに接続できません。ネットワークを確認して再度お試しください。',
  },
  otherAccount: {
    zh: '此浏览器已登录其他账号，操作未执行，请重新加载页面',
    en: 'Another account is now signed in to this browser. Nothing was done. Reload the page.',
    es: 'En este navegador ha iniciado sesión otra cuenta. No se ha hecho nada. Recargue la página.',
    ja: 'このブラウザーでは別のアカウントがログイン中です。操作は実行されていません。ページを再読み込みしてください。',
  },
  otherPlace: {
    zh: '运营中心或结算模式已在其他标签页切换，操作未执行，请重新加载页面',
    en: 'The centre or settlement mode was switched in another tab. Nothing was done. Reload the page.',
    es: 'El centro o la modalidad se cambió en otra pestaña. No se ha hecho nada. Recargue la página.',
    ja: '別のタブで運営センターまたは精算モードが切り替えられました。操作は実行されていません。ページを再読み込みしてください。',
  },
  fileUnreadable: {
    zh: '“{name}”在选择后被修改、移动、删除，或正被其他程序占用，无法读取。请关闭占用它的程序，重新选择文件后再提交。',
    en: '“{name}” was changed, moved or deleted after you chose it, or another program is using it. Close that program, choose the file again and resubmit.',
    es: '«{name}» se modificó, movió o eliminó después de elegirlo, o lo está usando otro programa. Ciérrelo, elija el archivo de nuevo y reenvíelo.',
    ja: '「{name}」は選択後に変更・移動・削除されたか、別のプログラムが使用中のため読み取れません。そのプログラムを閉じ、ファイルを選び直して再送信してください。',
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
