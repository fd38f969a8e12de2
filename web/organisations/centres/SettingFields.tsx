import type { ChannelField } from '#/domain/base/connection-settings.ts'
import { allChoicesOf, useText } from '#/web/kernel/i18n.ts'
import { Field } from '#/web/ui/Field.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { PasswordInput, TextArea, TextInput } from '#/web/ui/TextInput.tsx'
import { texts } from './texts.ts'

function control(t: ReturnType<typeof useText>, { isSecret, isLong, initial, choices }: ChannelField) {
  if (choices) return <Select options={allChoicesOf(t, choices)} />
  if (isLong) return <TextArea maxLength={4000} autoComplete="off" spellCheck={false} autoSize={{ minRows: 2, maxRows: 6 }} />
  if (isSecret) return <PasswordInput maxLength={4000} autoComplete="new-password" isAlwaysHidden />
  return <TextInput maxLength={4000} autoComplete="off" placeholder={initial} />
}

interface SettingFieldsProps {
  readonly fields: Readonly<Record<string, ChannelField>>
  /** Keys of the stored secrets. */
  readonly secrets: readonly string[]
}

/** The settings of a kind of channel. A secret is never shown again, and an empty field leaves it unchanged. */
export function SettingFields({ fields, secrets }: SettingFieldsProps) {
  const t = useText()
  return Object.entries(fields).map(([key, field]) => {
    const { name, initial, pattern, rule, isOptional, choices } = field
    const isStored = secrets.includes(key)
    const isNeeded = initial === '' && !isStored && !isOptional
    const rules = [{ pattern, message: t(rule) }, ...(isNeeded ? [{ required: true, message: t(texts.required) }] : [])]
    return (
      <Field
        key={key}
        name={['settings', key]}
        label={t(name)}
        rules={rules}
        aside={t(rule)}
        hint={isStored ? t(texts.secretKept) : null}
        {...(choices && { initialValue: initial })}
      >
        {control(t, field)}
      </Field>
    )
  })
}
