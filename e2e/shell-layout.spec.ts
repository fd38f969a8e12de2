import type { Page } from '@playwright/test'
import { demoPassword } from '#/demo/accounts.ts'
import { base, resetSettings, signIn } from '#/e2e/people.ts'
import { expect, test } from '#/e2e/test.ts'

// The layout around the pages: specification §2 “Layout”, §4 “Sidebar and device”, §9. A title with a section number
// (§) states a sentence of the specification.

const readCookie = async (page: Page, name: string) => (await page.context().cookies()).find((each) => each.name === name)?.value
const boundingBoxOf = async (page: Page, selector: string) => page.locator(selector).first().boundingBox()
const toast = (page: Page, text: string | RegExp) => page.locator('.k-toast').filter({ hasText: text })
/** Chooses from the context menu of a tag. Retries, because a closing menu can receive the first click. */
async function chooseTagAction(page: Page, title: string, item: string) {
  const chosenItem = page.locator('.k-menu').getByRole('menuitem', { name: item, exact: true })
  await expect(async () => {
    await page.keyboard.press('Escape')
    await tags(page).getByRole('link', { name: title }).click({ button: 'right' })
    await chosenItem.last().click({ timeout: 1500 })
  }).toPass({ timeout: 20_000 })
}

// Settings follow a user to the browser of the next test.
test.afterEach(() => resetSettings('maker'))

const tags = (page: Page) => page.getByRole('navigation', { name: '已打开的页面' })

test('the sidebar is 210 px wide with a logo, and a cookie keeps it open (1) or closed (0) (§9)', async ({ browser }) => {
  const page = await signIn(browser, 'maker')
  await expect(page.getByTestId('sidebar').getByText('云创客平台')).toBeVisible()
  expect((await boundingBoxOf(page, '[data-testid=sidebar]'))?.width).toBe(210)
  await page.getByRole('button', { name: '展开或收起菜单' }).click()
  await expect.poll(() => readCookie(page, 'sidebarStatus')).toBe('0')
  await page.reload()
  await expect.poll(async () => (await boundingBoxOf(page, '[data-testid=sidebar]'))?.width).toBeLessThan(100)
  await page.getByRole('button', { name: '展开或收起菜单' }).click()
  await expect.poll(() => readCookie(page, 'sidebarStatus')).toBe('1')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: '展开或收起菜单' }).click()
  await expect.poll(async () => (await boundingBoxOf(page, '.s-drawer-menu'))?.width).toBe(210)
})

test('the header shows the brand title when no sidebar shows it (§1)', async ({ browser }) => {
  const page = await signIn(browser, 'maker')
  const brand = page.locator('.s-bar-brand')
  await expect(page.getByTestId('sidebar').getByText('云创客平台')).toBeVisible()
  await expect(brand).toHaveCount(0)
  await page.getByRole('button', { name: '展开或收起菜单' }).click()
  await expect(brand).toHaveText('云创客平台')
  await page.getByRole('button', { name: '展开或收起菜单' }).click()
  await page.evaluate(`localStorage.setItem('setting.sidebarLogo', 'false')`)
  await page.reload()
  await expect(brand).toHaveText('云创客平台')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(brand).toBeVisible()
  // The drawer follows the logo setting.
  await page.getByRole('button', { name: '展开或收起菜单' }).click()
  await expect(page.locator('.s-drawer-menu .s-brand')).toHaveCount(0)
})

test('on a phone, breadcrumb, fullscreen and size are in the overflow menu (§2)', async ({ browser }) => {
  const page = await signIn(browser, 'maker', { width: 390, height: 844, at: '/zf/zfPtList' })
  await page.getByRole('button', { name: '更多' }).click()
  const menu = page.locator('.k-menu')
  await expect(menu.getByText('平台经营者业务')).toBeVisible()
  await expect(menu.getByRole('menuitem', { name: '全屏' })).toBeVisible()
  await menu.getByRole('menuitem', { name: /^小$|^Small$/ }).click()
  await expect.poll(() => readCookie(page, 'size')).toBe('small')
})

test('refreshing a tag goes through /redirect/{path}, inside the layout (§2)', async ({ browser }) => {
  const page = await signIn(browser, 'maker', { at: '/zf/zfPtList?keyword=12.50' })
  await expect(page.getByRole('heading', { level: 1 }).filter({ visible: true })).toBeVisible()
  // The variable proves that the document was not reloaded.
  await page.evaluate('window.same = 1')
  await chooseTagAction(page, '平台经营者业务', '刷新')
  await expect(page).toHaveURL(/\/zf\/zfPtList\?keyword=12\.50/)
  expect(await page.evaluate('window.same')).toBe(1)
  await page.goto('/redirect/zf/zfPtList?keyword=7')
  await expect(page).toHaveURL(/\/zf\/zfPtList\?keyword=7$/)
})

test('the device is mobile below 992 px, where the sidebar closes on a route change (§4)', async ({ browser }) => {
  const page = await signIn(browser, 'maker', { width: 992, height: 800 })
  await expect(page.getByTestId('sidebar')).toBeVisible()
  await page.setViewportSize({ width: 991, height: 800 })
  await expect(page.getByTestId('sidebar')).toHaveCount(0)
  await expect(tags(page)).toBeVisible()
  await page.getByRole('button', { name: '展开或收起菜单' }).click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('link', { name: '支付凭证' })).toBeVisible()
  await drawer.getByRole('link', { name: '支付凭证' }).click()
  await expect(page).toHaveURL(/zfpzList/)
  await expect(drawer).toBeHidden()
  await page.setViewportSize({ width: 1200, height: 800 })
  await expect(page.getByTestId('sidebar')).toBeVisible()
})

test('the top bar has hamburger, breadcrumb, fullscreen, size, language, search, avatar (§2)', async ({ browser }) => {
  const page = await signIn(browser, 'centre', { at: '/zf/zfpzList' })
  for (const name of ['展开或收起菜单', '全屏', '布局大小', '语言', '全局搜索', /账户菜单/]) await expect(page.getByRole('button', { name })).toBeVisible()
  await expect(page.getByRole('navigation', { name: '当前位置' })).toContainText('支付凭证')
  const accountButton = page.getByRole('button', { name: /账户菜单/ })
  await expect(accountButton.locator('.s-avatar svg')).toBeVisible()
  await expect(accountButton.locator('img')).toHaveCount(0)
  await page.getByRole('button', { name: /账户菜单/ }).click()
  for (const name of ['工作台', '修改登录密码', '修改支付密码', '退出登录']) await expect(page.locator('.k-menu').getByRole('menuitem', { name })).toBeVisible()
  // A user with an avatar address sees that picture instead of the drawing.
  await page.route('**/api/user/info', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), avatar: '/mark.svg' } })
  })
  await page.reload()
  await expect(accountButton.locator('img')).toHaveAttribute('src', '/mark.svg')
  await expect.poll(() => accountButton.locator('img').evaluate((image: { naturalWidth: number }) => image.naturalWidth)).toBeGreaterThan(0)
  await expect(accountButton.locator('.s-avatar')).toHaveCount(0)
})

test('sizes are Default, Medium, Small and Mini, with medium as the default (§2, §9)', async ({ browser }) => {
  const page = await signIn(browser, 'maker', { at: '/zf/zfPtList' })
  const readHeight = async () => (await page.getByRole('button', { name: /重 ?置/ }).boundingBox())?.height ?? 0
  await expect(page.getByRole('button', { name: /重 ?置/ })).toBeVisible()
  await expect.poll(() => readCookie(page, 'size')).toBeUndefined()
  const initialHeight = await readHeight()
  const heights: number[] = []
  for (const name of ['Default', 'Medium', 'Small', 'Mini']) {
    await page.getByRole('button', { name: '布局大小' }).click()
    await page.getByRole('menuitem', { name }).click()
    await expect.poll(() => readCookie(page, 'size')).toBe(name.toLowerCase())
    await expect(page.getByRole('menuitem', { name })).toBeHidden()
    heights.push(await readHeight())
  }
  expect(heights).toEqual([...heights].sort((a, b) => b - a))
  expect(new Set(heights).size).toBe(4)
  expect(initialHeight).toBe(heights[1])
  await page.reload()
  await expect.poll(readHeight).toBe(heights[3])
})

test('the language comes from the cookie, else the browser, else English (§9)', async ({ browser }) => {
  const titleIn = async (locale: string) => {
    const context = await browser.newContext({ locale })
    const page = await context.newPage()
    await page.goto('/login')
    const lang = await page.locator('html').getAttribute('lang')
    await context.close()
    return lang
  }
  expect([await titleIn('ja-JP'), await titleIn('es-MX'), await titleIn('fr-FR')]).toEqual(['ja-JP', 'es-ES', 'en-US'])
  const page = await signIn(browser, 'maker', { at: '/zf/zfPtList' })
  const titles = { English: 'Platform operators’ business', Español: 'Pagos a operadores', 日本語: '事業者への支払い', 中文: '平台经营者业务' }
  const brands = { English: 'Yunchuangke', Español: 'Yunchuangke', 日本語: '雲創客プラットフォーム', 中文: '云创客平台' }
  for (const [name, title] of Object.entries(titles)) {
    await page.getByRole('button', { name: /^(语言|Language|Idioma|言語)$/ }).click()
    await page.getByRole('menuitem', { name }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page).toHaveTitle(new RegExp(title))
    // The server names the brand, so the user info is fetched again.
    await expect(page.locator('.s-brand').first()).toContainText(brands[name as keyof typeof brands])
  }
  await expect(toast(page, 'Switch Language Success')).toBeVisible()
  await expect.poll(() => readCookie(page, 'language')).toBe('zh')
})

test('unsupported fullscreen shows “you browser can not work”, and errors are logged (§8, §9)', async ({ browser }) => {
  const page = await signIn(browser, 'maker')
  await page.addInitScript('Object.defineProperty(Document.prototype, "fullscreenEnabled", { get: () => false })')
  await page.reload()
  await page.getByRole('button', { name: '全屏' }).click()
  await expect(toast(page, 'you browser can not work')).toBeVisible()
  await expect(page.getByRole('button', { name: /错误日志/ })).toHaveCount(0)
  await page.evaluate('setTimeout(() => { throw new Error("nobody caught this") })')
  await page.getByRole('button', { name: '错误日志，1 条' }).click()
  await expect(page.getByRole('dialog', { name: '错误日志' })).toContainText('nobody caught this')
})

test('right-click on a tag offers refresh and closing, but a pinned tag cannot be closed (§2)', async ({ browser }) => {
  const page = await signIn(browser, 'maker', { hasShowcase: false })
  for (const title of ['平台经营者业务', '支付凭证', '预付款管理']) {
    await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: title, exact: true }).click()
    await expect(tags(page).getByRole('link', { name: title })).toBeVisible()
  }
  await expect(tags(page).getByRole('link')).toHaveText(['工作台', '平台经营者业务', '支付凭证', '预付款管理'])
  await expect(page).toHaveURL(/yufukuan/)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.locator('.s-tag-on')).toBeInViewport({ ratio: 0.98 })
  await page.setViewportSize({ width: 1440, height: 900 })
  await tags(page).getByRole('link', { name: '工作台' }).click({ button: 'right' })
  await expect(page.locator('.k-menu').getByRole('menuitem')).toHaveText(['刷新', '关闭其他', '关闭全部'])
  await chooseTagAction(page, '支付凭证', '关闭')
  await expect(tags(page).getByRole('link')).toHaveText(['工作台', '平台经营者业务', '预付款管理'])
  await chooseTagAction(page, '平台经营者业务', '关闭其他')
  await expect(tags(page).getByRole('link')).toHaveText(['工作台', '平台经营者业务'])
  await expect(page).toHaveURL(/zfPtList/)
  await chooseTagAction(page, '平台经营者业务', '关闭全部')
  await expect(tags(page).getByRole('link')).toHaveText(['工作台'])
  await expect(page).toHaveURL(/dashboard/)
})

test('logout closes the tabs, and the next sign-in opens only the requested page (§4)', async ({ browser }) => {
  const page = await signIn(browser, 'maker', { hasShowcase: false })
  for (const title of ['平台经营者业务', '支付凭证']) {
    await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: title, exact: true }).click()
    await expect(tags(page).getByRole('link', { name: title })).toBeVisible()
  }
  await expect(tags(page).getByRole('link')).toHaveText(['工作台', '平台经营者业务', '支付凭证'])
  await page.getByRole('button', { name: /账户菜单/ }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await page.getByLabel('用户名').fill('maker')
  await page.getByLabel('密码', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page).toHaveURL(/\/zf\/zfpzList/)
  await expect(tags(page).getByRole('link')).toHaveText(['工作台', '支付凭证'])
})

test('a tab moves by drag and by keyboard unless it is pinned', async ({ browser }) => {
  const page = await signIn(browser, 'maker', { hasShowcase: false })
  const tag = (title: string) => tags(page).getByRole('link', { name: title, exact: true })
  for (const title of ['平台经营者业务', '支付凭证', '预付款管理']) {
    await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: title, exact: true }).click()
    await expect(tag(title)).toBeVisible()
  }
  await expect(tags(page).getByRole('link')).toHaveText(['工作台', '平台经营者业务', '支付凭证', '预付款管理'])
  await tag('预付款管理').dragTo(tag('平台经营者业务'))
  await expect(tags(page).getByRole('link')).toHaveText(['工作台', '预付款管理', '平台经营者业务', '支付凭证'])
  await tag('支付凭证').focus()
  await page.keyboard.press('Control+Shift+ArrowLeft')
  await expect(tags(page).getByRole('link')).toHaveText(['工作台', '预付款管理', '支付凭证', '平台经营者业务'])
  await expect(tag('支付凭证')).toBeFocused()
  await tag('预付款管理').dragTo(tag('工作台'))
  await page.reload()
  await expect(tags(page).getByRole('link')).toHaveText(['工作台', '预付款管理', '支付凭证', '平台经营者业务'])
})

test('the question mark shows the keyboard shortcuts, except in fields or when switched off', async ({ browser }) => {
  const page = await signIn(browser, 'maker', { hasShowcase: false, at: '/zf/zfPtList' })
  const shortcutSheet = page.getByRole('dialog', { name: '键盘快捷键' })
  await page.getByRole('textbox', { name: '关键词' }).press('?')
  await expect(page.getByRole('textbox', { name: '关键词' })).toHaveValue('?')
  await page.getByRole('textbox', { name: '关键词' }).fill('')
  await page.getByRole('button', { name: '界面设置' }).focus()
  await page.keyboard.press('?')
  await expect(shortcutSheet.getByText('全局搜索')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(shortcutSheet).toHaveCount(0)
  await page.keyboard.press('Enter')
  await page.getByRole('switch', { name: '按 ? 显示键盘快捷键' }).click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a page keeps its input during a visit to another page, whose tag closes by middle click', async ({ browser }) => {
  const page = await signIn(browser, 'maker', { hasShowcase: false })
  const menu = page.getByRole('navigation', { name: '主菜单' })
  await menu.getByRole('link', { name: '平台经营者业务' }).click()
  await expect(page).toHaveURL(/zfPtList/)
  await page.getByRole('textbox', { name: '关键词' }).fill('half a thought')
  await menu.getByRole('link', { name: '支付凭证' }).click()
  await expect(page).toHaveURL(/zfpzList/)
  await expect(tags(page).getByRole('link')).toHaveText(['工作台', '平台经营者业务', '支付凭证'])
  await tags(page).getByRole('link', { name: '平台经营者业务' }).click()
  await expect(page.getByRole('textbox', { name: '关键词' }).filter({ visible: true })).toHaveValue('half a thought')
  await tags(page).getByRole('link', { name: '支付凭证' }).click({ button: 'middle' })
  await expect(tags(page).getByRole('link')).toHaveText(['工作台', '平台经营者业务'])
})

test('the settings drawer offers theme, tags, header, logo and pinyin search (§2, §9)', async ({ browser }) => {
  const page = await signIn(browser, 'maker')
  const foreignUrls: string[] = []
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(base)) foreignUrls.push(request.url())
  })
  await page.getByRole('button', { name: '界面设置' }).click()
  const drawer = page.getByRole('dialog', { name: '界面设置' })
  const colours = drawer.getByRole('radiogroup', { name: '主题色' }).getByRole('radio')
  await expect(colours).toHaveCount(8)
  await expect(colours.first()).toHaveAttribute('aria-label', '#1890ff')
  await expect(colours.first()).toBeChecked()
  for (const [name, isOn] of [
    ['显示标签栏', true],
    ['固定顶栏', false],
    ['显示侧栏标识', true],
    ['菜单支持拼音搜索', true],
    ['按 ? 显示键盘快捷键', true],
  ] as const)
    await expect(drawer.getByRole('switch', { name })).toHaveAttribute('aria-checked', String(isOn))
  await drawer.getByRole('switch', { name: '显示标签栏' }).click()
  await expect(tags(page)).toHaveCount(0)
  await drawer.getByRole('switch', { name: '显示侧栏标识' }).click()
  await expect(page.getByTestId('sidebar').getByText('云创客平台')).toHaveCount(0)
  await drawer.getByRole('radio', { name: '#11a983' }).click()
  await expect(drawer.getByRole('radio', { name: '#11a983' })).toBeChecked()
  await page.reload()
  await expect(tags(page)).toHaveCount(0)
  await page.context().addCookies([{ name: 'language', value: 'en', url: base }])
  await page.reload()
  await page.getByRole('button', { name: 'Appearance' }).click()
  await expect(page.getByRole('radio', { name: '#11a983' })).toBeChecked()
  await expect(page.getByRole('switch', { name: /inyin/ })).toHaveCount(0)
  expect(foreignUrls).toEqual([])
})

test('menu search finds permitted pages by misspelt path or pinyin and works by keyboard (§2)', async ({ browser }) => {
  const page = await signIn(browser, 'maker')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: '全局搜索' })
  await expect(field).toBeFocused()
  await field.fill('yufukaun')
  await expect(page.getByRole('option').first()).toContainText('预付款管理')
  await field.fill('zhifupingzheng')
  await expect(page.getByRole('option').first()).toContainText('支付凭证')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/zfpzList/)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: '全局搜索' }).fill('业务管理')
  await expect(page.getByRole('option', { name: '/zf/zfPtListpt' })).toHaveCount(0)
})

test('pages of centre staff name the current centre and mode', async ({ browser }) => {
  const page = await signIn(browser, 'centre', { mode: 2 })
  for (const path of ['/dashboard', '/zf/zfPtListpt', '/imprest/yufukuan']) {
    await page.goto(path)
    await expect(page.getByRole('group', { name: '结算模式' }).getByRole('button', { pressed: true })).toContainText('总包分包')
    await expect(page.getByTitle('切换运营中心与结算模式')).toContainText('运营中心')
  }
})

test('an open page offers a new version after a deployment', async ({ browser }) => {
  const page = await signIn(browser, 'maker')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.route(`${base}/`, (route) => route.fulfill({ contentType: 'text/html', body: '<script type="module" src="/assets/index-another1.js"></script>' }))
  await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))')
  await expect(page.getByText('系统已更新，请刷新页面以加载新版本')).toBeVisible()
  await page.unroute(`${base}/`)
  await page.getByRole('button', { name: '刷新页面' }).click()
  await expect(page.getByText('系统已更新，请刷新页面以加载新版本')).toHaveCount(0)
})
