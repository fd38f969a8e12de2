import type { Text } from '#/domain/base/text.ts'

export const proofTexts = {
  title: { zh: '验证登录密码', en: 'Your login password', es: 'Su contraseña de acceso', ja: 'ログインパスワードの確認' },
  note: {
    zh: '此操作需要本人验证，并会记入操作日志。验证后 15 分钟内无需再次输入。',
    en: 'Confirm your identity. This is recorded in the log; you will not be asked again for 15 minutes.',
    es: 'Esto requiere su verificación y queda en el registro. No se le volverá a pedir durante 15 minutos.',
    ja: 'この操作には本人確認が必要で、ログに記録されます。確認後 15 分間は再入力不要です。',
  },
  password: { zh: '登录密码', en: 'Login password', es: 'Contraseña de acceso', ja: 'ログインパスワード' },
  why: { zh: '变更原因', en: 'Reason for the change', es: 'Motivo del cambio', ja: '変更理由' },
  whyNote: {
    zh: '账户、密钥、限额、职责与启用由另一人在“系统管理 → 敏感变更”复核后生效',
    en: 'Changes to accounts, keys, limits, duties and activation take effect once another person approves them under System → Guarded changes',
    es: 'Los cambios de cuentas, claves, límites, funciones y activación surten efecto cuando otra persona los aprueba en Sistema → Cambios protegidos',
    ja: '口座・鍵・限度額・職務・使用開始は、別の担当者が「システム管理 → 重要変更」で承認すると反映されます',
  },
  strongTitle: { zh: '本人验证', en: 'Confirm your identity', es: 'Verifique su identidad', ja: '本人確認' },
  strongNote: {
    zh: '此操作需要登录密码和两步验证，管理员不能代办。',
    en: 'This requires your login password and your second factor. No administrator can do it for you.',
    es: 'Esto exige su contraseña de acceso y su segundo factor. Ningún administrador puede hacerlo por usted.',
    ja: 'この操作にはログインパスワードと2段階認証が必要です。管理者が代わりに行うことはできません。',
  },
  strongPhone: {
    zh: '首次设置支付密码需要登录密码和短信验证码（已发送至 {mobile}），管理员不能代办。',
    en: 'The first payment password takes your login password and the code sent to {mobile}. No administrator can do this for you.',
    es: 'La primera contraseña de pago exige su contraseña de acceso y el código enviado a {mobile}. Ningún administrador puede hacerlo por usted.',
    ja: '支払いパスワードの初回設定には、ログインパスワードと {mobile} に送信したコードが必要です。管理者が代わりに行うことはできません。',
  },
  usePasskey: { zh: '使用通行密钥验证', en: 'Use a passkey', es: 'Usar una clave de acceso', ja: 'パスキーで確認' },
  passkeyCancelled: { zh: '未完成通行密钥验证，可重新打开本窗口再试', en: 'The passkey was not verified. Open this dialog again to retry.', es: 'No se verificó la clave de acceso. Abra este diálogo de nuevo para reintentar.', ja: 'パスキーの確認が完了しませんでした。この画面を開き直してください。' },
  smsCode: { zh: '短信验证码', en: 'Code from the text message', es: 'Código del SMS', ja: 'SMS の認証コード' },
  factorCode: { zh: '动态验证码或恢复码', en: 'Code of your app, or a recovery code', es: 'Código de su aplicación o de recuperación', ja: '認証アプリのコードまたはリカバリーコード' },
  required: { zh: '必填', en: 'Required', es: 'Obligatorio', ja: '必須です' },
  confirm: { zh: '验证', en: 'Confirm', es: 'Confirmar', ja: '確認' },
} as const satisfies Record<string, Text>
