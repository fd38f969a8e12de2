import { z } from 'zod'
import { Id } from '#/api/operation.ts'
import { unitTaskTexts } from '#/api/organisations/units.texts.ts'
import { units as agreed } from '#/api/organisations/units.ts'
import type { Context, JobContext, Jobs } from '#/server/kernel/context.ts'
import { type DataOf, handleJob, job, noPayload } from '#/server/kernel/jobs/job.ts'
import { makeTaskFile, readInChunks, requestTask, taskPayload } from '#/server/kernel/jobs/task-work.ts'
import { exportList } from '#/server/kernel/rows/export-list.ts'
import { streamList } from '#/server/kernel/rows/sheet-file.ts'
import { applyAssignments } from '#/server/organisations/units/assignments.ts'
import { loosenedJob, notifyLoosened } from '#/server/organisations/units/loosening.ts'
import { unitList } from '#/server/organisations/units/sheet.ts'
import { listByIds, type UnitFilter } from '#/server/organisations/units/store.ts'

const chunkSize = 500

export const exportJob = job('units.export', taskPayload.extend({ filter: agreed.export.input, ids: z.array(Id) }))

/** Exports units as a file, or as a task when there are many. */
export async function exportUnits(ctx: Context, filter: UnitFilter, ids: readonly number[]) {
  const list = unitList(filter, ctx.language)
  return exportList(ctx, { ...list, count: ids.length, rows: (step) => readInChunks(ids, chunkSize, step, listByIds), detail: { filter } }, async () => {
    const taskId = await requestTask(ctx, exportJob, { title: list.name, total: ids.length }, (requested) => ({ ...requested, filter, ids: [...ids] }))
    ctx.note({ refType: 'task', refId: taskId, detail: { rows: ids.length, filter } })
    return taskId
  })
}

/** Writes a requested workbook of units. */
async function writeUnits(job: JobContext, task: DataOf<typeof exportJob>): Promise<void> {
  const { language, filter, ids } = task
  await makeTaskFile(job, task, { action: 'units.export', failed: unitTaskTexts.failed, may: (ctx) => ctx.actor.may('userDwList') }, async (step) => {
    const rows = readInChunks(ids, chunkSize, step, listByIds)
    return { ...(await streamList(step, { ...unitList(filter, language), rows, count: ids.length })), detail: { filter } }
  })
}

const applyAssignmentsJob = job('units.follow', noPayload)

/** The jobs of units: exports, notices of loosened terms, and applying planned assignments. */
export const jobs: Jobs = {
  handlers: [
    handleJob(exportJob, writeUnits),
    handleJob(loosenedJob, notifyLoosened),
    handleJob(applyAssignmentsJob, async (job) => void (await job.run('units.assign', (ctx) => applyAssignments(ctx, null)))),
  ],
  every: { [applyAssignmentsJob.name]: 60 },
}
