import { z } from 'zod'
import { Day, type Module, MoneyOut, YuanText } from '#/api/operation.ts'

const Year = z.int().min(2019).max(2199)

const figures = { gross: MoneyOut, vat: MoneyOut, surcharge: MoneyOut, iit: MoneyOut, net: MoneyOut }

/** One computed payment, with every step. */
const ComputedTax = z.object({ month: z.string(), policyVersion: z.string(), ...figures, calculation: z.record(z.string(), z.unknown()) })

const income = { wages: YuanText, labour: YuanText, royalties: YuanText, insurance: YuanText, additional: YuanText, otherDeductions: YuanText, withheld: YuanText }

/**
 * Tax calculators for payees (税费计算器). They use the functions that compute payments, and the policy of the given day.
 * Nothing is stored.
 */
export const calculators = {
  /**
   * Computes one payment to the caller as a natural person: alone, or after the payments of the caller's centre in this
   * month and year.
   */
  payment: {
    access: 'zfSkYzList',
    kind: 'read',
    input: z.object({ day: Day, gross: YuanText, continues: z.boolean() }),
    output: ComputedTax.extend({
      /** The centre whose local tax rate is used. */
      centreName: z.string(),
      cityRatePpm: z.int(),
      /** Whether the payment is computed after earlier payments. A payment in a past month is always computed alone. */
      isContinued: z.boolean(),
    }),
  },
  /** Computes the payments of a year from twelve monthly amounts. A month with zero has no payment. */
  year: {
    access: 'zfSkYzList',
    kind: 'read',
    input: z.object({ year: Year, grosses: z.array(YuanText).length(12) }),
    output: z.object({
      centreName: z.string(),
      /** The rates of urban construction tax in the months with payments, without repetitions, oldest first. */
      cityRatesPpm: z.array(z.int()),
      months: z.array(ComputedTax),
      totals: z.object({ ...figures, income: MoneyOut }),
    }),
  },
  /** Computes the annual settlement of comprehensive income (综合所得汇算). */
  settlement: {
    access: 'zfSkYzList',
    kind: 'read',
    input: z.object({ year: Year, ...income }),
    output: z.object({
      policyVersion: z.string(),
      wages: MoneyOut,
      labour: MoneyOut,
      labourExpense: MoneyOut,
      royalties: MoneyOut,
      royaltyExpense: MoneyOut,
      royaltyRelief: MoneyOut,
      income: MoneyOut,
      basicDeduction: MoneyOut,
      insurance: MoneyOut,
      additional: MoneyOut,
      otherDeductions: MoneyOut,
      taxable: MoneyOut,
      ratePpm: z.int(),
      quick: MoneyOut,
      tax: MoneyOut,
      withheld: MoneyOut,
      difference: MoneyOut,
    }),
  },
} as const satisfies Module
