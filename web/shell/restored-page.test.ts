import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type User, user } from '#/web/kernel/session.ts'
import { siteStorage } from '#/web/kernel/storage.ts'
import { guardRestoredPage } from './restored-page.ts'

test('Back after a sign-out runs the route guard again, also after a new sign-in', () => {
  let show: (event: { readonly persisted: boolean }) => void = () => undefined
  let reloadCount = 0
  const location = { pathname: '/dashboard', search: '', reload: () => void reloadCount++ }
  const addEventListener = (_: string, listener: typeof show) => {
    show = listener
  }
  for (const [name, value] of Object.entries({ location, addEventListener })) Object.defineProperty(globalThis, name, { configurable: true, value })
  guardRestoredPage()
  const reloadsFor = (token: string | null, account: User | null, persisted = true) => {
    if (token === null) siteStorage.remove('token')
    else siteStorage.set('token', token)
    user.set(account)
    reloadCount = 0
    show({ persisted })
    return reloadCount
  }
  const account = { uid: 1 } as User
  assert.equal(reloadsFor(null, null), 1, 'signed out')
  assert.equal(reloadsFor(null, account), 1, 'signed out in another tab')
  assert.equal(reloadsFor('a.1', null), 1, 'signed out and in again')
  assert.equal(reloadsFor('a.1', account), 0)
  assert.equal(reloadsFor(null, null, false), 0, 'a new page has its own guard')
  location.pathname = '/404'
  assert.equal(reloadsFor(null, null), 0, 'a public page')
})
