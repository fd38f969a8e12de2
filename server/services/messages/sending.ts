import { z } from 'zod'
import { Id } from '#/api/operation.ts'
import { type MessageKind, messageTexts } from '#/api/services/messages.texts.ts'
import type { Context } from '#/server/kernel/context.ts'
import { job } from '#/server/kernel/jobs/job.ts'
import { queueLetters } from '#/server/services/messages/letters.ts'
import * as inbox from '#/server/services/messages/store-inbox.ts'
import type { MessageValues } from '#/server/services/messages/values.ts'

const isMessageKind = (value: unknown): value is MessageKind => typeof value === 'string' && value in messageTexts

const QueuedValues = z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string()).readonly()]))

/** A message: values, the page that shows it, and its subject. */
interface NotificationContent<K extends MessageKind> {
  readonly values: MessageValues[K]
  readonly path: string | null
  readonly refType: string
  readonly refId: number | string
}

export interface OutgoingNotification<K extends MessageKind> extends NotificationContent<K> {
  /** Accounts; duplicates and the acting user are left out. */
  readonly to: readonly (number | null)[]
  readonly kind: K
  /** Skips recipients who have an unread message about the same subject that leads to the same page. */
  readonly unlessUnread?: boolean
}

/** Sends messages in the caller's transaction, so a rollback discards them. Returns whether anyone was notified. */
export async function sendNotification<K extends MessageKind>(ctx: Context, { to, kind, unlessUnread, ...said }: OutgoingNotification<K>): Promise<boolean> {
  return sendIndividually(
    ctx,
    kind,
    [...new Set(to)].flatMap((whom) => (whom === null ? [] : [{ ...said, whom }])),
    unlessUnread,
  )
}

/** Sends an individual message to each of many people in a fixed number of statements. */
export async function sendIndividually<K extends MessageKind>(
  ctx: Context,
  kind: K,
  rows: readonly (NotificationContent<K> & { readonly whom: number })[],
  unlessUnread = false,
): Promise<boolean> {
  const otherRecipients = rows.filter(({ whom }) => whom !== ctx.actor.userId)
  if (otherRecipients.length === 0) return false
  return ctx.widen('messages', async () => {
    const addedMessages = await inbox.insert(ctx, kind, otherRecipients, unlessUnread)
    await queueLetters(ctx, kind, addedMessages)
    return addedMessages.length > 0
  })
}

/**
 * Notifies account owners of changes to their account. The owner's own changes are included, because another person may
 * have made them.
 */
export async function sendAccountNotice<K extends 'passwordChanged' | 'paymentPasswordChanged' | 'mobileChanged' | 'closingAsked' | 'newDevice'>(
  ctx: Context,
  userId: number,
  kind: K,
  values: MessageValues[K],
): Promise<void> {
  const row = { whom: userId, values, path: '/profile/index', refType: 'user', refId: userId }
  await ctx.widen('a notice', async () => queueLetters(ctx, kind, await inbox.insert(ctx, kind, [row], false)))
}

/** Sends a text message to an operator without an account. */
export const operatorTextJob = job('messages.payee', z.object({ operatorId: Id, kind: z.custom<MessageKind>(isMessageKind), values: QueuedValues }), {
  isPatient: true,
  batchSize: 5,
})

/** A message to an operator, with the centre where the event happened. */
interface OperatorNotification<K extends MessageKind> extends NotificationContent<K> {
  readonly operatorId: number
  readonly centreId: number
}

/**
 * Notifies many operators in a fixed number of statements.
 * Those without an account get a text message, where the centre enables it.
 */
export async function sendToOperators<K extends MessageKind>(ctx: Context, kind: K, rows: readonly OperatorNotification<K>[]): Promise<void> {
  if (rows.length === 0) return
  await ctx.widen('messages', async () => {
    const messages = rows.map(({ operatorId: whom, values, path, refType, refId }) => ({ whom, values, path, refType, refId }))
    await queueLetters(ctx, kind, await inbox.insertForOperators(ctx, kind, messages))
    if (!ctx.site.ways.sms) return
    const reachableByText = await inbox.operatorsReachedByText(ctx, rows)
    const rowsToText = rows.filter((row) => reachableByText.has(`${row.operatorId} ${row.centreId}`))
    await ctx.enqueueAll(
      operatorTextJob,
      rowsToText.map(({ operatorId, values }) => ({ operatorId, kind, values })),
    )
  })
}

/**
 * Sends a text message to one number of a unit's terms. The number is looked up by its index on sending, so it is not
 * stored in the queue.
 */
export const textNoticeJob = job(
  'messages.notice',
  z.object({ unitId: Id, centreId: Id, mode: z.int(), kind: z.custom<MessageKind>(isMessageKind), values: QueuedValues, whom: z.string() }),
  { isPatient: true },
)

/** A unit's terms at a centre in a mode. */
interface UnitPlace {
  readonly unitId: number
  readonly centreId: number
  readonly mode: number
}

/**
 * Sends text messages to the numbers of a unit's terms after the commit. Does nothing if text messages are not
 * configured.
 */
export async function queueTextNotice<K extends MessageKind>(
  ctx: Context,
  at: UnitPlace,
  { kind, values }: { readonly kind: K; readonly values: MessageValues[K] },
): Promise<void> {
  if (!ctx.site.ways.sms) return
  const mobiles = await ctx.widen('messages', () => inbox.notificationNumbers(ctx, at))
  const { unitId, centreId, mode } = at
  await ctx.enqueueAll(
    textNoticeJob,
    [...new Set(mobiles)].map((mobile) => ({ unitId, centreId, mode, kind, values, whom: ctx.vault.index('mobile', mobile) })),
  )
}
