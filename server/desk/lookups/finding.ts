import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { pages, permissionsOfPage } from '#/api/pages.ts'
import { userType } from '#/domain/base/codes.ts'
import { maskMobile } from '#/domain/base/identity.ts'
import type { BatchState } from '#/domain/money/batch.ts'
import * as store from '#/server/desk/lookups/store-find.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { canWorkAt } from '#/server/kernel/session/scope.ts'

type FindResult = z.input<Modules['lookups']['find']['output']>

const maxPerKind = 6
const operatorPageByKind = { platform: 'userYzPtList', ordinary: 'userYzList' } as const

const canOpen = (ctx: Context, page: keyof typeof pages) => permissionsOfPage(page).some((key) => ctx.actor.may(key))

/** Returns the path of the caller's batch list; null if there is none. */
function batchListPath(ctx: Context): string | null {
  const page = ctx.actor.usertype === userType.unit ? 'zfPtList' : 'zfPtListpt'
  return canOpen(ctx, page) ? pages[page].path : null
}

async function findBatches(ctx: Context, text: string): Promise<FindResult['batches']> {
  // Every batch number contains a digit, so other texts are not searched.
  const rows = /\d/.test(text) ? await store.batches(ctx, text, maxPerKind) : []
  const { places } = ctx.actor
  return rows
    .filter((row) => places.length === 0 || canWorkAt(ctx, row.centre_id, row.mode))
    .map((row) => {
      const isAtCurrentPlace = row.centre_id === ctx.scope.centreId && row.mode === ctx.scope.mode
      const place = places.length > 1 ? { centreId: row.centre_id, mode: row.mode as Mode, isHere: isAtCurrentPlace } : null
      return { id: row.id, no: row.no, unitName: row.unit_name, state: row.state as BatchState, path: pages.batch.path.replace(':id', String(row.id)), place }
    })
}

/** Links people to their own page, or to the batches that pay them if the caller may not open that page. */
async function findOperators(ctx: Context, text: string, list: string | null): Promise<FindResult['operators']> {
  const rows = await store.operators(ctx, text, maxPerKind)
  return rows.flatMap(({ id, name, code, kind, mobile_sealed }) => {
    const page = operatorPageByKind[kind as keyof typeof operatorPageByKind]
    const path = canOpen(ctx, page) ? `${pages[page].path}?open=${id}` : list && `${list}?keyword=${encodeURIComponent(name)}`
    return path ? [{ id, name, code, mobile: maskMobile(ctx.vault.open('mobile', mobile_sealed)), path }] : []
  })
}

async function findUnits(ctx: Context, text: string, list: string | null): Promise<FindResult['units']> {
  const rows = await store.units(ctx, text, maxPerKind)
  return rows.flatMap(({ id, name, code }) => {
    const path = canOpen(ctx, 'userDwList') ? `${pages.userDwList.path}?open=${id}` : list && `${list}?unitId=${id}`
    return path ? [{ id, name, code, path }] : []
  })
}

/** Returns a few matches of each kind, with a page that the caller may open. */
export async function findRecords(ctx: Context, text: string): Promise<FindResult> {
  const { usertype } = ctx.actor
  const isPlatformOrCentre = usertype === userType.platform || usertype === userType.centre
  const list = batchListPath(ctx)
  return {
    batches: list ? await findBatches(ctx, text) : [],
    operators: isPlatformOrCentre || usertype === userType.unit ? await findOperators(ctx, text, list) : [],
    units: isPlatformOrCentre ? await findUnits(ctx, text, list) : [],
  }
}
