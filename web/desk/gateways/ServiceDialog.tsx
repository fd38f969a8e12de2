import { Form, Input, Select } from 'antd'
import { useState } from 'react'
import { serviceNames } from '#/api/desk/gateways.texts.ts'
import { type GatewayKind, type GatewayKindName, gatewayKinds, kindsOf } from '#/domain/services/gateway.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { ChangeReasonField } from '#/web/parts/proof/ChangeReasonField.tsx'
import { useProvedSubmit } from '#/web/parts/proof/useProvedSubmit.ts'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Switch } from '#/web/ui/Switch.tsx'
import type { Service } from './Services.tsx'
import { texts } from './texts.ts'

interface Values {
  kind: GatewayKindName
  isActive: boolean
  settings?: Record<string, string>
  why?: string
}

/** The settings of a kind of service. A secret is never shown again, and an empty field leaves it unchanged. */
function Settings({ kind, secrets }: { readonly kind: GatewayKindName; readonly secrets: readonly string[] }) {
  const say = useText()
  const fields: GatewayKind['fields'] = gatewayKinds[kind].fields
  return Object.entries(fields).map(([key, { name, isSecret, initial, pattern, rule }]) => {
    const isStored = secrets.includes(key)
    const rules = [{ pattern, message: say(rule) }, ...(initial === '' && !isStored ? [{ required: true, message: say(texts.required) }] : [])]
    return (
      <Form.Item key={key} name={['settings', key]} label={say(name)} rules={rules} tooltip={say(rule)} extra={isStored ? say(texts.secretKept) : null}>
        {isSecret ? (
          <Input.Password maxLength={4000} autoComplete="new-password" visibilityToggle={false} />
        ) : (
          <Input maxLength={4000} autoComplete="off" placeholder={initial} />
        )}
      </Form.Item>
    )
  })
}

/** Edits the connection of a service. */
export function ServiceDialog({ service, onClose }: { readonly service: Service; readonly onClose: () => void }) {
  const say = useText()
  const [form] = Form.useForm<Values>()
  const [isDirty, setDirty] = useState(false)
  const kinds = kindsOf(service.service)
  const first = service.kind ?? (kinds[0] as GatewayKindName)
  const kind = Form.useWatch('kind', form) ?? first
  const isUsed = Form.useWatch('isActive', form) ?? true
  const secrets = kind === service.kind ? service.secrets : []
  const set = useProvedSubmit(api.gateways.set, { onDone: onClose })
  const send = async () => {
    const values = await form.validateFields()
    const settings = Object.fromEntries(Object.entries(values.settings ?? {}).filter(([key, value]) => value || !secrets.includes(key)))
    await set.submit({ service: service.service, kind, version: service.version, isActive: values.isActive, settings, why: values.why?.trim() ?? '' })
  }
  const press = () => void send().catch(() => undefined)
  return (
    <Dialog
      title={say(serviceNames[service.service])}
      isOpen
      onClose={onClose}
      isDirty={isDirty}
      confirm={{ text: say(texts.save), onPress: press, isBusy: set.isBusy, isDisabled: !isDirty }}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={{ kind: first, isActive: service.kind === null || service.isActive, settings: service.settings }}
        onValuesChange={() => setDirty(true)}
        onFinish={press}
      >
        <Form.Item name="kind" label={say(texts.kind)}>
          <Select options={kinds.map((value) => ({ value, label: say(gatewayKinds[value].name) }))} />
        </Form.Item>
        <Settings key={kind} kind={kind} secrets={secrets} />
        <Form.Item name="isActive" label={say(texts.inUse)} valuePropName="checked">
          <Switch />
        </Form.Item>
        <ChangeReasonField isNeeded={isUsed} />
        <button type="submit" className="k-vanished" tabIndex={-1} aria-hidden="true" />
      </Form>
    </Dialog>
  )
}
