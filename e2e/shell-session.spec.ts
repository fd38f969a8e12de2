import type { Page } from '@playwright/test'
import { demoPassword } from '#/demo/accounts.ts'
import { batchAt } from '#/e2e/desk.ts'
import { base, signIn } from '#/e2e/people.ts'
import { expect, test } from '#/e2e/test.ts'

// Specification §3, §4 and §8: session, route guard and error messages. A title with a section number (§) states a
// sentence of the specification.

async function fillLogin(page: Page, username: string, password: string) {
  await page.getByLabel('用户名').fill(username)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

const storedValue = (page: Page, key: string) => page.evaluate<string | null>(`localStorage.getItem('${key}')`)
const toast = (page: Page, text: string | RegExp) => page.locator('.k-toast').filter({ hasText: text })

test.beforeEach(async ({ context }) => {
  await context.addCookies([{ name: 'language', value: 'zh', url: base }])
})

test('with a token, visiting /login leads to /dashboard (§4)', async ({ browser }) => {
  const page = await signIn(browser, 'maker')
  await page.goto('/login')
  await expect(page).toHaveURL(/\/dashboard$/)
})

// Public routes of specification §2, with the titles of their pages. The portal has its own test.
const publicTitlesOf: Readonly<Record<string, string>> = {
  '/login': '登录',
  '/Forget': '忘记密码',
  '/Reset': '重置密码',
  '/Uploadapp': 'APP下载与手机补传',
  '/Registermsg': '经营者注册',
  '/EditRegistermsg': '经营者资料补正',
  '/Registermsgdw': '单位注册',
  '/EditRegistermsgdw': '单位资料补正',
  '/EnRegistermsg': '境外人士注册',
  '/Registermsgcom': '合作伙伴入驻',
  '/EditRegistermsgcom': '合作伙伴资料补正',
  '/Clause': '服务条款与隐私政策',
  '/401': '您没有访问该页面的权限',
  '/404': '页面不存在',
}

test('unknown paths redirect to /404, and only public paths proceed without a token (§2, §4)', async ({ page, browser }) => {
  for (const [path, title] of Object.entries(publicTitlesOf)) {
    await page.goto(path)
    await expect(page).toHaveTitle(new RegExp(title))
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await expect(page).toHaveURL(base + path)
  }
  expect(await storedValue(page, 'token')).toBeNull()
  await page.goto('/')
  await expect(page).toHaveURL(`${base}/login?redirect=%2F`)
  await page.goto('/profile/message?tab=tasks')
  await expect(page).toHaveURL(`${base}/login?redirect=${encodeURIComponent('/profile/message?tab=tasks')}`)
  await page.goto('/404')
  await expect(page.getByRole('heading', { name: '页面不存在' })).toBeVisible()
  const signedInPage = await signIn(browser, 'maker')
  await signedInPage.goto('/nowhere/at/all')
  await expect(signedInPage).toHaveURL(/\/404$/)
  for (const [group, first] of [
    ['/zf', '/zf/zfPtList'],
    ['/profile', '/profile/index'],
  ] as const) {
    await signedInPage.goto(group)
    await expect(signedInPage).toHaveURL(base + first)
  }
})

test('a page has one path: other letters are unknown, and a slash at the end is removed', async ({ browser }) => {
  const page = await signIn(browser, 'maker')
  for (const path of ['/System/SysLog', '/Zf/zfPtList']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/404$/)
  }
  await page.goto('/dashboard/?from=mail')
  await expect(page).toHaveURL(`${base}/dashboard?from=mail`)
  await expect(page.locator('.s-tags').getByText('工作台', { exact: true })).toHaveCount(1)
  await page.goto('/%73ystem/syslog')
  await expect(page).toHaveURL(`${base}/system/syslog`)
  await expect(page.getByText('您没有访问该页面的权限')).toBeVisible()
})

test('the username is trimmed and white space is stripped from the password (§5)', async ({ page }) => {
  const loginRequest = page.waitForRequest(/\/api\/user\/login/)
  await page.goto('/login')
  await fillLogin(page, '  maker ', ` ${demoPassword.slice(0, 4)} ${demoPassword.slice(4)} `)
  const request = await loginRequest
  expect(request.url()).toBe(`${base}/api/user/login`)
  expect(request.postData()).toContain(`name="username"\r\n\r\nmaker\r\n`)
  expect(request.postData()).toContain(`name="password"\r\n\r\n${demoPassword}\r\n`)
  await expect(page).toHaveURL(/\/dashboard/)
  expect(await storedValue(page, 'token')).toBeTruthy()
})

test('calls with a token send X-Token and by default NsType 1 and yycenterid 2 (§7)', async ({ browser }) => {
  const page = await signIn(browser, 'maker')
  const [called, listed] = [page.waitForRequest(/\/api\/user\/info/), page.waitForRequest(/\/api\/news\/feed/)]
  await page.reload()
  const info = await called
  // The user info call has no body (§7).
  expect(info.postData()).toBeNull()
  expect(info.headers()['content-type']).toBeUndefined()
  const request = await listed
  const headers = request.headers()
  expect(headers['x-token']).toBe(await storedValue(page, 'token'))
  expect([headers.nstype, headers.yycenterid]).toEqual(['1', '2'])
  expect(headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
  expect(request.method()).toBe('POST')
})

test('if the user info fails, the token is cleared and the user goes to /login (§4)', async ({ browser }) => {
  const page = await signIn(browser, 'maker')
  await page.route(/\/api\/user\/info/, (route) => route.fulfill({ json: { code: 0, message: '' } }))
  await page.goto('/zf/zfPtList')
  await expect(page).toHaveURL(/\/login\?redirect=%2Fzf%2FzfPtList/)
  await expect(page.getByText('Error', { exact: true })).toBeVisible()
  expect(await storedValue(page, 'token')).toBeNull()
  // If the route guard finds an ended session, the sign-in page reports it, because no other page is open yet.
  await page.unroute(/\/api\/user\/info/)
  await page.evaluate(`localStorage.setItem('token', 'ended')`)
  await page.goto('/zf/zfPtList')
  await expect(page).toHaveURL(/\/login\?redirect=%2Fzf%2FzfPtList/)
  await expect(page.locator('.k-toast').or(page.getByText(/登录/)).first()).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Confirm logout' })).toHaveCount(0)
  expect(await storedValue(page, 'token')).toBeNull()
})

test('with a token and no roles the user info is fetched, also on /404, /401 and /Forget (§4)', async ({ browser }) => {
  const page = await signIn(browser, 'maker')
  const foreignUrls: string[] = []
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(base)) foreignUrls.push(request.url())
  })
  for (const path of ['/Forget', '/zf/zfPtList', '/404', '/401']) {
    const infoResponse = page.waitForResponse(/\/api\/user\/info/)
    await page.goto(path)
    expect((await infoResponse).status()).toBe(200)
  }
  await expect(page.getByRole('heading').first()).toBeVisible()
  // The sign-in page also clears an expired token.
  await page.evaluate(`localStorage.setItem('token', 'ended')`)
  await page.goto('/404')
  await expect(page).toHaveURL(/\/login\?redirect=%2F404/)
  expect(await storedValue(page, 'token')).toBeNull()
  expect(foreignUrls).toEqual([])
})

test('an empty permission list shows “getInfo: roles must be a non-null array!” (§8)', async ({ browser }) => {
  const page = await signIn(browser, 'maker')
  await page.route(/\/api\/user\/info/, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), data: [] } })
  })
  await page.goto('/dashboard')
  await expect(page.getByText('getInfo: roles must be a non-null array!')).toBeVisible()
  await expect(page).toHaveURL(/\/login/)
})

test('user info without content shows “Verification failed, please Login again.” (§8)', async ({ browser }) => {
  const page = await signIn(browser, 'maker')
  await page.route(/\/api\/user\/info/, (route) => route.fulfill({ json: { code: 1, message: '' } }))
  await page.goto('/dashboard')
  await expect(page.getByText('Verification failed, please Login again.')).toBeVisible()
})

for (const code of [50008, 50012, 50014]) {
  test(`code ${code} offers Re-Login or Cancel once, and Cancel keeps the input (§8)`, async ({ browser }) => {
    const page = await signIn(browser, 'maker', { at: '/zf/zfPtList' })
    await page.getByLabel('关键词').fill('half a thought')
    await page.route(/\/api\/(payments|tasks)\//, (route) => route.fulfill({ json: { code, message: 'session over', error: 'signed_out' } }))
    const listRequestSent = page.waitForRequest((request) => /payments\/list/.test(request.url()) && (request.postData() ?? '').includes('half a thought'))
    await page.getByRole('button', { name: /查 ?询/ }).click()
    await listRequestSent
    const dialog = page.getByRole('dialog', { name: 'Confirm logout' })
    await expect(dialog).toHaveCount(1)
    await expect(dialog).toContainText('You have been logged out, you can cancel to stay on this page, or log in again')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByLabel('关键词')).toHaveValue('half a thought')
    await page.getByRole('button', { name: /查 ?询/ }).click()
    await page.getByRole('button', { name: 'Re-Login' }).click()
    await expect(page).toHaveURL(/\/login\?redirect=/)
    expect(await storedValue(page, 'token')).toBeNull()
  })
}

/** Stops the page's clock before a message appears. From here on, only the test advances it. */
async function pauseClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 400)
}

test('a response whose code is not 1 and a transport error show a message for 5000 ms (§8)', async ({ browser }) => {
  const page = await signIn(browser, 'maker')
  const heldAnswer = Promise.withResolvers<void>()
  await page.route(/\/api\/payments\/list/, async (route) => {
    await heldAnswer.promise
    await route.fulfill({ json: { code: 0, message: '' } })
  })
  await page.clock.install()
  const listRequest = page.waitForRequest(/\/api\/payments\/list/)
  await page.goto('/zf/zfPtList')
  await listRequest
  await pauseClock(page)
  heldAnswer.resolve()
  await expect(toast(page, /^Error$/)).toBeVisible()
  await page.clock.runFor(4900)
  await expect(toast(page, /^Error$/)).toBeVisible()
  await page.clock.runFor(200)
  await expect(toast(page, /^Error$/)).toHaveCount(0)
  // A transport failure.
  await page.unroute(/\/api\/payments\/list/)
  await page.route(/\/api\/payments\/list/, (route) => route.abort('connectionreset'))
  await page.getByRole('button', { name: /查 ?询/ }).click()
  const unreachableToast = toast(page, '无法连接服务器，请检查网络后重试')
  await expect(unreachableToast).toBeVisible()
  // A read is retried once. The second failure shows the message for another five seconds.
  const secondFailure = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/payments/list'))
  await page.clock.runFor(850)
  await secondFailure
  await page.clock.runFor(4500)
  await expect(unreachableToast).toBeVisible()
  await page.clock.runFor(950)
  await expect(unreachableToast).toHaveCount(0)
})

test('a failed sign-in shows its message for 5000 ms as well as under the form (§8)', async ({ page }) => {
  await page.clock.install()
  await page.goto('/login')
  await page.locator('input[name=username]').fill('maker')
  await page.locator('input[name=password]').fill('Wrong@2026x')
  await pauseClock(page)
  await page.keyboard.press('Enter')
  const notice = page.locator('.s-notice').filter({ hasText: /0000$/ })
  await expect(notice).toBeVisible()
  await page.clock.runFor(4900)
  await expect(notice).toBeVisible()
  await page.clock.runFor(200)
  await expect(notice).toHaveCount(0)
  await expect(page.locator('.l-failure')).toContainText('0000')
})

test('a refused write shows its message in the dialog and for 5000 ms above it (§8)', async ({ browser }) => {
  const page = await signIn(browser, 'maker')
  await page.route(/\/api\/payments\/cancel/, (route) => route.fulfill({ json: { code: 0, message: '批次不能取消' } }))
  await page.clock.install()
  await page.goto(`/zf/batch/${(await batchAt('draft', [])).id}`)
  await page.getByRole('button', { name: '取消批次' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('业务取消')
  await pauseClock(page)
  await page.getByRole('dialog').getByRole('button', { name: '确认取消' }).click()
  await expect(toast(page, '批次不能取消')).toBeVisible()
  await page.clock.runFor(4900)
  await expect(toast(page, '批次不能取消')).toBeVisible()
  await page.clock.runFor(200)
  await expect(toast(page, '批次不能取消')).toHaveCount(0)
  await expect(page.getByRole('dialog').getByRole('alert').filter({ hasText: '批次不能取消' })).toBeVisible()
})

test('logout calls the server and clears token, mode, centre and business id (§4)', async ({ browser }) => {
  const page = await signIn(browser, 'centre', { mode: 2, at: '/zf/zfPtListpt' })
  await expect(page.getByRole('heading', { level: 1 }).filter({ visible: true })).toBeVisible()
  const token = await storedValue(page, 'token')
  const logoutRequest = page.waitForRequest(/\/api\/user\/logout_pc/)
  await page.getByRole('button', { name: /账户菜单/ }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await logoutRequest
  await expect(page).toHaveURL(/\/login/)
  for (const key of ['token', 'nstype', 'yycenterid']) expect(await storedValue(page, key)).toBeNull()
  const answer = await page.request.post('/api/user/info', { headers: { 'X-Token': token ?? '' }, multipart: { _: '' } })
  expect((await answer.json()).code).toBe(50008)
  // An operator works as a registered business, whose id (`yzzgid`) is stored and cleared too.
  const operator = await signIn(browser, 'operator')
  expect(await storedValue(operator, 'yzzgid')).toMatch(/^\d+$/)
  await operator.getByRole('button', { name: /账户菜单/ }).click()
  await operator.getByRole('menuitem', { name: '退出登录' }).click()
  await expect(operator).toHaveURL(/\/login/)
  expect(await storedValue(operator, 'yzzgid')).toBeNull()
})

test('after logout the browser keeps only what the specification names (§3, §4)', async ({ browser }) => {
  const page = await signIn(browser, 'centre', { mode: 2, at: '/zf/zfPtListpt' })
  await expect(page.getByRole('heading', { level: 1 }).filter({ visible: true })).toBeVisible()
  await page.evaluate(`
    for (const [name, value] of Object.entries({ theme: '"#1677ff"', appearance: '"dark"', fixedHeader: 'true', 'columns.batches': '{"hidden":["no"]}' }))
      localStorage.setItem('setting.' + name, value)
    sessionStorage.setItem('draft', 'what somebody typed')`)
  await page.getByRole('button', { name: /账户菜单/ }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByLabel('用户名').or(page.locator('input[name=username]')).first()).toBeVisible()
  expect(await page.evaluate<string[]>('Object.keys(localStorage).sort()')).toEqual(['setting.fixedHeader', 'setting.theme'])
  expect(await page.evaluate<string[]>('Object.keys(sessionStorage)')).toEqual([])
  expect(await page.evaluate<number>('indexedDB.databases().then((all) => all.length)')).toBe(0)
  const cookies = (await page.context().cookies()).map(({ name }) => name)
  expect(cookies.filter((name) => !['sidebarStatus', 'language', 'size'].includes(name))).toEqual([])
})

test('a user with admin3 gets the gated routes, and a checker gets only those on the list (§4)', async ({ browser }) => {
  const platform = await signIn(browser, 'platform')
  for (const title of ['平台经营者业务', '业务管理', '支付凭证', '预付款管理', '临时经营者审核'])
    await expect(platform.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: title, exact: true })).toBeAttached()
  const checker = await signIn(browser, 'checker')
  const menu = checker.getByRole('navigation', { name: '主菜单' })
  await expect(menu.getByRole('link', { name: '平台经营者业务' })).toBeAttached()
  await expect(menu.getByRole('link', { name: '业务管理' })).toHaveCount(0)
  await expect(menu.getByText('人员审核')).toHaveCount(0)
  await checker.goto('/zf/zfPtListpt')
  await expect(checker.getByText(/缺少权限：.*（zfPtListpt）/)).toBeVisible()
})

test('the mode selector needs usertype 4, and the centre selector needs poststatus 1 or 4 (§4)', async ({ browser }) => {
  const unit = await signIn(browser, 'maker')
  await expect(unit.getByRole('group', { name: '结算模式' })).toHaveCount(0)
  const auditor = await signIn(browser, 'auditor')
  await expect(auditor.getByRole('group', { name: '结算模式' }).getByRole('button', { pressed: true })).toContainText('个体工商户')
  await expect(auditor.getByTitle('切换运营中心与结算模式')).toHaveCount(0)
  const supervisorPage = await signIn(browser, 'supervisor')
  expect(
    (
      await (
        await supervisorPage.request.post('/api/user/info', {
          headers: { 'X-Token': (await storedValue(supervisorPage, 'token')) ?? '' },
          multipart: { _: '' },
        })
      ).json()
    ).poststatus,
  ).toBe(4)
  await expect(supervisorPage.getByTitle('切换运营中心与结算模式')).toBeVisible()
  const director = await signIn(browser, 'centre')
  expect([await storedValue(director, 'yycenterid'), await storedValue(director, 'nstype')]).toEqual(['2', '1'])
  await director.getByTitle('切换运营中心与结算模式').click()
  const reloadEvent = director.waitForEvent('load')
  await director.getByRole('dialog').getByRole('button', { name: '总包分包' }).last().click()
  await reloadEvent
  expect([await storedValue(director, 'yycenterid'), await storedValue(director, 'nstype')]).toEqual(['5', '2'])
  await expect(toast(director, /已切换至/)).toBeVisible()
})

test('a batch of the other mode offers to switch the mode', async ({ browser }) => {
  const auditor = await signIn(browser, 'auditor', { mode: 2, at: '/zf/zfPtListpt' })
  const link = auditor.locator('a[href^="/zf/batch/"]').first()
  const no = (await link.innerText()).trim()
  await link.click()
  await expect(auditor.getByRole('heading', { name: no })).toBeVisible()
  const address = auditor.url()
  await auditor.getByRole('group', { name: '结算模式' }).getByRole('button', { name: '个体工商户' }).click()
  await expect(auditor.getByRole('alert')).toContainText('不在当前的运营中心或结算模式')
  await auditor.getByRole('button', { name: '切换到 总包分包' }).click()
  await expect(auditor.getByRole('heading', { name: no })).toBeVisible()
  expect(auditor.url()).toBe(address)
  await auditor.getByRole('group', { name: '结算模式' }).getByRole('button', { name: '个体工商户' }).click()
  await expect(auditor.getByRole('alert')).toBeVisible()
  await auditor.keyboard.press('Control+k')
  await auditor.getByRole('combobox', { name: '全局搜索' }).fill(no)
  await expect(auditor.getByRole('option', { name: no })).toContainText('总包分包')
})

test('change-payment-password shows for usertype 2 or poststatus 1 with the payment right (§4)', async ({ browser }) => {
  const readVisibleOptions = async (who: string) => {
    const page = await signIn(browser, who)
    await expect(page.getByRole('button', { name: /账户菜单/ })).toBeVisible()
    const hasButton = (await page.getByRole('button', { name: '支付平台' }).count()) > 0
    await page.getByRole('button', { name: /账户菜单/ }).click()
    await expect(page.getByRole('menuitem', { name: '修改登录密码' })).toBeVisible()
    const hasChange = (await page.getByRole('menuitem', { name: '修改支付密码' }).count()) > 0
    await page.context().close()
    return [hasButton, hasChange]
  }
  expect(await readVisibleOptions('payer')).toEqual([true, true])
  expect(await readVisibleOptions('centre')).toEqual([true, true])
  expect(await readVisibleOptions('maker')).toEqual([false, false])
  expect(await readVisibleOptions('platform')).toEqual([false, false])
})

test('a redirect is followed only within this site and only with permission', async ({ browser }) => {
  for (const target of ['//evil.example/x', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)', '/zf/zfPtListpt']) {
    // Use a new context each time, because the previous one may still be navigating.
    const page = await (await browser.newContext()).newPage()
    await page.goto(`/login?redirect=${encodeURIComponent(target)}`)
    await fillLogin(page, 'checker', demoPassword)
    await expect(page).toHaveURL(`${base}/dashboard`)
    await page.context().close()
  }
})
