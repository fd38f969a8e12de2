import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSessionOver } from '#/web/kernel/notices.ts'
import { type User, user } from '#/web/kernel/session.ts'
import { signOut } from './sign-out.ts'

const storage = { getItem: () => null, removeItem: () => undefined, length: 0 }

test('a double click on log-out with an ended session calls the server once and opens no dialog', async () => {
  for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(globalThis, name, { configurable: true, value: storage })
  const paths: string[] = []
  Object.defineProperty(globalThis, 'location', { configurable: true, value: { assign: (path: string) => paths.push(path) } })
  const calls: string[] = []
  globalThis.fetch = async (path) => {
    calls.push(String(path))
    return Response.json({ code: 50008, message: '登录状态无效，请重新登录' })
  }
  user.set({ uid: 1 } as User)
  await Promise.all([signOut('/dashboard'), signOut('/dashboard')])
  assert.deepEqual(calls, ['/api/user/logout_pc'])
  assert.deepEqual(paths, ['/login?redirect=%2Fdashboard'])
  assert.equal(isSessionOver.get(), false)
})
