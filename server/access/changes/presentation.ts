import { changeRefusals, changeWords, guardedFields } from '#/api/access/changes.texts.ts'
import { channelKinds } from '#/domain/payout-channel.ts'
import type { Text } from '#/domain/text.ts'
import type { ChangeRow, Difference } from '#/server/access/changes/store.ts'
import type { Context } from '#/server/kernel/context.ts'
import { presetName } from '#/server/kernel/presets.ts'
import { say } from '#/server/kernel/say.ts'

/** The reason why the caller may not act; null when allowed. */
export type Obstacle = keyof typeof changeRefusals | null

const settingNames: Readonly<Record<string, Text>> = Object.fromEntries(
  Object.values(channelKinds).flatMap(({ fields }) => Object.entries(fields).map(([key, { name }]) => [`settings.${key}`, name])),
)

/** Returns the reason why the caller may not decide a change. */
export function decideObstacle(ctx: Context, row: ChangeRow): Obstacle {
  if (row.state !== 'waiting') return 'decided'
  if (row.proposed_by === ctx.actor.userId) return 'ownProposal'
  if (row.is_same_hand) return 'passwordSet'
  return ctx.scope.all && ctx.actor.may('change:decide') ? null : 'noRight'
}

/** Returns the reason why the caller may not withdraw a change. */
export function withdrawObstacle(ctx: Context, row: ChangeRow): Obstacle {
  if (row.state !== 'waiting' && row.state !== 'approved') return 'decided'
  return ctx.scope.all && (ctx.actor.may('change:decide') || row.proposed_by === ctx.actor.userId) ? null : 'noRight'
}

const words = (ctx: Context, obstacle: Obstacle) => (obstacle === null ? '' : say(changeRefusals[obstacle], ctx.language))

function presentDifference(ctx: Context, { field, before, after, isSecret }: Difference) {
  const name = (guardedFields as Readonly<Record<string, Text>>)[field] ?? settingNames[field]
  const value = (text: string) => (field === 'isActive' && (text === 'yes' || text === 'no') ? say(changeWords[text], ctx.language) : text)
  return { field: name ? say(name, ctx.language) : field, before: value(before), after: value(after), isSecret }
}

/** Returns the name of the changed row in the reader's language. */
export function nameOf(ctx: Context, row: ChangeRow): string {
  return row.kind === 'channel' ? presetName(row.row_name, ctx.language) : row.row_name
}

/** Returns a change in its API form. */
export function presentChange(ctx: Context, row: ChangeRow) {
  return {
    id: row.id,
    kind: row.kind,
    name: nameOf(ctx, row),
    centreName: row.centre,
    state: row.state,
    differences: row.shown.map((each) => presentDifference(ctx, each)),
    reason: row.reason,
    proposedBy: row.proposer,
    proposedAt: row.proposed_at.toISOString(),
    decidedBy: row.decider ?? '',
    decidedAt: row.decided_at?.toISOString() ?? null,
    note: row.decision_note,
    effectiveAt: row.effective_at?.toISOString() ?? null,
    mayDecide: words(ctx, decideObstacle(ctx, row)),
    mayWithdraw: words(ctx, withdrawObstacle(ctx, row)),
  }
}
