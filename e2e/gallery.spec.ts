import type { Browser, Page } from '@playwright/test'
import { showcaseRoutes } from '#/api/desk/showcase.texts.ts'
import { languages } from '#/domain/base/text.ts'
import { Album } from '#/e2e/album.ts'
import { boxFont } from '#/e2e/box-font.ts'
import { contextFor, resetSettings, tokenFor } from '#/e2e/people.ts'
import { decodePicture, type Picture, shrinkPicture } from '#/e2e/picture.ts'
import { expect, test } from '#/e2e/test.ts'

// Compares pictures of every component in the gallery with the accepted pictures in e2e/pictures. Texts are boxes, so
// that a picture does not depend on the fonts of the machine.

const { mixin: gallery, theme, i18n } = showcaseRoutes
const themes = ['light', 'dark'] as const
const width = 1000
const css = `
  *, *::before, *::after, *::placeholder {
    font-family: Boxes !important; text-rendering: geometricPrecision !important; caret-color: transparent !important;
    animation: none !important; transition: none !important;
  }
  .s-page:has([data-picture]) > * { width: ${width}px !important; max-width: none !important; }
  .s-demo, .k-watermark { display: none !important; }
`
const fonts = [
  ['100 500', boxFont(false).toString('base64')],
  ['501 900', boxFont(true).toString('base64')],
]
const setUp = `{
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(${JSON.stringify(css)})
  document.adoptedStyleSheets.push(sheet)
  for (const [weight, bytes] of ${JSON.stringify(fonts)})
    document.fonts.add(new FontFace('Boxes', Uint8Array.from(atob(bytes), (each) => each.charCodeAt(0)).buffer, { weight }))
}`

const shown = '.s-page:not(.s-page-hidden) [data-picture]'
const parts = (page: Page) => page.locator(shown)

async function openGallery(browser: Browser): Promise<Page> {
  const page = await (await contextFor(browser, { token: await tokenFor('platform') }, { width: 1440, height: 900 })).newPage()
  await page.addInitScript(setUp)
  await page.goto(gallery.path)
  await expect(parts(page).last()).toBeVisible()
  await steady(page)
  return page
}

interface Place {
  readonly name: string
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

const placesOf = (selector: string) => `[...document.querySelectorAll(${JSON.stringify(selector)})].filter((each) => each.checkVisibility()).map((each) => {
  const { left, top, width, height } = each.getBoundingClientRect()
  return { name: each.dataset.picture ?? '', left: Math.round(left), top: Math.round(top), width: Math.round(width), height: Math.round(height) }
})`

/** Waits until fonts and code are loaded and the layout no longer changes. */
async function steady(page: Page): Promise<void> {
  let before = ''
  await expect
    .poll(
      async () => {
        const now = await page.evaluate<string>(`document.fonts.ready.then(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(() =>
        resolve(document.readyState + document.fonts.check('13px Boxes') + JSON.stringify(${placesOf('[data-picture], [popover], .k-overlay')})), 50))))`)
        const isSame = now === before && now.startsWith('completetrue')
        before = now
        return isSame
      },
      { intervals: [20] },
    )
    .toBe(true)
}

/** Photographs the visible elements of a selector. All of them must fit into the window. */
async function photograph(page: Page, selector: string): Promise<readonly (readonly [Place, Picture])[]> {
  const places = await page.evaluate<readonly Place[]>(placesOf(selector))
  const [x, y] = [Math.min(...places.map(({ left }) => left)), Math.min(...places.map(({ top }) => top))]
  const [right, bottom] = [Math.max(...places.map((each) => each.left + each.width)), Math.max(...places.map((each) => each.top + each.height))]
  const whole = await page.screenshot({ animations: 'disabled', clip: { x, y, width: right - x, height: bottom - y } })
  const cut = ({ left, top, ...size }: Omit<Place, 'name'>) => decodePicture(whole, { left: left - x, top: top - y, ...size })
  return Promise.all(places.map(async ({ name, ...part }) => [{ name, ...part }, await cut(part)] as const))
}

/** Moves each part to a whole pixel, so that the height of one part does not change the smoothing of the next. */
const alignParts = `for (const part of document.querySelectorAll(${JSON.stringify(shown)})) {
  part.style.marginTop = ''
  const { top } = part.getBoundingClientRect()
  part.style.marginTop = Math.ceil(top - 0.01) - top + 'px'
}`

/** Room for the margins that `alignParts` adds, each below one pixel. */
const marginsHeight = 100

/** Makes the window as high as the gallery, so that one picture contains it. */
async function showAll(page: Page): Promise<void> {
  const rest = await page.evaluate<number>(`{ const main = document.scrollingElement; scrollTo(0, 0); main.scrollHeight }`)
  await page.setViewportSize({ width: 1440, height: rest + marginsHeight })
  await steady(page)
  await page.evaluate(alignParts)
}

async function compareParts(page: Page, album: Album, selector: string, suffix = ''): Promise<void> {
  for (const [{ name }, picture] of await photograph(page, selector)) await album.compare(`${name}${suffix}`, picture)
}

/** The forced states of controls (pointer or focus), and the parts that are photographed in each state. */
const forced = {
  hover: { classes: ['hover'], parts: ['buttons'] },
  focus: { classes: ['focus', 'focus-visible', 'focus-within'], parts: ['buttons', 'choices', 'fields-filled'] },
} as const
const controls = ':is(button, input, textarea, [role=tab], .k-affix, .k-many, .k-days-open, .k-segment)'

async function force(page: Page, state: keyof typeof forced): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument', { depth: 0 })
  const { classes, parts: wanted } = forced[state]
  const selector = wanted.map((name) => `[data-picture="${name}"] ${controls}`).join()
  const { nodeIds } = await session.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector })
  await Promise.all(nodeIds.map((nodeId) => session.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: [...classes] })))
  return () => session.detach()
}

for (const scheme of themes)
  test(`each part of the gallery matches its accepted picture in ${scheme} mode`, async ({ browser }, info) => {
    const page = await openGallery(browser)
    const album = new Album(scheme, info)
    await setScheme(page, scheme)
    await showAll(page)
    await compareParts(page, album, shown)
    await page.locator('[data-picture="charts"]').getByText('数据表', { exact: true }).first().click()
    for (const [, picture] of await photograph(page, '[data-picture="charts"] .k-chart-table')) await album.compare('charts table', picture)
    for (const state of ['hover', 'focus'] as const) {
      const release = await force(page, state)
      for (const name of forced[state].parts) await compareParts(page, album, `[data-picture="${name}"]`, ` ${state}`)
      await release()
    }
    expect(album.problems()).toEqual([])
  })

type Opener = (page: Page) => Promise<void>
const press =
  (name: string): Opener =>
  async (page) =>
    page.getByRole('button', { name, exact: true }).filter({ visible: true }).click()
const pressIn =
  (part: string, selector: string): Opener =>
  async (page) =>
    page.locator(`[data-picture="${part}"] ${selector}`).first().click()
const field =
  (label: string): Opener =>
  (page) =>
    page.locator('[data-picture="fields-filled"]').getByLabel(label, { exact: true }).click()

const overlays: Readonly<Record<string, readonly [open: Opener, element: string]>> = {
  dialog: [press('打开对话框'), '.k-dialog'],
  drawer: [press('打开抽屉'), '.k-drawer'],
  reason: [press('冻结批次'), '.k-dialog'],
  confirm: [press('请求确认'), '.k-dialog'],
  menu: [press('打开菜单'), '.k-menu'],
  columns: [pressIn('layers', '[aria-label="列设置"]'), '.k-popup'],
  tour: [press('开始导览'), '.k-tour'],
  tooltip: [(page) => page.getByRole('button', { name: '字段下方的说明' }).hover(), '.k-tooltip'],
  choices: [pressIn('other-fields', '#gallery-choices'), '.k-popup'],
  select: [field('单选'), '.k-options'],
  many: [field('多选'), '.k-options'],
  day: [field('日期'), '.k-calendar'],
  month: [field('月份'), '.k-calendar'],
  moment: [field('时间'), '.k-calendar'],
  period: [pressIn('other-fields', '#gallery-days'), '.k-calendar'],
}

async function setScheme(page: Page, scheme: (typeof themes)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme })
  await expect(page.locator('html[data-dark]')).toHaveCount(scheme === 'dark' ? 1 : 0)
}

test('each overlay matches its accepted pictures in light and dark mode', async ({ browser }, info) => {
  const page = await openGallery(browser)
  const album = new Album('overlays', info)
  for (const [name, [open, selector]] of Object.entries(overlays)) {
    await page.mouse.move(0, 0)
    await open(page)
    await expect(page.locator(selector)).toBeVisible()
    for (const scheme of themes) {
      await setScheme(page, scheme)
      await steady(page)
      for (const [, picture] of await photograph(page, selector)) await album.compare(`${name} ${scheme}`, picture)
    }
    await page.keyboard.press('Escape')
    await expect(page.locator(selector)).toHaveCount(0)
  }
  // The messages disappear after five seconds.
  for (const scheme of themes) {
    await setScheme(page, scheme)
    await press('显示消息')(page)
    for (const [, picture] of await photograph(page, '.k-toasts')) await album.compare(`toasts ${scheme}`, picture)
  }
  expect(album.problems()).toEqual([])
})

async function openPath(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', '${path}'), dispatchEvent(new PopStateEvent('popstate'))`)
}

const sizes = ['default', 'medium', 'small', 'mini'] as const
const accentCount = 8

/** Each accent, with each size and language twice. A picture of every combination would only repeat them. */
const choices = Array.from({ length: accentCount }, (_, at) => ({
  accent: (at + 1) % accentCount,
  size: at % sizes.length,
  language: languages[Math.floor(at / 2)] ?? 'zh',
}))

const lastOptions = (page: Page) => page.getByRole('radiogroup').filter({ visible: true }).last().getByRole('radio')

async function choose(page: Page, { accent, size, language }: (typeof choices)[number]): Promise<void> {
  await openPath(page, theme.path)
  await page.locator('.x-accents input').nth(accent).check({ force: true })
  await lastOptions(page).nth(size).check({ force: true })
  await openPath(page, i18n.path)
  await lastOptions(page).nth(languages.indexOf(language)).check({ force: true })
}

/** Photographs the whole gallery, as squares of average colours. */
async function shrunkGallery(page: Page): Promise<Picture> {
  await showAll(page)
  const [first] = await photograph(page, `:has(> ${shown})`)
  if (!first) throw new Error('the gallery has no parts')
  return shrinkPicture(first[1], 32)
}

test('the gallery matches its accepted pictures in each size, accent, language and colour mode', async ({ browser }, info) => {
  test.setTimeout(300_000)
  const page = await openGallery(browser)
  const album = new Album('choices', info)
  try {
    for (const choice of choices) {
      await choose(page, choice)
      await openPath(page, gallery.path)
      await expect(parts(page).last()).toBeVisible()
      await album.compare(`accent ${choice.accent}, ${sizes[choice.size]}, ${choice.language}`, await shrunkGallery(page), 'shrunk')
    }
    for (const mode of ['grey', 'safe']) {
      await page.evaluate(`localStorage.setItem('setting.colours', '"${mode}"')`)
      await page.reload()
      await expect(page.locator(`html[data-colours="${mode}"]`)).toHaveCount(1)
      await expect(parts(page).last()).toBeVisible()
      await album.compare(`colours ${mode}`, await shrunkGallery(page), 'shrunk')
    }
  } finally {
    await resetSettings('platform')
  }
  expect(album.problems()).toEqual([])
})
