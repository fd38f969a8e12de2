import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { reportRefusals } from '#/api/taxation/platformreports.texts.ts'
import { dayOf } from '#/domain/base/period.ts'
import { quarterOf } from '#/domain/people/obligation.ts'
import { basicDataDueOn } from '#/domain/taxation/platform-report.ts'
import type { Context } from '#/server/kernel/context.ts'
import { workingCalendar } from '#/server/kernel/installation/working-calendar.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { storeDocument } from '#/server/services/files/public.ts'
import { centreOf } from '#/server/taxation/platformreports/reporters.ts'
import * as store from '#/server/taxation/platformreports/store.ts'
import { type PlanRow, planOn } from '#/server/taxation/platformreports/store-plans.ts'

type Operations = Modules['platformreports']
type Input<O extends keyof Operations> = z.output<Operations[O]['input']>

function presentBasicReport(ctx: Context, row: store.BasicReportRow) {
  return {
    ...fieldsOf(row, 'id', 'centre_id', 'centre_name', 'cause', 'what', 'happened_on', 'due_on'),
    isOverdue: row.reported_on === null && row.due_on < dayOf(ctx.now),
    ...fieldsOf(row, 'reported_on', 'receipt_no', 'receipt_file_id'),
    notedBy: row.noter,
    version: row.version,
  }
}

/** Stores a receipt. Refuses a day before `from` or in the future. */
export async function storeReceipt(
  ctx: Context,
  { reportedOn, receipt }: Pick<Input<'register'>, 'reportedOn' | 'receipt'>,
  from: string,
  centreId: number | null,
) {
  const to = dayOf(ctx.now)
  if (reportedOn < from || reportedOn > to) refuse(reportRefusals, 'dayWrong', { from, to })
  return storeDocument(ctx, { upload: receipt, purpose: 'receipt', centreId, pictures: true })
}

type BasicReportInput = Input<'noteBasic'>

async function addBasicReport(ctx: Context, { centreId, cause, happenedOn, what }: BasicReportInput): Promise<number> {
  const id = await store.insertBasicReport(ctx, { centreId, cause, happenedOn, what, dueOn: basicDataDueOn(happenedOn, workingCalendar) })
  ctx.note({ refType: 'platform_basic', refId: id, ...(centreId !== null && { centreId }), detail: { cause, happenedOn, what } })
  return id
}

const holderFields = ['holder_name', 'holder_code', 'platform_name', 'licence_no', 'tax_office'] as const
const maxChangeTextLength = 200

/**
 * Adds the duty to report the basic data of the holder once settings are confirmed: at the first reporting, and after
 * each change of the data (公告2025年第15号).
 */
export async function addHolderReport(ctx: Context, plan: PlanRow, before: PlanRow | null): Promise<void> {
  const changedFields = holderFields.filter((field) => plan[field] !== before?.[field])
  if (changedFields.length === 0) return
  const changeText = changedFields.map((field) => plan[field]).join(' · ')
  await addBasicReport(ctx, {
    centreId: null,
    cause: before ? 'changed' : 'started',
    happenedOn: dayOf(ctx.now),
    what: changeText.slice(0, maxChangeTextLength),
  })
}

async function noteBasic(ctx: Context, event: BasicReportInput) {
  if (event.centreId !== null) await centreOf(ctx, event.centreId)
  else if (!ctx.scope.all) refuse(reportRefusals, 'platformOnly')
  else if ((await planOn(ctx, quarterOf(dayOf(ctx.now)))) === null) refuse(reportRefusals, 'noHolder')
  if (event.happenedOn > dayOf(ctx.now)) refuse(reportRefusals, 'happensLater')
  const id = await addBasicReport(ctx, event)
  return presentBasicReport(ctx, (await store.findBasicReport(ctx, id)) ?? refuse(reportRefusals, 'basicNotFound'))
}

async function fileBasic(ctx: Context, { platformBasicId, version, receiptNo, ...given }: Input<'fileBasic'>) {
  const row = (await store.findBasicReport(ctx, platformBasicId, true)) ?? refuse(reportRefusals, 'basicNotFound')
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
  ctx.note({
    refType: 'platform_basic',
    refId: row.id,
    ...(row.centre_id !== null && { centreId: row.centre_id }),
    detail: { reportedOn: given.reportedOn, receiptNo, sha256: file.sha256 },
  })
  return presentBasicReport(ctx, (await store.findBasicReport(ctx, row.id)) ?? refuse(reportRefusals, 'basicNotFound'))
}

/** Operations on the duties to report the basic data of a centre as a platform, or of the holder. */
export const basicOperations: Pick<Implementation<Operations>, 'basics' | 'noteBasic' | 'fileBasic'> = {
  basics: async (ctx) => (await store.basicReports(ctx)).map((row) => presentBasicReport(ctx, row)),
  noteBasic,
  fileBasic,
}
