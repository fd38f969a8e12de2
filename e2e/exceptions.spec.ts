import { ask, batchAt, type CreatedBatch, dialog, enter, getBatch, linesFor, payByCall, payees, personNamed, visibleText, waitForState } from '#/e2e/desk.ts'
import { savePicture } from '#/e2e/people.ts'
import { expect, test } from '#/e2e/test.ts'
import { pdfPage } from '#/server/services/files/testing.ts'

interface Line {
  readonly id: number
  readonly state: string
}
const lineOf = async (batchId: number) => (await ask<{ rows: Line[] }>('maker', 'lines.list', { batchId })).rows[0] ?? { id: 0, state: '' }

/**
 * Pays a batch whose only payee receives one fen too little. The simulated bank does this for cards that end in 0007.
 */
async function payOneFenShort(): Promise<CreatedBatch> {
  const person = personNamed('nameMismatch')
  const first = await batchAt('payable', linesFor([person], '81.00'))
  await payByCall(first)
  const failedBatch = await waitForState(first.id, 'failed')
  const cardNo = `${person.cardNo.slice(0, 6)}${String(Date.now()).slice(-9)}0007`
  await ask('maker', 'payouts.replaceCard', { lineId: (await lineOf(first.id)).id, cardNo, bankName: '招商银行' })
  const { id } = await ask<CreatedBatch>('maker', 'payments.resend', { id: failedBatch.id, version: failedBatch.version })
  const getTarget = async () => ({ id, version: (await getBatch(id)).version })
  await ask('maker', 'payments.submit', { ...(await getTarget()), acknowledgement: '已逐条核对' })
  await ask('checker', 'payments.check', { ...(await getTarget()), approve: true })
  const checklist = { contract: true, evidence: true, unique: true, people: true, amounts: true }
  await ask('auditor', 'payments.audit', { ...(await getTarget()), approve: true, checklist })
  await payByCall(await getBatch(id))
  await expect.poll(async () => (await lineOf(id)).state, { timeout: 20_000, intervals: [300] }).toBe('unknown')
  return getBatch(id)
}

test('a payment that is one fen too low stops payouts until two people resolve it', async ({ browser }) => {
  const batch = await payOneFenShort()
  const payableBatch = await batchAt('payable', linesFor(payees.slice(8, 9), '82.00'))

  const payer = await enter(browser, 'payer')
  await payer.goto(`/zf/batch/${payableBatch.id}`)
  await expect(payer.getByRole('group', { name: /已暂停出款/ })).toBeVisible()

  const finance = await enter(browser, 'finance')
  await finance.goto('/zf/zfycList?states=open')
  const row = finance.getByRole('row', { name: new RegExp(batch.no) })
  await expect(row).toContainText('实付金额不符')
  await expect(row).toContainText('停止该通道出款')
  await savePicture(finance, 'exceptions-01-list')
  await row.getByRole('button', { name: /^查看/ }).click()
  await expect(visibleText(finance, '银行原始回报')).toBeVisible()
  await finance.getByRole('button', { name: '由我负责' }).click()
  await expect(finance.getByRole('dialog').filter({ visible: true }).last()).toContainText('钱守一')
  await finance.getByRole('button', { name: '提出处理方案' }).click()
  const proposalDialog = dialog(finance)
  await proposalDialog.getByRole('radio', { name: /认定银行按指令金额付款/ }).check()
  await proposalDialog.getByRole('textbox').fill('银行对账单为 81.00 元，回报有误')
  await proposalDialog.locator('input[type=file]').setInputFiles({ name: '对账单.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdfPage('对账单')) })
  await savePicture(finance, 'exceptions-02-proposal')
  await proposalDialog.getByRole('button', { name: '提出处理方案' }).click()
  await expect(finance.getByRole('region', { name: '待复核方案' })).toContainText('银行对账单为 81.00 元')
  await expect(finance.getByRole('button', { name: '复核通过' })).toHaveCount(0)
  await finance.context().close()

  const centre = await enter(browser, 'centre')
  await centre.goto('/zf/zfycList?states=proposed')
  await centre
    .getByRole('row', { name: new RegExp(batch.no) })
    .getByRole('button', { name: /^查看/ })
    .click()
  await expect(centre.getByRole('region', { name: '待复核方案' })).toContainText('钱守一')
  await savePicture(centre, 'exceptions-03-to-confirm')
  await centre.getByRole('button', { name: '复核通过' }).click()
  // The drawer is also a dialog, with a button of the same name. The confirmation opens above it.
  await expect(centre.getByRole('dialog')).toHaveCount(2)
  await dialog(centre).getByRole('button', { name: '复核通过' }).click()
  await expect(visibleText(centre, '已入账，异常处理完毕')).toBeVisible()
  await expect(centre.getByRole('dialog').filter({ visible: true }).last()).toContainText('已处理')
  await savePicture(centre, 'exceptions-04-resolved')
  await centre.context().close()

  await waitForState(batch.id, 'paid')
  await payer.reload()
  await expect(payer.getByRole('button', { name: '支付', exact: true })).toBeEnabled()
  await payer.context().close()
})
