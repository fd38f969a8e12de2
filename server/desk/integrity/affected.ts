import type { remedies } from '#/api/desk/integrity.ts'
import { pages } from '#/api/pages.ts'
import { lostOrderCheck } from '#/server/desk/integrity/invariants.ts'
import { type AffectedItemRow, itemsOf } from '#/server/desk/integrity/store-affected.ts'
import type { Context } from '#/server/kernel/context.ts'

type Remedy = (typeof remedies)[number]

/** An item listed by a broken check, with its owner and remedy. */
export interface AffectedItem {
  readonly check: string
  readonly item: string
  readonly unitName: string
  readonly centreName: string
  readonly path: string
  readonly remedy: Remedy
}

/** Returns the remedy of an item: its open exception first, then its own page. */
function remedyOf({ check, what, key, in_batch: batchId, exception_no: exceptionNo }: AffectedItemRow): Pick<AffectedItem, 'path' | 'remedy'> {
  if (check === lostOrderCheck) return { remedy: 'lost', path: '' }
  if (exceptionNo !== null) return { remedy: 'exception', path: `${pages.zfycList.path}?keyword=${encodeURIComponent(exceptionNo)}` }
  if (batchId !== null) return { remedy: 'batch', path: `/zf/batch/${batchId}` }
  if (what === 'claim') return { remedy: 'claim', path: `${pages.zfSkList.path}?keyword=${encodeURIComponent(key)}` }
  if (check === 'INV-26' || what === 'notice' || what === 'order') return { remedy: 'exception', path: `${pages.zfycList.path}?states=open` }
  if (check === 'INV-35' || check === 'INV-36') return { remedy: 'reconciliation', path: pages.zfdzList.path }
  if (check === 'INV-29' || check === 'INV-14' || check === 'INV-15' || check === 'INV-16') return { remedy: 'taxMonth', path: pages.taxListWtdz.path }
  return { remedy: 'support', path: '' }
}

/** Returns the items listed by these broken checks, at most fifty. */
export async function affectedItems(ctx: Context, checks: readonly string[]): Promise<AffectedItem[]> {
  const rows = await itemsOf(ctx, checks)
  return rows.map((row) => ({ check: row.check, item: row.item, unitName: row.unit_name ?? '', centreName: row.centre_name ?? '', ...remedyOf(row) }))
}
