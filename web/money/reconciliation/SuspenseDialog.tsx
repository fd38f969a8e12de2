import { useState } from 'react'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { api } from '#/web/kernel/api.ts'
import { nowMs } from '#/web/kernel/clock.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form, useForm } from '#/web/ui/Form.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { TextArea } from '#/web/ui/TextInput.tsx'
import type { ItemDetail } from './tags.tsx'
import { texts } from './texts.ts'

const defaultDays = 14

/** Proposes to keep a difference in the suspense account until a day. */
export function SuspenseDialog({ item, onClose }: { readonly item: ItemDetail; readonly onClose: () => void }) {
  const t = useText()
  const rules = [{ required: true, message: t(texts.required) }]
  const [form] = useForm<{ dueOn: string; reason: string }>()
  const propose = useSubmit(api.reconciliation.propose, { onDone: onClose })
  const send = form.whenValid((values) => propose.submit({ itemId: item.id, version: item.version, treatment: 'hang', ...values }))
  return (
    <Dialog title={t(texts.hang)} onClose={onClose} confirm={{ text: t(texts.hang), onPress: send, isBusy: propose.isBusy }}>
      <p>
        {item.no} · <Money value={item.difference} isStrong />
      </p>
      <p className="k-note">{t(texts.hangNote)}</p>
      <Form form={form} initialValues={{ dueOn: shiftDay(dayOf(new Date(nowMs())), defaultDays) }}>
        <Field name="dueOn" label={t(texts.dueOn)} rules={rules}>
          <DayInput id="recon-due" isNeeded />
        </Field>
        <Field name="reason" label={t(texts.reason)} rules={[...rules, { min: 2 }]}>
          <TextArea maxLength={200} autoSize={{ minRows: 2 }} />
        </Field>
      </Form>
    </Dialog>
  )
}

/** Assigns an overdue difference to the user, with a new due day. */
export function DueDialog({ item, onClose }: { readonly item: ItemDetail; readonly onClose: () => void }) {
  const t = useText()
  const [dueOn, setDue] = useState(shiftDay(dayOf(new Date(nowMs())), defaultDays))
  const takeItem = useSubmit(api.reconciliation.take, { onDone: onClose })
  const send = () => takeItem.submit({ itemId: item.id, version: item.version, dueOn })
  return (
    <Dialog title={t(texts.takeAgain)} onClose={onClose} confirm={{ text: t(texts.takeAgain), onPress: () => void send(), isBusy: takeItem.isBusy }}>
      <p>
        {item.no} · <Money value={item.difference} isStrong />
      </p>
      <Form>
        <Field label={t(texts.dueOn)} htmlFor="recon-due-again">
          <DayInput id="recon-due-again" value={dueOn} onChange={setDue} isNeeded />
        </Field>
      </Form>
    </Dialog>
  )
}
