import { negate } from '#/domain/base/money.ts'
import { type OpeningBalance, openingPostings } from '#/domain/money/posting.ts'
import type { Context } from '#/server/kernel/context.ts'
import { accountKeyOf, type Journal, type JournalOwner, postJournals } from '#/server/money/ledger/journals.ts'
import * as store from '#/server/money/ledger/store.ts'

/** Opening balances: the account, its owner and the amount. */
export interface OpeningMoney extends Omit<JournalOwner, 'unitId'> {
  readonly id: number
  readonly no: string
  readonly memo: string
  readonly balances: readonly OpeningBalance[]
}

function openingJournals({ centreId, mode, id, no, memo, balances }: OpeningMoney): Journal[] {
  return openingPostings(balances).map(({ unitId, postings }) => ({
    kind: 'opening',
    owner: { centreId, mode, unitId },
    refType: 'opening',
    refId: id,
    refNo: no,
    idemKey: `opening:${id}:${unitId ?? 'centre'}`,
    postings,
    memo,
  }))
}

/**
 * Returns which of these units have journals here, ignoring reversed openings. With `isLocked`, locks their accounts
 * until the transaction ends.
 */
export function unitsWithJournals(ctx: Context, of: Omit<JournalOwner, 'unitId'>, unitIds: readonly number[], isLocked: boolean): Promise<Set<number>> {
  return ctx.widen('ledger', async () => {
    if (isLocked)
      await store.lockAccounts(
        ctx,
        unitIds.map((unitId) => accountKeyOf({ ...of, unitId }, 'unit_available')),
      )
    return store.unitsWithJournals(ctx, of, unitIds)
  })
}

/** Books opening balances, once per sheet. */
export async function postOpening(ctx: Context, opening: OpeningMoney): Promise<void> {
  await postJournals(ctx, openingJournals(opening))
}

/**
 * Returns the units' first payment or reservation since the opening; undefined if none. Locks their accounts until the
 * transaction ends.
 */
export function firstPaymentSinceOpening(ctx: Context, { centreId, mode, id, balances }: OpeningMoney): Promise<store.FirstPaymentRow | undefined> {
  return ctx.widen('ledger', async () => {
    const unitIds = balances.flatMap(({ unitId }) => (unitId === null ? [] : [unitId]))
    await store.lockAccounts(
      ctx,
      unitIds.map((unitId) => accountKeyOf({ centreId, mode, unitId }, 'unit_available')),
    )
    return store.firstPaymentSince(ctx, { centreId, mode, openingId: id }, unitIds)
  })
}

/**
 * Reverses opening balances. Refuses with `insufficient` when a unit's available money is lower than its opening
 * balance.
 */
export async function reverseOpening(ctx: Context, opening: OpeningMoney): Promise<void> {
  const reversals = openingJournals(opening).map(
    (journal): Journal => ({
      ...journal,
      idemKey: `${journal.idemKey}:undone`,
      reversesKey: journal.idemKey,
      postings: journal.postings.map(({ account, amount }) => ({ account, amount: negate(amount) })),
    }),
  )
  await postJournals(ctx, reversals)
}
