import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  confirmationProblem,
  hasLongRuleLength,
  hasSpecifiedLength,
  isCommonPassword,
  isComplexPassword,
  missingPasswordRules,
  passwordFormProblem,
  passwordProblem,
  passwordStrength,
  passwordTexts,
} from './password.ts'
import { normalizePassword } from './password-rule.ts'

test('an empty, short or long password shows the error of the specification', () => {
  assert.equal(passwordProblem('')?.zh, '密码不能为空！')
  assert.equal(passwordProblem('Aa1!567')?.zh, '密码不能少于8位！')
  assert.equal(passwordProblem('Aa1!5678'), null)
  assert.equal(passwordProblem('Aa1!56789012345678'), null)
  assert.equal(passwordProblem('Aa1!567890123456789')?.zh, '密码最长不能超过18位！')
})

test('the confirmation is required and must equal the password', () => {
  assert.equal(confirmationProblem('Aa12345!', '')?.zh, '确认密码不能为空！')
  assert.equal(confirmationProblem('Aa12345!', 'Aa12345?')?.zh, '两次输入密码不一致！')
  assert.equal(confirmationProblem('Aa12345!', 'Aa12345!'), null)
})

test('a new password needs all four kinds of characters', () => {
  assert.ok(isComplexPassword('Aa12345!'))
  for (const incompletePassword of ['AA12345!', 'aa12345!', 'Aabcdef!', 'Aa123456']) assert.ok(!isComplexPassword(incompletePassword), incompletePassword)
})

test('a form with several faults reports length first, then old password, then complexity', () => {
  const form = { newPassword: 'Aa12345!', confirmation: 'Aa12345!', isOldVerified: true }
  assert.equal(passwordFormProblem(form), null)
  assert.equal(passwordFormProblem({ ...form, newPassword: 'Aa1!', isOldVerified: false })?.zh, '请设置8-16位字母，特殊符号数字组成的密码')
  assert.equal(
    passwordFormProblem({ ...form, newPassword: 'Aa12345!Aa12345!x', confirmation: 'Aa12345!Aa12345!x' })?.zh,
    '请设置8-16位字母，特殊符号数字组成的密码',
  )
  assert.equal(passwordFormProblem({ newPassword: 'aaaaaaaa', confirmation: 'aaaaaaaa', isOldVerified: false })?.zh, '请重新填写旧密码!')
  assert.equal(
    passwordFormProblem({ newPassword: 'aaaaaaaa', confirmation: 'aaaaaaaa', isOldVerified: true })?.zh,
    '密码必须包含至少一个小写字母、一个大写字母、一个数字和一个特殊字符',
  )
  assert.equal(passwordFormProblem({ ...form, confirmation: 'Aa12345?' })?.zh, '两次输入密码不一致！')
})

test('the rule of the specification ignores white space in a password', () => {
  fc.assert(
    fc.property(fc.string(), (typed) => {
      const spacedPassword = ` ${[...typed].join(' ')}\t`
      assert.equal(normalizePassword(spacedPassword), normalizePassword(typed))
      assert.deepEqual(
        passwordFormProblem({ newPassword: spacedPassword, confirmation: typed, isOldVerified: true }),
        passwordFormProblem({ newPassword: typed, confirmation: typed, isOldVerified: true }),
      )
    }),
  )
})

test('a password has a hint, a list of missing rules and a strength, weak if it is refused', () => {
  assert.equal(passwordTexts.hint.zh, '8-16位字母、特殊符号、数字组成')
  assert.equal(passwordTexts.forced.zh, '为了保障您的账号安全，首次登录请修改密码')
  assert.deepEqual(missingPasswordRules('abc'), ['length', 'upper', 'digit', 'special'])
  assert.deepEqual(missingPasswordRules('Passw0rd!'), ['unusual'])
  assert.deepEqual(missingPasswordRules('Neu#Wort26'), [])
  assert.equal(passwordStrength('Passw0rd!'), 'weak')
  assert.equal(passwordStrength('Neu#Wort26'), 'fair')
  assert.equal(passwordStrength('Aa1!Aa1!Aa1!'), 'fair')
  assert.equal(passwordStrength('Mond#Ufer_27x'), 'strong')
  fc.assert(
    fc.property(fc.string({ maxLength: 20 }), (typed) => {
      const isAccepted = passwordFormProblem({ newPassword: typed, confirmation: typed, isOldVerified: true }) === null
      if (!isAccepted) assert.equal(passwordStrength(normalizePassword(typed)), 'weak')
    }),
  )
})

test('common passwords are recognised with up to four digits added', () => {
  const commonWords = [
    'password',
    'passw0rd',
    'p@ssword',
    'p@ssw0rd',
    'qwer',
    'asdf',
    'zxcv',
    '1qaz',
    'admin',
    'aa123456',
    'abc123',
    'a123456',
    '123456',
    '12345',
    '888888',
  ]
  for (const word of [...commonWords, '666666', 'iloveyou', 'woaini', 'welcome', 'yunchuangke', 'chuangke', 'jiesuan', 'caiwu']) {
    for (const variant of [word, `${word}7890`, `${word.toUpperCase()}!`, `#${word}_1`]) assert.ok(isCommonPassword(variant), variant)
    for (const nearMiss of [`${word}xyz`, `xyz${word}`, `${word}78901x`, `${word}x7`]) assert.ok(!isCommonPassword(nearMiss), nearMiss)
  }
  assert.ok(!isCommonPassword('welcome78901'), 'five digits more are something else')
})

test('a password has 8 to 16 characters on submission', () => {
  assert.deepEqual(['Aa1!', 'Aa1!Bb2@', 'Aa1!Bb2@Cc3#Dd4$', 'Aa1!Bb2@Cc3#Dd4$e'].map(hasSpecifiedLength), [false, true, true, false])
})

test('a password of twelve characters, nine of them different, is strong', () => {
  assert.equal(passwordStrength('Mond#Ufer_27'), 'strong')
  assert.equal(passwordStrength('Mond#Ufer_2'), 'fair')
  assert.equal(passwordStrength('Aa1!Bb2@CAaa'), 'strong', 'nine of them differ')
  assert.equal(passwordStrength('Aa1!Bb2@AAaa'), 'fair', 'eight of them differ')
})

test('the long rule needs 12 to 64 varied characters, keeps them as typed and rates the strength', () => {
  const form = (typed: string) => ({ newPassword: typed, confirmation: typed, isOldVerified: true })
  const tooShort = 'vier worte'
  const phrase = 'vier kleine worte'
  assert.equal(passwordProblem(tooShort, 'long')?.zh, '密码不能少于12位！')
  assert.equal(passwordProblem('vier wortee.', 'long'), null)
  assert.equal(passwordProblem(`${phrase}${'x1y2z'.repeat(20)}`, 'long')?.zh, '密码最长不能超过64位！')
  assert.equal(passwordFormProblem(form(tooShort), 'long')?.zh, '请设置12-64位的密码')
  assert.equal(passwordFormProblem(form(phrase), 'long'), null)
  assert.equal(passwordFormProblem({ ...form(phrase), confirmation: 'vierkleineworte' }, 'long')?.zh, '两次输入密码不一致！')
  assert.equal(normalizePassword(phrase, 'long'), phrase)
  assert.deepEqual(['x'.repeat(11), 'x'.repeat(12), '😀'.repeat(64), 'x'.repeat(65)].map(hasLongRuleLength), [false, true, true, false])
  assert.deepEqual(missingPasswordRules('aaaabbbbcccc', 'long'), ['unusual'])
  assert.deepEqual(missingPasswordRules('aaabbbcccdde', 'long'), [])
  assert.deepEqual(missingPasswordRules('Password 1', 'long'), ['longLength', 'unusual'])
  assert.deepEqual(
    ['vier wortee.', phrase, 'vier vier vier vier'].map((each) => passwordStrength(each, 'long')),
    ['fair', 'strong', 'fair'],
  )
})
