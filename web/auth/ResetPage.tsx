import { useEffect, useState } from 'react'
import { api } from '#/web/kernel/api.ts'
import { plain, useLanguage } from '#/web/kernel/language.ts'
import { NewPassword } from './NewPassword.tsx'
import { Portal } from './Portal.tsx'
import { recoveryTexts as texts } from './recovery.texts.ts'

/** The ticket of the link, taken out of the address at once: it stands in no history, and a reload still has it. */
function takeTicket(): string {
  const given = new URLSearchParams(location.search).get('ticket')
  if (given !== null) history.replaceState({ ticket: given }, '', location.pathname)
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'ticket' in state && typeof state.ticket === 'string' ? state.ticket : ''
}

type Look = { readonly isGood: boolean; readonly username: string }

function useLook(ticket: string) {
  const [look, setLook] = useState<Look | null>(ticket === '' ? { isGood: false, username: '' } : null)
  const [failure, setFailure] = useState('')
  const [times, setTimes] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again on every retry.
  useEffect(() => {
    if (ticket === '') return
    let isGone = false
    setFailure('')
    api.recovery
      .look({ ticket }, { isQuiet: true })
      .then((answer) => !isGone && setLook(answer))
      .catch((thrown: unknown) => {
        if (isGone) return
        // A ticket that is not even one in form is refused as an input: it is as dead as a used one.
        if (thrown instanceof Error && 'error' in thrown && thrown.error === 'invalid_input') setLook({ isGood: false, username: '' })
        else setFailure(thrown instanceof Error ? thrown.message : 'Has Error')
      })
    return () => {
      isGone = true
    }
  }, [ticket, times])
  return { look, failure, retry: () => setTimes((before) => before + 1) }
}

/** Where the link of the mail leads: a new password, once. */
export default function ResetPage() {
  useLanguage()
  const [ticket] = useState(takeTicket)
  const { look, failure, retry } = useLook(ticket)
  return (
    <Portal title={texts.resetTitle}>
      {look?.isGood ? <NewPassword ticket={ticket} username={look.username} /> : null}
      {look && !look.isGood ? (
        <>
          <h1>{plain(texts.linkDead)}</h1>
          <p className="l-lead">{plain(texts.linkDeadMore)}</p>
          <a className="l-submit" href="/Forget">
            {plain(texts.again)}
          </a>
        </>
      ) : null}
      {look ? null : (
        <>
          <h1>{plain(texts.choose)}</h1>
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
      <p className="l-links">
        <a href="/login">{plain(texts.toLogin)}</a>
      </p>
    </Portal>
  )
}
