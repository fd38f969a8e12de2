import { dayOf } from '#/domain/base/period.ts'
import { nowMs } from '#/web/kernel/clock.ts'

/** Returns today's date by the server's clock. */
export const today = () => dayOf(new Date(nowMs()))
