import type { VoucherAccount } from '#/domain/accounting.ts'
import type { Context } from '#/server/kernel/context.ts'
import { issue, obstacle } from '#/server/taxation/accounting/issuing.ts'
import * as store from '#/server/taxation/accounting/store.ts'

/** A chart of accounts for our accounts, from a month on, approved by somebody else. */
export interface PastMapping {
  readonly firstMonth: string
  readonly word: string
  readonly rows: readonly { readonly account: VoucherAccount; readonly code: string; readonly name: string; readonly by_unit: boolean }[]
}

/** Keeps a mapping that was approved long ago. */
export async function mapPast(maker: Context, checker: Context, place: store.Place, { firstMonth, word, rows }: PastMapping): Promise<void> {
  const id = await store.addMapping(maker, place, { first_month: firstMonth, word }, rows)
  await store.decide(checker, id, 'active', '')
}

/** Issues the vouchers of a month in which something moved. */
export async function issuePast(ctx: Context, place: store.Place, month: string): Promise<void> {
  const problem = await obstacle(ctx, place, month, await store.movedIn(ctx, place, month))
  if (problem === null) await issue(ctx, place, month, undefined)
}
