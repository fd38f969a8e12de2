import { pages } from '#/api/pages.ts'
import { dayOf } from '#/domain/period.ts'
import { itemNumber } from '#/domain/reconciliation.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refusalInAll } from '#/server/money/payouts/public.ts'
import type { ItemRow } from '#/server/money/reconciliation/store.ts'
import * as due from '#/server/money/reconciliation/store-due.ts'
import type { DayToMatch } from '#/server/money/reconciliation/store-match.ts'
import { holdersAt, send } from '#/server/services/messages/public.ts'

const { path } = pages.zfdzList

/** New differences of a day, to those who work on them. */
export async function tellDifferences(ctx: Context, day: DayToMatch): Promise<void> {
  const { count, channel } = await due.openOf(ctx, day.id)
  if (count === 0) return
  const to = await holdersAt(ctx, day.centre_id, 'recon:edit')
  await send(ctx, {
    to,
    kind: 'reconDifferences',
    values: { channel, day: day.day, count },
    path: `${path}?day=${day.id}`,
    refType: 'recon_day',
    refId: day.id,
  })
}

function about(row: ItemRow) {
  return { path: `${path}?pane=items&open=${row.id}`, refType: 'recon_item', refId: row.id } as const
}

/** A treatment waits for a second person. */
export async function tellProposed(ctx: Context, row: ItemRow): Promise<void> {
  const to = await holdersAt(ctx, row.centre_id, 'recon:check')
  const values = { no: itemNumber(row.id), name: ctx.actor.name, day: row.day }
  await send(ctx, { to: to.filter((id) => id !== ctx.actor.userId), kind: 'reconProposed', values, ...about(row) })
}

/** What was proposed was declined. */
export async function tellDecided(ctx: Context, row: ItemRow, reason: string): Promise<void> {
  await send(ctx, { to: [row.proposed_by], kind: 'reconDeclined', values: { no: itemNumber(row.id), name: ctx.actor.name, reason }, ...about(row) })
}

/** A file that the channel gave was refused: why, for whatever language it is read in. */
function missingOf({ channel, day, ...kept }: Awaited<ReturnType<typeof due.takeMissing>>[number]) {
  if (kept.refusal === '') return { kind: 'reconMissing', values: { channel, day } } as const
  const { zh: reasonZh, en: reasonEn, es: reasonEs, ja: reasonJa } = refusalInAll(kept)
  return { kind: 'reconRefused', values: { channel, day, reasonZh, reasonEn, reasonEs, reasonJa } } as const
}

/** Once for each: files that are not there by ten in the morning of the day after, and differences that are due. */
export async function tellLate(ctx: Context): Promise<void> {
  const tenOclock = new Date(ctx.now.getTime() - 10 * 3_600_000)
  for (const row of await due.takeMissing(ctx, dayOf(tenOclock))) {
    const to = await holdersAt(ctx, row.centre_id, 'recon:edit')
    await send(ctx, { to, ...missingOf(row), path: `${path}?day=${row.id}`, refType: 'recon_day', refId: row.id })
  }
  for (const { id, owner_id } of await due.takeDue(ctx, dayOf(ctx.now)))
    await send(ctx, {
      to: [owner_id],
      kind: 'reconDue',
      values: { no: itemNumber(id) },
      path: `${path}?pane=items&open=${id}`,
      refType: 'recon_item',
      refId: id,
    })
}
