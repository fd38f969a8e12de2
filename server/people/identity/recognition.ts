import { dayOf } from '#/domain/base/period.ts'
import { truncateUnits } from '#/domain/base/text.ts'
import { type CardWarning, type DocumentImageKind, fieldsByImageKind, type RecognisedField } from '#/domain/people/recognition.ts'
import type { Context, Upload } from '#/server/kernel/context.ts'
import { createReadingPool } from '#/server/people/identity/pool.ts'
import * as store from '#/server/people/identity/store.ts'
import { type CleanPicture, cleanPicture } from '#/server/services/files/public.ts'

/** A cleaned and read picture that is not stored yet. */
export interface RecognisedCard {
  readonly side: DocumentImageKind
  readonly fields: readonly RecognisedField[]
  readonly warnings: readonly CardWarning[]
  /** 0 to 100. */
  readonly quality: number
  readonly picture: CleanPicture
  readonly filename: string
  readonly tookMs: number
  /** The reason why nothing was read, for the log; empty on success. */
  readonly failure: string
}

/** The recognition threads of this server. */
export const recognitionPool = createReadingPool()

export async function recogniseCard(upload: Upload, side: DocumentImageKind, now: Date): Promise<RecognisedCard> {
  const picture = await cleanPicture(upload.bytes)
  const startedAt = performance.now()
  const outcome = await recognitionPool.ask({ bytes: picture.bytes, side, today: dayOf(now) })
  const durationMs = Math.round(performance.now() - startedAt)
  const pictureFacts = { side, picture, filename: upload.filename, tookMs: durationMs }
  if (outcome.answer !== null) return { ...pictureFacts, ...outcome.answer, failure: '' }
  const fields = fieldsByImageKind[side].map((field): RecognisedField => ({ field, value: '', confidence: 0, doubt: 'unread' }))
  return {
    ...pictureFacts,
    fields,
    warnings: [outcome.why === 'late' || outcome.why === 'busy' ? 'late' : 'unread'],
    quality: 0,
    failure: `${outcome.why}: ${outcome.detail}`,
  }
}

export async function storeRecognised(ctx: Context, recognised: RecognisedCard, holder: store.ReadingHolder): Promise<string> {
  const { side, fields, warnings, quality, picture, filename, tookMs, failure } = recognised
  if (failure !== '') ctx.log.warn({ side, failure: truncateUnits(failure, 500), tookMs }, 'a card was not read')
  const extension = picture.mediaType === 'image/png' ? 'png' : 'jpg'
  const name = `${filename.replace(/\.[^.]{0,8}$/, '') || side}.${extension}`
  const { id: fileId } = await ctx.files.save({ name, mediaType: picture.mediaType, bytes: picture.bytes, purpose: `card_${side}` })
  const sealedFields = ctx.vault.seal('document', JSON.stringify(fields))
  await store.insertReading(ctx, { fileId, side, holder, sealed: sealedFields, warnings, quality, tookMs })
  return fileId
}

/** Returns the reading of a stored picture of this holder, or null for other pictures. */
export async function readingOf(
  ctx: Context,
  fileId: string,
  holder: store.ReadingHolder,
): Promise<Pick<RecognisedCard, 'side' | 'fields' | 'warnings' | 'quality'> | null> {
  const row = await store.findReading(ctx, fileId, holder)
  if (!row) return null
  const { side, warnings, quality } = row
  return { side, warnings, quality, fields: JSON.parse(ctx.vault.open('document', row.sealed)) as RecognisedField[] }
}
