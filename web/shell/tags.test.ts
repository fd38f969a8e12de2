import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moveTag, type PageTag, pathAfterClosing, pinnedTags, withoutClosed, withTitle, withVisited } from './tags.ts'

const home: PageTag = { path: '/dashboard', url: '/dashboard', page: 'dashboard' }
const list: PageTag = { path: '/zf/zfPtList', url: '/zf/zfPtList', page: 'zfPtList' }
const batch: PageTag = { path: '/zf/batch/1', url: '/zf/batch/1', page: 'batch' }

test('a visited page gets one tab, which remembers the page’s filters', () => {
  const once = withVisited([home], list)
  assert.deepEqual(
    withVisited(once, { ...list, url: '/zf/zfPtList?page=2' }).map((tag) => tag.url),
    ['/dashboard', '/zf/zfPtList?page=2'],
  )
  assert.equal(withVisited(once, list), once)
})

test('the dashboard tab cannot be closed', () => {
  const open = [home, list, batch]
  assert.deepEqual(withoutClosed(open, 'one', '/dashboard'), open)
  assert.deepEqual(withoutClosed(open, 'one', '/zf/zfPtList'), [home, batch])
  assert.deepEqual(withoutClosed(open, 'others', '/zf/batch/1'), [home, batch])
  assert.deepEqual(withoutClosed(open, 'all', '/zf/batch/1'), [home])
  assert.deepEqual(
    pinnedTags(() => true),
    [home],
  )
  assert.deepEqual(
    pinnedTags(() => false),
    [],
  )
})

test('a tab moves to the position of another unless it is pinned', () => {
  const secondTag: PageTag = { path: '/message', url: '/message', page: 'message' }
  const open = [home, list, batch, secondTag]
  assert.deepEqual(moveTag(open, secondTag.path, list.path), [home, secondTag, list, batch])
  assert.deepEqual(moveTag(open, list.path, secondTag.path), [home, batch, secondTag, list])
  for (const [path, place] of [
    [list.path, home.path],
    [home.path, list.path],
    [list.path, list.path],
    ['/gone', list.path],
  ] as const)
    assert.equal(moveTag(open, path, place), open)
})

test('closing the current tab shows its right neighbour, else the last tab', () => {
  const open = [home, list, batch]
  assert.equal(pathAfterClosing(open, withoutClosed(open, 'one', list.path), list.path), '/zf/batch/1')
  assert.equal(pathAfterClosing(open, withoutClosed(open, 'one', batch.path), batch.path), '/zf/zfPtList')
  assert.equal(pathAfterClosing(open, withoutClosed(open, 'one', list.path), batch.path), null)
})

test('a page can set the title of its tab', () => {
  assert.equal(withTitle([home, batch], batch.path, 'PC1')[1]?.title, 'PC1')
})
