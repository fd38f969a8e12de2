import { z } from 'zod'
import { Id, type Module, Moment, MoneyOut, Page, pageOf } from '#/api/operation.ts'

/** The reason why a unit yields no commission this month: no payments, no rule, no margin above the floor, or all reversed. */
export const emptyReasons = ['noVolume', 'noRule', 'noMargin', 'reversed'] as const

/**
 * Figures of the dashboard; the user's type and permissions decide which are shown. Monthly amounts are net amounts
 * that reached payees, by arrival day, less returns. Batch amounts are costs to the unit; amounts of failed, returned,
 * held and unknown payments are the costs of those lines.
 */
export const figureKeys = [
  'available',
  'frozen',
  'paidThisMonth',
  'checking',
  'paying',
  'failed',
  'auditing',
  'held',
  'unknown',
  'returned',
  'topups',
  'unclaimed',
  'differences',
  'custody',
  'candidates',
  'accounts',
  'claims',
  'toSign',
  'signatures',
  'income',
  'withheld',
  'received',
  'commission',
  'bills',
  'units',
  'invoiceQuota',
  'toIssue',
  'redDue',
  'taxDue',
  'filingsOverdue',
] as const

const Figure = z.object({
  key: z.enum(figureKeys),
  amount: MoneyOut.nullable(),
  count: z.int().nullable(),
  /** Days until the next deadline, negative when overdue; null without one. */
  days: z.int().nullable().optional(),
  /** The list behind the figure. */
  path: z.string(),
})

/**
 * The amount of a month and the number of payees (for an operator: payments; for a partner: units). `path` is null
 * without a list.
 */
const TrendMonth = z.object({ month: z.string(), amount: MoneyOut, count: z.int(), path: z.string().nullable() })

const taxes = { vat: MoneyOut, surcharge: MoneyOut, incomeTax: MoneyOut }
const amounts = { gross: MoneyOut, tax: MoneyOut, ...taxes, fee: MoneyOut, net: MoneyOut }

/** The dashboard per kind of user: figures with the lists behind them, trend, ranking, comparison. */
export const dashboard = {
  figures: { access: '/dashboard', kind: 'read', input: z.object({}), output: z.object({ cards: z.array(Figure), months: z.array(TrendMonth) }) },
  /** Returns the ten units with the largest payments this month, and the total. */
  ranking: {
    access: 'zfpzList',
    kind: 'read',
    input: z.object({}),
    output: z.object({ total: MoneyOut, rows: z.array(z.object({ unitId: Id, unitName: z.string(), amount: MoneyOut, count: z.int(), path: z.string() })) }),
  },
  /** Compares the centres, for the platform. A path is null without access to the list. */
  centres: {
    access: 'zfPtListpt',
    kind: 'read',
    input: z.object({}),
    output: z.array(
      z.object({
        centreId: Id,
        name: z.string(),
        amount: MoneyOut,
        count: z.int(),
        auditing: z.int(),
        paying: z.int(),
        returned: z.int(),
        paidPath: z.string().nullable(),
        batchPath: z.string(),
      }),
    ),
  },
  /** Returns a partner's units this month, as totals that never show single payees. */
  ownUnits: {
    access: '/dashboard',
    kind: 'read',
    input: z.object({}),
    output: z.array(z.object({ unitId: Id, unitName: z.string(), isOwn: z.boolean(), net: MoneyOut, commission: MoneyOut, why: z.enum(emptyReasons).nullable() })),
  },
  /** Returns the payments to an operator this year, newest first. */
  receipts: {
    access: '/dashboard',
    kind: 'read',
    input: z.object(Page),
    output: pageOf(z.object({ id: Id, no: z.string(), unitName: z.string(), service: z.string(), ...amounts, finishedAt: Moment })).extend({ totals: z.object(amounts) }),
  },
  /** Returns the tax withheld from an operator this year, by month and withholding agent, newest first. */
  taxRecord: {
    access: '/dashboard',
    kind: 'read',
    input: z.object({}),
    output: z.array(z.object({ month: z.string(), agent: z.string(), count: z.int(), ...amounts })),
  },
} as const satisfies Module
