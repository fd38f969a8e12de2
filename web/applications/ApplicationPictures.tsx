import { Button, Image } from 'antd'
import { useState } from 'react'
import { applicationFieldName } from '#/api/application-fields.texts.ts'
import type { ApplicationKind } from '#/domain/application.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useAnswer } from '#/web/kernel/useAnswer.ts'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { RejectField, type Rejections } from './RejectField.tsx'
import { reviewTexts as texts } from './review.texts.ts'

type Picture = OutputOf<typeof api.applications.get>['pictures'][number]

function PictureCard({ picture, name, rejections }: { readonly picture: Picture; readonly name: string; readonly rejections: Rejections | null }) {
  const say = useText()
  const { answer: link, failure, retry } = useAnswer(picture.fileId, () => api.files.link({ fileId: picture.fileId }, { isQuiet: true }))
  const [brokenUrl, setBrokenUrl] = useState('')
  return (
    <figure className="a-picture">
      {failure || (link && link.url === brokenUrl) ? (
        <Button onClick={retry}>{say(texts.pictureFailed)}</Button>
      ) : link ? (
        <Image src={link.url} alt={name} onError={() => setBrokenUrl(link.url)} preview={{ mask: say(texts.zoom) } as never} />
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
