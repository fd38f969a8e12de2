import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadPinyin } from '#/web/ui/pinyin.ts'
import { menuOf } from './menu.ts'
import { createSearch, type MenuTarget, menuTargetsOf } from './menu-search.ts'

const fullMenu = menuOf(['admin3'])

test('a page is found by its title, a mistyped title or its path', () => {
  const searchChinese = createSearch(menuTargetsOf(fullMenu, ['message'], 'zh', null))
  assert.equal(searchChinese('预付款')[0]?.page, 'yufukuan')
  assert.equal(searchChinese('yufukuan')[0]?.page, 'yufukuan')
  assert.equal(searchChinese('zfpz')[0]?.page, 'zfpzList')
  const searchEnglish = createSearch(menuTargetsOf(fullMenu, [], 'en', null))
  assert.equal(searchEnglish('Prepaymant managment')[0]?.page, 'yufukuan')
  assert.deepEqual(searchEnglish('xylophone quartz'), [])
})

test('in Chinese, a page is found by the pinyin or the pinyin initials of its title', async () => {
  const searchMenu = createSearch(menuTargetsOf(fullMenu, [], 'zh', await loadPinyin()))
  assert.equal(searchMenu('zhifupingzheng')[0]?.page, 'zfpzList')
  assert.equal(searchMenu('gzt')[0]?.page, 'dashboard')
})

test('an empty search lists every page of the menu', () => {
  const places = menuTargetsOf(fullMenu, [], 'zh', null)
  assert.equal(createSearch(places)('  ').length, places.length)
})

const letters = 'abcdefghijklmnopqrstuvwxyz012345ABCDEFGH'
const findLetters = createSearch([{ page: 'dashboard', titles: [letters], path: '/', sounds: [] }])
/** Returns a part of the title with its last letters wrong. */
const mistypedTitle = (length: number, wrong: number) => letters.slice(0, length - wrong) + '#'.repeat(wrong)

test('a match may have at most 4 of 10 or 12 of 32 letters wrong (threshold 0.4)', () => {
  assert.equal(findLetters(mistypedTitle(10, 4)).length, 1)
  assert.equal(findLetters(mistypedTitle(10, 5)).length, 0)
  assert.equal(findLetters(mistypedTitle(32, 12)).length, 1)
  assert.equal(findLetters(mistypedTitle(32, 13)).length, 0)
})

test('a search compares only the first 32 letters of the query', () => {
  assert.equal(findLetters(`${mistypedTitle(31, 12)}#`).length, 0, 'with 31 letters there would be 12 mistakes')
  const longQuery = `#${letters.slice(1, 20)}${'#'.repeat(12)}${letters.slice(32, 33)}`
  assert.equal(longQuery.length, 33)
  assert.equal(findLetters(longQuery).length, 0, 'with 33 letters the last 32 would be near enough')
  assert.equal(findLetters(longQuery.slice(1)).length, 1)
})

test('pages the user cannot open are not found', () => {
  const searchMenu = createSearch(menuTargetsOf(menuOf(['zfPtList']), [], 'zh', null))
  assert.ok(searchMenu('').every((place) => place.page === 'zfPtList'))
  assert.deepEqual(searchMenu('预付款管理'), [])
})

test('a number finds a page only if its title or path contains it', () => {
  const error: MenuTarget = { page: 'index', titles: ['错误页', '404'], path: '/error/404', sounds: [] }
  const searchMenu = createSearch([...menuTargetsOf(menuOf(['admin3']), [], 'zh', null), error])
  assert.equal(searchMenu('404')[0], error)
  assert.equal(searchMenu('/error/404')[0], error)
  for (const query of ['PC20261122000012', '13800138000', '11010119900307123X']) assert.deepEqual(searchMenu(query), [], query)
})

test('a search can return more than six matches', () => {
  assert.ok(createSearch(menuTargetsOf(menuOf(['admin3']), [], 'zh', null))('理').length > 6)
})
