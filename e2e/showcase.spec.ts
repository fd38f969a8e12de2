import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import readExcelFile from 'read-excel-file/node'
import { type ShowcaseRoute, showcaseGroups, showcaseRoutes, showcaseTitle } from '#/api/desk/showcase.texts.ts'
import { type Language, languages } from '#/domain/base/text.ts'
import { visibleText } from '#/e2e/desk.ts'
import { signIn } from '#/e2e/people.ts'
import { expectFits, expectReadable } from '#/e2e/readable.ts'
import { expect, test } from '#/e2e/test.ts'

const rows: readonly ShowcaseRoute[] = Object.values(showcaseRoutes)
const names: Readonly<Record<Language, string>> = { zh: '中文', en: 'English', es: 'Español', ja: '日本語' }
const addressOf = ({ path }: ShowcaseRoute) => path.replace(':id', '7')

async function openPath(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', '${path}'), dispatchEvent(new PopStateEvent('popstate'))`)
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).filter({ visible: true })
const role = (page: Page, name: string) => page.getByRole('radiogroup', { name: '演示角色' }).filter({ visible: true }).getByText(name, { exact: true })

/** Opens a page and waits for its heading. Until then the previous page is still clickable. */
async function openRoute(page: Page, row: ShowcaseRoute, spoken: Language = 'zh'): Promise<void> {
  await openPath(page, addressOf(row))
  await expect(heading(page, row.title[spoken]), row.path).toBeVisible()
}

/** The window width and colour scheme of the axe check, by language. */
const appearances: Readonly<Partial<Record<Language, { readonly width: number; readonly scheme: 'light' | 'dark' }>>> = {
  zh: { width: 1280, scheme: 'light' },
  es: { width: 390, scheme: 'dark' },
}

test('all 45 routes of the template open without errors in four languages', async ({ browser }) => {
  test.setTimeout(300_000)
  const page = await signIn(browser, 'platform')
  const consoleErrors: string[] = []
  page.on('console', (message) => message.type() === 'error' && consoleErrors.push(message.text()))
  page.on('pageerror', (error) => consoleErrors.push(String(error)))
  for (const spoken of languages) {
    await openPath(page, showcaseRoutes.i18n.path)
    await page.getByText(names[spoken], { exact: true }).filter({ visible: true }).click()
    const appearance = appearances[spoken]
    if (appearance) await page.setViewportSize({ width: appearance.width, height: 900 })
    for (const row of rows) {
      await openRoute(page, row, spoken)
      if (!appearance) continue
      // Visited pages stay mounted but hidden.
      await expectReadable(page, `${row.path}, ${appearance.width} wide`, appearance.scheme, '.s-page:not(.s-page-hidden)')
      await expectFits(page, `${row.path}, ${appearance.width} wide`)
    }
  }
  expect(consoleErrors).toEqual([])
  await expect(page.locator('.k-toast-error')).toHaveCount(0)
  expect(await page.locator('main .k-state[role=alert]:not([data-picture] *)').count()).toBe(0)
})

test('the showcase is last in the menu and found by search, and its documentation tag is pinned', async ({ browser }) => {
  const page = await signIn(browser, 'maker')
  const menu = page.getByTestId('sidebar')
  await expect(menu.locator('nav > ul > li').last()).toHaveText(showcaseTitle.zh)
  await menu.getByRole('button', { name: showcaseTitle.zh }).click()
  await menu.getByRole('button', { name: showcaseGroups.nested.zh }).click()
  await menu.getByRole('button', { name: showcaseGroups.menu1.zh, exact: true }).click()
  await menu.getByRole('link', { name: showcaseRoutes.nested11.title.zh, exact: true }).click()
  await expect(page.getByRole('navigation', { name: '当前位置' }).getByRole('listitem')).toHaveText(['工作台', '组件展示', '多级路由', '菜单 1', '菜单 1-1'])
  await expect(menu.getByText(showcaseGroups.permission.zh, { exact: true })).toBeVisible()
  const tags = page.getByRole('navigation', { name: '已打开的页面' })
  await expect(tags.getByRole('link', { name: showcaseRoutes.documentation.title.zh })).toBeVisible()
  await expect(tags.getByRole('button', { name: new RegExp(showcaseRoutes.documentation.title.zh) })).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('drag-kanban')
  await page.getByRole('option', { name: /看板/ }).click()
  await expect(heading(page, showcaseRoutes.dragKanban.title.zh)).toBeVisible()
  const card = page.getByRole('button', { name: 'Mission 2', exact: true })
  await card.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('region', { name: '进行中' }).getByRole('button')).toHaveText(['Mission 2', 'Mission 5', 'Mission 6', 'Mission 7'].toSorted())
  await openPath(page, '/example/edit/abc')
  await expect(page).toHaveURL(/\/404$/)
})

test('roles hide pages of the showcase, and selected rows export to a workbook', async ({ browser }) => {
  const page = await signIn(browser, 'platform', { at: showcaseRoutes.permissionPage.path })
  await page.getByRole('button', { name: /60204/ }).click()
  await expect(visibleText(page, '账号或密码不正确')).toBeVisible()
  await role(page, '编辑').click()
  await expect(visibleText(page, '“编辑”看不到此页，请切换演示角色')).toBeVisible()
  const menu = page.getByTestId('sidebar')
  await expect(menu.getByRole('link', { name: showcaseRoutes.permissionRole.title.zh })).toHaveCount(0)
  await role(page, '访客').click()
  await expect(menu.getByRole('button', { name: showcaseTitle.zh })).toHaveCount(0)
  await role(page, '管理员').click()
  await expect(page.getByRole('button', { name: /60204/ })).toBeVisible()
  await openRoute(page, showcaseRoutes.exportSelected)
  for (const id of ['2', '4']) await page.getByRole('checkbox', { name: id, exact: true }).filter({ visible: true }).check()
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '导出', exact: true }).filter({ visible: true }).click()])
  const [sheet] = await readExcelFile(await file.path())
  expect(sheet?.data.map((row) => String(row[0]))).toEqual(['编号', '2', '4'])
  await openRoute(page, showcaseRoutes.exportMerged)
  const [merged] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '导出', exact: true }).filter({ visible: true }).click()])
  const [book] = await readExcelFile(await merged.path())
  expect(book?.data.slice(0, 2)).toEqual([
    ['编号', '文章', null, '数据', null],
    [null, '标题', '作者', '阅读量', '时间'],
  ])
})

test('without the setting the showcase leads to 404 and loads no code', async ({ browser }) => {
  const page = await signIn(browser, 'unit1')
  // The page of the sign-in has the showcase and may still be loading its texts.
  await page.goto('about:blank')
  await page.route('**/api/user/info', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), showcase: false } })
  })
  const dist = join(import.meta.dirname, '../web/dist')
  const showcaseScripts = globSync('assets/*.js', { cwd: dist }).filter((file) =>
    /components\/drag-kanban|vue-element-admin/.test(readFileSync(join(dist, file), 'utf8')),
  )
  expect(showcaseScripts.length).toBeGreaterThan(1)
  const fetchedUrls: string[] = []
  page.on('request', (request) => fetchedUrls.push(new URL(request.url()).pathname.slice(1)))
  await page.goto(showcaseRoutes.tinymce.path)
  await expect(page).toHaveURL(/\/404$/)
  await page.goto('/dashboard')
  await expect(page.getByTestId('sidebar').getByRole('link').first()).toBeVisible()
  await expect(page.getByTestId('sidebar').getByText(showcaseTitle.zh)).toHaveCount(0)
  expect(fetchedUrls.filter((path) => showcaseScripts.includes(path))).toEqual([])
  // A page's document names all code that loads with the page.
  const documents = globSync(['index.html', 'page/**/*.html'], { cwd: dist }).map((name) => [name, readFileSync(join(dist, name), 'utf8')] as const)
  expect(documents.filter(([, html]) => showcaseScripts.some((file) => html.includes(file))).map(([name]) => name)).toEqual([])
})
