import { randomUUID } from 'node:crypto'
import { type Browser, chromium } from 'playwright-core'
import { type PageKey, pageKeys, pages, permissionsOfPage, superKey } from '#/api/pages.ts'
import { type BenchFigure, formatMs, median, percentile } from '#/bench/figure.ts'
import { type BrowserSite, countTraffic, signInState, startProduct, type TrafficCost, timeUntilUsable } from '#/bench/site.ts'
import { demoPassword } from '#/demo/accounts.ts'
import { browserPath } from '#/tools/browser-path.ts'

// Opens all pages of the product as each kind of user, with an empty browser cache. e2e/budget.spec.ts tests the
// limits.

const maxBytes = 350_000
const usernames = ['platform', 'centre', 'maker', 'operator', 'partner'] as const

async function callOperation<T>(site: BrowserSite, path: string, input: Readonly<Record<string, string>>, token = ''): Promise<T> {
  const form = new FormData()
  form.append('_', '')
  for (const [name, value] of Object.entries(input)) form.append(name, value)
  const headers = { 'X-Token': token, 'Idempotency-Key': randomUUID() }
  return (await (await fetch(site.base + path, { method: 'POST', body: form, headers })).json()) as T
}

/** Returns the pages that this account can open directly by their address. */
async function pagesOf(site: BrowserSite, who: string): Promise<PageKey[]> {
  const { token } = await callOperation<{ token: string }>(site, '/api/user/login', { username: who, password: demoPassword })
  const { data } = await callOperation<{ data: { permission: string }[] }>(site, '/api/user/info', {}, token)
  const permissions = data.map(({ permission }) => permission)
  const canOpen = (key: PageKey) =>
    permissions.includes(superKey) || permissionsOfPage(key).length === 0 || permissionsOfPage(key).some((each) => permissions.includes(each))
  return pageKeys.filter((key) => !pages[key].path.includes(':') && canOpen(key))
}

interface PageCost extends TrafficCost {
  readonly path: string
}

async function openAllPages(browser: Browser, site: BrowserSite, who: string): Promise<PageCost[]> {
  const state = await signInState(browser, site, who)
  const pageCosts: PageCost[] = []
  for (const key of await pagesOf(site, who)) {
    const { path } = pages[key]
    const context = await browser.newContext({ storageState: state, viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    const traffic = await countTraffic(await context.newCDPSession(page))
    await page.goto(site.base + path, { waitUntil: 'commit' })
    const elapsedMs = await page.evaluate<number>(timeUntilUsable('main h1'))
    await traffic.quiet(page)
    pageCosts.push({ path, elapsedMs, ...traffic.cost() })
    await context.close()
  }
  return pageCosts
}

function figureOf(who: string, pageCosts: readonly PageCost[]): BenchFigure {
  const heaviestPage = [...pageCosts].sort((a, b) => b.bytes - a.bytes)[0]
  const times = pageCosts.map(({ elapsedMs }) => elapsedMs)
  const requests = Math.max(...pageCosts.map((each) => each.requests))
  return {
    what: `every page of ${who}, cold`,
    baseline: `goal: none above ${maxBytes / 1000} kB`,
    ours: `${pageCosts.length} pages: p50 ${(median(pageCosts.map(({ bytes }) => bytes)) / 1000).toFixed(0)} kB, at most ${((heaviestPage?.bytes ?? 0) / 1000).toFixed(0)} kB and ${requests} requests`,
    ratio: `heading painted after p50 ${formatMs(median(times))}, p95 ${formatMs(percentile(times, 95))}`,
    isMet: (heaviestPage?.bytes ?? 0) <= maxBytes,
    note: `the heaviest is ${heaviestPage?.path ?? 'none'}`,
  }
}

/** Measures bytes, requests and times of all menu pages per account. */
export async function run(): Promise<BenchFigure[]> {
  const executablePath = browserPath()
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox', '--disable-gpu'] })
  const site = await startProduct()
  const figures: BenchFigure[] = []
  try {
    for (const who of usernames) figures.push(figureOf(who, await openAllPages(browser, site, who)))
    return figures
  } finally {
    await browser.close()
    await site.close()
  }
}
