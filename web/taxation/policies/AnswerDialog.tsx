import { useState } from 'react'
import { openPoints } from '#/api/taxation/points.texts.ts'
import { pointEffects } from '#/api/taxation/policies.texts.ts'
import { evidenceEndings, maxFileBytes } from '#/domain/base/upload.ts'
import type { LegalPoint } from '#/domain/taxation/policy-fields.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { FileDrop } from '#/web/ui/FileDrop.tsx'
import { Form, useForm } from '#/web/ui/Form.tsx'
import { Problem } from '#/web/ui/Problem.tsx'
import { TextArea, TextInput } from '#/web/ui/TextInput.tsx'
import { texts } from './texts.ts'

interface Values {
  answer: string
  source: string
  answeredOn: string
}

/** Records the answer to an open point, with its document. */
export function AnswerDialog({ point, onClose }: { readonly point: LegalPoint; readonly onClose: () => void }) {
  const t = useText()
  const [form] = useForm<Values>()
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState('')
  const recordAnswer = useSubmit(api.policies.answer, { onDone: onClose })
  const send = form.whenValid((values) => {
    if (!file) return setProblem(t(texts.required))
    setProblem('')
    return recordAnswer.submit({ point, ...values, file })
  })
  const question = openPoints.find(({ key }) => key === point)?.text
  const rules = [{ required: true, message: t(texts.required) }]
  return (
    <Dialog title={`${t(texts.answer)} · ${point}`} onClose={onClose} confirm={{ text: t(texts.answer), onPress: send, isBusy: recordAnswer.isBusy }}>
      <div className="k-stack">
        {question ? <p>{t(question)}</p> : null}
        <p>{t(pointEffects[point])}</p>
        <p className="k-note">{t(texts.answerNote)}</p>
        <Form form={form}>
          <Field name="answer" label={t(texts.answerText)} rules={[...rules, { min: 4 }]}>
            <TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 6 }} />
          </Field>
          <Field name="source" label={t(texts.answerSource)} rules={rules}>
            <TextInput maxLength={200} />
          </Field>
          <Field name="answeredOn" label={t(texts.answeredOn)} rules={rules}>
            <DayInput id="answered-on" isNeeded />
          </Field>
        </Form>
        <FileDrop value={file} onChange={setFile} kinds={[...evidenceEndings]} maxBytes={maxFileBytes} label={t(texts.paper)} />
        <Problem text={problem} />
      </div>
    </Dialog>
  )
}
