import type { Text } from '#/domain/text.ts'

/** What the personal centre refuses with, beside what sign-in does. */
export const profileRefusals = {
  noDevice: { zh: '该设备已退出登录', en: 'This device is signed out already.', es: 'Este dispositivo ya no tiene la sesión abierta.', ja: 'この端末は既にサインアウトしています。' },
  thisDevice: { zh: '当前设备请使用“退出登录”', en: 'To leave on this device, use “Log out”.', es: 'En este dispositivo, use «Cerrar sesión».', ja: 'この端末では「ログアウト」を使ってください。' },
} as const satisfies Record<string, Text>

/** How a sign-in ended. */
export const signInResults = {
  entered: { zh: '登录成功', en: 'Signed in', es: 'Sesión abierta', ja: 'サインイン成功' },
  half: { zh: '密码正确，等待动态验证码', en: 'Password right, code asked for', es: 'Contraseña correcta, falta el código', ja: 'パスワード確認済み・コード待ち' },
  wrongPassword: { zh: '密码错误', en: 'Wrong password', es: 'Contraseña incorrecta', ja: 'パスワード誤り' },
  wrongCode: { zh: '动态验证码错误', en: 'Wrong code', es: 'Código incorrecto', ja: 'コード誤り' },
  locked: { zh: '账号锁定期间被拒绝', en: 'Refused while locked', es: 'Rechazado: cuenta bloqueada', ja: 'ロック中のため拒否' },
  notOpen: { zh: '账号状态异常，未登录', en: 'Account not open for work', es: 'Cuenta no habilitada', ja: 'アカウントが利用不可' },
} as const satisfies Record<string, Text>
