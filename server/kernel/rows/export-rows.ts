import { exportRefusals } from '#/api/exports.texts.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'

/** The maximum number of rows of an export, unless its list has another limit. */
export const maxExportRows = 20_000

/** Refuses an export with more rows than the limit, so that no file silently lacks rows. */
export function expectExportable(count: number, limit: number = maxExportRows): void {
  if (count > limit) refuse(exportRefusals, 'tooManyRows', { most: limit })
}

/** Returns the rows of an export. Reads one row more than `limit`, and refuses the export if that row exists. */
export async function exportRows<Row>(read: (size: number) => Promise<readonly Row[]>, limit: number = maxExportRows): Promise<readonly Row[]> {
  const rows = await read(limit + 1)
  expectExportable(rows.length, limit)
  return rows
}
