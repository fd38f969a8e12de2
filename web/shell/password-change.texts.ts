import type { Text } from '#/domain/base/text.ts'

export const changeTexts = {
  oldLogin: { zh: '旧密码', en: 'Old password', es: 'Contraseña actual', ja: '現在のパスワード' },
  oldPayment: {
    zh: '旧支付密码（从未设置时填登录密码）',
    en: 'Old payment password (login password if never set)',
    es: 'Contraseña de pago actual (la de acceso si nunca la estableció)',
    ja: '現在の支払いパスワード（未設定の場合はログインパスワード）',
  },
  newPassword: { zh: '新密码', en: 'New password', es: 'Contraseña nueva', ja: '新しいパスワード' },
  confirmation: { zh: '确认密码', en: 'Repeat new password', es: 'Repita la contraseña', ja: '新しいパスワード（確認）' },
  save: { zh: '确定', en: 'Save', es: 'Guardar', ja: '保存' },
} as const satisfies Record<string, Text>
