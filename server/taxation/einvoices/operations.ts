import type { Modules } from '#/api/modules.ts'
import { einvoiceRefusals } from '#/api/taxation/einvoices.texts.ts'
import { applySettingsChange, type ChannelSettings } from '#/domain/base/connection-settings.ts'
import { fen } from '#/domain/base/money.ts'
import { type EinvoiceKind, type EinvoiceKindName, einvoiceKindNames, einvoiceKinds, isEinvoiceKind } from '#/domain/taxation/einvoice.ts'
import {
  changesProvider,
  differingSettings,
  type FieldDifference,
  fieldDifferences,
  proposeChange,
  withdrawOpenChange,
} from '#/server/access/changes/public.ts'
import type { Context } from '#/server/kernel/context.ts'
import { loggedChange, openSealedSettings, visibleSettings } from '#/server/kernel/external/sealed-settings.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { addressProblem } from '#/server/lib/outbound.ts'
import { queryQuota, requestFromChannel, usableChannelRef } from '#/server/taxation/einvoices/public.ts'
import * as store from '#/server/taxation/einvoices/store.ts'

const fieldsOf = (kind: EinvoiceKindName): EinvoiceKind['fields'] => einvoiceKinds[kind].fields
const kindOf = (row: store.ChannelRow | undefined): EinvoiceKindName => (row && isEinvoiceKind(row.kind) ? row.kind : 'manual')
const usableKinds = (ctx: Context) => einvoiceKindNames.filter((kind) => ctx.isDemo || !einvoiceKinds[kind].isSandbox)

/** Refuses callers other than the platform, because the channel's keys identify the issuer to the tax office. */
function expectPlatform(ctx: Context): void {
  if (!ctx.scope.all) refuse(einvoiceRefusals, 'notKeeper')
}

function present(ctx: Context, centreId: number, row: store.ChannelRow | undefined) {
  const kind = kindOf(row)
  return {
    centreId,
    kind,
    ...visibleSettings(fieldsOf(kind), openSealedSettings(ctx.vault, fieldsOf(kind), row?.settings_sealed ?? '')),
    version: row?.version ?? 0,
    setAt: row?.set_at.toISOString() ?? null,
    setBy: row?.set_name ?? '',
    testedAt: row?.tested_at?.toISOString() ?? null,
    testResult: row?.test_result ?? '',
    quota: row?.quota_fen == null ? null : fen(row.quota_fen),
    quotaAt: row?.quota_at?.toISOString() ?? null,
    kinds: usableKinds(ctx),
    may: { edit: ctx.scope.all ? '' : translate(einvoiceRefusals.notKeeper, ctx.language) },
  }
}

/** Returns the settings after a change. Refuses unknown fields and forbidden URLs. */
function settingsAfter(ctx: Context, kind: EinvoiceKindName, before: ChannelSettings, change: ChannelSettings): ChannelSettings {
  const fields = fieldsOf(kind)
  const refuseSetting = (key: string, problem: string) =>
    refuse(einvoiceRefusals, 'setting', {
      name: fields[key] ? translate(fields[key].name, ctx.language) : key,
      rule: fields[key] ? translate(fields[key].rule, ctx.language) : '',
      problem,
    })
  const { settings, fault } = applySettingsChange({ fields }, before, change)
  if (fault) return refuseSetting(fault.key, fault.problem)
  for (const [key, field] of Object.entries(fields))
    if (field.isAddress && addressProblem(settings[key] ?? '', ctx.ownNetworks) !== null) refuseSetting(key, 'form')
  return settings
}

const channelEnvironment = (ctx: Context) => ({ vault: ctx.vault, isDemo: ctx.isDemo, ownNetworks: ctx.ownNetworks, real: () => ctx.real, now: ctx.now })

interface ChannelChange {
  readonly id: number
  readonly centre: { readonly id: number; readonly name: string }
  readonly kind: EinvoiceKindName
  readonly settings: ChannelSettings
  readonly differences: readonly FieldDifference[]
  readonly why: string
}

/** Proposes a change of a centre's issuing channel. Does nothing without differences. */
async function proposeChannelChange(ctx: Context, { id, centre, kind, settings, differences, why }: ChannelChange): Promise<void> {
  if (differences.length === 0) return
  const newSettings = { set_by: ctx.actor.userId, set_at: ctx.now.toISOString(), tested_at: null, test_result: null, quota_fen: null, quota_at: null }
  await proposeChange(ctx, {
    kind: 'einvoice_channel',
    rowId: id,
    rowName: centre.name,
    centreId: centre.id,
    becomes: { kind, ...newSettings },
    settingsSealed: Object.keys(settings).length === 0 ? '' : ctx.vault.seal('settings', JSON.stringify(settings)),
    differences,
    reason: why,
  })
}

export const einvoices = {
  async get(ctx, { centreId }) {
    const centre = (await store.centre(ctx, centreId)) ?? refuse(einvoiceRefusals, 'centreNotFound')
    return present(ctx, centre.id, await store.find(ctx, centre.id))
  },

  async set(ctx, { centreId, version, kind, settings: change, why }) {
    expectPlatform(ctx)
    const centre = (await store.centre(ctx, centreId)) ?? refuse(einvoiceRefusals, 'centreNotFound')
    if (!usableKinds(ctx).includes(kind)) refuse(einvoiceRefusals, 'sandboxHere')
    const row = await store.find(ctx, centreId, true)
    if ((row?.version ?? 0) !== version) refuse(einvoiceRefusals, 'changed')
    const isSame = kindOf(row) === kind
    // Another kind starts with empty settings, because the old ones may contain another provider's secrets.
    const before = openSealedSettings(ctx.vault, fieldsOf(kind), isSame ? (row?.settings_sealed ?? '') : '')
    const settings = settingsAfter(ctx, kind, before, change)
    const differences = [...fieldDifferences({ kind: kindOf(row) }, { kind }), ...differingSettings(fieldsOf(kind), before, settings)]
    const count = changesProvider(differences) ? await store.countUnsettledOrders(ctx, { centreId }, kind) : 0
    if (count > 0) refuse(einvoiceRefusals, 'busy', { count })
    const channelId = row?.id ?? (await store.insertChannel(ctx, centreId))
    if (kind === 'manual') {
      await store.switchToManualIssuing(ctx, centreId)
      await withdrawOpenChange(ctx, 'einvoice_channel', channelId, why || translate(einvoiceKinds.manual.name, ctx.language))
    } else await proposeChannelChange(ctx, { id: channelId, centre, kind, settings, differences, why })
    const changeForLog = loggedChange(fieldsOf(kind), before, settings)
    ctx.note({
      refType: 'einvoice_channel',
      refId: centreId,
      centreId,
      before: { ...changeForLog.before, kind: kindOf(row) },
      after: { ...changeForLog.after, kind },
      detail: { words: translate(einvoiceKinds[kind].name, 'zh'), secrets: changeForLog.secrets },
    })
    return present(ctx, centreId, await store.find(ctx, centreId))
  },

  async test(ctx, { centreId }) {
    expectPlatform(ctx)
    const ref = await usableChannelRef(ctx, centreId)
    const { said, exchange } = await ctx.outside('a test of the issuing channel', [centreId, ref.settings_sealed], () =>
      requestFromChannel(channelEnvironment(ctx), ref, {
        what: 'test',
        requestNo: '',
        byId: ctx.actor.userId,
        ask: (channel) => channel.test(),
        resultOf: () => 'ok',
      }),
    )
    await store.addExchanges(ctx, [exchange])
    await store.recordTest(ctx, centreId, said.fault)
    ctx.note({ refType: 'einvoice_channel', refId: centreId, centreId, detail: { test: said.fault === '' ? 'ok' : said.fault } })
    return { isGood: said.fault === '', said: said.fault }
  },

  async ways(ctx) {
    return (await store.listChannels(ctx)).map((row) => {
      const kind = isEinvoiceKind(row.kind) ? row.kind : 'manual'
      return {
        centreId: row.centre_id,
        centreName: row.centre_name,
        kind,
        isSandbox: einvoiceKinds[kind].isSandbox,
        quota: row.quota_fen === null ? null : fen(row.quota_fen),
        quotaAt: row.quota_at?.toISOString() ?? null,
      }
    })
  },

  async askQuota(ctx, { centreId }) {
    const ref = await usableChannelRef(ctx, centreId)
    const quota = await queryQuota(ctx, ref)
    ctx.note({ refType: 'einvoice_channel', refId: centreId, centreId, detail: { quota } })
    return { quota }
  },
} satisfies Implementation<Modules['einvoices']>
