import { z } from 'zod'
import { type Module, Moment } from '#/api/operation.ts'

/**
 * The accounts on the sign-in page, the messages and the virtual clock of the demo. In production, `accounts` returns
 * none, and the other operations are refused.
 */
export const demo = {
  accounts: { access: 'public', kind: 'read', input: z.object({}), output: z.object({ isDemo: z.boolean(), now: Moment, password: z.string(), accounts: z.array(z.object({ username: z.string(), role: z.string() })) }) },
  /**
   * Returns the messages that the sandbox kept instead of sending, newest first. Only platform administrators can call
   * it.
   */
  outbox: {
    access: 'admin3',
    kind: 'read',
    input: z.object({}),
    output: z.object({ rows: z.array(z.object({ id: z.int(), at: Moment, way: z.string(), to: z.string(), subject: z.string(), text: z.string() })) }),
  },
  advance: {
    access: 'session',
    kind: 'write',
    log: { zh: '推进演示时钟', en: 'Move the demo clock', es: 'Adelantar el reloj de la demostración', ja: 'デモ時計を進める' },
    done: { zh: '虚拟时间已拨快', en: 'The demo clock was moved forward', es: 'El reloj virtual se adelantó', ja: '仮想時刻を進めました' },
    input: z.object({
      minutes: z
        .int()
        .min(1)
        .max(60 * 24 * 40),
    }),
    output: z.object({ now: Moment }),
  },
} as const satisfies Module
