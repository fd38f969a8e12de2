import { z } from 'zod'
import { reportKeys } from '#/api/desk/report-columns.texts.ts'
import { Day, Id, LongPage, longPageOf, Mode, type Module, MoneyOut } from '#/api/operation.ts'
import { movementKinds, reportBases, reportGroups, reportPeriod } from '#/domain/report.ts'

const Period = z
  .string()
  .regex(reportPeriod)
  .refine((text) => text.length < 10 || z.iso.date().safeParse(text).success)
const place = { centreId: Id.optional(), mode: Mode.optional() }
const filter = { period: Period, basis: z.enum(reportBases).default('booked'), ...place, unitId: Id.optional(), partnerId: Id.optional(), operatorId: Id.optional() }
const movements = { report: z.enum(['incomeDetail', 'paymentDetail']), ...filter, kind: z.enum(movementKinds).optional() }
const sums = { report: z.enum(['incomeSummary', 'paymentSummary']), ...filter, group: z.enum(reportGroups).default('unit') }
const months = { report: z.enum(['incomeTax', 'incomeTaxSummary', 'vatCumulative']), period: Period, ...place }
const access = 'caishuitable'

/** The values of a row by the keys of its report's columns: money in fen, rates and changes in millionths, moments as text. */
const Values = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
const Drill = z.object({ period: Period, unitId: Id.optional(), centreId: Id.optional(), operatorId: Id.optional(), mode: Mode.optional(), declarationId: Id.optional() })
/** `drill` is what the movements that a row is made of are asked for with, and the tax period of a centre's month; `batchId` is the batch of a single movement, whose figures are explained there. */
const Line = z.object({ key: z.int(), values: Values, drill: Drill.optional(), batchId: Id.optional() })
/** The tax rules that rows were computed by: their version, first day, and where they are written. */
const Rules = z.object({ version: z.string(), from: Day, source: z.string() })
/** Columns that the reader may not see. */
const hidden = z.array(z.string())

const Compared = z.object({
  account: z.enum(['net', 'vat', 'surcharge', 'iit', 'fee']),
  report: MoneyOut,
  ledger: MoneyOut,
  difference: MoneyOut,
})

/** 财务报表: what was earned, paid and withheld, from the lines and from what is kept of months that are over. */
export const reports = {
  movements: { access, kind: 'read', mayLag: true, input: z.object({ ...movements, ...LongPage }), output: longPageOf(Line).extend({ hidden, totals: Values }) },
  sums: {
    access,
    kind: 'read',
    mayLag: true,
    input: z.object({ ...sums, ...LongPage }),
    output: longPageOf(Line).extend({ hidden, totals: Values }),
  },
  /** By month and person, or by month and centre; `isOthers`: they are the payer's, and the reader is none. */
  months: { access, kind: 'read', mayLag: true, input: z.object({ ...months, ...LongPage }), output: longPageOf(Line).extend({ hidden, totals: Values, isOthers: z.boolean(), rules: z.array(Rules) }) },
  /** Compares a report with the ledger (与总账一致): where that says nothing, why. */
  compare: {
    access,
    kind: 'read',
    mayLag: true,
    input: z.object({ report: z.enum(reportKeys), ...filter }),
    output: z.object({
      why: z.enum(['', 'basis', 'partner', 'reach']),
      isEven: z.boolean(),
      figures: z.array(Compared),
      /** Journals and lines that the difference is made of, at most twenty. */
      journals: z.array(z.object({ no: z.string(), day: Day.nullable(), report: MoneyOut, ledger: MoneyOut })),
    }),
  },
  /** Units, centres and partners that a report can be narrowed to, by a part of the name. */
  choices: {
    access,
    kind: 'read',
    mayLag: true,
    input: z.object({ of: z.enum(['unit', 'centre', 'partner']), keyword: z.string().trim().max(50).optional(), id: Id.optional() }),
    output: z.array(z.object({ id: Id, name: z.string() })),
  },
  /** A workbook of the whole report, made by a job. */
  export: {
    access,
    kind: 'write',
    log: { zh: '导出财务报表', en: 'Export a financial report', es: 'Exportar un informe financiero', ja: '財務報告の出力' },
    limit: 'export',
    input: z.object({ report: z.enum(reportKeys), ...filter, kind: movements.kind, group: sums.group, plainReason: z.string().trim().min(4).max(200).optional() }),
    output: z.object({ taskId: Id }),
  },
} as const satisfies Module
