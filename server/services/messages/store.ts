import type { Db } from '#/server/kernel/context.ts'
import type { Message } from '#/server/kernel/external/courier.ts'
import type { Row } from '#/server/lib/database/rows.ts'

export type OutboxRow = Row<'outbox', 'id' | 'way' | 'recipient' | 'subject' | 'body' | 'sent_at'>

export async function storeLetter(db: Db, way: 'mail' | 'sms', message: Message, now: Date): Promise<void> {
  await db
    .insertInto('outbox')
    .values({ way, recipient: message.to, subject: message.subject ?? '', body: message.text, about: message.about, sent_at: now })
    .execute()
}

export function latestMessages(db: Db, size: number): Promise<OutboxRow[]> {
  return db.selectFrom('outbox').select(['id', 'way', 'recipient', 'subject', 'body', 'sent_at']).orderBy('id', 'desc').limit(size).execute()
}

export function messagesAbout(db: Db, subject: string): Promise<OutboxRow[]> {
  return db
    .selectFrom('outbox')
    .select(['id', 'way', 'recipient', 'subject', 'body', 'sent_at'])
    .where('about', '=', subject)
    .orderBy('id', 'desc')
    .limit(3)
    .execute()
}
