import { useState } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field as FormField } from '#/web/ui/Field.tsx'
import { Form } from '#/web/ui/Form.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { TextInput } from '#/web/ui/TextInput.tsx'
import { checkTexts } from './check.texts.ts'

interface ReplaceDialogProps<Field extends string> {
  readonly fields: readonly { readonly value: Field; readonly label: string }[]
  readonly first: Field
  readonly isBusy: boolean
  readonly onReplace: (requested: { field: Field; find: string; by: string }) => void
  readonly onClose: () => void
}

/** Replaces a text in one column of the whole list. */
export function ReplaceDialog<Field extends string>({ fields, first, isBusy, onReplace, onClose }: ReplaceDialogProps<Field>) {
  const t = useText()
  const [field, setField] = useState(first)
  const [find, setFind] = useState('')
  const [by, setBy] = useState('')
  const submit = () => {
    if (find) onReplace({ field, find, by })
  }
  return (
    <Dialog
      title={t(checkTexts.replace)}
      onClose={onClose}
      isDirty={find + by !== ''}
      confirm={{ text: t(checkTexts.replace), onPress: submit, isBusy, isDisabled: find === '' }}
    >
      <Form>
        <FormField label={t(checkTexts.column)} htmlFor="replace-field">
          <Select id="replace-field" value={field} options={[...fields]} onChange={setField} />
        </FormField>
        <FormField label={t(checkTexts.find)} htmlFor="replace-find" required>
          <TextInput id="replace-find" value={find} maxLength={60} onChange={(event) => setFind(event.target.value)} />
        </FormField>
        <FormField label={t(checkTexts.by)} htmlFor="replace-by">
          <TextInput id="replace-by" value={by} maxLength={100} onChange={(event) => setBy(event.target.value)} onPressEnter={submit} />
        </FormField>
      </Form>
    </Dialog>
  )
}
