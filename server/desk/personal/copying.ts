import { Readable } from 'node:stream'
import { z } from 'zod'
import { copyTexts, personalRefusals } from '#/api/desk/personal.texts.ts'
import { Id } from '#/api/operation.ts'
import { dateTimeOf } from '#/domain/base/period.ts'
import { type PersonalCopyFormat, personalCopyFormats } from '#/domain/desk/personal.ts'
import { copyDocument, copyJson, type PersonalCopy } from '#/server/desk/personal/document.ts'
import { canReadOthers } from '#/server/desk/personal/permission.ts'
import * as store from '#/server/desk/personal/store.ts'
import type { Context, JobContext } from '#/server/kernel/context.ts'
import { type DataOf, job } from '#/server/kernel/jobs/job.ts'
import { makeTaskFile, requestTask, taskPayload } from '#/server/kernel/jobs/task-work.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { renderDocument } from '#/server/lib/pdf/pdf.ts'
import { personOfOperator } from '#/server/people/operators/public.ts'

const action = 'personal.make'
const mediaTypes: Readonly<Record<PersonalCopyFormat, string>> = { pdf: 'application/pdf', json: 'application/json' }
/** Files with full numbers are kept for a day. */
const retentionDays = 1

export const copyJob = job(action, taskPayload.extend({ operatorId: Id, format: z.enum(personalCopyFormats), isOwn: z.boolean() }))
type CopyTask = DataOf<typeof copyJob>

/** Queues the copy in the caller's task list. */
export async function requestCopy(ctx: Context, request: Pick<CopyTask, 'operatorId' | 'format' | 'isOwn'>): Promise<number> {
  return requestTask(ctx, copyJob, { title: translate(copyTexts.title, ctx.language), total: ctx.personal.length }, (requested) => ({
    ...requested,
    ...request,
  }))
}

const canDownload = (ctx: Context, { operatorId, isOwn }: CopyTask) => (isOwn ? ctx.actor.operatorId === operatorId : canReadOthers(ctx))

/** Reads all parts of the copy. For a centre it reads only the rows of that centre and no private parts. */
async function collectSections(work: JobContext, task: CopyTask, centreId: number | null, onPart: (done: number) => Promise<void>) {
  const { parts, person } = await work.runAsOwner(action, async ({ db, personal }) => ({
    parts: task.isOwn ? personal : personal.filter((part) => !part.isPrivate),
    person: await store.loadCopySubject(db, task.operatorId),
  }))
  const sections: PersonalCopy['sections'][number][] = []
  for (const [at, part] of parts.entries()) {
    await onPart(at)
    sections.push({ part, rows: await work.runAsOwner(action, (ctx) => store.personalDataOf(ctx, part, person, centreId)) })
  }
  return { person, sections }
}

/** Writes the requested copy, checking the requester's current rights. */
export async function writeCopy(work: JobContext, task: CopyTask): Promise<void> {
  const { operatorId, format, isOwn, language } = task
  await makeTaskFile(work, task, { action, failed: copyTexts.failed, may: (ctx) => canDownload(ctx, task) }, async (step) => {
    const copyHeader = await step(0, async (ctx) => {
      if (!isOwn && !(await personOfOperator(ctx, operatorId))) refuse(personalRefusals, 'notFound')
      return { centreId: isOwn || ctx.scope.all ? null : ctx.scope.centreId, maker: ctx.actor.name, at: ctx.now }
    })
    const { person, sections } = await collectSections(work, task, copyHeader.centreId, (done) => step(done, async () => undefined))
    const copy: PersonalCopy = { ...copyHeader, language, isOwn, person, sections }
    const bytes = format === 'json' ? copyJson(copy) : await renderDocument(copyDocument(copy))
    const count = sections.reduce((sum, { rows }) => sum + rows.length, 0)
    const name = `${translate(copyTexts.title, language)}_${person.code}_${dateTimeOf(copyHeader.at).slice(0, 10)}.${format}`
    return { name, mediaType: mediaTypes[format], stream: Readable.from([bytes]), count, keepDays: retentionDays, detail: { operatorId, format } }
  })
}
