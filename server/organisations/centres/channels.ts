import { centreRefusals } from '#/api/organisations/centres.texts.ts'
import { applySettingsChange, type ChannelSettings } from '#/domain/base/connection-settings.ts'
import { type Fen, fen, parseYuan, ZERO } from '#/domain/base/money.ts'
import { type ChannelKind, type ChannelKindName, channelKinds } from '#/domain/organisations/payout-channel.ts'
import { differingSettings, fieldDifferences, proposeChange } from '#/server/access/changes/public.ts'
import type { Context } from '#/server/kernel/context.ts'
import { loggedChange, visibleSettings } from '#/server/kernel/external/sealed-settings.ts'
import { presetName } from '#/server/kernel/installation/presets.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { addressProblem } from '#/server/lib/outbound.ts'
import { openSettings } from '#/server/organisations/centres/public.ts'
import type { ChannelRow } from '#/server/organisations/centres/store.ts'

const fieldsOf = (kind: ChannelKindName): ChannelKind['fields'] => channelKinds[kind].fields

/** Formats a channel for users who manage centres. */
export function presentChannel(ctx: Context, row: ChannelRow) {
  return {
    id: row.id,
    name: presetName(row.name, ctx.language),
    kind: row.kind,
    isActive: row.is_active,
    isPaused: row.is_paused,
    pausedReason: row.paused_reason,
    singleLimit: row.single_limit_fen === null ? null : fen(row.single_limit_fen),
    dailyLimit: row.daily_limit_fen === null ? null : fen(row.daily_limit_fen),
    ...visibleSettings(fieldsOf(row.kind), openSettings(ctx.vault, row.kind, row.settings_sealed)),
  }
}

/** Parses the limits of a channel in fen. An empty text means no limit. */
export function parseLimits(entered: { singleLimit: string; dailyLimit: string }): { singleLimit: Fen | null; dailyLimit: Fen | null } {
  const [singleLimit, dailyLimit] = [entered.singleLimit, entered.dailyLimit].map((text) => (text === '' ? null : (parseYuan(text) ?? ZERO)))
  const isValidLimit = (limit: Fen | null | undefined) => limit === null || (limit !== undefined && limit > 0)
  if (!isValidLimit(singleLimit) || !isValidLimit(dailyLimit)) refuse(centreRefusals, 'limits')
  return { singleLimit: singleLimit ?? null, dailyLimit: dailyLimit ?? null }
}

/** Refuses sandbox channels in production, because they pay no one. */
export function expectUsableKind(ctx: Context, kind: ChannelKindName): void {
  if (channelKinds[kind].isSandbox && !ctx.isDemo) refuse(centreRefusals, 'noSandbox')
}

/**
 * Returns the sealed settings after a change, and the change for the log. Refuses values that the kind does not accept.
 */
export function sealChangedSettings(ctx: Context, kind: ChannelKindName, sealed: string, change: ChannelSettings) {
  const before = openSettings(ctx.vault, kind, sealed)
  const { settings, fault } = applySettingsChange(channelKinds[kind], before, change)
  if (fault) {
    const field = fieldsOf(kind)[fault.key]
    const faultTexts = { name: field ? translate(field.name, ctx.language) : fault.key, rule: field ? translate(field.rule, ctx.language) : '' }
    return refuse(centreRefusals, 'channelSetting', { ...faultTexts, problem: fault.problem })
  }
  for (const [key, field] of Object.entries(fieldsOf(kind))) {
    if (!field.isAddress || settings[key] === undefined || addressProblem(settings[key], ctx.ownNetworks) === null) continue
    refuse(centreRefusals, 'channelSetting', { name: translate(field.name, ctx.language), rule: translate(field.rule, ctx.language), problem: 'form' })
  }
  return {
    differences: differingSettings(fieldsOf(kind), before, settings),
    sealed: Object.keys(settings).length === 0 ? '' : ctx.vault.seal('settings', JSON.stringify(settings)),
    ...loggedChange(fieldsOf(kind), before, settings),
  }
}

type ParsedLimits = ReturnType<typeof parseLimits>
type ChangedSettings = ReturnType<typeof sealChangedSettings>

/** Proposes changed limits, settings or the active flag of a channel for approval. Does nothing when none differs. */
export async function proposeChannel(
  ctx: Context,
  row: ChannelRow & { readonly centre_id: number },
  to: { readonly isActive: boolean; readonly limits: ParsedLimits; readonly settings: ChangedSettings; readonly why: string },
): Promise<void> {
  const { isActive, limits, settings } = to
  const before = { singleLimit: row.single_limit_fen, dailyLimit: row.daily_limit_fen, isActive: row.is_active && isActive }
  const differences = [...fieldDifferences(before, { ...limits, isActive }), ...settings.differences]
  if (differences.length === 0) return
  await proposeChange(ctx, {
    kind: 'channel',
    rowId: row.id,
    rowName: row.name,
    centreId: row.centre_id,
    becomes: { single_limit_fen: limits.singleLimit, daily_limit_fen: limits.dailyLimit, is_active: isActive },
    settingsSealed: settings.sealed,
    differences,
    reason: to.why,
  })
}
