import { toIssueStates } from '#/domain/taxation/invoice.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { summed, waitingFor } from '#/server/services/tasks/operations.ts'
import * as store from '#/server/services/tasks/store.ts'

/** Count and amount; the amount is null if no money is involved. */
export interface Waiting {
  readonly count: number
  readonly amount: number | null
}

/** Returns undecided top-ups within the caller's scope. */
export async function openTopups(ctx: Context): Promise<Waiting> {
  return summed(await store.openTopups(ctx, ctx.scope))
}

/** Returns unclaimed bank credits within the caller's scope. */
export async function unclaimedCredits(ctx: Context): Promise<Waiting> {
  return summed(await store.unclaimedCredits(ctx, ctx.scope))
}

/** Returns invoice applications of a mode that are ready to issue, within the caller's scope. */
export async function invoicesToIssue(ctx: Context, mode: Mode): Promise<Waiting> {
  return summed(await store.invoiceApplications(ctx, ctx.scope, toIssueStates, mode))
}

/** Returns payments of a mode that were returned after invoicing, within the caller's scope. */
export async function redDue(ctx: Context, mode: Mode): Promise<Waiting> {
  return summed(await store.redDue(ctx, ctx.scope, mode))
}

/** Returns unsettled reconciliation differences within the caller's scope. */
export async function openDifferences(ctx: Context): Promise<Waiting> {
  return { count: summed(await store.reconDifferences(ctx, ctx.scope, 'unsettled')).count, amount: null }
}

/** Counts the candidates awaiting the centre's review in the caller's scope. */
export async function openCandidates(ctx: Context): Promise<Waiting> {
  return { count: summed(await store.openCandidates(ctx, ctx.scope)).count, amount: null }
}

/** Returns unit accounts waiting for the centre's review, within the caller's scope. */
export async function pendingAccounts(ctx: Context): Promise<Waiting> {
  return { count: summed(await store.pendingAccounts(ctx, ctx.scope)).count, amount: null }
}

/** Returns operators' claims waiting for the unit's confirmation, within the caller's scope. */
export async function pendingClaims(ctx: Context): Promise<Waiting> {
  return summed(await store.claims(ctx, ctx.scope, 'pending'))
}

/** Returns contracts waiting for the caller's signature. */
export async function ownSignatures(ctx: Context): Promise<Waiting> {
  return { count: summed(await store.openSignatures(ctx)).count, amount: null }
}

/** Returns the caller's commission bills waiting for confirmation. */
export async function ownCommissionBills(ctx: Context): Promise<Waiting> {
  return summed(await store.ownBills(ctx))
}

/** Returns the total number of the caller's pending items. */
export async function waitingCount(ctx: Context): Promise<number> {
  return (await waitingFor(ctx)).reduce((sum, each) => sum + each.count, 0)
}

/** Reports and declarations of businesses that are late, in the caller's scope. */
export async function lateObligations(ctx: Context): Promise<Waiting> {
  return { count: summed((await store.waitingBusinesses(ctx, ctx.scope)).late).count, amount: null }
}
