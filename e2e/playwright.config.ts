import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'

const places = [
  process.env.BROWSER_PATH ?? '',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/usr/bin/chromium-browser',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
const executablePath = places.find((place) => place !== '' && existsSync(place))
const port = Number(process.env.E2E_PORT ?? 3187)

export default defineConfig({
  testDir: import.meta.dirname,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  workers: 1,
  retries: 0,
  reporter: [['list']],
  outputDir: '../test-results',
  use: {
    actionTimeout: 8000,
    baseURL: `http://127.0.0.1:${port}`,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
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
      ],
    },
  },
  webServer: {
    command: `"${process.execPath}" server/main.ts`,
    cwd: join(import.meta.dirname, '..'),
    url: `http://127.0.0.1:${port}/readyz`,
    timeout: 90_000,
    reuseExistingServer: false,
    env: { PORT: String(port), HOST: '127.0.0.1', MODE: 'demo', DATA_DIR: mkdtempSync(join(tmpdir(), 'yck-e2e-')) },
  },
})
