import type { Modules } from '#/api/modules.ts'
import { lineStateNames } from '#/api/money/lines.texts.ts'
import { offlineFieldNames, offlineMessages, payoutRefusals } from '#/api/money/payouts.texts.ts'
import { type Fen, fen, formatYuan, sumOf } from '#/domain/base/money.ts'
import type { LineState } from '#/domain/money/line.ts'
import {
  checkOffline,
  type OfflineEntry,
  type OfflineIssue,
  type OfflineRow,
  type OfflineSlip,
  serialKey,
  templateResultNames,
  transferKey,
  trimCell,
} from '#/domain/money/offline.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { storeUpload } from '#/server/kernel/rows/sheet-file.ts'
import { holderName, holdersOf } from '#/server/money/ledger/public.ts'
import { registerResults, requireBatchOfOthers, requireOfflineBatch } from '#/server/money/payouts/manual/registering.ts'
import { createOfflineSheet, headingOf, readOfflineSheet } from '#/server/money/payouts/manual/sheet.ts'
import * as store from '#/server/money/payouts/manual/store-offline.ts'
import { linesWithPendingReport } from '#/server/money/payouts/manual/store-reports.ts'
import { storeDocument } from '#/server/services/files/public.ts'

const maxProblems = 500
/** Days after which an uploaded slip is deleted if no result refers to it. */
const keepSlipDays = 1

async function slipsOfBatch(ctx: Context, batch: store.OfflineBatch, ids: readonly string[]): Promise<OfflineSlip[]> {
  const uniqueIds = [...new Set(ids)]
  const slips = await store.slipsOf(ctx, batch, uniqueIds)
  return slips.length === uniqueIds.length ? slips : refuse(payoutRefusals, 'slipGone')
}

interface CheckedSheet {
  readonly entries: readonly OfflineEntry[]
  readonly issues: readonly OfflineIssue[]
}

/** Returns the records other than manual payments that have one of these bank references at the centre, by `transferKey`. */
async function registeredTransfers(ctx: Context, centreId: number, serials: readonly string[]) {
  const references = serials.flatMap((serial) => (['out', 'in'] as const).map((direction) => ({ centreId, direction, serial })))
  const holders = (await holdersOf(ctx, references)).filter((holder) => holder.ref_type !== 'payout_slip')
  return new Map(holders.map((holder) => [transferKey(holder.direction, holder.requested_serial), holderName(ctx, holder)]))
}

/** Checks rows against the current lines. Locks the lines if results will be written. */
async function checkRows(
  ctx: Context,
  batch: store.OfflineBatch,
  rows: readonly OfflineRow[],
  slips: readonly OfflineSlip[],
  lines: readonly store.LineWithSuccess[],
): Promise<CheckedSheet> {
  const serials = [...new Set(rows.map((row) => serialKey(trimCell(row.serial))))]
  // The answer reveals only whether a serial was used, not for which line.
  const usedSerials = await ctx.widen('serials of a channel', () => store.usedSerials(ctx, batch.channel_id, serials))
  const otherRecords = await registeredTransfers(ctx, batch.centre_id, serials)
  const reportedLineIds = await linesWithPendingReport(
    ctx,
    lines.map((line) => line.id),
  )
  const releasedAt = batch.paid_at ?? ctx.now
  const knownLines = lines.map((line) => ({
    id: line.id,
    no: line.no,
    state: line.state,
    net: fen(line.attempt_fen),
    releasedAt,
    succeededAt: line.succeeded_at,
    isReported: reportedLineIds.has(line.id),
  }))
  const linesByNo = new Map(knownLines.map((line) => [line.no, line]))
  return checkOffline(rows, { now: ctx.now, lines: linesByNo, usedSerials, registeredTransfers: otherRecords, slips })
}

function lineNosIn(rows: readonly OfflineRow[]): string[] {
  return [...new Set(rows.map((row) => trimCell(row.no)))]
}

function issueText(ctx: Context, { code, values }: OfflineIssue): string {
  const state = lineStateNames[values.state as LineState]
  return translate(offlineMessages[code], ctx.language, state ? { ...values, state: translate(state, ctx.language) } : values)
}

/** Refuses a faulty sheet with the place and text of the first fault and the number of faults. */
function expectNoIssues(ctx: Context, issues: readonly OfflineIssue[], isSheet: boolean): void {
  const [first] = issues
  if (!first) return
  const cellPosition = isSheet
    ? { row: first.row ?? 0, column: headingOf(first.field) }
    : { row: 0, column: translate(offlineFieldNames[first.field], ctx.language) }
  refuse(payoutRefusals, 'offlineFaulty', { ...cellPosition, words: issueText(ctx, first), count: issues.length })
}

const totalOf = (entries: readonly OfflineEntry[], result: OfflineEntry['result']) => {
  const resultEntries = entries.filter((entry) => entry.result === result)
  return { count: resultEntries.length, amount: sumOf(resultEntries, (entry) => entry.net) }
}

function totalsOf(entries: readonly OfflineEntry[]) {
  return { success: totalOf(entries, 'success'), failed: totalOf(entries, 'failed'), returned: totalOf(entries, 'returned') }
}

function noteRegistration(ctx: Context, batch: store.OfflineBatch, entries: readonly OfflineEntry[], more: Readonly<Record<string, unknown>>): void {
  const { success, failed, returned } = totalsOf(entries)
  const slips = [...new Set(entries.flatMap((entry) => entry.slip?.name ?? []))]
  const counts = { lines: entries.length, success: success.count, failed: failed.count, returned: returned.count, amount: success.amount }
  ctx.note({
    refType: 'batch',
    refId: batch.id,
    unitId: batch.unit_id,
    centreId: batch.centre_id,
    detail: { no: batch.no, ...counts, slips: slips.slice(0, 20), ...more },
  })
}

export const offlineOperations: Pick<
  Implementation<Modules['payouts']>,
  'offlineTemplate' | 'addSlip' | 'checkOffline' | 'registerOffline' | 'registerLine' | 'slips'
> = {
  async offlineTemplate(ctx, { batchId }) {
    const batch = await requireOfflineBatch(ctx, batchId)
    const waitingLines = await store.waitingLinesOf(ctx, batch)
    if (waitingLines.length === 0) refuse(payoutRefusals, 'nothingWaits')
    const { id, sha256 } = await createOfflineSheet(ctx, batch, waitingLines)
    ctx.note({
      refType: 'batch',
      refId: batch.id,
      unitId: batch.unit_id,
      centreId: batch.centre_id,
      detail: { no: batch.no, lines: waitingLines.length, sha256 },
    })
    return { fileId: id }
  },

  async addSlip(ctx, { batchId, file }) {
    const batch = await requireOfflineBatch(ctx, batchId)
    const fileOwner = { purpose: 'payout_slip', unitId: batch.unit_id, centreId: batch.centre_id, keepDays: keepSlipDays }
    const { fileId, sha256 } = await storeDocument(ctx, { upload: file, pictures: true, ...fileOwner })
    const [slip] = await slipsOfBatch(ctx, batch, [fileId])
    ctx.note({ refType: 'batch', refId: batch.id, unitId: batch.unit_id, centreId: batch.centre_id, detail: { no: batch.no, file: file.filename, sha256 } })
    return { fileId, name: slip?.name ?? file.filename }
  },

  async checkOffline(ctx, { batchId, file, slipIds }) {
    const batch = await requireOfflineBatch(ctx, batchId)
    const slips = await slipsOfBatch(ctx, batch, slipIds)
    const { rows } = await readOfflineSheet(ctx, file)
    if (rows.length === 0) refuse(payoutRefusals, 'nothingTold')
    const { entries, issues } = await checkRows(ctx, batch, rows, slips, await store.linesByNo(ctx, batch, lineNosIn(rows)))
    return {
      rows: rows.length,
      faults: issues.length,
      problems: issues
        .slice(0, maxProblems)
        .map((issue) => ({ row: issue.row, column: headingOf(issue.field), code: issue.code, message: issueText(ctx, issue) })),
      ...totalsOf(issues.length === 0 ? entries : []),
    }
  },

  async registerOffline(ctx, { batchId, file, slipIds, count, amount }) {
    const batch = await requireBatchOfOthers(ctx, batchId)
    const slips = await slipsOfBatch(ctx, batch, slipIds)
    const { rows, sha256 } = await readOfflineSheet(ctx, file)
    if (rows.length === 0) refuse(payoutRefusals, 'nothingTold')
    const lines = await store.lockLinesByNo(ctx, batch, lineNosIn(rows))
    const { entries, issues } = await checkRows(ctx, batch, rows, slips, lines)
    expectNoIssues(ctx, issues, true)
    expectDisplayed(entries, { count, amount })
    await storeUpload(ctx, file, { purpose: 'payout_result', unitId: batch.unit_id, centreId: batch.centre_id })
    const reportCount = await registerResults(ctx, batch, entries, lines)
    noteRegistration(ctx, batch, entries, { file: file.filename, sha256, ...(reportCount > 0 && { waiting: reportCount }) })
    return { done: entries.length, waiting: reportCount }
  },

  async registerLine(ctx, { lineId, serial, paidAt, result, reason, slip, amount }) {
    const { no, batch_id } = (await store.findLine(ctx, lineId)) ?? refuse(payoutRefusals, 'lineNotFound')
    const batch = await requireBatchOfOthers(ctx, batch_id)
    const fileOwner = { purpose: 'payout_slip', unitId: batch.unit_id, centreId: batch.centre_id, keepDays: keepSlipDays }
    const storedSlip = slip && (await storeDocument(ctx, { upload: slip, pictures: true, ...fileOwner }))
    const slips = storedSlip ? await slipsOfBatch(ctx, batch, [storedSlip.fileId]) : []
    const row = { row: 1, no, serial, paidAt, result: templateResultNames[result], reason, slip: '', amount: '', isSerialDoubtful: false }
    const lines = await store.lockLinesByNo(ctx, batch, [no])
    const { entries, issues } = await checkRows(ctx, batch, [row], slips, lines)
    expectNoIssues(ctx, issues, false)
    expectDisplayed(entries, { count: 1, amount })
    const reportCount = await registerResults(ctx, batch, entries, lines)
    noteRegistration(ctx, batch, entries, { first: no, ...(reportCount > 0 && { waiting: reportCount }) })
    return { done: entries.length, waiting: reportCount }
  },

  async slips(ctx, { lineId }) {
    const rows = await store.registeredSlips(ctx, lineId)
    return rows.map((row) => ({
      ...fieldsOf(row, 'result', 'serial', 'happened_at', 'reason', 'file_id', 'file_name', 'registered_by'),
      ...fieldsOf(row, 'registered_at'),
      confirmedBy: row.confirmer,
    }))
  },
}

/** Refuses if the number of lines or the amount differs from the confirmed one, because something changed meanwhile. */
function expectDisplayed(entries: readonly OfflineEntry[], displayed: { readonly count: number; readonly amount: Fen }): void {
  const amount = sumOf(entries, (entry) => entry.net)
  if (entries.length !== displayed.count || amount !== displayed.amount)
    refuse(payoutRefusals, 'shownOtherwise', { count: entries.length, amount: formatYuan(amount) })
}
