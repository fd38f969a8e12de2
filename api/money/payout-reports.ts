import { z } from 'zod'
import { Id, LongListPaging, longPageOf, type Module, Moment, MoneyOut } from '#/api/operation.ts'

/** A failed or returned manual payment that one person reported. */
const Report = z.object({
  id: Id,
  batchId: Id,
  batchNo: z.string(),
  lineNo: z.string(),
  payee: z.string(),
  unitName: z.string(),
  amount: MoneyOut,
  result: z.enum(['failed', 'returned']),
  serial: z.string(),
  happenedAt: Moment,
  reason: z.string(),
  fileId: z.uuid().nullable(),
  fileName: z.string(),
  reportedBy: z.string(),
  reportedAt: Moment,
  /** The reason why the caller may not confirm the report; empty when the caller may. */
  mayConfirm: z.string(),
})

/**
 * Reports of failed and returned manual payments. Another person confirms a report before the money goes back to the
 * unit.
 */
export const payoutReports = {
  reports: { access: 'zf:offline', kind: 'read', input: z.object(LongListPaging), output: longPageOf(Report) },
  /** Returns the pending report of a line. */
  report: { access: 'zf:offline', kind: 'read', input: z.object({ lineId: Id }), output: z.object({ report: Report.nullable() }) },
  decideReports: {
    access: 'zf:offline',
    kind: 'write',
    log: { zh: '确认失败或退汇结果', en: 'Decide reported results', es: 'Resolver resultados comunicados', ja: '失敗・組戻しの確認' },
    done: {
      zh: '{approve, select, true {已确认 {done} 笔，资金已退回单位} other {已退回 {done} 笔登记}}',
      en: '{approve, select, true {{done} confirmed; the money was returned to the unit} other {{done} declined}}',
      es: '{approve, select, true {{done} confirmados; el dinero vuelve a la empresa} other {{done} rechazados}}',
      ja: '{approve, select, true {{done} 件を確認し、資金を企業へ戻しました} other {{done} 件を差し戻しました}}',
    },
    input: z.object({ reportIds: z.array(Id).min(1).max(500), approve: z.boolean(), reason: z.string().trim().max(200).default('') }),
    output: z.object({ done: z.int() }),
  },
} as const satisfies Module
