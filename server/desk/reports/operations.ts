import { reportRefusals } from '#/api/desk/reports.texts.ts'
import type { Modules } from '#/api/modules.ts'
import { expectPlainExport } from '#/server/access/auth/public.ts'
import { visibleValues } from '#/server/desk/reports/detail.ts'
import { exportReport, maxRows, reportRowCount } from '#/server/desk/reports/export.ts'
import { monthsPage } from '#/server/desk/reports/months.ts'
import { movementsPage, sumsPage } from '#/server/desk/reports/pages.ts'
import { compareReport } from '#/server/desk/reports/store-agreement.ts'
import { hiddenColumns } from '#/server/desk/reports/store-filter.ts'
import { filterChoices } from '#/server/desk/reports/store-sums.ts'
import { canSeeMonths } from '#/server/desk/reports/store-tax.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { expectExportable } from '#/server/kernel/rows/export-rows.ts'

const noRows = { rows: [], count: 0, next: null, totals: {}, hidden: [] }

export const reports: Implementation<Modules['reports']> = {
  async movements(ctx, { report, page, size, after, before, ...filter }) {
    if (ctx.actor.partnerId !== null) refuse(reportRefusals, 'sumsOnly')
    const hidden = hiddenColumns(ctx)
    const reportPage = await movementsPage(ctx, filter, { page, size, after, before }, report === 'incomeDetail')
    return {
      ...reportPage,
      rows: reportPage.rows.map(({ values, ...row }) => ({ ...row, values: visibleValues(report, values, hidden) })),
      totals: visibleValues(report, reportPage.totals, hidden),
      hidden: [...hidden],
    }
  },

  async sums(ctx, { page, size, ...requested }) {
    const hidden = hiddenColumns(ctx)
    const reportPage = await sumsPage(ctx, requested, { page, size })
    const rows = reportPage.rows.map(({ values, ...row }) => ({ ...row, values: visibleValues(requested.report, values, hidden) }))
    return { ...reportPage, rows, totals: visibleValues(requested.report, reportPage.totals, hidden), hidden: [...hidden] }
  },

  async months(ctx, { page, size, after, before, ...requested }) {
    if (!canSeeMonths(ctx)) return { ...noRows, isOthers: true, rules: [] }
    const reportPage = await monthsPage(ctx, requested, { page, size, after, before })
    const rows = reportPage.rows.map(({ values, ...row }) => ({ ...row, values: visibleValues(requested.report, values, []) }))
    return { ...reportPage, rows, totals: visibleValues(requested.report, reportPage.totals, []), hidden: [], isOthers: false, rules: [...reportPage.rules] }
  },

  choices: (ctx, { of, ...requested }) => filterChoices(ctx, of, requested),

  compare: (ctx, { report, ...filter }) => compareReport(ctx, report, filter),

  async export(ctx, { report, plainReason, ...filter }) {
    const count = await reportRowCount(ctx, report, filter)
    if (count === 0) refuse(reportRefusals, 'nothing')
    expectExportable(count, maxRows)
    const reason = plainReason === undefined ? null : await expectPlainExport(ctx, plainReason)
    return exportReport(ctx, { report, filter, count, plainReason: reason })
  },
}
