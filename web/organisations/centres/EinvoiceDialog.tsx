import { useState } from 'react'
import { type EinvoiceKind, einvoiceKinds } from '#/domain/taxation/einvoice.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { ChangeReasonField } from '#/web/parts/proof/ChangeReasonField.tsx'
import { useProvedSubmit } from '#/web/parts/proof/useProvedSubmit.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form, useForm, useWatch } from '#/web/ui/Form.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { SettingFields } from './SettingFields.tsx'
import { texts } from './texts.ts'

type IssuingChannel = OutputOf<typeof api.einvoices.get>

interface Values {
  readonly kind: IssuingChannel['kind']
  readonly settings?: Record<string, string>
  readonly why?: string
}

/** Edits how a centre issues invoices, with its credentials. */
export function EinvoiceDialog({ way, onClose }: { readonly way: IssuingChannel; readonly onClose: () => void }) {
  const t = useText()
  const [form] = useForm<Values>()
  const [isDirty, setDirty] = useState(false)
  const kind = useWatch('kind', form) ?? way.kind
  const secrets = kind === way.kind ? way.secrets : []
  const setChannel = useProvedSubmit(api.einvoices.set, { onDone: onClose })
  const { fields, isManual, isSandbox }: EinvoiceKind = einvoiceKinds[kind]
  const send = form.whenValid(async ({ settings = {}, why = '' }) => {
    // An empty field keeps the stored secret.
    const filledSettings = Object.fromEntries(
      Object.entries(settings).filter(([key, value]) => Object.hasOwn(fields, key) && (value || !secrets.includes(key))),
    )
    await setChannel.submit({ centreId: way.centreId, version: way.version, kind, settings: filledSettings, why: why.trim() })
  })
  return (
    <Dialog title={t(texts.einvoice)} onClose={onClose} confirm={{ text: t(texts.save), onPress: send, isBusy: setChannel.isBusy, isDisabled: !isDirty }}>
      <Form form={form} initialValues={{ kind: way.kind, settings: way.settings }} onValuesChange={() => setDirty(true)}>
        <Field name="kind" label={t(texts.issuingMethod)}>
          <Select options={way.kinds.map((value) => ({ value, label: t(einvoiceKinds[value].name) }))} />
        </Field>
        {isSandbox ? <Alert type="warning" showIcon title={t(texts.einvoiceSandbox)} /> : null}
        {isManual ? <p className="k-note">{t(texts.einvoiceByHand)}</p> : null}
        <SettingFields key={kind} fields={fields} secrets={secrets} />
        <ChangeReasonField isNeeded={!isManual} />
      </Form>
    </Dialog>
  )
}
