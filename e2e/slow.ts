import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, BrowserContext, Page, Route } from '@playwright/test'

// `E2E_SLOW=4` runs the suite as on a slow machine far away: a browser at a quarter of its speed, and late answers.
// A page then shows for longer what a fast machine shows for a moment only: fields, buttons and lists before their data.

const rate = Number(process.env.E2E_SLOW) || 0
/** Answers are late. With a rate of 1 the browser keeps its speed, for machines that are busy already. */
export const isSlow = rate > 0
/** The factor of the time limits of tests. */
export const patience = isSlow ? 4 : 1

const latestCallMs = 600
const latestChunkMs = 800

const late = (mostMs: number) => async (route: Route) => {
  await pause(Math.random() * mostMs)
  // The page may be gone by now.
  await route.fallback().catch(() => undefined)
}

async function slowPage(page: Page): Promise<void> {
  if (rate <= 1) return
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
}

async function slowContext(context: BrowserContext): Promise<BrowserContext> {
  await context.route('**/api/**', late(latestCallMs))
  await context.route('**/assets/*.js', late(latestChunkMs))
  const newPage = context.newPage.bind(context)
  context.newPage = async () => {
    const page = await newPage()
    await slowPage(page)
    return page
  }
  // A window that a page opens may close again before it is slow.
  context.on('page', (page) => void slowPage(page).catch(() => undefined))
  return context
}

/** Makes all later contexts of this browser slow. */
export function slowDown(browser: Browser): void {
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => slowContext(await newContext(options))
}
