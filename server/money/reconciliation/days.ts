import type { Modules } from '#/api/modules.ts'
import { reconRefusals, sourceNames } from '#/api/money/reconciliation.texts.ts'
import { fen } from '#/domain/base/money.ts'
import type { Context } from '#/server/kernel/context.ts'
import { presetName } from '#/server/kernel/installation/presets.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse, type Values } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { endFetching, refusalText } from '#/server/money/payouts/public.ts'
import { isMatchingOutdated, matchDay } from '#/server/money/reconciliation/matching.ts'
import * as store from '#/server/money/reconciliation/store.ts'
import { followExceptions } from '#/server/money/reconciliation/store-match.ts'
import { lockTransfersOfDay } from '#/server/money/reconciliation/store-transfers.ts'

type RefusalKey = keyof typeof reconRefusals
type DayDetails = Awaited<ReturnType<typeof detailsOf>>

export function presentDay(ctx: Context, row: store.DayRow) {
  return {
    id: row.id,
    day: row.day,
    channelId: row.channel_id,
    channelName: presetName(row.channel_name, ctx.language),
    centreName: row.centre_name,
    state: row.stands,
    missing: row.missing,
    refusal: refusalText(row, ctx.language),
    ours: { count: row.ours_count, amount: fen(row.ours_fen) },
    theirs: { count: row.theirs_count, amount: fen(row.theirs_fen) },
    bank: { count: row.bank_count, amount: fen(row.bank_fen) },
    topups: { count: row.topup_count, amount: fen(row.topup_fen) },
    registered: { count: row.registered_count, amount: fen(row.registered_fen) },
    differences: { count: row.open_count, amount: fen(row.open_fen) },
    longs: row.longs,
    shorts: row.shorts,
    version: row.version,
  }
}

async function detailsOf(ctx: Context, row: store.DayRow) {
  return { ...(await store.detailsOfDay(ctx, row)), isOutdated: row.stands !== 'closed' && (await isMatchingOutdated(ctx, row)) }
}

/** Returns why the caller cannot close or reopen the day now. The page and the operations use the same reason. */
function blocker(ctx: Context, row: store.DayRow, details: DayDetails, action: 'close' | 'reopen'): readonly [RefusalKey, Values] | null {
  const { day } = row
  if (action === 'reopen') {
    if (row.stands !== 'closed') return ['dayOpen', { day }]
    return row.closed_by === ctx.actor.userId ? ['ownClosing', {}] : null
  }
  if (row.stands === 'closed') return ['dayClosed', { day }]
  const readingFile = details.files.find((file) => file.state === 'reading')
  if (readingFile) return ['filesReading', { day, name: readingFile.name }]
  if (row.stands === 'waiting') return ['filesMissing', { day, missing: row.missing.map((source) => translate(sourceNames[source], ctx.language)) }]
  if (details.unowned > 0) return ['itemsUnowned', { day, count: details.unowned }]
  return details.isOutdated ? ['matchingAgain', { day }] : null
}

/** Returns a day with its files, history and the actions open to the caller. */
export async function dayDetail(ctx: Context, id: number) {
  const row = (await store.findDay(ctx, id)) ?? refuse(reconRefusals, 'dayNotFound')
  const details = await detailsOf(ctx, row)
  const blockerText = (action: 'close' | 'reopen') => {
    const problem = blocker(ctx, row, details, action)
    return problem ? translate(reconRefusals[problem[0]], ctx.language, problem[1]) : ''
  }
  return {
    ...presentDay(ctx, row),
    matchedAt: row.matched_at?.toISOString() ?? null,
    closedAt: row.closed_at?.toISOString() ?? null,
    closedBy: details.closedBy,
    unowned: details.unowned,
    files: details.files.map((file) => ({
      fileId: file.file_id,
      source: file.source,
      name: file.name,
      rows: file.row_count,
      done: file.done_count,
      skipped: file.skipped_count,
      isReading: file.state === 'reading',
      byName: file.by_name ?? '',
      addedAt: file.added_at.toISOString(),
    })),
    may: { close: blockerText('close'), reopen: blockerText('reopen') },
    steps: details.steps.map(({ kind, at, by_name, reason }) => ({ kind, at: at.toISOString(), byName: by_name ?? '', reason })),
  }
}

async function lockForUpdate(ctx: Context, target: { dayId: number; version: number }, action: 'close' | 'reopen'): Promise<store.DayRow> {
  const row = (await store.findDay(ctx, target.dayId, true)) ?? refuse(reconRefusals, 'dayNotFound')
  // A row of another account cannot take a transfer of this day before the transaction ends.
  if (action === 'close') await lockTransfersOfDay(ctx, row)
  const problem = blocker(ctx, row, await detailsOf(ctx, row), action)
  if (problem) refuse(reconRefusals, ...problem)
  return row.version === target.version ? row : refuse(reconRefusals, 'changed')
}

function note(ctx: Context, row: store.DayRow, detail: Readonly<Record<string, unknown>>): void {
  ctx.note({ refType: 'recon_day', refId: row.id, centreId: row.centre_id, detail: { day: row.day, channel: row.channel_name, ...detail } })
}

export const dayDesk = {
  day: (ctx, { dayId }) => dayDetail(ctx, dayId),

  async close(ctx, target) {
    const day = await store.findDay(ctx, target.dayId)
    if (day) await followExceptions(ctx, day.channel_id)
    const row = await lockForUpdate(ctx, target, 'close')
    await store.closeDay(ctx, row.id)
    await endFetching(ctx, row.channel_id, [row.day])
    await store.addStep(ctx, { dayId: row.id, centreId: row.centre_id, kind: 'closed' })
    note(ctx, row, { to: 'closed', differences: row.open_count, amount: row.open_fen })
    return dayDetail(ctx, row.id)
  },

  async reopen(ctx, { reason, ...target }) {
    const row = await lockForUpdate(ctx, target, 'reopen')
    await store.reopenDay(ctx, row.id)
    await store.addStep(ctx, { dayId: row.id, centreId: row.centre_id, kind: 'reopened', reason })
    await matchDay(ctx, row.channel_id, row.day)
    note(ctx, row, { to: 'matched', reason })
    return dayDetail(ctx, row.id)
  },
} satisfies Pick<Implementation<Modules['reconciliation']>, 'day' | 'close' | 'reopen'>
