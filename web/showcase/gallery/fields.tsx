import { useState } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { showNotice } from '#/web/kernel/notices.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { DaysInput } from '#/web/ui/DaysInput.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form } from '#/web/ui/Form.tsx'
import { MoneyInput } from '#/web/ui/MoneyInput.tsx'
import { MultiSelect } from '#/web/ui/MultiSelect.tsx'
import { NumberField } from '#/web/ui/NumberField.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { TagsInput } from '#/web/ui/TagsInput.tsx'
import { PasswordInput, SearchInput, TextArea, TextInput } from '#/web/ui/TextInput.tsx'
import { words } from './texts.ts'

const values = {
  text: '云创客',
  secret: 'abc',
  find: '云',
  note: 'A\nB',
  amount: '1234.5',
  count: 30,
  day: '2024-02-29',
  month: '2024-02',
  moment: '2024-02-29 09:30',
  one: 'b',
  many: ['a', 'c'],
  way: 'a',
  phones: ['13800000001'],
  agreed: true,
}

type Values = typeof values

/** Every field of a form in one state. */
export function Fields({ state }: { readonly state: 'empty' | 'filled' | 'wrong' | 'off' }) {
  const t = useText()
  const [period, setPeriod] = useState(state === 'empty' || state === 'wrong' ? ['', ''] : ['2024-02-01', '2024-02-29'])
  const rules = [{ required: true, message: t(words.needed) }]
  const wrong = state === 'wrong' ? { problem: t(words.needed) } : {}
  const options = ['a', 'b', 'c', 'd'].map((value) => ({ value, label: `${t(words.way)} ${value.toUpperCase()}`, disabled: value === 'd' }))
  const groups = [
    { label: t(words.usual), options: options.slice(0, 2) },
    { label: t(words.rare), options: options.slice(2) },
  ]
  return (
    <Form<Values>
      disabled={state === 'off'}
      initialValues={state === 'empty' || state === 'wrong' ? {} : values}
      onFinish={() => showNotice('success', t(words.sent))}
    >
      <div className="k-fields">
        <Field {...wrong} name="text" label={t(words.text)} rules={rules} hint={t(words.hint)}>
          <TextInput maxLength={20} isClearable hasCount />
        </Field>
        <Field {...wrong} name="secret" label={t(words.secret)} rules={rules}>
          <PasswordInput autoComplete="off" />
        </Field>
        <Field {...wrong} name="find" label={t(words.find)}>
          <SearchInput />
        </Field>
        <Field {...wrong} name="note" label={t(words.note)}>
          <TextArea autoSize={{ minRows: 2, maxRows: 5 }} maxLength={100} hasCount />
        </Field>
        <Field {...wrong} name="amount" label={t(words.amount)} rules={rules}>
          <MoneyInput />
        </Field>
        <Field {...wrong} name="count" label={t(words.count)}>
          <NumberField min={1} max={90} />
        </Field>
        <Field {...wrong} name="day" label={t(words.day)} rules={rules}>
          <DayInput />
        </Field>
        <Field {...wrong} name="month" label={t(words.month)}>
          <DayInput picker="month" />
        </Field>
        <Field {...wrong} name="moment" label={t(words.moment)}>
          <DayInput hasTime />
        </Field>
        <Field {...wrong} label={t(words.period)} htmlFor={`${state}-period`}>
          <DaysInput id={`${state}-period`} from={period[0] ?? ''} to={period[1] ?? ''} onChange={(from, to) => setPeriod([from, to])} />
        </Field>
        <Field {...wrong} name="one" label={t(words.one)} rules={rules}>
          <Select options={groups} isSearchable isClearable />
        </Field>
        <Field {...wrong} name="many" label={t(words.many)}>
          <MultiSelect options={options} />
        </Field>
        <Field {...wrong} name="way" label={t(words.way)} rules={rules}>
          <RadioGroup options={options} />
        </Field>
        <Field {...wrong} name="phones" label={t(words.phones)}>
          <TagsInput maxCount={3} />
        </Field>
        <Field {...wrong} name="agreed" valuePropName="checked">
          <Checkbox>{t(words.agreed)}</Checkbox>
        </Field>
      </div>
      {state === 'off' || state === 'wrong' ? null : <Button htmlType="submit">{t(words.send)}</Button>}
    </Form>
  )
}
