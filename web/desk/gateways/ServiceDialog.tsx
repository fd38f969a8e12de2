import { useState } from 'react'
import { serviceNames } from '#/api/desk/gateways.texts.ts'
import { type GatewayKind, type GatewayKindName, gatewayKinds, gatewayKindsOf } from '#/domain/services/gateway.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { ChangeReasonField } from '#/web/parts/proof/ChangeReasonField.tsx'
import { useProvedSubmit } from '#/web/parts/proof/useProvedSubmit.ts'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form, useForm, useWatch } from '#/web/ui/Form.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { Switch } from '#/web/ui/Switch.tsx'
import { PasswordInput, TextInput } from '#/web/ui/TextInput.tsx'
import type { GatewayService } from './Services.tsx'
import { texts } from './texts.ts'

interface Values {
  kind: GatewayKindName
  isActive: boolean
  settings?: Record<string, string>
  why?: string
}

/** The settings of a kind of service. A secret is never shown again, and an empty field leaves it unchanged. */
function SettingFields({ kind, secrets }: { readonly kind: GatewayKindName; readonly secrets: readonly string[] }) {
  const t = useText()
  const fields: GatewayKind['fields'] = gatewayKinds[kind].fields
  return Object.entries(fields).map(([key, { name, isSecret, initial, pattern, rule }]) => {
    const isStored = secrets.includes(key)
    const rules = [{ pattern, message: t(rule) }, ...(initial === '' && !isStored ? [{ required: true, message: t(texts.required) }] : [])]
    return (
      <Field key={key} name={['settings', key]} label={t(name)} rules={rules} aside={t(rule)} hint={isStored ? t(texts.secretKept) : null}>
        {isSecret ? (
          <PasswordInput maxLength={4000} autoComplete="new-password" isAlwaysHidden />
        ) : (
          <TextInput maxLength={4000} autoComplete="off" placeholder={initial} />
        )}
      </Field>
    )
  })
}

/** Edits the connection of a service. */
export function ServiceDialog({ service, onClose }: { readonly service: GatewayService; readonly onClose: () => void }) {
  const t = useText()
  const [form] = useForm<Values>()
  const [isDirty, setDirty] = useState(false)
  const kinds = gatewayKindsOf(service.service)
  const initialKind = service.kind ?? (kinds[0] as GatewayKindName)
  const kind = useWatch('kind', form) ?? initialKind
  const isServiceActive = useWatch('isActive', form) ?? true
  const secrets = kind === service.kind ? service.secrets : []
  const setService = useProvedSubmit(api.gateways.set, { onDone: onClose })
  const send = form.whenValid(async (values) => {
    const settings = Object.fromEntries(Object.entries(values.settings ?? {}).filter(([key, value]) => value || !secrets.includes(key)))
    await setService.submit({ service: service.service, kind, version: service.version, isActive: values.isActive, settings, why: values.why?.trim() ?? '' })
  })
  return (
    <Dialog
      title={t(serviceNames[service.service])}
      onClose={onClose}
      confirm={{ text: t(texts.save), onPress: send, isBusy: setService.isBusy, isDisabled: !isDirty }}
    >
      <Form
        form={form}
        initialValues={{ kind: initialKind, isActive: service.kind === null || service.isActive, settings: service.settings }}
        onValuesChange={() => setDirty(true)}
      >
        <Field name="kind" label={t(texts.kind)}>
          <Select options={kinds.map((value) => ({ value, label: t(gatewayKinds[value].name) }))} />
        </Field>
        <SettingFields key={kind} kind={kind} secrets={secrets} />
        <Field name="isActive" label={t(texts.inUse)} valuePropName="checked">
          <Switch />
        </Field>
        <ChangeReasonField isNeeded={isServiceActive} />
      </Form>
    </Dialog>
  )
}
