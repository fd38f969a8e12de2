import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applySettingsChange } from '#/domain/base/connection-settings.ts'
import { type ChannelKind, channelKindNames, channelKinds, findChannelKind } from '#/domain/organisations/payout-channel.ts'

const words = (text: string) => ({ zh: text, en: text, es: text, ja: text })
const fields: ChannelKind['fields'] = {
  address: { name: words('地址'), isSecret: false, initial: '', pattern: /^https:/, rule: words('https') },
  key: { name: words('密钥'), isSecret: true, initial: '', pattern: /^.{8,}$/, rule: words('8 位以上') },
  days: { name: words('天数'), isSecret: false, initial: '2', pattern: /^\d$/, rule: words('一位数字') },
}
const fullSettings = { address: 'https://bank.test', key: 'a long secret', days: '2' }

test('a new channel needs all settings that have no default', () => {
  assert.deepEqual(applySettingsChange({ fields }, {}, { address: fullSettings.address, key: fullSettings.key }), { settings: fullSettings, fault: null })
  assert.deepEqual(applySettingsChange({ fields }, {}, { address: fullSettings.address }).fault, { key: 'key', problem: 'missing' })
})

test('an omitted setting keeps its value; an empty one gets its default or is refused', () => {
  assert.deepEqual(applySettingsChange({ fields }, { ...fullSettings, days: '7' }, {}).settings, { ...fullSettings, days: '7' })
  assert.deepEqual(applySettingsChange({ fields }, { ...fullSettings, days: '7' }, { days: '' }).settings, fullSettings)
  assert.deepEqual(applySettingsChange({ fields }, fullSettings, { key: ' ' }).fault, { key: 'key', problem: 'missing' })
  assert.deepEqual(applySettingsChange({ fields }, fullSettings, { key: ' another secret ' }).settings, { ...fullSettings, key: 'another secret' })
})

test('malformed and unknown settings are refused', () => {
  assert.deepEqual(applySettingsChange({ fields }, fullSettings, { address: 'http://bank.test' }).fault, { key: 'address', problem: 'form' })
  for (const key of ['kind', 'toString', '__proto__x', ''])
    assert.deepEqual(applySettingsChange({ fields }, fullSettings, { [key]: 'x' }).fault, { key, problem: 'unknown' })
})

test('a stored setting that the kind no longer has is removed', () => {
  assert.deepEqual(applySettingsChange({ fields }, { ...fullSettings, gone: 'x' }, {}).settings, fullSettings)
})

test('a kind of channel is found only by its exact name', () => {
  for (const name of channelKindNames) assert.equal(findChannelKind(name), channelKinds[name])
  for (const name of ['', 'Sandbox', 'toString', 'constructor']) assert.equal(findChannelKind(name), undefined, name)
})

test('every default value matches its own pattern', () => {
  const wrong = channelKindNames.flatMap((kind) => {
    const kindFields: ChannelKind['fields'] = channelKinds[kind].fields
    return Object.entries(kindFields).filter(([, { initial, pattern }]) => initial !== '' && !pattern.test(initial))
  })
  assert.deepEqual(wrong, [])
})
