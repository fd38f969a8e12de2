import type { Upload } from '#/api/operation.ts'
import type { Context, NewFile } from '#/server/kernel/context.ts'
import { newToken, tokenHash } from '#/server/kernel/session/session.ts'
import { openArchive } from '#/server/services/files/archives.ts'
import { checkDocument, type DocumentKind, plainDocument, textInPdf } from '#/server/services/files/documents.ts'
import { fingerprintOf } from '#/server/services/files/fingerprint.ts'
import { type CleanPicture, cleanPicture, mediaTypeOf } from '#/server/services/files/pictures.ts'
import { addLink } from '#/server/services/files/store.ts'
import { thumbnailBytes, thumbnailUrl } from '#/server/services/files/thumbnail.ts'

export type { CleanPicture, DocumentKind }
export { checkDocument, cleanPicture, fingerprintOf, openArchive, plainDocument, textInPdf, thumbnailBytes, thumbnailUrl }

/** An uploaded file with its purpose and owner; the scope columns decide who sees it. */
export interface FileOwner extends Pick<NewFile, 'purpose' | 'unitId' | 'centreId' | 'operatorId' | 'partnerId' | 'keepDays'> {
  readonly upload: Upload
}

export interface StoredPicture {
  readonly fileId: string
  readonly sha256: string
  readonly mediaType: string
  readonly width: number
  readonly height: number
}

/** A stored document, or a picture accepted as one. */
export interface StoredDocument {
  readonly fileId: string
  readonly sha256: string
  readonly mediaType: string
  readonly pages: number | null
}

const extensionByMediaType: Readonly<Record<string, string>> = { 'image/jpeg': 'jpg', 'image/png': 'png' }

function withExtension(filename: string, ending: string): string {
  return `${filename.replace(/\.[^.]{0,8}$/, '') || 'file'}.${ending}`
}

/**
 * Stores an uploaded picture (JPG, PNG, WEBP; at most 10 MB and 50 megapixels), re-encoded upright without metadata.
 * Refuses everything else. For recognition, read the bytes with `ctx.files.open(fileId)`.
 */
export async function storePicture(ctx: Context, { upload, ...place }: FileOwner): Promise<StoredPicture> {
  const picture = await ctx.outside('picture', upload.bytes, () => cleanPicture(upload.bytes))
  const { width, height, mediaType, bytes } = picture
  const { id, sha256 } = await ctx.files.save({ ...place, name: withExtension(upload.filename, extensionByMediaType[mediaType] as string), mediaType, bytes })
  return { fileId: id, sha256, mediaType, width, height }
}

/**
 * Stores an uploaded document unchanged, once its content is checked.
 * Limits: 10 MB; PDFs up to 50 pages without password and scripts. With `pictures`, scans as JPG, PNG or WEBP are
 * accepted and cleaned.
 */
export async function storeDocument(
  ctx: Context,
  { upload, kinds = ['pdf'], pictures = false, ...place }: FileOwner & { readonly kinds?: readonly DocumentKind[]; readonly pictures?: boolean },
): Promise<StoredDocument> {
  const type = pictures ? await ctx.outside('media type', upload.bytes, () => mediaTypeOf(upload.bytes)) : ''
  if (type.startsWith('image/')) {
    const { fileId, sha256, mediaType } = await storePicture(ctx, { upload, ...place })
    return { fileId, sha256, mediaType, pages: null }
  }
  const pictureExtensions = pictures ? ['jpg', 'png', 'webp'] : []
  const { kind, mediaType, pages } = await ctx.outside('document', [upload.bytes, kinds, pictureExtensions], () =>
    checkDocument(upload.bytes, kinds, pictureExtensions),
  )
  const { id, sha256 } = await ctx.files.save({ ...place, name: withExtension(upload.filename, kind), mediaType, bytes: upload.bytes })
  return { fileId: id, sha256, mediaType, pages }
}

const linkLifetimeMs = 5 * 60 * 1000

/** Creates a link that opens the file for the caller. Callers must have checked the permission. */
export async function createFileLink(ctx: Context, fileId: string): Promise<string> {
  const token = newToken()
  await addLink(ctx, { fileId, tokenHash: tokenHash(token), expiresAt: new Date(ctx.real.getTime() + linkLifetimeMs) })
  return `/files/${token}`
}
