import assert from 'node:assert/strict'
import { test } from 'node:test'
import { presetNames } from '#/api/presets.texts.ts'
import { roles } from '#/db/base/roles.ts'
import { demoPlans, demoUnits } from '#/demo/organisations.ts'
import { languages } from '#/domain/base/text.ts'
import { issuerBanks } from '#/domain/people/recognition.ts'
import { presetName, presetNamesLike, storedName } from '#/server/kernel/installation/presets.ts'

const builtInNames = [
  ...Object.values(roles).map(({ name }) => name),
  ...issuerBanks,
  ...demoPlans.map(({ name }) => name),
  ...demoUnits.map(({ industry }) => industry),
]

test('every built-in name exists in four languages and is unique in each language', () => {
  for (const name of builtInNames) for (const language of ['en', 'es'] as const) assert.doesNotMatch(presetName(name, language), /\p{Script=Han}/u, name)
  for (const language of languages) assert.equal(new Set(presetNames.map((name) => name[language])).size, presetNames.length, language)
})

test('a translated built-in name is stored in Chinese, and another name is stored as typed', () => {
  assert.deepEqual([presetName('单位制单（新）', 'en'), storedName('Night shift', 'en')], ['单位制单（新）', 'Night shift'])
  for (const name of builtInNames) for (const language of languages) assert.equal(storedName(presetName(name, language), language), name)
  assert.deepEqual(presetNamesLike('merchants', 'en'), ['招商银行'])
})
