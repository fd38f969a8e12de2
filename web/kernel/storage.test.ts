import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { programSources } from '#/tools/sources.ts'
import { parseCookie } from './cookies.ts'
import { consumeFlash } from './notices.ts'
import { storedSetting } from './preferences.ts'
import { session } from './session.ts'
import { siteStorage, storedJson } from './storage.ts'

const items = new Map<string, string>()
const denied = () => {
  throw new DOMException('denied')
}
const fullStorage = { getItem: (key: string) => items.get(key) ?? null, setItem: denied, removeItem: (key: string) => items.delete(key), length: 0 }

function provide(property: PropertyDescriptor): void {
  for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(globalThis, name, { configurable: true, ...property })
}

beforeEach(() => items.clear())

test('with blocked or full storage a user can sign in, and settings take effect', () => {
  for (const property of [{ get: denied }, { value: fullStorage }]) {
    provide(property)
    const theme = storedSetting('theme', 'blue', (value) => typeof value === 'string')
    theme.set('green')
    assert.equal(theme.get(), 'green')
    session.pin()
    assert.equal(session.token(), null)
    session.setToken('a.1')
    session.setForced(true)
    assert.deepEqual([session.token(), session.isForced()], ['a.1', true])
    session.clear()
    assert.deepEqual([session.token(), session.isForced()], [null, false])
  }
})

test('a value that could not be stored hides the older one until it is removed', () => {
  provide({ value: fullStorage })
  items.set('nstype', '1')
  siteStorage.set('nstype', '2')
  assert.equal(siteStorage.get('nstype'), '2')
  siteStorage.remove('nstype')
  assert.equal(siteStorage.get('nstype'), null)
})

test('a damaged cookie or stored value counts as not set', () => {
  provide({ value: fullStorage })
  assert.equal(parseCookie('size=%E4%B8; language=zh', 'size'), null)
  assert.equal(parseCookie('size=%E4%B8; language=zh', 'language'), 'zh')
  items.set('flash', '{"tone":')
  assert.equal(consumeFlash(), null)
  assert.equal(storedJson(siteStorage, 'flash'), null)
})

test('only one file uses the storages of the browser', () => {
  const users = programSources.filter(({ path, text }) => path.startsWith('web/') && /\b(local|session)Storage\b/.test(text)).map(({ path }) => path)
  assert.deepEqual(users, ['web/kernel/storage.ts'])
})
