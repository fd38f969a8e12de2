import { z } from 'zod'
import { Day, Id, Moment, MoneyOut, Version } from '#/api/operation.ts'
import { periodFaults, taxEntryStates } from '#/domain/taxation/tax-declaration.ts'
import { vatReturns } from '#/domain/taxation/vat-return.ts'

/** The amounts of each tax. */
export const TaxAmounts = z.object({ vat: MoneyOut, surcharge: MoneyOut, iit: MoneyOut })

/** A registered payment to the tax office, with all its taxes. */
export const TaxPaymentEntry = z.object({
  id: Id,
  state: z.enum(taxEntryStates),
  ...TaxAmounts.shape,
  /** The VAT return to which the paid VAT and surcharges belong. */
  vatReturn: z.enum(vatReturns),
  /** The late-payment surcharge as paid and as computed. A difference needs a reason. */
  late: MoneyOut,
  lateDue: MoneyOut,
  lateReason: z.string(),
  paidOn: Day,
  serial: z.string(),
  fileId: z.uuid(),
  byName: z.string(),
  /** Whether the caller registered the payment or requested its pending reversal. */
  isOwn: z.boolean(),
  at: Moment,
  decidedBy: z.string(),
  reason: z.string(),
  reverseBy: z.string(),
  reverseReason: z.string(),
  reversedBy: z.string(),
  version: Version,
  /** The reason why the caller may not take each step; empty when the caller may. */
  may: z.object({ confirm: z.string(), decline: z.string(), reverse: z.string() }),
})

export const PeriodLine = z.object({
  /** The id of the person. Each person has one line in a period. */
  id: Id,
  name: z.string(),
  idNumber: z.string(),
  gross: MoneyOut,
  income: MoneyOut,
  exempt: MoneyOut,
  vat: MoneyOut,
  city: MoneyOut,
  education: MoneyOut,
  localEducation: MoneyOut,
  cumIncome: MoneyOut,
  cumExpense: MoneyOut,
  cumDeduction: MoneyOut,
  cumOther: MoneyOut,
  months: z.int(),
  ratePpm: z.int(),
  quick: MoneyOut,
  should: MoneyOut,
  before: MoneyOut,
  due: MoneyOut,
  withheld: MoneyOut,
  backGross: MoneyOut,
  backTax: MoneyOut,
  difference: MoneyOut,
  /** The part of the VAT figures on the withholding return. The rest is on the return as agent. */
  withholdingGross: MoneyOut,
  withholdingVat: MoneyOut,
  withholdingCity: MoneyOut,
  withholdingEducation: MoneyOut,
  withholdingLocalEducation: MoneyOut,
  certificateId: z.uuid().nullable(),
  /** The id of the tax certificate. A money trail can start from it. */
  taxCertificateId: Id.nullable(),
})

/** A fault found before the closing, with the people whom it concerns. */
export const ClosingFault = z.object({
  kind: z.enum(periodFaults),
  isBlocking: z.boolean(),
  count: z.int(),
  /** The first people whom the fault concerns. */
  people: z.array(z.object({ operatorId: Id, name: z.string(), idNumber: z.string() })),
})
