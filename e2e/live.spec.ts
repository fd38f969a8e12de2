import type { Page } from '@playwright/test'
import { demoPeople } from '#/demo/load.ts'
import { base, signIn } from '#/e2e/people.ts'
import { expect, test } from '#/e2e/test.ts'

const { ordinary } = demoPeople()
const payee = ordinary.find((person) => person.entity === null)

async function call<T>(page: Page, operation: string, input: Record<string, unknown>): Promise<T> {
  const answer = await page.evaluate(
    async ({ operation, input }) => {
      const form = new FormData()
      form.append('_', '')
      for (const [name, value] of Object.entries(input)) form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
      const headers = {
        'X-Token': localStorage.getItem('token') ?? '',
        NsType: localStorage.getItem('nstype') ?? '1',
        yycenterid: localStorage.getItem('yycenterid') ?? '2',
        'Idempotency-Key': `k${performance.now()}${Math.random()}`,
      }
      const response = await fetch(`/api/${operation.replace('.', '/')}`, { method: 'POST', body: form, headers })
      return (await response.json()) as { code: number; message: string; data: unknown }
    },
    { operation, input },
  )
  expect(answer.code, `${operation} ${answer.message}`).toBe(1)
  return answer.data as T
}

interface Batch {
  readonly id: number
  readonly no: string
  readonly version: number
}

async function submitNewBatch(maker: Page): Promise<Batch> {
  const { id } = await call<Batch>(maker, 'payments.create', { orderId: 12 })
  const row = { name: payee?.name, idNumber: payee?.idNumber, mobile: payee?.mobile, bankName: payee?.bankName, cardNo: payee?.cardNo, amountText: '88.00' }
  await call(maker, 'lines.add', { batchId: id, rows: [row] })
  const { version } = await call<Batch>(maker, 'payments.get', { id })
  return call<Batch>(maker, 'payments.submit', { id, version, acknowledgement: '已逐条核对' })
}

const bellButton = (page: Page) => page.getByRole('button', { name: /^任务中心/ })
async function readCounts(page: Page): Promise<{ todo: number; unread: number }> {
  const label = (await bellButton(page).getAttribute('aria-label')) ?? ''
  const [todo, unread] = [...label.matchAll(/[\d,]+/g)].map((match) => Number(match[0].replaceAll(',', '')))
  return { todo: todo ?? 0, unread: unread ?? 0 }
}

/**
 * Reloads the page and waits until its live stream is open, so that later requests are caused by hints. Without the
 * reload the stream could have opened before this function waits for it.
 */
async function reloadUntilLive(page: Page): Promise<void> {
  const [streams] = await Promise.all([page.waitForResponse((response) => response.url() === `${base}/api/live`), page.reload()])
  expect(streams.headers()['content-type']).toContain('text/event-stream')
  expect(streams.url()).not.toContain('token')
}

test('the bell counts a submission and a rejection without reloading the page', async ({ browser }) => {
  const [maker, checker] = [await signIn(browser, 'maker'), await signIn(browser, 'checker')]
  await Promise.all([reloadUntilLive(maker), reloadUntilLive(checker)])
  const countsBefore = await readCounts(checker)
  const batch = await submitNewBatch(maker)
  await expect.poll(async () => (await readCounts(checker)).todo).toBe(countsBefore.todo + 1)
  await bellButton(checker).click()
  await expect(checker.getByRole('link', { name: /待复核批次/ }).first()).toBeVisible()

  const unreadBefore = (await readCounts(maker)).unread
  await call(checker, 'payments.check', { id: batch.id, version: batch.version, approve: false, reason: '金额请核对' })
  await expect.poll(async () => (await readCounts(maker)).unread).toBe(unreadBefore + 1)
  await bellButton(maker).click()
  await maker.getByRole('link', { name: new RegExp(`批次 ${batch.no} 被驳回`) }).click()
  await expect(maker).toHaveURL(new RegExp(`/zf/batch/${batch.id}$`))
  await expect.poll(async () => (await readCounts(maker)).unread).toBe(unreadBefore)
})
