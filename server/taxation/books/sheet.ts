import { accountNames } from '#/api/money/payout-exceptions.texts.ts'
import { voucherKindNames } from '#/api/taxation/accounting.texts.ts'
import { directionNames, bookFields as fields } from '#/api/taxation/books.texts.ts'
import { type Fen, fen } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import type { AccountKind } from '#/domain/money/posting.ts'
import { balanceDirectionOf, debitAndCreditOf } from '#/domain/taxation/books.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import type { ListColumn } from '#/server/kernel/rows/sheet-file.ts'
import type { BookFigures, EntryRow } from '#/server/taxation/books/store.ts'

export interface BalanceFigures {
  readonly openingDebit: Fen
  readonly openingCredit: Fen
  readonly debit: Fen
  readonly credit: Fen
  readonly closingDebit: Fen
  readonly closingCredit: Fen
}

/** Returns the debit and credit columns of an account: opening balance, movements and closing balance. */
export function balanceFigures({ opening_fen, debit_fen, credit_fen }: BookFigures): BalanceFigures {
  const openingSides = debitAndCreditOf(fen(opening_fen))
  const closingSides = debitAndCreditOf(fen(opening_fen - debit_fen + credit_fen))
  return {
    openingDebit: openingSides.debit,
    openingCredit: openingSides.credit,
    debit: fen(debit_fen),
    credit: fen(credit_fen),
    closingDebit: closingSides.debit,
    closingCredit: closingSides.credit,
  }
}

const blankIfZero = (amount: number) => (amount === 0 ? null : amount)
const moneyColumn = (key: keyof BalanceFigures): ListColumn<BalanceFigures> => ({
  heading: fields[key],
  kind: 'money',
  width: 18,
  value: (row) => blankIfZero(row[key]),
})

export const balanceColumns: readonly ListColumn<BalanceFigures & { readonly account: AccountKind }>[] = [
  { heading: fields.account, width: 24, value: (row, language) => translate(accountNames[row.account], language) },
  moneyColumn('openingDebit'),
  moneyColumn('openingCredit'),
  moneyColumn('debit'),
  moneyColumn('credit'),
  moneyColumn('closingDebit'),
  moneyColumn('closingCredit'),
]

export const entryColumns: readonly ListColumn<EntryRow & { readonly balance: Fen }>[] = [
  { heading: fields.day, width: 12, value: (row) => dayOf(row.at) },
  { heading: fields.journal, width: 12, value: (row) => row.journal_id },
  { heading: fields.summary, width: 36, value: (row, language) => [translate(voucherKindNames[row.kind], language), row.memo].filter(Boolean).join(' · ') },
  { heading: fields.ref, width: 28, value: (row) => row.ref_no },
  { heading: fields.debit, kind: 'money', width: 18, value: (row) => blankIfZero(debitAndCreditOf(fen(row.amount_fen)).debit) },
  { heading: fields.credit, kind: 'money', width: 18, value: (row) => blankIfZero(debitAndCreditOf(fen(row.amount_fen)).credit) },
  { heading: fields.direction, width: 8, value: (row, language) => translate(directionNames[balanceDirectionOf(row.balance)], language) },
  { heading: fields.balance, kind: 'money', width: 18, isSummed: false, value: (row) => Math.abs(row.balance) },
]
