import { basicCauseNames } from '#/api/taxation/platformreports.texts.ts'
import { type BasicCause, basicCauses } from '#/domain/taxation/platform-report.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form, useForm } from '#/web/ui/Form.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { TextInput } from '#/web/ui/TextInput.tsx'
import { texts } from './texts.ts'

interface Values {
  centreId: number
  cause: BasicCause
  happenedOn: string
  what: string
}

/** Records a change of the platform's own basic data that must be reported. */
export function BasicDialog({ onClose }: { readonly onClose: () => void }) {
  const say = useText()
  const [form] = useForm<Values>()
  const quarters = useRead(api.platformreports.quarters, {})
  const centres = new Map((quarters.data ?? []).flatMap(({ centreId, centreName }) => (centreId === null ? [] : [[centreId, centreName] as const])))
  const note = useSubmit(api.platformreports.noteBasic, { onDone: onClose })
  const send = async () => note.submit(await form.validateFields())
  const rules = [{ required: true, message: say(texts.required) }]
  return (
    <Dialog
      title={say(texts.noteBasic)}
      isOpen
      onClose={onClose}
      confirm={{ text: say(texts.save), onPress: () => void send().catch(() => undefined), isBusy: note.isBusy }}
    >
      <Form form={form}>
        <Field name="centreId" label={say(texts.centre)} rules={rules}>
          <Select options={[...centres].map(([value, label]) => ({ value, label }))} />
        </Field>
        <Field name="cause" label={say(texts.cause)} rules={rules}>
          <Select options={basicCauses.map((value) => ({ value, label: say(basicCauseNames[value]) }))} />
        </Field>
        <Field name="happenedOn" label={say(texts.happenedOn)} rules={rules}>
          <DayInput id="happened-on" isNeeded />
        </Field>
        <Field name="what" label={say(texts.what)} rules={[...rules, { min: 2, message: say(texts.required) }]}>
          <TextInput maxLength={200} />
        </Field>
      </Form>
    </Dialog>
  )
}
