import { pageKeys, pages } from '#/api/pages.ts'
import { pagesOf } from '#/e2e/desk.ts'
import { savePicture, signIn } from '#/e2e/people.ts'
import { expectFits, expectReadable, waitUntilSettled } from '#/e2e/readable.ts'
import { expect, test } from '#/e2e/test.ts'
import { ignoreLiveChanges, notePolicyViolations, noteRepeatedCalls } from '#/e2e/traffic.ts'

// Opens every page of the menu on a phone, a small and a large screen, with an account that can open it. Blank or too
// wide pages, repeated calls, serious axe findings and policy violations fail the test. Colours do not depend on the
// width, so dark mode is tested on the large screen only.

const widths = [
  { width: 1280, height: 800, scheme: 'light' },
  { width: 390, height: 844, scheme: 'light' },
  { width: 1920, height: 1080, scheme: 'dark' },
] as const
const [desk] = widths

const tabs = ['todo', 'messages', 'tasks'].map((tab) => `${pages.message.path}?tab=${tab}`)

/**
 * The first account with access opens each page. Every account opens the dashboard. `inside` lists content within
 * pages. An account with many pages divides them into `parts`, because a test has a time limit.
 */
const accountVisits: readonly { readonly who: string; readonly inside: readonly string[]; readonly parts?: number }[] = [
  { who: 'maker', inside: tabs },
  { who: 'operator', inside: tabs },
  { who: 'partner', inside: tabs },
  { who: 'unit1', inside: [] },
  { who: 'unit2', inside: [] },
  { who: 'auditor', inside: [] },
  { who: 'centre', inside: [`${pages.userYzPtList.path}?open=1001`, ...tabs], parts: 2 },
  {
    who: 'platform',
    parts: 4,
    inside: [
      ...tabs,
      `${pages.userDwList.path}?open=1`,
      `${pages.userDwList.path}?keyword=没有这家`,
      `${pages.partnerList.path}?open=1`,
      `${pages.userMsList.path}?open=2&pane=channels`,
      `${pages.employeeList.path}?open=17&pane=performance`,
      `${pages.EditRose.path}?open=4`,
      `${pages.EditRose.path}?open=4&pane=members`,
      `${pages.EditRose.path}?open=0`,
      `${pages.EditRoseval.path}?open=zfpzList`,
      `${pages.syslog.path}?pane=signIns`,
      pages.index.path,
    ],
  },
]

const menuOf = async (who: string) => (await pagesOf(who)).filter((key) => pages[key].menu !== null)

async function placesOf(who: string): Promise<string[]> {
  const visitIndex = accountVisits.findIndex((look) => look.who === who)
  const earlier = (await Promise.all(accountVisits.slice(0, visitIndex).map((look) => menuOf(look.who)))).flat()
  const newKeys = (await menuOf(who)).filter((key) => key === 'dashboard' || !earlier.includes(key))
  return [...newKeys.map((key) => pages[key].path), ...(accountVisits[visitIndex]?.inside ?? [])]
}

test.describe.configure({ mode: 'parallel' })

for (const { who, parts = 1 } of accountVisits)
  for (let part = 1; part <= parts; part += 1)
    test(`pages of ${who} are readable at three widths and in dark mode (${part} of ${parts})`, async ({ browser }) => {
      test.setTimeout(300_000)
      const places = (await placesOf(who)).filter((_, at) => at % parts === part - 1)
      const page = await signIn(browser, who, { mode: 2 })
      await ignoreLiveChanges(page)
      const repeatedCalls = noteRepeatedCalls(page)
      const violations = await notePolicyViolations(page)
      for (const pagePath of places) {
        await page.setViewportSize(desk)
        // Calls of the previous page must not count for this one.
        await page.goto('about:blank')
        repeatedCalls()
        await page.goto(pagePath)
        await expect(page.getByRole('heading', { level: 1 }).filter({ visible: true }).first(), pagePath).toBeVisible()
        if (pagePath.includes('open=')) await expect(page.locator('.k-drawer').first(), pagePath).toBeVisible()
        // This check precedes axe, because axe can take longer than the page's polling interval on a busy machine.
        await waitUntilSettled(page)
        expect(repeatedCalls(), `${pagePath} asks again`).toEqual([])
        expect(violations(), `${pagePath} breaks the content policy`).toEqual([])
        for (const { scheme, ...size } of widths) {
          await page.setViewportSize(size)
          await expectReadable(page, `${pagePath}, ${size.width} wide`, scheme)
          await expectFits(page, `${pagePath}, ${size.width} wide`)
        }
      }
      await page.setViewportSize(desk)
      await page.goto(pages.dashboard.path)
      await expectReadable(page, pages.dashboard.path)
      if (part === 1) await savePicture(page, `page-${who}`)
    })

test('these tests cover every page of the menu', async () => {
  const coveredKeys = (await Promise.all(accountVisits.map(({ who }) => menuOf(who)))).flat()
  expect(pageKeys.filter((key) => pages[key].menu !== null && !coveredKeys.includes(key))).toEqual([])
})

interface TableMeasurement {
  readonly table: string
  readonly broken: readonly string[]
  readonly hidden: readonly string[]
  readonly heights: readonly number[]
}

/**
 * Returns table headings with a word broken over two lines, texts that exceed their cell, and the heights of rows. The
 * texts are headings, actions and tags.
 */
const tableMeasureScript = `[...document.querySelectorAll('.k-table')].filter((table) => table.offsetParent).map((table) => {
  const broken = []
  for (const head of table.tHead.rows[0].cells) {
    const words = document.createTreeWalker(head, NodeFilter.SHOW_TEXT)
    for (let node = words.nextNode(); node; node = words.nextNode())
      for (const { 0: word, index } of node.data.matchAll(/[^\\s\\u3000-\\u9fff]+/g)) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const isApart = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1
        if (isApart || range.getBoundingClientRect().right > head.getBoundingClientRect().right + 1) broken.push(word)
      }
  }
  const inside = (of, what) => [...table.tBodies[0].querySelectorAll(of)].flatMap((cell) => [...cell.querySelectorAll(what)].map((each) => [cell, each]))
  const whole = [...inside('.k-pin-right', 'button, a'), ...inside('td', '.k-tag')]
  const hidden = whole.filter(([cell, each]) => each.getBoundingClientRect().right > cell.getBoundingClientRect().right + 1 || each.getBoundingClientRect().left < cell.getBoundingClientRect().left - 1)
  return {
    table: table.parentElement.getAttribute('aria-label'),
    broken,
    hidden: hidden.map(([, each]) => each.textContent),
    heights: [...new Set([...table.tBodies[0].rows].map((row) => row.offsetHeight))],
  }
})`

const desktopSize = [
  'trialBalance',
  'accountLedger',
  'EditRose',
  'ordersListms',
  'zfSkList',
  'zfPtListpt',
  'taxListWtdz',
  'PtUserList',
  'userYzList',
  'userDwList',
] as const

test('English and Spanish headings keep words whole and no action or tag is cut', async ({ browser }) => {
  const page = await signIn(browser, 'platform', { mode: 2 })
  for (const language of ['es', 'en']) {
    await page.context().addCookies([{ name: 'language', value: language, domain: '127.0.0.1', path: '/' }])
    for (const key of desktopSize) {
      await page.goto(pages[key].path)
      await expect(page.locator('.k-table tbody tr').first(), key).toBeVisible()
      await waitUntilSettled(page)
      for (const { table, broken, hidden, heights } of await page.evaluate<TableMeasurement[]>(tableMeasureScript))
        expect({ broken, hidden, levels: heights.length }, `${key} ${table} ${language}`).toEqual({ broken: [], hidden: [], levels: 1 })
    }
  }
})
