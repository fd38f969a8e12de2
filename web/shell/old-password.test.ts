import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOldPasswordCheck, type OldPasswordState, type PasswordAnswer } from './old-password.ts'

/** Returns a check whose answers the test gives, and the passwords sent. */
function checkWithAnswers() {
  const sentPasswords: string[] = []
  const states: OldPasswordState[] = []
  const answers: ((answer: PasswordAnswer) => void)[] = []
  const old = createOldPasswordCheck(
    (password) => {
      sentPasswords.push(password)
      return new Promise((resolve) => answers.push(resolve))
    },
    (state) => states.push(state),
  )
  const answer = async (each: PasswordAnswer) => {
    answers.shift()?.(each)
    await new Promise((done) => setTimeout(done))
  }
  return { old, sentPasswords, states, answer }
}

test('an old password corrected during a check is checked next, and a submit waits for both', async () => {
  const { old, sentPasswords, states, answer } = checkWithAnswers()
  old.check('Wrong#2026')
  old.check('Right#2026')
  const isVerified = old.settle('Right#2026')
  await answer('refused')
  await answer('verified')
  assert.equal(await isVerified, true)
  assert.deepEqual(sentPasswords, ['Wrong#2026', 'Right#2026'])
  assert.deepEqual(states.at(-1), { isChecking: false, verified: 'Right#2026' })
})

test('a refused old password is not sent again by a submit, and one without an answer is', async () => {
  const { old, sentPasswords, answer } = checkWithAnswers()
  old.check('Wrong#2026')
  await answer('refused')
  assert.equal(await old.settle('Wrong#2026'), false)
  assert.deepEqual(sentPasswords, ['Wrong#2026'])
  old.check('Right#2026')
  await answer('failed')
  const isVerified = old.settle('Right#2026')
  await answer('verified')
  assert.equal(await isVerified, true)
  assert.equal(await old.settle(''), false)
  assert.deepEqual(sentPasswords, ['Wrong#2026', 'Right#2026', 'Right#2026'])
})

test('an old password that is confirmed or being checked is not sent twice', async () => {
  const { old, sentPasswords, answer } = checkWithAnswers()
  old.check('Right#2026')
  old.check('Right#2026')
  await answer('verified')
  old.check('Right#2026')
  assert.equal(await old.settle('Right#2026'), true)
  assert.deepEqual(sentPasswords, ['Right#2026'])
})
