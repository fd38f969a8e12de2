import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { reportRefusals } from '#/api/taxation/platformreports.texts.ts'
import { maskIdNumber } from '#/domain/base/identity.ts'
import { dayOf } from '#/domain/base/period.ts'
import { firstReportableQuarter, quarterBounds, type ReportState, reportableQuarters, reportDeadline } from '#/domain/taxation/platform-report.ts'
import { planInForce } from '#/domain/taxation/reporter-plan.ts'
import type { Context } from '#/server/kernel/context.ts'
import { workingCalendar } from '#/server/kernel/installation/working-calendar.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { blockerText, refuse, refuseIf } from '#/server/kernel/request/refusal.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { storeForm } from '#/server/taxation/forms/public.ts'
import { basicOperations, storeReceipt } from '#/server/taxation/platformreports/basics.ts'
import { planOperations } from '#/server/taxation/platformreports/plans.ts'
import { centreOf, type PlatformReporter, reporterOf } from '#/server/taxation/platformreports/reporters.ts'
import { formHead, formRows } from '#/server/taxation/platformreports/rows.ts'
import * as store from '#/server/taxation/platformreports/store.ts'
import { generateReport } from '#/server/taxation/platformreports/store-generate.ts'
import * as parts from '#/server/taxation/platformreports/store-parts.ts'
import { plans as allPlans, findPlan, rulesOf } from '#/server/taxation/platformreports/store-plans.ts'

type Operations = Modules['platformreports']
type Input<O extends keyof Operations> = z.output<Operations[O]['input']>

const minReasonLength = 4

/** Returns why the caller cannot confirm a report of the platform; null if it is possible. */
function confirmBlocker(ctx: Context, row: store.ReportRow): keyof typeof reportRefusals | null {
  if (row.state !== 'generated') return 'confirmedAlready'
  if (!ctx.scope.all || !ctx.actor.may('report:check')) return 'platformOnly'
  return row.made_by === ctx.actor.userId ? 'ownReport' : null
}

function present(ctx: Context, row: store.ReportRow) {
  const confirmProblem = confirmBlocker(ctx, row)
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
    confirmedBy: row.confirmer,
    version: row.version,
    mayConfirm: row.centre_id !== null ? null : blockerText(ctx, reportRefusals, confirmProblem),
    isReplaced: row.edition < row.newest,
    latePayments: row.edition < row.newest ? 0 : row.late_payments,
  }
}

async function requireReport(ctx: Context, id: number, isLocked = false): Promise<store.ReportRow> {
  return (await store.findReport(ctx, id, isLocked)) ?? refuse(reportRefusals, 'reportNotFound')
}

/** Returns the previous edition of a report; null for the first. */
async function previousReport(ctx: Context, row: store.ReportRow): Promise<store.ReportRow | null> {
  return (await store.editionsOf(ctx, row.centre_id, row.quarter)).find(({ edition }) => edition < row.edition) ?? null
}

/** Returns the reporter of a quarter in the caller's scope: a centre, or the platform for null. */
async function reporterInScope(ctx: Context, centreId: number | null, quarter: string): Promise<PlatformReporter> {
  if (centreId === null && !ctx.scope.all) refuse(reportRefusals, 'platformOnly')
  const [own] = centreId === null ? [] : [await centreOf(ctx, centreId)]
  return reporterOf(ctx, own ?? null, quarter)
}

async function quarters(ctx: Context, { isOpen = false }: Input<'quarters'>) {
  const today = dayOf(ctx.now)
  const [all, made] = [await store.centres(ctx), await store.reports(ctx)]
  const [plans, given] = [(await allPlans(ctx)).filter(({ state }) => state === 'confirmed'), await parts.contributions(ctx)]
  return reportableQuarters(today).flatMap((quarter) => {
    const deadline = reportDeadline(quarter, workingCalendar)
    const plan = planInForce(plans, quarter)
    const commonFields = (state: ReportState) => ({ quarter, ...deadline, isOverdue: state !== 'reported' && deadline.dueOn < today, state })
    const rowOf = (kind: 'centre' | 'platform', centreId: number | null, centreName: string) => {
      const newest = made.find((row) => row.centre_id === centreId && row.quarter === quarter)
      const state = newest?.state ?? ('open' as const)
      if (isOpen && state === 'reported') return []
      return [{ reporter: kind, centreId, centreName, ...commonFields(state), report: newest ? present(ctx, newest) : null, contribution: null }]
    }
    const coveredCentres = all.filter(({ id }) => plan?.centre_ids.includes(id))
    const platform = ctx.scope.all && plan && plan.centre_ids.length > 0 ? rowOf('platform', null, plan.holder_name) : []
    const contributedRows = ctx.scope.all || isOpen ? [] : coveredCentres.map((each) => coveredQuarterRow(each, given, quarter, commonFields))
    const ownReportCentres = all.filter(
      ({ id, since }) =>
        !coveredCentres.some((each) => each.id === id) &&
        (since <= quarterBounds(quarter).to || made.some((row) => row.centre_id === id && row.quarter === quarter)),
    )
    return [...platform, ...contributedRows, ...ownReportCentres.flatMap(({ id, name }) => rowOf('centre', id, name))]
  })
}

/** Returns a quarter of a centre for which the platform reports, with the centre's own part. */
function coveredQuarterRow<C>({ id, name }: store.CentreRow, rows: readonly parts.ContributionRow[], quarter: string, common: (state: ReportState) => C) {
  const storedPart = rows.find((row) => row.centre_id === id && row.quarter === quarter)
  const contribution = storedPart && {
    platformReportId: storedPart.id,
    ...fieldsOf(storedPart, 'edition', 'reported_on', 'people', 'payments', 'gross_fen', 'refund_fen', 'net_fen'),
  }
  return {
    reporter: 'platform' as const,
    centreId: id,
    centreName: name,
    ...common(storedPart?.state ?? 'open'),
    report: null,
    contribution: contribution ?? null,
  }
}

async function generate(ctx: Context, { centreId, quarter, reason = '' }: Input<'generate'>) {
  if (quarter < firstReportableQuarter) refuse(reportRefusals, 'quarterEarly', { first: firstReportableQuarter })
  // Reads the settings under the lock, so that a concurrent change either is in the report or waits for it.
  await store.lockReports(ctx)
  const quarterReporter = await reporterInScope(ctx, centreId, quarter)
  if (!reportableQuarters(dayOf(ctx.now)).includes(quarter)) refuse(reportRefusals, 'quarterOpen', { quarter })
  const newest = (await store.editionsOf(ctx, centreId, quarter))[0]
  if (newest && [...reason].length < minReasonLength) refuse(reportRefusals, 'correctionReason', { edition: newest.edition })
  const edition = (newest?.edition ?? 0) + 1
  const { centreIds, plan } = quarterReporter
  const reportInput = {
    centreId,
    centreIds,
    planId: plan?.id ?? null,
    rules: rulesOf(plan),
    quarter,
    edition,
    reason: newest ? reason : '',
    ...quarterBounds(quarter),
  }
  const id = await ctx.widen('people of a report', () => generateReport(ctx, reportInput))
  const newReport = await requireReport(ctx, id)
  ctx.note({
    refType: 'platform_report',
    refId: id,
    centreId,
    detail: {
      quarter,
      edition,
      rows: newReport.row_count,
      gross: newReport.gross_fen,
      refund: newReport.refund_fen,
      reason: newReport.reason,
      holder: centreId === null ? quarterReporter.name : '',
    },
  })
  return present(ctx, newReport)
}

/** Locks the report. Refuses any but the latest edition of its quarter. */
async function lockLatestReport(ctx: Context, id: number): Promise<store.ReportRow> {
  const row = await requireReport(ctx, id, true)
  return row.edition < row.newest ? refuse(reportRefusals, 'replaced', { edition: row.newest }) : row
}

async function exportForm(ctx: Context, { platformReportId, form, reason }: Input<'export'>) {
  const row = await requireReport(ctx, platformReportId, true)
  if (row.centre_id === null && row.state === 'generated') refuse(reportRefusals, 'notConfirmed')
  const formReporter = await reporterInScope(ctx, row.centre_id, row.quarter)
  const today = dayOf(ctx.now)
  const rows = formRows(ctx, form, {
    by: formReporter,
    people: await store.rowsFor(ctx, row.id, form),
    income: form === 'platform_income' ? await parts.incomeOf(ctx, row.id) : [],
  })
  const head = formHead(formReporter, row.quarter, today)
  const storedForm = await storeForm(ctx, { kind: form, day: today, head, rows }, { centreId: row.centre_id, mode: null, period: row.quarter, reason })
  if (row.state === 'generated' || row.state === 'confirmed') await store.changeReport(ctx, row.id, { state: 'exported' })
  return { fileId: storedForm.fileId, version: storedForm.version, unconfirmed: [...storedForm.unconfirmed] }
}

async function register(ctx: Context, { platformReportId, version, receiptNo, ...given }: Input<'register'>) {
  const row = await lockLatestReport(ctx, platformReportId)
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
  return present(ctx, await requireReport(ctx, row.id))
}

/** Confirms a report of the platform. The second person compares it with the centres' figures. */
async function confirm(ctx: Context, { platformReportId, version }: Input<'confirm'>) {
  const row = await lockLatestReport(ctx, platformReportId)
  if (row.centre_id !== null) refuse(reportRefusals, 'reportNotFound')
  refuseIf(reportRefusals, confirmBlocker(ctx, row))
  if (row.version !== version) refuse(reportRefusals, 'reportChanged')
  await store.changeReport(ctx, row.id, { state: 'confirmed', confirmed_by: ctx.actor.userId, confirmed_at: ctx.now })
  ctx.note({ refType: 'platform_report', refId: row.id, detail: { quarter: row.quarter, edition: row.edition, from: row.state, to: 'confirmed' } })
  return present(ctx, await requireReport(ctx, row.id))
}

export const platformreports: Implementation<Operations> = {
  quarters,

  async get(ctx, { platformReportId }) {
    const row = await requireReport(ctx, platformReportId)
    const plan = row.plan_id === null ? null : ((await findPlan(ctx, row.plan_id)) ?? null)
    return {
      ...present(ctx, row),
      editions: (await store.editionsOf(ctx, row.centre_id, row.quarter)).map((edition) => present(ctx, edition)),
      centres: (await parts.sumsOf(ctx, row.id)).map((sum) =>
        fieldsOf(sum, 'centre_id', 'centre_name', 'people', 'payments', 'gross_fen', 'refund_fen', 'net_fen'),
      ),
      rules: rulesOf(plan).map(({ ground, ways, categories }) => ({ ground, ways: [...ways], categories: [...categories] })),
    }
  },

  async rows(ctx, { platformReportId, statuses, isDifferent, ...turn }) {
    const row = await requireReport(ctx, platformReportId)
    const beforeId = (await previousReport(ctx, row))?.id ?? null
    const { rows, count, next } = await store.listRows(ctx, { reportId: row.id, beforeId, statuses, isDifferent }, turn)
    const exclusions = await parts.exclusionRules(
      ctx,
      row.id,
      rows.map((each) => each.operator_id),
    )
    const rulesFor = (each: store.PersonRow) => exclusions.filter((part) => part.operator_id === each.operator_id && part.entity_id === each.entity_id)
    return {
      rows: rows.map((each) => ({
        id: each.id,
        code: each.code,
        name: each.name,
        idNumber: maskIdNumber(ctx.vault.open('id_number', each.id_number_sealed)),
        ...fieldsOf(each, 'entity_name', 'status', 'is_covered'),
        excluded: rulesFor(each).map(({ rule, ground }) => ({ rule, ground })),
        payments: each.payment_count,
        ...fieldsOf(each, 'gross_fen', 'refund_fen', 'net_fen', 'before_fen'),
      })),
      count,
      next,
    }
  },

  async parts(ctx, { platformReportId, onlyExcluded, keyword, ...turn }) {
    const { rows, count, next } = await parts.listParts(ctx, { reportId: platformReportId, onlyExcluded, keyword }, turn)
    return {
      rows: rows.map((row) => ({
        ...fieldsOf(row, 'id', 'code', 'name', 'entity_name', 'centre_name', 'source_platform', 'nickname', 'user_no', 'ground', 'rule'),
        payments: row.payment_count,
        ...fieldsOf(row, 'gross_fen', 'refund_fen', 'net_fen'),
      })),
      count,
      next,
    }
  },

  ...planOperations,
  confirm,
  generate,
  export: exportForm,
  register,
  ...basicOperations,
}
