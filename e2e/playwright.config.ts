import { mkdtempSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { base } from '#/e2e/people.ts'
import { timeoutFactor } from '#/e2e/slow.ts'
import { browserPath } from '#/tools/browser-path.ts'

const executablePath = browserPath()
// Tests spend a third of their time waiting for the server or for simulated pauses, so three workers can share two
// cores.
const workers = Number(process.env.E2E_WORKERS) || Math.min(3, availableParallelism() + 1)
// Playwright reads this file again in every worker. The environment variable gives each worker the folder of the first
// reading.
process.env.E2E_DATA ||= mkdtempSync(join(tmpdir(), 'yck-e2e-'))

export default defineConfig({
  testDir: import.meta.dirname,
  testIgnore: '**/production/**',
  globalSetup: join(import.meta.dirname, 'prepare.ts'),
  timeout: 120_000 * timeoutFactor,
  expect: { timeout: 15_000 * timeoutFactor },
  workers,
  // A test that passes on its second run, on a new server, is listed as flaky with the trace of its first run.
  retries: 1,
  reporter: [['list'], [join(import.meta.dirname, '../tools/testing/browser-reporter.ts')]],
  outputDir: '../test-results',
  use: {
    // A click has the same time limit as an expectation.
    actionTimeout: 15_000 * timeoutFactor,
    // Without screenshots, because screenshots of every step slow each test down by a third.
    trace: { mode: 'retain-on-first-failure', screenshots: false, snapshots: false },
    baseURL: base,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
    // Without animations, so that clicks do not land on a moving element.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Each test uses its browser for a few seconds only, so optimising its code costs more than it saves.
        '--js-flags=--single-threaded,--no-opt',
      ],
    },
  },
})
