import type { Text } from '#/domain/text.ts'

/** A group of the menu, in menu order. */
export const menus = {
  zf: { icon: 'pay', title: { zh: '业务支付', en: 'Payments', es: 'Pagos', ja: '業務支払い' } },
  imprest: { icon: 'wallet', title: { zh: '预付款', en: 'Prepayments', es: 'Anticipos', ja: '前払金' } },
  datacheck: { icon: 'check', title: { zh: '人员审核', en: 'People review', es: 'Revisión de personas', ja: '人員審査' } },
} as const satisfies Record<string, { icon: string; title: Text }>

/** A group of the menu. */
export type Menu = keyof typeof menus

interface PageRow {
  readonly path: string
  /** null: reachable, but not in the menu. */
  readonly menu: Menu | 'root' | null
  /** The key that opens the page; `session` for everyone who is signed in. */
  readonly permission: string
  readonly icon: string
  readonly title: Text
  /** A tag that cannot be closed. */
  readonly isPinned?: true
}

/** Every page: its row gives route, guard, menu, breadcrumb, document title, menu search and role screen. */
export const pages = {
  dashboard: {
    path: '/dashboard',
    menu: 'root',
    permission: '/dashboard',
    icon: 'home',
    isPinned: true,
    title: { zh: '工作台', en: 'Dashboard', es: 'Panel', ja: 'ダッシュボード' },
  },
  zfPtList: {
    path: '/zf/zfPtList',
    menu: 'zf',
    permission: 'zfPtList',
    icon: 'team',
    title: { zh: '平台经营者业务', en: 'Operator payments', es: 'Pagos a operadores', ja: '事業者への支払い' },
  },
  zfPtListpt: {
    path: '/zf/zfPtListpt',
    menu: 'zf',
    permission: 'zfPtListpt',
    icon: 'audit',
    title: { zh: '业务管理', en: 'Payment management', es: 'Gestión de pagos', ja: '支払い管理' },
  },
  zfpzList: {
    path: '/zf/zfpzList',
    menu: 'zf',
    permission: 'zfpzList',
    icon: 'receipt',
    title: { zh: '支付凭证', en: 'Receipts', es: 'Comprobantes', ja: '支払証憑' },
  },
  yufukuan: {
    path: '/imprest/yufukuan',
    menu: 'imprest',
    permission: 'yufukuan',
    icon: 'wallet',
    title: { zh: '预付款管理', en: 'Prepayment accounts', es: 'Cuentas de anticipo', ja: '前払金管理' },
  },
  datacheck: {
    path: '/datacheck/datacheck',
    menu: 'datacheck',
    permission: 'datacheck',
    icon: 'idcard',
    title: { zh: '临时经营者审核', en: 'Unknown payees', es: 'Beneficiarios por revisar', ja: '臨時事業者の審査' },
  },
  batch: {
    path: '/zf/batch/:id',
    menu: null,
    permission: 'session',
    icon: 'file',
    title: { zh: '批次详情', en: 'Batch', es: 'Lote', ja: 'バッチ詳細' },
  },
  message: {
    path: '/profile/message',
    menu: null,
    permission: '/persons/centers',
    icon: 'bell',
    title: { zh: '待办与任务', en: 'Tasks', es: 'Tareas', ja: 'タスク' },
  },
} as const satisfies Record<string, PageRow>

/** The key of a page in the table. */
export type PageKey = keyof typeof pages

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
} as const satisfies Record<string, Text>

/** Holds every key, listed or not. */
export const superKey = 'admin3'

type PagePermission = Exclude<(typeof pages)[PageKey]['permission'], 'session'>

/** A key that a role can hold. */
export type Permission = PagePermission | keyof typeof actions | typeof superKey
