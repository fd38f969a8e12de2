import type { Text } from '#/domain/base/text.ts'
import { type DemoUsername, demoUsernames } from '#/server/app/demo-usernames.ts'

export const demoPassword = 'Demo#2026'
export const demoPaymentPassword = 'Pay#2026'

const roles: Readonly<Record<DemoUsername, Text>> = {
  platform: { zh: '平台超级管理员', en: 'Platform administrator', es: 'Administrador de la plataforma', ja: 'プラットフォーム管理者' },
  centre: { zh: '运营中心负责人（两个中心）', en: 'Centre director (two centres)', es: 'Director de centro (dos centros)', ja: '運営センター責任者（2拠点）' },
  auditor: { zh: '中心审核', en: 'Centre auditor', es: 'Auditor del centro', ja: 'センター審査担当' },
  finance: { zh: '中心财务', en: 'Centre finance', es: 'Finanzas del centro', ja: 'センター財務' },
  supervisor: { zh: '跨中心专员（两个中心，只读）', en: 'Cross-centre specialist (two centres, read-only)', es: 'Especialista entre centros (dos, solo lectura)', ja: 'センター横断担当（2拠点・閲覧のみ）' },
  maker: { zh: '单位制单', en: 'Unit: prepares', es: 'Empresa: prepara', ja: '企業：作成担当' },
  checker: { zh: '单位复核', en: 'Unit: checks', es: 'Empresa: verifica', ja: '企業：確認担当' },
  payer: { zh: '单位财务（支付）', en: 'Unit: pays', es: 'Empresa: paga', ja: '企業：支払担当' },
  unit2: { zh: '另一家单位', en: 'Another unit', es: 'Otra empresa', ja: '別の企業' },
  operator: { zh: '经营者（个体户）', en: 'Operator (individual business)', es: 'Operador (negocio individual)', ja: '事業者（個人事業）' },
  subcontractor: { zh: '经营者（分包，自然人）', en: 'Operator (subcontractor)', es: 'Operador (subcontratista)', ja: '事業者（下請・個人）' },
  partner: { zh: '合作伙伴', en: 'Partner', es: 'Socio', ja: 'パートナー' },
  newcomer: { zh: '首次登录须改密码', en: 'Must change the password first', es: 'Debe cambiar la contraseña', ja: '初回パスワード変更' },
  pending: { zh: '审核中的账号', en: 'Account under review', es: 'Cuenta en revisión', ja: '審査中のアカウント' },
}

/** The demo accounts, in the order of the sign-in page. */
export const demoAccounts = demoUsernames.map((username) => ({ username, role: roles[username] }))
