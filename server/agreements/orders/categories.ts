import { orderRefusals } from '#/api/agreements/orders.texts.ts'
import type { Modules } from '#/api/modules.ts'
import { isTaxCode } from '#/domain/agreements/order.ts'
import * as categories from '#/server/agreements/orders/store-categories.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'

function present(row: categories.CategoryRow) {
  return {
    ...fieldsOf(row, 'id', 'name', 'short_name'),
    taxCode: row.tax_code ?? '',
    ...fieldsOf(row, 'note', 'source', 'is_active', 'orders'),
    changedBy: row.changed_name ?? '',
    changedAt: row.changed_at.toISOString(),
    version: row.version,
  }
}

async function categoryResponse(ctx: Context, id: number) {
  return present((await categories.find(ctx, id)) ?? refuse(orderRefusals, 'notFound'))
}

/** Invoice categories (开票类目), maintained by the platform. */
export const invoiceCategories: Pick<Implementation<Modules['orders']>, 'categories' | 'addCategory' | 'changeCategory'> = {
  async categories(ctx, { keyword, isActive, ...page }) {
    const { rows, count } = await categories.list(ctx, { keyword, isActive }, page)
    return { rows: rows.map(present), count }
  },

  async addCategory(ctx, { name, shortName, taxCode, note }) {
    if (!isTaxCode(taxCode)) refuse(orderRefusals, 'taxCode')
    const id = (await categories.insert(ctx, { name, short_name: shortName, tax_code: taxCode, note })) ?? refuse(orderRefusals, 'categoryTaken', { name })
    ctx.note({ refType: 'category', refId: id, detail: { no: name, taxCode } })
    return categoryResponse(ctx, id)
  },

  async changeCategory(ctx, { id, version, shortName, taxCode, note, isActive }) {
    const row = (await categories.lock(ctx, id)) ?? refuse(orderRefusals, 'notFound')
    if (row.version !== version) refuse(orderRefusals, 'changed')
    // Only an inactive category may lack a tax code. Some older categories have none.
    if (!isTaxCode(taxCode) && (isActive || taxCode !== '')) refuse(orderRefusals, 'taxCode')
    await categories.update(ctx, id, { short_name: shortName, tax_code: taxCode === '' ? null : taxCode, note, is_active: isActive })
    const before = { shortName: row.short_name, taxCode: row.tax_code, note: row.note, isActive: row.is_active }
    ctx.note({ refType: 'category', refId: id, before, after: { shortName, taxCode, note, isActive }, detail: { no: row.name } })
    return categoryResponse(ctx, id)
  },
}
