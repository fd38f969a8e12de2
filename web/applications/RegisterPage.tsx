import { useEffect, useState } from 'react'
import { publicTitles } from '#/api/public-pages.texts.ts'
import type { ApplicationKind } from '#/domain/application.ts'
import type { Text } from '#/domain/text.ts'
import { Portal } from '#/web/auth/public.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { plain, useLanguage } from '#/web/kernel/language.ts'
import { useAnswer } from '#/web/kernel/useAnswer.ts'
import { AppealNote, LookUpForm, ProgressCard } from './ProgressCard.tsx'
import { filled, registerTexts as texts } from './register.texts.ts'
import { StartForm } from './StartForm.tsx'
import { type Options, useFilling, useOwn } from './useApplication.ts'
import { useCall } from './useCall.ts'
import { Correction, Summary, Wizard } from './Wizard.tsx'
import './register.css'

const kinds: Readonly<Record<string, ApplicationKind>> = {
  '/Registermsgdw': 'unit',
  '/EditRegistermsgdw': 'unit',
  '/Registermsgcom': 'partner',
  '/EditRegistermsgcom': 'partner',
  '/EnRegistermsg': 'international',
}
const entries = ['/Registermsg', '/Registermsgdw', '/Registermsgcom', '/EnRegistermsg'] as const

function titleHere(): Text {
  return (publicTitles as Readonly<Record<string, Text>>)[location.pathname] ?? texts.product
}

/** The title of the document on the public pages of registration. */
export function documentTitle(title: Text): Text {
  const of = (language: keyof Text) => `${title[language]} · ${texts.product[language]}`
  return { zh: of('zh'), en: of('en'), es: of('es'), ja: of('ja') }
}

interface WorkProps {
  readonly options: Options
  readonly ticket: string
  readonly onOver: () => void
}

function Account({ username }: { readonly username: string }) {
  return username ? (
    <p className="r-account">
      {plain(texts.account)} <b>{username}</b>
      <small className="l-hint">{plain(texts.accountNote)}</small>
    </p>
  ) : null
}

/** Where an approved applicant signs; the text message has the same way. */
function Papers({ ticket }: { readonly ticket: string }) {
  const [papers, setPapers] = useState<OutputOf<typeof api.applications.papers> | null>(null)
  useEffect(() => {
    let isGone = false
    api.applications
      .papers({ ticket }, { isQuiet: true })
      .then((answer) => !isGone && setPapers(answer))
      .catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [ticket])
  if (papers?.length === 0) return <p className="l-note">{plain(texts.nothingToSign)}</p>
  return papers?.map((paper) => (
    <a key={paper.path} className="l-submit r-paper" href={paper.path}>
      {filled(plain(texts.toSign), { name: paper.name })}
    </a>
  ))
}

function Withdraw({ ticket, onDone }: { readonly ticket: string; readonly onDone: () => void }) {
  const [isSure, setSure] = useState(false)
  const { isBusy, failure, attempt } = useCall()
  const press = () => {
    if (!isSure) return setSure(true)
    return void attempt(async () => {
      await api.applications.withdraw({ ticket }, { isQuiet: true })
      onDone()
    })
  }
  return (
    <p className="l-links">
      <button type="button" className="l-link" disabled={isBusy} onClick={press}>
        {plain(texts.withdraw)}
      </button>
      <small className="l-problem" role="status">
        {failure || (isSure ? plain(texts.withdrawSure) : '')}
      </small>
    </p>
  )
}

function Work({
  options,
  ticket,
  own,
  setOwn,
  refresh,
  onOver,
}: WorkProps & Omit<ReturnType<typeof useOwn>, 'failure' | 'isOver' | 'own'> & { own: NonNullable<ReturnType<typeof useOwn>['own']> }) {
  const filling = useFilling(ticket, options, own, setOwn, refresh)
  const { state } = own.progress
  if (state === 'draft')
    return (
      <>
        <h1>{plain(titleHere())}</h1>
        <AppealNote progress={own.progress} answer={own.appealAnswer} />
        <Wizard filling={filling} options={options} ticket={ticket} />
      </>
    )
  return (
    <>
      <h1>{plain(state === 'rejected' ? titleHere() : texts.title)}</h1>
      <ProgressCard progress={own.progress} />
      <AppealNote progress={own.progress} answer={own.appealAnswer} />
      <Account username={own.username} />
      {state === 'signing' ? <Papers ticket={ticket} /> : null}
      {state === 'rejected' ? <Correction filling={filling} options={options} ticket={ticket} /> : null}
      {state === 'pending' ? (
        <details className="r-rest">
          <summary>{plain(texts.readOnly)}</summary>
          <Summary filling={filling} options={options} onChange={null} />
        </details>
      ) : null}
      {state === 'pending' || state === 'rejected' ? <Withdraw ticket={ticket} onDone={onOver} /> : null}
    </>
  )
}

function AtWork({ options, ticket, onOver }: WorkProps) {
  const { own, setOwn, failure, isOver, refresh } = useOwn(ticket)
  useEffect(() => {
    if (isOver) onOver()
  }, [isOver, onOver])
  if (own) return <Work {...{ options, ticket, own, setOwn, refresh, onOver }} />
  return (
    <>
      <h1>{plain(titleHere())}</h1>
      <p role="status" className="l-lead r-lead">
        {failure || plain(texts.loading)}
      </p>
      {failure ? (
        <button type="button" className="l-submit" onClick={() => void refresh()}>
          {plain(texts.retry)}
        </button>
      ) : null}
    </>
  )
}

function Others() {
  return (
    <nav className="r-others" aria-label={plain(texts.others)}>
      {entries
        .filter((each) => each !== location.pathname)
        .map((each) => (
          <a key={each} href={each}>
            {plain(publicTitles[each])}
          </a>
        ))}
    </nav>
  )
}

interface EntranceProps {
  readonly options: Options
  readonly invite: string
  readonly isOver: boolean
  readonly onTicket: (ticket: string) => void
}

function Entrance({ options, invite, isOver, onTicket }: EntranceProps) {
  const [isLooking, setLooking] = useState(false)
  const isEdit = location.pathname.startsWith('/Edit')
  if (!options.isOpen)
    return (
      <>
        <h1>{plain(texts.closed)}</h1>
        <p className="l-lead">
          {plain(texts.closedMore)}
          <b>{options.support}</b>
        </p>
      </>
    )
  if (isLooking) return <LookUpForm onBack={() => setLooking(false)} />
  return (
    <>
      <h1>{plain(titleHere())}</h1>
      <p className="l-lead">{plain(isEdit ? texts.editLead : texts.lead)}</p>
      {isOver ? (
        <p className="r-why" role="status">
          {plain(texts.ticketOver)}
        </p>
      ) : null}
      {options.invite ? <p className="l-note r-invited">{filled(plain(texts.invited), { name: options.invite.name })}</p> : null}
      <StartForm kind={kinds[location.pathname] ?? 'operator'} invite={options.invite ? invite : ''} isSandbox={options.isSandbox} onTicket={onTicket} />
      <p className="l-links">
        <button type="button" className="l-link" onClick={() => setLooking(true)}>
          {plain(texts.lookUp)}
        </button>
        <a href="/login">{plain(texts.toLogin)}</a>
      </p>
      <Others />
    </>
  )
}

/** Registration, its correction and its progress: units, partners, operators, people with other documents. Designed for a phone first. */
export default function RegisterPage() {
  useLanguage()
  const [invite] = useState(() => new URLSearchParams(location.search).get('invite') ?? '')
  const [ticket, setTicket] = useState(() => new URLSearchParams(location.search).get('ticket') ?? '')
  const [isOver, setOver] = useState(false)
  const { answer: options, failure, retry } = useAnswer(`options ${invite}`, () => api.applications.options(invite ? { invite } : {}, { isQuiet: true }))
  const enter = (next: string) => {
    // The address carries the ticket for half an hour: a reload goes on where it was.
    history.replaceState(null, '', next ? `${location.pathname}?ticket=${encodeURIComponent(next)}` : location.pathname)
    setTicket(next)
    setOver(next === '')
  }
  const [leave] = useState(() => () => enter(''))
  return (
    <Portal title={documentTitle(titleHere())}>
      {options ? (
        ticket ? (
          <AtWork key={ticket} options={options} ticket={ticket} onOver={leave} />
        ) : (
          <Entrance options={options} invite={invite} isOver={isOver} onTicket={enter} />
        )
      ) : (
        <>
          <h1>{plain(titleHere())}</h1>
          <p role="status" className="l-lead">
            {failure || plain(texts.loading)}
          </p>
          {failure ? (
            <button type="button" className="l-submit" onClick={retry}>
              {plain(texts.retry)}
            </button>
          ) : null}
        </>
      )}
    </Portal>
  )
}
