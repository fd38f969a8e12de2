import { lawGradeNames } from '#/api/taxation/policies.texts.ts'
import { type LawGrade, lawGrades } from '#/domain/taxation/policy-fields.ts'
import { api } from '#/web/kernel/api.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form, useForm } from '#/web/ui/Form.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { texts } from './texts.ts'
import type { PolicyDraft } from './values.tsx'

/** Starts a draft with its first day. */
export function BeginDialog({ onClose, onDone }: { readonly onClose: () => void; readonly onDone: (id: number) => void }) {
  const t = useText()
  const [form] = useForm<{ firstDay: string }>()
  const beginDraft = useSubmit(api.policies.begin, {
    onDone: ({ id }) => {
      onClose()
      onDone(id)
    },
  })
  const send = form.whenValid(beginDraft.submit)
  return (
    <Dialog title={t(texts.begin)} onClose={onClose} confirm={{ text: t(texts.begin), onPress: send, isBusy: beginDraft.isBusy }}>
      <div className="k-stack">
        <p className="k-note">{t(texts.beginNote)}</p>
        <Form form={form}>
          <Field name="firstDay" label={t(texts.firstDay)} rules={[{ required: true, message: t(texts.required) }]} hint={t(texts.firstHint)}>
            <DayInput id="policy-first-day" isNeeded />
          </Field>
        </Form>
      </div>
    </Dialog>
  )
}

interface DraftDays {
  firstDay: string
  knownUntil?: string
  grade: LawGrade
}

/** Edits a draft's first day, the end of the law and its certainty. */
export function DaysDialog({ draft, onClose }: { readonly draft: PolicyDraft; readonly onClose: () => void }) {
  const t = useText()
  const [form] = useForm<DraftDays>()
  const save = useSubmit(api.policies.save, { onDone: onClose })
  const send = form.whenValid(({ firstDay, knownUntil = '', grade }) =>
    save.submit({ draftId: draft.id, version: draft.version, firstDay, knownUntil: knownUntil || null, grade, values: [] }),
  )
  const grades = choicesOf(t, lawGrades, lawGradeNames)
  return (
    <Dialog title={`${t(texts.days)} · ${draft.policyVersion}`} onClose={onClose} confirm={{ text: t(texts.save), onPress: send, isBusy: save.isBusy }}>
      <Form form={form} initialValues={{ firstDay: draft.firstDay, knownUntil: draft.knownUntil ?? '', grade: draft.grade }}>
        <Field name="firstDay" label={t(texts.firstDay)} rules={[{ required: true, message: t(texts.required) }]} hint={t(texts.firstHint)}>
          <DayInput id="draft-first-day" isNeeded />
        </Field>
        <Field name="knownUntil" label={t(texts.knownUntil)} hint={t(texts.knownHint)}>
          <DayInput id="draft-known-until" />
        </Field>
        <Field name="grade" label={t(texts.grade)}>
          <Select options={grades} />
        </Field>
      </Form>
    </Dialog>
  )
}
