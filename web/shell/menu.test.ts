import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageKeys, pages } from '#/api/pages.ts'
import { type Crumb, isParentShown, menuOf, parentOf, trailOf } from './menu.ts'

const crumbNames = (trail: readonly Crumb[]) => trail.map((crumb) => (crumb.kind === 'group' ? `(${crumb.menu})` : crumb.page))

test('the menu shows only permitted pages, and its groups have two or more pages', () => {
  assert.deepEqual(menuOf(['/dashboard', 'yufukuan', 'zfPtList', 'zfpzList']), [
    { kind: 'page', page: 'dashboard', icon: 'home' },
    { kind: 'group', menu: 'zf', icon: 'pay', pages: ['zfPtList', 'zfpzList'] },
    { kind: 'page', page: 'yufukuan', icon: 'wallet' },
  ])
  const rows = menuOf(['admin3'])
  const menuPages = rows.flatMap((row) => (row.kind === 'page' ? [row.page] : row.pages))
  assert.deepEqual(menuPages.toSorted(), pageKeys.filter((key) => pages[key].menu !== null).toSorted())
  assert.ok(rows.every((row) => row.kind === 'page' || row.pages.length > 1))
  assert.deepEqual(menuOf([]), [])
})

test('a detail page belongs to the list that the user may open', () => {
  assert.equal(parentOf(['zfPtList'], 'batch'), 'zfPtList')
  assert.equal(parentOf(['zfPtListpt'], 'batch'), 'zfPtListpt')
  assert.equal(parentOf(['admin3'], 'batch'), 'zfPtListpt')
  assert.equal(parentOf(['/dashboard'], 'batch'), null)
  assert.equal(parentOf(['admin3'], 'importDw'), 'userDwList')
  assert.equal(parentOf(['admin3'], 'zfPtList'), null)
})

test('the breadcrumb of a page contains its group and its list', () => {
  const centre = ['/dashboard', 'zfPtListpt', 'zfpzList', 'htList']
  assert.deepEqual(crumbNames(trailOf(centre, 'batch')), ['dashboard', '(zf)', 'zfPtListpt', 'batch'])
  assert.deepEqual(crumbNames(trailOf(centre, 'zfpzList')), ['dashboard', '(zf)', 'zfpzList'])
  assert.deepEqual(crumbNames(trailOf(centre, 'htList')), ['dashboard', 'htList'])
  assert.deepEqual(crumbNames(trailOf(centre, 'dashboard')), ['dashboard'])
  assert.deepEqual(crumbNames(trailOf(['/persons/centers'], 'message')), ['message'])
})

test('a menu group is hidden when none of its pages needs a permission', () => {
  assert.equal(isParentShown([[], []]), false)
  assert.equal(isParentShown([]), false)
  assert.equal(isParentShown([[], ['taxList']]), true)
  // The user has no key for these groups. Pages open to every user do not make a group visible.
  const menuPages = menuOf(['/dashboard']).flatMap((row) => (row.kind === 'page' ? [row.page] : row.pages))
  assert.deepEqual(menuPages, ['dashboard'])
})
