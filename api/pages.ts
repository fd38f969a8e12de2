import type { menuTitles, pageTitles } from '#/api/pages.texts.ts'
import type { actionNames } from '#/api/rights.ts'

/** The key that grants every permission, including unlisted ones. */
export const superKey = 'admin3'

/**
 * The menu groups in order, with their icons. A group's key is the first part of the paths of its pages, except in
 * `userMs`.
 */
export const menus = {
  zf: 'pay',
  imprest: 'wallet',
  fp: 'receipt',
  orders: 'file',
  ht: 'file',
  dzqyList: 'file',
  tax: 'audit',
  caiwu: 'receipt',
  user: 'team',
  userMs: 'team',
  datacheck: 'check',
  employee: 'team',
  employeeDw: 'idcard',
  hzhb_yw: 'team',
  shoufeibl: 'pay',
  xymodel: 'file',
  web: 'file',
  system: 'setting',
} as const satisfies Record<keyof typeof menuTitles, string>

export type Menu = keyof typeof menus

interface PageRow {
  readonly path: string
  /** The menu group; null for a page outside the menu. */
  readonly menu: Menu | 'root' | null
  /** The key that opens the page, or alternative keys. `session` stands for every signed-in user. */
  readonly permission: string | readonly string[]
  readonly icon?: string
  /** Whether the user cannot close the tab of the page. */
  readonly isPinned?: true
  /** The lists above a page outside the menu. The menu and breadcrumb show the first that the user can open. */
  readonly parents?: readonly (keyof typeof pageTitles)[]
}

const pageDefinitions = {
  dashboard: { path: '/dashboard', menu: 'root', permission: '/dashboard', icon: 'home', isPinned: true },
  goLive: { path: '/goLive', menu: 'root', permission: 'goLive', icon: 'check' },
  zfPtList: { path: '/zf/zfPtList', menu: 'zf', permission: 'zfPtList' },
  zfPtListpt: { path: '/zf/zfPtListpt', menu: 'zf', permission: 'zfPtListpt' },
  zfSkList: { path: '/zf/zfSkList', menu: 'zf', permission: 'zfSkList' },
  zfSkYzList: { path: '/zf/zfSkYzList', menu: 'zf', permission: 'zfSkYzList' },
  zfycList: { path: '/zf/zfycList', menu: 'zf', permission: 'zfycList' },
  zfdzList: { path: '/zf/zfdzList', menu: 'zf', permission: 'zfdzList' },
  zfpzList: { path: '/zf/zfpzList', menu: 'zf', permission: 'zfpzList' },
  moneyTrail: { path: '/zf/moneyTrail', menu: null, permission: 'session', parents: ['zfPtListpt', 'zfPtList'] },
  batch: { path: '/zf/batch/:id', menu: null, permission: 'session', parents: ['zfPtListpt', 'zfPtList'] },
  yufukuan: { path: '/imprest/yufukuan', menu: 'imprest', permission: 'yufukuan' },
  heldFunds: { path: '/imprest/heldFunds', menu: 'imprest', permission: 'heldFunds' },
  fpListDz: { path: '/fp/fpListDz', menu: 'fp', permission: 'fpListDz' },
  fpListGth: { path: '/fp/fpListGth', menu: 'fp', permission: 'fpListGth' },
  ttList: { path: '/fp/ttList', menu: 'fp', permission: 'ttList' },
  ordersListms: { path: '/orders/ordersListms', menu: 'orders', permission: 'ordersListms' },
  importDd: { path: '/orders/importDd/:id', menu: null, permission: 'ordersListms', parents: ['ordersListms'] },
  htList: { path: '/ht/htList', menu: 'ht', permission: 'htList' },
  dzqyList: { path: '/dzqyList/dzqyList', menu: 'dzqyList', permission: 'dzqyList' },
  taxList: { path: '/tax/taxList', menu: 'tax', permission: 'taxList' },
  taxListWtdz: { path: '/tax/taxListWtdz', menu: 'tax', permission: 'taxListWtdz' },
  taxCalendar: { path: '/tax/taxCalendar', menu: 'tax', permission: 'taxCalendar' },
  otherSales: { path: '/tax/otherSales', menu: 'tax', permission: 'otherSales' },
  taxClearings: { path: '/tax/taxClearings', menu: 'tax', permission: 'taxClearings' },
  residenceList: { path: '/tax/residenceList', menu: 'tax', permission: 'residenceList' },
  taxForms: { path: '/tax/taxForms', menu: 'tax', permission: 'taxForms' },
  taxPolicies: { path: '/tax/taxPolicies', menu: 'tax', permission: 'taxPolicies' },
  platformReports: { path: '/tax/platformReports', menu: 'tax', permission: 'platformReports' },
  acctVouchers: { path: '/tax/acctVouchers', menu: 'tax', permission: 'acctVouchers' },
  incomeDetail: { path: '/caiwu/incomeDetail', menu: 'caiwu', permission: 'caishuitable' },
  incomeSummary: { path: '/caiwu/incomeSummary', menu: 'caiwu', permission: 'caishuitable' },
  paymentDetail: { path: '/caiwu/paymentDetail', menu: 'caiwu', permission: 'caishuitable' },
  paymentSummary: { path: '/caiwu/paymentSummary', menu: 'caiwu', permission: 'caishuitable' },
  incomeTax: { path: '/caiwu/incomeTax', menu: 'caiwu', permission: 'caishuitable' },
  incomeTaxSummary: { path: '/caiwu/incomeTaxSummary', menu: 'caiwu', permission: 'caishuitable' },
  vatCumulative: { path: '/caiwu/vatCumulative', menu: 'caiwu', permission: 'caishuitable' },
  trialBalance: { path: '/caiwu/trialBalance', menu: 'caiwu', permission: 'trialBalance' },
  accountLedger: { path: '/caiwu/accountLedger', menu: 'caiwu', permission: 'trialBalance' },
  userDwList: { path: '/user/userDwList', menu: 'user', permission: 'userDwList' },
  hzhbList: { path: '/user/hzhbList', menu: 'user', permission: 'hzhbList' },
  ptbiliEdit: { path: '/user/ptbiliEdit', menu: 'user', permission: 'ptbiliEdit' },
  partnerList: { path: '/user/partnerList', menu: 'user', permission: 'partnerList' },
  userYzPtList: { path: '/user/userYzPtList', menu: 'user', permission: 'userYzPtList' },
  import: { path: '/user/import/:id', menu: null, permission: 'userYzPtList', parents: ['userYzPtList'] },
  importDw: { path: '/user/importDw/:id', menu: null, permission: 'userDwList', parents: ['userDwList'] },
  openingList: { path: '/user/openingList', menu: 'user', permission: 'openingList' },
  importQc: { path: '/user/importQc/:id', menu: null, permission: 'openingList', parents: ['openingList'] },
  PtUserList: { path: '/user/PtUserList', menu: 'user', permission: ['PtUserList', 'userYzSfList'] },
  userYzList: { path: '/user/userYzList', menu: 'user', permission: 'userYzList' },
  dwEmployeeCheck: { path: '/user/dwEmployeeCheck', menu: 'user', permission: 'dwEmployeeCheck' },
  userMsList: { path: '/user/userMsList', menu: 'userMs', permission: 'userMsList' },
  datacheck: { path: '/datacheck/datacheck', menu: 'datacheck', permission: 'datacheck' },
  employeeList: { path: '/employee/employeeList', menu: 'employee', permission: 'employeeList' },
  employeeDw: { path: '/employeeDw/employeeDw', menu: 'employeeDw', permission: 'employeeDw' },
  hzhbBjbusiness: { path: '/hzhb_yw/hzhbBjbusiness', menu: 'hzhb_yw', permission: 'hzhbBjbusiness' },
  hzhbBrders: { path: '/hzhb_yw/hzhbBrders', menu: 'hzhb_yw', permission: 'hzhbBrders' },
  shoufeiblList: { path: '/shoufeibl/shoufeiblList', menu: 'shoufeibl', permission: 'shoufeiblList' },
  xyList: { path: '/xymodel/xyList', menu: 'xymodel', permission: 'xyList' },
  newsEdit: { path: '/web/newsEdit', menu: 'web', permission: 'newsEdit' },
  ysetgade: { path: '/system/ysetgade', menu: 'system', permission: 'ysetgade' },
  EditRose: { path: '/system/EditRose', menu: 'system', permission: 'EditRose' },
  EditRoseval: { path: '/system/EditRoseval', menu: 'system', permission: 'EditRoseval' },
  syslog: { path: '/system/syslog', menu: 'system', permission: 'syslog' },
  changeList: { path: '/system/changeList', menu: 'system', permission: 'changeList' },
  wbfwList: { path: '/system/wbfwList', menu: 'system', permission: 'wbfwList' },
  index: { path: '/profile/index', menu: null, permission: '/persons/centers' },
  message: { path: '/profile/message', menu: null, permission: '/persons/centers' },
} as const satisfies Record<keyof typeof pageTitles, PageRow>

export type PageKey = keyof typeof pageDefinitions

/**
 * All pages: those of the specification and our own. A row defines route, guard, menu, breadcrumb, document title, menu
 * search and role screen.
 */
export const pages: { readonly [K in PageKey]: PageRow & { readonly permission: (typeof pageDefinitions)[K]['permission'] } } = pageDefinitions

/** The keys of all pages, in menu order. */
export const pageKeys = Object.keys(pageDefinitions) as PageKey[]

type EachKey<P> = P extends readonly (infer Each)[] ? Each : P

/** A key that a role can hold. */
export type Permission = Exclude<EachKey<(typeof pageDefinitions)[PageKey]['permission']>, 'session'> | keyof typeof actionNames | typeof superKey

/** Returns the alternative keys that open the page. Returns an empty list if every signed-in user may open it. */
export function permissionsOfPage(page: keyof typeof pages): readonly Permission[] {
  const { permission } = pages[page]
  if (permission === 'session') return []
  return (typeof permission === 'string' ? [permission] : permission) as readonly Permission[]
}

const menuByStem: Readonly<Record<string, Menu>> = {
  adjustment: 'imprest',
  assessment: 'system',
  category: 'orders',
  centre: 'userMs',
  commission: 'hzhb_yw',
  cz: 'imprest',
  custody: 'imprest',
  fee: 'shoufeibl',
  form: 'tax',
  ledger: 'imprest',
  partner: 'user',
  payZfPt: 'zf',
  recon: 'zf',
  policy: 'system',
  refund: 'imprest',
  report: 'tax',
  role: 'system',
  integrity: 'system',
  change: 'system',
  news: 'web',
  split: 'system',
  unit: 'user',
  xy: 'xymodel',
  yz: 'user',
}

/** Returns the menu group of a key, or null. */
export function menuOfKey(key: string): Menu | null {
  const page = pageKeys.find((pageKey) => permissionsOfPage(pageKey).includes(key as Permission))
  if (page !== undefined) {
    const { menu } = pages[page]
    return menu === 'root' ? null : menu
  }
  const keyStem = key.split(':')[0] ?? ''
  return menuByStem[keyStem] ?? (keyStem in menus ? (keyStem as Menu) : null)
}
