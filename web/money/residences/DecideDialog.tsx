import { useState } from 'react'
import { residenceGroundNames } from '#/api/money/residences.texts.ts'
import { taxResidenceNames } from '#/api/people/particulars.texts.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDay } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { PreviewButton } from '#/web/parts/files/PreviewButton.tsx'
import { Alert } from '#/web/ui/Alert.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form } from '#/web/ui/Form.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { TextArea } from '#/web/ui/TextInput.tsx'
import { texts } from './texts.ts'

export type Residence = OutputOf<typeof api.residences.list>['rows'][number]

/** Confirms or rejects a proposal. A rejection needs a reason. */
export function DecideDialog({ residence, onClose }: { readonly residence: Residence; readonly onClose: () => void }) {
  const t = useText()
  const [isConfirmed, setConfirmed] = useState<boolean | null>(null)
  const [answer, setAnswer] = useState('')
  const decide = useSubmit(api.residences.decide, { onDone: onClose })
  return (
    <Dialog
      title={t(texts.decideTitle, { name: residence.operatorName })}
      isOpen
      onClose={onClose}
      isDirty={answer !== ''}
      confirm={{
        text: t(texts.decide),
        onPress: () => void decide.submit({ residenceId: residence.id, isConfirmed: isConfirmed === true, answer: answer.trim() }),
        isBusy: decide.isBusy,
        isDisabled: isConfirmed === null || (!isConfirmed && answer.trim().length < 2),
      }}
    >
      {decide.failure ? <Alert type="error" title={decide.failure.message} /> : null}
      <Facts
        rows={[
          { label: t(texts.residence), value: t(taxResidenceNames[residence.residence]) },
          { label: t(texts.fromDay), value: formatDay(residence.fromDay) },
          { label: t(texts.ground), value: t(residenceGroundNames[residence.ground]) },
          ...(residence.days === null ? [] : [{ label: t(texts.days), value: residence.days }]),
          { label: t(texts.reason), value: residence.reason },
          { label: t(texts.evidence), value: <PreviewButton size="small" fileId={residence.fileId} /> },
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
        <Field label={t(texts.answer)} htmlFor="residence-answer" required={isConfirmed === false}>
          <TextArea id="residence-answer" value={answer} onChange={(event) => setAnswer(event.target.value)} rows={2} maxLength={200} />
        </Field>
      </Form>
    </Dialog>
  )
}
