import { z } from 'zod'
import { Day, Id, Moment, MoneyOut, Version } from '#/api/operation.ts'
import { taxCreditStates, taxCreditSteps, taxKinds } from '#/domain/taxation/tax-declaration.ts'
import { vatReturns } from '#/domain/taxation/vat-return.ts'

const Month = z.string().regex(/^(20\d{2})-(0[1-9]|1[0-2])$/)
const Taxes = z.object({ vat: MoneyOut, surcharge: MoneyOut, iit: MoneyOut })

const Figures = z.object({ gross: MoneyOut, ...Taxes.shape, cumIncome: MoneyOut, due: MoneyOut })

/** The changes that a correction makes: by month, and for the first people. */
export const CorrectionChanges = z.object({
  months: z.array(z.object({ id: Id, month: Month, people: z.int(), tax: MoneyOut })),
  rows: z.array(z.object({ month: Month, operatorId: Id, name: z.string(), idNumber: z.string(), before: Figures, after: Figures })),
  count: z.int(),
})

/** Overpaid tax of a corrected month, with the history of the credit. */
export const OverpaymentCredit = z.object({
  id: Id,
  no: z.string(),
  declarationId: Id,
  month: Month,
  centreName: z.string(),
  edition: z.int(),
  kind: z.enum(taxKinds),
  /** The VAT return of the credit; null for income tax. */
  vatReturn: z.enum(vatReturns).nullable(),
  amount: MoneyOut,
  left: MoneyOut,
  state: z.enum(taxCreditStates),
  /** Whether the caller declared the correction. Another person must register the refund or withdraw the credit. */
  isOwn: z.boolean(),
  at: Moment,
  version: Version,
  moves: z.array(
    z.object({
      id: Id,
      kind: z.enum(taxCreditSteps),
      amount: MoneyOut,
      /** The month whose payment used the credit. */
      month: Month.nullable(),
      paidOn: Day.nullable(),
      serial: z.string(),
      fileId: z.uuid().nullable(),
      reason: z.string(),
      byName: z.string(),
      at: Moment,
    }),
  ),
})
