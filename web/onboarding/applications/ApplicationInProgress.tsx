import { useEffect, useState } from 'react'
import { api } from '#/web/kernel/api.ts'
import { inCurrentLanguage } from '#/web/kernel/language.ts'
import { useRequest } from '#/web/kernel/useRequest.ts'
import { PageLoading } from './PageLoading.tsx'
import { AppealNote, ProgressCard } from './ProgressCard.tsx'
import { currentTitle, fillTemplate } from './phrases.ts'
import { registerTexts as texts } from './register.texts.ts'
import { SandboxText } from './SandboxText.tsx'
import { type ApplicationOptions, useApplicationForm, useOwnApplication } from './useApplication.ts'
import { useCall } from './useCall.ts'
import { Correction, Summary, Wizard } from './Wizard.tsx'

interface ApplicationInProgressProps {
  readonly options: ApplicationOptions
  readonly ticket: string
  readonly onOver: () => void
}

function Account({ username }: { readonly username: string }) {
  return username ? (
    <p className="r-account">
      {inCurrentLanguage(texts.account)} <b>{username}</b>
      <small className="l-hint">{inCurrentLanguage(texts.accountNote)}</small>
    </p>
  ) : null
}

/** Links an approved applicant to the contracts to sign. The text message has the same link. */
function Papers({ ticket }: { readonly ticket: string }) {
  const { answer: papers, failure, retry } = useRequest(ticket, () => api.applications.papers({ ticket }))
  if (failure)
    return (
      <p className="l-links">
        <small className="l-problem" role="alert">
          {failure}
        </small>
        <button type="button" className="l-link" onClick={retry}>
          {inCurrentLanguage(texts.retry)}
        </button>
      </p>
    )
  if (papers?.length === 0) return <p className="l-note">{inCurrentLanguage(texts.nothingToSign)}</p>
  return papers?.map((paper) => (
    <a key={paper.path} className="l-submit r-paper" href={paper.path}>
      {fillTemplate(inCurrentLanguage(texts.toSign), { name: paper.name })}
    </a>
  ))
}

function WithdrawForm({ ticket, onDone }: { readonly ticket: string; readonly onDone: () => void }) {
  const [isSure, setSure] = useState(false)
  const { isBusy, failure, attempt } = useCall()
  const handlePress = () => {
    if (!isSure) return setSure(true)
    return void attempt(async () => {
      await api.applications.withdraw({ ticket })
      onDone()
    })
  }
  return (
    <p className="l-links">
      <button type="button" className="l-link" disabled={isBusy} onClick={handlePress}>
        {inCurrentLanguage(texts.withdraw)}
      </button>
      <small className="l-problem" role="status">
        {failure || (isSure ? inCurrentLanguage(texts.withdrawSure) : '')}
      </small>
    </p>
  )
}

function OpenApplication({
  options,
  ticket,
  own,
  setOwn,
  refresh,
  onOver,
}: ApplicationInProgressProps &
  Omit<ReturnType<typeof useOwnApplication>, 'failure' | 'isOver' | 'own'> & { own: NonNullable<ReturnType<typeof useOwnApplication>['own']> }) {
  const filling = useApplicationForm(ticket, options, own, setOwn, refresh)
  const { state } = own.progress
  if (state === 'draft')
    return (
      <>
        <h1>{inCurrentLanguage(currentTitle())}</h1>
        <AppealNote progress={own.progress} answer={own.appealAnswer} />
        <Wizard filling={filling} options={options} ticket={ticket} />
      </>
    )
  return (
    <>
      <h1>{inCurrentLanguage(state === 'rejected' ? currentTitle() : texts.title)}</h1>
      <ProgressCard progress={own.progress} />
      <AppealNote progress={own.progress} answer={own.appealAnswer} />
      <Account username={own.username} />
      {own.username && options.isSandbox ? <SandboxText ticket={ticket} /> : null}
      {state === 'signing' ? <Papers ticket={ticket} /> : null}
      {state === 'rejected' ? <Correction filling={filling} options={options} ticket={ticket} /> : null}
      {state === 'pending' ? (
        <details className="r-rest">
          <summary>{inCurrentLanguage(texts.readOnly)}</summary>
          <Summary filling={filling} options={options} onChange={null} />
        </details>
      ) : null}
      {state === 'pending' || state === 'rejected' ? <WithdrawForm ticket={ticket} onDone={onOver} /> : null}
    </>
  )
}

/** An application in progress: its form, state and correction. */
export function ApplicationInProgress({ options, ticket, onOver }: ApplicationInProgressProps) {
  const { own, setOwn, failure, isOver, refresh } = useOwnApplication(ticket)
  useEffect(() => {
    if (isOver) onOver()
  }, [isOver, onOver])
  if (own) return <OpenApplication {...{ options, ticket, own, setOwn, refresh, onOver }} />
  return <PageLoading failure={failure} onRetry={() => void refresh()} />
}
