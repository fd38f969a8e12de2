import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { centreRefusals } from '#/api/organisations/centres.texts.ts'
import { creditCodeProblem } from '#/domain/base/identity.ts'
import { type Fen, fen, parseYuan, ZERO } from '#/domain/base/money.ts'
import { monthOf, monthStart } from '#/domain/base/period.ts'
import {
  changesProvider,
  fieldDifferences as differencesOf,
  expectProposer,
  openChangesOf,
  proposeChange,
  withdrawOpenChange,
} from '#/server/access/changes/public.ts'
import type { Context } from '#/server/kernel/context.ts'
import { ask } from '#/server/kernel/declarations/question.ts'
import { describeUnfinishedWork } from '#/server/kernel/declarations/unfinished.ts'
import { storedName } from '#/server/kernel/installation/presets.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { proposeGuardedChange, splitGuardedColumns } from '#/server/organisations/centres/accounts.ts'
import { expectUsableKind, parseLimits, presentChannel, proposeChannel, sealChangedSettings } from '#/server/organisations/centres/channels.ts'
import { channelResumed } from '#/server/organisations/centres/public.ts'
import * as store from '#/server/organisations/centres/store.ts'
import { paymentsPath, unknownCategories } from '#/server/organisations/units/public.ts'

type Form = Omit<z.output<Modules['centres']['update']['input']>, 'id' | 'version' | 'why'>

const modeNames = { 1: '个体工商户', 2: '总包分包' } as const
const yuan = (text: string): Fen => parseYuan(text) ?? ZERO

function present(ctx: Context, row: store.CentreRow) {
  const editBlocker = ctx.scope.all && ctx.actor.may('centre:edit') ? '' : translate(centreRefusals.noRight, ctx.language)
  return {
    ...fieldsOf(row, 'id', 'code', 'name', 'legal_name', 'credit_code', 'tax_authority', 'region_code', 'modes'),
    ...fieldsOf(row, 'age_min', 'age_max', 'single_limit_fen', 'month_limit_fen'),
    unitCount: row.units,
    monthNet: fen(row.month_net),
    monthNetPath: paymentsPath(ctx, { centreId: row.id }),
    balance: fen(row.balance),
    ...fieldsOf(row, 'directors', 'is_active', 'status_reason', 'version'),
    may: { edit: editBlocker, setActive: editBlocker },
  }
}

async function detail(ctx: Context, id: number) {
  const row = (await store.find(ctx, id)) ?? refuse(centreRefusals, 'notFound')
  const channels = await store.channels(ctx, id)
  return {
    ...present(ctx, row),
    cityRatePpm: row.city_rate_now,
    cityRates: (await store.cityRates(ctx, id)).map((each) => ({ ratePpm: each.rate_ppm, from: each.valid_from.slice(0, 7), by: each.made_by_name })),
    ...fieldsOf(row, 'account_name', 'account_no', 'account_bank', 'invoice_kinds', 'invoice_categories'),
    ...fieldsOf(row, 'invoice_cap_fen', 'invoice_bank', 'invoice_account_no', 'sign_way', 'texts_payees'),
    ...fieldsOf(row, 'refuses_owners', 'objection_days', 'created_at'),
    changes: await openChangesOf(ctx, { centreId: id }),
    channels: channels.map((channel) => presentChannel(ctx, channel)),
    people: await store.people(ctx, id),
  }
}

function expectCentreManager(ctx: Context): void {
  if (!ctx.scope.all) refuse(centreRefusals, 'noRight')
}

function columnsFromForm(form: Omit<Form, 'cityRateFrom'>): store.CentreColumns {
  if (form.ageMin > form.ageMax) refuse(centreRefusals, 'ages')
  const [single, month] = [yuan(form.singleLimit), yuan(form.monthLimit)]
  if (single <= 0 || single > month || yuan(form.invoiceCap) <= 0) refuse(centreRefusals, 'limits')
  return {
    name: form.name,
    legal_name: form.legalName,
    tax_authority: form.taxAuthority,
    region_code: form.regionCode,
    modes: [...new Set(form.modes)].sort(),
    account_name: form.accountName,
    account_no: form.accountNo,
    account_bank: form.accountBank,
    age_min: form.ageMin,
    age_max: form.ageMax,
    single_limit_fen: single,
    month_limit_fen: month,
    invoice_kinds: [...new Set(form.invoiceKinds)],
    invoice_categories: [...new Set(form.invoiceCategories)],
    invoice_cap_fen: yuan(form.invoiceCap),
    invoice_bank: form.invoiceBank,
    invoice_account_no: form.invoiceAccountNo,
    sign_way: form.signWay,
    texts_payees: form.textsPayees,
    refuses_owners: form.refusesOwners,
    objection_days: form.objectionDays,
  }
}

/** Refuses invoice categories that the platform does not have. */
async function expectKnownCategories(ctx: Context, facts: store.CentreColumns): Promise<void> {
  const unknownNames = await ask(ctx, unknownCategories, facts.invoice_categories)
  if (unknownNames.length > 0) refuse(centreRefusals, 'categoryUnknown', { names: unknownNames })
}

/** The id of the only row of `platform_setting`. */
const platformSettingId = 1

async function personLimitResponse(ctx: Context) {
  const { person_month_limit_fen: limit, version } = await store.platformSetting(ctx)
  const editBlocker = ctx.scope.all && ctx.actor.may('centre:edit') ? '' : translate(centreRefusals.noRight, ctx.language)
  const changes = await openChangesOf(ctx, { kind: 'platform_setting', rowIds: [platformSettingId] })
  return { limit: limit === null ? null : fen(limit), version, changes, may: { edit: editBlocker } }
}

async function lockForUpdate(ctx: Context, of: { id: number; version: number }, isClosing = false): Promise<store.CentreRow> {
  expectCentreManager(ctx)
  const row = (await store.lock(ctx, of.id, isClosing)) ?? refuse(centreRefusals, 'notFound')
  if (row.version !== of.version) refuse(centreRefusals, 'changedMeanwhile', { name: row.name })
  return row
}

/**
 * Adds a city rate from a later month on, and returns the detail for the log. Months that have begun keep their rate,
 * because tax is computed and declared with it.
 */
async function changeCityRate(ctx: Context, row: store.CentreRow, { cityRatePpm, cityRateFrom }: Pick<Form, 'cityRatePpm' | 'cityRateFrom'>) {
  if (cityRateFrom === '') {
    if (cityRatePpm !== row.city_rate_now) refuse(centreRefusals, 'cityRateMonth')
    return {}
  }
  if (cityRateFrom <= monthOf(ctx.now)) refuse(centreRefusals, 'cityRateLater', { month: monthOf(ctx.now) })
  await store.addCityRate(ctx, row.id, cityRatePpm, monthStart(cityRateFrom))
  return { cityRate: { before: row.city_rate_now, after: cityRatePpm, from: cityRateFrom } }
}

function changedColumnsOf(row: store.CentreRow, facts: Partial<store.CentreColumns>) {
  const changedNames = (Object.keys(facts) as (keyof store.CentreColumns)[]).filter((name) => JSON.stringify(row[name]) !== JSON.stringify(facts[name]))
  return {
    before: Object.fromEntries(changedNames.map((name) => [name, row[name]])),
    after: Object.fromEntries(changedNames.map((name) => [name, facts[name]])),
  }
}

export const centres: Implementation<Modules['centres']> = {
  async list(ctx, { page, size, ...filter }) {
    const { rows, count } = await store.list(ctx, filter, { page, size })
    return { rows: rows.map((row) => present(ctx, row)), count }
  },

  async get(ctx, { id }) {
    return detail(ctx, id)
  },

  async create(ctx, { creditCode, why, ...form }) {
    expectCentreManager(ctx)
    if (creditCodeProblem(creditCode)) refuse(centreRefusals, 'creditCode')
    const centreColumns = columnsFromForm(form)
    await expectKnownCategories(ctx, centreColumns)
    const sameCodeCentre = await store.findByCreditCode(ctx, creditCode)
    if (sameCodeCentre) refuse(centreRefusals, 'creditCodeTaken', { name: sameCodeCentre.name })
    await expectProposer(ctx, why)
    const id = await store.insert(ctx, { ...centreColumns, city_rate_ppm: form.cityRatePpm, credit_code: creditCode })
    ctx.note({ refType: 'centre', refId: id, centreId: id, detail: { name: centreColumns.name, creditCode } })
    await proposeGuardedChange(ctx, { id, name: centreColumns.name, is_active: false }, { from: {}, facts: centreColumns, isActive: true, why })
    return detail(ctx, id)
  },

  async update(ctx, { id, version, why, ...form }) {
    const row = await lockForUpdate(ctx, { id, version })
    const centreColumns = columnsFromForm(form)
    await expectKnownCategories(ctx, centreColumns)
    const removedMode = (await store.modesInUse(ctx, id)).find((mode) => !centreColumns.modes.includes(mode))
    if (removedMode !== undefined) refuse(centreRefusals, 'modesInUse', { mode: modeNames[removedMode] })
    const { own, guarded } = splitGuardedColumns(centreColumns)
    const cityRate = await changeCityRate(ctx, row, form)
    await store.update(ctx, id, own)
    ctx.note({ refType: 'centre', refId: id, centreId: id, ...changedColumnsOf(row, own), detail: { no: row.code, ...cityRate } })
    await proposeGuardedChange(ctx, row, { from: row, facts: guarded, isActive: row.is_active, why })
    return detail(ctx, id)
  },

  async setActive(ctx, { id, version, isActive, reason }) {
    const row = await lockForUpdate(ctx, { id, version }, !isActive)
    if (row.is_active === isActive) refuse(centreRefusals, 'sameState')
    if (!isActive) {
      const openWork = await describeUnfinishedWork(ctx, { centreId: id })
      if (openWork.length > 0) refuse(centreRefusals, 'underWay', { open: openWork })
    }
    await store.update(ctx, id, { is_active: false, status_reason: reason })
    if (isActive) await proposeGuardedChange(ctx, row, { from: row, facts: row, isActive, why: reason })
    else await withdrawOpenChange(ctx, 'centre', id, reason)
    ctx.note({ refType: 'centre', refId: id, centreId: id, before: { isActive: row.is_active }, after: { isActive }, detail: { no: row.code, reason } })
    return detail(ctx, id)
  },

  async personLimit(ctx) {
    return personLimitResponse(ctx)
  },

  async setPersonLimit(ctx, { version, limit, why }) {
    expectCentreManager(ctx)
    const requestedLimit = limit === '' ? null : yuan(limit)
    if (requestedLimit !== null && requestedLimit <= 0) refuse(centreRefusals, 'limits')
    const before = await store.platformSetting(ctx)
    if (before.version !== version) refuse(centreRefusals, 'limitChanged')
    const differences = differencesOf({ personLimit: before.person_month_limit_fen }, { personLimit: requestedLimit })
    if (differences.length > 0)
      await proposeChange(ctx, {
        kind: 'platform_setting',
        rowId: platformSettingId,
        rowName: '',
        centreId: null,
        becomes: { person_month_limit_fen: requestedLimit },
        differences,
        reason: why,
      })
    return personLimitResponse(ctx)
  },

  async addChannel(ctx, { centreId, name, kind, settings: entered, why, ...given }) {
    expectCentreManager(ctx)
    if (!(await store.find(ctx, centreId))) refuse(centreRefusals, 'notFound')
    expectUsableKind(ctx, kind)
    const limits = parseLimits(given)
    const settings = sealChangedSettings(ctx, kind, '', entered)
    await expectProposer(ctx, why)
    const id = await store.addChannel(ctx, { centreId, name, kind, sealed: settings.sealed, ...limits })
    ctx.note({ refType: 'channel', refId: id, centreId, detail: { name, kind, ...limits, ...settings.after, secrets: settings.secrets } })
    const row = (await store.channel(ctx, id)) ?? refuse(centreRefusals, 'notFound')
    await proposeChannel(ctx, row, { isActive: true, limits, settings, why })
    return detail(ctx, centreId)
  },

  async setChannel(ctx, { channelId, name: typed, isActive, isPaused, reason, settings: entered, why, ...given }) {
    expectCentreManager(ctx)
    const name = storedName(typed, ctx.language)
    const channel = (await store.channel(ctx, channelId)) ?? refuse(centreRefusals, 'notFound')
    if ((isPaused || channel.is_paused) && reason.length < 2) refuse(centreRefusals, 'reasonNeeded')
    if (channel.is_paused && !isPaused && channel.paused_by === ctx.actor.userId) refuse(centreRefusals, 'ownPause')
    const limits = parseLimits(given)
    const settings = sealChangedSettings(ctx, channel.kind, channel.settings_sealed, entered)
    const isEnding = !isActive || changesProvider(settings.differences)
    const openPayouts = isEnding ? await ctx.unfinished.payouts(ctx, { channelId }) : 0
    if (openPayouts > 0) refuse(centreRefusals, 'channelBusy', { count: openPayouts })
    const channelView = { name, isActive: channel.is_active && isActive, isPaused }
    await store.setChannel(ctx, channelId, { ...channelView, reason })
    ctx.note({
      refType: 'channel',
      refId: channelId,
      centreId: channel.centre_id,
      before: { name: channel.name, isActive: channel.is_active, isPaused: channel.is_paused },
      after: channelView,
      detail: { name, reason },
    })
    if (channel.is_active && !isActive) await withdrawOpenChange(ctx, 'channel', channelId, reason || name)
    await proposeChannel(ctx, channel, { isActive, limits, settings, why })
    if (channel.is_paused && !isPaused) await ctx.publish(channelResumed, { channelId })
    return detail(ctx, channel.centre_id)
  },
}
