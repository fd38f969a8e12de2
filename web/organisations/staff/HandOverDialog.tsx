import { useState } from 'react'
import { postStatus } from '#/domain/base/codes.ts'
import { api } from '#/web/kernel/api.ts'
import { today } from '#/web/kernel/clock.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form, useForm } from '#/web/ui/Form.tsx'
import { MultiSelect } from '#/web/ui/MultiSelect.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { TextArea } from '#/web/ui/TextInput.tsx'
import type { StaffChoices } from './PersonDialogs.tsx'
import type { StaffMember } from './StaffPage.tsx'
import { texts } from './texts.ts'

interface Values {
  receiverId: number
  effectiveOn: string
  unitIds?: number[]
  reason: string
}

/** Transfers all or some of a person's units to a colleague, today or on a later day. */
export function HandOverDialog({ person, choices, onClose }: { readonly person: StaffMember; readonly choices: StaffChoices; readonly onClose: () => void }) {
  const t = useText()
  const [form] = useForm<Values>()
  const [isDirty, setDirty] = useState(false)
  const assignedFilter = person.poststatus === postStatus.marketer ? { marketerId: person.id } : { salesmanId: person.id }
  const units = useRead(api.units.list, { ...assignedFilter, size: 200 }, { isEnabled: can('userDwList') })
  const handOver = useSubmit(api.staff.handOver, { onDone: onClose })
  const send = form.whenValid(({ receiverId, effectiveOn, unitIds = [], reason }) =>
    handOver.submit({ id: person.id, receiverId, effectiveOn, reason: reason.trim(), ...(unitIds.length > 0 ? { unitIds } : {}) }),
  )
  const rules = [{ required: true, message: t(texts.required) }]
  const receivers = choices.receivers.filter((receiver) => receiver.id !== person.id && receiver.poststatus === person.poststatus)
  return (
    <Dialog
      title={t(texts.handOverTitle, { name: person.name, count: person.unitCount })}
      onClose={onClose}
      confirm={{ text: t(texts.handOver), onPress: send, isBusy: handOver.isBusy, isDisabled: !isDirty }}
    >
      <Form form={form} initialValues={{ effectiveOn: today() }} onValuesChange={() => setDirty(true)}>
        <Field name="receiverId" label={t(texts.receiver)} rules={rules}>
          <Select options={receivers.map((receiver) => ({ value: receiver.id, label: receiver.name }))} />
        </Field>
        <Field name="effectiveOn" label={t(texts.effectiveOn)} rules={rules} hint={t(texts.effectiveNote)}>
          <DayInput min={today()} isNeeded />
        </Field>
        {units.data ? (
          <Field name="unitIds" label={t(texts.some)}>
            <MultiSelect isSearchable options={units.data.rows.map((unit) => ({ value: unit.id, label: unit.name }))} />
          </Field>
        ) : null}
        <Field name="reason" label={t(texts.reason)} rules={[{ required: true, min: 2, whitespace: true, message: t(texts.reasonHint) }]}>
          <TextArea rows={2} maxLength={200} placeholder={t(texts.reasonHint)} />
        </Field>
      </Form>
    </Dialog>
  )
}
