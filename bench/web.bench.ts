import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core'
import { pages } from '#/api/pages.ts'
import { type Figure, median, ms } from '#/bench/figure.ts'
import { demoPassword } from '#/db/demo/accounts.ts'
import { countTraffic } from '#/e2e/traffic.ts'
import { browserPath } from '#/tools/browser-path.ts'

const port = 3186
const base = `http://127.0.0.1:${port}`
const rounds = 5
const switches = 50

/** A slow telephone line and a slow processor: 1.6 Mbit/s, 150 ms, a quarter of the speed. */
async function slowDown(session: CDPSession): Promise<void> {
  const bytesPerSecond = (1.6 * 1024 * 1024) / 8
  await session.send('Network.emulateNetworkConditions', { offline: false, latency: 150, downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

async function startServer(): Promise<ChildProcess> {
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', MODE: 'demo', DATABASE_URL: '', DATA_DIR: mkdtempSync(join(tmpdir(), 'bench-web-')) },
    stdio: 'ignore',
  })
  for (let tries = 0; tries < 300; tries++) {
    const isReady = await fetch(`${base}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (isReady) return server
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('the server did not start')
}

const usable = {
  login: (page: Page) => page.locator('button[type=submit]').waitFor(),
  dashboard: (page: Page) => page.locator('.d-card-figure').first().waitFor(),
  list: (page: Page) => page.locator('.ant-table-row').first().waitFor(),
} as const

async function signInState(browser: Browser) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${base}/login`)
  await page.locator('input[name=username]').fill('maker')
  await page.locator('input[name=password]').fill(demoPassword)
  await page.locator('button[type=submit]').click()
  await usable.dashboard(page)
  const state = await context.storageState()
  await context.close()
  return state
}

type State = Awaited<ReturnType<typeof signInState>>

interface Opened {
  readonly took: number
  readonly bytes: number
}

/** Opens an address in a browser that has never seen the product, and waits until it can be used. */
async function openCold(browser: Browser, what: keyof typeof usable, state: State | null, isSlow: boolean): Promise<Opened> {
  const context = await browser.newContext({ ...(state ? { storageState: state } : {}), viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  if (isSlow) await slowDown(session)
  if (what === 'login') await page.route(/\/assets\/Application-/, (route) => route.abort())
  // The form comes first; from the moment it can be used the application is fetched behind it, and is no longer the form's.
  const behind = what === 'login' ? page.waitForRequest(/\/assets\/Application-/) : null
  const traffic = await countTraffic(page)
  const path = { login: '/login', dashboard: pages.dashboard.path, list: pages.zfPtList.path }[what]
  await page.goto(base + path, { waitUntil: 'commit' })
  await usable[what](page)
  const took = await page.evaluate<number>('performance.now()')
  await behind
  if (what !== 'login') await page.waitForLoadState('networkidle')
  const bytes = traffic.bytes()
  await context.close()
  return { took, bytes }
}

const menuLink = (page: Page, path: string) => page.locator(`nav a[href="${path}"]`).first()

/** Milliseconds from the click on the menu until the heading of the page stands there. */
async function switchTo(page: Page, path: string): Promise<number> {
  return page.evaluate<number>(
    `new Promise((done) => { const at = performance.now(); document.querySelector('nav a[href="${path}"]').click();
      const look = () => { const shown = [...document.querySelectorAll('main h1')].some((each) => each.offsetParent !== null);
        if (location.pathname === '${path}' && shown) requestAnimationFrame(() => done(performance.now() - at)); else requestAnimationFrame(look) };
      requestAnimationFrame(look) })`,
  )
}

async function switching(browser: Browser, state: State): Promise<{ fresh: number[]; visited: number[]; nodes: number; heap: number }> {
  const context = await browser.newContext({ storageState: state, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await page.goto(base + pages.dashboard.path)
  await usable.dashboard(page)
  const paths = [pages.zfPtList.path, pages.zfpzList.path, pages.yufukuan.path]
  await menuLink(page, paths[0] as string).waitFor()
  const fresh: number[] = []
  for (const path of paths) {
    fresh.push(await switchTo(page, path))
    await page.waitForLoadState('networkidle')
  }
  const measure = async () => {
    // What the last switch left goes with the next idle moment, and what held it with the collection after.
    await page.waitForTimeout(1500)
    for (let times = 0; times < 2; times++) await session.send('HeapProfiler.collectGarbage')
    const { metrics } = await session.send('Performance.getMetrics')
    const value = (name: string) => metrics.find((each) => each.name === name)?.value ?? 0
    return { nodes: value('Nodes'), heap: value('JSHeapUsedSize') }
  }
  await session.send('Performance.enable')
  const visited: number[] = []
  const round = async (count: number) => {
    for (let at = 0; at < count; at++) visited.push(await switchTo(page, paths[at % paths.length] as string))
    await page.waitForLoadState('networkidle')
  }
  // The first rounds fill caches that stay: growth is what comes after.
  await round(12)
  const before = await measure()
  await round(switches)
  const after = await measure()
  await context.close()
  return { fresh, visited, nodes: after.nodes - before.nodes, heap: (after.heap - before.heap) / before.heap }
}

const kb = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`
const peers = { login: '222 kB, 2.6 s', dashboard: '350 kB, 4.2 s', list: '442 kB, 4.8 s' } as const
const goals = { login: 110_000, dashboard: 340_000, list: 442_000 } as const

/** Bytes and times of the pages, cold, in a real browser; the peer is shadcn-admin, measured the same way elsewhere. */
export async function run(): Promise<Figure[]> {
  const executablePath = browserPath()
  const server = await startServer()
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox', '--disable-gpu'] })
  const figures: Figure[] = []
  try {
    const state = await signInState(browser)
    for (const what of ['login', 'dashboard', 'list'] as const) {
      const mine = what === 'login' ? null : state
      const [fast, slow]: Opened[][] = [[], []]
      for (let round = 0; round < rounds; round++) {
        fast?.push(await openCold(browser, what, mine, false))
        slow?.push(await openCold(browser, what, mine, true))
      }
      const took = (of: Opened[] = []) => median(of.map((each) => each.took))
      const bytes = median((fast ?? []).map((each) => each.bytes))
      figures.push({
        what: `${what}, cold: bytes, time until usable unthrottled / 1.6 Mbit/s, 150 ms, 4× processor`,
        baseline: `peer: ${peers[what]} throttled`,
        ours: `${kb(bytes)}, ${ms(took(fast))} / ${(took(slow) / 1000).toFixed(1)} s`,
        ratio: `goal ≤ ${kb(goals[what])}`,
        isMet: bytes <= goals[what],
        note: '',
      })
    }
    const { fresh, visited, nodes, heap } = await switching(browser, state)
    const figure = (what: string, baseline: string, ours: string, ratio: string, isMet: boolean) =>
      figures.push({ what, baseline, ours, ratio, isMet, note: '' })
    figure('switch to a page not seen before', 'peer: 350 ms', ms(median(fresh)), 'goal ≤ 200 ms', median(fresh) <= 200)
    figure('switch to a visited page', 'peer: 120 ms', ms(median(visited)), 'goal ≤ 50 ms', median(visited) <= 50)
    figure(
      `${switches} switches: nodes and heap more than before`,
      '0',
      `${nodes} nodes, ${(heap * 100).toFixed(1)} %`,
      'goal: no growth',
      nodes <= 200 && heap <= 0.05,
    )
  } finally {
    await browser.close()
    server.kill('SIGTERM')
  }
  return figures
}
