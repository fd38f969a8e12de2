import { lazy, Suspense, useState } from 'react'
import { publicTitles } from '#/api/public-pages.texts.ts'
import type { ApplicationKind } from '#/domain/onboarding/application.ts'
import { PublicLayout } from '#/web/access/auth/public.ts'
import { api } from '#/web/kernel/api.ts'
import { inCurrentLanguage, useLanguage } from '#/web/kernel/language.ts'
import { useRequest } from '#/web/kernel/useRequest.ts'
import { PageLoading } from './PageLoading.tsx'
import { LookUpForm } from './ProgressCard.tsx'
import { currentTitle, documentTitle, fillTemplate } from './phrases.ts'
import { registerTexts as texts } from './register.texts.ts'
import { StartForm } from './StartForm.tsx'
import type { ApplicationOptions } from './useApplication.ts'
import './register.css'

// Visitors who only open the start page load no form.
const ApplicationInProgress = lazy(() => import('./ApplicationInProgress.tsx').then((part) => ({ default: part.ApplicationInProgress })))

const kinds: Readonly<Record<string, ApplicationKind>> = {
  '/Registermsgdw': 'unit',
  '/EditRegistermsgdw': 'unit',
  '/Registermsgcom': 'partner',
  '/EditRegistermsgcom': 'partner',
  '/EnRegistermsg': 'international',
}
const entries = ['/Registermsg', '/Registermsgdw', '/Registermsgcom', '/EnRegistermsg'] as const

function OtherRegistrations() {
  return (
    <nav className="r-others" aria-label={inCurrentLanguage(texts.others)}>
      {entries
        .filter((each) => each !== location.pathname)
        .map((each) => (
          <a key={each} href={each}>
            {inCurrentLanguage(publicTitles[each])}
          </a>
        ))}
    </nav>
  )
}

interface EntranceProps {
  readonly options: ApplicationOptions
  readonly invite: string
  readonly isOver: boolean
  readonly onTicket: (ticket: string) => void
}

function EntranceForm({ options, invite, isOver, onTicket }: EntranceProps) {
  const [isLooking, setLooking] = useState(false)
  const isCorrection = location.pathname.startsWith('/Edit')
  if (!options.isOpen)
    return (
      <>
        <h1>{inCurrentLanguage(texts.closed)}</h1>
        <p className="l-lead">
          {inCurrentLanguage(texts.closedMore)}
          <b>{options.support}</b>
        </p>
      </>
    )
  if (isLooking) return <LookUpForm onBack={() => setLooking(false)} />
  return (
    <>
      <h1>{inCurrentLanguage(currentTitle())}</h1>
      <p className="l-lead">{inCurrentLanguage(isCorrection ? texts.editLead : texts.lead)}</p>
      {isOver ? (
        <p className="r-why" role="status">
          {inCurrentLanguage(texts.ticketOver)}
        </p>
      ) : null}
      {options.invite ? <p className="l-note r-invited">{fillTemplate(inCurrentLanguage(texts.invited), { name: options.invite.name })}</p> : null}
      <StartForm
        kind={kinds[location.pathname] ?? 'operator'}
        invite={options.invite ? invite : ''}
        isSandbox={options.isSandbox}
        clauseVersion={options.clauseVersion}
        onTicket={onTicket}
      />
      <p className="l-links">
        <button type="button" className="l-link" onClick={() => setLooking(true)}>
          {inCurrentLanguage(texts.lookUp)}
        </button>
        <a href="/login">{inCurrentLanguage(texts.toLogin)}</a>
      </p>
      <OtherRegistrations />
    </>
  )
}

/**
 * Registration, correction and progress for units, partners, operators and people with foreign documents. Designed for
 * phones first.
 */
export default function RegisterPage() {
  useLanguage()
  const [invite] = useState(() => new URLSearchParams(location.search).get('invite') ?? '')
  const [ticket, setTicket] = useState(() => new URLSearchParams(location.search).get('ticket') ?? '')
  const [isOver, setOver] = useState(false)
  const { answer: options, failure, retry } = useRequest(`options ${invite}`, () => api.applications.options(invite ? { invite } : {}))
  const storeTicket = (next: string) => {
    // The ticket stays in the URL for half an hour, so that a reload continues the application.
    history.replaceState(null, '', next ? `${location.pathname}?ticket=${encodeURIComponent(next)}` : location.pathname)
    setTicket(next)
    setOver(next === '')
  }
  const [leave] = useState(() => () => storeTicket(''))
  return (
    <PublicLayout title={documentTitle(currentTitle())}>
      {options ? (
        ticket ? (
          <Suspense fallback={<PageLoading />}>
            <ApplicationInProgress key={ticket} options={options} ticket={ticket} onOver={leave} />
          </Suspense>
        ) : (
          <EntranceForm options={options} invite={invite} isOver={isOver} onTicket={storeTicket} />
        )
      ) : (
        <PageLoading failure={failure} onRetry={retry} />
      )}
    </PublicLayout>
  )
}
