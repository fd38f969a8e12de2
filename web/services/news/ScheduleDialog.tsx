import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form, useForm } from '#/web/ui/Form.tsx'
import { texts } from './texts.ts'

interface ScheduleProps {
  readonly at: { readonly id: number; readonly version: number }
  readonly onClose: () => void
  readonly onDone: (article: OutputOf<typeof api.news.schedule>) => void
}

export function ScheduleDialog({ at, onClose, onDone }: ScheduleProps) {
  const t = useText()
  const [form] = useForm<{ when: string }>()
  const schedule = useSubmit(api.news.schedule, {
    onDone: (article) => {
      onClose()
      onDone(article)
    },
  })
  const send = form.whenValid(({ when }) => schedule.submit({ ...at, publishAt: new Date(`${when.replace(' ', 'T')}:00+08:00`).toISOString() }))
  return (
    <Dialog title={t(texts.schedule)} onClose={onClose} confirm={{ text: t(texts.schedule), onPress: send, isBusy: schedule.isBusy }}>
      <Form form={form}>
        <Field name="when" label={t(texts.at)} rules={[{ required: true, message: t(texts.required) }]}>
          <DayInput hasTime />
        </Field>
      </Form>
    </Dialog>
  )
}
