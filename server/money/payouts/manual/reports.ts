import type { Modules } from '#/api/modules.ts'
import { reportRefusals } from '#/api/money/payout-reports.texts.ts'
import { payoutRefusals } from '#/api/money/payouts.texts.ts'
import { fen } from '#/domain/base/money.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { expectAllFound } from '#/server/kernel/rows/bulk.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { releaseUnconfirmed } from '#/server/money/ledger/public.ts'
import { type RegisteredResult, requireOfflineBatch, settleSlips } from '#/server/money/payouts/manual/registering.ts'
import * as offlineStore from '#/server/money/payouts/manual/store-offline.ts'
import * as store from '#/server/money/payouts/manual/store-reports.ts'
import { sendNotification } from '#/server/services/messages/public.ts'

const minReasonLength = 2

function presentReport(ctx: Context, row: store.ReportRow) {
  return {
    ...fieldsOf(row, 'id', 'batch_id', 'batch_no', 'line_no', 'payee', 'unit_name', 'amount_fen', 'result', 'serial'),
    ...fieldsOf(row, 'happened_at', 'reason', 'file_id', 'file_name'),
    reportedBy: row.reporter,
    reportedAt: row.reported_at.toISOString(),
    mayConfirm: row.is_own_report ? translate(reportRefusals.ownReport, ctx.language) : row.is_own_work ? translate(payoutRefusals.ownWork, ctx.language) : '',
  }
}

/** Returns the reported result as an entry to register. Refuses if the line has changed meanwhile. */
function resultOf(ctx: Context, row: store.ReportRow, line: offlineStore.LineWithSuccess | undefined): RegisteredResult {
  const isCurrent = row.result === 'returned' ? line?.state === 'success' : line?.state === 'sent' || line?.state === 'processing'
  if (!line || !isCurrent || line.attempt_id !== row.attempt_id) return refuse(reportRefusals, 'reportStale', { no: row.line_no })
  const slip = row.file_id === null ? null : { fileId: row.file_id, name: row.file_name }
  const { result, serial, happened_at: happenedAt, reason } = row
  const entry = { lineId: line.id, net: fen(row.amount_fen), result, serial, happenedAt, reason, slip }
  return { entry, line, by: row.reported_by, at: row.reported_at, confirmedBy: ctx.actor.userId }
}

function noteDecision(ctx: Context, rows: readonly store.ReportRow[], to: 'confirmed' | 'declined', reason: string): void {
  for (const batchId of new Set(rows.map((row) => row.batch_id))) {
    const batchRows = rows.filter((row) => row.batch_id === batchId)
    const [first] = batchRows
    if (!first) continue
    const reporters = [...new Set(batchRows.map((row) => row.reporter))]
    const detail = { no: first.batch_no, to, lines: batchRows.length, first: first.line_no, reportedBy: reporters, ...(reason !== '' && { reason }) }
    ctx.note({ refType: 'batch', refId: batchId, unitId: first.unit_id, centreId: first.centre_id, detail })
  }
}

async function confirmReports(ctx: Context, rows: readonly store.ReportRow[]): Promise<void> {
  if (rows.some((row) => row.is_own_report)) refuse(reportRefusals, 'ownReport')
  if (rows.some((row) => row.is_own_work)) refuse(payoutRefusals, 'ownWork')
  await store.decideReports(
    ctx,
    rows.map((row) => row.id),
    'confirmed',
    '',
  )
  for (const batchId of [...new Set(rows.map((row) => row.batch_id))].sort((a, b) => a - b)) {
    const batchRows = rows.filter((row) => row.batch_id === batchId)
    const batch = await requireOfflineBatch(ctx, batchId)
    const lines = await offlineStore.lockLinesByNo(
      ctx,
      batch,
      batchRows.map((row) => row.line_no),
    )
    const lineById = new Map(lines.map((line) => [line.id, line]))
    await settleSlips(
      ctx,
      batch,
      batchRows.map((row) => resultOf(ctx, row, lineById.get(row.line_id))),
    )
  }
}

async function declineReports(ctx: Context, rows: readonly store.ReportRow[], reason: string): Promise<void> {
  if (reason.length < minReasonLength) refuse(reportRefusals, 'declineReason')
  await store.decideReports(
    ctx,
    rows.map((row) => row.id),
    'declined',
    reason,
  )
  await releaseUnconfirmed(
    ctx,
    'payout_slip',
    rows.map((row) => row.attempt_id),
    'in',
  )
  for (const row of rows.filter((each) => each.reported_by !== ctx.actor.userId)) {
    const values = { no: row.line_no, name: ctx.actor.name, reason }
    await sendNotification(ctx, {
      to: [row.reported_by],
      kind: 'payoutReportDeclined',
      values,
      path: `/zf/batch/${row.batch_id}`,
      refType: 'batch',
      refId: row.batch_id,
    })
  }
}

/** Reported results that wait for a second person. */
export const reportDesk: Pick<Implementation<Modules['payouts']>, 'reports' | 'report' | 'decideReports'> = {
  async reports(ctx, turn) {
    const { rows, count, next } = await store.listReports(ctx, turn)
    return { rows: rows.map((row) => presentReport(ctx, row)), count, next }
  },

  async report(ctx, { lineId }) {
    const row = await store.findPendingReport(ctx, lineId)
    return { report: row ? presentReport(ctx, row) : null }
  },

  async decideReports(ctx, { reportIds, approve, reason }) {
    const rows = await store.lockReports(ctx, reportIds)
    expectAllFound(
      reportIds,
      rows.map((row) => row.id),
    )
    if (rows.some((row) => row.state !== 'waiting')) refuse(reportRefusals, 'reportDecided')
    if (approve) await confirmReports(ctx, rows)
    else await declineReports(ctx, rows, reason)
    noteDecision(ctx, rows, approve ? 'confirmed' : 'declined', approve ? '' : reason)
    return { done: rows.length }
  },
}
