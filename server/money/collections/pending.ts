import { sql } from 'kysely'
import { dayOf } from '#/domain/base/period.ts'
import type { Context, Scope } from '#/server/kernel/context.ts'
import { countWithoutPlace, type PendingFigure, type PendingKind, type PlaceSum, sumsByPlace, totalOf } from '#/server/kernel/declarations/pending.ts'

/** Returns the claims in this state as pending work, with their amounts. */
function claims(ctx: Context, scope: Scope, state: 'pending' | 'confirmed'): Promise<PlaceSum[]> {
  return sumsByPlace(ctx, scope, {
    table: sql`collection claim`,
    as: 'claim',
    where: sql`claim.state = ${state}`,
    amount: sql`claim.amount_fen`,
    hasMode: true,
  })
}

/** The caller's claims that a unit returned. */
const returnedClaims: PendingKind['sums'] = (ctx) =>
  countWithoutPlace(ctx, sql`from collection where operator_id = ${ctx.actor.operatorId ?? 0} and state = 'returned' and not is_entered`)

/** Returns payment objections that the unit must answer, or that the centre must decide: answered or overdue. */
function objections(ctx: Context, scope: Scope, what: 'toAnswer' | 'toDecide'): Promise<PlaceSum[]> {
  const isOverdue = sql`objection.state = 'open' and objection.due_on < ${dayOf(ctx.now)}::date`
  const stateCondition = what === 'toAnswer' ? sql`objection.state = 'open'` : sql`(objection.state = 'answered' or (${isOverdue}))`
  return sumsByPlace(ctx, scope, { table: sql`payment_objection objection`, as: 'objection', where: stateCondition, hasMode: true })
}

const isOperators = ({ actor }: Context) => actor.operatorId !== null
const desk = { page: 'zfSkList', isFor: (ctx: Context) => !isOperators(ctx) } as const

/** Claims to correct, confirm and pay, and payment objections to answer and decide. */
export const pendingKinds: readonly PendingKind[] = [
  { kind: 'claimsReturned', page: 'zfSkYzList', query: 'pane=claims&states=returned', isFor: isOperators, sums: returnedClaims },
  { kind: 'claimsToConfirm', ...desk, query: 'states=pending', rights: ['sk:confirm'], sums: (ctx, scope) => claims(ctx, scope, 'pending') },
  {
    kind: 'objectionsToAnswer',
    ...desk,
    query: 'pane=objections&states=open',
    rights: ['sk:confirm'],
    sums: (ctx, scope) => objections(ctx, scope, 'toAnswer'),
  },
  { kind: 'claimsToMerge', ...desk, query: 'states=confirmed', rights: ['zf:make'], sums: (ctx, scope) => claims(ctx, scope, 'confirmed') },
  {
    kind: 'objectionsToDecide',
    ...desk,
    query: 'pane=objections&toDecide=1',
    rights: ['sk:decide'],
    sums: (ctx, scope) => objections(ctx, scope, 'toDecide'),
  },
]

/** Returns operators' claims that the unit must confirm, within the caller's scope. */
export const claimsToConfirm = async (ctx: Context): Promise<PendingFigure> => totalOf(await claims(ctx, ctx.scope, 'pending'))
