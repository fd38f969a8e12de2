import { z } from 'zod'
import { Id, type Module, Moment, MoneyOut } from '#/api/operation.ts'

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
    output: z.array(z.object({ kind: z.enum(['fix', 'check', 'audit', 'topup', 'pay', 'failed', 'confirm', 'candidates', 'applications', 'returned']), count: z.int(), amount: MoneyOut, path: z.string() })),
  },
  /** The figures of the dashboard, each with the list that explains it. */
  figures: {
    access: '/dashboard',
    kind: 'read',
    input: z.object({}),
    output: z.object({
      cards: z.array(z.object({ key: z.enum(['available', 'frozen', 'paidThisMonth', 'payeesThisMonth', 'unknown', 'taxThisMonth']), amount: MoneyOut.nullable(), count: z.int().nullable(), path: z.string() })),
      months: z.array(z.object({ month: z.string(), paid: MoneyOut, payees: z.int() })),
    }),
  },
} as const satisfies Module
