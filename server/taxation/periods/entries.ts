import { entryStateNames, periodRefusals, periodStateNames } from '#/api/taxation/periods.texts.ts'
import { fen } from '#/domain/base/money.ts'
import { type AmountsByTax, isPeriodActionAllowed } from '#/domain/taxation/tax-declaration.ts'
import type { Context } from '#/server/kernel/context.ts'
import { type BlockerOf, blockerText } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import type { PeriodRow } from '#/server/taxation/periods/store.ts'
import * as entries from '#/server/taxation/periods/store-entries.ts'

type Blocker = BlockerOf<typeof periodRefusals>
export type EntryDecision = 'confirm' | 'decline' | 'reverse'

/** Returns the taxes that an entry pays. */
export const taxesOf = (entry: entries.EntryRow): AmountsByTax => ({ vat: fen(entry.vat_fen), surcharge: fen(entry.surcharge_fen), iit: fen(entry.iit_fen) })

/** Returns why the caller cannot take this decision on an entry; null if it is possible. */
export function entryBlocker(ctx: Context, row: PeriodRow, entry: entries.EntryRow, action: EntryDecision): Blocker {
  const ownUserId = ctx.actor.userId
  const isReversal = entry.state === 'reversing'
  if (action === 'reverse' ? entry.state !== 'confirmed' : entry.state !== 'proposed' && !isReversal)
    return ['entryState', { state: translate(entryStateNames[entry.state], ctx.language) }]
  if (action === 'decline') return null
  const hasState =
    action === 'reverse' || isReversal ? ['declared', 'paid', 'certified', 'archived'].includes(row.state) : isPeriodActionAllowed('pay', row.state)
  if (!hasState) return ['wrongPeriodState', { month: row.month, state: translate(periodStateNames[row.state], ctx.language) }]
  if ((action === 'reverse' || isReversal) && entry.has_credits) return ['reversalCredited', { month: row.month }]
  if (action === 'reverse') return null
  if ((isReversal ? entry.reverse_by : entry.by_id) === ownUserId) return isReversal ? 'ownReversal' : 'ownEntry'
  return (isReversal ? entry.is_same_reverser : entry.is_same_hand) ? 'samePassword' : null
}

/** Returns the registered payments of a period, with the decisions open to the caller. */
export async function presentEntries(ctx: Context, row: PeriodRow) {
  const rows = await entries.entriesOf(ctx, row.id)
  return rows.map((entry) => {
    const refusalText = (action: EntryDecision) => blockerText(ctx, periodRefusals, entryBlocker(ctx, row, entry, action))
    return {
      id: entry.id,
      state: entry.state,
      ...taxesOf(entry),
      vatReturn: entry.vat_return,
      ...fieldsOf(entry, 'late_fen', 'late_due_fen', 'late_reason', 'paid_on', 'serial', 'file_id', 'by_name'),
      isOwn: (entry.state === 'reversing' ? entry.reverse_by : entry.by_id) === ctx.actor.userId,
      at: entry.at.toISOString(),
      decidedBy: entry.decided_by_name ?? '',
      reason: entry.reason,
      reverseBy: entry.reverse_by_name ?? '',
      reverseReason: entry.reverse_reason,
      reversedBy: entry.reversed_by_name ?? '',
      version: entry.version,
      may: { confirm: refusalText('confirm'), decline: refusalText('decline'), reverse: refusalText('reverse') },
    }
  })
}
