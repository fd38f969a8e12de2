import { maxDirectRows } from '#/domain/base/paging.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { TaskStep } from '#/server/kernel/jobs/task-work.ts'
import { type ExportList, storeExport } from '#/server/kernel/rows/sheet-file.ts'

/** A list whose rows are read in chunks, either in a request or in a job. */
interface ChunkedList<Row> extends Omit<ExportList<Row>, 'rows'> {
  readonly count: number
  readonly rows: (step: TaskStep) => AsyncIterable<Row>
  readonly place?: Parameters<typeof storeExport>[3]
  readonly detail?: Parameters<typeof storeExport>[4]
}

/** Writes up to `maxDirectRows` rows to a file immediately. For more rows, `ask` queues a task. */
export async function exportList<Row>(
  ctx: Context,
  { count, rows, place, detail, ...list }: ChunkedList<Row>,
  ask: () => Promise<number>,
): Promise<{ fileId: string | null; taskId: number | null }> {
  if (count > maxDirectRows) return { fileId: null, taskId: await ask() }
  const immediateStep: TaskStep = (_done, work) => work(ctx)
  const { fileId } = await storeExport(ctx, list.filter, async () => ({ ...list, rows: await Array.fromAsync(rows(immediateStep)) }), place, detail)
  return { fileId, taskId: null }
}
