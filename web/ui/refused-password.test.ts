import assert from 'node:assert/strict'
import { test } from 'node:test'
import { passwordStrength } from '#/domain/base/password.ts'
import { ApiError } from '#/web/kernel/wire.ts'
import { passwordRefusal } from './refused-password.ts'

test('the refusal of a well-known password belongs to its field, and other failures do not', () => {
  const password = 'Summer2024!'
  assert.equal(passwordStrength(password), 'fair', 'the form alone calls it good enough')
  const refuse = (error: string) => new ApiError('该密码过于常见，请更换', { code: 400, error, isFinal: true })
  assert.deepEqual(passwordRefusal(password, refuse('well_known')), { password, message: '该密码过于常见，请更换' })
  for (const error of ['wrongOld', 'ticketDead', 'transport']) assert.equal(passwordRefusal(password, refuse(error)), null, error)
  assert.equal(passwordRefusal(password, new Error('该密码过于常见，请更换')), null)
})
