import { defineConfig } from '@playwright/test'
import usual from '#/e2e/playwright.config.ts'

// The walk starts its own server, on a database of its own on the PostgreSQL server of TEST_DATABASE_URL.
export default defineConfig({
  ...usual,
  testDir: import.meta.dirname,
  testIgnore: [],
  outputDir: '../../test-results/production',
  webServer: [],
  workers: 1,
})
