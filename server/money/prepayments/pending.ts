import { sql } from 'kysely'
import type { Context, Scope } from '#/server/kernel/context.ts'
import { isUnitUser, type PendingFigure, type PendingKind, type PlaceSum, sumsByPlace, totalOf } from '#/server/kernel/declarations/pending.ts'
import { isUnclaimed } from '#/server/money/prepayments/store-credits.ts'
import { canConfirmReturn, canTakeNextStep } from '#/server/money/prepayments/store-refunds.ts'

const openTopups: PendingKind['sums'] = (ctx, scope) =>
  sumsByPlace(ctx, scope, {
    table: sql`topup`,
    as: 'topup',
    where: sql`topup.state in ('submitted', 'matched')`,
    amount: sql`topup.amount_fen`,
    since: sql`topup.submitted_at`,
    hasMode: true,
  })

const unclaimedCredits: PendingKind['sums'] = (ctx, scope) =>
  sumsByPlace(ctx, scope, {
    table: sql`bank_credit credit`,
    as: 'credit',
    where: isUnclaimed,
    amount: sql`credit.amount_fen`,
    since: sql`credit.credited_at`,
    hasMode: true,
  })

const refundTimes = { applied: 'applied_at', approved: 'decided_at', failing: 'paid_at' } as const

/** Returns refunds in this state whose next step the caller may take. */
function refundsIn(state: Parameters<typeof canTakeNextStep>[1]): PendingKind['sums'] {
  return (ctx, scope) =>
    sumsByPlace(ctx, scope, {
      table: sql`refund`,
      as: 'refund',
      where: canTakeNextStep(ctx, state),
      amount: sql`refund.amount_fen`,
      since: sql.ref(`refund.${refundTimes[state]}`),
      hasMode: true,
    })
}

const proposedAdjustments: PendingKind['sums'] = (ctx, scope) => {
  const where = sql`adjustment.state = 'proposed' and adjustment.proposed_by <> ${ctx.actor.userId}`
  return sumsByPlace(ctx, scope, {
    table: sql`balance_adjustment adjustment`,
    as: 'adjustment',
    where,
    amount: sql`abs(adjustment.amount_fen)`,
    since: sql`adjustment.proposed_at`,
    hasMode: true,
  })
}

/** Returns statements that wait for the unit's decision or the centre's answer. */
function statementsIn(ctx: Context, scope: Scope, state: 'issued' | 'disputed'): Promise<PlaceSum[]> {
  const since = state === 'issued' ? sql`coalesce(statement.answered_at, statement.issued_at)` : sql`statement.decided_at`
  return sumsByPlace(ctx, scope, { table: sql`balance_statement statement`, as: 'statement', where: sql`statement.state = ${state}`, since, hasMode: true })
}

/** Unit accounts below the unit's own limit or that of its terms. */
const lowBalances: PendingKind['sums'] = (ctx, scope) => {
  const table = sql`app.unit_terms(${ctx.now}::timestamptz) terms join account on account.unit_id = terms.unit_id and account.centre_id = terms.centre_id and account.mode = terms.mode
      and account.kind = 'unit_available'
    left join balance_limit own on own.unit_id = terms.unit_id and own.centre_id = terms.centre_id and own.mode = terms.mode`
  const where = sql`terms.is_active and account.balance_fen < coalesce(own.limit_fen, terms.low_balance_fen)`
  return sumsByPlace(ctx, scope, { table, as: 'terms', where, amount: sql`account.balance_fen`, hasMode: true })
}

const page = 'yufukuan'
const unitPage = { page, rights: ['cz:apply'], isFor: isUnitUser } as const
const isCentreUser = (ctx: Context) => !isUnitUser(ctx)

/**
 * Pending work on prepayments. Centre: top-ups, credits, refunds, corrections and disputed statements. Unit: statements
 * and low balances.
 */
export const pendingKinds: readonly PendingKind[] = [
  { kind: 'confirm', page, query: 'states=submitted,matched', rights: ['cz:confirm'], sums: openTopups },
  { kind: 'unclaimed', page, query: 'pane=credits&state=unclaimed', rights: ['cz:confirm'], sums: unclaimedCredits },
  { kind: 'ownStatements', ...unitPage, query: 'pane=statements&states=issued', sums: (ctx, scope) => statementsIn(ctx, scope, 'issued') },
  { kind: 'lowBalances', ...unitPage, query: 'isLow=1', sums: lowBalances },
  {
    kind: 'refunds',
    page,
    query: 'pane=refunds&states=applied&isForMe=1',
    rights: ['refund:check'],
    isFor: isCentreUser,
    sums: refundsIn('applied'),
  },
  {
    kind: 'refundsToPay',
    page,
    query: 'pane=refunds&states=approved&isForMe=1',
    rights: ['refund:pay'],
    isFor: isCentreUser,
    sums: refundsIn('approved'),
  },
  {
    kind: 'refundFailures',
    page,
    query: 'pane=refunds&states=failing&isForMe=1',
    rights: ['refund:check'],
    isFor: isCentreUser,
    sums: refundsIn('failing'),
  },
  {
    kind: 'refundReturns',
    page,
    query: 'pane=refunds&states=paid&isForMe=1',
    rights: ['refund:check'],
    isFor: isCentreUser,
    sums: (ctx, scope) =>
      sumsByPlace(ctx, scope, { table: sql`refund`, as: 'refund', where: canConfirmReturn(ctx), amount: sql`refund.amount_fen`, hasMode: true }),
  },
  {
    kind: 'adjustments',
    page,
    query: 'pane=adjustments&states=proposed&isForMe=1',
    rights: ['adjustment:check'],
    isFor: isCentreUser,
    sums: proposedAdjustments,
  },
  {
    kind: 'disputedStatements',
    page,
    query: 'pane=statements&states=disputed',
    rights: ['cz:confirm'],
    isFor: isCentreUser,
    sums: (ctx, scope) => statementsIn(ctx, scope, 'disputed'),
  },
]

/** Returns undecided top-ups within the caller's scope. */
export const topupsToDecide = async (ctx: Context): Promise<PendingFigure> => totalOf(await openTopups(ctx, ctx.scope))

/** Returns unclaimed bank credits within the caller's scope. */
export const creditsToClaim = async (ctx: Context): Promise<PendingFigure> => totalOf(await unclaimedCredits(ctx, ctx.scope))
