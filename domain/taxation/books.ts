import { type Fen, negate, ZERO } from '#/domain/base/money.ts'

/** An amount in the columns debit (借) and credit (贷). */
interface DebitAndCredit {
  readonly debit: Fen
  readonly credit: Fen
}

/** Splits a ledger amount into debit (借) and credit (贷). In the ledger, credits are positive. */
export function debitAndCreditOf(amount: Fen): DebitAndCredit {
  return amount < 0 ? { debit: negate(amount), credit: ZERO } : { debit: ZERO, credit: amount }
}

/** The side of a balance: 借, 贷 or 平. */
export const balanceDirections = ['debit', 'credit', 'even'] as const
export type BalanceDirection = (typeof balanceDirections)[number]

/** Returns the side of a balance in the ledger, where credits are positive. */
export function balanceDirectionOf(balance: Fen): BalanceDirection {
  if (balance === 0) return 'even'
  return balance < 0 ? 'debit' : 'credit'
}

/** The number of entries of one journal that a cursor can address. */
const maxLinesPerJournal = 32_768

/** Encodes journal and line of an entry as one number, which long lists use as their cursor. */
export function entryKey(journalId: number, line: number): number {
  return journalId * maxLinesPerJournal + line
}

/** Decodes journal and line of an entry. */
export function parseEntryKey(key: number): { readonly journalId: number; readonly line: number } {
  return { journalId: Math.floor(key / maxLinesPerJournal), line: key % maxLinesPerJournal }
}
