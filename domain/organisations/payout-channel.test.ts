import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedSettings } from '#/domain/base/connection-settings.ts'
import { type ChannelKind, channelKind, channelKindNames, channelKinds } from '#/domain/organisations/payout-channel.ts'

const words = (text: string) => ({ zh: text, en: text, es: text, ja: text })
const fields: ChannelKind['fields'] = {
  address: { name: words('地址'), isSecret: false, initial: '', pattern: /^https:/, rule: words('https') },
  key: { name: words('密钥'), isSecret: true, initial: '', pattern: /^.{8,}$/, rule: words('8 位以上') },
  days: { name: words('天数'), isSecret: false, initial: '2', pattern: /^\d$/, rule: words('一位数字') },
}
const full = { address: 'https://bank.test', key: 'a long secret', days: '2' }

test('a new channel needs all settings that have no default', () => {
  assert.deepEqual(changedSettings({ fields }, {}, { address: full.address, key: full.key }), { settings: full, fault: null })
  assert.deepEqual(changedSettings({ fields }, {}, { address: full.address }).fault, { key: 'key', problem: 'missing' })
})

test('an omitted setting keeps its value, an empty one gets its default', () => {
  assert.deepEqual(changedSettings({ fields }, { ...full, days: '7' }, {}).settings, { ...full, days: '7' })
  assert.deepEqual(changedSettings({ fields }, { ...full, days: '7' }, { days: '' }).settings, full)
  assert.deepEqual(changedSettings({ fields }, full, { key: ' ' }).fault, { key: 'key', problem: 'missing' })
  assert.deepEqual(changedSettings({ fields }, full, { key: ' another secret ' }).settings, { ...full, key: 'another secret' })
})

test('malformed and unknown settings are refused', () => {
  assert.deepEqual(changedSettings({ fields }, full, { address: 'http://bank.test' }).fault, { key: 'address', problem: 'form' })
  for (const key of ['kind', 'toString', '__proto__x', ''])
    assert.deepEqual(changedSettings({ fields }, full, { [key]: 'x' }).fault, { key, problem: 'unknown' })
})

test('a stored setting that the kind no longer has is removed', () => {
  assert.deepEqual(changedSettings({ fields }, { ...full, gone: 'x' }, {}).settings, full)
})

test('a kind of channel is found only by its exact name', () => {
  for (const name of channelKindNames) assert.equal(channelKind(name), channelKinds[name])
  for (const name of ['', 'Sandbox', 'toString', 'constructor']) assert.equal(channelKind(name), undefined, name)
})

test('every default value matches its own pattern', () => {
  const wrong = channelKindNames.flatMap((kind) => {
    const kindFields: ChannelKind['fields'] = channelKinds[kind].fields
    return Object.entries(kindFields).filter(([, { initial, pattern }]) => initial !== '' && !pattern.test(initial))
  })
  assert.deepEqual(wrong, [])
})
