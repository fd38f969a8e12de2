import { type Expression, type SqlBool, sql } from 'kysely'
import { settlementMode } from '#/domain/base/codes.ts'
import type { CustodyMethod, CustodyState } from '#/domain/money/custody.ts'
import type { Context, Scope } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

type Columns =
  | 'id'
  | 'centre_id'
  | 'version'
  | 'bank'
  | 'account_no'
  | 'agreed_on'
  | 'valid_until'
  | 'agreement_file_id'
  | 'counsel'
  | 'opinion_on'
  | 'opinion_file_id'
  | 'created_at'
  | 'decided_at'
  | 'answer'

export interface ProofRow extends Row<'custody_proof', Columns | 'way' | 'state'> {
  way: CustodyMethod
  state: CustodyState
  created_by: Row<'app_user'>['name']
  maker_id: Row<'app_user'>['id']
  decided_by: Row<'app_user'>['name'] | null
  /** Whether the caller counts as the same person as the one who entered the proof (`app.hands_of`). */
  is_same_hand: boolean
}

export interface CentreRow extends Row<'centre', 'id' | 'name' | 'account_no'> {
  bank: Row<'centre'>['account_bank']
}

const isCentreInScope = (scope: Scope): Expression<SqlBool> => {
  if (scope.all) return sql<SqlBool>`true`
  const ids = scope.centreId === null ? scope.centreIds : [scope.centreId]
  return scope.unitIds.length > 0 ? sql<SqlBool>`false` : sql<SqlBool>`centre.id = any(${[...ids]}::bigint[])`
}

/** Returns the centres of a scope that work in mode 1, or still hold money of that mode. */
export async function centresWithUnitFunds(ctx: Context, scope: Scope, holding: readonly number[]): Promise<CentreRow[]> {
  return ctx.rows<CentreRow>`select id, name, account_no, account_bank as bank from centre
    where (is_active and ${settlementMode.individualBusiness} = any(modes) or id = any(${[...holding]}::bigint[])) and ${isCentreInScope(scope)}
    order by id`
}

const selectProofs = (
  ctx: Context,
) => sql`select proof.id, proof.centre_id, proof.version, proof.way, proof.bank, proof.account_no, proof.agreed_on, proof.valid_until,
    proof.agreement_file_id, proof.counsel, proof.opinion_on, proof.opinion_file_id, proof.state, proof.created_at, proof.decided_at, proof.answer,
    maker.name as created_by, maker.id as maker_id, decider.name as decided_by,
    coalesce(proof.created_by = any (app.hands_of(${ctx.actor.userId})), false) as is_same_hand
  from custody_proof proof join centre on centre.id = proof.centre_id join app_user maker on maker.id = proof.created_by
    left join app_user decider on decider.id = proof.decided_by`

/** Returns the last confirmed proof and the pending one of each centre of a scope. */
export async function currentProofs(ctx: Context, scope: Scope): Promise<ProofRow[]> {
  return ctx.rows<ProofRow>`${selectProofs(ctx)} where proof.id in (select distinct on (centre_id, state) id from custody_proof
    where state in ('pending', 'confirmed') order by centre_id, state, version desc) and ${isCentreInScope(scope)}`
}

/** Returns all proofs of a centre in the caller's scope, newest first. */
export const proofHistory = (ctx: Context, centreId: number): Promise<ProofRow[]> =>
  ctx.rows<ProofRow>`${selectProofs(ctx)} where proof.centre_id = ${centreId} and ${isCentreInScope(ctx.scope)} order by proof.version desc`

/** Returns a proof in the caller's scope, locked until the transaction ends. */
export const lockProof = (ctx: Context, id: number): Promise<ProofRow | undefined> =>
  ctx.row<ProofRow>`${selectProofs(ctx)} where proof.id = ${id} and ${isCentreInScope(ctx.scope)} for no key update of proof`

interface NewProof {
  readonly centre: CentreRow
  readonly way: CustodyMethod
  readonly agreedOn: string
  readonly validUntil: string
  readonly agreementFileId: string
  readonly counsel: string
  readonly opinionOn: string | null
  readonly opinionFileId: string | null
}

/** Adds the next version of a centre's proof and replaces a pending one. */
export async function insert(ctx: Context, of: NewProof): Promise<{ id: number; version: number }> {
  const { id: centreId, bank, account_no } = of.centre
  await ctx.run`select from centre where id = ${centreId} for no key update`
  await ctx.run`update custody_proof set state = 'replaced', decided_at = ${ctx.now} where centre_id = ${centreId} and state = 'pending'`
  const [row] = await ctx.rows<Row<'custody_proof', 'id' | 'version'>>`
    insert into custody_proof (centre_id, version, way, bank, account_no, agreed_on, valid_until, agreement_file_id, counsel, opinion_on, opinion_file_id,
      created_by, created_at)
    select ${centreId}, coalesce(max(version), 0) + 1, ${of.way}, ${bank}, ${account_no}, ${of.agreedOn}::date, ${of.validUntil}::date,
      ${of.agreementFileId}::uuid, ${of.counsel}, ${of.opinionOn}::date, ${of.opinionFileId}::uuid, ${ctx.actor.userId}, ${ctx.now}
    from custody_proof where centre_id = ${centreId}
    returning id, version`
  if (!row) throw new Error('an insert answers one row')
  return row
}

export async function decideProof(ctx: Context, id: number, { state, answer }: { state: 'confirmed' | 'rejected'; answer: string }): Promise<void> {
  await ctx.db.updateTable('custody_proof').set({ state, answer, decided_by: ctx.actor.userId, decided_at: ctx.now }).where('id', '=', id).execute()
}
