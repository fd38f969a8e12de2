import { z } from 'zod'
import { Id, type Module, Moment, MoneyOut, Page, pageOf } from '#/api/operation.ts'

/** Why a unit brings its partner no commission this month: nothing was paid, no part was agreed, the fee leaves nothing above the floor, or what it brought came back. */
export const nothingBecause = ['noVolume', 'noRule', 'noMargin', 'reversed'] as const

/**
 * The figures a dashboard can show; which of them a person gets follows from who they are and what they may open. Money of a month is what reached
 * payees (net), by the day it arrived, without what came back; money of batches is what they cost the unit, of failed, returned, held and unknown payments what
 * these lines cost.
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
  /** Of what has a last day: days until the next one, below zero when it is over; null when nothing is due. */
  days: z.int().nullable().optional(),
  /** The list that explains the figure. */
  path: z.string(),
})

/** What a month came to, and from how many: payees, of an operator payments, of a partner units. The path is null where there is no list of it. */
const TrendMonth = z.object({ month: z.string(), amount: MoneyOut, count: z.int(), path: z.string().nullable() })

const taxes = { vat: MoneyOut, surcharge: MoneyOut, incomeTax: MoneyOut }
const amounts = { gross: MoneyOut, tax: MoneyOut, ...taxes, fee: MoneyOut, net: MoneyOut }

/** The dashboard of each kind of user: figures with the lists that explain them, trend, ranking, comparison. */
export const dashboard = {
  figures: { access: '/dashboard', kind: 'read', input: z.object({}), output: z.object({ cards: z.array(Figure), months: z.array(TrendMonth) }) },
  /** The ten units to whose people the centre, or the platform, paid most this month; what all came to. */
  ranking: {
    access: 'zfpzList',
    kind: 'read',
    input: z.object({}),
    output: z.object({ total: MoneyOut, rows: z.array(z.object({ unitId: Id, unitName: z.string(), amount: MoneyOut, count: z.int(), path: z.string() })) }),
  },
  /** The centres side by side, for the platform. A path is null for whoever may not open that list. */
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
  /** A partner's units this month, each as a whole: never who was paid. */
  ownUnits: {
    access: '/dashboard',
    kind: 'read',
    input: z.object({}),
    output: z.array(z.object({ unitId: Id, unitName: z.string(), isOwn: z.boolean(), net: MoneyOut, commission: MoneyOut, why: z.enum(nothingBecause).nullable() })),
  },
  /** What an operator was paid this year, the latest first. */
  receipts: {
    access: '/dashboard',
    kind: 'read',
    input: z.object(Page),
    output: pageOf(z.object({ id: Id, no: z.string(), unitName: z.string(), service: z.string(), ...amounts, finishedAt: Moment })).extend({ totals: z.object(amounts) }),
  },
  /** What was withheld from an operator this year, by month and by who withheld it, the latest first. */
  taxRecord: {
    access: '/dashboard',
    kind: 'read',
    input: z.object({}),
    output: z.array(z.object({ month: z.string(), agent: z.string(), count: z.int(), ...amounts })),
  },
} as const satisfies Module
