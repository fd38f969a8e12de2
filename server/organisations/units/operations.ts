import type { Modules } from '#/api/modules.ts'
import { unitRefusals } from '#/api/organisations/units.texts.ts'
import { maskMobile } from '#/domain/base/identity.ts'
import { fen } from '#/domain/base/money.ts'
import { dayOf, monthOf, twelveMonthsTo } from '#/domain/base/period.ts'
import { nextUnitStatus } from '#/domain/organisations/unit.ts'
import type { Context } from '#/server/kernel/context.ts'
import { ask } from '#/server/kernel/declarations/question.ts'
import { describeUnfinishedWork } from '#/server/kernel/declarations/unfinished.ts'
import { presetName } from '#/server/kernel/installation/presets.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { presentLoggedChanges } from '#/server/kernel/request/log-names.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { exportRows } from '#/server/kernel/rows/export-rows.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { assignmentOperations, presentUpcoming } from '#/server/organisations/units/assignments.ts'
import { expectUnitManager, presentDetails, type UnitMove } from '#/server/organisations/units/blockers.ts'
import { makeUnit } from '#/server/organisations/units/creation.ts'
import { editOperations, presentIdentityChange } from '#/server/organisations/units/editing.ts'
import { exportUnits } from '#/server/organisations/units/jobs.ts'
import { expectAllowed, lockForUpdate, present, requireUnit, unitResponse } from '#/server/organisations/units/locking.ts'
import { paymentsPath } from '#/server/organisations/units/paths.ts'
import { contractsOfUnit, operatorsOfUnit, titlesOfUnit } from '#/server/organisations/units/questions.ts'
import { settingOperations } from '#/server/organisations/units/settings.ts'
import * as store from '#/server/organisations/units/store.ts'
import * as around from '#/server/organisations/units/store-details.ts'

async function move(ctx: Context, row: store.UnitRow, action: Exclude<UnitMove, 'edit' | 'assign'>, reason: string) {
  const status = nextUnitStatus(row.status, action) ?? refuse(unitRefusals, 'wrongStatus')
  await store.update(ctx, row.id, { status, status_reason: reason })
  ctx.note({ refType: 'unit', refId: row.id, unitId: row.id, before: { status: row.status }, after: { status }, detail: { no: row.code, reason } })
  return unitResponse(ctx, row.id)
}

export const units: Implementation<Modules['units']> = {
  ...assignmentOperations,
  ...settingOperations,
  ...editOperations,

  async list(ctx, { page, size, after, before, isWhole, ...filter }) {
    const [{ rows, next }, { count, sums }] = await Promise.all([store.list(ctx, filter, { page, size, after, before }), store.totals(ctx, filter, isWhole)])
    const totals = sums && { available: fen(sums.available), frozen: fen(sums.frozen), monthNet: fen(sums.month_net) }
    return { rows: await present(ctx, rows), count, next, totals }
  },

  async get(ctx, { id }) {
    const row = await requireUnit(ctx, id)
    const [unit] = await present(ctx, [row])
    if (!unit) refuse(unitRefusals, 'notFound')
    const titles = await ask(ctx, titlesOfUnit, id)
    const titleRows = titles.map((title) => ({
      ...fieldsOf(title, 'id', 'name', 'tax_no', 'bank', 'account_no', 'is_default'),
    }))
    return { ...unit, ...presentDetails(row), titles: titleRows, identityChange: await presentIdentityChange(ctx, row), ahead: await presentUpcoming(ctx, id) }
  },

  async paidMonths(ctx, { id }) {
    await requireUnit(ctx, id)
    const months = twelveMonthsTo(monthOf(ctx.now))
    const [first = '', last = ''] = [months[0], months.at(-1)]
    const amounts = new Map((await around.paidMonths(ctx, id, { first, last })).map((row) => [row.month, row.amount_fen]))
    return { rows: months.map((month) => ({ month, amount: fen(amounts.get(month) ?? 0), path: paymentsPath(ctx, { unitId: id }, month) })) }
  },

  async choices(ctx) {
    expectUnitManager(ctx)
    const { plans, ...rest } = await around.choices(ctx, dayOf(ctx.now))
    return {
      ...rest,
      plans: plans.map(({ lowest, highest, ...plan }) => ({ ...plan, name: presetName(plan.name, ctx.language), lowestPpm: lowest, highestPpm: highest })),
    }
  },

  async create(ctx, { places, titleBank, titleAccountNo, ...facts }) {
    expectUnitManager(ctx)
    const { centreId } = ctx.scope
    if (centreId !== null && places.some((place) => place.centreId !== centreId)) refuse(unitRefusals, 'centreUnfit')
    const { unitId } = await makeUnit(ctx, { ...facts, settings: places, title: { bank: titleBank, accountNo: titleAccountNo } })
    // Widened, because a unit in only the other mode is outside the caller's scope but must still be returned.
    const rows = await ctx.widen('the created unit', () => store.listByIds({ ...ctx, scope: { ...ctx.scope, mode: null } }, [unitId]))
    const [unit] = await present(ctx, rows)
    return unit ?? refuse(unitRefusals, 'notFound')
  },

  async stop(ctx, input) {
    return move(ctx, await lockForUpdate(ctx, input, 'stop'), 'stop', input.reason)
  },

  async start(ctx, input) {
    return move(ctx, await lockForUpdate(ctx, input, 'start'), 'start', '')
  },

  freeze: {
    ready: (ctx, input) => expectAllowed(ctx, input, 'freeze'),
    run: async (ctx, input) => move(ctx, await lockForUpdate(ctx, input, 'freeze'), 'freeze', input.reason),
  },

  unfreeze: {
    ready: (ctx, input) => expectAllowed(ctx, input, 'unfreeze'),
    run: async (ctx, input) => move(ctx, await lockForUpdate(ctx, input, 'unfreeze'), 'unfreeze', input.reason),
  },

  close: {
    ready: (ctx, input) => expectAllowed(ctx, input, 'close'),
    async run(ctx, input) {
      const row = await lockForUpdate(ctx, input, 'close')
      const openBusiness = await ctx.widen('open business of a unit to close', () => describeUnfinishedWork(ctx, { unitId: row.id }))
      if (openBusiness.length > 0) refuse(unitRefusals, 'notEmpty', { open: openBusiness })
      return move(ctx, row, 'close', input.reason)
    },
  },

  reopen: {
    ready: (ctx, input) => expectAllowed(ctx, input, 'reopen'),
    run: async (ctx, input) => move(ctx, await lockForUpdate(ctx, input, 'reopen'), 'reopen', input.reason),
  },

  async export(ctx, filter) {
    const ids = await exportRows((size) => store.idsOf(ctx, filter, size))
    return exportUnits(ctx, filter, ids)
  },

  async contracts(ctx, { id }) {
    await requireUnit(ctx, id)
    const rows = await ask(ctx, contractsOfUnit, id)
    return rows.map((row) => ({
      ...fieldsOf(row, 'id', 'no', 'name', 'centre_name', 'mode', 'valid_from', 'valid_to', 'stand'),
    }))
  },

  async operators(ctx, { id, keyword, ...turn }) {
    await requireUnit(ctx, id)
    const { rows, count, next } = await ask(ctx, operatorsOfUnit, id, keyword, turn)
    const unitViews = rows.map((row) => ({
      id: row.id,
      code: row.code,
      name: row.name,
      mobile: maskMobile(ctx.vault.open('mobile', row.mobile_sealed)),
      yztype: row.yztype,
      status: row.status,
      isVerified: row.is_identity_verified,
      since: row.since.toISOString(),
    }))
    return { rows: unitViews, count, next }
  },

  async changes(ctx, { id, ...page }) {
    await requireUnit(ctx, id)
    return presentLoggedChanges(await around.changes(ctx, id, page), ctx.language)
  },
}
