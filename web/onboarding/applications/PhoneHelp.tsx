import { lazy, Suspense, useEffect, useState } from 'react'
import { api } from '#/web/kernel/api.ts'
import { inCurrentLanguage } from '#/web/kernel/language.ts'
import { fillTemplate } from './phrases.ts'
import { registerTexts as texts } from './register.texts.ts'
import { useCall } from './useCall.ts'
import { usePolling } from './usePolling.ts'

const FOLLOW_MS = 2500

// The QR code uses the component library, so it loads on request.
const PhoneCode = lazy(() => import('./PhoneCodePage.tsx'))

interface PhoneHelpProps {
  readonly ticket: string
  readonly onLook: () => Promise<void>
}

/** Lets the user take the pictures with a phone, and refreshes this page. */
export function PhoneHelp({ ticket, onLook }: PhoneHelpProps) {
  const [phone, setPhone] = useState<{ phone: string; minutes: number } | null>(null)
  const { isBusy, failure, attempt } = useCall()
  useEffect(() => {
    if (!phone) return
    // The link is dead after its minutes. The user can request another one.
    const timer = setTimeout(() => setPhone(null), phone.minutes * 60_000)
    return () => clearTimeout(timer)
  }, [phone])
  usePolling(onLook, FOLLOW_MS, phone !== null)
  const link = phone ? `${location.origin}/Uploadapp?ticket=${phone.phone}` : ''
  return (
    <div className="r-phone">
      {phone ? (
        <>
          <p className="l-note">{fillTemplate(inCurrentLanguage(texts.phoneLead), { minutes: phone.minutes })}</p>
          <Suspense fallback={<span className="r-wait" />}>
            <PhoneCode link={link} />
          </Suspense>
          <button type="button" className="l-link" onClick={() => setPhone(null)}>
            {inCurrentLanguage(texts.phoneClose)}
          </button>
        </>
      ) : (
        <button type="button" className="l-link" disabled={isBusy} onClick={() => void attempt(async () => setPhone(await api.applications.phone({ ticket })))}>
          {inCurrentLanguage(texts.phone)}
        </button>
      )}
      <small className="l-problem" role="alert">
        {failure}
      </small>
    </div>
  )
}
