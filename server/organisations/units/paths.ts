import { pages, permissionsOfPage } from '#/api/pages.ts'
import { monthOf, monthStart, shiftDay, shiftMonth } from '#/domain/base/period.ts'
import type { Context } from '#/server/kernel/context.ts'

function pagePath(ctx: Context, page: 'zfpzList' | 'userDwList', query: Readonly<Record<string, string | number>>): string | null {
  if (!permissionsOfPage(page).some((key) => ctx.actor.may(key))) return null
  return `${pages[page].path}?${Object.entries(query)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')}`
}

/**
 * Returns the path to the payment receipts of a month (default: this month) that were not returned, or null if the
 * caller may not open the list.
 */
export function paymentsPath(ctx: Context, of: { readonly unitId?: number; readonly centreId?: number } = {}, month = monthOf(ctx.now)): string | null {
  return pagePath(ctx, 'zfpzList', { kind: 'payment', returned: 'no', from: monthStart(month), to: shiftDay(monthStart(shiftMonth(month, 1)), -1), ...of })
}

/** Returns the path to the units of a partner or of a carer, or null if the caller may not open the list. */
export function unitsPath(ctx: Context, of: { readonly partnerId: number } | { readonly carerId: number }): string | null {
  return pagePath(ctx, 'userDwList', { ...of })
}
