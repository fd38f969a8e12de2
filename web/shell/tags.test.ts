import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moveTag, type PageTag, pathAfterClosing, pinnedTags, validTags, withoutClosed, withTitle, withVisited } from './tags.ts'

const homeTag: PageTag = { path: '/dashboard', url: '/dashboard', page: 'dashboard' }
const list: PageTag = { path: '/zf/zfPtList', url: '/zf/zfPtList', page: 'zfPtList' }
const batch: PageTag = { path: '/zf/batch/1', url: '/zf/batch/1', page: 'batch' }

test('a visited page gets one tab, which remembers the page’s filters', () => {
  const firstVisit = withVisited([homeTag], list)
  assert.deepEqual(
    withVisited(firstVisit, { ...list, url: '/zf/zfPtList?page=2' }).map((tag) => tag.url),
    ['/dashboard', '/zf/zfPtList?page=2'],
  )
  assert.equal(withVisited(firstVisit, list), firstVisit)
})

test('closing one, other or all tabs keeps the dashboard tab, which is pinned if permitted', () => {
  const open = [homeTag, list, batch]
  assert.deepEqual(withoutClosed(open, 'one', '/dashboard'), open)
  assert.deepEqual(withoutClosed(open, 'one', '/zf/zfPtList'), [homeTag, batch])
  assert.deepEqual(withoutClosed(open, 'others', '/zf/batch/1'), [homeTag, batch])
  assert.deepEqual(withoutClosed(open, 'all', '/zf/batch/1'), [homeTag])
  assert.deepEqual(
    pinnedTags(() => true),
    [homeTag],
  )
  assert.deepEqual(
    pinnedTags(() => false),
    [],
  )
})

test('a tab moves to the position of another unless one of the two is pinned', () => {
  const secondTag: PageTag = { path: '/message', url: '/message', page: 'message' }
  const open = [homeTag, list, batch, secondTag]
  assert.deepEqual(moveTag(open, secondTag.path, list.path), [homeTag, secondTag, list, batch])
  assert.deepEqual(moveTag(open, list.path, secondTag.path), [homeTag, batch, secondTag, list])
  for (const [path, place] of [
    [list.path, homeTag.path],
    [homeTag.path, list.path],
    [list.path, list.path],
    ['/gone', list.path],
  ] as const)
    assert.equal(moveTag(open, path, place), open)
})

test('closing the current tab shows its right neighbour, else the last tab', () => {
  const open = [homeTag, list, batch]
  assert.equal(pathAfterClosing(open, withoutClosed(open, 'one', list.path), list.path), '/zf/batch/1')
  assert.equal(pathAfterClosing(open, withoutClosed(open, 'one', batch.path), batch.path), '/zf/zfPtList')
  assert.equal(pathAfterClosing(open, withoutClosed(open, 'one', list.path), batch.path), null)
})

test('a page can set the title of its tab', () => {
  assert.equal(withTitle([homeTag, batch], batch.path, 'PC1')[1]?.title, 'PC1')
})

test('a damaged list of stored tabs keeps only whole tabs', () => {
  const whole = { path: '/zf/zfPtList', url: '/zf/zfPtList?page=2', page: 'zfPtList', title: 'A' }
  assert.deepEqual(validTags([whole, null, 5, { path: '/dashboard' }, { ...whole, title: {} }]), [whole])
  for (const damaged of [null, 'x', {}, 7]) assert.deepEqual(validTags(damaged), [])
})
