import { gatewayRefusals } from '#/api/desk/gateways.texts.ts'
import type { Modules } from '#/api/modules.ts'
import { userType } from '#/domain/codes.ts'
import { type GatewayKindName, gatewayKinds, kindsOf, type Service, services } from '#/domain/gateway.ts'
import { maskMobile } from '#/domain/identity.ts'
import { fen, ZERO } from '#/domain/money.ts'
import { changedSettings } from '#/domain/payout-channel.ts'
import { startOfDay } from '#/server/desk/gateways/asking.ts'
import { fieldsOf, isKind, openly, openSettings } from '#/server/desk/gateways/settings.ts'
import * as store from '#/server/desk/gateways/store.ts'
import { nameOf, templatesIn } from '#/server/desk/gateways/templates.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/implementation.ts'
import { refuse } from '#/server/kernel/refusal.ts'
import { say } from '#/server/kernel/say.ts'
import { loggedChange } from '#/server/kernel/sealed-settings.ts'
import { addressProblem } from '#/server/lib/outbound.ts'

const reportPath = '/api/gateways/report'

/** Refuses callers outside the platform: the settings hold keys and prices of the whole platform. */
function expectPlatform(ctx: Context): void {
  if (!ctx.scope.all || ctx.actor.usertype !== userType.platform) refuse(gatewayRefusals, 'notPlatform')
}

const sourceOf = (ctx: Context, service: Service): 'sandbox' | 'none' | GatewayKindName => {
  const source = ctx.gateways.source(service)
  return source === null ? 'none' : source === 'sandbox' ? source : isKind(source) ? source : 'none'
}

function presentOne(
  ctx: Context,
  service: Service,
  row: store.GatewayRow | undefined,
  setBy: string,
  today: { count: number; failed: number; cost_fen: number } | undefined,
) {
  const kind = row && isKind(row.kind) ? row.kind : null
  const shown = row && kind ? openly(kind, openSettings(ctx.vault, kind, row.settings_sealed)) : { settings: {}, secrets: [] }
  return {
    service,
    source: sourceOf(ctx, service),
    kind,
    isActive: row?.is_active ?? false,
    ...shown,
    version: row?.version ?? 0,
    setBy,
    setAt: row?.set_at.toISOString() ?? null,
    testedAt: row?.tested_at?.toISOString() ?? null,
    testResult: row?.test_result ?? '',
    today: { count: today?.count ?? 0, failed: today?.failed ?? 0, cost: today ? fen(today.cost_fen) : ZERO },
  }
}

/** Returns the changed settings; refuses values that the kind does not accept and forbidden addresses. */
function settingsAfter(ctx: Context, kind: GatewayKindName, sealed: string, change: Readonly<Record<string, string>>) {
  const before = openSettings(ctx.vault, kind, sealed)
  const { settings, fault } = changedSettings({ fields: fieldsOf(kind) }, before, change)
  if (fault) {
    const field = fieldsOf(kind)[fault.key]
    return refuse(gatewayRefusals, 'setting', {
      name: field ? say(field.name, ctx.language) : fault.key,
      rule: field ? say(field.rule, ctx.language) : '',
      problem: fault.problem,
    })
  }
  const problem = addressProblem(settings.address ?? '', ctx.ownNetworks)
  if (problem !== null) refuse(gatewayRefusals, 'address', { problem })
  return { before, settings }
}

export const gateways: Implementation<Modules['gateways']> = {
  async state(ctx) {
    expectPlatform(ctx)
    const rows = new Map((await store.gateways(ctx.db)).map((row) => [row.service, row]))
    const setters = await store.setters(ctx)
    const used = new Map((await store.usage(ctx, startOfDay(ctx.now))).map((row) => [row.service, row]))
    return {
      services: services.map((service) => presentOne(ctx, service, rows.get(service), setters.get(service) ?? '', used.get(service))),
      mail: ctx.site.mail,
      isMailSandbox: ctx.site.mail === null && ctx.isDemo,
      reportUrl: ctx.site.url === null ? null : `${ctx.site.url}${reportPath}`,
    }
  },

  async set(ctx, { service, kind, version, isActive, settings: change }) {
    expectPlatform(ctx)
    if (!kindsOf(service).includes(kind)) refuse(gatewayRefusals, 'wrongKind')
    const row = await store.lockGateway(ctx, service)
    if ((row?.version ?? 0) !== version) refuse(gatewayRefusals, 'changed')
    // Another kind starts with empty settings, so that one provider's keys never reach another.
    const sealed = row?.kind === kind ? row.settings_sealed : ''
    const { before, settings } = settingsAfter(ctx, kind, sealed, change)
    await store.setGateway(ctx, { service, kind, is_active: isActive, settings_sealed: ctx.vault.seal('settings', JSON.stringify(settings)) })
    const logged = loggedChange(fieldsOf(kind), before, settings)
    ctx.note({
      refType: 'gateway',
      refId: service,
      before: { ...logged.before, kind: row?.kind ?? '', isActive: row?.is_active ?? false },
      after: { ...logged.after, kind, isActive },
      detail: { words: say(gatewayKinds[kind].name, 'zh'), secrets: logged.secrets },
    })
    return {}
  },

  async test(ctx, { service }) {
    expectPlatform(ctx)
    const row = (await store.lockGateway(ctx, service)) ?? refuse(gatewayRefusals, 'notSetUp')
    if (!row.is_active) refuse(gatewayRefusals, 'notSetUp')
    const said = await ctx.outside('a test of a gateway', { service, version: row.version }, () => ctx.gateways.test(service))
    await store.keepTest(ctx, service, said)
    ctx.note({ refType: 'gateway', refId: service, detail: { test: said === '' ? 'ok' : said } })
    return { isGood: said === '', said }
  },

  async templates(ctx) {
    expectPlatform(ctx)
    const kept = await store.templates(ctx.db)
    return templatesIn(ctx.language).map((each) => ({ ...each, params: [...each.params], template: kept.get(each.kind) ?? '' }))
  },

  async setTemplates(ctx, { templates }) {
    expectPlatform(ctx)
    const known = new Set(templatesIn(ctx.language).map((each) => each.kind))
    const odd = Object.keys(templates).find((kind) => !known.has(kind))
    if (odd !== undefined) refuse(gatewayRefusals, 'unknownTemplate', { kind: odd })
    const kept = await store.templates(ctx.db)
    const changed = Object.fromEntries(Object.entries(templates).filter(([kind, template]) => (kept.get(kind) ?? '') !== template))
    await store.setTemplates(ctx, changed)
    const before = Object.fromEntries(Object.keys(changed).map((kind) => [kind, kept.get(kind) ?? '']))
    ctx.note({ refType: 'gateway', refId: 'sms', before, after: changed })
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
        kindName: nameOf(row.kind, ctx.language),
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
        service: row.service as Service,
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
