import { z } from 'zod'
import { Id, type Module, Moment, MoneyOut, Page, pageOf } from '#/api/operation.ts'

/**
 * Reasons why a partner earns no commission from a unit this month: no payments, no rule, no margin above the floor, or
 * a commission that returned payments reversed.
 */
export const zeroCommissionReasons = ['noVolume', 'noRule', 'noMargin', 'reversed'] as const

/**
 * Figures of the dashboard. The kind of user and the permissions decide which are shown. Monthly amounts are net
 * amounts that reached payees, by day of arrival, less returns. Batch amounts are costs to the unit. Amounts of failed,
 * returned, held and unknown payments are the costs of those lines.
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
  /** Days until the next deadline; negative when overdue, null without a deadline. */
  days: z.int().nullable().optional(),
  /** The path of the list that explains the figure. */
  path: z.string(),
})

/**
 * The amount of a month, and the number of payees. An operator sees the number of payments instead, and a partner the
 * number of units. `path` is null when there is no list.
 */
const TrendMonth = z.object({ month: z.string(), amount: MoneyOut, count: z.int(), path: z.string().nullable() })

const taxes = { vat: MoneyOut, surcharge: MoneyOut, incomeTax: MoneyOut }
const amounts = { gross: MoneyOut, tax: MoneyOut, ...taxes, fee: MoneyOut, net: MoneyOut }

/** The dashboard of each kind of user: figures with links to their lists, trend, ranking and comparison. */
export const dashboard = {
  figures: { access: '/dashboard', kind: 'read', input: z.object({}), output: z.object({ cards: z.array(Figure), months: z.array(TrendMonth) }) },
  /** Returns the ten units with the highest amounts paid this month, and the total of all units. */
  ranking: {
    access: 'zfpzList',
    kind: 'read',
    input: z.object({}),
    output: z.object({ total: MoneyOut, rows: z.array(z.object({ unitId: Id, unitName: z.string(), amount: MoneyOut, count: z.int(), path: z.string() })) }),
  },
  /** Compares the centres for platform staff. `paidPath` is null when the caller cannot open the receipts. */
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
  /** Returns this month's totals of the calling partner's units, without single payees. */
  ownUnits: {
    access: '/dashboard',
    kind: 'read',
    input: z.object({}),
    output: z.array(z.object({ unitId: Id, unitName: z.string(), isOwn: z.boolean(), net: MoneyOut, commission: MoneyOut, why: z.enum(zeroCommissionReasons).nullable(), path: z.string().nullable() })),
  },
  /** Returns this year's payments to the calling operator, newest first. */
  receipts: {
    access: '/dashboard',
    kind: 'read',
    input: z.object(Page),
    output: pageOf(z.object({ id: Id, no: z.string(), unitName: z.string(), service: z.string(), ...amounts, finishedAt: Moment })).extend({ totals: z.object(amounts) }),
  },
  /** Returns the tax withheld this year from the calling operator, by month and withholding agent, newest first. */
  taxRecord: {
    access: '/dashboard',
    kind: 'read',
    input: z.object({}),
    output: z.array(z.object({ month: z.string(), agent: z.string(), count: z.int(), ...amounts })),
  },
} as const satisfies Module
