import type { Context } from '#/server/kernel/context.ts'
import { waitingFor } from '#/server/services/tasks/operations.ts'
import * as store from '#/server/services/tasks/store.ts'

/** How many, and how much money: null where it is not about money. */
export interface Waiting {
  readonly count: number
  readonly amount: number | null
}

/** Top-ups that wait for the centre's decision, in the caller's scope. */
export function openTopups(ctx: Context): Promise<Waiting> {
  return store.openTopups(ctx)
}

/** The bank's credits that nobody claimed, in the caller's scope. */
export function unclaimedCredits(ctx: Context): Promise<Waiting> {
  return store.unclaimedCredits(ctx)
}

/** People who wait for the centre's review, in the caller's scope. */
export async function openCandidates(ctx: Context): Promise<Waiting> {
  return { count: await store.openCandidates(ctx), amount: null }
}

/** Accounts of units that wait for the centre's review, in the caller's scope. */
export async function pendingAccounts(ctx: Context): Promise<Waiting> {
  return { count: await store.pendingAccounts(ctx), amount: null }
}

/** How much waits for the caller, all kinds of it together. */
export async function waitingCount(ctx: Context): Promise<number> {
  return (await waitingFor(ctx)).reduce((sum, each) => sum + each.count, 0)
}
