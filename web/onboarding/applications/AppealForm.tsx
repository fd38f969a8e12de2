import { type FormEvent, useId, useState } from 'react'
import { subjectField } from '#/domain/onboarding/application-fields.ts'
import { api } from '#/web/kernel/api.ts'
import { inCurrentLanguage } from '#/web/kernel/language.ts'
import { registerTexts as texts } from './register.texts.ts'
import type { ApplicationForm } from './useApplication.ts'
import { useCall } from './useCall.ts'

interface AppealFormProps {
  readonly filling: ApplicationForm
  readonly ticket: string
  readonly onClose: () => void
}

interface StatementFieldProps {
  /** Id prefix of the form's elements. */
  readonly id: string
  readonly value: string
  readonly isWrong: boolean
  readonly onChange: (statement: string) => void
}

function StatementField({ id, value, isWrong, onChange }: StatementFieldProps) {
  return (
    <div className="l-field">
      <label htmlFor={`${id}statement`}>{inCurrentLanguage(texts.appealReason)}</label>
      <textarea
        id={`${id}statement`}
        rows={4}
        maxLength={500}
        value={value}
        aria-invalid={isWrong}
        aria-describedby={`${id}hint`}
        onChange={(event) => onChange(event.target.value)}
      />
      <small id={`${id}hint`} className={isWrong ? 'l-problem' : 'l-hint'}>
        {inCurrentLanguage(isWrong ? texts.appealReasonShort : texts.appealReasonHint)}
      </small>
    </div>
  )
}

/** An appeal that the registered identity belongs to the applicant, with an optional picture. */
export function AppealForm({ filling, ticket, onClose }: AppealFormProps) {
  const id = useId()
  const [statement, setStatement] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const [isSubmitted, setSubmitted] = useState(false)
  const { isBusy, failure, attempt } = useCall()
  const { own, typed, values } = filling
  const isShort = statement.trim().length < 5
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (isShort) return
    // The server stores no refused values, so the appeal includes them.
    const appealFields = ['name', 'subjectKind', subjectField(own.progress.kind, values)]
    const answers = appealFields.flatMap((field) => (typed[field] === undefined ? [] : [{ field, value: typed[field] }]))
    void attempt(async () => {
      filling.setOwn(await api.applications.appeal({ ticket, answers, statement: statement.trim(), ...(file && { file }) }))
      onClose()
    })
  }
  return (
    <form onSubmit={submit} noValidate aria-labelledby={`${id}title`}>
      <h2 id={`${id}title`} className="r-heading">
        {inCurrentLanguage(texts.appealTitle)}
      </h2>
      <p className="l-note">{inCurrentLanguage(texts.appealLead)}</p>
      <StatementField id={id} value={statement} isWrong={isSubmitted && isShort} onChange={setStatement} />
      <div className="l-field r-pictures">
        <span className="r-label" id={`${id}label`}>
          {inCurrentLanguage(texts.appealPicture)} <span className="r-optional">{inCurrentLanguage(texts.optional)}</span>
        </span>
        <label className="r-take">
          <input
            type="file"
            accept="image/jpeg,image/png,image/webp"
            aria-labelledby={`${id}label`}
            aria-describedby={`${id}file`}
            onChange={(event) => setFile(event.target.files?.[0] ?? null)}
          />
          <span aria-hidden="true">＋</span> {inCurrentLanguage(file ? texts.replace : texts.take)}
        </label>
        <small id={`${id}file`} className="l-hint">
          {file ? file.name : inCurrentLanguage(texts.pictureHint)}
        </small>
      </div>
      <p role="alert" className="l-failure">
        {failure}
      </p>
      <div className="r-actions">
        <button type="button" className="r-second" onClick={onClose}>
          {inCurrentLanguage(texts.back)}
        </button>
        <button type="submit" className="l-submit" aria-disabled={isBusy} aria-busy={isBusy}>
          {inCurrentLanguage(isBusy ? texts.busy : texts.appealSend)}
        </button>
      </div>
    </form>
  )
}
