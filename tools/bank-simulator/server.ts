import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { PDFDocument, StandardFonts } from 'pdf-lib'
import { BankBook, type BankOrder, type OrderRecipe, type OrderRequest, presentOrder } from './book.ts'
import { changeKeys, isSigned, type Merchant, newMerchant, signatureFor } from './signing.ts'

const pathPrefix = '/v1/'
const maxSkewSeconds = 300

/** A bank with its own book, which can fail in the ways of real banks. */
export interface Simulator {
  readonly address: string
  readonly book: BankBook
  readonly merchants: readonly Merchant[]
  close(): Promise<void>
}

interface MerchantCall {
  readonly merchant: Merchant
  readonly nonce: string
  readonly reply: ServerResponse
  readonly body: Record<string, unknown>
}

const unixSeconds = (ms = Date.now()) => String(Math.floor(ms / 1000))

async function renderReceipt({ requestNo, reference, paid }: BankOrder): Promise<Buffer> {
  const document = await PDFDocument.create()
  const page = document.addPage([420, 200])
  const font = await document.embedFont(StandardFonts.Helvetica)
  const lines = ['SIMULATED BANK - RECEIPT', `Order ${requestNo}`, `Reference ${reference}`, `Amount CNY ${(paid / 100).toFixed(2)}`]
  for (const [at, line] of lines.entries()) page.drawText(line, { x: 30, y: 150 - at * 26, size: 13, font })
  return Buffer.from(await document.save())
}

class Bank {
  readonly book = new BankBook()
  readonly merchants: Merchant[]
  /** The bank is closed until this time, in milliseconds since 1970. */
  closedUntil = 0
  skew = 0
  /** Whether the bank leaves all calls unanswered. */
  isHanging = false
  slowMs = 3000
  #busyLeft = new Map<string, number>()
  readonly #waiting = new Set<ServerResponse>()

  constructor(merchants: Merchant[]) {
    this.merchants = merchants
  }

  answer({ merchant, nonce, reply }: MerchantCall, content: object, { status = 200, isSigned: withSignature = true } = {}): void {
    const body = Buffer.from(JSON.stringify(content))
    const timestamp = unixSeconds(Date.now() + this.skew * 1000)
    const signature = withSignature ? { 'x-signature': signatureFor(merchant, ['answer', String(status), timestamp, nonce], body) } : {}
    reply.writeHead(status, { 'content-type': 'application/json', 'x-timestamp': timestamp, ...signature }).end(body)
  }

  /** Sends a notice to the merchant. Repeats it until the merchant confirms it, as real banks do. */
  async notify(order: BankOrder, type: 'RESULT' | 'RETURN', { change = {}, isForged = false, noticeNo = `N${randomUUID()}` } = {}): Promise<void> {
    const merchant = this.merchants.find((each) => each.merchantNo === order.merchantNo)
    if (!merchant || !order.notifyUrl) return
    const { pathname } = new URL(order.notifyUrl)
    const returnNo = type === 'RETURN' ? `RT${order.requestNo}` : undefined
    const body = Buffer.from(JSON.stringify({ noticeNo, type, returnNo, merchantNo: order.merchantNo, order: { ...presentOrder(order), ...change } }))
    for (let tries = 0; tries < 20; tries++) {
      const [timestamp, nonce] = [unixSeconds(Date.now() + this.skew * 1000), randomBytes(8).toString('hex')]
      const signature = isForged ? randomBytes(256).toString('base64') : signatureFor(merchant, ['notice', 'POST', pathname, timestamp, nonce], body)
      const headers = { 'content-type': 'application/json', 'x-timestamp': timestamp, 'x-nonce': nonce, 'x-signature': signature }
      const answer = await fetch(order.notifyUrl, { method: 'POST', headers, body, redirect: 'manual' }).catch(() => null)
      if (answer?.status === 200 || isForged) return
      await sleep(500)
    }
  }

  /** Executes the steps that follow an order. */
  async runFollowUps(order: BankOrder): Promise<void> {
    const { recipe } = order
    await sleep(50)
    if (recipe === 'duplicateNotice') {
      const noticeNo = `N${randomUUID()}`
      for (let times = 0; times < 2; times++) await this.notify(order, 'RESULT', { noticeNo })
    } else if (recipe === 'returnFirst') {
      this.book.pay(order)
      this.book.returnPayment(order)
      await this.notify(order, 'RETURN')
      await this.notify(order, 'RESULT', { change: { status: 'SUCCESS' } })
    } else if (recipe === 'wrongNotice') {
      this.book.pay(order)
      await this.notify(order, 'RESULT', { change: { amount: order.amount + 100 } })
    } else if (recipe === 'forgedNotice') {
      await this.notify(order, 'RESULT', { change: { status: 'FAILED' }, isForged: true })
      this.book.pay(order)
      await this.notify(order, 'RESULT')
    } else if (recipe === 'paid' && order.executed > 0) await this.notify(order, 'RESULT')
  }

  /** Executes the late steps: results of pending orders, and returns. */
  async later(): Promise<void> {
    for (const order of [...this.book.orders.values()]) {
      if (order.recipe === 'noticeOnly' && order.status === 'ACCEPTED') {
        this.book.pay(order)
        await this.notify(order, 'RESULT')
      }
      if (order.recipe === 'returning' && order.status === 'SUCCESS') {
        this.book.returnPayment(order)
        await this.notify(order, 'RETURN')
      }
    }
  }

  async place(call: MerchantCall): Promise<void> {
    const orderRequest = call.body as unknown as OrderRequest
    const isWellFormed =
      typeof orderRequest.requestNo === 'string' &&
      Number.isSafeInteger(orderRequest.amount) &&
      orderRequest.amount > 0 &&
      /^\d{12,30}$/.test(orderRequest.cardNo ?? '')
    if (!isWellFormed || call.body.currency !== 'CNY' || !orderRequest.payeeName) return this.answer(call, { code: 'INVALID', message: '请求不完整' })
    const storedOrder = this.book.find(call.merchant.merchantNo, orderRequest.requestNo)
    if (storedOrder && storedOrder.amount !== orderRequest.amount) return this.answer(call, { code: 'INVALID', message: '请求号已用于另一笔' })
    const recipe = this.book.recipeFor(orderRequest)
    if (recipe === 'hangs') return void this.hold(call.reply)
    if (recipe === 'redirect' && !storedOrder) {
      this.book.accept(call.merchant.merchantNo, orderRequest)
      return void call.reply.writeHead(307, { location: `http://127.0.0.1:1/` }).end()
    }
    const busyAnswersLeft = this.#busyLeft.get(orderRequest.requestNo) ?? 2
    if (recipe === 'busy' && busyAnswersLeft > 0) {
      this.#busyLeft.set(orderRequest.requestNo, busyAnswersLeft - 1)
      return this.answer(call, { code: 'TOO_MANY', retryAfter: 1 }, { status: 429 })
    }
    const order = this.book.accept(call.merchant.merchantNo, orderRequest)
    if (!storedOrder) void this.runFollowUps(order)
    await this.#reply(call, order, !storedOrder)
  }

  async #reply(call: MerchantCall, order: BankOrder, isFirst: boolean): Promise<void> {
    const { recipe } = order
    if (recipe === 'lost' || (recipe === 'doneThenCut' && isFirst)) return void call.reply.destroy()
    if (recipe === 'doneThen500' && isFirst) return void call.reply.writeHead(500, { 'content-type': 'text/html' }).end('<h1>Internal Server Error</h1>')
    if (recipe === 'huge' && isFirst) return void call.reply.writeHead(200).end('x'.repeat(1024 * 1024))
    if (recipe === 'slow' && isFirst) await sleep(this.slowMs)
    this.answer(call, { code: 'OK', order: presentOrder(order) }, { isSigned: recipe !== 'unsigned' })
  }

  query(call: MerchantCall): void {
    const { requestNos } = call.body
    const numbers = Array.isArray(requestNos) ? requestNos.map(String) : []
    const orders = numbers.map((requestNo) => {
      const order = this.book.find(call.merchant.merchantNo, requestNo)
      if (!order) return { requestNo, status: 'NOT_FOUND' }
      order.asked++
      if (order.recipe === 'later' && order.asked >= 2) this.book.pay(order)
      return presentOrder(order)
    })
    this.answer(call, { code: 'OK', orders })
  }

  cancel(call: MerchantCall): void {
    const requestNo = String(call.body.requestNo)
    const order = this.book.find(call.merchant.merchantNo, requestNo)
    if (order) this.book.cancel(order)
    this.answer(call, { code: 'OK', order: order ? presentOrder(order) : { requestNo, status: 'NOT_FOUND' } })
  }

  file(call: MerchantCall, fileName: string, bytes: Buffer): void {
    this.answer(call, { code: 'OK', fileName, content: bytes.toString('base64'), sha256: createHash('sha256').update(bytes).digest('hex') })
  }

  async receipt(call: MerchantCall): Promise<void> {
    const order = this.book.find(call.merchant.merchantNo, String(call.body.requestNo))
    if (order && order.executed > 0) this.file(call, `${order.reference}.pdf`, await renderReceipt(order))
    else this.answer(call, { code: 'NOT_READY' })
  }

  hold(reply: ServerResponse): void {
    this.#waiting.add(reply)
    reply.once('close', () => this.#waiting.delete(reply))
  }

  /** Closes the unanswered calls. */
  release(): void {
    for (const reply of this.#waiting) reply.destroy()
  }

  async call(call: MerchantCall, place: string): Promise<void> {
    if (this.isHanging) return this.hold(call.reply)
    const secondsUntilOpen = Math.ceil((this.closedUntil - Date.now()) / 1000)
    if (secondsUntilOpen > 0) return this.answer(call, { code: 'MAINTENANCE', retryAfter: secondsUntilOpen }, { status: 503 })
    if (place === 'payouts') return this.place(call)
    if (place === 'payouts/query') return this.query(call)
    if (place === 'payouts/cancel') return this.cancel(call)
    if (place === 'receipts') return this.receipt(call)
    if (place === 'statements')
      return this.file(call, `${String(call.body.day)}.csv`, Buffer.from(this.book.statement(call.merchant.merchantNo, String(call.body.day))))
    const { merchantNo } = call.merchant
    if (place === 'balance') return this.answer(call, { code: 'OK', merchantNo, currency: 'CNY', available: this.book.balance })
    this.answer(call, { code: 'INVALID', message: '没有这个接口' }, { status: 404 })
  }
}

function parseJson(body: Buffer): Record<string, unknown> {
  try {
    return JSON.parse(body.toString()) as Record<string, unknown>
  } catch {
    return {}
  }
}

/** Settings that a test or a user sends. */
interface SimulatorSettings {
  readonly maintenance?: number
  readonly skew?: number
  readonly hang?: boolean
  readonly slowMs?: number
  /** Recipes by the last digits of a card or request number, in place of the previous ones. */
  readonly recipes?: Readonly<Record<string, OrderRecipe>>
  readonly changeKeys?: string
  readonly runLateEvents?: boolean
}

async function handleControl(bank: Bank, request: IncomingMessage, reply: ServerResponse, body: Buffer): Promise<void> {
  const answerJson = (content: unknown) => void reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(content))
  if (request.url === '/control/book') return answerJson([...bank.book.orders.values()])
  if (request.url === '/control/merchants') return answerJson(bank.merchants)
  const { maintenance, skew, hang, slowMs, recipes, changeKeys: of, runLateEvents } = parseJson(body) as SimulatorSettings
  if (maintenance !== undefined) bank.closedUntil = Date.now() + maintenance * 1000
  if (skew !== undefined) bank.skew = skew
  if (hang !== undefined) bank.isHanging = hang
  if (hang === false) bank.release()
  if (slowMs !== undefined) bank.slowMs = slowMs
  if (recipes) bank.book.recipes.clear()
  for (const [tail, recipe] of Object.entries(recipes ?? {})) bank.book.recipes.set(tail, recipe)
  const merchant = bank.merchants.find((each) => each.merchantNo === of)
  if (merchant) changeKeys(merchant)
  if (runLateEvents) await bank.later()
  answerJson({ ok: true })
}

async function handleRequest(bank: Bank, request: IncomingMessage, reply: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://bank')
  const body = await buffer(request)
  if (pathname.startsWith('/control')) return handleControl(bank, request, reply, body)
  const header = (name: string) => String(request.headers[name] ?? '')
  const merchant = bank.merchants.find((each) => each.merchantNo === header('x-merchant'))
  const [timestamp, nonce] = [header('x-timestamp'), header('x-nonce')]
  const isAuthentic = merchant && isSigned(merchant, ['request', request.method ?? '', pathname, timestamp, nonce], body, header('x-signature'))
  if (!merchant || !isAuthentic || Math.abs(Date.now() / 1000 - Number(timestamp)) > maxSkewSeconds)
    return void reply.writeHead(401).end('{"code":"UNAUTHORISED"}')
  const content = parseJson(body)
  if (content.merchantNo !== merchant.merchantNo) return void reply.writeHead(401).end('{"code":"UNAUTHORISED"}')
  await bank.call({ merchant, nonce, reply, body: content }, pathname.startsWith(pathPrefix) ? pathname.slice(pathPrefix.length) : '')
}

/** Starts a local bank; port 0 picks a free port. */
export async function startSimulator(port: number): Promise<Simulator> {
  const bank = new Bank([newMerchant('M1001', 'RSA-SHA256'), newMerchant('M1002', 'RSA-SHA256'), newMerchant('M2001', 'HMAC-SHA256')])
  const server: Server = createServer((request, reply) => {
    handleRequest(bank, request, reply).catch((error: unknown) => {
      process.stderr.write(`${String(error)}\n`)
      reply.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    address,
    book: bank.book,
    merchants: bank.merchants,
    close: async () => {
      bank.release()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
