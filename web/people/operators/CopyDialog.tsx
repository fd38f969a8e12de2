import { useState } from 'react'
import { copyFormatNames } from '#/api/desk/personal.texts.ts'
import { type PersonalCopyFormat, personalCopyFormats } from '#/domain/desk/personal.ts'
import { api } from '#/web/kernel/api.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { showNotice } from '#/web/kernel/notices.ts'
import { useProof } from '#/web/parts/proof/useProof.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import type { Operator } from './OperatorTags.tsx'
import { texts } from './operator-list.texts.ts'

/** Exports a person's data at their request. The file appears in the task list. */
export function CopyDialog({ operator, onClose }: { readonly operator: Operator; readonly onClose: () => void }) {
  const t = useText()
  const { withProof } = useProof()
  const [format, setFormat] = useState<PersonalCopyFormat>('pdf')
  const [isBusy, setBusy] = useState(false)
  const send = async (reason: string) => {
    setBusy(true)
    await withProof(async () => {
      await api.personal.copyFor({ operatorId: operator.id, format, reason })
      showNotice('success', t(texts.copyStarted))
      onClose()
    })
    setBusy(false)
  }
  return (
    <ReasonDialog
      title={`${t(texts.copy)} · ${operator.name}`}
      onClose={onClose}
      confirmText={t(texts.copyExport)}
      onConfirm={({ reason }) => void send(reason)}
      submission={{ isBusy, failure: null }}
      reason={{ label: t(texts.copyReason), least: 4 }}
    >
      <p className="k-note">{t(texts.copyNote)}</p>
      <Field label={t(texts.copyFormat)} required>
        <RadioGroup aria-label={t(texts.copyFormat)} value={format} onChange={setFormat} options={choicesOf(t, personalCopyFormats, copyFormatNames)} />
      </Field>
    </ReasonDialog>
  )
}
