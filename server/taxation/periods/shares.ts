import { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { shareFields as fields } from '#/api/taxation/period-shares.texts.ts'
import { periodRefusals, periodSheetNames } from '#/api/taxation/periods.texts.ts'
import { maskIdNumber } from '#/domain/base/identity.ts'
import { monthOf, shiftMonth } from '#/domain/base/period.ts'
import type { Language } from '#/domain/base/text.ts'
import type { Context, JobContext } from '#/server/kernel/context.ts'
import { type DataOf, job } from '#/server/kernel/jobs/job.ts'
import { makeTaskFile, requestTask, type TaskRequester, type TaskStep, taskPayload } from '#/server/kernel/jobs/task-work.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { exportList } from '#/server/kernel/rows/export-list.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { exportKeepDays, type ListColumn, streamList } from '#/server/kernel/rows/sheet-file.ts'
import * as store from '#/server/taxation/periods/store-shares.ts'

type Input<O extends 'shares' | 'exportShares' | 'shareCertificate'> = z.output<Modules['periods'][O]['input']>
type ShareEntry = z.output<Modules['periods']['shares']['output']>['rows'][number]

/** Each part sums the whole month again, so parts are large. */
const chunkSize = 5_000

const isUnitCaller = (ctx: Context) => ctx.scope.unitIds.length > 0
const monthOrLastMonth = (ctx: Context, month: string | undefined) => month ?? shiftMonth(monthOf(ctx.now), -1)

/** Returns whether there is a certificate, and whether it also covers income that the caller may not see. */
function certificateOf(ctx: Context, row: store.ShareRow): ShareEntry['certificate'] {
  if (row.certificate_file === null) return 'missing'
  return isUnitCaller(ctx) && !row.is_whole ? 'shared' : 'there'
}

function present(ctx: Context, row: store.ShareRow): ShareEntry {
  return {
    ...fieldsOf(row, 'operator_id', 'unit_id', 'centre_id', 'name'),
    idNumber: row.id_number_sealed === '' ? '' : maskIdNumber(ctx.vault.open('id_number', row.id_number_sealed)),
    ...fieldsOf(row, 'unit_name', 'centre_name', 'month', 'payments', 'gross_fen', 'vat_fen', 'surcharge_fen'),
    ...fieldsOf(row, 'iit_fen'),
    receiptNo: row.receipt_no ?? '',
    ...fieldsOf(row, 'declared_on', 'has_report', 'has_agent'),
    certificate: certificateOf(ctx, row),
    taxCertificateId: row.certificate_id,
  }
}

export async function listShares(ctx: Context, { month: payload, keyword, ...turn }: Input<'shares'>) {
  const month = monthOrLastMonth(ctx, payload)
  const rows = await store.sharesOf(ctx, { month, keyword }, turn)
  return { month, rows: rows.map((row) => present(ctx, row)), count: rows[0]?.all_count ?? 0 }
}

const moneyColumn = (key: 'gross' | 'vat' | 'surcharge' | 'iit'): ListColumn<ShareEntry> => ({
  heading: fields[key],
  kind: 'money',
  width: 16,
  value: (row) => row[key],
})
const presenceColumn = (key: 'hasReport' | 'hasAgent', heading: ListColumn<ShareEntry>['heading']): ListColumn<ShareEntry> => ({
  heading,
  width: 18,
  value: (row, language) => translate(row[key] ? fields.there : fields.missing, language),
})

const columns: readonly ListColumn<ShareEntry>[] = [
  { heading: fields.month, width: 12, value: (row) => row.month },
  { heading: fields.name, width: 16, value: (row) => row.name },
  { heading: fields.idNumber, width: 24, value: (row) => row.idNumber },
  { heading: fields.unit, width: 28, value: (row) => row.unitName },
  { heading: fields.centre, width: 20, value: (row) => row.centreName },
  { heading: fields.payments, kind: 'number', width: 8, value: (row) => row.payments },
  moneyColumn('gross'),
  moneyColumn('vat'),
  moneyColumn('surcharge'),
  moneyColumn('iit'),
  presenceColumn('hasReport', fields.report),
  presenceColumn('hasAgent', fields.agent),
  { heading: fields.receipt, width: 30, value: (row) => [row.receiptNo, row.declaredOn].filter(Boolean).join(' ') },
  { heading: fields.certificate, width: 18, value: (row, language) => translate(fields[row.certificate], language) },
]

/** Writes the shares of a very large month as a workbook. */
export const sharesJob = job('periods.exportShares', taskPayload.extend({ month: z.string(), keyword: z.string().optional(), count: z.int() }))
type SharesTask = DataOf<typeof sharesJob>

const shareSheetOf = ({ month, keyword }: store.ShareFilter, language: Language) => {
  const filter = { month, ...(keyword && { keyword }) }
  return { filter, name: `${translate(fields.title, language)}_${month}`, language, columns }
}

/** Exports the list as a file, or as a task if there are very many rows. */
export async function exportShares(ctx: Context, { month: payload, keyword }: Input<'exportShares'>) {
  const month = monthOrLastMonth(ctx, payload)
  const sheetLayout = shareSheetOf({ month, keyword }, ctx.language)
  const count = (await store.sharesOf(ctx, { month, keyword }, { page: 1, size: 1 }))[0]?.all_count ?? 0
  return exportList(ctx, { ...sheetLayout, count, rows: (step) => allShares({ month, keyword }, step) }, () =>
    requestTask(ctx, sharesJob, { title: sheetLayout.name, total: count }, (of: TaskRequester) => ({ ...of, month, ...(keyword && { keyword }), count })),
  )
}

/** Yields all shares, one part per step, so that at most one is in memory. */
async function* allShares({ month, keyword }: Pick<SharesTask, 'month' | 'keyword'>, step: TaskStep): AsyncIterable<ShareEntry> {
  let after: store.ShareRow | undefined
  for (let done = 0; ; done += chunkSize) {
    const rows: { kept: store.ShareRow; shown: ShareEntry }[] = await step(done, async (ctx) =>
      (await store.sharesOf(ctx, { month, keyword }, { after, size: chunkSize })).map((stored) => ({ kept: stored, shown: present(ctx, stored) })),
    )
    yield* rows.map(({ shown }) => shown)
    after = rows.at(-1)?.kept
    if (rows.length < chunkSize) return
  }
}

/** Writes the shares of a very large month with the task owner's current permissions. */
export async function writeShares(work: JobContext, task: SharesTask): Promise<void> {
  const { month, keyword, count, language } = task
  await makeTaskFile(work, task, { action: sharesJob.name, failed: periodSheetNames.failed, may: (ctx) => ctx.actor.may('fpListDz') }, async (step) => {
    const exportedList = await streamList(step, { ...shareSheetOf({ month, keyword }, language), rows: allShares(task, step), count })
    return { ...exportedList, detail: { month } }
  })
}

/** Returns a copy of a certificate. Refuses one that also covers income from others. */
export async function copyCertificate(ctx: Context, { operatorId, unitId, centreId, month }: Input<'shareCertificate'>) {
  const rows = await store.sharesOf(ctx, { month, operatorId }, { page: 1, size: 200 })
  const row = rows.find((each) => each.unit_id === unitId && each.centre_id === centreId) ?? refuse(periodRefusals, 'shareNotFound')
  const state = certificateOf(ctx, row)
  if (state === 'shared') refuse(periodRefusals, 'certificateShared')
  const { certificate_file: stored } = row
  if (stored === null) return refuse(periodRefusals, 'certificateMissing')
  const file = (await ctx.widen('a tax certificate', () => ctx.files.open(stored))) ?? refuse(periodRefusals, 'certificateMissing')
  const name = `${row.name}_${month}.pdf`
  const { id, sha256 } = await ctx.files.save({ name, mediaType: file.mediaType, bytes: file.bytes, purpose: 'export', keepDays: exportKeepDays(true) })
  ctx.note({ refType: 'file', refId: id, unitId, centreId, detail: { certificate: month, operatorId, sha256 } })
  return { fileId: id }
}
