import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageKeys, pages } from '#/api/pages.ts'
import { type Crumb, isParentShown, menuOf, parentOf, trailOf } from './menu.ts'

const named = (trail: readonly Crumb[]) => trail.map((crumb) => (crumb.kind === 'group' ? `(${crumb.menu})` : crumb.page))

test('the menu shows what the keys open; a group with one page is that page with the picture of the group, one without any is hidden', () => {
  assert.deepEqual(menuOf(['/dashboard', 'yufukuan', 'zfPtList', 'zfpzList']), [
    { kind: 'page', page: 'dashboard', icon: 'home' },
    { kind: 'group', menu: 'zf', icon: 'pay', pages: ['zfPtList', 'zfpzList'] },
    { kind: 'page', page: 'yufukuan', icon: 'wallet' },
  ])
  const rows = menuOf(['admin3'])
  const shown = rows.flatMap((row) => (row.kind === 'page' ? [row.page] : row.pages))
  assert.deepEqual(shown.toSorted(), pageKeys.filter((key) => pages[key].menu !== null).toSorted())
  assert.ok(rows.every((row) => row.kind === 'page' || row.pages.length > 1))
  assert.deepEqual(menuOf([]), [])
})

test('a detail page belongs to the list that its reader may open', () => {
  assert.equal(parentOf(['zfPtList'], 'batch'), 'zfPtList')
  assert.equal(parentOf(['zfPtListpt'], 'batch'), 'zfPtListpt')
  assert.equal(parentOf(['admin3'], 'batch'), 'zfPtListpt')
  assert.equal(parentOf(['/dashboard'], 'batch'), null)
  assert.equal(parentOf(['admin3'], 'importDw'), 'userDwList')
  assert.equal(parentOf(['admin3'], 'zfPtList'), null)
})

test('the way to a page passes through its group and its list, as the menu shows them', () => {
  const centre = ['/dashboard', 'zfPtListpt', 'zfpzList', 'htList']
  assert.deepEqual(named(trailOf(centre, 'batch')), ['dashboard', '(zf)', 'zfPtListpt', 'batch'])
  assert.deepEqual(named(trailOf(centre, 'zfpzList')), ['dashboard', '(zf)', 'zfpzList'])
  assert.deepEqual(named(trailOf(centre, 'htList')), ['dashboard', 'htList'])
  assert.deepEqual(named(trailOf(centre, 'dashboard')), ['dashboard'])
  assert.deepEqual(named(trailOf(['/persons/centers'], 'message')), ['message'])
})

test('a parent is hidden when none of its children needs a permission', () => {
  assert.equal(isParentShown([[], []]), false)
  assert.equal(isParentShown([]), false)
  assert.equal(isParentShown([[], ['taxList']]), true)
  // Nobody holds a key of these groups: what everyone signed in may open does not show them.
  const shown = menuOf(['/dashboard']).flatMap((row) => (row.kind === 'page' ? [row.page] : row.pages))
  assert.deepEqual(shown, ['dashboard'])
})
