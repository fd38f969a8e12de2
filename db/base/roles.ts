import type { Permission } from '#/api/pages.ts'
import { type UserType, userType } from '#/domain/base/codes.ts'

interface BuiltInRole {
  readonly name: string
  readonly usertype: UserType
  readonly permissions: readonly Permission[]
}

const commonPermissions = ['/dashboard', '/persons/centers'] as const satisfies readonly Permission[]
const taxReturnKeys = ['taxList', 'taxListWtdz', 'otherSales', 'taxClearings'] as const satisfies readonly Permission[]
const taxDeskKeys = ['taxCalendar', ...taxReturnKeys, 'residenceList', 'taxForms', 'platformReports'] as const satisfies readonly Permission[]
const taxLawKeys = ['form:edit', 'form:check', 'taxPolicies', 'policy:edit', 'policy:check'] as const satisfies readonly Permission[]
const bookViewKeys = ['acctVouchers', 'trialBalance'] as const satisfies readonly Permission[]
const bookkeepingKeys = [...bookViewKeys, 'acct:edit', 'acct:check'] as const satisfies readonly Permission[]
const commissionKeys = ['hzhbBjbusiness', 'hzhbBrders', 'commission:edit', 'commission:check'] as const satisfies readonly Permission[]
const custodyKeys = ['heldFunds', 'custody:edit'] as const satisfies readonly Permission[]
const openingKeys = ['openingList', 'opening:edit', 'opening:check'] as const satisfies readonly Permission[]
const guardedChangeKeys = ['changeList', 'change:decide'] as const satisfies readonly Permission[]
const reconciliationKeys = ['zfdzList', 'recon:edit', 'recon:check'] as const satisfies readonly Permission[]
const payoutKeys = ['zf:offline', 'zf:halt', 'zfycList', 'zf:propose'] as const satisfies readonly Permission[]
const fundKeys = ['cz:confirm', 'refund:check', 'refund:pay', 'adjustment:edit', 'adjustment:check'] as const satisfies readonly Permission[]
const payeeKeys = ['userYzPtList', 'userYzList'] as const satisfies readonly Permission[]
const invoicePageKeys = ['fpListDz', 'fpListGth', 'ttList'] as const satisfies readonly Permission[]
const invoiceApplicationKeys = [...invoicePageKeys, 'fp:apply', 'tt:edit'] as const satisfies readonly Permission[]
const invoiceIssueKeys = ['fp:check', 'fp:issue', 'fp:authorise'] as const satisfies readonly Permission[]

/** The pages of platform operations and of centres. */
const centreKeys = [
  'zfSkList',
  'zfPtListpt',
  'zfpzList',
  'datacheck',
  'yufukuan',
  'heldFunds',
  'caishuitable',
  'htList',
  'dzqyList',
  'ordersListms',
  'xyList',
  'userDwList',
  ...payeeKeys,
  ...taxDeskKeys,
  'goLive',
  'employeeList',
  'shoufeiblList',
  ...invoicePageKeys,
] as const satisfies readonly Permission[]

/** The edits and reviews of platform operations and of the director of a centre. */
const centreEditKeys = [
  'sk:decide',
  'dwEmployeeCheck',
  'user:edit',
  'ht:make',
  'ht:check',
  'xy:edit',
  'unit:edit',
  'yz:edit',
  'gth:edit',
  'user:freeze',
  ...openingKeys,
  'hzhbList',
  'hzhb:audit',
  'plain:view',
  'plain:export',
] as const satisfies readonly Permission[]

/** The built-in roles. A permission added here is granted to its role once, at the next start. */
export const roles = {
  super: { name: '超级管理员', usertype: userType.platform, permissions: ['admin3', ...commonPermissions] },
  platformOperation: {
    name: '平台运营',
    usertype: userType.platform,
    permissions: [
      ...commonPermissions,
      ...guardedChangeKeys,
      ...centreKeys,
      ...centreEditKeys,
      'EditRose',
      'EditRoseval',
      'role:edit',
      'syslog',
      'PtUserList',
      'category:edit',
      'newsEdit',
      'news:edit',
      'news:publish',
      'form:edit',
      'form:check',
      'taxPolicies',
      'assessment:edit',
      'ptbiliEdit',
      'fee:edit',
      'partnerList',
      'partner:edit',
      'userMsList',
      'centre:edit',
    ],
  },
  platformFinance: {
    name: '平台财务',
    usertype: userType.platform,
    permissions: [
      ...commonPermissions,
      ...guardedChangeKeys,
      ...payoutKeys,
      ...taxDeskKeys,
      ...taxLawKeys,
      ...bookkeepingKeys,
      ...commissionKeys,
      ...custodyKeys,
      ...openingKeys,
      ...reconciliationKeys,
      ...invoicePageKeys,
      'zfPtListpt',
      'payZfPt',
      'zf:settle',
      'zfpzList',
      'yufukuan',
      'caishuitable',
      'custody:check',
      'tax:edit',
      'tax:check',
      'report:edit',
      'report:check',
      'plain:export',
      'ysetgade',
      'split:edit',
    ],
  },
  director: {
    name: '中心负责人',
    usertype: userType.centre,
    permissions: [
      ...commonPermissions,
      ...centreKeys,
      ...centreEditKeys,
      ...payoutKeys,
      ...fundKeys,
      ...bookkeepingKeys,
      ...commissionKeys,
      ...reconciliationKeys,
      ...invoiceIssueKeys,
      'payZfPt',
      'zf:retry',
      'zf:settle',
      'user:audit',
      'userYzSfList',
      'orders:make',
      'orders:check',
      'tax:edit',
      'tax:check',
      'report:edit',
      'custody:edit',
    ],
  },
  sales: {
    name: '营销员/业务员',
    usertype: userType.centre,
    permissions: [...commonPermissions, 'userDwList', 'hzhbList', 'ordersListms', 'dzqyList', 'hzhbBjbusiness', 'hzhbBrders'],
  },
  // Read-only: sees the pages of a director at all centres of the account, without those for decisions.
  crossCentre: {
    name: '跨中心专员',
    usertype: userType.centre,
    permissions: [...commonPermissions, ...centreKeys, ...bookViewKeys, 'zfycList', 'zfdzList', 'userYzSfList', 'hzhbBjbusiness', 'hzhbBrders'],
  },
  auditor: {
    name: '中心审核',
    usertype: userType.centre,
    permissions: [
      ...commonPermissions,
      ...taxDeskKeys,
      ...payeeKeys,
      'zfSkList',
      'sk:decide',
      'zfPtListpt',
      'zf:audit',
      'zfycList',
      'datacheck',
      'user:audit',
      'htList',
      'ordersListms',
      'ht:check',
      'hzhbList',
      'hzhb:audit',
      'userYzSfList',
    ],
  },
  centreFinance: {
    name: '中心财务',
    usertype: userType.centre,
    permissions: [
      ...commonPermissions,
      ...payoutKeys,
      ...fundKeys,
      ...taxDeskKeys,
      ...bookkeepingKeys,
      ...commissionKeys,
      ...custodyKeys,
      ...openingKeys,
      ...invoicePageKeys,
      ...invoiceIssueKeys,
      'zfPtListpt',
      'zfdzList',
      'recon:edit',
      'yufukuan',
      'caishuitable',
      'zfpzList',
      'tax:edit',
      'tax:check',
      'report:edit',
      'plain:export',
    ],
  },
  unitAdmin: {
    name: '单位管理员',
    usertype: userType.unit,
    // Users can grant only permissions that they hold, so an administrator holds all duties of a unit. Each batch still
    // needs different people.
    permissions: [
      ...commonPermissions,
      ...payeeKeys,
      ...invoiceApplicationKeys,
      'goLive',
      'zfSkList',
      'sk:confirm',
      'zfPtList',
      'zf:make',
      'zf:check',
      'zf:retry',
      'zfpzList',
      'yufukuan',
      'caishuitable',
      'cz:apply',
      'refund:apply',
      'payZfPt',
      'zf:pay',
      'employeeDw',
      'user:edit',
      'htList',
      'dzqyList',
      'ordersListms',
      'orders:make',
      'orders:check',
      'ht:make',
      'yz:edit',
    ],
  },
  viewer: { name: '单位查询', usertype: userType.unit, permissions: [...commonPermissions, 'zfPtList', 'zfpzList', 'yufukuan', 'fpListDz', 'fpListGth'] },
  maker: {
    name: '单位制单',
    usertype: userType.unit,
    permissions: [
      ...commonPermissions,
      'zfSkList',
      'sk:confirm',
      'zfPtList',
      'zf:make',
      'zf:retry',
      'zfpzList',
      'yufukuan',
      'cz:apply',
      'dzqyList',
      'ht:make',
      'ordersListms',
      'orders:make',
    ],
  },
  checker: {
    name: '单位复核',
    usertype: userType.unit,
    permissions: [...commonPermissions, 'zfSkList', 'zfPtList', 'zf:check', 'zfpzList', 'yufukuan', 'ordersListms', 'orders:check'],
  },
  payer: {
    name: '单位财务',
    usertype: userType.unit,
    permissions: [...commonPermissions, ...invoiceApplicationKeys, 'zfPtList', 'zf:pay', 'payZfPt', 'zfpzList', 'yufukuan', 'cz:apply', 'refund:apply'],
  },
  operator: {
    name: '经营者',
    usertype: userType.operator,
    permissions: [...commonPermissions, ...taxReturnKeys, 'zfSkYzList', 'zfpzList', 'htList', 'dzqyList', 'ordersListms', 'fpListGth', 'fp:upload'],
  },
  partner: {
    name: '合作伙伴',
    usertype: userType.partner,
    permissions: [...commonPermissions, 'hzhbBjbusiness', 'hzhbBrders', 'hzhbList', 'htList', 'dzqyList'],
  },
} as const satisfies Record<string, BuiltInRole>

export type RoleKey = keyof typeof roles
