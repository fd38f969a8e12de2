import assert from 'node:assert/strict'
import { test } from 'node:test'
import { translatedFailure } from './translated-failure.ts'

test('the failure of a sign-in follows the language, with its values and 0000', () => {
  assert.equal(translatedFailure('用户名或密码错误0000', 'zh', 'en'), 'Wrong user name or password.0000')
  assert.equal(translatedFailure('Too many failed sign-ins. Try again in 60 seconds.0000', 'en', 'zh'), '登录失败次数过多，请 60 秒后再试0000')
  assert.equal(translatedFailure('用户名 云 已存在', 'zh', 'en'), 'The user name 云 is taken.')
  assert.equal(translatedFailure('账号审核中，请耐心等待', 'zh', 'en'), 'Your account is being reviewed.')
  assert.equal(
    translatedFailure('无法连接服务器，请检查网络后重试0000', 'zh', 'ja'),
    'サーバーに接続できません。ネットワークを確認して再度お試しください。0000',
  )
  assert.equal(translatedFailure('something else0000', 'en', 'zh'), 'something else0000')
})
