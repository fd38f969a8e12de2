import assert from 'node:assert/strict'
import { test } from 'node:test'
import { menuTitles, pageTitles } from '#/api/pages.texts.ts'
import { keysOf, menus, pageKeys, pages } from '#/api/pages.ts'
import { usertypesOf } from '#/api/rights.ts'
import { userType } from '#/domain/codes.ts'

// Specification §2, "Permission-gated menu groups": group → child page: permission key. Repeated here to detect drift.
const specified: readonly (readonly [group: string, title: string, ...keys: string[]])[] = [
  ['dzqyList', 'e-signing guide', 'dzqyList'],
  ['user', 'unit list', 'userDwList'],
  ['user', 'unit applications', 'hzhbList'],
  ['user', 'customer platform settings', 'ptbiliEdit'],
  ['user', 'platform operators', 'userYzPtList'],
  ['user', 'user management', 'PtUserList', 'userYzSfList'],
  ['user', 'ordinary operators', 'userYzList'],
  ['user', 'platform account management', 'dwEmployeeCheck'],
  ['user', 'operations-centre management', 'userMsList'],
  ['employee', 'staff management', 'employeeList'],
  ['system', 'fee-split settings', 'ysetgade'],
  ['system', 'role management', 'EditRose'],
  ['system', 'permission management', 'EditRoseval'],
  ['profile', 'personal centre', '/persons/centers'],
  ['profile', 'to-do items', '/persons/centers'],
  ['zf', 'platform operators', 'zfPtList'],
  ['zf', 'business management', 'zfPtListpt'],
  ['zf', 'ordinary operators', 'zfSkList'],
  ['zf', 'business list', 'zfSkYzList'],
  ['zf', 'receipt vouchers', 'zfpzList'],
  ['fp', 'invoice info', 'fpListDz'],
  ['fp', 'invoice info', 'fpListGth'],
  ['fp', 'invoice titles', 'ttList'],
  ['ht', 'business contracts', 'htList'],
  ['orders', 'orders', 'ordersListms'],
  ['tax', 'tax filing', 'taxList'],
  ['tax', 'tax filing', 'taxListWtdz'],
  ['xymodel', 'agreement templates', 'xyList'],
  ['web', 'news list', 'newsEdit'],
  ['shoufeibl', 'fee ratio', 'shoufeiblList'],
  ['datacheck', 'temporary operator review', 'datacheck'],
  ['caiwu', 'income detail', 'caishuitable'],
  ['caiwu', 'income summary', 'caishuitable'],
  ['caiwu', 'payment detail', 'caishuitable'],
  ['caiwu', 'payment summary', 'caishuitable'],
  ['caiwu', 'personal income tax withheld', 'caishuitable'],
  ['caiwu', 'its summary', 'caishuitable'],
  ['caiwu', 'cumulative VAT', 'caishuitable'],
  ['imprest', 'prepayment management', 'yufukuan'],
  ['employeeDw', 'account management', 'employeeDw'],
  ['hzhb_yw', 'partner income', 'hzhbBjbusiness'],
  ['hzhb_yw', 'partner orders', 'hzhbBrders'],
]

const count = (values: readonly string[]) => Map.groupBy(values, (value) => value)
const ours = Object.keys(pages) as (keyof typeof pages)[]

test('every page of the specification has its row, under its group and keys', () => {
  const expected = count(specified.map(([group, , ...keys]) => `/${group}: ${keys.join(' or ')}`))
  // Our own pages: dashboard, go-live, batch, import, log, partners, payout exceptions, reconciliation, money trail,
  // filings of businesses, official forms, tax policies, platform reports, accounting vouchers, trial balance, account
  // ledger, and data from older systems.
  const additions = ['dashboard', 'goLive', 'batch', 'import', 'importDw', 'importDd', 'importQc', 'openingList', 'syslog', 'wbfwList', 'changeList', 'partnerList', 'zfycList', 'zfdzList', 'moneyTrail', 'taxCalendar', 'taxForms', 'taxPolicies', 'platformReports', 'acctVouchers', 'trialBalance', 'accountLedger']
  const actual = count(ours.filter((key) => !additions.includes(key)).map((key) => `/${pages[key].path.split('/')[1]}: ${keysOf(key).join(' or ')}`))
  assert.deepEqual([...actual].map(([row, all]) => `${row} ×${all.length}`).sort(), [...expected].map(([row, all]) => `${row} ×${all.length}`).sort())
})

test('a page lies at /group/key unless the specification names another path', () => {
  for (const page of ours) {
    const [, group] = pages[page].path.split('/')
    const { menu } = pages[page]
    assert.ok(pages[page].path.split('/').includes(page), page)
    if (menu !== null) assert.equal(menu, page === 'userMsList' ? 'userMs' : pages[page].path === `/${page}` ? 'root' : group, page)
  }
  for (const [group, , ...keys] of specified) {
    if (group === 'profile' || group === 'caiwu') continue
    assert.ok(
      keys.some((key) => ours.some((page) => pages[page].path === `/${group}/${key}`)),
      `/${group}/${keys[0]}`,
    )
  }
  assert.equal(pages.ysetgade.path, '/system/ysetgade')
  assert.equal(pages.index.path, '/profile/index')
  assert.equal(pages.message.path, '/profile/message')
})

test('the personal pages are hidden from the menu, and the dashboard is pinned', () => {
  assert.deepEqual([pages.index.menu, pages.message.menu], [null, null])
  assert.deepEqual([pages.dashboard.path, pages.dashboard.isPinned, keysOf('dashboard')], ['/dashboard', true, ['/dashboard']])
})

test('every page and group has a name in four languages, and paths are unique', () => {
  for (const title of [...Object.values(pageTitles), ...Object.values(menuTitles)]) for (const words of Object.values(title)) assert.notEqual(words.trim(), '')
  assert.equal(new Set(ours.map((key) => pages[key].path)).size, ours.length)
  assert.deepEqual(Object.keys(menus).sort(), Object.keys(menuTitles).sort())
})

test('a page outside the menu names the lists it belongs to, and those are in the menu', () => {
  const personal = ['index', 'message']
  for (const key of pageKeys.filter((each) => pages[each].menu === null && !personal.includes(each))) {
    assert.ok((pages[key].parents ?? []).length > 0, key)
    for (const parent of pages[key].parents ?? []) assert.notEqual(pages[parent].menu, null, parent)
  }
})

test('the pages of /system that the specification names are for platform roles only', () => {
  for (const key of ['ysetgade', 'EditRose', 'EditRoseval']) assert.deepEqual(usertypesOf(key), [userType.platform], key)
})
