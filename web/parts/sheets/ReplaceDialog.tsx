import { Form, Input, Select } from 'antd'
import { useState } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { Dialog } from '#/web/ui/Dialog.tsx'
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
  const say = useText()
  const [field, setField] = useState(first)
  const [find, setFind] = useState('')
  const [by, setBy] = useState('')
  const submit = () => {
    if (find) onReplace({ field, find, by })
  }
  return (
    <Dialog
      title={say(checkTexts.replace)}
      isOpen
      onClose={onClose}
      isDirty={find + by !== ''}
      confirm={{ text: say(checkTexts.replace), onPress: submit, isBusy, isDisabled: find === '' }}
    >
      <Form layout="vertical">
        <Form.Item label={say(checkTexts.column)} htmlFor="replace-field">
          <Select id="replace-field" value={field} options={[...fields]} onChange={setField} />
        </Form.Item>
        <Form.Item label={say(checkTexts.find)} htmlFor="replace-find" required>
          <Input id="replace-find" value={find} maxLength={60} onChange={(event) => setFind(event.target.value)} />
        </Form.Item>
        <Form.Item label={say(checkTexts.by)} htmlFor="replace-by">
          <Input id="replace-by" value={by} maxLength={100} onChange={(event) => setBy(event.target.value)} onPressEnter={submit} />
        </Form.Item>
      </Form>
    </Dialog>
  )
}
