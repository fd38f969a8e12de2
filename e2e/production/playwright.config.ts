import { defineConfig } from '@playwright/test'
import usual from '#/e2e/playwright.config.ts'

// This test starts its own server with a new database on the PostgreSQL server of TEST_DATABASE_URL.
export default defineConfig({
  ...usual,
  testDir: import.meta.dirname,
  testIgnore: [],
  outputDir: '../../test-results/production',
  globalSetup: [],
  workers: 1,
})
