import { createTransport } from 'nodemailer'
import { z } from 'zod'
import { Id } from '#/api/operation.ts'
import type { Permission } from '#/api/pages.ts'
import { type MessageKind, messageTexts } from '#/api/services/messages.texts.ts'
import type { ObjectionKind } from '#/domain/money/collection.ts'
import { bySandbox } from '#/domain/services/gateway.ts'
import type { Context, Db } from '#/server/kernel/context.ts'
import type { Courier, Message } from '#/server/kernel/courier.ts'
import type { Gateways } from '#/server/kernel/gateways.ts'
import { job } from '#/server/kernel/job.ts'
import type { Values } from '#/server/kernel/refusal.ts'
import type { Settings } from '#/server/kernel/settings.ts'
import type { Database } from '#/server/lib/database/database.ts'
import { asOwner } from '#/server/lib/database/transaction.ts'
import { queueLetters } from '#/server/services/messages/letters.ts'
import * as store from '#/server/services/messages/store.ts'
import * as inbox from '#/server/services/messages/store-inbox.ts'

const connectMs = 10_000
const answerMs = 20_000
const maxShown = 50
const maxNewest = 20

/** Sends mail through an SMTP server. Errors carry the cause, but no part of the message. */
export function smtpMail(url: string, from: string): Courier['mail'] {
  const transport = createTransport(
    { url, connectionTimeout: connectMs, greetingTimeout: connectMs, socketTimeout: answerMs, disableFileAccess: true, disableUrlAccess: true },
    { from },
  )
  return async ({ to, subject = '', text, attachments = [] }) => {
    try {
      await transport.sendMail({
        to: { name: '', address: to },
        subject,
        text,
        attachments: attachments.map(({ filename, content }) => ({ filename, content: Buffer.from(content) })),
      })
    } catch (error) {
      const { code, responseCode } = (typeof error === 'object' && error !== null ? error : {}) as { code?: unknown; responseCode?: unknown }
      throw new Error(`the mail server did not take the mail: ${String(code ?? 'unknown')} ${String(responseCode ?? '')}`.trim())
    }
  }
}

/** Stores messages in the table `outbox` instead of sending them. */
function sandbox(database: Database, way: 'mail' | 'sms', now: () => Date): Courier['mail'] {
  return (message: Message) => asOwner(database, (trx) => store.storeLetter(trx, way, message, now()))
}

/**
 * Opens the channels: mail from environment settings, text messages from settings in the browser. Missing ones are a
 * sandbox in the demo and absent in production.
 */
export function openCourier(settings: Settings, database: Database, now: () => Date, gateways: Gateways): Courier {
  const isDemo = settings.mode === 'demo'
  const none: Courier['mail'] = () => Promise.reject(new Error('no mail server is set up'))
  const mail = settings.smtp ? smtpMail(settings.smtp.url, settings.smtp.from) : isDemo ? sandbox(database, 'mail', now) : none
  const pretend = sandbox(database, 'sms', now)
  return {
    ways: {
      mail: settings.smtp !== null || isDemo,
      get sms() {
        return gateways.source('sms') !== null
      },
    },
    mail,
    sms: (message) => (gateways.source('sms') === bySandbox ? pretend(message) : gateways.text(message)),
  }
}

/** Returns sandbox messages, newest first: all recent ones or those about one subject. */
export function sandboxMessages(db: Db, about?: string): Promise<store.OutboxRow[]> {
  return about === undefined ? store.latest(db, maxShown) : store.about(db, about)
}

/** The placeholders of each message; amounts are yuan text. */
interface MessageValues extends Record<MessageKind, Values> {
  passwordChanged: Record<string, never>
  paymentPasswordChanged: Record<string, never>
  mobileChanged: Record<string, never>
  accountChangeToDecide: { name: string; by: string }
  closingAsked: { day: string }
  closingRefused: { reason: string }
  closingToDecide: { name: string; day: string }
  batchRejected: { no: string; name: string; reason: string }
  batchRecalculated: { no: string }
  batchHalted: { no: string; reason: string }
  batchReleased: { no: string; reason: string }
  payoutsStopped: { checks: readonly string[] }
  disputeRaised: { name: string }
  disputeKept: { reason: string }
  disputeEnded: { reason: string }
  exceptionAllowed: { name: string; day: string }
  exceptionRefused: { name: string; reason: string }
  batchPaid: { no: string; success: number }
  batchPartial: { no: string; success: number; failed: number }
  batchFailed: { no: string; failed: number }
  batchReturned: { no: string; count: number }
  applicationTaken: { no: string; name: string }
  applicationsAssigned: { count: number; name: string }
  candidatesAccepted: { name: string; count: number; no: string; reason: string }
  candidatesRejected: { name: string; count: number; no: string; reason: string }
  payoutException: { no: string; count: number }
  payoutExceptionProposed: { no: string; name: string }
  payoutExceptionDeclined: { no: string; name: string; reason: string }
  payoutReported: { no: string; count: number; name: string }
  payoutReportDeclined: { no: string; name: string; reason: string }
  batchReady: { no: string }
  candidatesAssigned: { count: number; name: string }
  candidateTaken: { person: string; name: string }
  papersArrived: { name: string }
  accountsAssigned: { count: number; name: string }
  accountTaken: { username: string; name: string }
  accountApproved: { username: string; name: string; roles: readonly string[] }
  accountRejected: { username: string; reason: string }
  entityMoved: { name: string; state: string }
  obligationDue: { name: string; kind: string; period: string; day: string }
  entityAbnormal: { name: string; count: number }
  topupConfirmed: { no: string; amount: string }
  topupRejected: { no: string; amount: string; reason: string }
  reconDifferences: { channel: string; day: string; count: number }
  reconProposed: { no: string; name: string; day: string }
  reconDeclined: { no: string; name: string; reason: string }
  reconMissing: { channel: string; day: string }
  reconRefused: { channel: string; day: string; reasonZh: string; reasonEn: string; reasonEs: string; reasonJa: string }
  reconDue: { no: string }
  claimSubmitted: { no: string; name: string; amount: string }
  claimEntered: { no: string; unit: string; amount: string }
  claimObjected: { no: string; name: string; reason: string }
  claimConfirmed: { no: string; unit: string; amount: string }
  claimReturned: { no: string; unit: string; reason: string }
  objectionRaised: { no: string; name: string; kind: ObjectionKind; day: string }
  objectionAnswered: { no: string; unit: string; reason: string }
  objectionDecided: { no: string; outcome: 'upheld' | 'rejected'; reason: string }
  objectionLate: { no: string; unit: string; day: string }
  creditClaimed: { no: string; unit: string; amount: string }
  returnToCheck: { serial: string; amount: string; name: string }
  returnDeclined: { serial: string; name: string; reason: string }
  refundApplied: { no: string; unit: string; amount: string }
  refundToPay: { no: string; unit: string; amount: string }
  refundApproved: { no: string; amount: string }
  refundRejected: { no: string; amount: string; reason: string }
  refundPaid: { no: string; amount: string; day: string }
  refundFailed: { no: string; amount: string; reason: string }
  adjustmentToCheck: { no: string; unit: string; amount: string; name: string }
  adjustmentRejected: { no: string; name: string; reason: string }
  adjustmentBooked: { no: string; amount: string; reason: string }
  statementReady: { month: string; centre: string; amount: string }
  statementDisputed: { no: string; unit: string; reason: string }
  statementAnswered: { no: string; answer: string }
  commissionIssued: { no: string; month: string; amount: string }
  commissionDisputed: { no: string; name: string; reason: string }
  commissionAnswered: { no: string; amount: string; reason: string }
  commissionPayable: { no: string; name: string; amount: string }
  commissionToCheck: { no: string; name: string; what: 'adjustment' | 'payment'; amount: string }
  commissionDeclined: { no: string; name: string; reason: string }
  commissionInvoiceReturned: { no: string; reason: string }
  commissionPaid: { no: string; amount: string; day: string }
  filingNear: { name: string; quarter: string; sales: string; threshold: string }
  filingReached: { name: string; quarter: string; sales: string; threshold: string }
  taxDue: { month: string; centre: string; day: string; days: number }
  taxOverdue: { month: string; centre: string; day: string; days: number }
  taxPaymentToConfirm: { month: string; centre: string; amount: string; isReversal: 'yes' | 'no' }
  correctionNeeded: { month: string; centre: string; count: number; day: string }
  correctionDue: { month: string; centre: string; day: string; days: number }
  correctionOverdue: { month: string; centre: string; day: string; days: number }
  platformDue: { quarter: string; centre: string; day: string; days: number }
  platformOverdue: { quarter: string; centre: string; day: string; days: number }
  taxToConfirm: { month: string; centre: string; name: string }
  invoiceApplied: { no: string; unit: string; amount: string }
  invoiceWithdrawn: { no: string; unit: string; amount: string }
  invoiceRejected: { no: string; reason: string }
  invoiceIssued: { no: string; count: number; amount: string }
  invoiceFailed: { no: string; reason: string }
  invoiceReleased: { no: string; amount: string; reason: string }
  ownInvoiceToIssue: { no: string; unit: string; amount: string }
  ownInvoiceIssued: { no: string; unit: string; amount: string }
  businessInvoicesMade: { unit: string; count: number; amount: string }
  redDue: { no: string; count: number; amount: string }
  redIssued: { no: string; amount: string }
  redToConfirm: { no: string; number: string; amount: string; confirmNo: string; until: string }
  redVoided: { no: string; amount: string }
  titleToReview: { unit: string; title: string }
  titleDecided: { title: string; outcome: 'approved' | 'rejected'; reason: string }
  contractToSign: { no: string; name: string; day: string }
  contractDone: { no: string; name: string }
  contractOver: { no: string; name: string; reason: string }
  orderOffered: { no: string; title: string; unit: string }
  orderAnswered: { no: string; title: string; name: string; answer: 'accepted' | 'declined'; reason: string }
  orderDelivered: { no: string; title: string }
  batchToCheck: BatchAtHand
  batchToAudit: BatchAtHand
  batchToPay: BatchAtHand
  batchToRegister: BatchAtHand
  batchShort: { no: string; amount: string }
  batchHeld: { no: string }
  moneyArrived: OwnPayment
  moneyFailed: OwnPayment
  moneyReturned: OwnPayment
  topupSubmitted: { no: string; unit: string; amount: string }
  creditsUnclaimed: { count: number; amount: string }
  creditArrived: { amount: string; centre: string }
  balanceLow: { centre: string; amount: string; limit: string }
  changeToDecide: { name: string; by: string }
  changeDecided: { name: string; outcome: 'approved' | 'rejected' | 'withdrawn'; reason: string }
  accountChanging: { centre: string; account: string; at: string }
  accountChanged: { centre: string; account: string; at: string }
  ownAccountChanging: { account: string; at: string }
  ownAccountChanged: { account: string; at: string }
  lawEnding: { isOver: 'yes' | 'no'; day: string }
  certificateEnding: { place: 'platform' | 'centre'; centre: string; day: string }
  sealWaits: { place: 'platform' | 'centre'; centre: string; fault: 'none' | 'expired' }
  contractEnding: { no: string; name: string; day: string }
  contractsEnding: { count: number }
  paperEnding: { day: string }
  papersEnding: { count: number }
  obligationsDue: { count: number }
  disputeToResolve: { name: string; unit: string }
  newDevice: { at: string; device: string }
  applicationApproved: { no: string }
  applicationReturned: { no: string; count: number }
}

interface BatchAtHand extends Values {
  readonly no: string
  readonly unit: string
  readonly count: number
  readonly amount: string
}

interface OwnPayment extends Values {
  readonly no: string
  readonly unit: string
  readonly amount: string
}

const isKind = (value: unknown): value is MessageKind => typeof value === 'string' && value in messageTexts

const Carried = z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string()).readonly()]))

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
  /** Skips recipients who have an unread message about the same subject. */
  readonly unlessUnread?: boolean
}

/** Sends messages in the caller's transaction, so a rollback unsends them. Returns whether anyone was notified. */
export async function send<K extends MessageKind>(ctx: Context, { to, kind, unlessUnread, ...said }: OutgoingNotification<K>): Promise<boolean> {
  return sendEach(
    ctx,
    kind,
    [...new Set(to)].flatMap((whom) => (whom === null ? [] : [{ ...said, whom }])),
    unlessUnread,
  )
}

/** Sends an individual message to each of many people in a fixed number of statements. */
export async function sendEach<K extends MessageKind>(
  ctx: Context,
  kind: K,
  rows: readonly (NotificationContent<K> & { readonly whom: number })[],
  unlessUnread = false,
): Promise<boolean> {
  const others = rows.filter(({ whom }) => whom !== ctx.actor.userId)
  if (others.length === 0) return false
  return ctx.widen('messages', async () => {
    const added = await inbox.insert(ctx, kind, others, unlessUnread)
    await queueLetters(ctx, kind, added)
    return added.length > 0
  })
}

/**
 * Notifies account owners of changes to their account. Their own changes are included, because another person may
 * have made them.
 */
export async function sendNotice<K extends 'passwordChanged' | 'paymentPasswordChanged' | 'mobileChanged' | 'closingAsked' | 'newDevice'>(
  ctx: Context,
  userId: number,
  kind: K,
  values: MessageValues[K],
): Promise<void> {
  const row = { whom: userId, values, path: '/profile/index', refType: 'user', refId: userId }
  await ctx.widen('a notice', async () => queueLetters(ctx, kind, await inbox.insert(ctx, kind, [row], false)))
}

/** Sends a text message to an operator without an account. */
export const payeeJob = job('messages.payee', z.object({ operatorId: Id, kind: z.custom<MessageKind>(isKind), values: Carried }), { isPatient: true })

/** A message to an operator, with the centre where the event happened. */
interface ToOperator<K extends MessageKind> extends NotificationContent<K> {
  readonly operatorId: number
  readonly centreId: number
}

/**
 * Notifies many operators in a fixed number of statements.
 * Those without an account get a text message, where the centre enables it.
 */
export async function sendToOperators<K extends MessageKind>(ctx: Context, kind: K, rows: readonly ToOperator<K>[]): Promise<void> {
  if (rows.length === 0) return
  await ctx.widen('messages', async () => {
    const messages = rows.map(({ operatorId: whom, values, path, refType, refId }) => ({ whom, values, path, refType, refId }))
    await queueLetters(ctx, kind, await inbox.insertForOperators(ctx, kind, messages))
    if (!ctx.site.ways.sms) return
    const reached = await inbox.reachedByText(ctx, rows)
    const texts = rows.filter((row) => reached.has(`${row.operatorId} ${row.centreId}`))
    await ctx.enqueueAll(
      payeeJob,
      texts.map(({ operatorId, values }) => ({ operatorId, kind, values })),
    )
  })
}

/**
 * Sends a text message to one number of a unit's terms. The number is looked up by its index on sending, so it is not
 * stored in the queue.
 */
export const noticeJob = job(
  'messages.notice',
  z.object({ unitId: Id, centreId: Id, mode: z.int(), kind: z.custom<MessageKind>(isKind), values: Carried, whom: z.string() }),
  { isPatient: true },
)

/** A unit's terms at a centre in a mode. */
interface Place {
  readonly unitId: number
  readonly centreId: number
  readonly mode: number
}

/**
 * Sends text messages to the numbers of a unit's terms after the commit. Does nothing if text messages are not
 * configured.
 */
export async function notice<K extends MessageKind>(
  ctx: Context,
  at: Place,
  { kind, values }: { readonly kind: K; readonly values: MessageValues[K] },
): Promise<void> {
  if (!ctx.site.ways.sms) return
  const mobiles = await ctx.widen('messages', () => inbox.noticeMobiles(ctx, at))
  const { unitId, centreId, mode } = at
  await ctx.enqueueAll(
    noticeJob,
    [...new Set(mobiles)].map((mobile) => ({ unitId, centreId, mode, kind, values, whom: ctx.vault.index('mobile', mobile) })),
  )
}

/** Returns the people of a unit who hold a key, as recipients of messages. */
export async function holdersIn(ctx: Context, unitId: number, permission: Permission): Promise<number[]> {
  return (await holdersOf(ctx, [unitId], permission)).map((each) => each.id)
}

/** Returns the holders of a key in several units. */
export async function holdersOf(ctx: Context, unitIds: readonly number[], permission: Permission): Promise<inbox.HolderRow[]> {
  return ctx.widen('people of a unit', () => inbox.holders(ctx, unitIds, permission))
}

/** Returns the holders of a key at a centre (optionally in a mode) and, unless `alone`, at the platform. */
export async function holdersAt(
  ctx: Context,
  centreId: number,
  permission: Permission,
  { mode = null, alone = false }: { mode?: number | null; alone?: boolean } = {},
): Promise<number[]> {
  return ctx.widen('people of a centre', () => inbox.holdersAtCentre(ctx, { centreId, mode, alone }, permission))
}

/** Returns the accounts of an operator, as recipients of messages. */
export async function accountsOfOperator(ctx: Context, operatorId: number): Promise<number[]> {
  return accountsOfOperators(ctx, [operatorId])
}

/** Returns the accounts of several operators. */
export async function accountsOfOperators(ctx: Context, operatorIds: readonly number[]): Promise<number[]> {
  return ctx.widen('accounts of an operator', () => inbox.ofOperators(ctx, operatorIds))
}

/** Returns the caller's newest messages and the number of unread ones. */
export async function newestMessages(ctx: Context): Promise<{ unread: number; rows: inbox.MessageRow[] }> {
  return { unread: await inbox.unread(ctx), rows: await inbox.list(ctx, { unread: false, after: undefined, size: maxNewest }) }
}
