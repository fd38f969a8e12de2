import { type ReactNode, useState } from 'react'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRequest } from '#/web/kernel/useRequest.ts'
import { Button } from '#/web/ui/Button.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { type FieldRejections, RejectField } from './RejectField.tsx'
import { reviewTexts as texts } from './review.texts.ts'
import './review.css'

const Preview = onDemand(async () => (await import('#/web/parts/files/Preview.tsx')).Preview)

interface ReviewPicture {
  readonly id: number
  readonly fileId: string
  readonly name: string
  readonly warnings: readonly string[]
  readonly isByPhone?: boolean
  /** The field rejected with the picture; null when another picture represents it. */
  readonly field: string | null
  /** The text recognised in the picture. */
  readonly note?: ReactNode
}

interface PictureGalleryProps {
  readonly pictures: readonly ReviewPicture[]
  readonly rejections: FieldRejections | null
}

interface PictureCardProps {
  readonly picture: ReviewPicture
  readonly rejections: FieldRejections | null
  readonly onZoom: () => void
}

function PictureCard({ picture, rejections, onZoom }: PictureCardProps) {
  const t = useText()
  const { answer: link, failure, retry } = useRequest(picture.fileId, () => api.files.link({ fileId: picture.fileId }))
  const [brokenUrl, setBrokenUrl] = useState('')
  return (
    <figure className="a-picture">
      {failure || (link && link.url === brokenUrl) ? (
        <Button onClick={retry}>{t(texts.pictureFailed)}</Button>
      ) : link ? (
        <button type="button" className="a-zoom" aria-label={`${t(texts.zoom)} ${picture.name}`} title={t(texts.zoom)} onClick={onZoom}>
          <img src={link.url} alt={picture.name} onError={() => setBrokenUrl(link.url)} />
        </button>
      ) : (
        <span className="a-picture-wait" />
      )}
      <figcaption>
        <span className="k-strong">{picture.name}</span>
        {picture.isByPhone ? <StatusTag tone="blue">{t(texts.byPhone)}</StatusTag> : null}
        {picture.warnings.map((warning) => (
          <StatusTag key={warning} tone="gold">
            {warning}
          </StatusTag>
        ))}
        {rejections && picture.field ? <RejectField field={picture.field} name={picture.name} rejections={rejections} isPicture /> : null}
      </figcaption>
      {picture.note}
    </figure>
  )
}

/** Pictures under review with zoom, rotation and a view of one after another, next to the applicant's entries. */
export function PictureGallery({ pictures, rejections }: PictureGalleryProps) {
  const t = useText()
  const previewOverlay = useOverlay<string>((fileId, close) => <Preview fileId={fileId} among={pictures.map((picture) => picture.fileId)} onClose={close} />)
  if (pictures.length === 0) return <p className="k-note">{t(texts.noPictures)}</p>
  return pictures.map((picture) => (
    <PictureCard key={picture.id} picture={picture} rejections={rejections} onZoom={() => previewOverlay.open(picture.fileId)} />
  ))
}
