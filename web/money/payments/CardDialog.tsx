import { useState } from 'react'
import { lineFields } from '#/api/money/lines.texts.ts'
import { cardDoubtTexts } from '#/api/people/identity.texts.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { SandboxNote } from '#/web/parts/SandboxNote.tsx'
import { CardPhoto, type CardReading } from '#/web/people/identity/public.ts'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Field as FormField } from '#/web/ui/Field.tsx'
import { Form } from '#/web/ui/Form.tsx'
import { Masked } from '#/web/ui/Masked.tsx'
import { TextInput } from '#/web/ui/TextInput.tsx'
import { failureOf } from './failure.ts'
import { lifecycleTexts } from './lifecycle-texts.ts'
import type { PaymentLine } from './line-tags.tsx'

type Field = CardReading['fields'][number]

/** Changes a payee's card. The user types the number, or a photo supplies it for comparison. */
export function CardDialog({
  line,
  onClose,
}: {
  readonly line: Pick<PaymentLine, 'id' | 'name' | 'cardNo' | 'failCode' | 'failReason'>
  readonly onClose: () => void
}) {
  const t = useText()
  const [cardNo, setCard] = useState('')
  const [bankName, setBank] = useState('')
  const [read, setRead] = useState<Field | null>(null)
  const replace = useSubmit(api.payouts.replaceCard, {
    tone: (answer) => (answer.isVerified ? 'success' : 'warning'),
    onDone: onClose,
  })
  const submit = () => {
    if (cardNo.trim()) void replace.submit({ lineId: line.id, cardNo: cardNo.trim(), bankName: bankName.trim() })
  }
  const applyReading = ({ fields }: CardReading) => {
    const number = fields.find((field) => field.field === 'cardNo') ?? null
    const bank = fields.find((field) => field.field === 'bank')
    setRead(number)
    if (number?.value) setCard(number.value)
    if (bank?.value) setBank(bank.value)
  }
  // A number that was read from the photo and then edited counts as typed.
  const readingDoubt = read && read.value === cardNo ? read.doubt : null
  return (
    <Dialog
      title={t(lifecycleTexts.replaceCard)}
      onClose={onClose}
      isDirty={cardNo + bankName !== ''}
      confirm={{ text: t(lifecycleTexts.replaceCard), onPress: submit, isBusy: replace.isBusy, isDisabled: cardNo.trim() === '' }}
    >
      <Facts
        rows={[
          { label: t(lineFields.name), value: line.name },
          { label: t(lineFields.cardNo), value: <Masked value={line.cardNo} /> },
          { label: t(lineFields.reason), value: failureOf(t, line) },
        ]}
      />
      <p className="k-note">{t(lifecycleTexts.replaceHint)}</p>
      <SandboxNote />
      <Form>
        <FormField>
          <CardPhoto side="bank" onRead={applyReading} onRemove={() => setRead(null)} />
        </FormField>
        <FormField
          label={t(lineFields.cardNo)}
          htmlFor="replace-card"
          required
          hint={readingDoubt ? <span className="k-warning">{t(cardDoubtTexts[readingDoubt])}</span> : undefined}
        >
          <TextInput id="replace-card" inputMode="numeric" autoComplete="off" maxLength={40} value={cardNo} onChange={(event) => setCard(event.target.value)} />
        </FormField>
        <FormField label={t(lineFields.bankName)} htmlFor="replace-bank">
          <TextInput id="replace-bank" maxLength={60} value={bankName} onChange={(event) => setBank(event.target.value)} onPressEnter={submit} />
        </FormField>
      </Form>
    </Dialog>
  )
}
