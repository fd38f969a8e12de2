import type { Fen, Ppm } from '#/domain/base/money.ts'
import type { RedCode, RedReason } from '#/domain/taxation/invoice.ts'
import type { TitleSnapshot } from '#/domain/taxation/title.ts'
import type { Upload } from '#/server/kernel/context.ts'

/** An invoice to issue. A red one has negative amounts and names the invoice it reverses. */
export interface IssueOrder {
  /** The same for every attempt, because a channel issues only one invoice for a number. */
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

/** The outcome of an order. `absent`: the channel never received this number. `pending`: received, not issued yet. */
export type IssueResult =
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

/** A full or partial red letter, with positive amounts. */
export interface RedLetterOrder {
  readonly requestNo: string
  readonly blueNumber: string
  readonly reason: RedReason
  readonly price: Fen
  readonly tax: Fen
  readonly total: Fen
  readonly sellerNo: string
  readonly buyerNo: string
  /** The number of the existing red-letter confirmation, if the buyer opened it. */
  readonly confirmNo: string
}

/** The state of a red letter at the tax office. */
export type RedLetterResult =
  | { readonly kind: 'stands'; readonly code: RedCode; readonly confirmNo: string; readonly blueNumber: string; readonly total: number }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'absent' }

/**
 * A connection to the tax office's platform. The connection throws on any answer that violates the protocol. A missing
 * answer leaves the outcome unknown.
 */
export interface EinvoiceChannel {
  issue(order: IssueOrder): Promise<IssueResult>
  /** Queries the outcome of an order. Changes nothing. */
  query(order: IssueOrder): Promise<IssueResult>
  redApply(order: RedLetterOrder): Promise<RedLetterResult>
  redQuery(order: RedLetterOrder): Promise<RedLetterResult>
  /** Confirms a red-letter confirmation that the buyer opened. */
  redConfirm(order: RedLetterOrder): Promise<RedLetterResult>
  /** Returns the available files of an issued invoice. */
  files(order: IssueOrder, number: string): Promise<readonly Upload[]>
  /** Returns the issuer's remaining quota of this month, without tax. */
  quota(): Promise<Fen>
  test(): Promise<void>
}

/** Returns the field in which an answer contradicts its request; empty if it matches. */
export function contradictingField(order: IssueOrder, answer: Extract<IssueResult, { kind: 'issued' }>): string {
  if (answer.requestNo !== order.requestNo) return 'requestNo'
  if (!/^\d{20}$/.test(answer.number) || answer.number === order.red?.blueNumber) return 'number'
  if (!/^\d{4}-\d\d-\d\d$/.test(answer.issuedOn)) return 'issuedOn'
  if (answer.price !== order.price || answer.tax !== order.tax || answer.total !== order.total) return 'amount'
  if (answer.sellerNo !== order.seller.taxNo) return 'seller'
  return answer.buyerNo === order.buyer.taxNo ? '' : 'buyer'
}

/** Returns the field in which an answer contradicts a red letter; empty if it matches. */
export function contradictingRedField(order: RedLetterOrder, answer: Extract<RedLetterResult, { kind: 'stands' }>): string {
  if (answer.blueNumber !== order.blueNumber) return 'number'
  if (answer.total !== order.total) return 'amount'
  return order.confirmNo !== '' && answer.confirmNo !== order.confirmNo ? 'confirmNo' : ''
}
