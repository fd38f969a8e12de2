import { type FormEvent, useState } from 'react'
import { appealStateNames, applicationStateNames } from '#/api/onboarding/applications.texts.ts'
import { type AppealState, type ApplicationState, progressSteps } from '#/domain/onboarding/application.ts'
import { Field } from '#/web/access/auth/public.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { inCurrentLanguage, language, languageTags } from '#/web/kernel/language.ts'
import { fillTemplate } from './phrases.ts'
import { registerTexts as texts } from './register.texts.ts'
import { useCall } from './useCall.ts'

type Progress = OutputOf<typeof api.applications.lookUp>

const stateMessages: Readonly<Record<ApplicationState, keyof typeof texts>> = {
  draft: 'draftSay',
  pending: 'pendingSay',
  rejected: 'rejectedSay',
  approved: 'signingSay',
  signing: 'signingSay',
  active: 'activeSay',
  withdrawn: 'withdrawnSay',
}

function formatMoment(at: string): string {
  return new Intl.DateTimeFormat(languageTags[language.get()], { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Shanghai' }).format(new Date(at))
}

/** The progress of an application: submitted → review → signing → open. */
export function ProgressCard({ progress }: { readonly progress: Progress }) {
  const { state, done } = progress
  return (
    <section className="r-progress" aria-label={inCurrentLanguage(texts.title)}>
      <p>
        {inCurrentLanguage(texts.no)} <b className="r-no">{progress.no}</b>
      </p>
      <ol className="l-steps">
        {progressSteps.map((step, at) => (
          <li key={step} className={at < done ? 'is-done' : ''} {...(at === done ? { 'aria-current': 'step' as const } : {})}>
            {inCurrentLanguage(texts[step])}
          </li>
        ))}
      </ol>
      <p className={`r-state r-state-${state}`}>
        <b>{inCurrentLanguage(applicationStateNames[state])}</b> {fillTemplate(inCurrentLanguage(texts[stateMessages[state]]), { count: progress.rejected })}
      </p>
      {progress.submittedAt ? (
        <p className="l-note">
          {inCurrentLanguage(texts.submitted)} {formatMoment(progress.submittedAt)}
        </p>
      ) : null}
    </section>
  )
}

const appealTexts: Readonly<Record<AppealState, keyof typeof texts | null>> = {
  open: 'appealOpenSay',
  handed: 'appealHandedSay',
  freed: 'appealFreedSay',
  rejected: 'appealRejectedSay',
  withdrawn: null,
}

/**
 * The status of the appeal against "registered already". Only the holder of the ticket sees the reason for a rejection.
 */
export function AppealNote({ progress: { appeal }, answer }: { readonly progress: Progress; readonly answer: string }) {
  if (!appeal) return null
  const message = appeal.state === 'rejected' && answer === '' ? null : appealTexts[appeal.state]
  return (
    <section className={appeal.state === 'handed' || appeal.state === 'freed' ? 'r-why is-fixed' : 'r-why'} aria-label={inCurrentLanguage(texts.appealTitle)}>
      <b>{inCurrentLanguage(appealStateNames[appeal.state])}</b> {message ? fillTemplate(inCurrentLanguage(texts[message]), { reason: answer }) : ''}
      <small className="l-hint">
        {inCurrentLanguage(texts.appealedAt)} {formatMoment(appeal.at)}
      </small>
    </section>
  )
}

/** Looks up the progress of an application by its number and mobile number. */
export function LookUpForm({ onBack }: { readonly onBack: () => void }) {
  const [no, setNo] = useState('')
  const [mobile, setMobile] = useState('')
  const [found, setFound] = useState<Progress | null>(null)
  const [isSubmitted, setSubmitted] = useState(false)
  const { isBusy, failure, attempt } = useCall()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (!no.trim() || !mobile.trim()) return
    setFound(null)
    void attempt(async () => setFound(await api.applications.lookUp({ no, mobile })))
  }
  return (
    <form onSubmit={submit} noValidate>
      <h1>{inCurrentLanguage(texts.lookUp)}</h1>
      <p className="l-lead">{inCurrentLanguage(texts.lookUpLead)}</p>
      <Field
        label={inCurrentLanguage(texts.no)}
        name="no"
        autoCapitalize="characters"
        maxLength={30}
        value={no}
        problem={isSubmitted && !no.trim() ? inCurrentLanguage(texts.missing) : ''}
        onChange={setNo}
      />
      <Field
        label={inCurrentLanguage(texts.mobile)}
        name="mobile"
        inputMode="tel"
        maxLength={20}
        value={mobile}
        problem={isSubmitted && !mobile.trim() ? inCurrentLanguage(texts.missing) : ''}
        onChange={setMobile}
      />
      <p role="alert" className="l-failure">
        {failure}
      </p>
      <button type="submit" className="l-submit" aria-disabled={isBusy} aria-busy={isBusy}>
        {inCurrentLanguage(isBusy ? texts.busy : texts.look)}
      </button>
      {found ? (
        <>
          <ProgressCard progress={found} />
          <AppealNote progress={found} answer="" />
        </>
      ) : null}
      <p className="l-links">
        <button type="button" className="l-link" onClick={onBack}>
          {inCurrentLanguage(texts.backToForm)}
        </button>
      </p>
    </form>
  )
}
