import { z } from 'zod'
import { reportKeys } from '#/api/desk/report-columns.texts.ts'
import { Day, Id, LongListPaging, longPageOf, Mode, type Module, MoneyOut } from '#/api/operation.ts'
import { reportBases, reportGroups, reportMovementKinds, reportPeriodPattern } from '#/domain/desk/report.ts'

const Period = z
  .string()
  .regex(reportPeriodPattern)
  .refine((text) => text.length < 10 || z.iso.date().safeParse(text).success)
  // The pattern begins at 2000. A report also shows the previous period, which must match the pattern too.
  .refine((text) => !text.startsWith('2000'))
const place = { centreId: Id.optional(), mode: Mode.optional() }
const filter = { period: Period, basis: z.enum(reportBases).default('booked'), ...place, unitId: Id.optional(), partnerId: Id.optional(), operatorId: Id.optional() }
const movementsInput = { report: z.enum(['incomeDetail', 'paymentDetail']), ...filter, kind: z.enum(reportMovementKinds).optional() }
const sumsInput = { report: z.enum(['incomeSummary', 'paymentSummary']), ...filter, group: z.enum(reportGroups).default('unit') }
const monthsInput = { report: z.enum(['incomeTax', 'incomeTaxSummary', 'vatCumulative']), period: Period, ...place }
const access = 'caishuitable'

/** The values of a row by column key. Money is in fen, rates and changes are in ppm, and moments are text. */
const ReportValues = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
const DrillQuery = z.object({ period: Period, unitId: Id.optional(), centreId: Id.optional(), operatorId: Id.optional(), mode: Mode.optional(), declarationId: Id.optional() })
/**
 * A row of a report. `drill` is the query for its movements. For a month of a centre it also names the tax period.
 * `batchId` is the batch of a single movement, which explains its figures.
 */
const ReportLine = z.object({ key: z.int(), values: ReportValues, drill: DrillQuery.optional(), batchId: Id.optional() })
/** The tax policy of a row: its version, first day and legal source. */
const AppliedPolicy = z.object({ version: z.string(), from: Day, source: z.string() })
/** Keys of the columns that the caller may not see. */
const hiddenColumns = z.array(z.string())

const Comparison = z.object({
  account: z.enum(['net', 'vat', 'surcharge', 'iit', 'fee']),
  report: MoneyOut,
  ledger: MoneyOut,
  difference: MoneyOut,
})

/**
 * 财务报表 (financial reports): earnings, payments and withheld tax, from the lines and from the stored figures of past
 * months.
 */
export const reports = {
  movements: { access, kind: 'read', mayLag: true, input: z.object({ ...movementsInput, ...LongListPaging }), output: longPageOf(ReportLine).extend({ hidden: hiddenColumns, totals: ReportValues }) },
  sums: {
    access,
    kind: 'read',
    mayLag: true,
    input: z.object({ ...sumsInput, ...LongListPaging }),
    output: longPageOf(ReportLine).extend({ hidden: hiddenColumns, totals: ReportValues }),
  },
  /**
   * Returns rows by month and person, or by month and centre. `isOthers`: another organisation is the payer, so the
   * caller may not see its figures.
   */
  months: { access, kind: 'read', mayLag: true, input: z.object({ ...monthsInput, ...LongListPaging }), output: longPageOf(ReportLine).extend({ hidden: hiddenColumns, totals: ReportValues, isOthers: z.boolean(), rules: z.array(AppliedPolicy) }) },
  /** Compares a report with the ledger (与总账一致). `why` explains why the two cannot be compared. */
  compare: {
    access,
    kind: 'read',
    mayLag: true,
    input: z.object({ report: z.enum(reportKeys), ...filter }),
    output: z.object({
      why: z.enum(['', 'basis', 'partner', 'reach']),
      isEven: z.boolean(),
      figures: z.array(Comparison),
      /** The journals and lines that make up the difference, at most twenty. */
      journals: z.array(z.object({ no: z.string(), day: Day.nullable(), report: MoneyOut, ledger: MoneyOut })),
    }),
  },
  /** Finds units, centres and partners for the filter by part of the name. */
  choices: {
    access,
    kind: 'read',
    mayLag: true,
    input: z.object({ of: z.enum(['unit', 'centre', 'partner']), keyword: z.string().trim().max(50).optional(), id: Id.optional() }),
    output: z.array(z.object({ id: Id, name: z.string() })),
  },
  /** Exports the whole report, as a file or, for many rows, as a task. */
  export: {
    access,
    kind: 'write',
    log: { zh: '导出财务报表', en: 'Export a financial report', es: 'Exportar un informe financiero', ja: '財務報告の出力' },
    limit: 'export',
    input: z.object({ report: z.enum(reportKeys), ...filter, kind: movementsInput.kind, group: sumsInput.group, plainReason: z.string().trim().min(4).max(200).optional() }),
    output: z.object({ fileId: z.uuid().nullable(), taskId: Id.nullable() }),
  },
} as const satisfies Module
