import { test as plain } from '@playwright/test'

export { expect } from '@playwright/test'

/** A test that leaves no page open: one that nobody looks at would go on asking the server beside all later tests. */
export const test = plain.extend<{ readonly leavesNothingOpen: undefined }>({
  leavesNothingOpen: [
    async ({ browser }, use) => {
      await use(undefined)
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
})
