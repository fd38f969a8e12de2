import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onNotice } from '#/web/kernel/notices.ts'
import { showSignInFailure, signIn, signInWithSecondFactor } from './entry.ts'

const emptyStorage = { getItem: () => null, removeItem: () => undefined, length: 0 }

test('a failure of either step of a sign-in shows one notice that ends in 0000', async () => {
  for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(globalThis, name, { configurable: true, value: emptyStorage })
  const notices: string[] = []
  onNotice(({ text }) => notices.push(text))
  globalThis.fetch = async () => Response.json({ code: 400, error: 'wrongCode', message: '验证码错误' })
  const steps: readonly (() => Promise<unknown>)[] = [() => signIn('maker', 'Wrong#2026'), () => signInWithSecondFactor('ticket', { code: '123456' })]
  for (const step of steps) {
    assert.equal(await step().catch(showSignInFailure), '验证码错误0000')
    assert.deepEqual(notices.splice(0), ['验证码错误0000'])
  }
})
