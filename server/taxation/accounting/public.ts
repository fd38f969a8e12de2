import type { VoucherAccount } from '#/domain/taxation/accounting.ts'
import type { Context } from '#/server/kernel/context.ts'
import { issueBlocker, issueVouchers } from '#/server/taxation/accounting/issuing.ts'
import * as store from '#/server/taxation/accounting/store.ts'

export { isOfVoucherMonth, voucherMonths } from '#/server/taxation/accounting/invariants.ts'

/** An approved mapping of our accounts to a chart of accounts, valid from a month. */
export interface PastMapping {
  readonly firstMonth: string
  readonly word: string
  readonly rows: readonly { readonly account: VoucherAccount; readonly code: string; readonly name: string; readonly by_unit: boolean }[]
}

/** Stores a mapping that was approved in the past. */
export async function addPastMapping(maker: Context, checker: Context, place: store.BooksPlace, { firstMonth, word, rows }: PastMapping): Promise<void> {
  const id = await store.addMapping(maker, place, { first_month: firstMonth, word }, rows)
  await store.decideMapping(checker, id, 'active', '')
}

/** Issues the vouchers of a past month. Does nothing without movements. */
export async function issuePastMonth(ctx: Context, place: store.BooksPlace, month: string): Promise<void> {
  const problem = await issueBlocker(ctx, place, month, await store.movementsIn(ctx, place, month))
  if (problem === null) await issueVouchers(ctx, place, month, undefined)
}
