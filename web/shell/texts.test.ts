import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authMessages } from '#/api/access/auth.texts.ts'
import { languages } from '#/domain/base/text.ts'
import { texts } from './texts.ts'

// Texts of specification §2 and §8, verbatim and equal in every language.
const specifiedTexts = {
  sizeDefault: 'Default',
  sizeMedium: 'Medium',
  sizeSmall: 'Small',
  sizeMini: 'Mini',
  confirmLogout: 'Confirm logout',
  loggedOut: 'You have been logged out, you can cancel to stay on this page, or log in again',
  reLogin: 'Re-Login',
  cancel: 'Cancel',
  noFullscreen: 'you browser can not work',
  languageSwitched: 'Switch Language Success',
} as const satisfies Partial<Record<keyof typeof texts, string>>

test('texts fixed by the specification are the same in every language', () => {
  for (const [key, words] of Object.entries(specifiedTexts))
    for (const language of languages) assert.equal(texts[key as keyof typeof specifiedTexts][language], words)
})

test('the product is titled 云创客平台, on screen and in the user info', () => {
  assert.equal(texts.product.zh, '云创客平台')
  assert.deepEqual(authMessages.title, texts.product, 'user info carries the same title')
})
