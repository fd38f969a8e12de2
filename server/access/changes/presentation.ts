import { changeLabels, changeRefusals, guardedFields } from '#/api/access/changes.texts.ts'
import { permissionName } from '#/api/access/roles.texts.ts'
import { serviceNames } from '#/api/desk/gateways.texts.ts'
import { joinWords, type Text } from '#/domain/base/text.ts'
import { channelKinds } from '#/domain/organisations/payout-channel.ts'
import { gatewayKinds } from '#/domain/services/gateway.ts'
import { einvoiceKinds } from '#/domain/taxation/einvoice.ts'
import type { ChangeRow, FieldDifference } from '#/server/access/changes/store.ts'
import type { Context } from '#/server/kernel/context.ts'
import { presetName } from '#/server/kernel/installation/presets.ts'
import { blockerText } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'

/** The reason why the caller may not act; null when allowed. */
export type Blocker = keyof typeof changeRefusals | null

interface ProviderKind {
  readonly name: Text
  readonly fields: Readonly<Record<string, { readonly name: Text }>>
}

const kindNames: Readonly<Record<string, Text>> = Object.fromEntries(
  [gatewayKinds, einvoiceKinds].flatMap((kinds) => Object.entries<ProviderKind>(kinds).map(([key, { name }]) => [key, name])),
)

const settingNames: Readonly<Record<string, Text>> = Object.fromEntries(
  [channelKinds, gatewayKinds, einvoiceKinds]
    .flatMap((kinds) => Object.values<ProviderKind>(kinds))
    .flatMap(({ fields }) => Object.entries(fields).map(([key, { name }]) => [`settings.${key}`, name])),
)

/** Returns the reason why the caller may not decide a change. */
export function decideBlocker(ctx: Context, row: ChangeRow): Blocker {
  if (row.state !== 'waiting') return 'decided'
  if (row.proposed_by === ctx.actor.userId) return 'ownProposal'
  if (row.is_same_hand) return 'passwordSet'
  return ctx.scope.all && ctx.actor.may('change:decide') ? null : 'noRight'
}

/** Returns the reason why the caller may not withdraw a change. */
export function withdrawBlocker(ctx: Context, row: ChangeRow): Blocker {
  if (row.state !== 'waiting' && row.state !== 'approved') return 'decided'
  return ctx.scope.all && (ctx.actor.may('change:decide') || row.proposed_by === ctx.actor.userId) ? null : 'noRight'
}

const displayName = (ctx: Context, name: Text | null, key: string) => (name ? translate(name, ctx.language) : key)

function presentDifference(ctx: Context, { field, before, after, isSecret }: FieldDifference) {
  const name = (guardedFields as Readonly<Record<string, Text>>)[field] ?? settingNames[field]
  const value = (text: string) => {
    const listedValues = text.split('\n')
    if (field === 'duties' && text !== '')
      return joinWords(
        listedValues.map((key) => displayName(ctx, permissionName(key), key)),
        ctx.language,
      )
    if (field === 'dutyRoles' && text !== '')
      return joinWords(
        listedValues.map((role) => presetName(role, ctx.language)),
        ctx.language,
      )
    if (field === 'kind' && kindNames[text]) return translate(kindNames[text], ctx.language)
    return field === 'isActive' && (text === 'yes' || text === 'no') ? translate(changeLabels[text], ctx.language) : text
  }
  return { field: name ? translate(name, ctx.language) : field, before: value(before), after: value(after), isSecret }
}

/** Returns the name of the changed row in the reader's language. */
export function changedRowName(ctx: Context, { kind, row_name: name }: Pick<ChangeRow, 'kind' | 'row_name'>): string {
  if (kind === 'gateway') return translate((serviceNames as Readonly<Record<string, Text>>)[name] ?? { zh: name, en: name, es: name, ja: name }, ctx.language)
  return name === '' ? translate(changeLabels.platform, ctx.language) : presetName(name, ctx.language)
}

export function presentChange(ctx: Context, row: ChangeRow) {
  return {
    id: row.id,
    kind: row.kind,
    name: changedRowName(ctx, row),
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
    mayDecide: blockerText(ctx, changeRefusals, decideBlocker(ctx, row)),
    mayWithdraw: blockerText(ctx, changeRefusals, withdrawBlocker(ctx, row)),
  }
}
