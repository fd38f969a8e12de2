import { test as plain } from '@playwright/test'

export { expect } from '@playwright/test'

/** Closes all pages after each test, as hidden pages would keep calling the server during later tests. */
export const test = plain.extend<{ readonly leavesNothingOpen: undefined }>({
  leavesNothingOpen: [
    async ({ browser }, use) => {
      await use(undefined)
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
})
