import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { reportRefusals } from '#/api/taxation/platformreports.texts.ts'
import { maskIdNumber } from '#/domain/base/identity.ts'
import { dayOf } from '#/domain/base/period.ts'
import { basicDue, daysOf, firstQuarter, reportableQuarters, reportDue } from '#/domain/taxation/platform-report.ts'
import type { Context } from '#/server/kernel/context.ts'
import { fieldsOf } from '#/server/kernel/fields.ts'
import type { Implementation } from '#/server/kernel/implementation.ts'
import { refuse } from '#/server/kernel/refusal.ts'
import { workingCalendar } from '#/server/kernel/working-calendar.ts'
import { storeDocument } from '#/server/services/files/public.ts'
import { storeForm } from '#/server/taxation/forms/public.ts'
import { headOf, rowsOf } from '#/server/taxation/platformreports/rows.ts'
import * as store from '#/server/taxation/platformreports/store.ts'

type Operations = Modules['platformreports']
type Input<O extends keyof Operations> = z.output<Operations[O]['input']>

const reasonLeast = 4

function present(row: store.ReportRow) {
  return {
    ...fieldsOf(row, 'id', 'centre_id', 'centre_name', 'quarter', 'edition', 'state', 'reason'),
    rows: row.row_count,
    added: row.new_count,
    changed: row.changed_count,
    left: row.left_count,
    covered: row.covered_count,
    payments: row.payment_count,
    ...fieldsOf(row, 'gross_fen', 'refund_fen', 'net_fen'),
    madeBy: row.maker,
    ...fieldsOf(row, 'made_at', 'reported_on', 'receipt_no', 'receipt_file_id'),
    reportedBy: row.reporter,
    version: row.version,
    isReplaced: row.edition < row.newest,
    latePayments: row.edition < row.newest ? 0 : row.late_payments,
  }
}

function presentBasic(ctx: Context, row: store.BasicRow) {
  return {
    ...fieldsOf(row, 'id', 'centre_id', 'centre_name', 'cause', 'what', 'happened_on', 'due_on'),
    isOverdue: row.reported_on === null && row.due_on < dayOf(ctx.now),
    ...fieldsOf(row, 'reported_on', 'receipt_no', 'receipt_file_id'),
    notedBy: row.noter,
    version: row.version,
  }
}

async function report(ctx: Context, id: number, isLocked = false): Promise<store.ReportRow> {
  return (await store.findReport(ctx, id, isLocked)) ?? refuse(reportRefusals, 'reportNotFound')
}

/** Returns the previous edition of a report; null for the first. */
async function before(ctx: Context, row: store.ReportRow): Promise<store.ReportRow | null> {
  return (await store.editionsOf(ctx, row.centre_id, row.quarter)).find(({ edition }) => edition < row.edition) ?? null
}

async function centre(ctx: Context, id: number): Promise<store.CentreRow> {
  const [found] = await store.centres(ctx, id)
  return found ?? refuse(reportRefusals, 'centreUnknown')
}

async function quarters(ctx: Context, { isOpen = false }: Input<'quarters'>) {
  const today = dayOf(ctx.now)
  const [all, made] = [await store.centres(ctx), await store.reports(ctx)]
  return reportableQuarters(today).flatMap((quarter) =>
    all.flatMap(({ id, name, since }) => {
      const newest = made.find((row) => row.centre_id === id && row.quarter === quarter)
      if (newest === undefined && daysOf(quarter).to < since) return []
      const due = reportDue(quarter, workingCalendar)
      const state = newest?.state ?? ('open' as const)
      if (isOpen && state === 'reported') return []
      return {
        centreId: id,
        centreName: name,
        quarter,
        ...due,
        isOverdue: state !== 'reported' && due.dueOn < today,
        state,
        report: newest ? present(newest) : null,
      }
    }),
  )
}

async function generate(ctx: Context, { centreId, quarter, reason = '' }: Input<'generate'>) {
  await centre(ctx, centreId)
  if (quarter < firstQuarter) refuse(reportRefusals, 'quarterEarly', { first: firstQuarter })
  if (!reportableQuarters(dayOf(ctx.now)).includes(quarter)) refuse(reportRefusals, 'quarterOpen', { quarter })
  await store.lockReports(ctx, centreId)
  const newest = (await store.editionsOf(ctx, centreId, quarter))[0]
  if (newest && [...reason].length < reasonLeast) refuse(reportRefusals, 'correctionReason', { edition: newest.edition })
  const edition = (newest?.edition ?? 0) + 1
  const id = await ctx.widen('people of a report', () => store.generate(ctx, { centreId, quarter, edition, reason: newest ? reason : '', ...daysOf(quarter) }))
  const made = await report(ctx, id)
  ctx.note({
    refType: 'platform_report',
    refId: id,
    centreId,
    detail: { quarter, edition, rows: made.row_count, gross: made.gross_fen, refund: made.refund_fen, reason: made.reason },
  })
  return present(made)
}

/** Locks the report. Refuses all but the latest edition of its quarter. */
async function current(ctx: Context, id: number): Promise<store.ReportRow> {
  const row = await report(ctx, id, true)
  return row.edition < row.newest ? refuse(reportRefusals, 'replaced', { edition: row.newest }) : row
}

async function exportForm(ctx: Context, { platformReportId, form, reason }: Input<'export'>) {
  const row = await report(ctx, platformReportId, true)
  const owner = await centre(ctx, row.centre_id)
  const today = dayOf(ctx.now)
  const rows = rowsOf(ctx, form, await store.rowsFor(ctx, row.id, form))
  const head = headOf(owner, row.quarter, today)
  const stored = await storeForm(ctx, { kind: form, day: today, head, rows }, { centreId: row.centre_id, mode: null, period: row.quarter, reason })
  if (row.state === 'generated') await store.changeReport(ctx, row.id, { state: 'exported' })
  return { fileId: stored.fileId, version: stored.version, unconfirmed: [...stored.unconfirmed] }
}

/** Stores a receipt. Refuses a day before `from` or in the future. */
async function storeReceipt(ctx: Context, { reportedOn, receipt }: Pick<Input<'register'>, 'reportedOn' | 'receipt'>, from: string, centreId: number) {
  const to = dayOf(ctx.now)
  if (reportedOn < from || reportedOn > to) refuse(reportRefusals, 'dayWrong', { from, to })
  return storeDocument(ctx, { upload: receipt, purpose: 'receipt', centreId, pictures: true })
}

async function register(ctx: Context, { platformReportId, version, receiptNo, ...given }: Input<'register'>) {
  const row = await current(ctx, platformReportId)
  if (row.state === 'reported') refuse(reportRefusals, 'reportedAlready', { reportedOn: row.reported_on ?? '' })
  if (row.state !== 'exported') refuse(reportRefusals, 'notExported')
  if (row.version !== version) refuse(reportRefusals, 'reportChanged')
  const file = await storeReceipt(ctx, given, dayOf(row.made_at), row.centre_id)
  await store.changeReport(ctx, row.id, {
    state: 'reported',
    reported_on: given.reportedOn,
    receipt_no: receiptNo,
    receipt_file_id: file.fileId,
    reported_by: ctx.actor.userId,
    reported_at: ctx.now,
  })
  ctx.note({
    refType: 'platform_report',
    refId: row.id,
    centreId: row.centre_id,
    detail: { quarter: row.quarter, edition: row.edition, reportedOn: given.reportedOn, receiptNo, sha256: file.sha256 },
  })
  return present(await report(ctx, row.id))
}

async function noteBasic(ctx: Context, { centreId, cause, happenedOn, what }: Input<'noteBasic'>) {
  await centre(ctx, centreId)
  if (happenedOn > dayOf(ctx.now)) refuse(reportRefusals, 'happensLater')
  const id = await store.addBasic(ctx, { centreId, cause, happenedOn, what, dueOn: basicDue(happenedOn, workingCalendar) })
  ctx.note({ refType: 'platform_basic', refId: id, centreId, detail: { cause, happenedOn, what } })
  return presentBasic(ctx, (await store.findBasic(ctx, id)) ?? refuse(reportRefusals, 'basicNotFound'))
}

async function fileBasic(ctx: Context, { platformBasicId, version, receiptNo, ...given }: Input<'fileBasic'>) {
  const row = (await store.findBasic(ctx, platformBasicId, true)) ?? refuse(reportRefusals, 'basicNotFound')
  if (row.reported_on !== null) refuse(reportRefusals, 'reportedAlready', { reportedOn: row.reported_on })
  if (row.version !== version) refuse(reportRefusals, 'reportChanged')
  const file = await storeReceipt(ctx, given, row.happened_on, row.centre_id)
  await store.fileBasic(ctx, row.id, {
    reported_on: given.reportedOn,
    receipt_no: receiptNo,
    receipt_file_id: file.fileId,
    reported_by: ctx.actor.userId,
    reported_at: ctx.now,
  })
  ctx.note({ refType: 'platform_basic', refId: row.id, centreId: row.centre_id, detail: { reportedOn: given.reportedOn, receiptNo, sha256: file.sha256 } })
  return presentBasic(ctx, (await store.findBasic(ctx, row.id)) ?? refuse(reportRefusals, 'basicNotFound'))
}

export const platformreports: Implementation<Operations> = {
  quarters,

  async get(ctx, { platformReportId }) {
    const row = await report(ctx, platformReportId)
    return { ...present(row), editions: (await store.editionsOf(ctx, row.centre_id, row.quarter)).map(present) }
  },

  async rows(ctx, { platformReportId, statuses, isDifferent, ...turn }) {
    const row = await report(ctx, platformReportId)
    const beforeId = (await before(ctx, row))?.id ?? null
    const { rows, count, next } = await store.listRows(ctx, { reportId: row.id, beforeId, statuses, isDifferent }, turn)
    return {
      rows: rows.map((each) => ({
        id: each.id,
        code: each.code,
        name: each.name,
        idNumber: maskIdNumber(ctx.vault.open('id_number', each.id_number_sealed)),
        ...fieldsOf(each, 'entity_name', 'status', 'is_covered'),
        payments: each.payment_count,
        ...fieldsOf(each, 'gross_fen', 'refund_fen', 'net_fen', 'before_fen'),
      })),
      count,
      next,
    }
  },

  generate,
  export: exportForm,
  register,
  basics: async (ctx) => (await store.basics(ctx)).map((row) => presentBasic(ctx, row)),
  noteBasic,
  fileBasic,
}
