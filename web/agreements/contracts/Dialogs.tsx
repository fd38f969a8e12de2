import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { Button } from '#/web/ui/Button.tsx'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form, useForm } from '#/web/ui/Form.tsx'
import { MoneyInput } from '#/web/ui/MoneyInput.tsx'
import { NumberField } from '#/web/ui/NumberField.tsx'
import { TextArea } from '#/web/ui/TextInput.tsx'
import { useAmountRule } from '#/web/ui/useAmountRule.ts'
import type { ContractDetail } from './tags.tsx'
import { texts } from './texts.ts'

/** Actions on a contract that `ActionDialog` offers. */
export type ContractAction = 'discard' | 'revoke' | 'extend' | 'terminate' | 'renew' | 'supplement' | 'check'

interface ActionProps {
  readonly action: ContractAction
  readonly contract: ContractDetail
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

const addDays = (day: string, by: number) => new Date(Date.parse(`${day}T00:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10)

function useContractActions({ contract, onClose, onMade }: ActionProps) {
  const options = { onDone: onClose }
  const createOptions = {
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
    renew: useSubmit(api.contracts.renew, createOptions),
    supplement: useSubmit(api.contracts.supplement, createOptions),
    check: useSubmit(api.contracts.check, options),
  }
}

function Fields({ action }: { readonly action: ContractAction }) {
  const t = useText()
  const amountRule = useAmountRule()
  const rules = [{ required: true, message: t(texts.required) }]
  if (action === 'discard') return <p>{t(texts.discardAsk)}</p>
  if (action === 'extend')
    return (
      <Field name="days" label={t(texts.days)} rules={rules}>
        <NumberField min={1} max={90} />
      </Field>
    )
  if (action === 'renew')
    return (
      <>
        <Field name="from" label={t(texts.from)} rules={rules}>
          <DayInput />
        </Field>
        <Field name="to" label={t(texts.to)} rules={rules}>
          <DayInput />
        </Field>
        <Field name="cap" label={t(texts.cap)} rules={[amountRule]}>
          <MoneyInput />
        </Field>
      </>
    )
  if (action === 'supplement')
    return (
      <Field name="terms" label={t(texts.supplement)} rules={rules}>
        <TextArea rows={4} maxLength={500} />
      </Field>
    )
  return (
    <>
      {action === 'terminate' ? <p className="k-note">{t(texts.terminateMore)}</p> : null}
      {action === 'check' ? <p className="k-note">{t(texts.checkMore)}</p> : null}
      <Field name="reason" label={t(texts.reason)} rules={action === 'check' ? [] : [...rules, { min: 2 }]}>
        <TextArea rows={2} maxLength={200} />
      </Field>
    </>
  )
}

/** Requests the input of an action on the named contract. */
export function ActionDialog(props: ActionProps) {
  const t = useText()
  const { action, contract, onClose } = props
  const [form] = useForm<Values>()
  const { at, ...actions } = useContractActions(props)
  const send = (isSame: boolean) =>
    form.whenValid(async (values) => {
      const reason = values.reason?.trim() ?? ''
      if (action === 'discard') await actions.discard.submit(at)
      else if (action === 'revoke') await actions.revoke.submit({ ...at, reason })
      else if (action === 'terminate') await actions.terminate.submit({ ...at, reason })
      else if (action === 'extend') await actions.extend.submit({ ...at, days: values.days ?? 7 })
      else if (action === 'renew')
        await actions.renew.submit({ ...at, from: values.from ?? '', to: values.to ?? '', ...(values.cap ? { cap: values.cap } : {}) })
      else if (action === 'supplement') await actions.supplement.submit({ ...at, fields: { terms: values.terms ?? '' } })
      else await actions.check.submit({ ...at, isSame, ...(reason ? { reason } : {}) })
    })
  const firstDay = addDays(contract.to, 1)
  return (
    <Dialog
      title={`${t(texts[action])} · ${contract.name}`}
      onClose={onClose}
      confirm={{
        text: t(action === 'check' ? texts.same : texts[action]),
        onPress: send(true),
        isBusy: actions[action].isBusy,
        isDangerous: action === 'discard' || action === 'revoke' || action === 'terminate',
      }}
    >
      <p className="k-muted">{contract.no}</p>
      <Form form={form} initialValues={{ days: 7, from: firstDay, to: addDays(firstDay, 729) }}>
        <Fields action={action} />
      </Form>
      {action === 'check' ? (
        <Button danger onClick={send(false)}>
          {t(texts.differs)}
        </Button>
      ) : null}
    </Dialog>
  )
}
