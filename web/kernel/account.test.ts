import assert from 'node:assert/strict'
import { beforeEach, mock, test } from 'node:test'
import { postStatus, userType } from '#/domain/base/codes.ts'
import { loadUser, reloadAccount } from './account.ts'
import { flushSettings } from './account-settings.ts'
import { onAccountSetting, recordChoice } from './choices.ts'
import { language } from './language.ts'
import { hasExactPermission, session, user } from './session.ts'

function storage() {
  const storedItems = new Map<string, string>()
  return {
    get length() {
      return storedItems.size
    },
    key: (at: number) => [...storedItems.keys()][at] ?? null,
    getItem: (key: string) => storedItems.get(key) ?? null,
    setItem: (key: string, value: string) => void storedItems.set(key, value),
    removeItem: (key: string) => void storedItems.delete(key),
  }
}

let tokens: unknown[] = []
let answer: Record<string, unknown> = {}
const centre = {
  usertype: userType.centre,
  poststatus: postStatus.director,
  isdz: '1,2',
  yycenter: '[{"id":5,"name":"浙江","isdz":"2"},{"id":7,"name":"上海","isdz":"1,2"}]',
}

beforeEach(() => {
  user.set(null)
  for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(globalThis, name, { configurable: true, value: storage() })
  localStorage.setItem('token', 't')
  tokens = []
  globalThis.fetch = async (_, init) => {
    tokens.push(new Headers(init?.headers).get('X-Token'))
    return Response.json({ code: 1, message: '', ...answer })
  }
})

test('loading the user info stores mode, centre, yzzgid and a required password change', async () => {
  answer = { ...centre, data: [{ permission: 'payZfPt' }], yzzgid: '41', isEditPassWord: 0 }
  await loadUser()
  assert.deepEqual(tokens, ['t'])
  assert.deepEqual(
    ['nstype', 'yycenterid', 'yzzgid'].map((key) => localStorage.getItem(key)),
    ['2', '5', '41'],
  )
  assert.equal(sessionStorage.getItem('isEditPassWord'), '0')
  user.set(null)
  answer = { ...answer, yzzgid: '', isEditPassWord: 1 }
  await loadUser()
  assert.equal(localStorage.getItem('yzzgid'), null)
  assert.equal(sessionStorage.getItem('isEditPassWord'), null)
})

test('a mode stored as an object stays stored and in use', async () => {
  answer = { ...centre, data: [{ permission: 'payZfPt' }] }
  localStorage.setItem('yycenterid', '7')
  localStorage.setItem('nstype', '{"id":2}')
  session.pin()
  await loadUser()
  assert.equal(localStorage.getItem('nstype'), '{"id":2}')
  assert.equal(session.mode(), '2')
  assert.equal(session.difference(), null)
  session.setMode(1)
  assert.equal(localStorage.getItem('nstype'), '1')
})

test('signing out clears the session data and the permissions, and keeps the theme', async () => {
  answer = { ...centre, data: [{ permission: 'payZfPt' }], yzzgid: '41', isEditPassWord: 0 }
  await loadUser()
  localStorage.setItem('setting.theme', '"#11a983"')
  const keysOf = (storage: Storage) => Array.from({ length: storage.length }, (_, at) => storage.key(at))
  assert.deepEqual(keysOf(localStorage).sort(), ['nstype', 'setting.theme', 'token', 'yycenterid', 'yzzgid'])
  session.clear()
  assert.deepEqual([keysOf(localStorage), keysOf(sessionStorage)], [['setting.theme'], []])
  assert.equal(user.get(), null)
  assert.equal(hasExactPermission('payZfPt'), false)
})

test('a choice not yet stored in the account overrides its settings and is then stored', async () => {
  const appliedSettings = new Map<string, unknown>()
  for (const name of ['theme', 'table.batches']) onAccountSetting(name, (value) => appliedSettings.set(name, value))
  localStorage.setItem('unkept', JSON.stringify({ account: '', settings: { theme: '#11a983' } }))
  answer = { ...centre, data: [{ permission: 'payZfPt' }], preferences: { theme: '#f5222d', tables: { batches: { order: [], hidden: ['no'], pinned: [] } } } }
  await loadUser()
  assert.deepEqual(Object.fromEntries(appliedSettings), { theme: '#11a983', 'table.batches': { order: [], hidden: ['no'], pinned: [] } })
  await new Promise((done) => setTimeout(done, 20))
  assert.equal(localStorage.getItem('unkept'), null)
})

test('choices in quick succession are sent in one call, and a refused choice is dropped', async () => {
  answer = { ...centre, data: [{ permission: 'payZfPt' }] }
  await loadUser()
  tokens = []
  mock.timers.enable({ apis: ['setTimeout'] })
  for (const colour of ['#11a983', '#f5222d']) recordChoice('theme', colour)
  assert.deepEqual(tokens, [])
  mock.timers.tick(1_000)
  mock.timers.reset()
  await flushSettings()
  assert.equal(localStorage.getItem('unkept'), null)
  assert.equal(tokens.length, 1)
  answer = { code: 400, error: 'invalid_input', message: '' }
  recordChoice('table.batches', { order: ['?'] })
  await flushSettings()
  assert.equal(localStorage.getItem('unkept'), null)
})

test('the payment button needs the key payZfPt itself, even for admin3', async () => {
  answer = { usertype: userType.platform, data: [{ permission: 'admin3' }] }
  await loadUser()
  assert.equal(hasExactPermission('payZfPt'), false)
  user.set(null)
  answer = { usertype: userType.unit, data: [{ permission: 'payZfPt' }] }
  await loadUser()
  assert.equal(hasExactPermission('payZfPt'), true)
})

test("unusable user info is rejected with the specification's message", async () => {
  answer = {}
  await assert.rejects(loadUser(), /^Error: Verification failed, please Login again\.$/)
  answer = { data: [] }
  await assert.rejects(loadUser(), /^Error: getInfo: roles must be a non-null array!$/)
})

/** Answers the user info in the requested language, as the server does. */
function answerInLanguage(): void {
  globalThis.fetch = async (_, init) => {
    const title = new Headers(init?.headers).get('Accept-Language') ?? ''
    return Response.json({ code: 1, message: '', ...centre, data: [{ permission: 'payZfPt' }], title })
  }
}

test('after a language switch the brand is fetched again, in the last of two languages', async () => {
  answerInLanguage()
  language.set('zh')
  await loadUser()
  language.set('en')
  const first = reloadAccount()
  language.set('ja')
  await Promise.all([first, reloadAccount()])
  await new Promise((done) => setTimeout(done, 20))
  assert.equal(user.get()?.title, 'ja-JP')
})

test('if the account chooses another language than the browser, the brand follows it', async () => {
  answerInLanguage()
  language.set('en')
  onAccountSetting('language', () => language.set('zh'))
  const fetchInfo = globalThis.fetch
  globalThis.fetch = async (path, init) => {
    const body = (await (await fetchInfo(path, init)).json()) as object
    return Response.json({ ...body, preferences: { language: 'zh' } })
  }
  await loadUser()
  await new Promise((done) => setTimeout(done, 20))
  assert.equal(user.get()?.title, 'zh-CN')
})
