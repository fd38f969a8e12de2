import { z } from 'zod'
import { accountMessages, userTaskTexts } from '#/api/access/users.texts.ts'
import { users as agreed } from '#/api/access/users.ts'
import { Id } from '#/api/operation.ts'
import { userType } from '#/domain/base/codes.ts'
import { languages } from '#/domain/base/text.ts'
import { mayManageAccounts } from '#/server/access/users/blockers.ts'
import { userList } from '#/server/access/users/sheet.ts'
import * as store from '#/server/access/users/store.ts'
import { assignableCentres } from '#/server/access/users/store-lookups.ts'
import { findApplicationResult } from '#/server/access/users/store-review.ts'
import type { Context, JobContext, Jobs } from '#/server/kernel/context.ts'
import { toSmsTemplate } from '#/server/kernel/external/courier.ts'
import { type DataOf, handleJob, job } from '#/server/kernel/jobs/job.ts'
import { makeTaskFile, readInChunks, requestTask, taskPayload } from '#/server/kernel/jobs/task-work.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { exportList } from '#/server/kernel/rows/export-list.ts'
import { streamList } from '#/server/kernel/rows/sheet-file.ts'

const chunkSize = 1000

/** `filter` is printed in the first line of the file. */
export const exportJob = job('users.export', taskPayload.extend({ filter: agreed.export.input, ids: z.array(Id) }))
/** The former number is sealed: the queue never holds numbers of people. */
export const formerMobileJob = job(
  'users.formerMobile',
  z.object({ userId: Id, sealed: z.string(), language: z.enum(languages), values: z.object({ username: z.string(), by: z.string(), mobile: z.string() }) }),
)
export const notifyApplicantJob = job('users.tell', z.object({ application: Id, language: z.enum(languages) }))

async function readChunk(ctx: Context, ids: readonly number[]): Promise<store.ExportRow[]> {
  return ctx.widen('a list of accounts keeps its own scope', async () => {
    const rows = await store.exportRows(ctx, ids)
    if (ctx.actor.usertype !== userType.centre) return rows
    const centreIds = new Set((await assignableCentres(ctx)).map((centre) => centre.id))
    return rows.map((row) => ({ ...row, area: row.area.filter((centre) => centreIds.has(centre.id)) }))
  })
}

/** Exports accounts as a file, or as a task when there are many. */
export async function exportUsers(ctx: Context, filter: z.output<typeof agreed.export.input>, ids: readonly number[]) {
  const list = userList(filter, ctx.language)
  return exportList(ctx, { ...list, count: ids.length, rows: (step) => readInChunks(ids, chunkSize, step, readChunk), detail: { filter } }, async () => {
    const title = translate(userTaskTexts.title, ctx.language, { count: ids.length })
    const taskId = await requestTask(ctx, exportJob, { title, total: ids.length }, (requested) => ({ ...requested, filter, ids: [...ids] }))
    ctx.note({ refType: 'task', refId: taskId, detail: { accounts: ids.length, filter } })
    return taskId
  })
}

async function writeUsers(job: JobContext, task: DataOf<typeof exportJob>): Promise<void> {
  const { language, filter, ids } = task
  await makeTaskFile(job, task, { action: 'users.export', failed: userTaskTexts.failed, may: mayManageAccounts }, async (step) => {
    const rows = readInChunks(ids, chunkSize, step, readChunk)
    return { ...(await streamList(step, { ...userList(filter, language), rows, count: ids.length })), detail: { filter } }
  })
}

/** Sends the decision to the applicant, and to the account's owner if it was approved. */
async function notifyApplicant(job: JobContext, { application, language }: DataOf<typeof notifyApplicantJob>): Promise<void> {
  const result = await job.runAsOwner('users.tell', (ctx) => findApplicationResult(ctx, application))
  if (!result || (result.state !== 'approved' && result.state !== 'rejected')) return
  const { username, name, reason } = result
  const kind = result.state === 'approved' ? 'accountApproved' : 'accountRejected'
  const smsContent = toSmsTemplate(kind, accountMessages[result.state], language, { username, name, reason, roles: result.roles })
  const numbers = new Set([result.applicant_mobile, ...(result.state === 'approved' ? [result.mobile] : [])].filter((each) => each !== ''))
  for (const mobileNumber of numbers) await job.courier.sms({ to: mobileNumber, about: `account:${application}`, ...smsContent })
}

async function notifyFormerMobileOwner(job: JobContext, { userId, sealed, language, values }: DataOf<typeof formerMobileJob>): Promise<void> {
  const mobileNumber = await job.runAsOwner('users.formerMobile', async (ctx) => ctx.vault.open('mobile', sealed))
  await job.courier.sms({ to: mobileNumber, about: `user:${userId}`, ...toSmsTemplate('contactChanged', accountMessages.contactChanged, language, values) })
}

export const jobs: Jobs = {
  handlers: [handleJob(exportJob, writeUsers), handleJob(notifyApplicantJob, notifyApplicant), handleJob(formerMobileJob, notifyFormerMobileOwner)],
}
