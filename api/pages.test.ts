import assert from 'node:assert/strict'
import { test } from 'node:test'
import { menuTitles, pageTitles } from '#/api/pages.texts.ts'
import { type Menu, menus, type PageKey, pageKeys, pages, permissionsOfPage } from '#/api/pages.ts'
import { usertypesOf } from '#/api/rights.ts'
import { userType } from '#/domain/base/codes.ts'

// Specification §2, "Permission-gated menu groups": group → child page: permission key, with the page names in Chinese
// and English. The list is repeated here so that a test detects drift.
const specifiedPages: readonly (readonly [group: string, words: string, page: PageKey, keys: readonly string[], zh: string, en: string])[] = [
  ['dzqyList', 'e-signing guide', 'dzqyList', ['dzqyList'], '电子签约指引', 'E-signing guide'],
  ['user', 'unit list', 'userDwList', ['userDwList'], '单位列表', 'Unit list'],
  ['user', 'unit applications', 'hzhbList', ['hzhbList'], '入驻申请', 'Applications'],
  ['user', 'customer platform settings', 'ptbiliEdit', ['ptbiliEdit'], '客户平台设置', 'Customer platform settings'],
  ['user', 'platform operators', 'userYzPtList', ['userYzPtList'], '平台经营者', 'Platform operators'],
  ['user', 'user management', 'PtUserList', ['PtUserList', 'userYzSfList'], '用户管理', 'User management'],
  ['user', 'ordinary operators', 'userYzList', ['userYzList'], '普通经营者', 'Ordinary operators'],
  ['user', 'platform account management', 'dwEmployeeCheck', ['dwEmployeeCheck'], '平台账号管理', 'Platform account management'],
  ['user', 'operations-centre management', 'userMsList', ['userMsList'], '运营中心管理', 'Operations-centre management'],
  ['employee', 'staff management', 'employeeList', ['employeeList'], '员工管理', 'Staff management'],
  ['system', 'fee-split settings', 'ysetgade', ['ysetgade'], '分成设置', 'Fee-split settings'],
  ['system', 'role management', 'EditRose', ['EditRose'], '角色管理', 'Role management'],
  ['system', 'permission management', 'EditRoseval', ['EditRoseval'], '权限管理', 'Permission management'],
  ['profile', 'personal centre', 'index', ['/persons/centers'], '个人中心', 'Personal centre'],
  ['profile', 'to-do items', 'message', ['/persons/centers'], '任务中心', 'Task centre (to-do items)'],
  ['zf', 'platform operators', 'zfPtList', ['zfPtList'], '平台经营者业务', 'Platform operators’ business'],
  ['zf', 'business management', 'zfPtListpt', ['zfPtListpt'], '业务管理', 'Business management'],
  ['zf', 'ordinary operators', 'zfSkList', ['zfSkList'], '普通经营者业务', 'Ordinary operators’ business'],
  ['zf', 'business list', 'zfSkYzList', ['zfSkYzList'], '业务列表', 'Business list'],
  ['zf', 'receipt vouchers', 'zfpzList', ['zfpzList'], '支付凭证', 'Receipt vouchers'],
  ['fp', 'invoice info', 'fpListDz', ['fpListDz'], '总包发票', 'General-contractor invoices'],
  ['fp', 'invoice info', 'fpListGth', ['fpListGth'], '个体户发票', 'Individual-business invoices'],
  ['fp', 'invoice titles', 'ttList', ['ttList'], '发票抬头', 'Invoice titles'],
  ['ht', 'business contracts', 'htList', ['htList'], '业务合同', 'Business contracts'],
  ['orders', 'orders', 'ordersListms', ['ordersListms'], '订单管理', 'Orders'],
  ['tax', 'tax filing', 'taxList', ['taxList'], '个体户报税', 'Individual-business tax filing'],
  ['tax', 'tax filing', 'taxListWtdz', ['taxListWtdz'], '总包分包报税', 'General-contractor tax filing'],
  ['xymodel', 'agreement templates', 'xyList', ['xyList'], '协议模板', 'Agreement templates'],
  ['web', 'news list', 'newsEdit', ['newsEdit'], '新闻列表', 'News list'],
  ['shoufeibl', 'fee ratio', 'shoufeiblList', ['shoufeiblList'], '收费比例', 'Fee ratios'],
  ['datacheck', 'temporary operator review', 'datacheck', ['datacheck'], '临时经营者审核', 'Temporary operator review'],
  ['caiwu', 'income detail', 'incomeDetail', ['caishuitable'], '收入明细', 'Income detail'],
  ['caiwu', 'income summary', 'incomeSummary', ['caishuitable'], '收入汇总', 'Income summary'],
  ['caiwu', 'payment detail', 'paymentDetail', ['caishuitable'], '支付明细', 'Payment detail'],
  ['caiwu', 'payment summary', 'paymentSummary', ['caishuitable'], '支付汇总', 'Payment summary'],
  ['caiwu', 'personal income tax withheld', 'incomeTax', ['caishuitable'], '代扣个人所得税', 'Personal income tax withheld'],
  ['caiwu', 'its summary', 'incomeTaxSummary', ['caishuitable'], '代扣个人所得税汇总', 'Income tax withheld: summary'],
  ['caiwu', 'cumulative VAT', 'vatCumulative', ['caishuitable'], '增值税累计', 'Cumulative VAT'],
  ['imprest', 'prepayment management', 'yufukuan', ['yufukuan'], '预付款管理', 'Prepayment management'],
  ['employeeDw', 'account management', 'employeeDw', ['employeeDw'], '账号管理', 'Account management'],
  ['hzhb_yw', 'partner income', 'hzhbBjbusiness', ['hzhbBjbusiness'], '合作伙伴收入', 'Partner income'],
  ['hzhb_yw', 'partner orders', 'hzhbBrders', ['hzhbBrders'], '合作伙伴订单', 'Partner orders'],
]

// Each English title contains the customer's words. The exceptions are pages that need fewer words. Applications of
// partners and operators share one page, and each mode has a page of invoices. "Its" refers to the previous page.
const shortenedTitles: Readonly<Record<string, string>> = { 'unit applications': 'applications', 'invoice info': 'invoices', 'its summary': 'summary' }

// Menus that the specification requires (§1, "Its menus cover"), each with our menu group.
const requiredMenus: readonly (readonly [words: string, group: Menu, zh: string, en: string])[] = [
  ['electronic signing guidance', 'dzqyList', '电子签约', 'E-signing'],
  ['user management', 'user', '用户管理', 'User management'],
  ['company and employee management', 'employee', '员工管理', 'Staff management'],
  ['business payments', 'zf', '业务支付', 'Business payments'],
  ['invoices', 'fp', '发票', 'Invoices'],
  ['contracts', 'ht', '业务合同', 'Business contracts'],
  ['orders', 'orders', '订单', 'Orders'],
  ['tax filing', 'tax', '报税管理', 'Tax filing'],
  ['agreement templates', 'xymodel', '协议模板', 'Agreement templates'],
  ['news', 'web', '新闻', 'News'],
  ['fee ratios', 'shoufeibl', '收费比例', 'Fee ratios'],
  ['financial reports', 'caiwu', '财务报表', 'Financial reports'],
  ['prepayments', 'imprest', '预付款', 'Prepayments'],
  ['operations-centre management', 'userMs', '运营中心管理', 'Operations-centre management'],
]

const groupByValue = (values: readonly string[]) => Map.groupBy(values, (value) => value)
const ourPageKeys = Object.keys(pages) as (keyof typeof pages)[]

test('the pages are those of the specification plus listed additions, by group and keys', () => {
  const expectedGroups = groupByValue(specifiedPages.map(([group, , , keys]) => `/${group}: ${keys.join(' or ')}`))
  // Pages that the specification does not name.
  const additions = [
    'dashboard',
    'goLive',
    'batch',
    'import',
    'importDw',
    'importDd',
    'importQc',
    'openingList',
    'syslog',
    'wbfwList',
    'changeList',
    'partnerList',
    'zfycList',
    'zfdzList',
    'moneyTrail',
    'taxCalendar',
    'heldFunds',
    'otherSales',
    'taxClearings',
    'residenceList',
    'taxForms',
    'taxPolicies',
    'platformReports',
    'acctVouchers',
    'trialBalance',
    'accountLedger',
  ]
  const actualGroups = groupByValue(ourPageKeys.filter((key) => !additions.includes(key)).map((key) => `/${pages[key].path.split('/')[1]}: ${permissionsOfPage(key).join(' or ')}`))
  assert.deepEqual([...actualGroups].map(([row, all]) => `${row} ×${all.length}`).sort(), [...expectedGroups].map(([row, all]) => `${row} ×${all.length}`).sort())
})

test('each page has the name, group and keys of the specification', () => {
  for (const [group, words, page, keys, zh, en] of specifiedPages) {
    assert.deepEqual([pageTitles[page].zh, pageTitles[page].en], [zh, en], page)
    assert.deepEqual([pages[page].path.split('/')[1], permissionsOfPage(page)], [group, keys], page)
    assert.ok(en.toLowerCase().includes(shortenedTitles[words] ?? words.toLowerCase()), `${page}: ${en}`)
  }
})

test('the menu has a named group for every subject in the specification', () => {
  for (const [, group, zh, en] of requiredMenus) {
    assert.deepEqual([menuTitles[group].zh, menuTitles[group].en], [zh, en], group)
    assert.ok(
      pageKeys.some((page) => pages[page].menu === group),
      group,
    )
  }
  // User management covers units, platform operators, ordinary operators and partner applications.
  for (const page of ['userDwList', 'userYzPtList', 'userYzList', 'hzhbList'] as const) assert.equal(pages[page].menu, 'user', page)
})

test('a path contains the page key, a menu matches the group, and specified paths exist', () => {
  for (const page of ourPageKeys) {
    const [, group] = pages[page].path.split('/')
    const { menu } = pages[page]
    assert.ok(pages[page].path.split('/').includes(page), page)
    if (menu !== null) assert.equal(menu, page === 'userMsList' ? 'userMs' : pages[page].path === `/${page}` ? 'root' : group, page)
  }
  for (const [group, , , keys] of specifiedPages) {
    if (group === 'profile' || group === 'caiwu') continue
    assert.ok(
      keys.some((key) => ourPageKeys.some((page) => pages[page].path === `/${group}/${key}`)),
      `/${group}/${keys[0]}`,
    )
  }
  assert.equal(pages.ysetgade.path, '/system/ysetgade')
  assert.equal(pages.index.path, '/profile/index')
  assert.equal(pages.message.path, '/profile/message')
})

test('the menu hides the personal pages and pins the dashboard', () => {
  assert.deepEqual([pages.index.menu, pages.message.menu], [null, null])
  assert.deepEqual([pages.dashboard.path, pages.dashboard.isPinned, permissionsOfPage('dashboard')], ['/dashboard', true, ['/dashboard']])
})

test('every page has a unique path and a name in four languages', () => {
  for (const title of [...Object.values(pageTitles), ...Object.values(menuTitles)]) for (const titleText of Object.values(title)) assert.notEqual(titleText.trim(), '')
  assert.equal(new Set(ourPageKeys.map((key) => pages[key].path)).size, ourPageKeys.length)
  assert.deepEqual(Object.keys(menus).sort(), Object.keys(menuTitles).sort())
})

test('a page outside the menu, except a personal page, belongs to a list in the menu', () => {
  const personal = ['index', 'message']
  for (const key of pageKeys.filter((pageKey) => pages[pageKey].menu === null && !personal.includes(pageKey))) {
    assert.ok((pages[key].parents ?? []).length > 0, key)
    for (const parent of pages[key].parents ?? []) assert.notEqual(pages[parent].menu, null, parent)
  }
})

test('the pages below /system in the specification are open to platform accounts only', () => {
  for (const key of ['ysetgade', 'EditRose', 'EditRoseval']) assert.deepEqual(usertypesOf(key), [userType.platform], key)
})
