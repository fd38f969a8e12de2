import { useEffect, useId, useState } from 'react'
import { picturesMost } from '#/domain/application-fields.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { plain } from '#/web/kernel/language.ts'
import { registerTexts as texts } from './register.texts.ts'
import { useCall } from './useCall.ts'

type Own = OutputOf<typeof api.applications.open>
type Picture = Own['pictures'][number]
/** What was read in a picture. */
export type Readings = OutputOf<typeof api.applications.addPicture>['read']

function Thumbnail({
  ticket,
  picture,
  name,
  onRemove,
}: {
  readonly ticket: string
  readonly picture: Picture
  readonly name: string
  readonly onRemove: (() => void) | null
}) {
  const [url, setUrl] = useState('')
  useEffect(() => {
    let isGone = false
    api.applications
      .picture({ ticket, pictureId: picture.id }, { isQuiet: true })
      .then((answer) => !isGone && setUrl(answer.url))
      .catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [ticket, picture.id])
  return (
    <li>
      {url ? <img src={url} alt={name} /> : <span className="r-wait" />}
      {picture.warnings.map((warning) => (
        <small key={warning} className="r-warning">
          {warning}
        </small>
      ))}
      {onRemove ? (
        <button type="button" className="l-link" aria-label={`${plain(texts.remove)} ${name}`} onClick={onRemove}>
          {plain(texts.remove)}
        </button>
      ) : null}
    </li>
  )
}

interface PictureFieldProps {
  readonly ticket: string
  readonly field: string
  readonly label: string
  readonly isMany: boolean
  readonly pictures: readonly Picture[]
  readonly problem: string
  readonly isOpen: boolean
  readonly onChanged: (read: Readings) => Promise<void>
}

/** One picture of a field, or up to four; a phone opens its camera. */
export function PictureField({ ticket, field, label, isMany, pictures, problem, isOpen, onChanged }: PictureFieldProps) {
  const id = useId()
  const { isBusy, failure, attempt } = useCall()
  const send = (file: File | undefined) => {
    if (!file) return
    void attempt(async () => {
      const { read } = await api.applications.addPicture({ ticket, field, file }, { isQuiet: true })
      await onChanged(read)
    })
  }
  const remove = (picture: Picture) =>
    void attempt(async () => {
      await api.applications.dropPicture({ ticket, pictureId: picture.id }, { isQuiet: true })
      await onChanged([])
    })
  const isFull = isMany && pictures.length >= picturesMost
  const words = isBusy ? texts.uploading : pictures.length === 0 ? texts.take : isMany ? texts.more : texts.replace
  return (
    <div className="l-field r-pictures">
      <span className="r-label" id={`${id}label`}>
        {label}
      </span>
      <ul>
        {pictures.map((picture) => (
          <Thumbnail key={picture.id} ticket={ticket} picture={picture} name={label} onRemove={isOpen && isMany ? () => remove(picture) : null} />
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
          <span aria-hidden="true">＋</span> {plain(words)}
        </label>
      ) : null}
      {isOpen && pictures.length === 0 ? (
        <small id={`${id}hint`} className="l-hint">
          {plain(texts.pictureHint)}
        </small>
      ) : null}
      <small id={`${id}problem`} className="l-problem" role="alert">
        {failure || problem}
      </small>
    </div>
  )
}
