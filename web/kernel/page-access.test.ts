import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageKeys, pages } from '#/api/pages.ts'
import { canonicalPath, firstPageOfGroup, pageAt } from './page-access.ts'

test('every page is found by its path with the parameters filled in', () => {
  for (const key of pageKeys) assert.equal(pageAt(pages[key].path.replace(/:[a-z]+/g, '12')), key)
  assert.equal(pageAt('/zf/batch/12/'), 'batch')
  assert.equal(pageAt('/zf/batch/'), null)
  assert.equal(pageAt('/nowhere'), null)
})

test('every page has one canonical path, and other spellings of it lead there', () => {
  for (const key of pageKeys) {
    const path = pages[key].path.replace(/:[a-z]+/g, '12')
    for (const spelling of [path, `${path}/`, `${path}//`, path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`)])
      assert.equal(canonicalPath(spelling), path, spelling)
  }
  assert.equal(canonicalPath('/zf/batch/%e4%BA%91%2f'), '/zf/batch/%E4%BA%91%2F')
  assert.equal(canonicalPath('/zf/batch/%zz'), canonicalPath(canonicalPath('/zf/batch/%zz')), 'a redirect leads to its own target')
})

test('a path with other upper and lower case letters belongs to no page', () => {
  for (const path of ['/System/SysLog', '/Dashboard', '/ZF']) assert.equal(pageAt(path) ?? firstPageOfGroup(path, () => true), null, path)
})

test('a group path leads to its first permitted page, or to its first page if none is permitted', () => {
  const permissionsFor =
    (...open: string[]) =>
    (page: string) =>
      open.includes(page)
  assert.equal(firstPageOfGroup('/user', permissionsFor('userYzList', 'userMsList')), 'userYzList')
  assert.equal(firstPageOfGroup('/user/', permissionsFor('userMsList')), 'userMsList')
  assert.equal(firstPageOfGroup('/profile', permissionsFor('index', 'message')), 'index')
  assert.equal(firstPageOfGroup('/dzqyList', permissionsFor('dzqyList')), 'dzqyList')
  assert.equal(firstPageOfGroup('/zf', permissionsFor()), 'zfPtList')
  assert.equal(firstPageOfGroup('/zf', permissionsFor('moneyTrail', 'zfpzList')), 'zfpzList', 'a page that belongs to a list is no start')
  for (const path of ['/', '', '/nowhere', '/dashboard', '/zf/zfPtList', '/use'])
    assert.equal(
      firstPageOfGroup(path, () => true),
      null,
      path,
    )
  for (const key of pageKeys) {
    const [, group = ''] = pages[key].path.split('/')
    if (pages[key].path !== `/${group}`)
      assert.notEqual(
        firstPageOfGroup(`/${group}`, () => true),
        null,
        group,
      )
  }
})
