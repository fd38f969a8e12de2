import { useState } from 'react'
import { otherSaleFields as fields } from '#/api/money/othersales.texts.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { PreviewButton } from '#/web/parts/files/PreviewButton.tsx'
import { Alert } from '#/web/ui/Alert.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form } from '#/web/ui/Form.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { TextArea } from '#/web/ui/TextInput.tsx'
import { texts } from './texts.ts'

export type SalesDeclaration = OutputOf<typeof api.othersales.list>['rows'][number]

/** Confirms or rejects a declaration. A rejection needs a reason. */
export function DecideDialog({ sale, onClose }: { readonly sale: SalesDeclaration; readonly onClose: () => void }) {
  const t = useText()
  const [isConfirmed, setConfirmed] = useState<boolean | null>(null)
  const [answer, setAnswer] = useState('')
  const decide = useSubmit(api.othersales.decide, { onDone: onClose })
  return (
    <Dialog
      title={t(texts.decideTitle, { name: sale.operatorName, month: sale.month })}
      isOpen
      onClose={onClose}
      isDirty={answer !== ''}
      confirm={{
        text: t(texts.decide),
        onPress: () => void decide.submit({ otherSaleId: sale.id, isConfirmed: isConfirmed === true, answer: answer.trim() }),
        isBusy: decide.isBusy,
        isDisabled: isConfirmed === null || (!isConfirmed && answer.trim().length < 2),
      }}
    >
      {decide.failure ? <Alert type="error" title={decide.failure.message} /> : null}
      <Facts
        rows={[
          { label: t(fields.gross), value: sale.gross === 0 ? t(texts.none) : <Money value={sale.gross} isStrong /> },
          { label: t(fields.payers), value: sale.payers },
          { label: t(fields.version), value: sale.version },
          { label: t(fields.createdBy), value: sale.createdBy },
          ...(sale.isEntered ? [{ label: t(fields.reason), value: sale.reason }] : []),
          { label: t(texts.evidence), value: sale.fileId ? <PreviewButton size="small" fileId={sale.fileId} /> : null },
        ]}
      />
      <Form>
        <Field label={t(texts.decision)} required>
          <RadioGroup
            aria-label={t(texts.decision)}
            value={isConfirmed}
            onChange={setConfirmed}
            options={[
              { value: true, label: t(texts.confirm) },
              { value: false, label: t(texts.reject) },
            ]}
          />
        </Field>
        <Field label={t(fields.answer)} htmlFor="other-sale-answer" required={isConfirmed === false}>
          <TextArea id="other-sale-answer" value={answer} onChange={(event) => setAnswer(event.target.value)} rows={2} maxLength={200} />
        </Field>
      </Form>
    </Dialog>
  )
}
