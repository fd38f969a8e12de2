import { toIssueStates } from '#/domain/invoice.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { summed, waitingFor } from '#/server/services/tasks/operations.ts'
import * as store from '#/server/services/tasks/store.ts'

/** How many, and how much money: null where it is not about money. */
export interface Waiting {
  readonly count: number
  readonly amount: number | null
}

/** Top-ups that wait for the centre's decision, in the caller's scope. */
export async function openTopups(ctx: Context): Promise<Waiting> {
  return summed(await store.openTopups(ctx, ctx.scope))
}

/** The bank's credits that nobody claimed, in the caller's scope. */
export async function unclaimedCredits(ctx: Context): Promise<Waiting> {
  return summed(await store.unclaimedCredits(ctx, ctx.scope))
}

/** Applications for invoices of a mode that wait to be issued, in the caller's scope. */
export async function invoicesToIssue(ctx: Context, mode: Mode): Promise<Waiting> {
  return summed(await store.invoiceApplications(ctx, ctx.scope, toIssueStates, mode))
}

/** Payments of a mode that came back after they were invoiced, in the caller's scope. */
export async function redDue(ctx: Context, mode: Mode): Promise<Waiting> {
  return summed(await store.redDue(ctx, ctx.scope, mode))
}

/** Differences of reconciliation that are not settled, in the caller's scope. */
export async function openDifferences(ctx: Context): Promise<Waiting> {
  return { count: summed(await store.reconDifferences(ctx, ctx.scope, 'unsettled')).count, amount: null }
}

/** People who wait for the centre's review, in the caller's scope. */
export async function openCandidates(ctx: Context): Promise<Waiting> {
  return { count: summed(await store.openCandidates(ctx, ctx.scope)).count, amount: null }
}

/** Accounts of units that wait for the centre's review, in the caller's scope. */
export async function pendingAccounts(ctx: Context): Promise<Waiting> {
  return { count: summed(await store.pendingAccounts(ctx, ctx.scope)).count, amount: null }
}

/** Claims of operators that wait for the unit's confirmation, in the caller's scope. */
export async function pendingClaims(ctx: Context): Promise<Waiting> {
  return summed(await store.claims(ctx, ctx.scope, 'pending'))
}

/** Papers that wait for the caller's own signature. */
export async function ownSignatures(ctx: Context): Promise<Waiting> {
  return { count: summed(await store.openSignatures(ctx)).count, amount: null }
}

/** The caller's own commission bills that wait for a confirmation. */
export async function ownCommissionBills(ctx: Context): Promise<Waiting> {
  return summed(await store.ownBills(ctx))
}

/** How much waits for the caller, all kinds of it together. */
export async function waitingCount(ctx: Context): Promise<number> {
  return (await waitingFor(ctx)).reduce((sum, each) => sum + each.count, 0)
}

/** Reports and declarations of businesses that are late, in the caller's scope. */
export async function lateObligations(ctx: Context): Promise<Waiting> {
  return { count: summed((await store.waitingBusinesses(ctx, ctx.scope)).late).count, amount: null }
}
