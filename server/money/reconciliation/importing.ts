import { z } from 'zod'
import { reconRefusals, skipNames, skippedRowText } from '#/api/money/reconciliation.texts.ts'
import { Id } from '#/api/operation.ts'
import { fen, formatYuan } from '#/domain/base/money.ts'
import { dateTimeOf, dayOf, shiftDay } from '#/domain/base/period.ts'
import { joinWords } from '#/domain/base/text.ts'
import { adjacentDayGap, type ReconSource } from '#/domain/money/reconciliation.ts'
import { findChannelKind } from '#/domain/organisations/payout-channel.ts'
import type { Context, JobContext, Upload } from '#/server/kernel/context.ts'
import { type DataOf, job } from '#/server/kernel/jobs/job.ts'
import { Refusal, refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { sheetMediaType } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { setFileOutcome } from '#/server/money/payouts/public.ts'
import { matchDay } from '#/server/money/reconciliation/matching.ts'
import { type ParsedFile, parseFile, readSource } from '#/server/money/reconciliation/reading.ts'
import * as files from '#/server/money/reconciliation/store-files.ts'

/** Imports the rows of a file and matches its days. */
export const importFileJob = job('reconciliation.read', z.object({ reconFileId: Id }))
export const importFetchedJob = job('reconciliation.fetched', z.object({ channelFileId: Id }))

const rowsPerPart = 5_000
const maxNamedRows = 10

/** Describes the rows without a movement for the import message; `none` if there are none. */
function describeSkippedRows(ctx: Context, skipped: ParsedFile['skipped']): string {
  const rows = skipped
    .slice(0, maxNamedRows)
    .map(({ line, reason }) => translate(skippedRowText, ctx.language, { line, reason: translate(skipNames[reason], ctx.language) }))
  return rows.length === 0 ? 'none' : `${joinWords(rows, ctx.language)}${skipped.length > maxNamedRows ? '…' : ''}`
}

/**
 * Refuses a file that was imported before, and a statement that does not connect to its neighbours. Returns the first
 * day covered. A statement that continues an earlier one proves that nothing moved on the days between.
 */
async function expectNewFile(
  ctx: Context,
  channelId: number,
  source: ReconSource,
  { rows, sha256, opening, closing, firstDay, lastDay }: ParsedFile,
): Promise<string> {
  const isEmpty = rows.length === 0
  const duplicateFile = await files.findDuplicateFile(ctx, channelId, source, { sha256, day: isEmpty ? firstDay : null })
  if (duplicateFile) refuse(reconRefusals, 'fileTwice', { name: duplicateFile.name, at: dateTimeOf(duplicateFile.added_at) })
  if (isEmpty) return firstDay
  const { count, changed } = await files.compareStoredRows(ctx, channelId, source, rows)
  if (changed) {
    const { serial, before, now } = changed
    refuse(reconRefusals, 'serialChanged', { serial, before: formatYuan(fen(before)), now: formatYuan(fen(now)) })
  }
  if (count === rows.length) refuse(reconRefusals, 'rowsTwice', { count })
  if (opening === null || closing === null || count > 0) return firstDay
  const neighbours = await files.neighbouringStatements(ctx, channelId, { firstDay, lastDay })
  const gap = adjacentDayGap({ opening, closing }, neighbours)
  if (gap === 'after' && neighbours.after)
    refuse(reconRefusals, 'statementGapAfter', { day: neighbours.after.day, expected: formatYuan(fen(neighbours.after.opening)), found: formatYuan(closing) })
  if (gap === 'before' && neighbours.before)
    refuse(reconRefusals, 'statementGap', { day: neighbours.before.day, expected: formatYuan(fen(neighbours.before.closing)), found: formatYuan(opening) })
  if (gap) refuse(reconRefusals, 'statementApart', { opening: formatYuan(opening), closing: formatYuan(closing) })
  return neighbours.before && neighbours.sharing.length === 0 ? shiftDay(neighbours.before.day, 1) : firstDay
}

async function storeParsedFile(
  ctx: Context,
  channel: Pick<files.CentreChannel, 'id' | 'centre_id'>,
  file: { readonly source: ReconSource; readonly fileId: string; readonly name: string; readonly givenDay: string | null; readonly by: number | null },
  read: ParsedFile,
): Promise<void> {
  const { rows, skipped, ...fileFields } = read
  const id = await files.addFile(ctx, channel, { ...fileFields, ...file, rowCount: rows.length })
  if (id === null) return
  const detail = {
    file: file.name,
    source: file.source,
    rows: rows.length,
    from: read.firstDay,
    to: read.lastDay,
    sha256: read.sha256,
    ...(skipped.length > 0 && { skipped: skipped.slice(0, maxNamedRows) }),
  }
  ctx.note({ refType: 'recon_file', refId: id, centreId: channel.centre_id, detail })
  await ctx.enqueue(importFileJob, { reconFileId: id })
}

/** Checks an uploaded file, stores it and queues its import. */
export async function uploadStatement(
  ctx: Context,
  { channelId, source, day = null, file }: { channelId: number; source: ReconSource; day?: string | null | undefined; file: Upload },
): Promise<{ rows: number; firstDay: string; lastDay: string; skipped: string }> {
  const channel = (await files.channels(ctx)).find((each) => each.id === channelId) ?? refuse(reconRefusals, 'channelNotFound')
  if (source === 'channel' && findChannelKind(channel.kind)?.isManual) refuse(reconRefusals, 'noChannelFile')
  const today = dayOf(ctx.now)
  const parsedStatement = await ctx.outside('read a list', [file.bytes, source, day, today, ctx.takesHidden], async () =>
    parseFile(source, await readSource(source, file.bytes, ctx.takesHidden), day, today),
  )
  const firstDay = await expectNewFile(ctx, channel.id, source, parsedStatement)
  const isWorkbook = file.bytes[0] === 0x50
  const { id: fileId } = await ctx.files.save({
    name: file.filename,
    mediaType: isWorkbook ? sheetMediaType : 'text/csv',
    bytes: file.bytes,
    purpose: 'reconciliation',
    centreId: channel.centre_id,
  })
  await storeParsedFile(ctx, channel, { source, fileId, name: file.filename, givenDay: day, by: ctx.actor.userId }, { ...parsedStatement, firstDay })
  return {
    rows: parsedStatement.rows.length,
    firstDay: parsedStatement.firstDay,
    lastDay: parsedStatement.lastDay,
    skipped: describeSkippedRows(ctx, parsedStatement.skipped),
  }
}

async function bytesOf(job: JobContext, action: string, fileId: string): Promise<Uint8Array> {
  const file = await job.run(action, (ctx) => ctx.files.open(fileId))
  if (!file) throw new Error('an imported file is missing')
  return file.bytes
}

/** Imports a file in parts. A restarted job resumes where it stopped, because each row is inserted once. */
export async function importFile(job: JobContext, { reconFileId }: DataOf<typeof importFileJob>): Promise<void> {
  const file = await job.run(importFileJob.name, (ctx) => files.lockFile(ctx, reconFileId))
  if (!file || file.state === 'read') return
  // Hidden rows are allowed here, because the user confirmed them at the upload.
  const sheet = await readSource(file.source, await bytesOf(job, importFileJob.name, file.file_id), true)
  const { rows } = await parseFile(file.source, sheet, file.given_day, '2200-01-01')
  for (let from = file.done_count; from < rows.length; from += rowsPerPart) {
    if (job.isStopping()) throw new Error('the server is stopping')
    const rowsOfPart = rows.slice(from, from + rowsPerPart)
    await job.run(importFileJob.name, (ctx) => files.addRows(ctx, file, rowsOfPart, from + rowsOfPart.length))
  }
  const days = await job.run(importFileJob.name, (ctx) => files.finishFile(ctx, file))
  for (const day of days) await job.run(importFileJob.name, (ctx) => matchDay(ctx, file.channel_id, day))
}

/** Imports a fetched daily file. Stores the reason of a refusal on its day. The file stays with the channel's files. */
export async function importFetchedFile(job: JobContext, { channelFileId }: DataOf<typeof importFetchedJob>): Promise<void> {
  const fetchedFile = await job.run(importFetchedJob.name, async (ctx) => {
    const file = await files.findFetchedFile(ctx, channelFileId)
    return file && { ...file, now: ctx.now }
  })
  if (!fetchedFile) return
  const [sheet, today] = [await readSource('channel', await bytesOf(job, importFetchedJob.name, fetchedFile.file_id), false), dayOf(fetchedFile.now)]
  const parsedFile = await parseFile('channel', sheet, fetchedFile.day, today).catch((error: unknown) => {
    if (error instanceof Refusal) return error
    throw error
  })
  await job.run(importFetchedJob.name, async (ctx) => {
    const channel = { id: fetchedFile.channel_id, centre_id: fetchedFile.centre_id }
    try {
      if (parsedFile instanceof Refusal) throw parsedFile
      await expectNewFile(ctx, channel.id, 'channel', parsedFile)
      await storeParsedFile(
        ctx,
        channel,
        { source: 'channel', fileId: fetchedFile.file_id, name: fetchedFile.name, givenDay: fetchedFile.day, by: null },
        parsedFile,
      )
      await setFileOutcome(ctx, fetchedFile.id, 'taken')
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      await files.beginDays(ctx, channel.id, channel.centre_id, [fetchedFile.day])
      await matchDay(ctx, channel.id, fetchedFile.day)
      await files.refuseFetchedFile(ctx, fetchedFile, error)
      ctx.log.warn({ channelId: channel.id, day: fetchedFile.day, refused: error.error }, 'a daily file of a channel cannot be imported')
    }
  })
}
