import { test as plain } from '@playwright/test'
import { slowDown, slowness } from '#/e2e/slow.ts'

export { expect } from '@playwright/test'

/** Closes all pages after each test, as hidden pages would keep calling the server during later tests. */
export const test = plain.extend<{ readonly leavesNothingOpen: undefined }, { readonly isSlow: boolean }>({
  isSlow: [
    async ({ browser }, use) => {
      if (slowness > 1) slowDown(browser)
      await use(slowness > 1)
    },
    { scope: 'worker', auto: true },
  ],
  leavesNothingOpen: [
    async ({ browser }, use) => {
      await use(undefined)
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
})
