import { useState } from 'react'
import { api } from '#/web/kernel/api.ts'
import { inCurrentLanguage, useLanguage } from '#/web/kernel/language.ts'
import { useRequest } from '#/web/kernel/useRequest.ts'
import { NewPassword } from './NewPassword.tsx'
import { PublicLayout } from './PublicLayout.tsx'
import { recoveryTexts as texts } from './recovery.texts.ts'

/**
 * Removes the link's ticket from the URL at once, so that no history entry contains it. The history state keeps it for
 * a reload.
 */
function takeTicket(): string {
  const ticket = new URLSearchParams(location.search).get('ticket')
  if (ticket !== null) history.replaceState({ ticket: ticket }, '', location.pathname)
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'ticket' in state && typeof state.ticket === 'string' ? state.ticket : ''
}

type TicketState = { readonly isGood: boolean; readonly username: string }

const expiredTicket: TicketState = { isGood: false, username: '' }

/** Looks up a ticket, and treats a malformed ticket like a used one. */
async function fetchTicketState(ticket: string): Promise<TicketState> {
  try {
    return ticket === '' ? expiredTicket : await api.recovery.look({ ticket })
  } catch (error) {
    if (error instanceof Error && 'error' in error && error.error === 'invalid_input') return expiredTicket
    throw error
  }
}

/** The page behind the link in the mail: sets a new password, once. */
export default function ResetPage() {
  useLanguage()
  const [ticket] = useState(takeTicket)
  const { answer, failure, retry } = useRequest(`look ${ticket}`, () => fetchTicketState(ticket))
  return (
    <PublicLayout title={texts.resetTitle}>
      {answer?.isGood ? <NewPassword ticket={ticket} username={answer.username} /> : null}
      {answer && !answer.isGood ? (
        <>
          <h1>{inCurrentLanguage(texts.linkDead)}</h1>
          <p className="l-lead">{inCurrentLanguage(texts.linkDeadMore)}</p>
          <a className="l-submit" href="/Forget">
            {inCurrentLanguage(texts.again)}
          </a>
        </>
      ) : null}
      {answer ? null : (
        <>
          <h1>{inCurrentLanguage(texts.choose)}</h1>
          <p role="status" className="l-lead">
            {failure || inCurrentLanguage(texts.loading)}
          </p>
          {failure ? (
            <button type="button" className="l-submit" onClick={retry}>
              {inCurrentLanguage(texts.retry)}
            </button>
          ) : null}
        </>
      )}
      <p className="l-links">
        <a href="/login">{inCurrentLanguage(texts.toLogin)}</a>
      </p>
    </PublicLayout>
  )
}
