import { sql } from 'kysely'
import { dayOf } from '#/domain/base/period.ts'
import type { Context, Scope } from '#/server/kernel/context.ts'
import {
  countWithoutPlace,
  type PendingFigure,
  type PendingKind,
  type PlaceSum,
  startOfDayAt,
  sumsByPlace,
  totalOf,
} from '#/server/kernel/declarations/pending.ts'

/** Returns the claims in this state as pending work, with their amounts. */
function claimSums(ctx: Context, scope: Scope, state: 'pending' | 'confirmed'): Promise<PlaceSum[]> {
  return sumsByPlace(ctx, scope, {
    table: sql`collection claim`,
    as: 'claim',
    where: sql`claim.state = ${state}`,
    amount: sql`claim.amount_fen`,
    // A claim whose payment came back waits again since an unrecorded time.
    since: state === 'pending' ? sql`claim.submitted_at` : sql`case when claim.paid_at is null then claim.confirmed_at end`,
    hasMode: true,
  })
}

/** The caller's claims that a unit returned. */
const returnedClaims: PendingKind['sums'] = (ctx) =>
  countWithoutPlace(ctx, sql`from collection where operator_id = ${ctx.actor.operatorId ?? 0} and state = 'returned' and not is_entered`)

/** Returns payment objections that the unit must answer, or that the centre must decide: answered or overdue. */
function objectionSums(ctx: Context, scope: Scope, what: 'toAnswer' | 'toDecide'): Promise<PlaceSum[]> {
  const isOverdue = sql`objection.state = 'open' and objection.due_on < ${dayOf(ctx.now)}::date`
  const stateCondition = what === 'toAnswer' ? sql`objection.state = 'open'` : sql`(objection.state = 'answered' or (${isOverdue}))`
  const since = what === 'toAnswer' ? sql`objection.created_at` : sql`coalesce(objection.answered_at, ${startOfDayAt(sql`objection.due_on + 1`)})`
  return sumsByPlace(ctx, scope, { table: sql`payment_objection objection`, as: 'objection', where: stateCondition, since, hasMode: true })
}

const isOperator = ({ actor }: Context) => actor.operatorId !== null
const claimsPage = { page: 'zfSkList', isFor: (ctx: Context) => !isOperator(ctx) } as const

/** Claims to correct, confirm and pay, and payment objections to answer and decide. */
export const pendingKinds: readonly PendingKind[] = [
  { kind: 'claimsReturned', page: 'zfSkYzList', query: 'pane=claims&states=returned', isFor: isOperator, sums: returnedClaims },
  { kind: 'claimsToConfirm', ...claimsPage, query: 'states=pending', rights: ['sk:confirm'], sums: (ctx, scope) => claimSums(ctx, scope, 'pending') },
  {
    kind: 'objectionsToAnswer',
    ...claimsPage,
    query: 'pane=objections&states=open',
    rights: ['sk:confirm'],
    sums: (ctx, scope) => objectionSums(ctx, scope, 'toAnswer'),
  },
  { kind: 'claimsToMerge', ...claimsPage, query: 'states=confirmed', rights: ['zf:make'], sums: (ctx, scope) => claimSums(ctx, scope, 'confirmed') },
  {
    kind: 'objectionsToDecide',
    ...claimsPage,
    query: 'pane=objections&toDecide=1',
    rights: ['sk:decide'],
    sums: (ctx, scope) => objectionSums(ctx, scope, 'toDecide'),
  },
]

/** Returns operators' claims that the unit must confirm, within the caller's scope. */
export const claimsToConfirm = async (ctx: Context): Promise<PendingFigure> => totalOf(await claimSums(ctx, ctx.scope, 'pending'))
