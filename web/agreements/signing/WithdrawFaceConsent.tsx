import { useState } from 'react'
import { faceTexts } from '#/api/agreements/face.texts.ts'
import { api } from '#/web/kernel/api.ts'
import { inCurrentLanguage } from '#/web/kernel/language.ts'
import type { SigningPass } from './Steps.tsx'
import { texts } from './texts.ts'
import { useSigningCall } from './ticket.ts'

/** Withdraws the signer's consent to face verification, for people without an account. The page then loads again. */
export function FaceConsentWithdrawal({ inside }: { readonly inside: SigningPass }) {
  const [isAsking, setAsking] = useState(false)
  const { isBusy, failure, run } = useSigningCall()
  const withdraw = () =>
    void run(async () => {
      await api.signing.withdrawFace(inside)
      location.reload()
    })
  if (!isAsking)
    return (
      <button type="button" className="g-link" onClick={() => setAsking(true)}>
        {inCurrentLanguage(faceTexts.withdraw)}
      </button>
    )
  return (
    <section className="g-step" aria-label={inCurrentLanguage(faceTexts.withdraw)}>
      <p>{inCurrentLanguage(faceTexts.withdrawMore)}</p>
      <button type="button" className="g-main-button g-danger" aria-disabled={isBusy} aria-busy={isBusy} onClick={withdraw}>
        {inCurrentLanguage(texts.withdrawNow)}
      </button>
      <button type="button" className="g-link" onClick={() => setAsking(false)}>
        {inCurrentLanguage(texts.back)}
      </button>
      <p role="alert" className="g-failure">
        {failure}
      </p>
    </section>
  )
}
