import type { Text } from '#/domain/text.ts'

/** What the log calls what people do in the personal centre. */
export const profileLogNames = {
  'profile.prove': { zh: '验证登录密码', en: 'Show the login password', es: 'Confirmar la contraseña', ja: 'ログインパスワードの確認' },
  'profile.signOutDevice': { zh: '强制设备下线', en: 'Sign a device out', es: 'Cerrar un dispositivo', ja: '端末のサインアウト' },
  'profile.signOutOthers': { zh: '强制其他设备下线', en: 'Sign all other devices out', es: 'Cerrar los demás dispositivos', ja: '他端末のサインアウト' },
  'profile.startSecondFactor': { zh: '开始设置二次验证', en: 'Begin a second factor', es: 'Iniciar el segundo factor', ja: '二段階認証の設定開始' },
  'profile.confirmSecondFactor': { zh: '启用二次验证', en: 'Turn the second factor on', es: 'Activar el segundo factor', ja: '二段階認証の有効化' },
  'profile.dropSecondFactor': { zh: '停用二次验证', en: 'Turn the second factor off', es: 'Desactivar el segundo factor', ja: '二段階認証の無効化' },
  'profile.renewRecoveryCodes': { zh: '更新恢复码', en: 'Renew recovery codes', es: 'Renovar códigos de recuperación', ja: '回復コードの更新' },
  'profile.askMobileChange': { zh: '获取更换手机号验证码', en: 'Ask for another mobile number', es: 'Pedir cambio de móvil', ja: '携帯番号変更の申請' },
  'profile.changeMobile': { zh: '更换手机号', en: 'Change the own mobile number', es: 'Cambiar el móvil propio', ja: '携帯番号の変更' },
} as const satisfies Record<string, Text>
