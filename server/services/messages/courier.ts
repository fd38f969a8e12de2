import { createTransport } from 'nodemailer'
import { sandboxVerifier } from '#/domain/services/gateway.ts'
import type { Db } from '#/server/kernel/context.ts'
import type { Courier, Message } from '#/server/kernel/external/courier.ts'
import type { Gateways } from '#/server/kernel/external/gateways.ts'
import type { Settings } from '#/server/kernel/installation/settings.ts'
import type { Database } from '#/server/lib/database/database.ts'
import { asOwner } from '#/server/lib/database/transaction.ts'
import * as store from '#/server/services/messages/store.ts'

const connectTimeoutMs = 10_000

const socketTimeoutMs = 20_000

const maxSandboxMessages = 50

/** Sends mail through an SMTP server. Errors carry the cause, but no part of the message. */
export function smtpMail(url: string, from: string): Courier['mail'] {
  const transport = createTransport(
    {
      url,
      connectionTimeout: connectTimeoutMs,
      greetingTimeout: connectTimeoutMs,
      socketTimeout: socketTimeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
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
function outboxSender(database: Database, way: 'mail' | 'sms', now: () => Date): Courier['mail'] {
  return (message: Message) => asOwner(database, (trx) => store.storeLetter(trx, way, message, now()))
}

/**
 * Opens the channels: mail from environment settings, text messages from settings in the browser. Missing ones are a
 * sandbox in the demo and absent in production.
 */
export function openCourier(settings: Settings, database: Database, now: () => Date, gateways: Gateways): Courier {
  const isDemo = settings.mode === 'demo'
  const noMail: Courier['mail'] = () => Promise.reject(new Error('no mail server is set up'))
  const sendMail = settings.smtp ? smtpMail(settings.smtp.url, settings.smtp.from) : isDemo ? outboxSender(database, 'mail', now) : noMail
  const smsSandbox = outboxSender(database, 'sms', now)
  return {
    ways: {
      mail: settings.smtp !== null || isDemo,
      get sms() {
        return gateways.source('sms') !== null
      },
    },
    mail: sendMail,
    sms: (message) => (gateways.source('sms') === sandboxVerifier ? smsSandbox(message) : gateways.text(message)),
  }
}

/** Returns sandbox messages, newest first: all recent ones or those about one subject. */
export function sandboxMessages(db: Db, about?: string): Promise<store.OutboxRow[]> {
  return about === undefined ? store.latestMessages(db, maxSandboxMessages) : store.messagesAbout(db, about)
}
