import { fen } from '#/domain/base/money.ts'
import { sandboxFee } from '#/domain/money/sandbox-tariff.ts'

/**
 * The ways in which the bank handles an order, by the last four digits of the card. The first seven recipes are those
 * of the demo's sandbox. Orders to all other cards are paid immediately.
 */
export const recipeByCardTail = {
  '0001': 'wrongName',
  '0002': 'limit',
  '0003': 'slow',
  '0004': 'returning',
  '0005': 'lost',
  '0006': 'later',
  '0007': 'short',
  '0011': 'doneThen500',
  '0012': 'doneThenCut',
  '0013': 'duplicateNotice',
  '0014': 'returnFirst',
  '0015': 'noticeOnly',
  '0016': 'wrongNotice',
  '0017': 'forgedNotice',
  '0018': 'hangs',
  '0019': 'unsigned',
  '0020': 'otherMerchant',
  '0021': 'otherCurrency',
  '0022': 'busy',
  '0023': 'redirect',
  '0024': 'huge',
} as const
export type OrderRecipe = (typeof recipeByCardTail)[keyof typeof recipeByCardTail] | 'paid'

/** An order as a merchant requests it. */
export interface OrderRequest {
  readonly requestNo: string
  readonly amount: number
  readonly cardNo: string
  readonly payeeName: string
  readonly notifyUrl?: string
}

/** An order in the bank's own book. */
export interface BankOrder extends OrderRequest {
  readonly merchantNo: string
  readonly recipe: OrderRecipe
  readonly reference: string
  readonly receivedAt: number
  status: 'ACCEPTED' | 'SUCCESS' | 'FAILED' | 'REFUSED' | 'CANCELLED' | 'RETURNED'
  /** The amount that left the account. Tests compare it with our books. */
  paid: number
  executed: number
  /** The number of times that the merchant sent the order. */
  placed: number
  asked: number
  failCode: string
  failReason: string
  paidAt: number
  backAt: number
}

// Recipes whose result follows later.
const lateRecipes: ReadonlySet<OrderRecipe> = new Set(['later', 'noticeOnly', 'wrongNotice', 'forgedNotice', 'returnFirst'])

/** The bank's book, which executes each request number at most once, whatever else fails. */
export class BankBook {
  readonly orders = new Map<string, BankOrder>()
  /** Recipes set by a test, by the last digits of a card or request number. */
  readonly recipes = new Map<string, OrderRecipe>()
  balance = 1_000_000_000_00

  recipeFor({ cardNo, requestNo }: OrderRequest): OrderRecipe {
    for (const [tail, recipe] of this.recipes) if (cardNo.endsWith(tail) || requestNo.endsWith(tail)) return recipe
    const cardTail = cardNo.slice(-4)
    return Object.hasOwn(recipeByCardTail, cardTail) ? recipeByCardTail[cardTail as keyof typeof recipeByCardTail] : 'paid'
  }

  find(merchantNo: string, requestNo: string): BankOrder | undefined {
    return this.orders.get(`${merchantNo} ${requestNo}`)
  }

  /** Accepts an order, or returns the existing one with this number. */
  accept(merchantNo: string, requested: OrderRequest): BankOrder {
    const storedOrder = this.find(merchantNo, requested.requestNo)
    if (storedOrder) {
      storedOrder.placed++
      return storedOrder
    }
    const order: BankOrder = {
      ...requested,
      merchantNo,
      recipe: this.recipeFor(requested),
      reference: `BK${requested.requestNo}`,
      receivedAt: Date.now(),
      status: 'ACCEPTED',
      paid: 0,
      executed: 0,
      placed: 1,
      asked: 0,
      failCode: '',
      failReason: '',
      paidAt: 0,
      backAt: 0,
    }
    this.orders.set(`${merchantNo} ${requested.requestNo}`, order)
    this.#begin(order)
    return order
  }

  #begin(order: BankOrder): void {
    const { recipe, requestNo } = order
    if (recipe === 'wrongName') this.fail(order, 'name_mismatch', '户名不符')
    else if (recipe === 'lost') this.fail(order, 'channel_error', '渠道处理失败')
    else if (recipe === 'limit' && requestNo.endsWith('R1')) this.fail(order, 'limit', '超过单日限额', 'REFUSED')
    else if (!lateRecipes.has(recipe)) this.pay(order)
  }

  fail(order: BankOrder, code: string, reason: string, status: 'FAILED' | 'REFUSED' = 'FAILED'): void {
    if (order.executed > 0) throw new Error('a paid order does not fail')
    order.status = status
    order.failCode = code
    order.failReason = reason
  }

  pay(order: BankOrder): void {
    if (order.executed > 0 || order.status !== 'ACCEPTED') return
    order.executed++
    order.paid = order.recipe === 'short' ? order.amount - 1 : order.amount
    order.status = 'SUCCESS'
    order.paidAt = Date.now()
    this.balance -= order.paid
  }

  returnPayment(order: BankOrder): void {
    if (order.status !== 'SUCCESS') return
    order.status = 'RETURNED'
    order.backAt = Date.now()
    order.failReason = '收款账户已销户'
    this.balance += order.paid
  }

  cancel(order: BankOrder): void {
    if (order.status === 'ACCEPTED' && order.executed === 0) order.status = 'CANCELLED'
  }

  /** Returns the daily file: payments and returns of a day in China, one row each. */
  statement(merchantNo: string, day: string): string {
    const timeOf = (at: number) => new Date(at + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
    const yuanOf = (amount: number) => (amount / 100).toFixed(2)
    const executedOrders = [...this.orders.values()].filter((order) => order.merchantNo === merchantNo && order.executed > 0)
    const rows = executedOrders.flatMap(({ requestNo, reference, paid, paidAt, backAt }) => {
      const row = (serial: string, status: string, at: number, fee: number) => [requestNo, serial, yuanOf(paid), status, yuanOf(fee), timeOf(at)]
      const channelFee = sandboxFee(fen(paid), timeOf(paidAt).slice(0, 10))
      return [row(reference, 'SUCCESS', paidAt, channelFee), ...(backAt > 0 ? [row(`RT${reference}`, 'RETURNED', backAt, 0)] : [])]
    })
    const dayRows = rows.filter((row) => row.at(-1)?.startsWith(day)).map((row) => row.join(','))
    return ['我方请求号,通道流水号,金额,状态,手续费,完成时间', ...dayRows, ''].join('\r\n')
  }
}

/** Returns an order in the form that the merchant receives. */
export function presentOrder(order: BankOrder): Record<string, unknown> {
  const { merchantNo, requestNo, status, reference, failCode, failReason, recipe } = order
  return {
    merchantNo: recipe === 'otherMerchant' ? 'M9999' : merchantNo,
    requestNo,
    status,
    amount: order.executed > 0 ? order.paid : order.amount,
    currency: recipe === 'otherCurrency' ? 'USD' : 'CNY',
    reference,
    failCode,
    failReason,
  }
}
