import { randomUUID } from 'node:crypto'
import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { type PageKey, pageKeys, pages, permissionsOfPage, superKey } from '#/api/pages.ts'
import { demoPassword, demoPaymentPassword } from '#/demo/accounts.ts'
import { demoPeople } from '#/demo/load.ts'
import type { DemoPerson } from '#/demo/people.ts'
import { base, contextFor, tokenFor } from '#/e2e/people.ts'
import { writeSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'

// Prepares test data by calling operations. Only the steps under test are clicked.

const { specials, ordinary } = demoPeople()
/** Ordinary natural persons of unit 1. */
export const payees = ordinary.filter((person) => person.entity === null && person.centreId === 2)
export const xlsxMediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
export const headings = ['序号', '姓名*', '证件类型', '证件号码*', '手机号*', '收款银行', '收款账号*', '应发金额(元)*', '服务内容', '备注']
const orderId = 12
/** The terms of unit 1 at centre 2 in mode 2. */
const settingId = 12

/** Returns a special demo person by the name of its property. */
export function personNamed(name: string): DemoPerson {
  const person = specials[name]
  if (!person) throw new Error(`nobody is ${name}`)
  return person
}

const tokens = new Map<string, string>()

async function tokenOf(who: string): Promise<string> {
  const token = tokens.get(who) ?? (await tokenFor(who))
  tokens.set(who, token)
  return token
}

/** Returns the pages that this user can open. */
export async function pagesOf(who: string): Promise<PageKey[]> {
  const permissions = (await ask<{ permission: string }[]>(who, 'user.info', {})).map(({ permission }) => permission)
  return pageKeys.filter(
    (page) => permissions.includes(superKey) || pages[page].permission === 'session' || permissionsOfPage(page).some((key) => permissions.includes(key)),
  )
}

/** Response codes of an ended session. An account with too many devices loses its least recently used session. */
const sessionEndCodes: readonly number[] = [50008, 50012, 50014]

/** Calls an operation as this user, by default in mode 2. Fails if the call is refused. */
export async function ask<T>(
  who: string,
  operation: string,
  input: Readonly<Record<string, unknown>>,
  { mode = 2, isAgain = false }: { readonly mode?: 1 | 2; readonly isAgain?: boolean } = {},
): Promise<T> {
  const form = new FormData()
  form.append('_', '')
  for (const [name, value] of Object.entries(input)) form.set(name, typeof value === 'string' || value instanceof File ? value : JSON.stringify(value))
  const headers = { 'X-Token': await tokenOf(who), NsType: String(mode), yycenterid: '2', 'Accept-Language': 'zh', 'Idempotency-Key': randomUUID() }
  const answer = (await (await fetch(`${base}/api/${operation.replace('.', '/')}`, { method: 'POST', body: form, headers })).json()) as {
    code: number
    message: string
    data: T
  }
  if (sessionEndCodes.includes(answer.code) && !isAgain) {
    tokens.delete(who)
    return ask(who, operation, input, { mode, isAgain: true })
  }
  if (answer.code !== 1) throw new Error(`${operation}: ${answer.message}`)
  // A password confirmation gives the session a new token.
  if (operation === 'profile.prove') tokens.set(who, (answer.data as { token: string }).token)
  return answer.data
}

/** Opens an empty page in a new browser context, signed in as this user in mode 2 at centre 2. */
export async function enter(browser: Browser, who: string, size?: { readonly width: number; readonly height: number }): Promise<Page> {
  const context = await contextFor(browser, { token: await tokenFor(who), nstype: '2', yycenterid: '2' }, size)
  return context.newPage()
}

/** The size of a phone. Lists show cards there. */
export const phone = { width: 390, height: 844 } as const

/** Returns the card with these words in a list on a phone. */
export const card = (page: Page, words: string | RegExp): Locator => page.getByRole('listitem').filter({ hasText: words, visible: true })

/** Expects a figure next to its name on a card or in a drawer. */
export async function expectFigure(container: Locator, name: string, figure: string): Promise<void> {
  const term = container.getByRole('term').getByText(name, { exact: true })
  await expect(term.locator('xpath=ancestor-or-self::dt[1]/following-sibling::dd[1]').filter({ visible: true }).first()).toContainText(figure)
}

/** Expects figures under these column heads, in the first table of the container and its row with these words. */
export async function expectRow(container: Locator, words: string | RegExp, figures: Readonly<Record<string, string>>): Promise<void> {
  const table = container.getByRole('table').first()
  const row = table
    .getByRole('row')
    .filter({ hasText: words, has: table.page().getByRole('cell') })
    .first()
  const readCells = async () => {
    const [heads, cells] = await Promise.all([table.getByRole('columnheader').allInnerTexts(), row.getByRole('cell').allInnerTexts()])
    return Object.fromEntries(heads.map((head, at) => [head.trim(), (cells[at] ?? '').replaceAll(/\s+/g, ' ').trim()]))
  }
  await expect.poll(readCells).toMatchObject(figures)
}

export async function confirmPassword(page: Page): Promise<void> {
  const passwordDialog = page.getByRole('dialog', { name: '验证登录密码' })
  await passwordDialog.getByLabel('登录密码').fill(demoPassword)
  await passwordDialog.getByRole('button', { name: '验证' }).click()
  await expect(passwordDialog).toBeHidden()
}

/** Approves all open changes as another account of the platform. */
export async function approveChanges(): Promise<void> {
  await ask('operation', 'profile.prove', { password: demoPassword })
  const { rows } = await ask<{ rows: { id: number }[] }>('operation', 'changes.list', { isForMe: true })
  for (const { id } of rows) await ask('operation', 'changes.decide', { changeId: id, isApproved: true })
}

/** Sets this password with the owner's link, which the demo stores for this request. */
export async function openLink(sandboxAsk: string, password: string): Promise<void> {
  const ticketOf = async () => {
    const { messages } = await ask<{ messages: { text: string }[] }>('platform', 'recovery.sandbox', { ask: sandboxAsk })
    return messages[0]?.text.match(/ticket=([\w-]+)/)?.[1] ?? ''
  }
  await expect.poll(ticketOf).not.toBe('')
  await ask('platform', 'recovery.reset', { ticket: await ticketOf(), password })
}

export interface CreatedBatch {
  readonly id: number
  readonly no: string
  readonly version: number
  readonly state: string
  readonly lineCount: number
  readonly net: number
  readonly tax: number
  readonly fee: number
  readonly cost: number
  readonly stateReason: string
}

export const getBatch = (id: number) => ask<CreatedBatch>('maker', 'payments.get', { id })

/** Returns import lines, one per person. */
export function linesFor(people: readonly DemoPerson[], yuan: string) {
  return people.map(({ name, idNumber, mobile, bankName, cardNo }) => ({ name, idNumber, mobile, bankName, cardNo, amountText: yuan, service: '直播服务费' }))
}

const everyPoint = { contract: true, evidence: true, unique: true, people: true, amounts: true }

/** Creates a batch with these lines and supporting documents, and brings it to the given stage. */
export async function batchAt(
  stage: 'draft' | 'ready' | 'checking' | 'auditing' | 'payable',
  rows: readonly Readonly<Record<string, string>>[],
  documents: readonly File[] = [],
): Promise<CreatedBatch> {
  const { id } = await ask<CreatedBatch>('maker', 'payments.create', { orderId })
  if (rows.length > 0) await ask('maker', 'lines.add', { batchId: id, rows })
  for (const file of documents) await ask('maker', 'payments.attach', { id, kind: 'acceptance', file })
  const getTarget = async () => ({ id, version: (await getBatch(id)).version })
  if (stage === 'draft' || stage === 'ready') return getBatch(id)
  await ask('maker', 'payments.submit', { ...(await getTarget()), acknowledgement: '已逐条核对' })
  if (stage === 'checking') return getBatch(id)
  await ask('checker', 'payments.check', { ...(await getTarget()), approve: true })
  if (stage === 'auditing') return getBatch(id)
  await ask('auditor', 'payments.audit', { ...(await getTarget()), approve: true, checklist: everyPoint })
  return getBatch(id)
}

export async function payByCall(batch: CreatedBatch): Promise<void> {
  const { id, version, lineCount, net, tax, fee, cost } = batch
  await ask('payer', 'payments.pay', { id, version, lineCount, net, tax, fee, cost, paymentPassword: demoPaymentPassword })
}

/** Creates a spreadsheet in the form that file inputs accept. */
export async function sheetOf(rows: readonly (readonly (string | number)[])[], options: { name?: string; headings?: readonly string[] } = {}) {
  const columns = (options.headings ?? headings).map((heading) => ({ heading }))
  const buffer = await writeSheet({ sheets: [{ name: '批量支付', columns, rows: rows.map((row) => [...row]) }] })
  return { name: options.name ?? '结算.xlsx', mimeType: xlsxMediaType, buffer }
}

export const rowOf = (at: number, person: DemoPerson, yuan: string, more: { idNumber?: string; name?: string } = {}): (string | number)[] => [
  at,
  more.name ?? person.name,
  '居民身份证',
  more.idNumber ?? person.idNumber,
  person.mobile,
  person.bankName,
  person.cardNo,
  yuan,
  '直播服务费',
  '',
]

// Visited pages stay mounted but hidden, so only visible elements match.
export const visibleText = (page: Page, text: string | RegExp): Locator => page.getByText(text).filter({ visible: true }).first()
export const dialog = (page: Page): Locator => page.getByRole('dialog').filter({ visible: true }).last()
/** The confirm button of a modal dialog. */
export const confirmButton = (page: Page): Locator => page.locator('.k-dialog .k-overlay-foot .k-btn-primary').filter({ visible: true }).last()

/** Polls until the batch has this state. */
export async function waitForState(id: number, state: string | RegExp): Promise<CreatedBatch> {
  await expect.poll(async () => (await getBatch(id)).state, { timeout: 20_000, intervals: [300] }).toMatch(state)
  return getBatch(id)
}

/** Sets the channels of unit 1 from this day on. An empty list allows every channel of the centre. */
export async function setUnitChannels(effectiveFrom: string, channelIds: readonly number[]): Promise<void> {
  interface Terms extends Readonly<Record<string, unknown>> {
    readonly channelIds: readonly number[]
  }
  const { terms, latestNo } = await ask<{ terms: Terms; latestNo: number }>('platform', 'units.terms', { settingId })
  const limits = ['autoAuditLimit', 'singleLimit', 'dayLimit', 'monthLimit', 'evidenceLimit', 'lowBalance'].map((name) => [
    name,
    String(Number(terms[name]) / 100),
  ])
  const changedTerms = { ...terms, ...Object.fromEntries(limits), channelIds }
  await ask('platform', 'units.propose', { settingId, baseNo: latestNo, effectiveFrom, reason: '更换支付通道', terms: changedTerms })
}
