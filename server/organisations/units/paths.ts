import { keysOf, pages } from '#/api/pages.ts'
import { monthOf, monthStart, shiftDay, shiftMonth } from '#/domain/period.ts'
import type { Context } from '#/server/kernel/context.ts'

function pathOf(ctx: Context, page: 'zfpzList' | 'userDwList', query: Readonly<Record<string, string | number>>): string | null {
  if (!keysOf(page).some((key) => ctx.actor.may(key))) return null
  return `${pages[page].path}?${Object.entries(query)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')}`
}

/** The receipts of payments that arrived in a month, this one if none is named, and stayed; null for whoever may not open the list. */
export function arrivedPath(ctx: Context, of: { readonly unitId?: number; readonly centreId?: number } = {}, month = monthOf(ctx.now)): string | null {
  return pathOf(ctx, 'zfpzList', { kind: 'payment', returned: 'no', from: monthStart(month), to: shiftDay(monthStart(shiftMonth(month, 1)), -1), ...of })
}

/** The units that a partner brought, or that somebody looks after; null for whoever may not open the list. */
export function unitsPath(ctx: Context, of: { readonly partnerId: number } | { readonly carerId: number }): string | null {
  return pathOf(ctx, 'userDwList', { ...of })
}
