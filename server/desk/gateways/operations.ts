import { gatewayRefusals, serviceNames } from '#/api/desk/gateways.texts.ts'
import type { Modules } from '#/api/modules.ts'
import { userType } from '#/domain/base/codes.ts'
import { applySettingsChange, type ChannelSettings } from '#/domain/base/connection-settings.ts'
import { maskMobile } from '#/domain/base/identity.ts'
import { fen, ZERO } from '#/domain/base/money.ts'
import { type ExternalService, externalServices, type GatewayKindName, gatewayKinds, gatewayKindsOf } from '#/domain/services/gateway.ts'
import { differingSettings, fieldDifferences, openChangesOf, proposeChange, withdrawOpenChange } from '#/server/access/changes/public.ts'
import { startOfDay } from '#/server/desk/gateways/requests.ts'
import { isGatewayKind, openSettings, settingFieldsOf, visibleSettings } from '#/server/desk/gateways/settings.ts'
import * as store from '#/server/desk/gateways/store.ts'
import { templateName, templatesIn } from '#/server/desk/gateways/templates.ts'
import type { Context } from '#/server/kernel/context.ts'
import { loggedChange } from '#/server/kernel/external/sealed-settings.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { addressProblem } from '#/server/lib/outbound.ts'

const reportPath = '/api/gateways/report'

/** Refuses callers outside the platform: the settings hold keys and prices of the whole platform. */
function expectPlatform(ctx: Context): void {
  if (!ctx.scope.all || ctx.actor.usertype !== userType.platform) refuse(gatewayRefusals, 'notPlatform')
}

const sourceOf = (ctx: Context, service: ExternalService): 'sandbox' | 'none' | GatewayKindName => {
  const source = ctx.gateways.source(service)
  return source === null ? 'none' : source === 'sandbox' ? source : isGatewayKind(source) ? source : 'none'
}

function presentService(
  ctx: Context,
  service: ExternalService,
  row: store.GatewayRow | undefined,
  setBy: string,
  today: { count: number; failed: number; cost_fen: number } | undefined,
  changes: Awaited<ReturnType<typeof openChangesOf>>,
) {
  const kind = row && isGatewayKind(row.kind) ? row.kind : null
  const gatewayView = row && kind ? visibleSettings(kind, openSettings(ctx.vault, kind, row.settings_sealed)) : { settings: {}, secrets: [] }
  return {
    service,
    source: sourceOf(ctx, service),
    kind,
    isActive: row?.is_active ?? false,
    ...gatewayView,
    version: row?.version ?? 0,
    setBy,
    setAt: row?.set_at.toISOString() ?? null,
    testedAt: row?.tested_at?.toISOString() ?? null,
    testResult: row?.test_result ?? '',
    changes: changes.filter(({ rowId }) => rowId === row?.id),
    today: { count: today?.count ?? 0, failed: today?.failed ?? 0, cost: today ? fen(today.cost_fen) : ZERO },
  }
}

/** Returns the changed settings; refuses values that the kind does not accept and forbidden addresses. */
function settingsAfter(ctx: Context, kind: GatewayKindName, sealed: string, change: Readonly<Record<string, string>>) {
  const before = openSettings(ctx.vault, kind, sealed)
  const { settings, fault } = applySettingsChange({ fields: settingFieldsOf(kind) }, before, change)
  if (fault) {
    const field = settingFieldsOf(kind)[fault.key]
    return refuse(gatewayRefusals, 'setting', {
      name: field ? translate(field.name, ctx.language) : fault.key,
      rule: field ? translate(field.rule, ctx.language) : '',
      problem: fault.problem,
    })
  }
  const problem = addressProblem(settings.address ?? '', ctx.ownNetworks)
  if (problem !== null) refuse(gatewayRefusals, 'address', { problem })
  return { before, settings }
}

interface ServiceChange {
  readonly id: number
  readonly service: ExternalService
  readonly from: store.GatewayRow | undefined
  readonly kind: GatewayKindName
  readonly isActive: boolean
  readonly before: ChannelSettings
  readonly settings: ChannelSettings
  readonly why: string
}

/** Proposes the settings of a service and whether it is active. Does nothing without differences. */
async function proposeGateway(ctx: Context, { id, service, from, kind, isActive, before, settings, why }: ServiceChange): Promise<void> {
  const isSame = from?.kind === kind && from.settings_sealed !== ''
  const formerState = { kind: from?.settings_sealed ? from.kind : '', isActive: from?.is_active === true && isActive }
  const differences = [...fieldDifferences(formerState, { kind, isActive }), ...differingSettings(settingFieldsOf(kind), isSame ? before : {}, settings)]
  if (differences.length === 0) return
  await proposeChange(ctx, {
    kind: 'gateway',
    rowId: id,
    rowName: service,
    centreId: null,
    becomes: { kind, is_active: isActive, set_by: ctx.actor.userId, set_at: ctx.now.toISOString(), tested_at: null, test_result: null },
    settingsSealed: ctx.vault.seal('settings', JSON.stringify(settings)),
    differences,
    reason: why,
  })
}

export const gateways: Implementation<Modules['gateways']> = {
  async state(ctx) {
    expectPlatform(ctx)
    const gatewayRows = await store.gateways(ctx.db)
    const rowByService = new Map(gatewayRows.map((row) => [row.service, row]))
    const changes = await openChangesOf(ctx, { kind: 'gateway', rowIds: gatewayRows.map(({ id }) => id) })
    const configuredByNames = await store.configuredByNames(ctx)
    const usageByService = new Map((await store.serviceUsage(ctx, startOfDay(ctx.now))).map((row) => [row.service, row]))
    return {
      services: externalServices.map((service) =>
        presentService(ctx, service, rowByService.get(service), configuredByNames.get(service) ?? '', usageByService.get(service), changes),
      ),
      mail: ctx.site.mail,
      isMailSandbox: ctx.site.mail === null && ctx.isDemo,
      reportUrl: ctx.site.url === null ? null : `${ctx.site.url}${reportPath}`,
    }
  },

  async set(ctx, { service, kind, version, isActive, settings: change, why }) {
    expectPlatform(ctx)
    if (!gatewayKindsOf(service).includes(kind)) refuse(gatewayRefusals, 'wrongKind')
    const row = await store.lockGateway(ctx, service)
    if ((row?.version ?? 0) !== version) refuse(gatewayRefusals, 'changed')
    // Another kind starts with empty settings, so that one provider's keys never reach another.
    const sealedSettings = row?.kind === kind ? row.settings_sealed : ''
    const { before, settings } = settingsAfter(ctx, kind, sealedSettings, change)
    const id = row?.id ?? (await store.addInactive(ctx, { service, kind }))
    if (row?.is_active && !isActive) {
      await store.deactivate(ctx, id)
      await withdrawOpenChange(ctx, 'gateway', id, why || translate(serviceNames[service], ctx.language))
    }
    await proposeGateway(ctx, { id, service, from: row, kind, isActive, before, settings, why })
    const changeForLog = loggedChange(settingFieldsOf(kind), before, settings)
    ctx.note({
      refType: 'gateway',
      refId: service,
      before: { ...changeForLog.before, kind: row?.kind ?? '', isActive: row?.is_active ?? false },
      after: { ...changeForLog.after, kind, isActive },
      detail: { words: translate(gatewayKinds[kind].name, 'zh'), secrets: changeForLog.secrets },
    })
    return {}
  },

  async test(ctx, { service }) {
    expectPlatform(ctx)
    const row = (await store.lockGateway(ctx, service)) ?? refuse(gatewayRefusals, 'notSetUp')
    if (!row.is_active) refuse(gatewayRefusals, 'notSetUp')
    const testResult = await ctx.outside('a test of a gateway', { service, version: row.version }, () => ctx.gateways.test(service))
    await store.recordTest(ctx, service, testResult)
    ctx.note({ refType: 'gateway', refId: service, detail: { test: testResult === '' ? 'ok' : testResult } })
    return { isGood: testResult === '', said: testResult }
  },

  async templates(ctx) {
    expectPlatform(ctx)
    const storedTemplates = await store.templates(ctx.db)
    return templatesIn(ctx.language).map((template) => ({ ...template, params: [...template.params], template: storedTemplates.get(template.kind) ?? '' }))
  },

  async setTemplates(ctx, { templates }) {
    expectPlatform(ctx)
    const textKinds = new Set(templatesIn(ctx.language).map((template) => template.kind))
    const unknownKind = Object.keys(templates).find((kind) => !textKinds.has(kind))
    if (unknownKind !== undefined) refuse(gatewayRefusals, 'unknownTemplate', { kind: unknownKind })
    const formerTemplates = await store.templates(ctx.db)
    const changedTemplates = Object.fromEntries(Object.entries(templates).filter(([kind, template]) => (formerTemplates.get(kind) ?? '') !== template))
    await store.setTemplates(ctx, changedTemplates)
    const before = Object.fromEntries(Object.keys(changedTemplates).map((kind) => [kind, formerTemplates.get(kind) ?? '']))
    ctx.note({ refType: 'gateway', refId: 'sms', before, after: changedTemplates })
    return {}
  },

  async texts(ctx, { state, kind, mobile, ...turn }) {
    expectPlatform(ctx)
    const { rows, next, count } = await store.texts(ctx, { state, kind, mobile: mobile || undefined }, turn)
    return {
      count,
      next,
      rows: rows.map((row) => ({
        id: row.id,
        kind: row.kind,
        kindName: templateName(row.kind, ctx.language),
        mobile: maskMobile(ctx.vault.open('mobile', row.mobile_sealed)),
        state: row.state,
        reason: row.reason,
        tries: row.tries,
        cost: fen(row.cost_fen),
        createdAt: row.created_at.toISOString(),
        sentAt: row.sent_at?.toISOString() ?? null,
        reportedAt: row.reported_at?.toISOString() ?? null,
        providerRef: row.provider_ref,
      })),
    }
  },

  async calls(ctx, { service, ...turn }) {
    expectPlatform(ctx)
    const { rows, next, count } = await store.calls(ctx, service, turn)
    return {
      count,
      next,
      rows: rows.map((row) => ({
        id: row.id,
        service: row.service as ExternalService,
        what: row.what,
        provider: row.provider,
        at: row.at.toISOString(),
        ref: row.ref,
        result: row.result,
        cost: fen(row.cost_fen),
        tookMs: row.took_ms,
      })),
    }
  },
}
