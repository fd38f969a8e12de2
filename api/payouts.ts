import { z } from 'zod'
import { Id, type Module, MoneyOut } from '#/api/operation.ts'

/** The channel: progress, queries, held and returned money, the console. */
export const payouts = {
  progress: {
    access: ['zfPtList', 'zfPtListpt'],
    kind: 'read',
    input: z.object({ batchId: Id }),
    output: z.object({
      state: z.string(),
      total: z.int(),
      queued: z.int(),
      sent: z.int(),
      success: z.int(),
      failed: z.int(),
      held: z.int(),
      unknown: z.int(),
      returned: z.int(),
      cancelled: z.int(),
      successNet: MoneyOut,
    }),
  },
  /** What went wrong, grouped by reason and by who must act. */
  failures: {
    access: ['zfPtList', 'zfPtListpt'],
    kind: 'read',
    input: z.object({ batchId: Id }),
    output: z.array(z.object({ reason: z.enum(['card', 'name', 'limit', 'channel', 'unknown', 'returned', 'cancelled']), owner: z.enum(['unit', 'operator', 'centre']), count: z.int(), cost: MoneyOut })),
  },
  /** Ask the channel about lines whose end is not known; asks only, never sends. */
  query: { access: ['zf:retry', 'payZfPt'], kind: 'write', input: z.object({ batchId: Id }), output: z.object({ asked: z.int() }) },
  retryHeld: { access: ['zf:retry', 'payZfPt'], kind: 'write', input: z.object({ lineIds: z.array(Id).min(1).max(500) }), output: z.object({ done: z.int() }) },
  cancelHeld: { access: ['zf:retry', 'payZfPt'], kind: 'write', input: z.object({ lineIds: z.array(Id).min(1).max(500) }), output: z.object({ done: z.int() }) },
  /** Another card for a failed or returned payee: verified, then used by the re-send batch. */
  replaceCard: {
    access: 'zf:make',
    kind: 'write',
    input: z.object({ lineId: Id, cardNo: z.string().trim().min(1).max(40), bankName: z.string().trim().max(60) }),
    output: z.object({ isVerified: z.boolean() }),
  },
  console: {
    access: 'payZfPt',
    kind: 'read',
    input: z.object({}),
    output: z.array(
      z.object({
        channelId: Id,
        name: z.string(),
        kind: z.string(),
        centreName: z.string(),
        isPaused: z.boolean(),
        pausedReason: z.string(),
        queued: z.int(),
        inFlight: z.int(),
        unknown: z.int(),
        held: z.int(),
        successToday: z.int(),
        failedToday: z.int(),
        /** From the order to the money, of what arrived today; null when nothing did. */
        averageSeconds: z.int().nullable(),
        ledgerBalance: MoneyOut,
        channelBalance: MoneyOut.nullable(),
      }),
    ),
  },
  pause: { access: 'payZfPt', kind: 'write', input: z.object({ channelId: Id, paused: z.boolean(), reason: z.string().trim().min(2).max(200) }), output: z.object({}) },
} as const satisfies Module
