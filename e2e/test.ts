import { type Page, test as plain, type TestInfo } from '@playwright/test'
import { startServer } from '#/e2e/server.ts'
import { isSlow, slowDown } from '#/e2e/slow.ts'

export { expect } from '@playwright/test'

const serverStartMs = 180_000

const maxWords = 400

/**
 * Keeps a picture of each page of a failed test, and prints its texts, because a run on another machine leaves only its
 * log. Playwright itself would photograph passed tests too, because their pages close before their outcome is final.
 */
async function recordPages(pages: readonly Page[], info: TestInfo): Promise<void> {
  for (const page of pages) {
    const picture = await page.screenshot().catch(() => null)
    if (picture) await info.attach('screenshot', { body: picture, contentType: 'image/png' })
    const overlays = page.locator('[role="dialog"], [role="alert"], [role="status"]').filter({ visible: true })
    const words = (await overlays.allInnerTexts().catch(() => [])).map((text) => text.replaceAll(/\s+/g, ' ').slice(0, maxWords))
    process.stdout.write(`    ${page.url()}: ${words.join(' | ')}\n`)
  }
}

/**
 * Tests that start their own server with their own data. Closes all pages after each test, because hidden pages would
 * continue to call the server.
 */
export const testWithoutServer = plain.extend<{ readonly leavesNothingOpen: undefined }, { readonly isSlowed: boolean }>({
  isSlowed: [
    async ({ browser }, use) => {
      if (isSlow) slowDown(browser)
      await use(isSlow)
    },
    { scope: 'worker', auto: true },
  ],
  leavesNothingOpen: [
    async ({ browser }, use, info) => {
      await use(undefined)
      const pages = browser.contexts().flatMap((context) => context.pages())
      if (info.status !== info.expectedStatus) await recordPages(pages, info)
      // A response that the test is still changing must not fail the next test.
      await Promise.all(pages.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })))
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
})

/**
 * Tests on the demo. Each worker has its own server, so that parallel tests cannot affect each other. Playwright
 * repeats a failed test in a new worker, so the repetition starts with the unchanged demo.
 */
export const test = testWithoutServer.extend<object, { readonly hasServer: boolean }>({
  hasServer: [
    async ({ isSlowed: _ }, use) => {
      const stop = await startServer()
      await use(true)
      await stop()
    },
    { scope: 'worker', auto: true, timeout: serverStartMs },
  ],
})
