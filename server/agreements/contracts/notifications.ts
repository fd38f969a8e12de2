import { z } from 'zod'
import { contractMessages } from '#/api/agreements/contracts.texts.ts'
import { Id } from '#/api/operation.ts'
import { pages } from '#/api/pages.ts'
import { dayOf } from '#/domain/base/period.ts'
import { type Language, languages } from '#/domain/base/text.ts'
import * as store from '#/server/agreements/contracts/store.ts'
import { accountsOf, contactOf } from '#/server/agreements/contracts/store-parties.ts'
import { addTicket, findTask, type TaskRow, tasksOf } from '#/server/agreements/contracts/store-tasks.ts'
import type { Context, JobContext } from '#/server/kernel/context.ts'
import { type TextMessage, toSmsTemplate } from '#/server/kernel/external/courier.ts'
import { type DataOf, handleJob, job } from '#/server/kernel/jobs/job.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { newToken, tokenHash } from '#/server/kernel/session/session.ts'
import { sendNotification } from '#/server/services/messages/public.ts'

/** Notifies one signer about a task, or all signers about a contract. */
export const notifySignersJob = job(
  'contracts.tell',
  z.object({
    signTaskId: Id.optional(),
    contractId: Id.optional(),
    why: z.enum(['open', 'remind', 'done', 'expired']),
    language: z.enum(languages).optional(),
  }),
)

/** Sends one text message to a signer. Each message has a separate job, so that a retry does not repeat the others. */
const signerTextJob = job('contracts.text', z.object({ signTaskId: Id, why: z.enum(['open', 'remind', 'done', 'expired']), language: z.enum(languages) }), {
  isPatient: true,
})
type NotifyData = DataOf<typeof notifySignersJob>
const ticketLifetimeMs = 100 * 86_400_000

/** Issues a ticket for the signing page. The ticket is valid while its task is open, for at most 100 days. */
export async function issueTicket(ctx: Context, signTaskId: number, isKnown: boolean): Promise<string> {
  const ticket = newToken()
  const expiresAt = new Date(ctx.real.getTime() + ticketLifetimeMs)
  await addTicket(ctx.db, { token_hash: tokenHash(ticket), task_id: signTaskId, is_known: isKnown, created_at: ctx.real, expires_at: expiresAt })
  return ticket
}

/** Sends a message to the accounts of all parties and to the user who created the contract. */
export async function notifyParties(ctx: Context, row: store.ContractRow, kind: 'contractDone' | 'contractOver', reason = ''): Promise<void> {
  const accountIds = await Promise.all(
    row.parties.map(({ type, id }) => (type === 'business' ? accountsOf(ctx.db, 'operator', row.operator_id ?? 0) : accountsOf(ctx.db, type, id))),
  )
  const recipients = [...accountIds.flat(), row.created_by === 0 ? null : row.created_by]
  const commonFields = { to: recipients, path: `${pages.dzqyList.path}?tab=tasks&open=${row.id}`, refType: 'contract', refId: row.id }
  if (kind === 'contractDone') await sendNotification(ctx, { ...commonFields, kind, values: { no: row.no, name: row.name } })
  else await sendNotification(ctx, { ...commonFields, kind, values: { no: row.no, name: row.name, reason } })
}

interface SignerMessage {
  readonly message: TextMessage
}

async function signerMessageFor(
  ctx: Context,
  task: TaskRow,
  row: store.ContractRow,
  why: NotifyData['why'],
  language: Language,
): Promise<SignerMessage | null> {
  const { mobile } = await contactOf(ctx, task.signer_type, task.signer_id)
  if (!mobile || !ctx.site.ways.sms) return null
  const values = { no: row.no, name: row.name, centre: row.centre_name, day: row.sign_deadline ? dayOf(row.sign_deadline) : '' }
  if (why === 'done' || why === 'expired')
    return {
      message: {
        to: mobile,
        about: `contract:${row.id}`,
        ...toSmsTemplate(why === 'done' ? 'signDone' : 'signExpired', contractMessages[why], language, values),
      },
    }
  const link = ctx.site.url === null ? translate(contractMessages.noLink, language) : `${ctx.site.url}/Sign?ticket=${await issueTicket(ctx, task.id, false)}`
  return {
    message: {
      to: mobile,
      about: `sign:${task.id}`,
      ...toSmsTemplate(why === 'open' ? 'signOpen' : 'signRemind', contractMessages[why], language, { ...values, link }),
    },
  }
}

const isActionRequest = (why: NotifyData['why']) => why === 'open' || why === 'remind'

/** Returns the contract of a notification; null when a request to sign is out of date. */
async function contractToNotify(ctx: Context, task: TaskRow | undefined, contractId: number, why: NotifyData['why']): Promise<store.ContractRow | null> {
  const row = await store.findOutsideScope(ctx, contractId)
  return row && !(isActionRequest(why) && (row.sign_state !== 'signing' || task?.state !== 'open')) ? row : null
}

async function notifyAll(ctx: Context, { signTaskId, contractId = 0, why, language = 'zh' }: NotifyData): Promise<void> {
  const requestedTask = signTaskId === undefined ? undefined : await findTask(ctx.db, signTaskId)
  const row = await contractToNotify(ctx, requestedTask, requestedTask?.contract_id ?? contractId, why)
  if (!row) return
  const tasks = requestedTask ? [requestedTask] : (await tasksOf(ctx.db, row.id)).filter((task) => task.way === 'hand')
  if (isActionRequest(why) && requestedTask) {
    const recipients = await accountsOf(ctx.db, requestedTask.signer_type, requestedTask.signer_id)
    const values = { no: row.no, name: row.name, day: row.sign_deadline ? dayOf(row.sign_deadline) : '' }
    await sendNotification(ctx, {
      to: recipients,
      kind: 'contractToSign',
      values,
      path: `${pages.dzqyList.path}?tab=tasks&open=${row.id}`,
      refType: 'contract',
      refId: row.id,
    })
  }
  await ctx.enqueueAll(
    signerTextJob,
    tasks.map((task) => ({ signTaskId: task.id, why, language })),
  )
}

/** Sends messages to signers and queues their text messages. */
export async function notifySigners(job: JobContext, notification: NotifyData): Promise<void> {
  await job.runAsOwner('contracts.tell', (ctx) => notifyAll(ctx, notification))
}

async function draftText(ctx: Context, { signTaskId, why, language }: DataOf<typeof signerTextJob>): Promise<SignerMessage | null> {
  const task = await findTask(ctx.db, signTaskId)
  const row = task ? await contractToNotify(ctx, task, task.contract_id, why) : null
  return task && row ? signerMessageFor(ctx, task, row, why, language) : null
}

export const sendSignerText = handleJob(signerTextJob, async (job, requested) => {
  const signerMessage = await job.runAsOwner('contracts.tell', (ctx) => draftText(ctx, requested))
  if (signerMessage) await job.courier.sms(signerMessage.message)
})
