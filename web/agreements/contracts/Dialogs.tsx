import { Button, Form, Input, InputNumber } from 'antd'
import { useState } from 'react'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import type { Whole } from './tags.tsx'
import { texts } from './texts.ts'

/** Actions on a contract that need only a short text. */
export type Deed = 'discard' | 'revoke' | 'extend' | 'terminate' | 'renew' | 'supplement' | 'check'

interface DeedProps {
  readonly deed: Deed
  readonly contract: Whole
  readonly onClose: () => void
  readonly onMade: (id: number) => void
}

interface Values {
  reason?: string
  days?: number
  from?: string
  to?: string
  cap?: string
  terms?: string
}

const nextDay = (day: string, by: number) => new Date(Date.parse(`${day}T00:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10)

function useDeeds({ contract, onClose, onMade }: DeedProps) {
  const say = useText()
  const options = { done: say(texts.done), onDone: onClose }
  const made = {
    onDone: ({ id }: { id: number }) => {
      onClose()
      onMade(id)
    },
  }
  return {
    at: { id: contract.id, version: contract.version },
    discard: useSubmit(api.contracts.discard, options),
    revoke: useSubmit(api.contracts.revoke, options),
    extend: useSubmit(api.contracts.extend, options),
    terminate: useSubmit(api.contracts.terminate, options),
    renew: useSubmit(api.contracts.renew, made),
    supplement: useSubmit(api.contracts.supplement, made),
    check: useSubmit(api.contracts.check, options),
  }
}

function Fields({ deed }: { readonly deed: Deed }) {
  const say = useText()
  const rules = [{ required: true, message: say(texts.required) }]
  if (deed === 'discard') return <p>{say(texts.discardAsk)}</p>
  if (deed === 'extend')
    return (
      <Form.Item name="days" label={say(texts.days)} rules={rules}>
        <InputNumber min={1} max={90} precision={0} />
      </Form.Item>
    )
  if (deed === 'renew')
    return (
      <>
        <Form.Item name="from" label={say(texts.from)} rules={rules}>
          <DayInput />
        </Form.Item>
        <Form.Item name="to" label={say(texts.to)} rules={rules}>
          <DayInput />
        </Form.Item>
        <Form.Item name="cap" label={say(texts.cap)} rules={[{ pattern: /^\d{1,10}(\.\d{1,2})?$/, message: say(texts.cap) }]}>
          <Input inputMode="decimal" />
        </Form.Item>
      </>
    )
  if (deed === 'supplement')
    return (
      <Form.Item name="terms" label={say(texts.supplement)} rules={rules}>
        <Input.TextArea rows={4} maxLength={500} />
      </Form.Item>
    )
  return (
    <>
      {deed === 'terminate' ? <p className="k-note">{say(texts.terminateMore)}</p> : null}
      {deed === 'check' ? <p className="k-note">{say(texts.checkMore)}</p> : null}
      <Form.Item name="reason" label={say(texts.reason)} rules={deed === 'check' ? [] : [...rules, { min: 2, message: say(texts.required) }]}>
        <Input.TextArea rows={2} maxLength={200} />
      </Form.Item>
    </>
  )
}

/** Asks for the input of an action on the named contract. */
export function DeedDialog(props: DeedProps) {
  const say = useText()
  const { deed, contract, onClose } = props
  const [form] = Form.useForm<Values>()
  const [isDirty, setDirty] = useState(false)
  const { at, ...deeds } = useDeeds(props)
  const send = async (isSame = true) => {
    const values = await form.validateFields()
    const reason = values.reason?.trim() ?? ''
    if (deed === 'discard') await deeds.discard.submit(at)
    else if (deed === 'revoke') await deeds.revoke.submit({ ...at, reason })
    else if (deed === 'terminate') await deeds.terminate.submit({ ...at, reason })
    else if (deed === 'extend') await deeds.extend.submit({ ...at, days: values.days ?? 7 })
    else if (deed === 'renew') await deeds.renew.submit({ ...at, from: values.from ?? '', to: values.to ?? '', ...(values.cap ? { cap: values.cap } : {}) })
    else if (deed === 'supplement') await deeds.supplement.submit({ ...at, fields: { terms: values.terms ?? '' } })
    else await deeds.check.submit({ ...at, isSame, ...(reason ? { reason } : {}) })
  }
  const from = nextDay(contract.to, 1)
  return (
    <Dialog
      title={`${say(texts[deed])} · ${contract.name}`}
      isOpen
      onClose={onClose}
      isDirty={isDirty}
      confirm={{
        text: say(deed === 'check' ? texts.same : texts[deed]),
        onPress: () => void send().catch(() => undefined),
        isBusy: deeds[deed].isBusy,
        isDangerous: deed === 'discard' || deed === 'revoke' || deed === 'terminate',
      }}
    >
      <p className="k-muted">{contract.no}</p>
      <Form
        form={form}
        layout="vertical"
        initialValues={{ days: 7, from, to: nextDay(from, 729) }}
        onValuesChange={() => setDirty(true)}
        onFinish={() => void send().catch(() => undefined)}
      >
        <Fields deed={deed} />
        <button type="submit" className="k-vanished" tabIndex={-1} aria-hidden="true" />
      </Form>
      {deed === 'check' ? (
        <Button danger onClick={() => void send(false).catch(() => undefined)}>
          {say(texts.differs)}
        </Button>
      ) : null}
    </Dialog>
  )
}
