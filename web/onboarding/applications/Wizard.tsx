import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { applicationFieldName, applicationStepNames } from '#/api/onboarding/application-fields.texts.ts'
import { type ApplicationField, type ApplicationStepName, fieldsOf, stepsOf } from '#/domain/onboarding/application-fields.ts'
import { applicationProblems } from '#/domain/onboarding/application-texts.ts'
import { api } from '#/web/kernel/api.ts'
import { inCurrentLanguage } from '#/web/kernel/language.ts'
import { choiceText, FormField } from './FormField.tsx'
import { PhoneHelp } from './PhoneHelp.tsx'
import { fillTemplate } from './phrases.ts'
import { registerTexts as texts } from './register.texts.ts'
import type { ApplicationForm, ApplicationOptions } from './useApplication.ts'
import { useCall } from './useCall.ts'

const AppealForm = lazy(() => import('./AppealForm.tsx').then((part) => ({ default: part.AppealForm })))

/** The link from "registered already" to an appeal. */
function AppealLink({ onOpen }: { readonly onOpen: () => void }) {
  return (
    <p className="l-links">
      <button type="button" className="l-link" onClick={onOpen}>
        {inCurrentLanguage(texts.appeal)}
      </button>
      <a href="/login">{inCurrentLanguage(texts.toLogin)}</a>
    </p>
  )
}

interface WizardProps {
  readonly filling: ApplicationForm
  readonly options: ApplicationOptions
  readonly ticket: string
}

const isPicture = (field: ApplicationField) => field.form === 'picture' || field.form === 'pictures'
const hasPicture = ({ own }: ApplicationForm, field: ApplicationField) => own.pictures.some((picture) => picture.field === field.name)

/** Returns why a field is incomplete; '' when the field is complete. */
function incompleteReason(filling: ApplicationForm, field: ApplicationField): string {
  if (isPicture(field)) return hasPicture(filling, field) ? '' : inCurrentLanguage(applicationProblems.picture)
  return filling.problemOf(field, true)
}

function Steps({
  steps,
  at,
  onGo,
  filling,
}: {
  readonly steps: readonly ApplicationStepName[]
  readonly at: number
  readonly onGo: (at: number) => void
  readonly filling: ApplicationForm
}) {
  return (
    <>
      <p className="r-at">
        {fillTemplate(inCurrentLanguage(texts.step), { at: at + 1, all: steps.length })} ·{' '}
        <b>{inCurrentLanguage(applicationStepNames[steps[at] ?? 'confirm'])}</b>
      </p>
      <ol className="l-steps r-steps" aria-label={inCurrentLanguage(texts.steps)}>
        {steps.map((step, index) => {
          const isDone =
            step !== 'confirm' && filling.expectedFields.filter((field) => field.step === step).every((field) => incompleteReason(filling, field) === '')
          return (
            <li key={step} className={isDone ? 'is-done' : ''} {...(index === at ? { 'aria-current': 'step' as const } : {})}>
              <button type="button" onClick={() => onGo(index)}>
                {inCurrentLanguage(applicationStepNames[step])}
              </button>
            </li>
          )
        })}
      </ol>
    </>
  )
}

/** All entered data, for review before submission. */
export function Summary({
  filling,
  options,
  onChange,
}: {
  readonly filling: ApplicationForm
  readonly options: ApplicationOptions
  readonly onChange: ((field: ApplicationField) => void) | null
}) {
  const { own, values, expectedFields: requested } = filling
  return (
    <dl className="r-summary">
      {requested.map((field) => {
        const count = own.pictures.filter((picture) => picture.field === field.name).length
        const value = isPicture(field) ? (count > 0 ? `✓ ${count}` : '') : choiceText(field.name, values[field.name] ?? '', options)
        const problem = onChange ? incompleteReason(filling, field) : ''
        return (
          <div key={field.name} className={problem ? 'is-lacking' : ''}>
            <dt>{inCurrentLanguage(applicationFieldName(own.progress.kind, field.name))}</dt>
            <dd>
              {value || (field.isOptional ? '—' : inCurrentLanguage(texts.missing))}
              {problem && value ? <small className="l-problem">{problem}</small> : null}
            </dd>
            {onChange ? (
              <dd>
                <button
                  type="button"
                  className="l-link"
                  aria-label={`${inCurrentLanguage(texts.change)} ${inCurrentLanguage(applicationFieldName(own.progress.kind, field.name))}`}
                  onClick={() => onChange(field)}
                >
                  {inCurrentLanguage(texts.change)}
                </button>
              </dd>
            ) : null}
          </div>
        )
      })}
    </dl>
  )
}

interface ConfirmationProps extends Omit<WizardProps, 'ticket'> {
  /** The number of incomplete fields. */
  readonly lacking: number
  readonly onChange: (field: ApplicationField) => void
}

function Confirmation({ filling, options, lacking, onChange }: ConfirmationProps) {
  return (
    <>
      <p className="l-lead r-lead">{inCurrentLanguage(texts.confirmLead)}</p>
      {lacking > 0 ? <p className="r-why">{fillTemplate(inCurrentLanguage(texts.incomplete), { count: lacking })}</p> : null}
      <Summary filling={filling} options={options} onChange={onChange} />
    </>
  )
}

function SaveStatus({ state }: { readonly state: 'saved' | 'saving' | 'open' }) {
  return (
    <p className="l-note r-saved" role="status">
      {inCurrentLanguage(state === 'saved' ? texts.saved : state === 'saving' ? texts.saving : texts.notSaved)}
    </p>
  )
}

/** Saves valid values shortly after the last key press. */
function useAutosave(filling: ApplicationForm) {
  const [state, setState] = useState<'saved' | 'saving' | 'open'>('saved')
  const latest = useRef(filling)
  latest.current = filling
  const save = async () => {
    const { expectedFields: requested, typed, problemOf, isOpen } = latest.current
    const savableFields = requested.filter((field) => typed[field.name] !== undefined && isOpen(field) && problemOf(field, false) === '')
    if (savableFields.length === 0) return
    setState('saving')
    try {
      await latest.current.save(savableFields)
      setState('saved')
    } catch {
      // An invalid value is reported when the user leaves the step. Until then it is only unsaved.
      setState('open')
    }
  }
  const hasUnsavedFields = Object.keys(filling.typed).length > 0
  return { state: hasUnsavedFields && state === 'saved' ? ('open' as const) : state, save: () => void save() }
}

function firstProblem(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid=true], .l-problem:not(:empty)')?.scrollIntoView({ block: 'center' })
  form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
}

/** The form in steps. Each step saves automatically, and the last one submits. */
export function Wizard({ filling, options, ticket }: WizardProps) {
  const { own } = filling
  const steps = stepsOf(own.progress.kind)
  const firstIncompleteStep = steps.findIndex((step) => filling.expectedFields.some((field) => field.step === step && incompleteReason(filling, field) !== ''))
  const [at, setAt] = useState(firstIncompleteStep < 0 ? steps.length - 1 : firstIncompleteStep)
  const [isStrict, setStrict] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const [isAppealing, setAppealing] = useState(false)
  const { isBusy, failure, error, issues, attempt } = useCall()
  const autosave = useAutosave(filling)
  const step = steps[at] ?? 'confirm'
  const fields = filling.expectedFields.filter((field) => field.step === step)
  const goToStep = (to: number) => {
    setAt(to)
    setStrict(false)
    window.scrollTo({ top: 0 })
  }
  const incompleteFields = filling.expectedFields.filter((field) => incompleteReason(filling, field) !== '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (step !== 'confirm') {
      setStrict(true)
      if (fields.some((field) => incompleteReason(filling, field) !== '')) return setTimeout(() => firstProblem(form.current))
      return void attempt(() => filling.save(fields)).then((isDone) => (isDone ? goToStep(at + 1) : setTimeout(() => firstProblem(form.current))))
    }
    return void attempt(async () => {
      await filling.save(filling.expectedFields)
      filling.setOwn(await api.applications.submit({ ticket }))
    })
  }
  const messageOf = (field: ApplicationField) => issues.find((issue) => issue.path === field.name)?.message ?? ''
  if (isAppealing)
    return (
      <Suspense fallback={<span className="r-wait" />}>
        <AppealForm filling={filling} ticket={ticket} onClose={() => setAppealing(false)} />
      </Suspense>
    )
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Steps steps={steps} at={at} onGo={goToStep} filling={filling} />
      {step === 'confirm' ? (
        <Confirmation {...{ filling, options }} lacking={incompleteFields.length} onChange={(field) => goToStep(steps.indexOf(field.step))} />
      ) : (
        <>
          {fields.map((field) => (
            <FormField key={field.name} {...{ field, filling, options, ticket, isStrict }} said={messageOf(field)} onLeave={autosave.save} />
          ))}
          {fields.some(isPicture) ? <PhoneHelp ticket={ticket} onLook={filling.refresh} /> : null}
        </>
      )}
      <p role="alert" className="l-failure">
        {failure}
      </p>
      {error === 'known' && own.progress.appeal?.state !== 'open' ? <AppealLink onOpen={() => setAppealing(true)} /> : null}
      <div className="r-actions">
        {at > 0 ? (
          <button type="button" className="r-second" onClick={() => goToStep(at - 1)}>
            {inCurrentLanguage(texts.back)}
          </button>
        ) : null}
        <button type="submit" className="l-submit" aria-disabled={isBusy} aria-busy={isBusy} disabled={step === 'confirm' && incompleteFields.length > 0}>
          {inCurrentLanguage(isBusy ? texts.busy : step === 'confirm' ? texts.submit : texts.next)}
        </button>
      </div>
      {step === 'confirm' ? null : <SaveStatus state={autosave.state} />}
    </form>
  )
}

/** The correction of a returned application. Only the rejected fields can be edited, each with its reason. */
export function Correction({ filling, options, ticket }: WizardProps) {
  const { own } = filling
  const [isStrict, setStrict] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const [isAppealing, setAppealing] = useState(false)
  const { isBusy, failure, error, issues, attempt } = useCall()
  const autosave = useAutosave(filling)
  const rejectedFields = new Set(own.rejects.map((reject) => reject.field))
  const open = fieldsOf(own.progress.kind).filter(
    (field) => filling.expectedFields.includes(field) && (rejectedFields.has(field.name) || own.open.includes(field.name) || filling.isOpen(field)),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setStrict(true)
    if (open.some((field) => incompleteReason(filling, field) !== '')) return setTimeout(() => firstProblem(form.current))
    return void attempt(async () => {
      await filling.save(open)
      filling.setOwn(await api.applications.submit({ ticket }))
    })
  }
  useEffect(() => {
    // Newer browsers return a promise here, which React would take for a clean-up function.
    void window.scrollTo({ top: 0 })
  }, [])
  if (isAppealing)
    return (
      <Suspense fallback={<span className="r-wait" />}>
        <AppealForm filling={filling} ticket={ticket} onClose={() => setAppealing(false)} />
      </Suspense>
    )
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <h2 className="r-heading">{inCurrentLanguage(texts.correct)}</h2>
      <p className="l-note">{fillTemplate(inCurrentLanguage(texts.correctLead), { count: own.rejects.length })}</p>
      {open.map((field) => (
        <FormField
          key={field.name}
          {...{ field, filling, options, ticket, isStrict }}
          said={issues.find((issue) => issue.path === field.name)?.message ?? ''}
          onLeave={autosave.save}
        />
      ))}
      {open.some(isPicture) ? <PhoneHelp ticket={ticket} onLook={filling.refresh} /> : null}
      <p role="alert" className="l-failure">
        {failure}
      </p>
      {error === 'known' && own.progress.appeal?.state !== 'open' ? <AppealLink onOpen={() => setAppealing(true)} /> : null}
      <button type="submit" className="l-submit" aria-disabled={isBusy} aria-busy={isBusy}>
        {inCurrentLanguage(isBusy ? texts.busy : texts.resubmit)}
      </button>
      <details className="r-rest">
        <summary>{inCurrentLanguage(texts.rest)}</summary>
        <Summary filling={filling} options={options} onChange={null} />
      </details>
    </form>
  )
}
