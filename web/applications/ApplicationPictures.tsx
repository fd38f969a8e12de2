import { Button, Image } from 'antd'
import { useEffect, useState } from 'react'
import { applicationFieldName } from '#/api/application-fields.texts.ts'
import type { ApplicationKind } from '#/domain/application.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { RejectField, type Rejections } from './RejectField.tsx'
import { reviewTexts as texts } from './review.texts.ts'

type Picture = OutputOf<typeof api.applications.get>['pictures'][number]

function usePicture(fileId: string) {
  const [url, setUrl] = useState('')
  const [isFailed, setFailed] = useState(false)
  const [times, setTimes] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again on every retry.
  useEffect(() => {
    let isGone = false
    setFailed(false)
    api.files
      .link({ fileId }, { isQuiet: true })
      .then((link) => !isGone && setUrl(link.url))
      .catch(() => !isGone && setFailed(true))
    return () => {
      isGone = true
    }
  }, [fileId, times])
  return { url, isFailed, fail: () => setFailed(true), retry: () => setTimes((before) => before + 1) }
}

function PictureCard({ picture, name, rejections }: { readonly picture: Picture; readonly name: string; readonly rejections: Rejections | null }) {
  const say = useText()
  const { url, isFailed, fail, retry } = usePicture(picture.fileId)
  return (
    <figure className="a-picture">
      {isFailed ? (
        <Button onClick={retry}>{say(texts.pictureFailed)}</Button>
      ) : url ? (
        <Image src={url} alt={name} onError={fail} preview={{ mask: say(texts.zoom) } as never} />
      ) : (
        <span className="a-picture-wait" />
      )}
      <figcaption>
        <span className="k-strong">{name}</span>
        {picture.via === 'phone' ? <StatusTag tone="blue">{say(texts.byPhone)}</StatusTag> : null}
        {picture.warnings.map((warning) => (
          <StatusTag key={warning} tone="gold">
            {warning}
          </StatusTag>
        ))}
        {rejections ? <RejectField field={picture.field} name={name} rejections={rejections} isPicture /> : null}
      </figcaption>
    </figure>
  )
}

interface PicturesProps {
  readonly kind: ApplicationKind
  readonly pictures: readonly Picture[]
  readonly rejections: Rejections | null
}

/** The pictures of an application, to be zoomed and turned beside what was typed. */
export function ApplicationPictures({ kind, pictures, rejections }: PicturesProps) {
  const say = useText()
  if (pictures.length === 0) return <p className="k-note">{say(texts.noPictures)}</p>
  const firstOf = new Set<string>()
  return (
    <Image.PreviewGroup>
      {pictures.map((picture) => {
        const name = say(applicationFieldName(kind, picture.field))
        // A field of several pictures is rejected once.
        const isFirst = !firstOf.has(picture.field)
        firstOf.add(picture.field)
        return <PictureCard key={picture.id} picture={picture} name={name} rejections={isFirst ? rejections : null} />
      })}
    </Image.PreviewGroup>
  )
}
