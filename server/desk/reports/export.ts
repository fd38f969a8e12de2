import { z } from 'zod'
import { type ReportColumnKey, type ReportKey, type ReportValue, reports } from '#/api/desk/report-columns.texts.ts'
import { flagNames, reportEndNames, reportFields, reportModeNames, reportTaskTexts, rollingAlertNames } from '#/api/desk/reports.texts.ts'
import { reports as agreed } from '#/api/desk/reports.ts'
import { pageTitles } from '#/api/pages.texts.ts'
import type { Language } from '#/domain/base/text.ts'
import { movementValues, type ReportRowValues, visibleValues } from '#/server/desk/reports/detail.ts'
import { monthsPage } from '#/server/desk/reports/months.ts'
import { movementCount, sumsPage } from '#/server/desk/reports/pages.ts'
import { hiddenColumns, type MovementFilter } from '#/server/desk/reports/store-filter.ts'
import { listMovements } from '#/server/desk/reports/store-rows.ts'
import { canSeeMonths } from '#/server/desk/reports/store-tax.ts'
import type { Context, JobContext } from '#/server/kernel/context.ts'
import { type DataOf, job } from '#/server/kernel/jobs/job.ts'
import { makeTaskFile, requestTask, type TaskStep, taskPayload } from '#/server/kernel/jobs/task-work.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { exportList } from '#/server/kernel/rows/export-list.ts'
import { type ListColumn, streamList } from '#/server/kernel/rows/sheet-file.ts'

export const maxRows = 200_000
const chunkSize = 500

const { report, plainReason: _reason, ...filter } = agreed.export.input.shape
export const exportJob = job('reports.export', taskPayload.extend({ report, filter: z.object(filter), count: z.int(), plainReason: z.string().nullable() }))
type ExportTask = DataOf<typeof exportJob>
type ReportRequest = MovementFilter & Pick<ExportTask['filter'], 'group'>

interface ReportPage {
  /** Lazy, so that the source rows of a page are not all kept in memory. */
  readonly rows: Iterable<ReportRowValues>
  /** The number of rows on the page. */
  readonly length: number
  readonly next: number | null
  readonly count: number
}

const pageFrom = ({ rows, ...rest }: Pick<ReportPage, 'next' | 'count'> & { readonly rows: readonly { readonly values: ReportRowValues }[] }): ReportPage => ({
  ...rest,
  length: rows.length,
  rows: rows.values().map(({ values }) => values),
})

type PageTurn = { readonly page: number; readonly size: number; readonly after?: number | undefined }

async function loadReportPage(ctx: Context, requested: ReportKey, { group, ...given }: ReportRequest, turn: PageTurn, isPlain: boolean): Promise<ReportPage> {
  if (requested === 'incomeDetail' || requested === 'paymentDetail') {
    const { rows, next } = await listMovements(ctx, given, turn, requested === 'incomeDetail')
    return { rows: rows.values().map((row) => movementValues(ctx, row, isPlain)), length: rows.length, next, count: 0 }
  }
  if (requested === 'incomeSummary' || requested === 'paymentSummary') return pageFrom(await sumsPage(ctx, { ...given, group, report: requested }, turn))
  return pageFrom(await monthsPage(ctx, { ...given, report: requested }, turn, isPlain))
}

/** Returns the number of rows of a requested export. */
export async function reportRowCount(ctx: Context, requested: ReportKey, of: ReportRequest): Promise<number> {
  if (requested === 'incomeDetail' || requested === 'paymentDetail') return ctx.actor.partnerId === null ? movementCount(ctx, of) : 0
  if (requested === 'incomeSummary' || requested === 'paymentSummary') return (await loadReportPage(ctx, requested, of, { page: 1, size: 1 }, false)).count
  return canSeeMonths(ctx) ? (await loadReportPage(ctx, requested, of, { page: 1, size: 1 }, false)).count : 0
}

type Cell = string | number

function cellOf(as: ReportValue, value: string | number | boolean | null | undefined, language: Language): Cell {
  if (value === null || value === undefined || value === '') return ''
  if (as === 'mode') return translate(reportModeNames[value === 1 ? 1 : 2], language)
  if (as === 'end') return translate(reportEndNames[value as keyof typeof reportEndNames], language)
  if (as === 'alert') return translate(rollingAlertNames[value as keyof typeof rollingAlertNames], language)
  if (as === 'flag') return value ? translate(flagNames.yes, language) : ''
  return typeof value === 'boolean' ? '' : value
}

/**
 * Amounts of one person over several months. The sum of these amounts over rows would count the same money several
 * times.
 */
const columnsWithoutTotal: readonly ReportColumnKey[] = ['cumulativeIncome', 'cumulativeTax', 'expense', 'deduction', 'taxable', 'quick', 'withheldBefore']

const columnWidths: Readonly<Partial<Record<ReportValue, number>>> = { money: 16, day: 12, moment: 20, count: 10, rate: 10, mode: 14 }

function columnsOf(requested: ReportKey, hidden: readonly ReportColumnKey[]): ListColumn<ReportRowValues>[] {
  const columns: readonly { readonly key: ReportColumnKey; readonly as: ReportValue }[] = reports[requested].columns
  return columns
    .filter(({ key }) => !hidden.includes(key))
    .map(({ key, as }) => ({
      heading: reportFields[key],
      width: columnWidths[as] ?? 22,
      ...(as === 'money' && { kind: 'money' as const }),
      ...(as === 'count' && { kind: 'number' as const }),
      ...((as === 'rate' || as === 'change') && { kind: 'rate' as const }),
      ...(as === 'money' && columnsWithoutTotal.includes(key) && { isSummed: false }),
      // An unknown fee is shown as a dash, because an empty cell would read as zero.
      value: (row, language) => (key === 'channelFee' && row[key] === null ? '—' : cellOf(as, row[key], language)),
    }))
}

/**
 * Yields all rows, one page per step, up to the number counted at the request. Rows booked later come first and would
 * exceed that number.
 */
async function* rowsOf(task: ReportExportRequest, step: TaskStep): AsyncIterable<ReportRowValues> {
  const isPaged = reports[task.report].of !== 'sums' && task.report !== 'incomeTaxSummary'
  let after: number | undefined
  for (let doneCount = 0, page = 1; doneCount < task.count; page++) {
    const pageRequest = isPaged ? { page: 1, size: chunkSize, after } : { page, size: chunkSize }
    const reportPage = await step(doneCount, (ctx) => loadReportPage(ctx, task.report, task.filter, pageRequest, task.plainReason !== null))
    yield* reportPage.rows
    doneCount += reportPage.length
    after = reportPage.next ?? undefined
    if (reportPage.length < chunkSize || (isPaged && reportPage.next === null)) return
  }
}

type ReportExportRequest = Pick<ExportTask, 'report' | 'filter' | 'count' | 'plainReason'>

/** Returns the description of a report's list, without rows. */
function listOf({ report, filter, plainReason }: ReportExportRequest, hidden: ReturnType<typeof hiddenColumns>, language: Language) {
  return { name: `${translate(pageTitles[report], language)}_${filter.period}`, language, columns: columnsOf(report, hidden), filter, plainReason }
}

async function* visibleRows(sheet: ReportExportRequest, hidden: ReturnType<typeof hiddenColumns>, step: TaskStep): AsyncIterable<ReportRowValues> {
  for await (const row of rowsOf(sheet, step)) yield visibleValues(sheet.report, row, hidden)
}

const detailOf = ({ report, filter, plainReason }: ReportExportRequest) => ({
  report,
  filter,
  ...(plainReason !== null && { isPlain: true, reason: plainReason }),
})

/** Exports a report as a file, or as a task when there are many rows. */
export async function exportReport(ctx: Context, sheet: ReportExportRequest) {
  const { report, filter, count } = sheet
  const columnsToHide = hiddenColumns(ctx)
  const list = {
    ...listOf(sheet, columnsToHide, ctx.language),
    count,
    rows: (step: TaskStep) => visibleRows(sheet, columnsToHide, step),
    detail: detailOf(sheet),
  }
  return exportList(ctx, list, async () => {
    const title = `${translate(pageTitles[report], ctx.language)} ${filter.period}`
    const taskId = await requestTask(ctx, exportJob, { title, total: count }, (requested) => ({ ...requested, ...sheet }))
    ctx.note({ refType: 'task', refId: taskId, detail: { rows: count, ...detailOf(sheet) } })
    return taskId
  })
}

/** Writes the requested workbook of a report. */
export async function writeReport(job: JobContext, task: ExportTask): Promise<void> {
  const isPermitted = (ctx: Context) => ctx.actor.may('caishuitable') && (task.plainReason === null || ctx.actor.may('plain:export'))
  await makeTaskFile(job, task, { action: 'reports.export', failed: reportTaskTexts.failed, may: isPermitted }, async (step) => {
    const hiddenAtStart = await step(0, async (ctx) => hiddenColumns(ctx))
    const exportedList = await streamList(step, {
      ...listOf(task, hiddenAtStart, task.language),
      rows: visibleRows(task, hiddenAtStart, step),
      count: task.count,
    })
    return { ...exportedList, detail: detailOf(task) }
  })
}
