import { type Expression, type SqlBool, sql } from 'kysely'
import type { Modules } from '#/api/modules.ts'
import type { ConsentKind, ContractKind, ContractSource, Party, PartyType, Signer, SignerType, SignState } from '#/domain/agreements/contract.ts'
import { contractEndingSoonDays } from '#/domain/agreements/contract.ts'
import { userType } from '#/domain/base/codes.ts'
import type { PageRequest } from '#/domain/base/paging.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import type { SealFault } from '#/domain/organisations/certificate.ts'
import { hasOrder, paidUnderContract } from '#/server/agreements/contracts/questions.ts'
import type { SignPlace } from '#/server/agreements/templates/public.ts'
import { templateName } from '#/server/agreements/templates/public.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { ask } from '#/server/kernel/declarations/question.ts'
import type { FilterOf } from '#/server/kernel/request/implementation.ts'
import { allOf, withinDays } from '#/server/kernel/rows/conditions.ts'
import { countOf, type Listing, type ListOrder, pageRows, placesInScope, placesPer } from '#/server/kernel/rows/page.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'

/** A party as printed in the contract; a person's number is masked. */
export interface ContractParty {
  party: Party
  type: PartyType
  id: number
  name: string
  code: string
}

export interface ContractRow
  extends Row<
    'contract',
    | 'id'
    | 'no'
    | 'name'
    | 'kind'
    | 'mode'
    | 'centre_id'
    | 'unit_id'
    | 'operator_id'
    | 'partner_id'
    | 'entity_id'
    | 'template_id'
    | 'source'
    | 'origin_no'
    | 'signed_on'
    | 'parties'
    | 'fields'
    | 'signers'
    | 'places'
    | 'consents'
    | 'unprintable'
    | 'file_id'
    | 'sha256'
    | 'sign_state'
    | 'amount_cap_fen'
    | 'valid_from'
    | 'valid_to'
    | 'sign_deadline'
    | 'sent_at'
    | 'sent_by'
    | 'done_at'
    | 'ended_at'
    | 'end_reason'
    | 'previous_id'
    | 'relation'
    | 'seal_fault'
    | 'seal_fault_at'
    | 'checked_by'
    | 'created_by'
    | 'created_at'
    | 'version'
  > {
  kind: ContractKind
  mode: Mode
  centre_name: string
  template_name: string | null
  source: ContractSource
  parties: ContractParty[]
  fields: Record<string, string>
  signers: Signer[]
  places: SignPlace[]
  consents: ConsentKind[]
  sign_state: SignState
  relation: 'renewal' | 'supplement' | 'termination' | null
  seal_fault: SealFault | null
  checked_name: string | null
  created_name: string
  used_fen: number
  open_task_id: number | null
  open_name: string | null
  open_type: SignerType | null
  open_signer: number | null
  reminders: number
}

export type ContractFilter = FilterOf<Modules['contracts']['zip']>

/** Limits contracts to the caller's scope; operators and partners see their own. */
function visibleCondition(ctx: Context): Expression<SqlBool> {
  if (ctx.scope.operatorId !== null) return sql<SqlBool>`contract.operator_id = ${ctx.scope.operatorId}`
  if (ctx.actor.usertype === userType.partner) return sql<SqlBool>`contract.partner_id = ${ctx.actor.partnerId}`
  return inScope(ctx.scope, 'contract', { mode: true })
}

const awaitsCaller = (ctx: Context) => {
  const { unitId, operatorId, partnerId } = ctx.actor
  return sql<SqlBool>`exists (select from sign_task task where task.contract_id = contract.id and task.state = 'open' and contract.sign_state = 'signing' and task.way = 'hand'
    and ((task.signer_type = 'unit' and task.signer_id = ${unitId ?? 0}) or (task.signer_type = 'operator' and task.signer_id = ${operatorId ?? 0})
      or (task.signer_type = 'partner' and task.signer_id = ${partnerId ?? 0})))`
}

const endsSoon = (ctx: Context) => {
  const today = dayOf(ctx.now)
  return sql<SqlBool>`(contract.sign_state = 'done' and contract.valid_to between ${today} and ${shiftDay(today, contractEndingSoonDays)})`
}

const hasNoOrder = (ctx: Context) =>
  sql<SqlBool>`(contract.kind in ('unit_service', 'general_contract') and contract.sign_state = 'done' and ${dayOf(ctx.now)}::date between contract.valid_from and contract.valid_to
    and not ${ask(ctx, hasOrder)})`

function hasEffect(ctx: Context, effect: NonNullable<ContractFilter['effect']>): Expression<SqlBool> {
  const today = dayOf(ctx.now)
  const isSigned = sql`contract.sign_state in ('done', 'terminating')`
  if (effect === 'early') return sql<SqlBool>`(${isSigned} and contract.valid_from > ${today})`
  if (effect === 'current') return sql<SqlBool>`(${isSigned} and ${today} between contract.valid_from and contract.valid_to)`
  return sql<SqlBool>`(contract.sign_state = 'terminated' or (${isSigned} and contract.valid_to < ${today}))`
}

function filterCondition(ctx: Context, filter: ContractFilter): Expression<SqlBool> {
  const conditions: Expression<SqlBool>[] = [visibleCondition(ctx)]
  const { effect, source, keyword, unitId, operatorId, from, to } = filter
  if (effect) conditions.push(hasEffect(ctx, effect))
  if (source) conditions.push(sql<SqlBool>`contract.source = ${source}`)
  if (keyword)
    conditions.push(
      sql<SqlBool>`(contract.no = ${keyword} or contract.origin_no = ${keyword} or position(lower(${keyword}) in lower(contract.name || ' ' || (contract.parties)::text)) > 0)`,
    )
  if (unitId !== undefined) conditions.push(sql<SqlBool>`contract.unit_id = ${unitId}`)
  if (operatorId !== undefined) conditions.push(sql<SqlBool>`contract.operator_id = ${operatorId}`)
  conditions.push(...withinDays(sql`contract.created_at`, { from, to }))
  if (filter.ids) conditions.push(sql<SqlBool>`contract.id = any(${[...filter.ids]}::bigint[])`)
  if (filter.isEnding) conditions.push(endsSoon(ctx))
  if (filter.isMine) conditions.push(awaitsCaller(ctx))
  if (filter.isToCheck)
    conditions.push(sql<SqlBool>`(contract.source = 'paper' and contract.sign_state = 'draft' and contract.created_by <> ${ctx.actor.userId})`)
  if (filter.isUnordered) conditions.push(hasNoOrder(ctx))
  return allOf(conditions)
}

const columns = sql`contract.id, contract.no, contract.name, contract.kind, contract.mode, contract.centre_id, centre.name as centre_name, contract.unit_id, contract.operator_id,
  contract.partner_id, contract.entity_id, contract.template_id, ${templateName(sql`contract.template_id`)} as template_name, contract.source, contract.origin_no, contract.signed_on, contract.parties, contract.fields, contract.signers, contract.places, contract.consents, contract.unprintable,
  contract.file_id, contract.sha256, contract.sign_state, contract.amount_cap_fen, contract.valid_from, contract.valid_to, contract.sign_deadline, contract.sent_at, contract.sent_by,
  contract.done_at, contract.ended_at, contract.end_reason, contract.previous_id, contract.relation, contract.seal_fault, contract.seal_fault_at, contract.checked_by, contract.created_by,
  coalesce(author.name, '') as created_name, checker.name as checked_name, contract.created_at, contract.version, open.id as open_task_id, open.signer_name as open_name, open.signer_type as open_type,
  open.signer_id as open_signer, coalesce(sent.reminders, 0) as reminders, coalesce(spent.fen, 0)::bigint as used_fen`

const joinedTables = (ctx: Context) => sql`contract join centre on centre.id = contract.centre_id
  left join app_user author on author.id = contract.created_by left join app_user checker on checker.id = contract.checked_by
  left join sign_task open on open.contract_id = contract.id and open.state = 'open' and contract.sign_state = 'signing'
  left join lateral (select sum(task.reminders)::integer as reminders from sign_task task where task.contract_id = contract.id) sent on true
  left join lateral (select case when contract.kind = 'business_contract' then app.business_contract_used(contract.id) else ${ask(ctx, paidUnderContract)} end as fen) spent on true`

function orderOf({ from, to, isEnding }: ContractFilter): ListOrder | undefined {
  // A period filter uses the time index and its order. Contracts ending soon are sorted by their end.
  if (from !== undefined || to !== undefined) return { by: [sql`contract.created_at`] }
  return isEnding ? { by: [sql`contract.valid_to`], isRising: true } : undefined
}

function listing(ctx: Context, filter: ContractFilter): Listing {
  const { kinds = [], states = [], unitId } = filter
  const places = unitId === undefined ? placesInScope(ctx, 'contract', { mode: true, unit: true }) : null
  const perColumn = orderOf(filter) ? null : states.length > 0 ? 'sign_state' : kinds.length > 0 ? 'kind' : null
  const kindCondition = kinds.length === 0 || perColumn === 'kind' ? sql`true` : sql`contract.kind = any(${[...kinds]})`
  const stateCondition = states.length === 0 || perColumn === 'sign_state' ? sql`true` : sql`contract.sign_state = any(${[...states]})`
  return {
    table: sql`contract`,
    where: sql<SqlBool>`${filterCondition(ctx, filter)} and ${kindCondition} and ${stateCondition}`,
    id: sql`contract.id`,
    order: orderOf(filter),
    places: perColumn ? placesPer(places, `contract.${perColumn}`, perColumn === 'kind' ? kinds : states) : places,
  }
}

export function list(ctx: Context, filter: ContractFilter, page: PageRequest): Promise<{ rows: ContractRow[]; next: number | null }> {
  return pageRows(ctx, listing(ctx, filter), page, sql<ContractRow>`select ${columns} from ${joinedTables(ctx)}`)
}

/**
 * Counts the matching contracts, and of all visible ones those being signed, those that await the caller's signature,
 * and those that end soon.
 */
export async function counts(ctx: Context, filter: ContractFilter): Promise<{ count: number; signing: number; mine: number; ending: number }> {
  const visibleCount = (where: Expression<SqlBool>) => countOf(ctx, { ...listing(ctx, {}), where: sql<SqlBool>`${visibleCondition(ctx)} and ${where}` })
  const isSigning = sql<SqlBool>`contract.sign_state = 'signing'`
  return {
    count: await countOf(ctx, listing(ctx, filter)),
    signing: await visibleCount(isSigning),
    mine: await visibleCount(sql<SqlBool>`${isSigning} and ${awaitsCaller(ctx)}`),
    ending: await visibleCount(endsSoon(ctx)),
  }
}

export const find = (ctx: Context, id: number): Promise<ContractRow | undefined> =>
  ctx.row<ContractRow>`select ${columns} from ${joinedTables(ctx)} where contract.id = ${id} and ${visibleCondition(ctx)}`

/** Returns which of these contracts are in the caller's scope. */
export async function idsInScope(ctx: Context, ids: readonly number[]): Promise<number[]> {
  const rows = await ctx.rows<Row<'contract', 'id'>>`select contract.id from contract where ${filterCondition(ctx, { ids })}`
  return rows.map((row) => row.id)
}

/** Returns a contract regardless of scope, for background work. */
export const findOutsideScope = (ctx: Context, id: number): Promise<ContractRow | undefined> =>
  ctx.row<ContractRow>`select ${columns} from ${joinedTables(ctx)} where contract.id = ${id}`
