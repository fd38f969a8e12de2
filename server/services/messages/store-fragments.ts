import { type RawBuilder, sql } from 'kysely'
import type { MessageKind } from '#/api/services/messages.texts.ts'
import { startOfDay } from '#/server/kernel/rows/conditions.ts'

interface SentNotifications {
  readonly kinds: readonly MessageKind[]
  readonly refType: string
  readonly refId: string | RawBuilder<unknown>
  /** The first day. */
  readonly since: string
}

/** Returns the notifications about a row since a day, as a table: user_id, values. */
export const notificationsAbout = ({ kinds, refType, refId, since }: SentNotifications) =>
  sql`(select known.user_id, known.values from message known where known.kind = any(${[...kinds]}::text[]) and known.ref_type = ${refType}
    and known.ref_id = ${refId} and known.created_at >= ${startOfDay(since)})`
