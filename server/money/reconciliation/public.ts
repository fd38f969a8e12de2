import { dayOf, shiftDay } from '#/domain/base/period.ts'
import type { ReconSource } from '#/domain/money/reconciliation.ts'
import type { Context } from '#/server/kernel/context.ts'
import { dayDesk } from '#/server/money/reconciliation/days.ts'
import { itemDesk } from '#/server/money/reconciliation/items.ts'
import { matchDay } from '#/server/money/reconciliation/matching.ts'
import type { ParsedFile } from '#/server/money/reconciliation/reading.ts'
import * as store from '#/server/money/reconciliation/store.ts'
import * as files from '#/server/money/reconciliation/store-files.ts'

export { unsettledDifferences } from '#/server/money/reconciliation/pending.ts'

export interface DemoFile extends Pick<ParsedFile, 'rows' | 'sha256' | 'opening' | 'closing'> {
  readonly source: ReconSource
  readonly name: string
  readonly bytes: Uint8Array
}

interface DemoDay {
  readonly channelId: number
  readonly centreId: number
  readonly day: string
  readonly files: readonly DemoFile[]
  readonly isClosed: boolean
  /** Whether an amount difference stays in suspense. */
  readonly isHung: boolean
}

const suspenseDays = 30

/** Moves amount differences to suspense: one user proposes, another approves. */
async function suspendAmountDifferences(worker: Context, checker: Context, dayId: number): Promise<void> {
  const { rows } = await store.listItems(worker, { dayId, kinds: ['amount'], states: ['open'] }, { page: 1, size: 20 })
  for (const { id, version } of rows) {
    const dueOn = shiftDay(dayOf(worker.now), suspenseDays)
    const proposal = await itemDesk.propose(worker, { itemId: id, version, treatment: 'hang', reason: '待通道出具说明', dueOn })
    await itemDesk.decide(checker, { itemId: id, version: proposal.version, approve: true, reason: '' })
  }
}

/** Reconciles a day of the demo through the ordinary operations. */
export async function matchDemoDay({ worker, checker }: Readonly<Record<'worker' | 'checker', Context>>, of: DemoDay): Promise<void> {
  await files.beginDays(worker, of.channelId, of.centreId, [of.day])
  for (const { source, name, bytes, rows, ...file } of of.files) {
    const { id: fileId } = await worker.files.save({ name, mediaType: 'text/csv', bytes, purpose: 'reconciliation', centreId: of.centreId })
    const fileFields = { source, fileId, name, firstDay: of.day, lastDay: of.day, rowCount: rows.length, givenDay: null, by: worker.actor.userId }
    const id = await files.addFile(worker, { id: of.channelId, centre_id: of.centreId }, { ...file, ...fileFields })
    const lockedFile = id === null ? undefined : await files.lockFile(worker, id)
    if (!lockedFile) continue
    await files.addRows(worker, lockedFile, rows, rows.length)
    await files.finishFile(worker, lockedFile)
  }
  await matchDay(worker, of.channelId, of.day)
  const day = (await store.listDays(worker, { from: of.day, to: of.day, channelIds: [of.channelId] }, { page: 1, size: 20 })).rows[0]
  if (!day) return
  if (of.isHung) await suspendAmountDifferences(worker, checker, day.id)
  if (of.isClosed) await dayDesk.close(checker, { dayId: day.id, version: day.version })
}
