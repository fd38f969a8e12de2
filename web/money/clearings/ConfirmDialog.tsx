import { useState } from 'react'
import { clearingAnswerNames, clearingEntryNames, clearingFields as fields } from '#/api/money/clearings.texts.ts'
import { fen, formatYuan, subtract } from '#/domain/base/money.ts'
import { api } from '#/web/kernel/api.ts'
import { formatDay } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { FileView } from '#/web/parts/files/Preview.tsx'
import { PreviewButton } from '#/web/parts/files/PreviewButton.tsx'
import { slipTexts } from '#/web/parts/money/slip.texts.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form } from '#/web/ui/Form.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { TextArea } from '#/web/ui/TextInput.tsx'
import type { Clearing } from './ChooseDialog.tsx'
import { Payments } from './Payments.tsx'
import { texts } from './texts.ts'
import '#/web/parts/review/review.css'

interface EntryProps {
  readonly clearing: Clearing
  readonly entry: NonNullable<Clearing['pending']>
}

/** The choice on paper, as it was entered. */
function PaperFacts({ clearing, entry }: EntryProps) {
  const t = useText()
  return (
    <Facts
      rows={[
        { label: t(fields.operator), value: clearing.operatorName },
        { label: t(fields.month), value: clearing.month },
        { label: t(fields.amount), value: <Money value={clearing.amount} /> },
        { label: t(fields.left), value: <Money value={clearing.left} isStrong /> },
        { label: t(clearingEntryNames.choice), value: entry.choice === null ? '—' : t(clearingAnswerNames[entry.choice]) },
        ...(entry.reason === '' ? [] : [{ label: t(fields.reason), value: entry.reason }]),
        { label: t(fields.signedOn), value: formatDay(entry.day) },
        { label: t(fields.enteredBy), value: entry.enteredBy },
      ]}
    />
  )
}

/** The receipt with its slip, and the debt of the person. */
function EntryFacts({ clearing, entry }: EntryProps) {
  const t = useText()
  return (
    <Facts
      rows={[
        { label: t(fields.operator), value: clearing.operatorName },
        { label: t(fields.month), value: clearing.month },
        { label: t(fields.owed), value: <Money value={clearing.owed} /> },
        { label: t(clearingEntryNames[entry.kind]), value: <Money value={entry.amount} isStrong /> },
        { label: t(fields.paidOn), value: formatDay(entry.day) },
        { label: t(fields.serial), value: entry.serial || t(slipTexts.neverSent) },
        { label: t(fields.enteredBy), value: entry.enteredBy },
        { label: t(texts.slip), value: <PreviewButton size="small" fileId={entry.fileId} /> },
        ...(clearing.payments.length === 0 ? [] : [{ label: t(texts.received), value: <Payments clearing={clearing} /> }]),
      ]}
    />
  )
}

/** Confirms or rejects an entry of another person. */
export function ConfirmDialog({ clearing, onClose }: { readonly clearing: Clearing; readonly onClose: () => void }) {
  const t = useText()
  const [isConfirmed, setConfirmed] = useState<boolean | null>(null)
  const [reason, setReason] = useState('')
  const confirm = useSubmit(api.clearings.confirm, { onDone: onClose })
  const entry = clearing.pending
  if (entry === null) return null
  const isPaper = entry.kind === 'choice'
  const excess = entry.kind === 'receipt' ? subtract(fen(entry.amount ?? 0), clearing.owed) : fen(0)
  const target = { taxClearingId: clearing.id, version: clearing.version, clearingEntryId: entry.id }
  const decision = (
    <Form>
      <Field label={t(texts.confirm)} required hint={t(isPaper ? texts.paperNote : texts.confirmNote)}>
        <RadioGroup
          aria-label={t(texts.confirm)}
          value={isConfirmed}
          onChange={setConfirmed}
          options={[
            { value: true, label: t(texts.isRight) },
            { value: false, label: t(texts.isWrong) },
          ]}
        />
      </Field>
      <Field label={t(fields.reason)} htmlFor="clearing-entry-reason" required={isConfirmed === false}>
        <TextArea id="clearing-entry-reason" value={reason} onChange={(event) => setReason(event.target.value)} rows={2} maxLength={200} />
      </Field>
    </Form>
  )
  return (
    <Dialog
      title={t(texts.confirmTitle, { name: clearing.operatorName })}
      {...(isPaper && { width: 960 })}
      onClose={onClose}
      isDirty={reason !== ''}
      confirm={{
        text: t(texts.confirm),
        onPress: () => void confirm.submit({ ...target, isConfirmed: isConfirmed === true, reason: reason.trim() }),
        isBusy: confirm.isBusy,
        isDisabled: isConfirmed === null || (!isConfirmed && reason.trim().length < 2),
      }}
    >
      {confirm.failure ? <Alert type="error" title={confirm.failure.message} /> : null}
      {isPaper && entry.obstacle !== '' ? <Alert type="warning" title={entry.obstacle} /> : null}
      {!isPaper && excess > 0 ? <Alert type="warning" title={t(texts.beyond, { amount: formatYuan(excess) })} /> : null}
      {isPaper ? (
        // On a phone the scan comes last, so that facts and decision stay together.
        <div className="a-split is-scan">
          <div>
            <PaperFacts clearing={clearing} entry={entry} />
            {decision}
          </div>
          <section aria-label={t(fields.scan)}>
            <FileView fileId={entry.fileId} />
          </section>
        </div>
      ) : (
        <>
          <EntryFacts clearing={clearing} entry={entry} />
          {decision}
        </>
      )}
    </Dialog>
  )
}
