import { z } from 'zod'
import { Id, Mode, type Module, Moment, MoneyOut } from '#/api/operation.ts'

const Task = z.object({
  id: Id,
  kind: z.string(),
  title: z.string(),
  state: z.enum(['queued', 'running', 'done', 'failed']),
  done: z.int(),
  total: z.int(),
  fileId: z.uuid().nullable(),
  message: z.string(),
  createdAt: Moment,
  finishedAt: Moment.nullable(),
})

/** Long work that was handed to a job, and the work that waits for this person. */
export const tasks = {
  list: { access: 'session', kind: 'read', input: z.object({}), output: z.array(Task) },
  get: { access: 'session', kind: 'read', input: z.object({ id: Id }), output: Task },
  waiting: {
    access: 'session',
    kind: 'read',
    input: z.object({}),
    output: z.array(
      z.object({
        kind: z.enum([
          'fix',
          'check',
          'audit',
          'topup',
          'pay',
          'byHand',
          'failed',
          'confirm',
          'returned',
          'unclaimed',
          'candidates',
          'disputes',
          'closings',
          'bankExceptions',
          'toConfirm',
          'exceptions',
          'registrations',
          'obligations',
          'applications',
          'appeals',
          'accounts',
          'feePlans',
          'verifications',
          'sign',
          'papers',
          'agreements',
          'orderOffers',
          'orderAcceptances',
          'orderContracts',
          'reconDue',
          'reconToCheck',
          'reconFiles',
          'commissionBills',
          'commissionToPay',
          'commissionToCheck',
          'integrity',
        ]),
        count: z.int(),
        amount: MoneyOut,
        path: z.string(),
        /** Where it lies, for people of a centre: for both modes when none is said. The list shows it once that place is chosen. */
        place: z.object({ centreId: Id, mode: Mode.nullable(), isHere: z.boolean() }).nullable(),
      }),
    ),
  },
} as const satisfies Module
