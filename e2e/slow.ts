import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, BrowserContext, Page, Route } from '@playwright/test'

// `E2E_SLOW=4` runs the suite with a quarter of the browser's speed and with late responses. Intermediate states of a
// page then stay visible for longer: fields, buttons and lists before their data.

const rate = Number(process.env.E2E_SLOW) || 0
/** Whether responses are delayed. With a rate of 1 the browser keeps its speed, for machines that are already busy. */
export const isSlow = rate > 0
/** The factor by which time limits of tests are extended. */
export const timeoutFactor = isSlow ? 4 : 1

const maxCallDelayMs = 600
const maxChunkDelayMs = 800

const delayRoute = (maxDelayMs: number) => async (route: Route) => {
  await pause(Math.random() * maxDelayMs)
  // The page may be closed by now.
  await route.fallback().catch(() => undefined)
}

async function slowPage(page: Page): Promise<void> {
  if (rate <= 1) return
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
}

async function slowContext(context: BrowserContext): Promise<BrowserContext> {
  await context.route('**/api/**', delayRoute(maxCallDelayMs))
  await context.route('**/assets/*.js', delayRoute(maxChunkDelayMs))
  const newPage = context.newPage.bind(context)
  context.newPage = async () => {
    const page = await newPage()
    await slowPage(page)
    return page
  }
  // A window that a page opened may close before it is slowed down.
  context.on('page', (page) => void slowPage(page).catch(() => undefined))
  return context
}

/** Slows down all contexts that this browser opens later. */
export function slowDown(browser: Browser): void {
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => slowContext(await newContext(options))
}
