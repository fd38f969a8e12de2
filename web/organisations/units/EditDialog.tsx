import { useState } from 'react'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Form, useForm } from '#/web/ui/Form.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { UnitDataFields, type UnitDataValues, unitDataOf } from './FactFields.tsx'
import type { UnitDetail } from './tags.tsx'
import { texts } from './texts.ts'

interface FormProps {
  readonly unit: UnitDetail
  readonly onClose: () => void
}

function EditForm({ unit, onClose }: FormProps) {
  const t = useText()
  const [form] = useForm<UnitDataValues>()
  const [isDirty, setDirty] = useState(false)
  // The version that the form started from. The server refuses to overwrite a newer one.
  const [seen] = useState(unit)
  const update = useSubmit(api.units.update, { onDone: onClose })
  const send = form.whenValid(async (values) => {
    const [mobile, legalIdNumber] = [values.contactMobile?.trim(), values.legalIdNumber?.trim()]
    const storedContact = { ...(mobile && { contactMobile: mobile }), ...(legalIdNumber && { legalIdNumber }) }
    await update.submit({ id: seen.id, version: seen.version, name: values.name.trim(), ...unitDataOf(values), ...storedContact })
  })
  const { contactMobile, ...rest } = seen
  return (
    <Dialog
      title={t(texts.editTitle, { name: seen.name })}
      onClose={onClose}
      width={760}
      confirm={{ text: t(texts.save), onPress: send, isBusy: update.isBusy, isDisabled: !isDirty }}
    >
      <p className="k-note">{t(texts.identityNote)}</p>
      <Form form={form} initialValues={rest} onValuesChange={() => setDirty(true)}>
        <UnitDataFields isKept mobile={contactMobile} />
      </Form>
    </Dialog>
  )
}

export function EditDialog({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const t = useText()
  const unit = useRead(api.units.get, { id })
  if (unit.data) return <EditForm unit={unit.data} onClose={onClose} />
  return (
    <Dialog title={t(texts.edit)} onClose={onClose}>
      <QueryContent query={unit}>{() => null}</QueryContent>
    </Dialog>
  )
}
