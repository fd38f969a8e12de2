import type { Browser, Request } from '@playwright/test'
import { showRows } from '#/api/desk/showcase.texts.ts'
import { type PageKey, pages } from '#/api/pages.ts'
import { pagesOf } from '#/e2e/desk.ts'
import { signIn } from '#/e2e/people.ts'
import { expect, test } from '#/e2e/test.ts'
import { countTraffic } from '#/e2e/traffic.ts'

// What a page costs over the wire, compressed. Bytes do not depend on the machine: these are tests; times are in bench/.

const KB = 1000

test('the sign-in page is usable for at most 110 kB, and only then fetches the application', async ({ page }) => {
  await page.route(/\/assets\/frame-/, (route) => route.abort())
  const traffic = await countTraffic(page)
  const application = page.waitForRequest(/\/assets\/frame-/)
  await page.goto('/login')
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeEnabled()
  await application
  expect(traffic.of(/^\/(login|assets|mark|api)/), traffic.report()).toBeLessThanOrEqual(110 * KB)
})

test('what a page shows is asked for before the code that shows it has arrived', async ({ browser }) => {
  const page = await signIn(browser, 'platform')
  await page.route(/\/assets\/(entry|frame)-[^/]+\.js$/, (route) => route.abort())
  const asked = ['user/info', 'payments/list'].map((operation) => page.waitForRequest(`**/api/${operation}`))
  await page.goto(pages.zfPtListpt.path)
  await Promise.all(asked)
})

for (const path of ['/Registermsg', '/Registermsgdw', '/Uploadapp?ticket=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', '/Clause']) {
  test(`${path.split('?')[0]} is usable for at most 120 kB, on a phone and a bad line`, async ({ page }) => {
    const traffic = await countTraffic(page)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await traffic.settled()
    expect(traffic.bytes(), traffic.report()).toBeLessThanOrEqual(120 * KB)
  })
}

/** What each page may cost in all, opened in a browser that knows nothing of the product; other pages 350 kB. */
const budgets: Readonly<Record<string, { readonly bytes: number; readonly requests: number }>> = {
  [pages.dashboard.path]: { bytes: 240 * KB, requests: 25 },
  [pages.zfPtListpt.path]: { bytes: 300 * KB, requests: 25 },
  [pages.userDwList.path]: { bytes: 300 * KB, requests: 25 },
}

/** Opens these addresses one after the other, each from nothing, and says what costs more than it may, or was asked for twice. */
async function costs(browser: Browser, who: string, paths: readonly string[], { hasShowcase = false } = {}): Promise<string[]> {
  const wrong: string[] = []
  const page = await signIn(browser, who, { hasShowcase })
  const cleaner = await page.context().newCDPSession(page)
  // What others do meanwhile makes a page look again: here nobody is heard.
  await page.route('**/api/live', (route) => route.fulfill({ status: 204 }))
  const traffic = await countTraffic(page)
  // What the page before still asks for is not the next one's.
  await traffic.settled()
  for (const path of paths) {
    const asked: string[] = []
    const note = (request: Request) => {
      if (request.method() === 'POST' && !request.url().endsWith('/user/info'))
        asked.push(`${new URL(request.url()).pathname} ${(request.postData() ?? '').replaceAll(/-{4,}\S+/g, '')}`)
    }
    await cleaner.send('Network.clearBrowserCache')
    await page.goto('about:blank')
    traffic.reset()
    page.on('request', note)
    await page.goto(path)
    await traffic.settled()
    page.off('request', note)
    if (new URL(page.url()).pathname !== path) continue
    const { bytes, requests } = budgets[path] ?? { bytes: 350 * KB, requests: 40 }
    if (traffic.bytes() > bytes || traffic.requests() > requests)
      wrong.push(`${path}: ${traffic.bytes()} of ${bytes} bytes, ${traffic.requests()} of ${requests} requests\n${traffic.report()}`)
    const twice = asked.filter((each, at) => asked.indexOf(each) !== at)
    if (twice.length > 0) wrong.push(`${path} asks again: ${twice.join(', ')}`)
  }
  return wrong
}

for (const who of ['platform', 'maker']) {
  test(`every page that ${who} opens costs at most its budget, from nothing, and asks for nothing twice`, async ({ browser }) => {
    test.setTimeout(300_000)
    const measured = who === 'platform' ? [] : await pagesOf('platform')
    const keys = (await pagesOf(who)).filter((each) => each === 'dashboard' || !measured.includes(each))
    const paths = keys.map((each) => pages[each].path).filter((path) => !path.includes(':'))
    // Most of the time is spent waiting for silence: two browsers wait at once.
    const lanes = [0, 1].map((lane) => paths.filter((_, at) => at % 2 === lane))
    expect((await Promise.all(lanes.map((lane) => costs(browser, who, lane)))).flat()).toEqual([])
  })
}

test('no page of the showcase costs more than a page of the product may', async ({ browser }) => {
  const { tinymce, markdown, jsonEditor, chartMix, dragKanban, exampleCreate, exampleList, uploadExcel, zip, pdf } = showRows
  const heaviest = [tinymce, markdown, jsonEditor, chartMix, dragKanban, exampleCreate, exampleList, uploadExcel, zip, pdf]
  expect(
    await costs(
      browser,
      'platform',
      heaviest.map(({ path }) => path),
      { hasShowcase: true },
    ),
  ).toEqual([])
})

const visits: readonly { readonly who: string; readonly keys: readonly PageKey[] }[] = [
  { who: 'maker', keys: ['zfPtList', 'zfpzList', 'yufukuan', 'message'] },
  { who: 'centre', keys: ['zfPtListpt', 'datacheck'] },
]

for (const { who, keys } of visits) {
  test(`a further page costs ${who} at most 40 kB of code`, async ({ browser }) => {
    const page = await signIn(browser, who, { mode: 2 })
    const traffic = await countTraffic(page)
    await traffic.settled()
    traffic.reset()
    // What lists share comes with the first of them, and is counted there alone.
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
