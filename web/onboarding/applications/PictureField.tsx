import { useId } from 'react'
import { maxPictures } from '#/domain/onboarding/application-fields.ts'
import { inCurrentLanguage } from '#/web/kernel/language.ts'
import { useRequest } from '#/web/kernel/useRequest.ts'
import { registerTexts as texts } from './register.texts.ts'
import { useCall } from './useCall.ts'

interface Picture {
  readonly id: number
  readonly warnings: readonly string[]
}

/** The picture calls that the page's ticket allows. */
export interface PictureCalls {
  readonly url: (id: number) => Promise<string>
  readonly add: (file: File) => Promise<void>
  readonly remove?: (id: number) => Promise<void>
}

function Thumbnail({
  calls,
  picture,
  name,
  onRemove,
}: {
  readonly calls: PictureCalls
  readonly picture: Picture
  readonly name: string
  readonly onRemove: (() => void) | null
}) {
  const { answer: url } = useRequest(String(picture.id), () => calls.url(picture.id))
  return (
    <li>
      {url ? <img src={url} alt={name} /> : <span className="r-wait" />}
      {picture.warnings.map((warning) => (
        <small key={warning} className="r-warning">
          {warning}
        </small>
      ))}
      {onRemove ? (
        <button type="button" className="l-link" aria-label={`${inCurrentLanguage(texts.remove)} ${name}`} onClick={onRemove}>
          {inCurrentLanguage(texts.remove)}
        </button>
      ) : null}
    </li>
  )
}

interface PictureFieldProps {
  readonly calls: PictureCalls
  readonly field: string
  readonly label: string
  readonly isMany: boolean
  readonly pictures: readonly Picture[]
  readonly problem: string
  readonly isOpen: boolean
}

/** A field for one picture, or for up to four. A phone opens its camera. */
export function PictureField({ calls, field, label, isMany, pictures, problem, isOpen }: PictureFieldProps) {
  const id = useId()
  const { isBusy, failure, attempt } = useCall()
  const send = (file: File | undefined) => {
    if (!file) return
    void attempt(() => calls.add(file))
  }
  const { remove } = calls
  const isFull = isMany && pictures.length >= maxPictures
  const buttonText = isBusy ? texts.uploading : pictures.length === 0 ? texts.take : isMany ? texts.more : texts.replace
  return (
    <div className="l-field r-pictures">
      <span className="r-label" id={`${id}label`}>
        {label}
      </span>
      <ul>
        {pictures.map((picture) => (
          <Thumbnail
            key={picture.id}
            calls={calls}
            picture={picture}
            name={label}
            onRemove={isOpen && isMany && remove ? () => void attempt(() => remove(picture.id)) : null}
          />
        ))}
      </ul>
      {isOpen && !isFull ? (
        <label className="r-take" aria-busy={isBusy}>
          <input
            type="file"
            accept="image/jpeg,image/png,image/webp"
            name={field}
            disabled={isBusy}
            aria-labelledby={`${id}label`}
            aria-describedby={`${id}hint ${id}problem`}
            onChange={(event) => {
              send(event.target.files?.[0])
              event.target.value = ''
            }}
          />
          <span aria-hidden="true">＋</span> {inCurrentLanguage(buttonText)}
        </label>
      ) : null}
      {isOpen && pictures.length === 0 ? (
        <small id={`${id}hint`} className="l-hint">
          {inCurrentLanguage(texts.pictureHint)}
        </small>
      ) : null}
      <small id={`${id}problem`} className="l-problem" role="alert">
        {failure || problem}
      </small>
    </div>
  )
}
