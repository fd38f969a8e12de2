import { sql } from 'kysely'
import type { ExternalService } from '#/domain/services/gateway.ts'
import { maxCardChecksPerDay } from '#/domain/services/gateway.ts'
import type { SmsState } from '#/domain/services/text-message.ts'
import type { Db } from '#/server/kernel/context.ts'
import { rowsFrom } from '#/server/lib/database/column-rows.ts'
import type { Row } from '#/server/lib/database/rows.ts'

// Written in short transactions as the database owner, so that costs are recorded even if the caller's transaction
// rolls back.

/** A question before it is sent. */
export interface NewCall {
  readonly seq: number
  readonly what: string
  readonly ref: string
  readonly subject: string
  readonly question: string
}

/** Returns the results stored since a time for the same questions, by question digest. */
export async function storedResults(
  db: Db,
  service: ExternalService,
  provider: string,
  questions: readonly string[],
  since: Date,
): Promise<Map<string, string>> {
  const rows = await sql<{ question: string; result: string }>`select distinct on (question) question, result from gateway_call
    where question = any(${[...questions]}::text[]) and question <> '' and at > ${since} and service = ${service} and provider = ${provider}
      and result not in ('asked', 'notAsked', 'noAnswer') order by question, at desc, id desc`.execute(db)
  return new Map(rows.rows.map((row) => [row.question, row.result]))
}

/** Locks the counters of a service until the transaction ends. */
const lockCounters = (db: Db, service: ExternalService) => sql`select pg_advisory_xact_lock(hashtext(${`gateway ${service}`}))`.execute(db)

interface CallLimits {
  readonly service: ExternalService
  readonly provider: string
  readonly at: Date
  readonly dayStart: Date
  readonly maxPerDay: number
}

const dayMs = 86_400_000

/**
 * Records the questions that the limits allow: the platform's limit per day and a card's per 24 hours. Returns their
 * ids by position. Questions without an id must not be sent. `left` is the number that the platform had left today
 * before this call.
 */
export async function recordAllowedCalls(
  db: Db,
  { service, provider, at, dayStart, maxPerDay }: CallLimits,
  calls: readonly NewCall[],
): Promise<{ ids: Map<number, number>; left: number }> {
  await lockCounters(db, service)
  const todaysCalls = await sql<{ count: number }>`select count(*) as count from gateway_call where service = ${service} and at >= ${dayStart}`.execute(db)
  const remainingCalls = Math.max(0, maxPerDay - (todaysCalls.rows[0]?.count ?? 0))
  const types = { seq: 'int', what: 'text', ref: 'text', subject: 'text', question: 'text' }
  const oneBasedCalls = calls.map((call) => ({ ...call, seq: call.seq + 1 }))
  const insertedCalls = await sql<{ id: number; seq: number }>`
    with asked as (select seq, coalesce(what, '') as what, coalesce(ref, '') as ref, coalesce(subject, '') as subject, coalesce(question, '') as question from ${rowsFrom('fresh', types, oneBasedCalls)}),
    again as (select asked.*, row_number() over (partition by subject order by seq) as nth from asked),
    fits as (select again.*, row_number() over (order by seq) as place from again where subject = '' or nth + (select count(*) from gateway_call before
      where before.subject_index = again.subject and before.subject_index <> '' and before.at > ${new Date(at.getTime() - dayMs)}::timestamptz) <= ${maxCardChecksPerDay}),
    kept as (select nextval(pg_get_serial_sequence('gateway_call', 'id')) as id, fits.* from fits where place <= ${remainingCalls}),
    written as (insert into gateway_call (id, service, what, provider, at, ref, subject_index, question, result) overriding system value
      select id, ${service}, what, ${provider}, ${at}::timestamptz, ref, subject, question, 'asked' from kept)
    select id, seq from kept`.execute(db)
  return { ids: new Map(insertedCalls.rows.map((row) => [row.seq - 1, row.id])), left: remainingCalls }
}

export interface CallResult {
  readonly id: number
  readonly result: string
  readonly cost: number
  readonly ms: number
}

/** Stores the results of questions. */
export async function storeResults(db: Db, rows: readonly CallResult[]): Promise<void> {
  if (rows.length === 0) return
  await sql`update gateway_call set result = done.result, cost_fen = coalesce(done.cost, 0), took_ms = coalesce(done.ms, 0)
    from ${rowsFrom('done', { id: 'bigint', result: 'text', cost: 'bigint', ms: 'int' }, rows)} where gateway_call.id = done.id`.execute(db)
}

export type TextMessageRow = Row<'text_message', 'id' | 'message_no' | 'state' | 'tries'> & { state: SmsState }

interface NewTextMessage {
  readonly kind: string
  readonly about: string
  readonly sealed: string
  readonly index: string
  readonly digest: string
  readonly provider: string
}

/**
 * Returns the row of a message. Reuses an unfinished or recent one with the same text, number and subject; otherwise
 * inserts one. Beyond the daily limit of the number or the platform, the new row has failed at once.
 */
export async function findOrAddTextMessage(
  db: Db,
  text: NewTextMessage,
  at: Date,
  limits: { dayStart: Date; number: number; platform: number },
): Promise<TextMessageRow> {
  await lockCounters(db, 'sms')
  const earlierText =
    await sql<TextMessageRow>`select id, message_no, state, tries from text_message where digest = ${text.digest} and created_at > ${new Date(at.getTime() - dayMs)}
    and (state = 'queued' or created_at > ${new Date(at.getTime() - 600_000)} and state <> 'failed') order by id desc limit 1`.execute(db)
  if (earlierText.rows[0]) return earlierText.rows[0]
  const todaysTexts = await sql<{ own: number; whole: number }>`select
      (select count(*) from text_message where mobile_index = ${text.index} and created_at >= ${limits.dayStart} and reason not in ('numberLimit', 'dayLimit')) as own,
      (select count(*) from text_message where created_at >= ${limits.dayStart} and reason not in ('numberLimit', 'dayLimit')) as whole`.execute(db)
  const { own = 0, whole = 0 } = todaysTexts.rows[0] ?? {}
  const reason = own >= limits.number ? 'numberLimit' : whole >= limits.platform ? 'dayLimit' : ''
  const insertedText =
    await sql<TextMessageRow>`insert into text_message (message_no, kind, about, mobile_sealed, mobile_index, digest, provider, state, reason, created_at)
    values (gen_random_uuid(), ${text.kind}, ${text.about}, ${text.sealed}, ${text.index}, ${text.digest}, ${text.provider}, ${reason === '' ? 'queued' : 'failed'}, ${reason}, ${at})
    returning id, message_no, state, tries`.execute(db)
  return insertedText.rows[0] as TextMessageRow
}

/** Stores the result of a send; a delivery report may have arrived before it. */
export async function storeSendResult(db: Db, id: number, to: { state: SmsState; reason: string; ref: string; cost: number; at: Date }): Promise<void> {
  await sql`update text_message set tries = tries + 1, reason = case when state = 'queued' then ${to.reason} else reason end,
      provider_ref = case when ${to.ref} = '' then provider_ref else ${to.ref} end, cost_fen = cost_fen + ${to.cost},
      sent_at = case when ${to.state} = 'sent' then coalesce(sent_at, ${to.at}::timestamptz) else sent_at end,
      state = case when state = 'queued' then ${to.state} else state end
    where id = ${id}`.execute(db)
}

/** Locks and returns a message by its number at the gateway. */
export async function lockTextMessage(db: Db, no: string): Promise<TextMessageRow | undefined> {
  return (await sql<TextMessageRow>`select id, message_no, state, tries from text_message where message_no = ${no} for no key update`.execute(db)).rows[0]
}

export async function setReportedTextState(db: Db, id: number, state: SmsState, reason: string, at: Date): Promise<void> {
  await db.updateTable('text_message').set({ state, reason, reported_at: at }).where('id', '=', id).execute()
}
