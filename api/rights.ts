import type { Text } from '#/domain/text.ts'

/** Rights to do something, beside the right to open a page. */
export const actions = {
  payZfPt: { zh: '支付平台', en: 'Payment console', es: 'Consola de pagos', ja: '支払コンソール' },
  'zf:make': { zh: '制单', en: 'Prepare payments', es: 'Preparar pagos', ja: '支払いの作成' },
  'zf:check': { zh: '复核', en: 'Check payments', es: 'Verificar pagos', ja: '支払いの確認' },
  'zf:audit': { zh: '中心审核', en: 'Audit payments', es: 'Auditar pagos', ja: 'センター審査' },
  'zf:pay': { zh: '支付', en: 'Pay', es: 'Pagar', ja: '支払い' },
  'zf:retry': { zh: '重发', en: 'Re-send', es: 'Reenviar', ja: '再送' },
  'cz:apply': { zh: '提交充值', en: 'Submit top-ups', es: 'Enviar recargas', ja: '入金の申請' },
  'cz:confirm': { zh: '充值确认', en: 'Confirm top-ups', es: 'Confirmar recargas', ja: '入金の確認' },
  'user:audit': { zh: '人员审核', en: 'Review people', es: 'Revisar personas', ja: '人員の審査' },
  'user:edit': { zh: '账号维护', en: 'Maintain accounts', es: 'Mantener cuentas', ja: 'アカウントの管理' },
  'role:edit': { zh: '角色维护', en: 'Maintain roles', es: 'Mantener roles', ja: 'ロールの管理' },
} as const satisfies Record<string, Text>

/** Holds every key, listed or not. */
export const superKey = 'admin3'
