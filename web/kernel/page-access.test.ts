import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageKeys, pages } from '#/api/pages.ts'
import { pageAt, startOfGroup } from './page-access.ts'

test('every page is found by its path with the parameters filled in', () => {
  for (const key of pageKeys) assert.equal(pageAt(pages[key].path.replace(/:[a-z]+/g, '12')), key)
  assert.equal(pageAt('/zf/batch/12/'), 'batch')
  assert.equal(pageAt('/zf/batch/'), null)
  assert.equal(pageAt('/nowhere'), null)
})

test('a group path leads to its first permitted page, or to its first page if none is permitted', () => {
  const opening =
    (...open: string[]) =>
    (page: string) =>
      open.includes(page)
  assert.equal(startOfGroup('/user', opening('userYzList', 'userMsList')), 'userYzList')
  assert.equal(startOfGroup('/user/', opening('userMsList')), 'userMsList')
  assert.equal(startOfGroup('/profile', opening('index', 'message')), 'index')
  assert.equal(startOfGroup('/dzqyList', opening('dzqyList')), 'dzqyList')
  assert.equal(startOfGroup('/zf', opening()), 'zfPtList')
  assert.equal(startOfGroup('/zf', opening('moneyTrail', 'zfpzList')), 'zfpzList', 'a page that belongs to a list is no start')
  for (const path of ['/', '', '/nowhere', '/dashboard', '/zf/zfPtList', '/use'])
    assert.equal(
      startOfGroup(path, () => true),
      null,
      path,
    )
  for (const key of pageKeys) {
    const [, group = ''] = pages[key].path.split('/')
    if (pages[key].path !== `/${group}`)
      assert.notEqual(
        startOfGroup(`/${group}`, () => true),
        null,
        group,
      )
  }
})
