import { type Fen, negate, ZERO } from '#/domain/base/money.ts'

/** An amount in the columns 借 and 贷. */
interface Sides {
  readonly debit: Fen
  readonly credit: Fen
}

/** Splits a ledger amount (credits positive) into the columns 借 and 贷. */
export function sidesOf(amount: Fen): Sides {
  return amount < 0 ? { debit: negate(amount), credit: ZERO } : { debit: ZERO, credit: amount }
}

/** 借, 贷 or 平: the side of a balance. */
export const directions = ['debit', 'credit', 'even'] as const
export type Direction = (typeof directions)[number]

/** Returns the side of a ledger balance (credits positive). */
export function directionOf(balance: Fen): Direction {
  if (balance === 0) return 'even'
  return balance < 0 ? 'debit' : 'credit'
}

/** Entries of one journal that a cursor can address. */
const maxLines = 32_768

/** Encodes the place of an entry as one number, so that long lists can page by it. */
export function entryKey(journalId: number, line: number): number {
  return journalId * maxLines + line
}

/** Decodes an entry's place. */
export function entryAt(key: number): { readonly journalId: number; readonly line: number } {
  return { journalId: Math.floor(key / maxLines), line: key % maxLines }
}
