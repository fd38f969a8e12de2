import { type FormEvent, useEffect, useId, useState } from 'react'
import { partyNames, unprintableText } from '#/api/agreements/contracts.texts.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { inCurrentLanguage, useLanguage } from '#/web/kernel/language.ts'
import { useRequest } from '#/web/kernel/useRequest.ts'
import { useIsNarrow } from '#/web/ui/useIsNarrow.ts'
import { ContractView } from './ContractView.tsx'
import { FaceStep } from './FaceStep.tsx'
import { usePadPrefetch } from './SignatureBox.tsx'
import { Message, SigningLayout } from './SigningLayout.tsx'
import { SigningResult } from './SigningResult.tsx'
import { CodeStep, RefuseStep, type SigningPass, SignStep } from './Steps.tsx'
import { texts } from './texts.ts'
import { readTicket, storeTicket, useSigningCall } from './ticket.ts'
import { FaceConsentWithdrawal } from './WithdrawFaceConsent.tsx'

type TicketState = OutputOf<typeof api.signing.look>
type SigningFacts = OutputOf<typeof api.signing.facts>

const unusableTicket: TicketState = { state: 'dead', signer: '', name: '', asks: null, deadline: null, isSandbox: false }

async function fetchTicketState(ticket: string): Promise<TicketState> {
  return ticket.length < 20 || ticket.length > 100 ? unusableTicket : await api.signing.look({ ticket })
}

const closedMessages = {
  dead: [texts.dead, texts.deadMore],
  done: [texts.isDone, texts.isDoneMore],
  expired: [texts.expired, texts.expiredMore],
  revoked: [texts.revoked, texts.revokedMore],
  refused: [texts.refused, texts.revokedMore],
  notYet: [texts.notYet, texts.notYetMore],
} as const

/** Asks the visitor for the last digits of the signer's number, unless the session identifies them. */
function LastDigitsForm({ look, ticket, onOpen }: { readonly look: TicketState; readonly ticket: string; readonly onOpen: (pass: string) => void }) {
  const id = useId()
  const [tail, setTail] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const { isBusy, failure, run } = useSigningCall()
  const open = (digits: string) => void run(async () => onOpen((await api.signing.open({ ticket, tail: digits })).pass))
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per ticket that asks for no digits.
  useEffect(() => {
    if (look.asks === null) open('')
  }, [ticket])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (tail.length === 4) open(tail)
  }
  return (
    <form className="g-card" onSubmit={submit} noValidate aria-labelledby={`${id}title`}>
      <h1 id={`${id}title`}>{inCurrentLanguage(texts.who)}</h1>
      <dl className="g-facts">
        <dt>{inCurrentLanguage(texts.paper)}</dt>
        <dd>{look.name}</dd>
        <dt>{inCurrentLanguage(texts.signer)}</dt>
        <dd>{look.signer}</dd>
        <dt>{inCurrentLanguage(texts.deadline)}</dt>
        <dd>{formatDateTime(look.deadline)}</dd>
      </dl>
      {look.asks ? (
        <>
          <div className="g-field">
            <label htmlFor={`${id}tail`}>{inCurrentLanguage(texts[look.asks])}</label>
            <input
              id={`${id}tail`}
              className="g-code"
              value={tail}
              maxLength={4}
              autoComplete="off"
              autoCapitalize="characters"
              aria-invalid={isSubmitted && tail.length !== 4}
              aria-describedby={`${id}why`}
              onChange={(event) => setTail(event.target.value.replace(/[^0-9A-Za-z]/g, '').toUpperCase())}
            />
            <small id={`${id}why`} className={isSubmitted && tail.length !== 4 ? 'g-problem' : 'g-soft'}>
              {inCurrentLanguage(isSubmitted && tail.length !== 4 ? texts.need4 : texts.why)}
            </small>
          </div>
          <button type="submit" className="g-main-button" aria-disabled={isBusy}>
            {inCurrentLanguage(texts.open)}
          </button>
        </>
      ) : null}
      <p role="alert" className="g-failure">
        {failure}
      </p>
    </form>
  )
}

function StepList({ at, offersFace }: { readonly at: 0 | 1 | 2; readonly offersFace: boolean }) {
  return (
    <ol className="g-steps" aria-label={inCurrentLanguage(texts.steps)}>
      {[texts.stepRead, offersFace ? texts.stepConfirm : texts.stepCode, texts.stepSign].map((step, index) => (
        <li key={step.en} className={index < at ? 'is-done' : ''} {...(index === at ? { 'aria-current': 'step' as const } : {})}>
          {inCurrentLanguage(step)}
        </li>
      ))}
    </ol>
  )
}

/** Offers a code and the face as equal ways to confirm. */
function ConfirmationChoice({ isByFace, onChoose }: { readonly isByFace: boolean; readonly onChoose: (isByFace: boolean) => void }) {
  const name = useId()
  return (
    <fieldset className="g-confirm-ways">
      <legend>{inCurrentLanguage(texts.whichWay)}</legend>
      {[false, true].map((value) => (
        <label key={String(value)}>
          <input type="radio" name={name} checked={isByFace === value} onChange={() => onChoose(value)} />
          {inCurrentLanguage(value ? texts.stepFace : texts.stepCode)}
        </label>
      ))}
      <small className="g-soft">{inCurrentLanguage(texts.equalWays)}</small>
    </fieldset>
  )
}

/** The document's name, number and parties, and the characters that it cannot print. */
function PaperHeading({ facts }: { readonly facts: SigningFacts }) {
  return (
    <>
      <h1>{facts.name}</h1>
      <p className="g-soft">
        {facts.no} · {facts.parties.map(({ party, name }) => `${inCurrentLanguage(partyNames[party as 'a'])} ${name}`).join(' · ')}
      </p>
      {facts.unprintable ? (
        <p className="g-failure" role="status">
          {inCurrentLanguage(unprintableText)} {facts.unprintable}
        </p>
      ) : null}
    </>
  )
}

/** The document, or why it cannot be shown. */
function ContractDocument({ inside, onEnd }: { readonly inside: SigningPass; readonly onEnd: (pages: number) => void }) {
  const paper = useRequest('document', () => api.signing.document(inside))
  const [brokenUrl, setBrokenUrl] = useState('')
  const isBroken = paper.answer !== null && paper.answer.url === brokenUrl
  const url = isBroken ? '' : (paper.answer?.url ?? '')
  if (url) return <ContractView url={url} onEnd={onEnd} onBroken={() => setBrokenUrl(url)} />
  return (
    <>
      <p className="g-paper g-soft">{paper.failure || inCurrentLanguage(isBroken ? texts.brokenPaper : texts.loading)}</p>
      {paper.failure || isBroken ? (
        <button type="button" className="g-second-button" onClick={paper.retry}>
          {inCurrentLanguage(texts.retry)}
        </button>
      ) : null}
    </>
  )
}

interface SigningFormProps {
  readonly inside: SigningPass
  readonly facts: SigningFacts
  readonly isSandbox: boolean
  readonly onSigned: () => void
}

/** The document on one side, the steps on the other. */
function SigningForm({ inside, facts, isSandbox, onSigned }: SigningFormProps) {
  const isNarrow = useIsNarrow()
  const [isRead, setRead] = useState(facts.isRead)
  // On a phone the document collapses once it was read.
  const [isFolded, setFolded] = useState(facts.isRead)
  const [isProved, setProved] = useState(facts.isProved)
  const [isRefusing, setRefusing] = useState(false)
  const [isByFace, setByFace] = useState(false)
  const [mayWithdraw, setMayWithdraw] = useState(facts.mayWithdrawFace)
  const { failure, run } = useSigningCall()
  usePadPrefetch(isRead)
  const recordReading = (pages: number) => {
    if (isRead) return
    void run(async () => {
      await api.signing.read({ ...inside, sha256: facts.sha256, pages })
      setRead(true)
    })
  }
  const handleConfirmation = () => {
    setProved(true)
    setFolded(true)
  }
  const currentStep = !isRead ? 0 : !isProved ? 1 : 2
  return (
    <div className="g-desk">
      <div className="g-reading">
        <PaperHeading facts={facts} />
        {isNarrow && isFolded ? null : <ContractDocument inside={inside} onEnd={recordReading} />}
        {isNarrow && isRead ? (
          <button type="button" className="g-second-button" aria-expanded={!isFolded} onClick={() => setFolded(!isFolded)}>
            {inCurrentLanguage(isFolded ? texts.readAgain : texts.fold)}
          </button>
        ) : null}
      </div>
      <aside className="g-card">
        <StepList at={currentStep} offersFace={facts.offersFace} />
        {isRefusing ? (
          <RefuseStep inside={inside} onDone={onSigned} onBack={() => setRefusing(false)} />
        ) : (
          <>
            <p className={isRead ? 'g-good' : 'g-soft'} role="status">
              {inCurrentLanguage(isRead ? texts.wasRead : texts.readOn)}
            </p>
            {currentStep === 1 && facts.offersFace ? <ConfirmationChoice isByFace={isByFace} onChoose={setByFace} /> : null}
            {currentStep === 1 && facts.offersFace && isByFace ? (
              <FaceStep inside={inside} facts={facts} onAgree={() => setMayWithdraw(true)} onDone={handleConfirmation} />
            ) : null}
            {currentStep === 1 && !(facts.offersFace && isByFace) ? (
              <CodeStep inside={inside} facts={facts} isSandbox={isSandbox} onSent={() => setFolded(true)} onDone={handleConfirmation} />
            ) : null}
            {currentStep === 2 ? <SignStep inside={inside} facts={facts} onDone={onSigned} /> : null}
            {mayWithdraw ? <FaceConsentWithdrawal inside={inside} /> : null}
            <p role="alert" className="g-failure">
              {failure}
            </p>
            <button type="button" className="g-link g-refuse" onClick={() => setRefusing(true)}>
              {inCurrentLanguage(texts.refuse)}
            </button>
          </>
        )}
      </aside>
    </div>
  )
}

/** Reads the data the pass gives access to. An expired pass returns to the identity step. */
function useSigningFacts({ ticket, pass }: SigningPass, onLost: () => void): SigningFacts | null {
  const fetchFacts = async () => {
    try {
      return await api.signing.facts({ ticket, pass })
    } catch {
      onLost()
      return null
    }
  }
  return useRequest(pass && `facts ${ticket} ${pass}`, fetchFacts).answer
}

/** The page behind the link in the message: identify, read, enter the code, sign. */
export default function SignPage() {
  useLanguage()
  const [inside, setInside] = useState<SigningPass>(readTicket)
  const [isSigned, setSigned] = useState(false)
  const { answer: look, failure, retry } = useRequest(`look ${inside.ticket}`, () => fetchTicketState(inside.ticket))
  const changePass = (next: SigningPass) => {
    storeTicket(next)
    setInside(next)
    setSigned(false)
  }
  const facts = useSigningFacts(look?.state === 'good' && !isSigned ? inside : { ...inside, pass: '' }, () => changePass({ ...inside, pass: '' }))
  const hasPass = inside.pass !== ''
  if (isSigned || (look?.state === 'done' && hasPass))
    return (
      <SigningLayout>
        <SigningResult inside={inside} onNext={(ticket) => changePass({ ticket, pass: '' })} />
      </SigningLayout>
    )
  if (!look)
    return (
      <SigningLayout>
        <Message title={inCurrentLanguage(texts.loading)} more={failure}>
          {failure ? (
            <button type="button" className="g-main-button" onClick={retry}>
              {inCurrentLanguage(texts.retry)}
            </button>
          ) : null}
        </Message>
      </SigningLayout>
    )
  if (look.state !== 'good') {
    const [title, more] = closedMessages[look.state]
    return (
      <SigningLayout>
        <Message title={inCurrentLanguage(title)} more={inCurrentLanguage(more)}>
          <a className="g-second-button" href="/login">
            {inCurrentLanguage(texts.toLogin)}
          </a>
        </Message>
      </SigningLayout>
    )
  }
  if (!hasPass)
    return (
      <SigningLayout>
        <LastDigitsForm look={look} ticket={inside.ticket} onOpen={(pass) => changePass({ ...inside, pass })} />
      </SigningLayout>
    )
  return (
    <SigningLayout>
      {facts ? (
        <SigningForm key={inside.ticket} inside={inside} facts={facts} isSandbox={look.isSandbox} onSigned={() => setSigned(true)} />
      ) : (
        <Message title={inCurrentLanguage(texts.loading)} more="" />
      )}
    </SigningLayout>
  )
}
