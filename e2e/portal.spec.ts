import { confirmButton, dialog, visibleText } from '#/e2e/desk.ts'
import { base, signIn } from '#/e2e/people.ts'
import { expectFits, expectReadable } from '#/e2e/readable.ts'
import { expect, test } from '#/e2e/test.ts'

test('the portal works without scripts, also in Spanish, and is readable at three widths', async ({ browser, page }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: base, viewport: { width: 390, height: 844 }, locale: 'zh-CN' })
  const plainPage = await context.newPage()
  await plainPage.goto('/index')
  await expect(plainPage.getByRole('heading', { level: 1 })).toHaveText('云创客平台')
  await plainPage.getByRole('link', { name: '批量支付支持在复核页查看每一笔的税费构成' }).click()
  await expect(plainPage).toHaveURL(/\/Detail\?id=\d+$/)
  await expect(plainPage.getByText('复核人员在批次明细中点击任意一行')).toBeVisible()
  const articleUrl = new URL(plainPage.url()).pathname + new URL(plainPage.url()).search
  await plainPage.getByRole('link', { name: 'Español' }).click()
  await expect(plainPage.getByRole('heading', { level: 1 })).toHaveText('El cálculo de impuestos de cada pago, a la vista')
  await plainPage.goto('/Knowledge')
  await expect(plainPage.getByRole('heading', { level: 1 })).toHaveText('Base de conocimiento')
  await plainPage.getByRole('searchbox').fill('退汇')
  await plainPage.getByRole('button', { name: 'Buscar' }).click()
  await plainPage.getByRole('link', { name: '支付失败后资金会退回到哪里？' }).click()
  await expect(plainPage.getByText('Este artículo aún no está disponible en español; se muestra en Chino.')).toBeVisible()
  await plainPage.getByRole('button', { name: 'Sí' }).click()
  await expect(plainPage.getByText('Gracias por su respuesta.')).toBeVisible()
  await plainPage.getByRole('link', { name: '中文' }).click()
  await expect(plainPage.locator('html')).toHaveAttribute('lang', /^zh/)
  await plainPage.goto('/Rules')
  await plainPage.getByRole('link', { name: '平台结算规则' }).click()
  await plainPage.getByRole('link', { name: '与第 1 版比较' }).click()
  await expect(plainPage.locator('del').filter({ hasText: '15:00' })).toBeVisible()
  await expect(plainPage.locator('ins').filter({ hasText: '16:00' })).toBeVisible()
  const ruleUrl = new URL(plainPage.url()).pathname + new URL(plainPage.url()).search
  for (const path of ['/index', articleUrl, '/Knowledge', ruleUrl])
    for (const size of [
      { width: 1920, height: 1080 },
      { width: 1280, height: 800 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(size)
      await page.goto(path)
      await expectFits(page, path)
      await expectReadable(page, path)
    }
})

test('a published article appears immediately in the portal', async ({ browser, page }) => {
  const editorPage = await signIn(browser, 'platform', { at: '/web/newsEdit' })
  await editorPage.getByRole('button', { name: '新建文章' }).click()
  await dialog(editorPage).getByLabel('标题').fill('端到端资讯')
  await dialog(editorPage).getByRole('button', { name: '新建文章' }).click()
  const text = editorPage.getByRole('textbox', { name: '正文' })
  await text.click()
  await text.pressSequentially('这是刚刚写好的正文。')
  await expect(editorPage.getByRole('group', { name: '请先保存修改' }).first()).toBeVisible()
  await editorPage.getByRole('button', { name: '保存草稿' }).click()
  await visibleText(editorPage, '已保存').waitFor()
  await editorPage.getByRole('tab', { name: '预览' }).click()
  await expect(editorPage.frameLocator('iframe').getByText('这是刚刚写好的正文。')).toBeVisible()
  await page.goto('/index')
  await expect(page.getByText('端到端资讯')).toHaveCount(0)
  await editorPage.locator('.k-drawer').getByRole('button', { name: '发布', exact: true }).click()
  await confirmButton(editorPage).click()
  // The list behind the drawer also contains published articles.
  await editorPage.locator('.k-drawer').getByText('已发布', { exact: true }).first().waitFor()
  await page.reload()
  await page.getByRole('link', { name: '端到端资讯' }).click()
  await expect(page.getByText('这是刚刚写好的正文。')).toBeVisible()
  await editorPage.goto('/redirect/index')
  await expect(editorPage.getByRole('heading', { level: 1 })).toHaveText('云创客平台')
})
