import type { Modules } from '#/api/modules.ts'
import { maskIdNumber, maskMobile } from '#/domain/base/identity.ts'
import { provinces } from '#/domain/base/provinces.ts'
import { findRecords } from '#/server/desk/lookups/finding.ts'
import * as store from '#/server/desk/lookups/store.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { translate } from '#/server/kernel/request/translate.ts'

const toFlag = (is: boolean) => (is ? 1 : 0)

export const lookups: Implementation<Modules['lookups']> = {
  async titles(ctx, { dwid, keyword, ...paging }) {
    const { rows, count } = await store.titles(ctx, { unitId: dwid, keyword }, paging)
    const data = rows.map((row) => ({
      id: row.id,
      dwid: row.unit_id,
      name: row.name,
      taxno: row.tax_no,
      address: row.address,
      tel: row.telephone,
      bank: row.bank,
      account: row.account_no,
      email: row.email,
      isdefault: toFlag(row.is_default) as 0 | 1,
    }))
    return { data, count }
  },

  async operators(ctx, { keyword, yztype, dwid, signed, ...paging }) {
    const isSigned = signed === undefined ? undefined : signed === 1
    const { rows, count } = await store.operatorIds(ctx, { keyword, yztype, unitId: dwid, isSigned }, paging)
    const operatorRows = await store.operatorDetails(
      ctx,
      rows.map((row) => row.id),
    )
    const signedById = new Map(rows.map((row) => [row.id, row.is_signed]))
    const data = operatorRows.map((row) => ({
      id: row.id,
      name: row.name,
      idcard: maskIdNumber(ctx.vault.open('id_number', row.id_number_sealed)),
      mobile: maskMobile(ctx.vault.open('mobile', row.mobile_sealed)),
      yztype: row.yztype,
      gthid: row.entity_id,
      gthname: row.entity_name ?? '',
      creditcode: row.entity_code ?? '',
      bankname: row.bank_name ?? '',
      cardtail: row.card_tail ?? '',
      verify: toFlag(row.is_identity_verified) as 0 | 1,
      sign: toFlag(signedById.get(row.id) ?? false) as 0 | 1,
      status: row.status,
    }))
    return { data, count }
  },

  async staff(ctx, { type, keyword, centerid, ...paging }) {
    const { rows, count } = await store.staff(ctx, { post: type === 'yxy' ? 2 : 3, keyword, centreId: centerid }, paging)
    const data = rows.map((row) => ({
      id: row.id,
      name: row.name,
      mobile: row.mobile === '' ? '' : maskMobile(row.mobile),
      centerid: row.centre_id,
      post: row.post,
      unitcount: row.units,
    }))
    return { data, count }
  },

  async areas(ctx, { pid }) {
    // Only provinces are stored, so a province has no options below it.
    const data = pid === '' ? Object.entries(provinces).map(([code, name]) => ({ code: `${code}0000`, name: translate(name, ctx.language) })) : []
    return { data, count: data.length }
  },

  async platforms(ctx, { keyword, ...paging }) {
    const { rows, count } = await store.platforms(ctx, { keyword }, paging)
    const data = rows.map((row) => ({ id: row.id, name: row.name, logo: '', centerid: row.centre_id, isdz: row.modes.join(','), modes: row.modes }))
    return { data, count }
  },

  find: (ctx, { text }) => findRecords(ctx, text),
}
