import { z } from 'zod'
import { Id } from '#/api/operation.ts'
import { unitTaskTexts } from '#/api/organisations/units.texts.ts'
import { units as agreed } from '#/api/organisations/units.ts'
import type { JobContext, Jobs } from '#/server/kernel/context.ts'
import { type DataOf, handle, job, nothing } from '#/server/kernel/job.ts'
import { comingList } from '#/server/kernel/sheet-file.ts'
import { inPieces, makeFile, taskPayload } from '#/server/kernel/task-work.ts'
import { applyAssignments } from '#/server/organisations/units/assignments.ts'
import { unitList } from '#/server/organisations/units/sheet.ts'
import { byIds } from '#/server/organisations/units/store.ts'

const portion = 500

export const exportJob = job('units.export', taskPayload.extend({ filter: agreed.export.input, ids: z.array(Id) }))

/** Creates a requested workbook of units. */
async function exportUnits(job: JobContext, task: DataOf<typeof exportJob>): Promise<void> {
  const { language, filter, ids } = task
  await makeFile(job, task, { action: 'units.export', failed: unitTaskTexts.failed, may: (ctx) => ctx.actor.may('userDwList') }, async (step) => {
    const found = { rows: inPieces(ids, portion, step, byIds), count: ids.length }
    return { ...(await comingList(step, unitList(filter, found, language))), detail: { filter } }
  })
}

const followJob = job('units.follow', nothing)

/** The jobs of units: exports, and applying planned assignments. */
export const jobs: Jobs = {
  handlers: [handle(exportJob, exportUnits), handle(followJob, async (job) => void (await job.run('units.assign', (ctx) => applyAssignments(ctx, null))))],
  every: { [followJob.name]: 60 },
}
