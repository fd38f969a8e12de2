import dayjs from 'dayjs'
import { nowMs } from '#/web/kernel/clock.ts'

const SHANGHAI_MS = 8 * 3_600_000

/** Now in Shanghai by the server's clock, wherever the browser is. */
export const shanghaiNow = () => dayjs(new Date(nowMs() + SHANGHAI_MS).toISOString().slice(0, 19))

// The calendars of antd mark today by `dayjs().tz()` where there is one, else by the browser's own day.
dayjs.extend((_, type) => {
  Object.assign(type.prototype, { tz: shanghaiNow })
})
