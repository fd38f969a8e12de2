import { pages } from '#/api/pages.ts'
import { dayOf } from '#/domain/base/period.ts'
import { accountsOfParties, markEnding } from '#/server/agreements/contracts/store-ending.ts'
import type { Context } from '#/server/kernel/context.ts'
import { holdersAt, sendIndividually, sendNotification } from '#/server/services/messages/public.ts'

const chunkSize = 500

/**
 * Notifies the parties of contracts that end within a month, and again within a week, unless a renewal is under way.
 * The centre's contract staff get one message until they have read it. Returns the number of contracts, limited per
 * run.
 */
export async function notifyEndingContracts(ctx: Context): Promise<number> {
  const rows = await markEnding(ctx.db, dayOf(ctx.now), chunkSize)
  if (rows.length === 0) return 0
  const partyAccounts = await accountsOfParties(
    ctx.db,
    rows.map((row) => row.id),
    pages.dzqyList.permission,
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  await sendIndividually(
    ctx,
    'contractEnding',
    partyAccounts.flatMap(({ contract_id, user_id }) => {
      const row = byId.get(contract_id)
      const values = { no: row?.no ?? '', name: row?.name ?? '', day: row?.valid_to ?? '' }
      return row ? [{ whom: user_id, values, path: `${pages.dzqyList.path}?open=${row.id}`, refType: 'contract', refId: row.id }] : []
    }),
  )
  for (const centreId of new Set(rows.map((row) => row.centre_id))) {
    const recipients = await holdersAt(ctx, centreId, 'ht:make', { alone: true })
    const values = { count: rows.filter((row) => row.centre_id === centreId).length }
    await sendNotification(ctx, {
      to: recipients,
      kind: 'contractsEnding',
      values,
      path: pages.htList.path,
      refType: 'centre',
      refId: centreId,
      unlessUnread: true,
    })
  }
  return rows.length
}
