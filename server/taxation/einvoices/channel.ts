import type { RedCode, RedReason } from '#/domain/invoice.ts'
import type { Fen, Ppm } from '#/domain/money.ts'
import type { TitleSnapshot } from '#/domain/title.ts'
import type { Upload } from '#/server/kernel/context.ts'

/** An invoice to issue; a red one has its amounts below zero and names what it takes back. */
export interface IssueOrder {
  /** The same at every try: a channel issues a number once. */
  readonly requestNo: string
  readonly kind: 'special' | 'ordinary'
  readonly price: Fen
  readonly tax: Fen
  readonly total: Fen
  readonly rate: Ppm
  readonly goods: string
  readonly taxCode: string
  readonly remark: string
  readonly seller: { readonly name: string; readonly taxNo: string; readonly bank: string; readonly accountNo: string }
  readonly buyer: Omit<TitleSnapshot, 'version'>
  readonly red: { readonly blueNumber: string; readonly confirmNo: string; readonly reason: RedReason } | null
}

/** What became of an invoice. `absent`: the channel never had this number. `pending`: it has it, and has not issued yet. */
export type IssueAnswer =
  | {
      readonly kind: 'issued'
      readonly requestNo: string
      readonly number: string
      readonly issuedOn: string
      readonly price: number
      readonly tax: number
      readonly total: number
      readonly sellerNo: string
      readonly buyerNo: string
    }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'pending' | 'absent' }

/** What is to be taken back, whole or in part; amounts above zero. */
export interface RedOrder {
  readonly requestNo: string
  readonly blueNumber: string
  readonly reason: RedReason
  readonly price: Fen
  readonly tax: Fen
  readonly total: Fen
  readonly sellerNo: string
  readonly buyerNo: string
  /** Of the sheet that is there already, where the other side opened it. */
  readonly confirmNo: string
}

/** Where a red letter stands at the tax office. */
export type RedAnswer =
  | { readonly kind: 'stands'; readonly code: RedCode; readonly confirmNo: string; readonly blueNumber: string; readonly total: number }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'absent' }

/** A way to the tax office's platform. Whatever it does not say as agreed is thrown: silence is never a yes nor a no. */
export interface EinvoiceChannel {
  issue(order: IssueOrder): Promise<IssueAnswer>
  /** Asks what became of an invoice; changes nothing. */
  query(order: IssueOrder): Promise<IssueAnswer>
  redApply(order: RedOrder): Promise<RedAnswer>
  redQuery(order: RedOrder): Promise<RedAnswer>
  /** Agrees to what the buyer opened. */
  redConfirm(order: RedOrder): Promise<RedAnswer>
  /** The files of an invoice that was issued, as many kinds as there are. */
  files(order: IssueOrder, number: string): Promise<readonly Upload[]>
  /** What the issuer may still invoice this month, without tax. */
  quota(): Promise<Fen>
  test(): Promise<void>
}

/** What of an answer is not what was asked for; empty where all agrees. */
export function contradiction(order: IssueOrder, answer: Extract<IssueAnswer, { kind: 'issued' }>): string {
  if (answer.requestNo !== order.requestNo) return 'requestNo'
  if (!/^\d{20}$/.test(answer.number) || answer.number === order.red?.blueNumber) return 'number'
  if (!/^\d{4}-\d\d-\d\d$/.test(answer.issuedOn)) return 'issuedOn'
  if (answer.price !== order.price || answer.tax !== order.tax || answer.total !== order.total) return 'amount'
  if (answer.sellerNo !== order.seller.taxNo) return 'seller'
  return answer.buyerNo === order.buyer.taxNo ? '' : 'buyer'
}

/** The same for a red letter. */
export function redContradiction(order: RedOrder, answer: Extract<RedAnswer, { kind: 'stands' }>): string {
  if (answer.blueNumber !== order.blueNumber) return 'number'
  if (answer.total !== order.total) return 'amount'
  return order.confirmNo !== '' && answer.confirmNo !== order.confirmNo ? 'confirmNo' : ''
}
