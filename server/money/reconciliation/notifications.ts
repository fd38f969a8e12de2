import { pages } from '#/api/pages.ts'
import { dayOf } from '#/domain/base/period.ts'
import { reconItemNumber } from '#/domain/money/reconciliation.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refusalInAllLanguages } from '#/server/money/payouts/public.ts'
import type { ItemRow } from '#/server/money/reconciliation/store.ts'
import * as due from '#/server/money/reconciliation/store-due.ts'
import type { DayToMatch } from '#/server/money/reconciliation/store-match.ts'
import { holdersAt, sendNotification } from '#/server/services/messages/public.ts'

const { path } = pages.zfdzList

/** Notifies the centre's staff of a day's new differences. */
export async function notifyDifferences(ctx: Context, day: DayToMatch): Promise<void> {
  const { count, channel } = await due.countOpenDifferences(ctx, day.id)
  if (count === 0) return
  const to = await holdersAt(ctx, day.centre_id, 'recon:edit')
  await sendNotification(ctx, {
    to,
    kind: 'reconDifferences',
    values: { channel, day: day.day, count },
    path: `${path}?day=${day.id}`,
    refType: 'recon_day',
    refId: day.id,
  })
}

function referenceTo(row: ItemRow) {
  return { path: `${path}?pane=items&open=${row.id}`, refType: 'recon_item', refId: row.id } as const
}

/** Notifies the staff who may approve a proposed treatment. */
export async function notifyOfProposal(ctx: Context, row: ItemRow): Promise<void> {
  const to = await holdersAt(ctx, row.centre_id, 'recon:check')
  const values = { no: reconItemNumber(row.id), name: ctx.actor.name, day: row.day }
  await sendNotification(ctx, { to: to.filter((id) => id !== ctx.actor.userId), kind: 'reconProposed', values, ...referenceTo(row) })
}

/** Notifies the proposer of a declined treatment. */
export async function notifyOfDecline(ctx: Context, row: ItemRow, reason: string): Promise<void> {
  await sendNotification(ctx, {
    to: [row.proposed_by],
    kind: 'reconDeclined',
    values: { no: reconItemNumber(row.id), name: ctx.actor.name, reason },
    ...referenceTo(row),
  })
}

/** Builds the message about a missing or refused file, with the reason in every language. */
function messageOfMissingFile({ channel, day, ...stored }: Awaited<ReturnType<typeof due.claimDaysWithoutFiles>>[number]) {
  if (stored.refusal === '') return { kind: 'reconMissing', values: { channel, day } } as const
  const { zh: reasonZh, en: reasonEn, es: reasonEs, ja: reasonJa } = refusalInAllLanguages(stored)
  return { kind: 'reconRefused', values: { channel, day, reasonZh, reasonEn, reasonEs, reasonJa } } as const
}

/** Reminds once of files still missing at 10:00 on the next day, and of due differences. */
export async function remindOfMissingFiles(ctx: Context): Promise<void> {
  const tenHoursAgo = new Date(ctx.now.getTime() - 10 * 3_600_000)
  for (const row of await due.claimDaysWithoutFiles(ctx, dayOf(tenHoursAgo))) {
    const to = await holdersAt(ctx, row.centre_id, 'recon:edit')
    await sendNotification(ctx, { to, ...messageOfMissingFile(row), path: `${path}?day=${row.id}`, refType: 'recon_day', refId: row.id })
  }
  for (const { id, owner_id } of await due.claimDueDifferences(ctx, dayOf(ctx.now)))
    await sendNotification(ctx, {
      to: [owner_id],
      kind: 'reconDue',
      values: { no: reconItemNumber(id) },
      path: `${path}?pane=items&open=${id}`,
      refType: 'recon_item',
      refId: id,
    })
}
