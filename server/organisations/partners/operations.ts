import type { Modules } from '#/api/modules.ts'
import { partnerRefusals } from '#/api/organisations/partners.texts.ts'
import { maskCard, maskIdNumber, maskMobile } from '#/domain/base/identity.ts'
import { fen } from '#/domain/base/money.ts'
import { partnerState } from '#/domain/organisations/partner.ts'
import { openChangesOf } from '#/server/access/changes/public.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { proposeAccount } from '#/server/organisations/partners/accounts.ts'
import { createPartner } from '#/server/organisations/partners/public.ts'
import * as store from '#/server/organisations/partners/store.ts'
import { paymentsPath, unitsPath } from '#/server/organisations/units/public.ts'

type OpenChanges = Awaited<ReturnType<typeof openChangesOf>>

function present(ctx: Context, row: store.PartnerRow, changes: OpenChanges) {
  const editBlocker = ctx.scope.all && ctx.actor.may('partner:edit') ? '' : translate(partnerRefusals.noRight, ctx.language)
  return {
    id: row.id,
    code: row.code,
    kind: row.kind,
    name: row.name,
    creditCode: row.credit_code ?? '',
    idNumber: row.id_number_sealed === null ? '' : maskIdNumber(ctx.vault.open('id_number', row.id_number_sealed)),
    contactName: row.contact_name,
    contactMobile: row.contact_mobile === '' ? '' : maskMobile(row.contact_mobile),
    ...fieldsOf(row, 'area', 'introduction', 'account_name', 'account_bank'),
    accountNo: row.account_no_sealed === null ? '' : maskCard(ctx.vault.open('account_no', row.account_no_sealed)),
    unitCount: row.units,
    monthNet: fen(row.month_net),
    monthNetPath: unitsPath(ctx, { partnerId: row.id }),
    accountUsers: row.users,
    isActive: row.is_active,
    standing: partnerState({ isActive: row.is_active, agreement: row.stand }),
    agreement: {
      stand: row.stand,
      contractId: row.agreement?.id ?? null,
      no: row.agreement?.no ?? '',
      centreName: row.agreement?.centre ?? '',
      from: row.agreement?.from ?? null,
      to: row.agreement?.to ?? null,
    },
    ...fieldsOf(row, 'status_reason', 'created_at', 'version'),
    changes: changes.filter(({ rowId }) => rowId === row.id),
    may: { edit: editBlocker, setActive: editBlocker },
  }
}

function expectPlatform(ctx: Context): void {
  if (!ctx.scope.all) refuse(partnerRefusals, 'noRight')
}

const changesOf = (ctx: Context, rows: readonly store.PartnerRow[]) => openChangesOf(ctx, { kind: 'partner', rowIds: rows.map(({ id }) => id) })

async function partnerResponse(ctx: Context, id: number) {
  const row = (await store.find(ctx, id)) ?? refuse(partnerRefusals, 'notFound')
  return present(ctx, row, await changesOf(ctx, [row]))
}

async function lockForUpdate(ctx: Context, of: { id: number; version: number }): Promise<store.PartnerRow> {
  expectPlatform(ctx)
  const row = (await store.lock(ctx, of.id)) ?? refuse(partnerRefusals, 'notFound')
  if (row.version !== of.version) refuse(partnerRefusals, 'changedMeanwhile', { name: row.name })
  return row
}

const columnByField = {
  name: 'name',
  contactName: 'contact_name',
  area: 'area',
  introduction: 'introduction',
} as const

export const partners: Implementation<Modules['partners']> = {
  async list(ctx, { page, size, ...filter }) {
    const { rows, count } = await store.list(ctx, filter, { page, size })
    const changes = await changesOf(ctx, rows)
    return { rows: rows.map((row) => present(ctx, row, changes)), count }
  },

  async get(ctx, { id }) {
    return partnerResponse(ctx, id)
  },

  async units(ctx, { id, ...page }) {
    await partnerResponse(ctx, id)
    const { rows, count } = await store.referredUnits(ctx, id, page)
    return {
      rows: rows.map((row) => ({
        id: row.id,
        code: row.code,
        name: row.name,
        status: row.status,
        monthNet: fen(row.month_net),
        monthNetPath: paymentsPath(ctx, { unitId: row.id }),
        createdAt: row.created_at.toISOString(),
      })),
      count,
    }
  },

  async create(ctx, { accountName, accountBank, accountNo, why, ...facts }) {
    expectPlatform(ctx)
    const { partnerId } = await createPartner(ctx, facts, { accountName, accountBank, accountNo }, why)
    return partnerResponse(ctx, partnerId)
  },

  async update(ctx, { id, version, contactMobile, accountName, accountBank, accountNo, why, ...fields }) {
    const row = await lockForUpdate(ctx, { id, version })
    const changedNames = (Object.keys(columnByField) as (keyof typeof columnByField)[]).filter((name) => fields[name] !== row[columnByField[name]])
    const changedColumns = Object.fromEntries(changedNames.map((name) => [columnByField[name], fields[name]]))
    await store.update(ctx, id, { ...changedColumns, ...(contactMobile !== undefined && { contact_mobile: contactMobile }) })
    const before = Object.fromEntries(changedNames.map((name) => [name, row[columnByField[name]]]))
    const after = Object.fromEntries(changedNames.map((name) => [name, fields[name]]))
    ctx.note({
      refType: 'partner',
      refId: id,
      before,
      after,
      detail: { no: row.code, isMobileNew: contactMobile !== undefined },
    })
    await proposeAccount(ctx, row, { accountName, accountBank, accountNo }, why)
    return partnerResponse(ctx, id)
  },

  async setActive(ctx, { id, version, isActive, reason }) {
    const row = await lockForUpdate(ctx, { id, version })
    if (row.is_active === isActive) refuse(partnerRefusals, 'sameState')
    await store.update(ctx, id, { is_active: isActive, status_reason: reason })
    ctx.note({ refType: 'partner', refId: id, before: { isActive: row.is_active }, after: { isActive }, detail: { no: row.code, reason } })
    return partnerResponse(ctx, id)
  },
}
