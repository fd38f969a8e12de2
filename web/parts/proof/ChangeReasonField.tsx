import { useText } from '#/web/kernel/i18n.ts'
import { Field } from '#/web/ui/Field.tsx'
import { TextInput } from '#/web/ui/TextInput.tsx'
import { proofTexts } from './proof.texts.ts'

/** The reason for a change of guarded data, for the person who approves it. Hidden when no approval is needed. */
export function ChangeReasonField({ isNeeded }: { readonly isNeeded: boolean }) {
  const t = useText()
  return isNeeded ? (
    <Field
      name="why"
      label={t(proofTexts.why)}
      hint={t(proofTexts.whyNote)}
      rules={[{ required: true, whitespace: true, message: t(proofTexts.required) }, { min: 2 }]}
    >
      <TextInput maxLength={200} autoComplete="off" />
    </Field>
  ) : null
}
