import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer as collected } from 'node:stream/consumers'
import type { Page } from '@playwright/test'
import { ask, batchAt, dialog, enter, getBatch, headings, linesFor, payees, personNamed, rowOf, sheetOf, visibleText, xlsxMediaType } from '#/e2e/desk.ts'
import { savePicture } from '#/e2e/people.ts'
import { expect, test } from '#/e2e/test.ts'
import { readSheet, writeSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { zipStream } from '#/server/lib/zip.ts'

const people = (from: number, to: number) => payees.slice(from, to)
const uploadBox = (page: Page, at = 0) => page.locator('section[aria-label="上传明细文件"] input[type=file]').nth(at)

interface Line {
  readonly id: number
  readonly seq: number
  readonly name: string
  readonly cardNo: string
  readonly state: string
  readonly amountText: string
  readonly remark: string
}
const linesOf = async (batchId: number) => (await ask<{ rows: Line[] }>('maker', 'lines.list', { batchId, size: 200 })).rows

test('the refusal of a file that is not a list of payees explains how to correct it', async ({ browser }) => {
  const { id } = await batchAt('draft', [])
  const page = await enter(browser, 'maker')
  await page.goto(`/zf/batch/${id}`)
  const goodSheet = await sheetOf([rowOf(1, people(0, 1)[0] ?? personNamed('held'), '100.00')])
  const macroSheet = await collected(
    zipStream([
      { name: 'xl/vbaProject.bin', bytes: Buffer.from('vba') },
      { name: '[Content_Types].xml', bytes: Buffer.from('<Types/>') },
    ]),
  )
  const lockedSheet = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1024), Buffer.from('EncryptedPackage', 'utf16le')])
  const folder = await mkdtemp(join(tmpdir(), 'yck-big-'))
  const bigFile = join(folder, '五十兆.xlsx')
  await writeFile(bigFile, '')
  await truncate(bigFile, 50 * 1024 * 1024)
  const manyRows = Array.from({ length: 5001 }, (_, at) => rowOf(at + 1, payees[at % payees.length] ?? personNamed('held'), '10.00'))
  const workbookFile = (name: string, buffer: Buffer) => ({ name, mimeType: xlsxMediaType, buffer })
  const cases = [
    { file: workbookFile('说明.docx', goodSheet.buffer), says: '格式不受支持，请使用 .xlsx .csv' },
    { file: workbookFile('旧表.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex')), says: '格式不受支持，请使用 .xlsx .csv' },
    { file: workbookFile('照片改名.xlsx', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')), says: '无法读取该文件，请上传由模板另存的 .xlsx 文件' },
    { file: workbookFile('传了一半.xlsx', goodSheet.buffer.subarray(0, goodSheet.buffer.length / 2)), says: '无法读取该文件' },
    { file: workbookFile('旧表改名.xlsx', Buffer.from('d0cf11e0a1b11ae1', 'hex')), says: '不支持旧版 .xls，请在 Excel 中另存为 .xlsx' },
    { file: workbookFile('有密码.xlsx', lockedSheet), says: '文件有密码保护，请去除密码后重新上传' },
    { file: workbookFile('有宏.xlsx', macroSheet), says: '文件含有宏，请另存为不含宏的 .xlsx' },
    { file: workbookFile('空.xlsx', Buffer.alloc(0)), says: '是空文件' },
    { file: bigFile, says: '为 50.0 MB，超过 10.0 MB 的上限' },
    { file: await sheetOf(manyRows, { name: '太多行.xlsx' }), says: '单个批次最多 5000 行' },
    { file: await sheetOf([], { name: '没有明细.xlsx' }), says: '文件中没有可导入的明细' },
    {
      file: await sheetOf([['甲', '乙']], { name: '别的表.xlsx', headings: ['部门', '考勤'] }),
      says: '模板表头不匹配，请重新下载模板（缺少：姓名',
    },
    {
      file: await sheetOf([rowOf(1, personNamed('held'), '1.00')], { name: '实发.xlsx', headings: headings.map((heading) => heading.replace('应发', '实发')) }),
      says: '本批次按应发金额导入',
    },
  ]
  for (const { file, says } of cases) {
    await uploadBox(page).setInputFiles(file)
    await expect(page.locator('section[aria-label="上传明细文件"]').getByRole('alert'), says).toContainText(says)
  }
  await savePicture(page, 'trouble-01-refused-file')
  await rm(folder, { recursive: true })
  expect((await getBatch(id)).lineCount).toBe(0)
  await uploadBox(page).setInputFiles(goodSheet)
  await expect(visibleText(page, '已导入 1 条')).toBeVisible()
  await expect(page.locator('section[aria-label="上传明细文件"]').getByRole('alert')).toHaveCount(0)
  await page.context().close()
})

test('a repeated file needs confirmation, and a corrected error file updates only its lines', async ({ browser }) => {
  const { id } = await batchAt('draft', [])
  const page = await enter(browser, 'maker')
  await page.goto(`/zf/batch/${id}`)
  const [one, two, three] = [people(0, 1)[0] ?? personNamed('held'), people(1, 2)[0] ?? personNamed('held'), people(2, 3)[0] ?? personNamed('held')]
  const wrongId = `${two.idNumber.slice(0, 17)}A`
  const file = await sheetOf([rowOf(1, one, '301.00'), rowOf(2, two, '302.00', { idNumber: wrongId }), rowOf(3, three, '30x')])

  await test.step('a repeated file adds its lines only after confirmation', async () => {
    await uploadBox(page).setInputFiles(file)
    await expect(page.locator('[aria-invalid=true]')).toHaveCount(2)
    await uploadBox(page).setInputFiles(file)
    await expect(visibleText(page, /同一文件已导入（批次 PC/)).toBeVisible()
    await savePicture(page, 'trouble-02-same-file')
    await page.locator('.k-dialog .k-overlay-foot button').first().click()
    await expect.poll(() => linesOf(id)).toHaveLength(3)
    await uploadBox(page).setInputFiles(file)
    await page.getByRole('button', { name: '仍然导入' }).click()
    await expect.poll(() => linesOf(id)).toHaveLength(6)
    await ask('maker', 'lines.exclude', { batchId: id, lineIds: (await linesOf(id)).slice(3).map((line) => line.id) })
    await page.reload()
  })

  const downloadPromise = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载错误明细' }).click()
  const path = await (await downloadPromise).path()
  const keys = [
    'rowNo',
    'name',
    'kind',
    'idNumber',
    'mobile',
    'bank',
    'card',
    'amount',
    'entity',
    'code',
    'service',
    'remark',
    'codes',
    'words',
    'advice',
    'mark',
  ] as const
  const names = [
    '行号',
    '姓名',
    '证件类型',
    '证件号码',
    '手机号',
    '收款银行',
    '收款账号',
    '应发金额',
    '个体户名称',
    '统一社会信用代码',
    '服务内容',
    '备注',
    '错误码',
    '错误说明',
    '建议',
    '行标识',
  ]
  const { readFile } = await import('node:fs/promises')
  const downloadedSheet = await readSheet(await readFile(path), {
    columns: keys.map((key, at) => ({ key, headings: [names[at] ?? ''], required: true })),
    maxRows: 100,
  })
  if (!downloadedSheet.ok) throw new Error(downloadedSheet.problem.code)
  expect(downloadedSheet.rows.map(({ cells }) => [cells.rowNo.text, cells.codes.text])).toEqual([
    ['2', 'E102'],
    ['3', 'E106'],
  ])
  const correctedRows = downloadedSheet.rows.map(({ cells }) =>
    keys.map((key) =>
      key === 'idNumber' && cells.rowNo.text === '2' ? two.idNumber : key === 'amount' && cells.rowNo.text === '3' ? '303.00' : cells[key].text,
    ),
  )

  await test.step('a file without line numbers is refused as an error file', async () => {
    await uploadBox(page, 1).setInputFiles(file)
    await expect(page.locator('section[aria-label="上传明细文件"]').getByRole('alert')).toContainText('这不是错误明细文件：缺少“行号”列')
  })
  await test.step('a corrected file changes only its lines and lists unmatched rows', async () => {
    const sheet = await writeSheet({
      sheets: [{ name: '错误明细', columns: names.map((heading) => ({ heading })), rows: [...correctedRows, ['99', ...(correctedRows[0] ?? []).slice(1)]] }],
    })
    await uploadBox(page, 1).setInputFiles({ name: '错误明细-已改.xlsx', mimeType: xlsxMediaType, buffer: sheet })
    await expect(visibleText(page, '已更新 2 行')).toBeVisible()
    await expect(visibleText(page, '未更新的行（清单中没有，或导出后已修改）：99')).toBeVisible()
    await expect(page.locator('[aria-invalid=true]')).toHaveCount(0)
    const linesAfter = await linesOf(id)
    expect(linesAfter.slice(0, 3).map((line) => line.amountText)).toEqual(['301.00', '302.00', '303.00'])
    expect(new Set(linesAfter.slice(3).map((line) => line.state))).toEqual(new Set(['excluded']))
  })
  await page.context().close()
})

test('Excel ranges paste cell by cell, and a list stores its column settings', async ({ browser }) => {
  const { id } = await batchAt('ready', linesFor(people(3, 6), '80.00'))
  const page = await enter(browser, 'maker')
  await page.goto(`/zf/batch/${id}`)
  const cell = (row: number, column: string) =>
    page
      .getByRole('row')
      .nth(row)
      .getByRole('gridcell')
      .nth(
        [
          '',
          '序号',
          '状态',
          '姓名',
          '问题',
          '证件号码',
          '收款账号',
          '金额(元)',
          '税费',
          '实发金额',
          '手机号',
          '收款银行',
          '个体户名称',
          '统一社会信用代码',
          '服务内容',
          '备注',
        ].indexOf(column),
      )
  const copiedText = '81.10\t\t\t直播服务费\t一月\r\n82.20\t\t\t直播服务费\t"二\n月"\r\n不是数\t\t\t直播服务费\t三月\r\n'
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(copiedText)})`)
  await cell(1, '金额(元)').click()
  await page.keyboard.press('ControlOrMeta+v')
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(1)
  await expect.poll(async () => (await linesOf(id)).map((line) => line.amountText)).toEqual(['81.10', '82.20', '不是数'])
  expect((await linesOf(id)).map((line) => line.remark.replace(/\s/g, ''))).toEqual(['一月', '二月', '三月'])

  const chooseRow = (row: number) => page.getByRole('row').nth(row).getByRole('checkbox').check()
  await chooseRow(3)
  await page.getByRole('button', { name: '剔除所选' }).click()
  await expect(page.getByRole('button', { name: '已剔除 1' })).toBeVisible()
  await chooseRow(3)
  await page.getByRole('button', { name: '恢复', exact: true }).click()
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(1)

  await page.goto('/zf/zfPtList')
  await page.getByRole('button', { name: '列设置' }).click()
  await page.getByRole('checkbox', { name: '笔数', exact: true }).uncheck()
  await page.getByRole('button', { name: '上移 实发金额' }).click()
  const readColumnHeads = async () => (await page.locator('thead th').filter({ visible: true }).allTextContents()).filter(Boolean)
  const expectChosen = () =>
    expect
      .poll(async () => (await readColumnHeads()).slice(0, 9))
      .toEqual(['批次号', '状态', '单位应付', '成功/失败/在途', '应发金额', '税费', '实发金额', '服务费', '订单'])
  await expectChosen()
  await page.reload()
  await expectChosen()
  // Column settings are stored in the account, so they would affect later tests.
  await page.getByRole('button', { name: '列设置' }).click()
  const keepResponse = page.waitForResponse('**/api/preferences/keep')
  await page.getByRole('button', { name: '恢复默认' }).click()
  await keepResponse
  await page.context().close()
})

test('the centre’s decision on unknown people updates the batch automatically', async ({ browser }) => {
  const [one, two] = [people(6, 7)[0] ?? personNamed('held'), people(7, 8)[0] ?? personNamed('held')]
  const serial = String(Date.now()).slice(-6)
  const strangerRow = {
    name: '尉迟惊鸿',
    idNumber: '350203199106123115',
    mobile: '13805920311',
    bankName: '中国农业银行',
    cardNo: '6228480000099003113',
    amountText: '66.00',
  }
  const [first, second] = [linesFor([one], '61.00')[0] ?? {}, linesFor([two], '62.00')[0] ?? {}]
  const { id } = await batchAt('ready', [{ ...first, name: `${one.name}某` }, { ...second, cardNo: `62170000${serial}66668` }, strangerRow])
  const page = await enter(browser, 'maker')
  await page.goto(`/zf/batch/${id}`)
  const chooseRow = async (row: number) => page.getByRole('row').nth(row).getByRole('checkbox').check()
  await chooseRow(1)
  await page.getByRole('button', { name: '采用系统姓名', exact: true }).click()
  await expect.poll(async () => (await linesOf(id))[0]?.name).toBe(one.name)
  await chooseRow(2)
  await page.getByRole('button', { name: '使用档案卡', exact: true }).click()
  await expect.poll(async () => (await linesOf(id))[1]?.cardNo).toBe(two.cardNo)
  await chooseRow(3)
  await page.getByRole('button', { name: '提交人员核对', exact: true }).click()
  await dialog(page).getByRole('button', { name: '提交人员核对' }).click()
  await expect(visibleText(page, '已提交 1 人核对')).toBeVisible()

  const auditor = await enter(browser, 'auditor')
  await auditor.goto('/datacheck/datacheck')
  await auditor
    .getByRole('row', { name: /尉迟惊鸿/ })
    .getByRole('button', { name: '对比处理' })
    .click()
  await expect(dialog(auditor)).toContainText('尉迟惊鸿')
  await savePicture(auditor, 'trouble-03-review')
  await dialog(auditor).getByRole('button', { name: '驳回此项 姓名' }).click()
  await dialog(auditor).getByLabel('驳回原因 姓名').fill('请先补充身份证照片')
  await dialog(auditor).getByRole('button', { name: '驳回（1 项）' }).click()
  await expect(visibleText(auditor, '处理完成')).toBeVisible()
  await expect(auditor.getByRole('row', { name: /尉迟惊鸿/ })).toHaveCount(0)
  await auditor.goto('/datacheck/datacheck?state=')
  await expect(auditor.getByRole('row', { name: /尉迟惊鸿/ }).first()).toContainText('已驳回')

  await chooseRow(3)
  await page.getByRole('button', { name: '提交人员核对', exact: true }).click()
  await dialog(page).getByRole('button', { name: '提交人员核对' }).click()
  await expect(visibleText(page, '已提交 1 人核对')).toBeVisible()
  await auditor.goto('/datacheck/datacheck')
  await auditor
    .getByRole('row', { name: /尉迟惊鸿/ })
    .getByRole('checkbox')
    .check()
  await auditor.getByRole('button', { name: '转正所选 1 人' }).click()
  await expect(visibleText(auditor, '处理完成')).toBeVisible()
  await expect
    .poll(async () => (await ask<{ byCode: Record<string, number> }>('maker', 'lines.summary', { batchId: id })).byCode.E201 ?? 0, { timeout: 20_000 })
    .toBe(0)
  await auditor.context().close()
  await page.context().close()
})
