import type { CardWarning, DocumentImageKind } from '#/domain/people/recognition.ts'
import type { Context } from '#/server/kernel/context.ts'

/** The owner of a reading. */
export type ReadingHolder = `user ${number}` | `application ${number}` | `candidate ${number}`

export interface StoredReading {
  readonly fileId: string
  readonly side: DocumentImageKind
  readonly holder: ReadingHolder
  readonly sealed: string
  readonly warnings: readonly CardWarning[]
  readonly quality: number
  readonly tookMs: number
}

export async function insertReading(ctx: Context, reading: StoredReading): Promise<void> {
  const { fileId, side, holder, sealed, warnings, quality, tookMs } = reading
  await ctx.db
    .insertInto('card_reading')
    .values({ file_id: fileId, side, holder, fields_sealed: sealed, warnings: [...warnings], quality, took_ms: tookMs, created_at: ctx.now })
    .execute()
}

/** Returns a reading of this holder, or null for others. */
export async function findReading(ctx: Context, fileId: string, holder: ReadingHolder): Promise<Omit<StoredReading, 'tookMs'> | null> {
  const row = await ctx.db.selectFrom('card_reading').selectAll().where('file_id', '=', fileId).where('holder', '=', holder).executeTakeFirst()
  if (!row) return null
  const { side, fields_sealed: sealed, quality } = row
  return { fileId, side: side as DocumentImageKind, holder, sealed, warnings: row.warnings as CardWarning[], quality }
}
