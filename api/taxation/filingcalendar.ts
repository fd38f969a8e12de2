import { z } from 'zod'
import { Day, Id, type Module, MoneyOut } from '#/api/operation.ts'
import { centreFilingKinds, centreFilingStates, centreFilingSteps } from '#/domain/taxation/centre-filing.ts'

const Filing = z.object({
  kind: z.enum(centreFilingKinds),
  /** null: the platform. */
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

/** 申报日历: the filings of the centres themselves; those of businesses are `entities.calendar`. */
export const filingcalendar = {
  /** Lists filings in scope by due day: those of the last two years, and all older unsettled ones. */
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
    /** The counts ignore the filter of states. */
    output: z.object({ rows: z.array(Filing), counts: z.object({ overdue: z.int(), near: z.int(), open: z.int() }) }),
  },
} as const satisfies Module
