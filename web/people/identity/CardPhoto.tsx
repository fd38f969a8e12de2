import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { cardSideNames } from '#/api/people/identity.texts.ts'
import type { DocumentImageKind } from '#/domain/people/recognition.ts'
import { api } from '#/web/kernel/api.ts'
import { inCurrentLanguage, useLanguage } from '#/web/kernel/language.ts'
import { cardPhotoTexts as texts } from './card-photo.texts.ts'
import { pictureRule } from './card-photo.ts'
import './card-photo.css'
import { type CardReading, type SendCard, useCardPhoto } from './useCardPhoto.ts'

export type { CardReading } from './useCardPhoto.ts'

/**
 * A picture of a card: chosen, dropped or taken with the phone's camera, then uploaded, recognised and shown next to
 * the result. The field works without the kit, so that the light public pages can use it.
 */
interface CardPhotoProps {
  readonly side: DocumentImageKind
  /**
   * Receives the recognised fields, each with `isTrusted` and `doubt` (texts: `cardDoubtTexts` of
   * `api/people/identity.texts.ts`), and the id of the stored file.
   */
  readonly onRead: (read: CardReading) => void
  /** Called when the user removes the picture. */
  readonly onRemove?: () => void
  /** The ticket of a registration; absent for signed-in users. */
  readonly ticket?: string
  /** Uploads the picture by a call other than `getCardInfo`, such as that of its application. */
  readonly send?: SendCard
  /** The label; the side's name by default. */
  readonly label?: string
  /** An earlier uploaded picture. */
  readonly pictureUrl?: string
  /** The form's error for this field. */
  readonly problem?: string
  readonly isRequired?: boolean
  readonly isDisabled?: boolean
}

interface PhotoPickerProps {
  readonly name: string
  readonly text: string
  readonly isCamera?: boolean
  readonly isDisabled: boolean
  readonly describedBy: string
  readonly onTake: (file: File | undefined) => void
}

function PhotoPicker({ name, text, isCamera = false, isDisabled, describedBy, onTake }: PhotoPickerProps) {
  return (
    <label className={`c-pick ${isCamera ? 'c-camera' : ''}`} data-off={isDisabled || undefined}>
      <input
        type="file"
        accept={isCamera ? 'image/*' : pictureRule.kinds.map((kind) => `.${kind}`).join(',')}
        {...(isCamera ? { capture: 'environment' as const } : {})}
        disabled={isDisabled}
        aria-label={`${name}: ${text}`}
        aria-describedby={describedBy}
        onChange={(event) => {
          onTake(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      {text}
    </label>
  )
}

function Picture({ url, name }: { readonly url: string; readonly name: string }) {
  const enlargedView = useRef<HTMLDialogElement>(null)
  return (
    <>
      <button type="button" className="c-picture" onClick={() => enlargedView.current?.showModal()} aria-label={`${name}: ${inCurrentLanguage(texts.enlarge)}`}>
        <img src={url} alt={name} />
      </button>
      <dialog ref={enlargedView} className="c-large" aria-label={name}>
        <p>
          <button type="button" onClick={() => enlargedView.current?.close()}>
            {inCurrentLanguage(texts.close)}
          </button>
        </p>
        <img src={url} alt={name} />
      </dialog>
    </>
  )
}

function ReadingResult({ read }: { readonly read: CardReading }) {
  const hasReadings = read.fields.some((field) => field.value !== '')
  return (
    <>
      <p className="c-done">{inCurrentLanguage(hasReadings ? texts.done : texts.kept)}</p>
      {read.warnings.length > 0 ? (
        <ul className="c-warnings" aria-label={inCurrentLanguage(texts.warnings)}>
          {read.warnings.map((warning) => (
            <li key={warning.code}>{warning.text}</li>
          ))}
        </ul>
      ) : null}
    </>
  )
}

/** Returns whether this is a demo, which offers specimen pictures. */
function useSpecimens(): boolean {
  const [has, setHas] = useState(false)
  useEffect(() => {
    let isCancelled = false
    api.identity.ways({}).then(
      (ways) => !isCancelled && setHas(ways.hasSpecimens),
      () => undefined,
    )
    return () => {
      isCancelled = true
    }
  }, [])
  return has
}

function Specimen({ side, onTake }: { readonly side: DocumentImageKind; readonly onTake: (file: File) => void }) {
  const [isBusy, setBusy] = useState(false)
  const fetchSpecimen = async () => {
    setBusy(true)
    const specimenFile = await api.identity.specimen({ side, seed: 1 + (Math.trunc(performance.now()) % 999) }).catch(() => null)
    setBusy(false)
    if (!specimenFile) return
    const bytes = Uint8Array.from(atob(specimenFile.jpeg), (letter) => letter.charCodeAt(0))
    onTake(new File([bytes], specimenFile.name, { type: 'image/jpeg' }))
  }
  return (
    <button type="button" className="c-plain" disabled={isBusy} onClick={() => void fetchSpecimen()}>
      {inCurrentLanguage(texts.specimen)}
    </button>
  )
}

/** A field for one picture of a card. */
export function CardPhoto(props: CardPhotoProps) {
  const { side, onRead, onRemove, ticket, send, pictureUrl = '', problem = '', isRequired = false, isDisabled = false } = props
  useLanguage()
  const id = useId()
  const [isOver, setOver] = useState(false)
  const { state, url, canRetry, take, clear, again } = useCardPhoto({ side, ticket, send, onRead })
  const hasSpecimens = useSpecimens()
  const name = props.label ?? inCurrentLanguage(cardSideNames[side])
  const imageUrl = url || pictureUrl
  const isBusy = state.step === 'preparing' || state.step === 'reading' || state.step === 'slow'
  const pickerProps = { name, isDisabled: isDisabled || isBusy, describedBy: `${id}-said`, onTake: take }
  const remove = () => {
    clear()
    if (!isBusy) onRemove?.()
  }
  let notice: ReactNode = imageUrl ? null : <p className="c-hint">{inCurrentLanguage(texts.hint)}</p>
  if (isBusy) notice = <p>{inCurrentLanguage(texts[state.step as 'preparing' | 'reading' | 'slow'])}</p>
  else if (state.step === 'read') notice = <ReadingResult read={state.read} />
  else if (state.step === 'failed') notice = <p className="c-problem">{state.message}</p>
  return (
    <fieldset
      className={`c-card ${isOver ? 'c-over' : ''}`}
      aria-busy={isBusy}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(!pickerProps.isDisabled)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        if (!pickerProps.isDisabled) take(event.dataTransfer.files[0])
      }}
    >
      <legend>
        {name}
        {isRequired ? <b aria-hidden="true"> *</b> : null}
      </legend>
      <div className="c-frame">
        {imageUrl ? <Picture url={imageUrl} name={name} /> : <span className="c-blank" data-side={side} aria-hidden="true" />}
        {isBusy ? <span className="c-busy" aria-hidden="true" /> : null}
      </div>
      <div className="c-buttons">
        <PhotoPicker {...pickerProps} text={inCurrentLanguage(texts.take)} isCamera />
        <PhotoPicker {...pickerProps} text={inCurrentLanguage(imageUrl ? texts.again : texts.choose)} />
        {state.step === 'failed' && canRetry ? (
          <button type="button" onClick={again}>
            {inCurrentLanguage(texts.retry)}
          </button>
        ) : null}
        {imageUrl && !isDisabled ? (
          <button type="button" onClick={remove}>
            {inCurrentLanguage(isBusy ? texts.cancel : texts.remove)}
          </button>
        ) : null}
        {hasSpecimens && !isBusy && !isDisabled ? <Specimen side={side} onTake={take} /> : null}
        {imageUrl ? null : <span className="c-hint c-drop-hint">{inCurrentLanguage(texts.dropHere)}</span>}
      </div>
      <div id={`${id}-said`} className="c-status" role="status">
        {notice}
        {problem !== '' && !isBusy ? <p className="c-problem">{problem}</p> : null}
      </div>
    </fieldset>
  )
}
