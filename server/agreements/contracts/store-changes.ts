import type { ConsentKind, ContractKind, Signer, SignState } from '#/domain/agreements/contract.ts'
import type { SealFault } from '#/domain/organisations/certificate.ts'
import type { ContractParty, ContractRow } from '#/server/agreements/contracts/store.ts'
import type { SignPlace } from '#/server/agreements/templates/public.ts'
import type { Context, Db, Mode } from '#/server/kernel/context.ts'

export interface NewContract {
  no: string
  name: string
  kind: ContractKind
  mode: Mode
  centre_id: number
  unit_id: number | null
  operator_id: number | null
  partner_id: number | null
  entity_id: number | null
  template_id: number | null
  source: 'electronic' | 'paper'
  parties: readonly ContractParty[]
  fields: Readonly<Record<string, string>>
  signers: readonly Signer[]
  places: readonly SignPlace[]
  consents: readonly ConsentKind[]
  unprintable?: string
  file_id: string
  sha256: string
  amount_cap_fen: number | null
  valid_from: string
  valid_to: string
  previous_id: number | null
  relation: ContractRow['relation']
}

export async function insert(ctx: Context, row: NewContract): Promise<number> {
  const { parties, fields, signers, places, consents, ...rest } = row
  const insertedContract = await ctx.db
    .insertInto('contract')
    .values({
      ...rest,
      parties: JSON.stringify(parties),
      fields: JSON.stringify(fields),
      signers: JSON.stringify(signers),
      places: JSON.stringify(places),
      consents: [...consents],
      sign_state: 'draft',
      created_by: ctx.actor.userId,
      created_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return insertedContract.id
}

export interface ContractChange {
  sign_state?: SignState
  sign_deadline?: Date
  sent_at?: Date
  sent_by?: number
  done_at?: Date
  ended_at?: Date | null
  end_reason?: string
  checked_by?: number
  file_id?: string
  sha256?: string
  seal_fault?: SealFault | null
  seal_fault_at?: Date | null
  seal_centre_id?: number | null
}

/** Updates a contract at a known version; false when it has changed meanwhile. */
export async function update(db: Db, at: { id: number; version: number }, change: ContractChange): Promise<boolean> {
  const result = await db
    .updateTable('contract')
    .set({ ...change, version: at.version + 1 })
    .where('id', '=', at.id)
    .where('version', '=', at.version)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Locks a contract until the transaction ends. */
export async function lock(db: Db, id: number): Promise<void> {
  await db.selectFrom('contract').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}
