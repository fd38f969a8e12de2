import { z } from 'zod'
import { Id } from '#/api/operation.ts'
import { type DeliveryMethod, isFixed, letterTexts, type Topic, topicDefaults, topicOf } from '#/api/services/message-topics.texts.ts'
import { type MessageKind, messageTexts } from '#/api/services/messages.texts.ts'
import { prependLabel } from '#/domain/base/text.ts'
import type { Context, JobContext } from '#/server/kernel/context.ts'
import { type Message, type TextMessage, textParams } from '#/server/kernel/external/courier.ts'
import { type DataOf, job } from '#/server/kernel/jobs/job.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { completeValues } from '#/server/services/messages/complete-values.ts'
import * as store from '#/server/services/messages/store-choices.ts'

const deliveryMethods = ['mail', 'sms'] as const satisfies readonly DeliveryMethod[]

/**
 * Sends one message by one delivery method. Each method has a separate job, so that a retry does not repeat the other.
 */
export const deliverLetterJob = job('messages.deliver', z.object({ message: Id, way: z.enum(deliveryMethods) }), { isPatient: true, batchSize: 5 })

/**
 * Returns whether messages of a topic are sent by this method: always if mandatory, otherwise as chosen, otherwise by
 * default.
 */
export function isEnabledFor(topic: Topic, way: DeliveryMethod, chosen: boolean | undefined): boolean {
  return isFixed(topic, way) || (chosen ?? topicDefaults[topic][way])
}

/** Queues the mail and text messages for new messages in the same transaction, for configured delivery methods only. */
export async function queueLetters(ctx: Context, kind: MessageKind, added: readonly { id: number; user_id: number }[]): Promise<void> {
  const availableMethods = deliveryMethods.filter((way) => ctx.site.ways[way])
  if (availableMethods.length === 0 || added.length === 0) return
  const topic = topicOf[kind]
  const userIds = [...new Set(added.map((each) => each.user_id))]
  const isOnByUserAndMethod = new Map((await store.choices(ctx, userIds, topic)).map((row) => [`${row.user_id} ${row.way}`, row.is_on]))
  const letterRequests = added.flatMap(({ id, user_id }) =>
    availableMethods.flatMap((way) => (isEnabledFor(topic, way, isOnByUserAndMethod.get(`${user_id} ${way}`)) ? [{ message: id, way }] : [])),
  )
  await ctx.enqueueAll(deliverLetterJob, letterRequests)
}

type Letter = { readonly way: 'mail'; readonly message: Message } | { readonly way: 'sms'; readonly message: TextMessage }

async function draftLetter(ctx: Context, messageId: number, way: DeliveryMethod): Promise<Letter | null> {
  const row = await store.findLetter(ctx, messageId)
  if (!row) return null
  const mobile = row.mobile || ctx.vault.open('mobile', row.operator_mobile ?? '')
  const recipientAddress = way === 'mail' ? row.mail : mobile
  if (recipientAddress === '') return null
  const kind = row.kind as MessageKind
  const { title, body } = messageTexts[kind]
  const values = completeValues(kind, row.values)
  const [head, text] = [translate(title, row.language, values), translate(body, row.language, values)]
  const about = `message:${messageId}`
  if (way === 'sms')
    return {
      way,
      message: { to: recipientAddress, about, text: prependLabel(head, text, row.language), kind: `notice.${kind}`, params: textParams(values, row.language) },
    }
  const link = ctx.site.url === null || row.path === null ? [] : [translate(letterTexts.link, row.language, { link: `${ctx.site.url}${row.path}` })]
  const topic = topicOf[kind]
  const reason = !isFixed(topic, way) ? letterTexts.why : topic === 'system' ? letterTexts.alarm : letterTexts.always
  const reasonText = translate(reason, row.language, { username: row.username })
  return { way, message: { to: recipientAddress, about, subject: head, text: [text, ...link, reasonText].join('\n\n') } }
}

/**
 * Sends one message by one delivery method, retried on failure. Does nothing without an address or if the recipient may
 * not sign in.
 */
export async function deliverLetter(job: JobContext, { message, way }: DataOf<typeof deliverLetterJob>): Promise<void> {
  const letter = await job.runAsOwner('messages.deliver', (ctx) => draftLetter(ctx, message, way))
  if (letter?.way === 'mail') await job.courier.mail(letter.message)
  if (letter?.way === 'sms') await job.courier.sms(letter.message)
}
