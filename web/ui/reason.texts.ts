import type { Text } from '#/domain/base/text.ts'

export const reasonTexts = {
  reason: { zh: '原因', en: 'Reason', es: 'Motivo', ja: '理由' },
  optional: { zh: '原因（选填）', en: 'Reason (optional)', es: 'Motivo (opcional)', ja: '理由（任意）' },
  hint: {
    zh: '{least}-{most} 字，将记入日志',
    en: '{least}–{most} characters; recorded in the log',
    es: 'De {least} a {most} caracteres; queda en el registro',
    ja: '{least}～{most}文字。ログに記録されます',
  },
  short: {
    zh: '至少填写 {least} 个字',
    en: 'Write at least {least} characters.',
    es: 'Escriba al menos {least} caracteres.',
    ja: '{least}文字以上で入力してください。',
  },
  password: { zh: '登录密码（再次确认）', en: 'Enter your login password again', es: 'Su contraseña de acceso, otra vez', ja: 'ログインパスワード（再確認）' },
} as const satisfies Record<string, Text>
