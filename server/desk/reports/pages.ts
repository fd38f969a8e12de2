import type { MovementReport } from '#/api/desk/report-columns.texts.ts'
import { maxCountedRows, type PageRequest } from '#/domain/base/paging.ts'
import { type ReportGroup, type ReportSpan, reportSpanOf } from '#/domain/desk/report.ts'
import {
  detailTotals,
  type FiguresByKind,
  figuresByGroup,
  incomeValues,
  movementValues,
  paymentValues,
  type ReportRowValues,
  sumGroups,
  zeroMovement,
} from '#/server/desk/reports/detail.ts'
import { type ChargedFees, chargedFees } from '#/server/desk/reports/store-fees.ts'
import { hiddenColumns, kindsOfFilter, type MovementFilter, spanOfFilter } from '#/server/desk/reports/store-filter.ts'
import { countPeople } from '#/server/desk/reports/store-people.ts'
import * as rows from '#/server/desk/reports/store-rows.ts'
import * as sums from '#/server/desk/reports/store-sums.ts'
import type { Context } from '#/server/kernel/context.ts'

/** A movement as a report row, with its list number and its batch. */
export interface ReportRow {
  readonly key: number
  readonly values: ReportRowValues
  readonly batchId: number
}

/**
 * Runs a partner's query with a widened scope. A partner sees totals and names of its units, and no personal data.
 */
const withPartnerScope = <T>(ctx: Context, work: () => Promise<T>): Promise<T> =>
  ctx.actor.partnerId === null ? work() : ctx.widen('reports of a partner', work)

/** Returns whether the caller may see channel fees. For all others they are not queried. */
const canSeeCharges = (ctx: Context) => !hiddenColumns(ctx).includes('channelFee')

const cappedCount = (count: number) => Math.min(count, maxCountedRows + 1)

async function loadTotals(ctx: Context, filter: MovementFilter, withParts: boolean) {
  return figuresByGroup(await sums.reportSums(ctx, filter, spanOfFilter(filter), null, withParts)).get('') ?? zeroMovement
}

/** Returns a page of a detail report with the totals of all its rows. */
export async function movementsPage(ctx: Context, filter: MovementFilter, page: PageRequest, withParts: boolean, isPlain = false) {
  const movements = await rows.listMovements(ctx, filter, page, withParts)
  const [moved, kinds] = [await loadTotals(ctx, filter, withParts), kindsOfFilter(filter)]
  const chargeTotals =
    withParts || !canSeeCharges(ctx) ? new Map<string, ChargedFees>() : await chargedFees(ctx, filter, spanOfFilter(filter), { group: null, kinds })
  return {
    rows: movements.rows.map((row): ReportRow => ({ key: row.key, values: movementValues(ctx, row, isPlain), batchId: row.batch_id })),
    next: movements.next,
    count: cappedCount(kinds.reduce((sum, kind) => sum + moved[kind].line_count, 0)),
    totals: detailTotals(moved, kinds, chargeTotals.get('')),
  }
}

/** Returns the number of rows of a detail report. */
export async function movementCount(ctx: Context, filter: MovementFilter): Promise<number> {
  const movementTotals = await loadTotals(ctx, filter, false)
  return kindsOfFilter(filter).reduce((sum, kind) => sum + movementTotals[kind].line_count, 0)
}

const countablePeriodKinds = ['day', 'month'] as const
/**
 * Returns whether people are counted: only over periods up to a month. For longer ones, every reader would read a year
 * of payments.
 */
const canCountPeople = ({ kind }: ReportSpan) => countablePeriodKinds.some((peopleKind) => peopleKind === kind)

interface SumsRequest extends MovementFilter {
  readonly report: Extract<MovementReport, 'incomeSummary' | 'paymentSummary'>
  readonly group: ReportGroup
}

function spanOfGroups(span: ReportSpan, group: ReportGroup, before: ReportSpan): ReportSpan {
  // Starts a period earlier, because the first row is compared with the last one before the span.
  return group === 'time' ? { ...span, from: before.from } : span
}

function sumCharges(all: readonly ChargedFees[]): ChargedFees | undefined {
  return all.length === 0 ? undefined : { fen: all.reduce((sum, { fen }) => sum + fen, 0), count: all.reduce((sum, { count }) => sum + count, 0) }
}

/** Returns all rows of a summary with their totals, largest first or in order of time. */
async function loadSummary(ctx: Context, { report, group, ...filter }: SumsRequest) {
  const [span, before] = [spanOfFilter(filter), reportSpanOf(spanOfFilter(filter).before)]
  const [withParts, isPartner] = [report === 'incomeSummary', ctx.actor.partnerId !== null]
  const currentFigures = figuresByGroup(await sums.reportSums(ctx, filter, spanOfGroups(span, group, before), group, withParts))
  const previousFigures = group === 'time' ? currentFigures : figuresByGroup(await sums.reportSums(ctx, filter, before, group, withParts))
  const people = withParts && canCountPeople(span) ? await countPeople(ctx, filter, span, group) : null
  const chargesByGroup = withParts || !canSeeCharges(ctx) ? new Map<string, ChargedFees>() : await chargedFees(ctx, filter, span, { group })
  const isInSpan = (key: string) => group !== 'time' || (key >= span.from.slice(0, key.length) && key <= span.to)
  const keys = [...currentFigures.keys()].filter(isInSpan)
  const names = await sums.groupNames(ctx, group, keys)
  const valuesOf = (moved: FiguresByKind, previous: FiguresByKind, counted: number | undefined, fees: ChargedFees | undefined) =>
    withParts ? incomeValues(moved, previous, people ? (counted ?? 0) : null, isPartner) : paymentValues(moved, previous, fees)
  const lines = keys.map((key, at) => {
    const groupFigures = currentFigures.get(key) ?? zeroMovement
    const previous = previousFigures.get(group === 'time' ? reportSpanOf(key).before : key) ?? zeroMovement
    const id = group === 'time' ? {} : group === 'unit' ? { unitId: Number(key) } : { centreId: Number(key) }
    const drill = { period: group === 'time' ? key : filter.period, ...id }
    return {
      key: group === 'time' ? at + 1 : Number(key),
      size: groupFigures.paid.gross_fen,
      name: key,
      drill,
      values: { ...valuesOf(groupFigures, previous, people?.byKey.get(key), chargesByGroup.get(key)), period: drill.period, group: names.get(key) ?? '' },
    }
  })
  lines.sort((a, b) => (group === 'time' ? (a.name < b.name ? 1 : -1) : b.size - a.size || a.key - b.key))
  const sumWhere = (from: ReadonlyMap<string, FiguresByKind>, isIncluded: (key: string) => boolean) =>
    sumGroups([...from].filter(([key]) => isIncluded(key)).map(([, moved]) => moved))
  const totals = valuesOf(
    sumWhere(currentFigures, isInSpan),
    sumWhere(previousFigures, (key) => group !== 'time' || !isInSpan(key)),
    people?.all,
    sumCharges([...chargesByGroup.values()]),
  )
  return { lines, totals }
}

/** Returns a page of a summary: a row per unit, centre, day or month, each with the previous period. */
export function sumsPage(ctx: Context, requested: SumsRequest, { page, size }: Pick<PageRequest, 'page' | 'size'>) {
  return withPartnerScope(ctx, async () => {
    const reportSummary = await loadSummary(ctx, requested)
    return {
      rows: reportSummary.lines.slice((page - 1) * size, page * size).map(({ key, drill, values }) => ({ key, drill, values })),
      count: reportSummary.lines.length,
      next: null,
      totals: reportSummary.totals,
    }
  })
}
