import { useCallback, useState } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { ChoicesField } from '#/web/ui/ChoicesField.tsx'
import { DaysField } from '#/web/ui/DaysField.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { FileDrop } from '#/web/ui/FileDrop.tsx'
import { FindField } from '#/web/ui/FindField.tsx'
import { FindSelect } from '#/web/ui/FindSelect.tsx'
import { FieldList, Form } from '#/web/ui/Form.tsx'
import { MoneyInput } from '#/web/ui/MoneyInput.tsx'
import { MultiSelect } from '#/web/ui/MultiSelect.tsx'
import { NumberInput } from '#/web/ui/NumberInput.tsx'
import { PasswordStrength } from '#/web/ui/PasswordStrength.tsx'
import { ReasonField } from '#/web/ui/ReasonFrame.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { TextInput } from '#/web/ui/TextInput.tsx'
import { Part } from './Part.tsx'
import { words } from './texts.ts'

const nothing = () => undefined
const units = ['a', 'b', 'c'] as const

function Found() {
  const t = useText()
  const find = useCallback(nothing, [])
  const options = units.map((value) => ({ value, label: `${t(words.unit)} ${value.toUpperCase()}` }))
  const common = { options, placeholder: t(words.find), isLoading: false, onFind: find, label: t(words.unit) }
  return (
    <>
      <Field label={t(words.unit)} htmlFor="gallery-find">
        <FindField id="gallery-find" {...common} />
      </Field>
      <Field label={t(words.unit)} htmlFor="gallery-found">
        <FindSelect id="gallery-found" {...common} value="b" />
      </Field>
      <Field label={t(words.one)} htmlFor="gallery-loading">
        <Select id="gallery-loading" options={[]} isLoading placeholder={t(words.find)} />
      </Field>
      <Field label={t(words.many)} htmlFor="gallery-many">
        <MultiSelect id="gallery-many" options={options} value={units} showsValues />
      </Field>
    </>
  )
}

/** Fields of filters, reasons, passwords and files, and a list of fields. */
export function OtherFields() {
  const t = useText()
  const [text, setText] = useState(t(words.unitName))
  const [reason, setReason] = useState('')
  const [file, setFile] = useState<File | null>(() => new File(['a,b'], 'payees-2026-11.xlsx'))
  const [ways, setWays] = useState<string[]>(['a', 'b'])
  const drop = { kinds: ['xlsx', 'csv'], maxBytes: 5_000_000, label: t(words.file), onChange: setFile }
  return (
    <Part name="other-fields" title={t(words.otherFields)}>
      <div className="k-fields">
        <Found />
        <Field label={t(words.text)} htmlFor="gallery-text">
          <TextField id="gallery-text" value={text} onCommit={setText} />
        </Field>
        <Field label={t(words.many)} htmlFor="gallery-choices">
          <ChoicesField
            id="gallery-choices"
            label={t(words.many)}
            choices={units.map((value) => ({ value, label: `${t(words.way)} ${value.toUpperCase()}` }))}
            value={ways}
            onChange={setWays}
          />
        </Field>
        <Field label={t(words.period)} htmlFor="gallery-days">
          <DaysField id="gallery-days" from="2024-02-01" to="" onChange={nothing} />
        </Field>
        <Field label={t(words.count)} htmlFor="gallery-number" aside={<span className="k-note">{t(words.hint)}</span>}>
          <NumberInput id="gallery-number" kind="positive" value="30" suffix={t(words.day1)} />
        </Field>
        <Field label={t(words.amount)} htmlFor="gallery-words">
          <MoneyInput id="gallery-words" value="1234567.89" hasWords />
        </Field>
        <ReasonField value={reason} onChange={setReason} />
        <ReasonField value={reason} onChange={setReason} problem={t(words.needed)} isOptional />
      </div>
      <Form initialValues={{ phones: ['13800000001', '13800000002'] }}>
        <div className="k-fields">
          <FieldList name="phones">
            {(fields) =>
              fields.map(({ key, name }) => (
                <Field key={key} name={name} label={`${t(words.phone)} ${name + 1}`}>
                  <TextInput />
                </Field>
              ))
            }
          </FieldList>
        </div>
      </Form>
      <div className="x-columns">
        {['', 'abc', 'abcd1234', 'Kx9#mQ2!vT7$zL'].map((password) => (
          <PasswordStrength key={password} password={password} />
        ))}
      </div>
      <div className="x-columns">
        <FileDrop {...drop} value={file} hint={t(words.importFirst)} />
        <FileDrop {...drop} value={null} isDisabled />
      </div>
    </Part>
  )
}
