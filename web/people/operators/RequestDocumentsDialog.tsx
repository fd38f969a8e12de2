import { useState } from 'react'
import { paperNames } from '#/api/people/papers.texts.ts'
import { type CandidateDocumentKind, candidateDocumentKinds } from '#/domain/people/candidate.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { CheckboxGroup } from '#/web/ui/Checkbox.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { texts } from './texts.ts'

interface RequestDocumentsDialogProps {
  readonly person: OutputOf<typeof api.operators.candidate>
  readonly onClose: () => void
}

/** Requests pictures from a person, with a reason. A link is sent to their mobile number. */
export function RequestDocumentsDialog({ person, onClose }: RequestDocumentsDialogProps) {
  const t = useText()
  const [kinds, setKinds] = useState<CandidateDocumentKind[]>(person.wanted.length > 0 ? person.wanted : ['idFront'])
  const requestDocuments = useSubmit(api.operators.askForPapers, { onDone: onClose })
  return (
    <ReasonDialog
      title={t(texts.askTitle, { name: person.name })}
      onClose={onClose}
      confirmText={t(texts.ask)}
      onConfirm={({ reason }) => void requestDocuments.submit({ candidateId: person.id, version: person.version, kinds, reason })}
      submission={requestDocuments}
      isDisabled={kinds.length === 0}
      reason={{ label: t(texts.askWhy) }}
    >
      <p className="k-note">{t(texts.askNote, { mobile: person.mobile })}</p>
      <Field label={t(texts.askKinds)} required>
        <CheckboxGroup aria-label={t(texts.askKinds)} value={kinds} onChange={setKinds} options={choicesOf(t, candidateDocumentKinds, paperNames)} />
      </Field>
    </ReasonDialog>
  )
}
