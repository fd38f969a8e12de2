import { sql } from 'kysely'
import type { Party, SignatureMethod, SignerType } from '#/domain/agreements/contract.ts'
import type { ContractRow } from '#/server/agreements/contracts/store.ts'
import type { Context, Db } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

export type TaskState = 'waiting' | 'open' | 'signed' | 'refused' | 'void'

const columns = [
  'id',
  'contract_id',
  'position',
  'party',
  'way',
  'signer_type',
  'signer_id',
  'signer_name',
  'state',
  'opened_at',
  'reminders',
  'reminded_on',
  'reminders_on_day',
  'read_at',
  'proved_at',
  'signed_at',
  'sealed_at',
  'image_file_id',
  'reason',
  'evidence',
] as const

export interface TaskRow extends Row<'sign_task', (typeof columns)[number]> {
  party: Party
  way: SignatureMethod
  signer_type: SignerType
  state: TaskState
  evidence: Record<string, string>
}

export async function tasksOf(db: Db, contractId: number): Promise<TaskRow[]> {
  const rows = await db.selectFrom('sign_task').select(columns).where('contract_id', '=', contractId).orderBy('position').execute()
  return rows as TaskRow[]
}

export async function findTask(db: Db, id: number): Promise<TaskRow | undefined> {
  return (await db.selectFrom('sign_task').select(columns).where('id', '=', id).executeTakeFirst()) as TaskRow | undefined
}

export interface NewTask {
  position: number
  party: Party
  way: SignatureMethod
  signer_type: SignerType
  signer_id: number
  signer_name: string
}

type OwnerColumns = Pick<ContractRow, 'centre_id' | 'unit_id' | 'operator_id' | 'partner_id'>

export async function addTasks(db: Db, contractId: number, owners: OwnerColumns, tasks: readonly NewTask[]): Promise<void> {
  const { centre_id, unit_id, operator_id, partner_id } = owners
  const rows = tasks.map((task) => ({ ...task, contract_id: contractId, centre_id, unit_id, operator_id, partner_id }))
  if (rows.length > 0) await db.insertInto('sign_task').values(rows).execute()
}

/** Opens a waiting task for its signer. */
export async function openTask(db: Db, id: number, now: Date): Promise<void> {
  await db.updateTable('sign_task').set({ state: 'open', opened_at: now }).where('id', '=', id).where('state', '=', 'waiting').execute()
}

/** Counts a reminder for this day; false when the day's limit is reached. */
export async function countReminder(db: Db, id: number, day: string, limit: number): Promise<boolean> {
  const result =
    await sql`update sign_task set reminders = reminders + 1, reminded_on = ${day}, reminders_on_day = case when reminded_on = ${day} then reminders_on_day + 1 else 1 end
    where id = ${id} and state = 'open' and (reminded_on is distinct from ${day} or reminders_on_day < ${limit}) returning id`.execute(db)
  return result.rows.length > 0
}

/** Returns tasks whose deadline is near and whose signers have not been reminded. */
export async function tasksToRemind(db: Db, between: { now: Date; until: Date }, limit: number): Promise<{ id: number }[]> {
  const result = await sql<Row<'sign_task', 'id'>>`select task.id from sign_task task join contract on contract.id = task.contract_id
    where task.state = 'open' and task.reminders = 0 and contract.sign_state = 'signing' and contract.sign_deadline > ${between.now} and contract.sign_deadline < ${between.until}
      and task.opened_at < contract.sign_deadline - interval '3 days' order by task.id limit ${limit}`.execute(db)
  return result.rows
}

export async function voidTasks(db: Db, contractId: number): Promise<void> {
  await db.updateTable('sign_task').set({ state: 'void' }).where('contract_id', '=', contractId).where('state', 'in', ['waiting', 'open']).execute()
}

/** Records a seal that the server applied. */
export async function signBySeal(db: Db, id: number, now: Date, evidence: Readonly<Record<string, string>>): Promise<void> {
  await db
    .updateTable('sign_task')
    .set({ state: 'signed', signed_at: now, sealed_at: now, evidence: JSON.stringify(evidence) })
    .where('id', '=', id)
    .execute()
}

export async function markTaskSealed(db: Db, id: number, now: Date): Promise<void> {
  await db.updateTable('sign_task').set({ sealed_at: now }).where('id', '=', id).execute()
}

export interface ContractRevision extends Row<'contract_revision', 'seq' | 'sha256' | 'file_id' | 'made_at'> {
  signer: string | null
}

export async function revisionsOf(db: Db, contractId: number): Promise<ContractRevision[]> {
  const result = await sql<ContractRevision>`select revision.seq, revision.sha256, revision.file_id, revision.made_at, task.signer_name as signer
    from contract_revision revision left join sign_task task on task.id = revision.task_id where revision.contract_id = ${contractId} order by revision.seq`.execute(
    db,
  )
  return result.rows
}

export async function addRevision(db: Db, row: { contract_id: number; file_id: string; sha256: string; task_id: number | null; made_at: Date }): Promise<void> {
  await sql`insert into contract_revision (contract_id, seq, file_id, sha256, task_id, made_at)
    select ${row.contract_id}, coalesce(max(seq) + 1, 0), ${row.file_id}, ${row.sha256}, ${row.task_id}, ${row.made_at} from contract_revision where contract_id = ${row.contract_id}`.execute(
    db,
  )
}

/** Stores a ticket for the sign page; only its hash is kept. */
export async function addTicket(
  db: Db,
  row: { token_hash: Uint8Array; task_id: number; is_known: boolean; created_at: Date; expires_at: Date },
): Promise<void> {
  await db
    .insertInto('sign_ticket')
    .values({ ...row, token_hash: Buffer.from(row.token_hash) })
    .execute()
}

export interface RelatedContractRow {
  id: number
  no: string
  name: string
  relation: 'renewal' | 'supplement' | 'termination'
  sign_state: ContractRow['sign_state']
  is_earlier: boolean
}

/** Returns the contract's predecessor and successors. */
export const relatedContracts = (ctx: Context, row: ContractRow): Promise<RelatedContractRow[]> => ctx.rows<RelatedContractRow>`
    select other.id, other.no, other.name, ${row.relation}::text as relation, other.sign_state, true as is_earlier from contract other where other.id = ${row.previous_id}
    union all select other.id, other.no, other.name, other.relation, other.sign_state, false from contract other where other.previous_id = ${row.id} order by id`
