import type { Text } from '#/domain/base/text.ts'

export const signInNames = {
  in: { zh: '登录成功', en: 'Signed in', es: 'Acceso correcto', ja: 'ログイン成功' },
  step: { zh: '待二次验证', en: 'Two-step verification pending', es: 'Verificación en dos pasos pendiente', ja: '2段階認証待ち' },
  closed: { zh: '账号未开通', en: 'Account not active', es: 'Cuenta no activa', ja: 'アカウント利用不可' },
  failed: { zh: '登录失败', en: 'Failed', es: 'Acceso fallido', ja: 'ログイン失敗' },
  locked: { zh: '登录锁定', en: 'Locked', es: 'Bloqueado', ja: 'ロック' },
  out: { zh: '退出登录', en: 'Signed out', es: 'Cierre de sesión', ja: 'ログアウト' },
  password: { zh: '修改或重置密码', en: 'Password changed', es: 'Cambio de contraseña', ja: 'パスワード変更' },
  device: { zh: '强制下线', en: 'Signed out by administrator', es: 'Cierre forzado', ja: '強制ログアウト' },
} as const satisfies Record<string, Text>

/** Reasons for a refused sign-in. A reason without a name is shown as stored. */
export const signInReasonNames: Readonly<Record<string, Text>> = {
  wrongLogin: { zh: '用户名或密码错误', en: 'Wrong user name or password', es: 'Usuario o contraseña incorrectos', ja: 'ユーザー名またはパスワード誤り' },
  locked: { zh: '失败次数过多，暂时锁定', en: 'Locked for a while after too many failures', es: 'Bloqueo temporal por demasiados fallos', ja: '失敗が多いため一時ロック' },
  wrongCode: { zh: '动态验证码错误', en: 'Wrong code', es: 'Código incorrecto', ja: '認証コード誤り' },
  codeUsed: { zh: '动态验证码已用过', en: 'Code already used', es: 'Código ya usado', ja: '使用済みの認証コード' },
  wrongRecoveryCode: { zh: '恢复码错误', en: 'Wrong recovery code', es: 'Código de recuperación incorrecto', ja: 'リカバリーコード誤り' },
  ticketOver: { zh: '二次验证超时', en: 'Two-step verification timed out', es: 'Verificación en dos pasos caducada', ja: '2段階認証の時間切れ' },
  wrongOld: { zh: '原密码错误', en: 'Wrong old password', es: 'Contraseña anterior incorrecta', ja: '元のパスワード誤り' },
  status: { zh: '账号状态不允许登录', en: 'Account status does not allow sign-in', es: 'La cuenta no puede entrar', ja: 'ログインできない状態' },
}
