import type { Text } from '#/domain/text.ts'

/** What the personal centre refuses with, beside what sign-in does. */
export const profileRefusals = {
  noDevice: { zh: '该设备已退出登录', en: 'This device is signed out already.', es: 'Este dispositivo ya no tiene la sesión abierta.', ja: 'この端末は既にサインアウトしています。' },
  thisDevice: { zh: '当前设备请使用“退出登录”', en: 'To leave on this device, use “Log out”.', es: 'En este dispositivo, use «Cerrar sesión».', ja: 'この端末では「ログアウト」を使ってください。' },
} as const satisfies Record<string, Text>
