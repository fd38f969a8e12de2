import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { showcaseRoutes } from '#/api/desk/showcase.texts.ts'
import { type PageKey, pages } from '#/api/pages.ts'
import { signIn } from '#/e2e/people.ts'
import { expect, test } from '#/e2e/test.ts'
import { countTraffic, ignoreLiveChanges } from '#/e2e/traffic.ts'

// The compressed size of pages. Bytes do not depend on the machine, so they are tested here. Times are measured in
// bench/.

const KB = 1000

test('the sign-in page is usable after 110 kB, before the application loads', async ({ page }) => {
  await page.route(/\/assets\/frame-/, (route) => route.abort())
  const traffic = await countTraffic(page)
  const frameRequest = page.waitForRequest(/\/assets\/frame-/)
  await page.goto('/login')
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeEnabled()
  await frameRequest
  expect(traffic.of(/^\/(login|assets|mark|api)/), traffic.report()).toBeLessThanOrEqual(110 * KB)
})

test('a page requests its data before its code has arrived', async ({ browser }) => {
  const page = await signIn(browser, 'platform')
  await page.route(/\/assets\/(entry|frame)-[^/]+\.js$/, (route) => route.abort())
  const pageRequests = ['user/info', 'payments/list'].map((operation) => page.waitForRequest(`**/api/${operation}`))
  await page.goto(pages.zfPtListpt.path)
  await Promise.all(pageRequests)
})

for (const path of ['/Registermsg', '/Registermsgdw', '/Uploadapp?ticket=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', '/Clause']) {
  test(`${path.split('?')[0]} loads at most 120 kB`, async ({ page }) => {
    const traffic = await countTraffic(page)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await traffic.settled()
    expect(traffic.bytes(), traffic.report()).toBeLessThanOrEqual(120 * KB)
  })
}

/** The limit for the document of a page and the files that it names. They load before the page is drawn. */
const maxCodeBytes = 280 * KB
const dist = join(import.meta.dirname, '../web/dist')

function transferSize(file: string): number {
  const path = join(dist, file)
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size
}

test('the document of every page loads at most 280 kB of code', () => {
  const documents = globSync('page/**/*.html', { cwd: dist })
  expect(documents.length).toBeGreaterThan(40)
  const sizes = documents.map((document) => {
    const files = [...readFileSync(join(dist, document), 'utf8').matchAll(/(?:src|href)="\/([^"]+)"/g)].map(([, file = '']) => file)
    return { document, bytes: [document, ...files].reduce((sum, file) => sum + transferSize(file), 0) }
  })
  expect(sizes.filter(({ bytes }) => bytes > maxCodeBytes)).toEqual([])
})

interface Budget {
  readonly bytes: number
  readonly requests: number
}

/** The budget of each kind of page, without a cache. */
const defaultBudget: Budget = { bytes: 350 * KB, requests: 40 }
const budgets: readonly (readonly [PageKey, Budget])[] = [
  ['dashboard', { bytes: 230 * KB, requests: 25 }],
  ['zfPtListpt', { bytes: 300 * KB, requests: 25 }],
  ['userDwList', { bytes: 300 * KB, requests: 25 }],
  ['syslog', defaultBudget],
  ['message', defaultBudget],
  ['newsEdit', defaultBudget],
  ['EditRose', defaultBudget],
  ['incomeSummary', defaultBudget],
  ['index', defaultBudget],
]

/** Opens the addresses one after another without a cache. Returns the pages that exceed their budget. */
async function pagesOverBudget(browser: Browser, paths: readonly (readonly [string, Budget])[], { hasShowcase = false } = {}): Promise<string[]> {
  const overruns: string[] = []
  const page = await signIn(browser, 'platform', { hasShowcase })
  const cdp = await page.context().newCDPSession(page)
  // The browser sometimes sends a pointer event itself. The first such event loads the code of dialogs.
  await cdp.send('Input.setIgnoreInputEvents', { ignore: true })
  await ignoreLiveChanges(page)
  const traffic = await countTraffic(page)
  // Wait, so that calls of the previous page do not count for the next one.
  await traffic.settled()
  for (const [path, { bytes, requests }] of paths) {
    await cdp.send('Network.clearBrowserCache')
    await page.goto('about:blank')
    traffic.reset()
    await page.goto(path)
    await traffic.settled()
    expect(new URL(page.url()).pathname).toBe(path)
    if (traffic.bytes() > bytes || traffic.requests() > requests)
      overruns.push(`${path}: ${traffic.bytes()} of ${bytes} bytes, ${traffic.requests()} of ${requests} requests\n${traffic.report()}`)
  }
  return overruns
}

interface FirstDialog {
  readonly who: string
  readonly key: PageKey
  readonly button: string
  /** The label of a field of the dialog. */
  readonly field: string
  /** The calls for choices that the dialog may make. A read that the page made within three seconds is not repeated. */
  readonly calls?: readonly string[]
}

const firstDialogs: readonly FirstDialog[] = [
  { who: 'unit1', key: 'employeeDw', button: '新增账号', field: '用户名' },
  { who: 'maker', key: 'zfPtList', button: '新建批量支付', field: '订单', calls: ['/api/payments/choices'] },
  { who: 'unit1', key: 'yufukuan', button: '提交充值', field: '充值账户', calls: ['/api/prepayments/accounts'] },
  { who: 'platform', key: 'userDwList', button: '新增单位', field: '单位名称' },
  { who: 'platform', key: 'EditRose', button: '新建角色', field: '角色名称', calls: ['/api/roles/list', '/api/roles/labels'] },
]

for (const { who, key, button, field, calls = [] } of firstDialogs) {
  test(`the first dialog of ${pages[key].path} costs at most 30 kB in 2 files`, async ({ browser }) => {
    const page = await signIn(browser, who, { at: pages[key].path, hasShowcase: false })
    await ignoreLiveChanges(page)
    const traffic = await countTraffic(page)
    const opener = page.getByRole('button', { name: button })
    await expect(opener).toBeVisible()
    await traffic.settled()
    traffic.reset()
    // The pointer's arrival loads the shared code, the press the dialog's own.
    await opener.hover()
    await traffic.settled()
    await opener.click()
    await expect(page.getByRole('dialog').getByLabel(field)).toBeVisible()
    await traffic.settled()
    expect(traffic.of(/^\/assets/), traffic.report()).toBeLessThanOrEqual(30 * KB)
    expect(traffic.sent(/^\/assets/).length, traffic.report()).toBeLessThanOrEqual(2)
    expect(traffic.sent(/^(?!\/assets)/).filter((path) => !calls.includes(path))).toEqual([])
  })
}

test('a page of each kind meets its budget with an empty cache', async ({ browser }) => {
  expect(
    await pagesOverBudget(
      browser,
      budgets.map(([key, budget]) => [pages[key].path, budget]),
    ),
  ).toEqual([])
})

test('the heaviest pages of the showcase meet the budget of product pages', async ({ browser }) => {
  const { tinymce, markdown, jsonEditor, chartMix, dragKanban, exampleCreate, exampleList, uploadExcel, zip, pdf } = showcaseRoutes
  const heaviestPages = [tinymce, markdown, jsonEditor, chartMix, dragKanban, exampleCreate, exampleList, uploadExcel, zip, pdf]
  expect(
    await pagesOverBudget(
      browser,
      heaviestPages.map(({ path }) => [path, defaultBudget]),
      { hasShowcase: true },
    ),
  ).toEqual([])
})

const visits: readonly { readonly who: string; readonly keys: readonly PageKey[] }[] = [
  { who: 'maker', keys: ['zfPtList', 'zfpzList', 'yufukuan', 'message'] },
  { who: 'centre', keys: ['zfPtListpt', 'datacheck'] },
]

for (const { who, keys } of visits) {
  test(`opening a further page loads at most 40 kB of code for ${who}`, async ({ browser }) => {
    const page = await signIn(browser, who, { mode: 2 })
    const traffic = await countTraffic(page)
    await traffic.settled()
    traffic.reset()
    // The first list loads the code that lists share, so that list is measured first.
    await page.goto(pages[keys[0] as PageKey].path)
    await traffic.settled()
    for (const key of keys.slice(1)) {
      traffic.reset()
      await page.evaluate(`history.pushState(null, '', '${pages[key].path}'), dispatchEvent(new PopStateEvent('popstate'))`)
      await expect(page).toHaveURL(new RegExp(pages[key].path))
      await traffic.settled()
      expect(traffic.of(/^\/assets\//), `${key}\n${traffic.report()}`).toBeLessThanOrEqual(40 * KB)
    }
  })
}
