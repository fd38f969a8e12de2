import { type FormEvent, useEffect, useId, useState } from 'react'
import { signingRefusals } from '#/api/agreements/signing.texts.ts'
import { verifierSandbox } from '#/api/people/identity.texts.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { inCurrentLanguage } from '#/web/kernel/language.ts'
import { ApiError } from '#/web/kernel/wire.ts'
import type { SigningPass } from './Steps.tsx'
import { texts } from './texts.ts'
import { useSigningCall } from './ticket.ts'

interface FaceStepProps {
  readonly inside: SigningPass
  readonly facts: OutputOf<typeof api.signing.facts>
  readonly onAgree: () => void
  readonly onDone: () => void
}

/** Returns a URL to preview the photo before it is sent. */
function usePreviewUrl(file: File | null): string {
  const [url, setUrl] = useState('')
  useEffect(() => {
    if (!file) return
    const objectUrl = URL.createObjectURL(file)
    setUrl(objectUrl)
    return () => URL.revokeObjectURL(objectUrl)
  }, [file])
  return file ? url : ''
}

/** Asks for the separate consent before the first picture. */
function ConsentStep({
  inside,
  consent,
  onDone,
}: Pick<FaceStepProps, 'inside' | 'onDone'> & { readonly consent: { readonly version: string; readonly text: string } }) {
  const id = useId()
  const { isBusy, failure, run } = useSigningCall()
  const agree = () =>
    void run(async () => {
      await api.signing.agreeFace({ ...inside, version: consent.version })
      onDone()
    })
  return (
    <section className="g-step" aria-labelledby={`${id}title`}>
      <h2 id={`${id}title`}>{inCurrentLanguage(texts.faceConsent)}</h2>
      <p>{consent.text}</p>
      <button type="button" className="g-main-button" aria-disabled={isBusy} aria-busy={isBusy} onClick={agree}>
        {inCurrentLanguage(texts.faceAgree)}
      </button>
      <p role="alert" className="g-failure">
        {failure}
      </p>
    </section>
  )
}

/** Verifies the signer's face instead of a code, once the signer consented. */
export function FaceStep({ inside, facts, onAgree, onDone }: FaceStepProps) {
  const [isAgreed, setAgreed] = useState(facts.faceConsent === null)
  const handleAgreement = () => {
    setAgreed(true)
    onAgree()
  }
  return facts.faceConsent && !isAgreed ? (
    <ConsentStep inside={inside} consent={facts.faceConsent} onDone={handleAgreement} />
  ) : (
    <PictureStep inside={inside} facts={facts} onDone={onDone} />
  )
}

/** Takes and compares the picture. A phone opens its camera, a computer asks for a file. */
function PictureStep({ inside, facts, onDone }: Omit<FaceStepProps, 'onAgree'>) {
  const id = useId()
  const [file, setFile] = useState<File | null>(null)
  const [isOver, setOver] = useState(facts.facesLeft === 0)
  const { isBusy, failure, run } = useSigningCall()
  const preview = usePreviewUrl(file)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => {
      if (!file) throw new Error(inCurrentLanguage(texts.faceNeeded))
      try {
        await api.signing.face({ ...inside, picture: file })
        onDone()
      } catch (cause) {
        setFile(null)
        if (cause instanceof ApiError && cause.error === 'faceOver') setOver(true)
        throw cause
      }
    })
  }
  return (
    <form className="g-step" onSubmit={submit} noValidate aria-labelledby={`${id}title`}>
      <h2 id={`${id}title`}>{inCurrentLanguage(texts.stepFace)}</h2>
      {isOver ? null : (
        <>
          <p className="g-soft">{inCurrentLanguage(texts.faceLead)}</p>
          {preview ? <img className="g-face" src={preview} alt={inCurrentLanguage(texts.facePicture)} /> : null}
          <label className="g-second-button g-pick">
            <input
              type="file"
              accept="image/jpeg,image/png,image/webp"
              capture="user"
              aria-describedby={`${id}failure`}
              onChange={(event) => {
                setFile(event.target.files?.[0] ?? null)
                event.target.value = ''
              }}
            />
            {inCurrentLanguage(file ? texts.faceAgain : texts.facePick)}
          </label>
          <button type="submit" className="g-main-button" aria-disabled={isBusy} aria-busy={isBusy}>
            {inCurrentLanguage(isBusy ? texts.faceBusy : texts.faceSend)}
          </button>
        </>
      )}
      <p role="alert" id={`${id}failure`} className="g-failure">
        {failure || (isOver ? inCurrentLanguage(signingRefusals.faceOver) : '')}
      </p>
      {facts.isFaceSandbox ? <p className="g-soft">{inCurrentLanguage(verifierSandbox)}</p> : null}
    </form>
  )
}
