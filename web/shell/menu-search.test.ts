import assert from 'node:assert/strict'
import { test } from 'node:test'
import { menuOf } from './menu.ts'
import { finder, isNumber, loadSound, placesOf } from './menu-search.ts'

const everything = menuOf(['admin3'])

test('a page is found by its title, a mistyped title, its path, in every language', () => {
  const inChinese = finder(placesOf(everything, ['message'], 'zh', null))
  assert.equal(inChinese('预付款')[0]?.page, 'yufukuan')
  assert.equal(inChinese('yufukuan')[0]?.page, 'yufukuan')
  assert.equal(inChinese('zfpz')[0]?.page, 'zfpzList')
  const inEnglish = finder(placesOf(everything, [], 'en', null))
  assert.equal(inEnglish('Prepaymant acounts')[0]?.page, 'yufukuan')
  assert.deepEqual(inEnglish('xylophone quartz'), [])
})

test('in Chinese the sound of a title is enough, whole or its first letters', async () => {
  const find = finder(placesOf(everything, [], 'zh', await loadSound()))
  assert.equal(find('zhifupingzheng')[0]?.page, 'zfpzList')
  assert.equal(find('gzt')[0]?.page, 'dashboard')
})

test('without anything typed every page of the menu is offered; only the first 32 letters count', () => {
  const places = placesOf(everything, [], 'zh', null)
  assert.equal(finder(places)('  ').length, places.length)
  const long = '预付款管理'.padEnd(40, '预付款管理')
  assert.deepEqual(finder(places)(long), finder(places)(long.slice(0, 32)))
})

test('pages that these keys do not open are not found', () => {
  const find = finder(placesOf(menuOf(['zfPtList']), [], 'zh', null))
  assert.ok(find('').every((place) => place.page === 'zfPtList'))
  assert.deepEqual(find('预付款管理'), [])
})

test('a number of a batch, a mobile or an identity number is no name of a page', () => {
  for (const typed of ['PC20261122', '13800138000', '000123', '11010119900307123X']) assert.ok(isNumber(typed), typed)
  for (const typed of ['支付', 'zf', '12', '张三']) assert.ok(!isNumber(typed), typed)
})
