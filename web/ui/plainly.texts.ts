import type { Text } from '#/domain/text.ts'

export const plainlyTexts = {
  show: { zh: '显示完整{what}', en: 'Show the whole {what}', es: 'Mostrar {what} completo', ja: '{what}をすべて表示' },
  hide: { zh: '隐藏', en: 'Hide', es: 'Ocultar', ja: '隠す' },
  proof: { zh: '验证登录密码', en: 'Your login password', es: 'Su contraseña de acceso', ja: 'ログインパスワードの確認' },
  proofNote: {
    zh: '此操作需要本人验证，并会记入操作日志。验证后 15 分钟内无需再次输入。',
    en: 'This needs to be you, and is recorded in the log. You are not asked again for 15 minutes.',
    es: 'Esto requiere su verificación y queda en el registro. No se le volverá a pedir durante 15 minutos.',
    ja: 'この操作には本人確認が必要で、ログに記録されます。確認後 15 分間は再入力不要です。',
  },
  password: { zh: '登录密码', en: 'Login password', es: 'Contraseña de acceso', ja: 'ログインパスワード' },
  confirm: { zh: '验证', en: 'Confirm', es: 'Confirmar', ja: '確認' },
  exportPlain: { zh: '导出完整号码', en: 'Export whole numbers', es: 'Exportar números completos', ja: '番号全体を出力' },
  exportNote: {
    zh: '文件将含完整证件号、手机号与卡号，首行注明您的账号与理由，并记入操作日志。',
    en: 'The file holds whole identity, mobile and card numbers; its first line names you and the reason, and the log records it.',
    es: 'El archivo contiene números completos; su primera línea indica su cuenta y el motivo, y queda en el registro.',
    ja: 'ファイルには番号全体が含まれ、先頭行にアカウントと理由が記載され、ログに記録されます。',
  },
  reason: { zh: '导出理由', en: 'Reason', es: 'Motivo', ja: '出力の理由' },
  export: { zh: '导出', en: 'Export', es: 'Exportar', ja: '出力' },
} as const satisfies Record<string, Text>
