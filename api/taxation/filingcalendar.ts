import { z } from 'zod'
import { Day, Id, type Module, MoneyOut } from '#/api/operation.ts'
import { centreFilingKinds, centreFilingStates, centreFilingSteps } from '#/domain/taxation/centre-filing.ts'

const Filing = z.object({
  kind: z.enum(centreFilingKinds),
  /** The centre; null for the platform. */
  centreId: Id.nullable(),
  centreName: z.string(),
  period: z.string(),
  opensOn: Day,
  dueOn: Day,
  isProvisional: z.boolean(),
  step: z.enum(centreFilingSteps),
  state: z.enum(centreFilingStates),
  urgency: z.enum(['early', 'far', 'soon', 'near', 'over']),
  amount: MoneyOut.nullable(),
  declarationId: Id.nullable(),
})

/**
 * 申报日历 (filing calendar): the filings of the centres and of the platform. Filings of businesses are in
 * `entities.calendar`.
 */
export const filingcalendar = {
  /**
   * Lists the filings in the caller's scope by due day: all of the last two years, and older ones that are not settled.
   */
  list: {
    access: 'taxCalendar',
    kind: 'read',
    input: z.object({
      states: z.array(z.enum(centreFilingStates)).max(centreFilingStates.length).optional(),
      kinds: z.array(z.enum(centreFilingKinds)).max(centreFilingKinds.length).optional(),
      keyword: z.string().trim().max(50).optional(),
      from: Day.optional(),
      to: Day.optional(),
    }),
    /** `counts` ignores the filter by state. */
    output: z.object({ rows: z.array(Filing), counts: z.object({ overdue: z.int(), near: z.int(), open: z.int() }) }),
  },
} as const satisfies Module
