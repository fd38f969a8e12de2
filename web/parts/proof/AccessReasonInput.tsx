import { useId } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { Field } from '#/web/ui/Field.tsx'
import { TextInput } from '#/web/ui/TextInput.tsx'
import { useUnsaved } from '#/web/ui/unsaved.ts'
import { proofTexts } from './proof.texts.ts'

/** Asks for the reason for a change of guarded data, outside a form. */
export function AccessReasonInput({ value, onChange }: { readonly value: string; readonly onChange: (why: string) => void }) {
  const t = useText()
  const id = useId()
  useUnsaved(() => value !== '')
  return (
    <Field label={t(proofTexts.why)} hint={t(proofTexts.whyNote)} required htmlFor={id}>
      <TextInput id={id} value={value} maxLength={200} autoComplete="off" onChange={(event) => onChange(event.target.value)} />
    </Field>
  )
}

/** Returns whether the text is long enough to be a reason. */
export const isReasonLongEnough = (why: string) => why.trim().length >= 2
