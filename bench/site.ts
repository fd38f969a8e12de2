import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { pages } from '#/api/pages.ts'
import { demoPassword } from '#/demo/accounts.ts'

// Starts a web application in a real browser and counts its costs.

/** An application to measure. A page is usable when the first element of its selector is painted. */
export interface BrowserSite {
  readonly base: string
  readonly signIn: (page: Page, who: string) => Promise<void>
  readonly cold: Readonly<Record<'login' | 'dashboard' | 'list', { readonly path: string; readonly usable: string }>>
  /** A switch from the dashboard to a list by menu links, and back. */
  readonly there: { readonly link: string; readonly usable: string }
  readonly back: { readonly link: string; readonly usable: string }
  /** A dialog that adds a record, on a list that is ready once `ready` is painted. */
  readonly dialog: { readonly path: string; readonly ready: string; readonly button: string; readonly field: string }
  readonly close: () => Promise<void>
}

/** Starts the demo of the product on a new embedded database. */
export async function startProduct(): Promise<BrowserSite> {
  const port = 3186
  const base = `http://127.0.0.1:${port}`
  const server: ChildProcess = spawn(process.execPath, ['server/main.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', MODE: 'demo', DATABASE_URL: '', DATA_DIR: mkdtempSync(join(tmpdir(), 'bench-web-')) },
    stdio: 'ignore',
  })
  const exitEvent = once(server, 'exit')
  const isReady = () =>
    fetch(`${base}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  for (let tries = 0; !(await isReady()); tries++) {
    if (tries === 1500 || server.exitCode !== null) throw new Error('the server did not start')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  const row = '.k-table tbody tr td'
  return {
    base,
    signIn: async (page, who) => {
      await page.goto(`${base}/login`)
      await page.locator('input[name=username]').fill(who)
      await page.locator('input[name=password]').fill(demoPassword)
      await page.locator('button[type=submit]').click()
      await page.locator('.d-card-figure').first().waitFor()
    },
    cold: {
      login: { path: '/login', usable: 'input[name=password]' },
      dashboard: { path: pages.dashboard.path, usable: '.k-chart svg' },
      list: { path: pages.zfPtListpt.path, usable: row },
    },
    there: { link: `nav a[href='${pages.userDwList.path}']`, usable: row },
    back: { link: `nav a[href='${pages.dashboard.path}']`, usable: '.k-chart svg' },
    dialog: { path: pages.PtUserList.path, ready: row, button: '.k-page-actions button', field: '[role=dialog] input[maxlength="32"]' },
    // Wait for the process to end, because the next start uses the same port.
    close: async () => {
      server.kill('SIGTERM')
      await exitEvent
    },
  }
}

export type StoredSession = Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['storageState']>>

/** Signs in and returns the browser state of the session. */
export async function signInState(browser: Browser, site: BrowserSite, who = 'platform'): Promise<StoredSession> {
  const context = await browser.newContext()
  await site.signIn(await context.newPage(), who)
  const state = await context.storageState()
  await context.close()
  return state
}

/**
 * Returns a script that measures the milliseconds until the first element of a selector is painted. The time starts
 * with the navigation, or with the script's click on `link`.
 */
export function timeUntilUsable(selector: string, link = ''): string {
  return `new Promise((done) => {
    const started = ${link ? 'performance.now()' : '0'};
    ${link ? `document.querySelector(${JSON.stringify(link)}).click();` : ''}
    const look = () => {
      const there = [...document.querySelectorAll(${JSON.stringify(selector)})].some((each) => each.checkVisibility() && each.getBoundingClientRect().width > 0);
      if (!there) return requestAnimationFrame(look);
      const painted = new MessageChannel();
      painted.port1.onmessage = () => done(performance.now() - started);
      requestAnimationFrame(() => painted.port2.postMessage(0));
    };
    requestAnimationFrame(look);
  })`
}

export interface TrafficCost {
  readonly elapsedMs: number
  readonly bytes: number
  readonly requests: number
}

/** Counts traffic until there has been none for half a second. */
export async function countTraffic(
  session: CDPSession,
): Promise<{ readonly cost: () => Omit<TrafficCost, 'elapsedMs'>; readonly quiet: (page: Page) => Promise<void>; readonly reset: () => void }> {
  let [bytes, requests, last] = [0, 0, Date.now()]
  await session.send('Network.enable')
  session.on('Network.requestWillBeSent', ({ type }) => {
    if (type !== 'EventSource') requests += 1
    last = Date.now()
  })
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
    last = Date.now()
  })
  return {
    cost: () => ({ bytes, requests }),
    quiet: async (page) => {
      while (Date.now() - last < 500) await page.waitForTimeout(50)
    },
    reset: () => {
      bytes = 0
      requests = 0
    },
  }
}
