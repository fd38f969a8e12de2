import { useState } from 'react'
import { clearingChoiceNames, clearingFields as fields } from '#/api/money/clearings.texts.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form } from '#/web/ui/Form.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { TextArea } from '#/web/ui/TextInput.tsx'
import { texts } from './texts.ts'

export type Clearing = OutputOf<typeof api.clearings.list>['rows'][number]

/** The person's choice: credit, refund, or refusal with a reason. */
export function ChooseDialog({ clearing, onClose }: { readonly clearing: Clearing; readonly onClose: () => void }) {
  const t = useText()
  const [chosen, setChosen] = useState<'credit' | 'refund' | 'refuse' | null>(null)
  const [reason, setReason] = useState('')
  const choose = useSubmit(api.clearings.choose, { onDone: onClose })
  // The rest of an approved credit can only become a refund.
  const isRefundOfRest = clearing.state === 'approved'
  const options = [
    ...(isRefundOfRest ? [] : [{ value: 'credit' as const, label: t(clearingChoiceNames.credit) }]),
    { value: 'refund' as const, label: t(clearingChoiceNames.refund) },
    ...(isRefundOfRest ? [] : [{ value: 'refuse' as const, label: t(texts.refuse) }]),
  ]
  const notes = { credit: t(texts.creditNote), refund: t(texts.refundNote, { card: clearing.card || '—' }), refuse: t(texts.refuseNote) }
  const send = () => (chosen === null ? null : choose.submit({ taxClearingId: clearing.id, version: clearing.version, choice: chosen, reason: reason.trim() }))
  return (
    <Dialog
      title={t(texts.chooseTitle, { month: clearing.month })}
      onClose={onClose}
      isDirty={reason !== ''}
      confirm={{
        text: t(texts.submit),
        onPress: () => void send(),
        isBusy: choose.isBusy,
        isDisabled: chosen === null || (chosen === 'refuse' && reason.trim().length < 2),
      }}
    >
      {choose.failure ? <Alert type="error" title={choose.failure.message} /> : null}
      <Facts
        rows={[
          ...(['vat', 'surcharge', 'iit'] as const)
            .filter((key) => clearing[key] > 0)
            .map((key) => ({ label: t(fields[key]), value: <Money value={clearing[key]} /> })),
          { label: t(fields.amount), value: <Money value={clearing.amount} isStrong /> },
          ...(isRefundOfRest ? [{ label: t(fields.left), value: <Money value={clearing.left} isStrong /> }] : []),
        ]}
      />
      <Form>
        <Field label={t(fields.choice)} required hint={chosen === null ? t(texts.until, { day: clearing.lastDay }) : notes[chosen]}>
          <RadioGroup aria-label={t(fields.choice)} value={chosen} onChange={setChosen} options={options} />
        </Field>
        {chosen === 'refuse' ? (
          <Field label={t(fields.reason)} htmlFor="clearing-reason" required>
            <TextArea id="clearing-reason" value={reason} onChange={(event) => setReason(event.target.value)} rows={2} maxLength={200} />
          </Field>
        ) : null}
      </Form>
    </Dialog>
  )
}
