import { type SqlBool, sql } from 'kysely'
import type { ContractKind } from '#/domain/agreements/contract.ts'
import { lockOrdersOfList } from '#/server/agreements/contracts/questions.ts'
import type { ContractParty } from '#/server/agreements/contracts/store.ts'
import type { Context } from '#/server/kernel/context.ts'
import { ask } from '#/server/kernel/declarations/question.ts'
import { rowsFrom } from '#/server/lib/database/column-rows.ts'
import type { Row } from '#/server/lib/database/rows.ts'

// Contracts from an older system are imported in bulk, each step in one statement.

export type CentreRow = Row<'centre', 'id' | 'legal_name' | 'credit_code'>

export async function centreOf(ctx: Context, id: number): Promise<CentreRow> {
  return ctx.db.selectFrom('centre').select(['id', 'legal_name', 'credit_code']).where('id', '=', id).executeTakeFirstOrThrow()
}

export interface NewImportedContract
  extends Row<
    'contract',
    | 'no'
    | 'name'
    | 'kind'
    | 'mode'
    | 'unit_id'
    | 'operator_id'
    | 'amount_cap_fen'
    | 'valid_from'
    | 'valid_to'
    | 'origin_no'
    | 'signed_on'
    | 'sha256'
    | 'file_id'
  > {
  parties: readonly ContractParty[]
  /** Kinds of consent, separated by commas. */
  consents: string
}

const types = {
  no: 'text',
  name: 'text',
  kind: 'text',
  mode: 'smallint',
  unit_id: 'bigint',
  operator_id: 'bigint',
  parties: 'jsonb',
  consents: 'text',
  file_id: 'uuid',
  sha256: 'text',
  amount_cap_fen: 'bigint',
  valid_from: 'date',
  valid_to: 'date',
  origin_no: 'text',
  signed_on: 'date',
} as const

/** Inserts contracts prepared by one person and confirmed by the caller; returns their ids in the given order. */
export async function insert(
  ctx: Context,
  of: { centreId: number; sheetId: number; preparedBy: number },
  rows: readonly NewImportedContract[],
): Promise<number[]> {
  const result = await ctx.rows<Row<'contract', 'id' | 'no'>>`
    insert into contract (no, name, kind, mode, centre_id, unit_id, operator_id, source, parties, consents, file_id, sha256, sign_state, amount_cap_fen,
      valid_from, valid_to, origin_no, signed_on, sheet_id, created_by, checked_by, created_at, done_at)
    select no, name, kind, mode, ${of.centreId}::bigint, unit_id, operator_id, 'moved', parties, string_to_array(coalesce(consents, ''), ','), file_id, sha256, 'done',
      amount_cap_fen, valid_from, valid_to, origin_no, signed_on, ${of.sheetId}::bigint, ${of.preparedBy}::bigint, ${ctx.actor.userId}::bigint,
      ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
    from ${rowsFrom('fresh', types, rows)} returning id, no`
  const byNo = new Map(result.map((row) => [row.no, row.id]))
  return rows.map(({ no }) => byNo.get(no) ?? 0)
}

/** Records the scan as the only edition of the file. */
export async function addRevisions(ctx: Context, ids: readonly number[]): Promise<void> {
  await ctx.run`insert into contract_revision (contract_id, seq, file_id, sha256, made_at)
    select id, 0, file_id, sha256, done_at from contract where id = any(${[...ids]}::bigint[])`
}

/** Records the consents of their operators, valid until the last day. */
export async function addConsents(ctx: Context, ids: readonly number[]): Promise<void> {
  await ctx.run`insert into consent (operator_id, kind, centre_id, document_sha256, given_at, valid_to, contract_id, evidence)
    select operator_id, given.kind, centre_id, sha256, signed_on::timestamp at time zone 'Asia/Shanghai', valid_to, id,
      jsonb_build_object('way', 'moved', 'originNo', origin_no, 'importId', sheet_id::text)
    from contract cross join unnest(consents) given(kind) where id = any(${[...ids]}::bigint[]) and operator_id is not null`
}

/** Attaches contracts in force to the terms of their units, except terms with another contract in force. */
export async function attachToUnits(ctx: Context, ids: readonly number[], today: string): Promise<void> {
  await ctx.run`update unit_setting set contract_id = contract.id from contract
    where contract.id = any(${[...ids]}::bigint[]) and contract.unit_id = unit_setting.unit_id and contract.centre_id = unit_setting.centre_id
      and contract.mode = unit_setting.mode and ${today}::date between contract.valid_from and contract.valid_to
      and not exists (select from contract other where other.id = unit_setting.contract_id and other.sign_state in ('done', 'terminating')
        and ${today}::date between other.valid_from and other.valid_to)`
}

/** A contract that may conflict with an imported one. */
export interface PartyContracts extends Row<'contract', 'id' | 'no' | 'kind' | 'unit_id' | 'operator_id' | 'valid_from' | 'valid_to' | 'origin_no' | 'sha256'> {
  kind: ContractKind
  /** Whether the contract was ended on this platform. */
  is_over: boolean
}

/** Returns contracts signed at the centre with these parties, or imported with one of these numbers or scans. */
export function partyContracts(
  ctx: Context,
  of: { centreId: number; unitIds: readonly number[]; operatorIds: readonly number[]; originNos: readonly string[]; sha256s: readonly string[] },
): Promise<PartyContracts[]> {
  const partyCondition = sql<SqlBool>`(unit_id = any(${[...of.unitIds]}::bigint[]) and operator_id is null or operator_id = any(${[...of.operatorIds]}::bigint[])
    or source = 'moved' and (origin_no = any(${[...of.originNos]}::text[]) or sha256 = any(${[...of.sha256s]}::text[])))`
  return ctx.widen('contracts of an older system', async () => {
    return ctx.rows<PartyContracts>`select id, no, kind, unit_id, operator_id, valid_from, valid_to, origin_no, sha256, sign_state = 'terminated' as is_over from contract
      where centre_id = ${of.centreId} and sign_state in ('done', 'terminating', 'terminated') and kind in ('unit_service', 'general_contract', 'operator_agreement', 'tax_authorisation')
        and (sign_state <> 'terminated' or source = 'moved') and ${partyCondition}`
  })
}

/** The reason why the contracts of a list cannot be revoked: one was used for a payment, or one was ended here. */
export type ContractUse =
  | { readonly kind: 'paid'; readonly no: string; readonly batchNo: string; readonly count: number }
  | { readonly kind: 'moved'; readonly no: string }

type LockedContract = Row<'contract', 'id' | 'no' | 'unit_id' | 'operator_id'>

/** Locks the contracts of a list and their orders, so that no payment under them can start. */
export async function lockContractsOfList(ctx: Context, sheetId: number): Promise<LockedContract[]> {
  const rows =
    await ctx.rows<LockedContract>`select id, no, unit_id, operator_id from contract where sheet_id = ${sheetId} and sign_state = 'done' order by id for no key update`
  await ask(ctx, lockOrdersOfList, sheetId)
  return rows
}

/** Returns the first contract of a list that was ended here or is being ended. */
export async function firstEndedContract(ctx: Context, sheetId: number): Promise<ContractUse | undefined> {
  const [row] = await ctx.rows<
    Row<'contract', 'no'>
  >`select no from contract where sheet_id = ${sheetId} and sign_state in ('terminating', 'terminated') order by id limit 1`
  return row && { kind: 'moved', no: row.no }
}

/** Returns the first contract of a list with payments under it, and how many there are. */
export async function firstPaidContract(ctx: Context, sheetId: number): Promise<ContractUse | undefined> {
  const [row] = await ctx.rows<Row<'contract', 'no'> & { batch_no: string; count: number }>`
    with used as (
      select resting.contract_id, min(resting.batch_no) as batch_no
      from app.rests_on_contracts(array(select id from contract where sheet_id = ${sheetId})) resting group by resting.contract_id)
    select contract.no, used.batch_no, count(*) over () as count from used join contract on contract.id = used.contract_id order by contract.id limit 1`
  return row && { kind: 'paid', no: row.no, batchNo: row.batch_no, count: row.count }
}

/** Revokes the contracts of a list and their effects. */
export async function revokeImported(ctx: Context, sheetId: number, reason: string): Promise<void> {
  const callerId = ctx.actor.userId
  await ctx.run`update consent set revoked_at = ${ctx.now}, revoked_by = ${callerId}, revoke_reason = ${reason} from contract
    where contract.id = consent.contract_id and contract.sheet_id = ${sheetId} and consent.revoked_at is null`
  await ctx.run`update unit_setting set contract_id = null from contract where contract.id = unit_setting.contract_id and contract.sheet_id = ${sheetId}`
  await ctx.run`update contract set sign_state = 'revoked', ended_at = ${ctx.now}, end_reason = ${reason}, version = version + 1
    where sheet_id = ${sheetId} and sign_state = 'done'`
}
