import { sql } from 'kysely'
import type { ConsentKind, SignerType, SignState } from '#/domain/agreements/contract.ts'
import type { Db } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

// Runs as the accounts role, because signers may have no account. Every query selects by their ticket.

/** A ticket with its task and contract. */
export interface TicketRow
  extends Row<
      'sign_ticket',
      | 'token_hash'
      | 'is_known'
      | 'pass_hash'
      | 'tail_tries'
      | 'read_at'
      | 'code_hash'
      | 'code_ref'
      | 'code_expires_at'
      | 'code_sent_at'
      | 'code_tries'
      | 'codes'
      | 'proved_at'
      | 'expires_at'
      | 'used_at'
      | 'face_tries'
      | 'face_file_id'
      | 'face_sha256'
      | 'face_likeness'
      | 'face_by'
    >,
    Row<'sign_task', 'signer_type' | 'signer_id' | 'signer_name' | 'opened_at'>,
    Row<'contract', 'sign_state' | 'sign_deadline' | 'file_id' | 'sha256' | 'no' | 'name' | 'consents' | 'unprintable'> {
  token_hash: Buffer
  pass_hash: Buffer | null
  task_id: number
  task_state: 'waiting' | 'open' | 'signed' | 'refused' | 'void'
  signer_type: SignerType
  contract_id: number
  sign_state: SignState
  consents: ConsentKind[]
}

/** Returns a ticket with its task and contract, locked on request. */
export async function ticketOf(db: Db, hash: Uint8Array, isLocked: boolean): Promise<TicketRow | undefined> {
  const lockClause = isLocked ? sql`for no key update of ticket, task, contract` : sql``
  const result = await sql<TicketRow>`
    select ticket.token_hash, ticket.is_known, ticket.pass_hash, ticket.tail_tries, ticket.read_at, ticket.code_hash, ticket.code_ref, ticket.code_expires_at, ticket.code_sent_at,
      ticket.code_tries, ticket.codes, ticket.proved_at, ticket.expires_at, ticket.used_at, ticket.face_tries, ticket.face_file_id,
      ticket.face_sha256, ticket.face_likeness, ticket.face_by, task.id as task_id, task.state as task_state, task.signer_type, task.signer_id,
      task.signer_name, task.opened_at, contract.id as contract_id, contract.sign_state, contract.sign_deadline, contract.file_id, contract.sha256, contract.no, contract.name,
      contract.consents, contract.unprintable
    from sign_ticket ticket join sign_task task on task.id = ticket.task_id join contract on contract.id = task.contract_id
    where ticket.token_hash = ${Buffer.from(hash)} ${lockClause}`.execute(db)
  return result.rows[0]
}

interface TicketChange {
  pass_hash?: Buffer
  tail_tries?: number
  read_at?: Date
  code_hash?: string | null
  code_ref?: string
  code_expires_at?: Date | null
  code_sent_at?: Date
  code_tries?: number
  codes?: number
  proved_at?: Date | null
  used_at?: Date
  face_tries?: number
  face_file_id?: string | null
  face_sha256?: string | null
  face_likeness?: number | null
  face_by?: string
}

export async function updateTicket(db: Db, hash: Uint8Array, change: TicketChange): Promise<void> {
  await db.updateTable('sign_ticket').set(change).where('token_hash', '=', Buffer.from(hash)).execute()
}

interface TaskChange {
  state: 'signed' | 'refused'
  read_at: Date | null
  proved_at: Date | null
  signed_at?: Date
  image_file_id?: string
  reason?: string
  evidence: Readonly<Record<string, string>>
}

export async function decideTask(db: Db, taskId: number, change: TaskChange): Promise<void> {
  await db
    .updateTable('sign_task')
    .set({ ...change, evidence: JSON.stringify(change.evidence) })
    .where('id', '=', taskId)
    .where('state', '=', 'open')
    .execute()
}

/** Voids the remaining tasks of a refused contract. */
export async function voidOtherTasks(db: Db, contractId: number): Promise<void> {
  await db.updateTable('sign_task').set({ state: 'void' }).where('contract_id', '=', contractId).where('state', 'in', ['waiting', 'open']).execute()
}

/** Returns the same signer's next open task. */
export async function nextTask(db: Db, of: Pick<TicketRow, 'signer_type' | 'signer_id' | 'task_id'>, now: Date): Promise<number | null> {
  const result = await sql<Row<'sign_task', 'id'>>`select task.id from sign_task task join contract on contract.id = task.contract_id
    where task.state = 'open' and contract.sign_state = 'signing' and contract.sign_deadline > ${now} and task.signer_type = ${of.signer_type} and task.signer_id = ${of.signer_id}
      and task.id <> ${of.task_id} order by task.id limit 1`.execute(db)
  return result.rows[0]?.id ?? null
}

/** Stores a link to a file for a visitor without an account. */
export async function addLink(db: Db, link: { file_id: string; token_hash: Uint8Array; expires_at: Date }): Promise<void> {
  await db
    .insertInto('file_link')
    .values({ ...link, token_hash: Buffer.from(link.token_hash), user_id: null })
    .execute()
}

export async function partiesOf(db: Db, contractId: number) {
  const row = await db.selectFrom('contract').select(['kind', 'parties']).where('id', '=', contractId).executeTakeFirstOrThrow()
  return row
}

/**
 * Returns how a contract is signed: as agreed with its unit, otherwise as its centre's default. Also returns the
 * centre.
 */
export async function signatureMethodOf(
  db: Db,
  contractId: number,
  now: Date,
): Promise<{ way: 'sms' | 'face' | 'handwriting' } & Row<'contract', 'centre_id'>> {
  const result = await sql<{ way: 'sms' | 'face' | 'handwriting' | null } & Row<'contract', 'centre_id'>>`
    select coalesce((select terms.sign_way from app.unit_terms(${now}::timestamptz) terms
        where terms.unit_id = contract.unit_id and terms.centre_id = contract.centre_id and terms.mode = contract.mode), centre.sign_way) as way, contract.centre_id
    from contract left join centre on centre.id = contract.centre_id where contract.id = ${contractId}`.execute(db)
  const [row] = result.rows
  if (!row) throw new Error(`contract ${contractId} is missing`)
  return { way: row.way ?? 'sms', centre_id: row.centre_id }
}
