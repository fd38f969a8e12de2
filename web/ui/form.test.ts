import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { dayAfterKey, firstDayOf, lastDayOf, readDay, weeksOf } from './calendar-day.ts'
import { brokenRuleMessage, type FormRule, generalProblemOf } from './form-rules.ts'
import { type FieldPath, FormStore } from './form-store.ts'
import { loadPinyin } from './pinyin.ts'
import { groupOptions, matchingOptions, nextEnabled } from './select-options.ts'

function createForm(initial: object, fields: readonly (readonly [FieldPath, readonly FormRule[]])[]) {
  const store = new FormStore()
  store.start(initial, true)
  const focusedFields: string[] = []
  const renderBlock = (path: FieldPath, at: number) =>
    ({
      at,
      compareDocumentPosition: (other: { readonly at: number }) => (other.at > at ? 4 : 2),
      querySelector: () => null,
      focus: () => focusedFields.push(path.join('.')),
    }) as unknown as HTMLElement
  const unmountFields = fields.map(([path, rules], at) => store.mount({ path, rules: () => rules, element: () => renderBlock(path, at) }))
  return { store, focused: focusedFields, leave: unmountFields }
}

const requiredRule: FormRule = { required: true, message: 'needed' }

test('a rule other than required accepts an empty value', async () => {
  assert.equal(await brokenRuleMessage([{ pattern: /^\d$/, message: 'digit' }], ''), undefined)
  assert.equal(await brokenRuleMessage([{ min: 2, message: 'short' }], undefined), undefined)
  assert.equal(await brokenRuleMessage([{ type: 'email', message: 'mail' }], ''), undefined)
  for (const emptyValue of ['', null, undefined, []]) assert.equal(await brokenRuleMessage([requiredRule], emptyValue), 'needed')
  assert.equal(await brokenRuleMessage([requiredRule], 0), undefined)
  assert.equal(await brokenRuleMessage([{ ...requiredRule, whitespace: true }], '  '), 'needed')
})

test('the first broken rule gives the message', async () => {
  const rules: FormRule[] = [requiredRule, { min: 2, message: 'short' }, { validator: () => Promise.reject(new Error('refused')) }]
  assert.equal(await brokenRuleMessage(rules, ''), 'needed')
  assert.equal(await brokenRuleMessage(rules, '𠮷'), 'short')
  assert.equal(await brokenRuleMessage(rules, '𠮷野'), 'refused')
})

test('a minimum length counts the characters that are stored, without white space around them', async () => {
  const rules: FormRule[] = [{ required: true, message: 'needed' }, { min: 4 }]
  const broken = async (value: string) => (await brokenRuleMessage(rules, value)) !== undefined
  assert.deepEqual(await Promise.all(['ab  ', '  ab', '　abc　', 'ab\n\n'].map(broken)), [true, true, true, true])
  assert.deepEqual(await Promise.all(['abcd', ' a b c '].map(broken)), [false, false])
  assert.deepEqual([generalProblemOf(rules, 'ab  ').problem, generalProblemOf(rules, '    ').problem], ['tooShort', 'missing'])
})

test('a rule without a message names a missing, short or malformed value', () => {
  const rules: FormRule[] = [{ required: true, whitespace: true }, { min: 4 }, { type: 'email' }, { pattern: /b/ }]
  const problemsOf = (values: readonly string[]) => values.map((value) => generalProblemOf(rules, value).problem)
  assert.deepEqual(problemsOf(['', '  ', 'abc', 'abcd', 'a@c.de']), ['missing', 'missing', 'tooShort', 'emailWrong', 'invalid'])
  assert.equal(generalProblemOf(rules, 'abc').min, 4)
})

test('a refused form focuses its first wrong field and returns the errors by field', async () => {
  const { store, focused } = createForm({ name: '', amount: 'x' }, [
    [['name'], [requiredRule]],
    [['amount'], [{ pattern: /^\d+$/, message: 'digits' }]],
  ])
  await assert.rejects(store.validate(), {
    errorFields: [
      { name: ['name'], errors: ['needed'] },
      { name: ['amount'], errors: ['digits'] },
    ],
  })
  assert.deepEqual(focused, ['name'])
  store.enter(['name'], '张三')
  store.enter(['amount'], '5')
  assert.deepEqual(await store.validate(), { name: '张三', amount: '5' })
  assert.deepEqual([store.errorOf(['name']), store.errorOf(['amount'])], [undefined, undefined])
})

test('a form submits only mounted fields and keeps the values of unmounted ones', async () => {
  const { store, leave } = createForm({ kind: 'a', extra: 1 }, [
    [['kind'], []],
    [['extra'], []],
  ])
  leave[1]?.()
  assert.deepEqual(await store.validate(), { kind: 'a' })
  assert.deepEqual(store.allValues(), { kind: 'a', extra: 1 })
})

test('only user input that changes a value calls onValuesChange', () => {
  const { store } = createForm({ places: [{ mode: 1 }] }, [[['places', 0, 'mode'], []]])
  const receivedChanges: unknown[] = []
  store.handlers = { onValuesChange: (changed: unknown) => receivedChanges.push(changed) }
  store.enter(['places', 0, 'mode'], 2)
  store.enter(['places', 0, 'mode'], 2)
  store.set(['places', 0, 'mode'], 1)
  assert.deepEqual(receivedChanges, [{ places: [{ mode: 2 }] }])
})

test('only user input marks a form as touched, and only a reset of all fields clears it', () => {
  const { store } = createForm({ one: 1, two: 2 }, [
    [['one'], []],
    [['two'], []],
  ])
  store.set(['one'], 9)
  store.merge({ two: 9 })
  store.enter(['one'], 9)
  assert.equal(store.isTouched, false)
  store.enter(['one'], 1)
  store.reset(['one'])
  assert.equal(store.isTouched, true)
  store.reset()
  assert.equal(store.isTouched, false)
})

test('a reset restores only the named fields, or all fields, and clears their errors', async () => {
  const { store } = createForm({ one: 1, two: 2 }, [
    [['one'], []],
    [['two'], []],
  ])
  store.enter(['one'], 9)
  store.enter(['two'], 9)
  store.setErrors([{ name: 'one', errors: ['wrong'] }])
  store.reset(['one'])
  assert.deepEqual([store.mountedValues(), store.errorOf(['one'])], [{ one: 1, two: 9 }, undefined])
  store.reset()
  assert.deepEqual(store.mountedValues(), { one: 1, two: 2 })
})

test('a form passes its values on only while every field is valid', async () => {
  const { store } = createForm({ name: '' }, [[['name'], [{ required: true, message: 'needed' }]]])
  const sentValues: unknown[] = []
  const press = store.whenValid((values) => sentValues.push(values))
  press()
  await setImmediate()
  assert.deepEqual([sentValues, store.errorOf(['name'])], [[], 'needed'])
  store.enter(['name'], '张三')
  press()
  await setImmediate()
  assert.deepEqual(sentValues, [{ name: '张三' }])
})

test('an error while a form is sent is reported, and a wrong field is not', async (context) => {
  const { store } = createForm({ name: '' }, [[['name'], [{ required: true, message: 'needed' }]]])
  const reportedErrors: unknown[] = []
  const previous = globalThis.reportError
  globalThis.reportError = (error) => reportedErrors.push(error)
  context.after(() => {
    globalThis.reportError = previous
  })
  const fault = new Error('fault')
  const press = store.whenValid(() => {
    throw fault
  })
  press()
  await setImmediate()
  assert.deepEqual(reportedErrors, [])
  store.enter(['name'], '张三')
  press()
  await setImmediate()
  assert.deepEqual(reportedErrors, [fault])
})

test('a validation result for an older value is discarded', async () => {
  let answer: (() => void) | undefined
  const slowRule: FormRule = { validator: (_, value) => (value === 'old' ? new Promise((_, reject) => (answer = () => reject(new Error('old')))) : undefined) }
  const { store } = createForm({ name: '' }, [[['name'], [slowRule]]])
  store.enter(['name'], 'old')
  const checked = store.validate().catch(() => undefined)
  store.enter(['name'], 'new')
  answer?.()
  await checked
  assert.equal(store.errorOf(['name']), undefined)
})

test('valid days, months and minutes are parsed in common formats', () => {
  for (const text of ['2026-11-18', '2026/11/18', '2026.11.18', '20261118', '2026年11月18日', '２０２６－１１－１８'])
    assert.equal(readDay(text, 'day'), '2026-11-18', text)
  assert.equal(readDay('2026/1/8', 'day'), '2026-01-08')
  for (const text of ['2026-02-30', '18/11/2026', '2026-11', '26-11-18', '']) assert.equal(readDay(text, 'day'), '', text)
  assert.deepEqual([readDay('2026/1', 'month'), readDay('202601', 'month'), readDay('2026-13', 'month')], ['2026-01', '2026-01', ''])
  assert.deepEqual([readDay('2026-11-18 9:05', 'minute'), readDay('2026-11-18 24:00', 'minute')], ['2026-11-18 09:05', ''])
})

test('a calendar month is six weeks that start on the given weekday', () => {
  const weeks = weeksOf('2026-11-18', 1)
  assert.deepEqual([weeks.length, weeks[0]?.[0], weeks[0]?.[6], weeks[5]?.[6]], [6, '2026-10-26', '2026-11-01', '2026-12-06'])
  assert.equal(weeksOf('2026-11-18', 0)[0]?.[0], '2026-11-01')
})

test('a search finds options with every search word, and arrow keys skip disabled options', () => {
  const options = [
    { value: 1, label: '云创运营 ＡＢ中心' },
    { value: 2, label: '华东运营中心', disabled: true },
    { value: 3, label: '华南' },
  ]
  assert.deepEqual(
    matchingOptions(options, 'ab 运营').map((each) => each.value),
    [1],
  )
  assert.deepEqual(
    [nextEnabled(options, 0, 1), nextEnabled(options, 2, 1), nextEnabled(options, 0, -1), nextEnabled([{ disabled: true }], 0, 1)],
    [2, 0, 2, -1],
  )
})

test('a search finds options by pinyin, initials and full-width characters', async () => {
  const options = [
    { value: 1, label: '星河互娱 3 号' },
    { value: 2, label: '绿地' },
  ]
  const pinyinOf = await loadPinyin()
  const matchingValues = (query: string) => matchingOptions(options, query, pinyinOf).map((each) => each.value)
  assert.deepEqual(
    [matchingValues('xinghe'), matchingValues('xhhy'), matchingValues('ＸＨ ３'), matchingValues('lvdi'), matchingValues('huabei')],
    [[1], [1], [1], [2], []],
  )
})

test('options with one heading form one group, even when a search omits its first option', () => {
  const options = ['a', 'b', 'c'].map((value) => ({ value, label: value }))
  const headings = new Map([
    ['b', '其他'],
    ['c', '其他'],
  ])
  const headingRuns = (runOptions: typeof options) => groupOptions(runOptions, headings).map(({ heading, from, options: run }) => [heading, from, run.length])
  assert.deepEqual(headingRuns(options), [
    [undefined, 0, 1],
    ['其他', 1, 2],
  ])
  assert.deepEqual(headingRuns(options.slice(2)), [['其他', 0, 1]])
  assert.deepEqual(headingRuns([]), [])
})

test('two rows added in one event are both kept', () => {
  const { store } = createForm({ places: [1] }, [[['places'], []]])
  store.addRow(['places'], 2)
  store.addRow(['places'], 3)
  store.removeRow(['places'], 0)
  assert.deepEqual(store.get(['places']), [2, 3])
})

test('a broken rule without a message gives an empty message', async () => {
  assert.equal(await brokenRuleMessage([{ required: true }], ''), '')
  assert.equal(await brokenRuleMessage([{ validator: () => Promise.reject() }], 'x'), '')
})

test('arrow and page keys move a calendar by days, weeks, months and years', () => {
  const dayAfter = (key: string, hasShift = false) => dayAfterKey(key, '2026-11-18', { isMonths: false, hasShift, firstWeekday: 1 })
  assert.deepEqual(
    ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'].map((key) => dayAfter(key)),
    ['2026-11-17', '2026-11-19', '2026-11-11', '2026-11-25'],
  )
  assert.deepEqual(
    ['Home', 'End', 'PageUp', 'PageDown', 'a'].map((key) => dayAfter(key)),
    ['2026-11-16', '2026-11-22', '2026-10-18', '2026-12-18', null],
  )
  assert.deepEqual([dayAfter('PageUp', true), dayAfter('PageDown', true)], ['2025-11-18', '2027-11-18'])
  const month = (key: string) => dayAfterKey(key, '2026-11-18', { isMonths: true, hasShift: false, firstWeekday: 0 })
  assert.deepEqual(['ArrowUp', 'Home', 'End', 'PageDown'].map(month), ['2026-08-18', '2026-01-18', '2026-12-18', '2027-11-18'])
})

test('a calendar limit given as a month, day or minute is converted to a day', () => {
  assert.deepEqual([firstDayOf('2026-11'), firstDayOf('2026-11-05'), firstDayOf('2026-11-05 09:30')], ['2026-11-01', '2026-11-05', '2026-11-05'])
  assert.deepEqual([lastDayOf('2026-02'), lastDayOf('2026-11-05'), lastDayOf('2026-12')], ['2026-02-28', '2026-11-05', '2026-12-31'])
})
