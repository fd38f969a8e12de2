import { dayOf } from '#/domain/period.ts'
import { nowMs } from '#/web/kernel/clock.ts'

/** Today as the server's clock says it. */
export const today = () => dayOf(new Date(nowMs()))
