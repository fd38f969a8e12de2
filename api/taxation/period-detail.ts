import { z } from 'zod'
import { Day, Id, Moment, MoneyOut, Version } from '#/api/operation.ts'
import { TaxAmounts, TaxPaymentEntry } from '#/api/taxation/period-rows.ts'
import { periodActions, periodStates, periodSteps, taxKinds } from '#/domain/taxation/tax-declaration.ts'
import { vatReturns } from '#/domain/taxation/vat-return.ts'

const Month = z.string().regex(/^(20\d{2})-(0[1-9]|1[0-2])$/)
const ReturnTaxes = z.object({ vat: MoneyOut, surcharge: MoneyOut })

/** A tax period in a list. */
export const Period = z.object({
  id: Id,
  month: Month,
  centreName: z.string(),
  state: z.enum(periodStates),
  edition: z.int(),
  people: z.int(),
  gross: MoneyOut,
  ...TaxAmounts.shape,
  total: MoneyOut,
  paid: MoneyOut,
  left: MoneyOut,
  leftByTax: TaxAmounts,
  /**
   * The two VAT returns of a closed month: as agent, and as withholding payer. Together they contain all VAT and
   * surcharges.
   */
  returns: z.array(z.object({ vatReturn: z.enum(vatReturns), people: z.int(), gross: MoneyOut, accrued: ReturnTaxes, paid: ReturnTaxes, left: ReturnTaxes })),
  difference: MoneyOut,
  /** The number of payments that were returned after the closing and are declared in no edition yet. */
  toCorrect: z.int(),
  dueOn: Day,
  /**
   * Days until the last day to declare, to pay or to correct. Negative when overdue; null when no step is due any more.
   */
  daysLeft: z.int().nullable(),
  /** The step that is due. */
  dueStep: z.enum(['declare', 'pay', 'correct']).nullable(),
  /** Whether a zero declaration is due, because the month ended without payments or returns. */
  isZero: z.boolean(),
  closedBy: z.string(),
  /** Progress of computing the lines; null while no computation runs. */
  progress: z.object({ done: z.int(), total: z.int() }).nullable(),
  version: Version,
})

const Rules = z.object({
  version: z.string(),
  from: Day,
  iit: z.object({ source: z.string(), expensePpm: z.int(), monthlyDeduction: MoneyOut }),
  vat: z.object({ source: z.string(), threshold: MoneyOut, isInclusive: z.boolean(), ratePpm: z.int() }),
  surcharge: z.object({ source: z.string(), reliefPpm: z.int() }),
})

const TaxPart = z.object({ accrued: MoneyOut, paid: MoneyOut, left: MoneyOut })

/** The VAT return of an edition that the centre files as withholding payer; null when none was due. */
const Withholding = z.object({ withholdingNo: z.string().nullable(), withholdingDeclaredOn: Day.nullable(), withholdingFileId: z.uuid().nullable(), withholdingVat: MoneyOut, withholdingSurcharge: MoneyOut })

/** A tax period with its full history and the possible actions. */
export const PeriodDetail = Period.extend({
  /** The tax rules of the figures, with their first day and legal sources; null when none are in force. */
  rules: Rules.nullable(),
  accrued: TaxAmounts,
  paidByTax: TaxAmounts,
  /** The three surcharges. A payment of surcharges is split between them in the proportion of the declaration. */
  surcharges: z.object({ city: TaxPart, education: TaxPart, localEducation: TaxPart }),
  steps: z.array(z.object({ kind: z.enum(periodSteps), edition: z.int(), at: Moment, byName: z.string(), amount: MoneyOut.nullable(), reason: z.string() })),
  /**
   * The returns of each edition: income tax and VAT. Without `vatFileId`, the file of the income tax return includes
   * the VAT return.
   */
  receipts: z.array(z.object({ edition: z.int(), no: z.string(), declaredOn: Day, people: z.int(), gross: MoneyOut, ...TaxAmounts.shape, fileId: z.uuid(), vatNo: z.string().nullable(), vatDeclaredOn: Day.nullable(), vatFileId: z.uuid().nullable(), ...Withholding.shape, byName: z.string() })),
  /** The due day of the taxes. The late-payment surcharge counts from the following day. */
  payDueOn: Day,
  entries: z.array(TaxPaymentEntry),
  payments: z.array(z.object({ id: Id, kind: z.enum(taxKinds), amount: MoneyOut, paidOn: Day, serial: z.string(), isCredit: z.boolean(), isReversal: z.boolean(), vatReturn: z.enum(vatReturns).nullable(), fileId: z.uuid(), byName: z.string() })),
  /** `owing` people owe tax and need a certificate. `missing` of them have none. */
  certificates: z.object({ matched: z.int(), unmatched: z.int(), owing: z.int(), missing: z.int() }),
  /** The reason why the caller cannot take each action; empty where allowed. */
  may: z.record(z.enum(periodActions), z.string()),
})
