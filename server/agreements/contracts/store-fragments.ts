import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { RecordedConsent } from '#/domain/agreements/contract.ts'
import type { Context, Db } from '#/server/kernel/context.ts'
import { fileFacts } from '#/server/kernel/files/store-files.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'

// Consents and contracts for statements of other modules. Columns and values are SQL expressions of the statement.

type Column = RawBuilder<unknown>

interface ConsentColumns {
  readonly operator: Column
  readonly centre: Column
  readonly kind: RecordedConsent
}

/** Returns whether the operator has a consent of the kind on the day (date), at the centre or, without one, at any. */
export function hasConsentOn({ operator, centre, kind, day }: Omit<ConsentColumns, 'centre'> & { readonly centre?: Column; readonly day: Column }) {
  const centreCondition = centre ? sql`consent.centre_id = ${centre}` : sql`true`
  return sql<SqlBool>`exists (select from consent where consent.operator_id = ${operator} and ${centreCondition} and consent.kind = ${sql.lit(kind)}
    and consent.revoked_at is null and (consent.valid_to is null or consent.valid_to >= ${day}))`
}

/** Returns whether a consent was in force at a moment (timestamptz): given by then, neither withdrawn nor expired. */
export function hadConsentAt({ operator, centre, kind, at }: ConsentColumns & { readonly at: Column }) {
  return sql<SqlBool>`exists (select from consent where consent.operator_id = ${operator} and consent.centre_id = ${centre} and consent.kind = ${sql.lit(kind)}
    and consent.given_at <= ${at} and (consent.revoked_at is null or consent.revoked_at > ${at})
    and (consent.valid_to is null or consent.valid_to >= (${at} at time zone 'Asia/Shanghai')::date))`
}

/** Returns whether a person withdrew the consent to face verification: at least one was given, none is in force here. */
export function hasWithdrawnFaces(operator: Column, centre: Column) {
  return sql<SqlBool>`(not exists (select from consent given where given.operator_id = ${operator} and given.centre_id = ${centre}
      and given.kind = 'face' and given.revoked_at is null)
    and exists (select from consent given where given.operator_id = ${operator} and given.kind = 'face'))`
}

/** Returns whether the picture of a face is part of the evidence of a signature. */
export const isFaceOfSignature = (fileId: Column) => sql<SqlBool>`exists (select from sign_task where sign_task.evidence ->> 'faceFile' = ${fileId}::text)`

/**
 * Selects `operator_id`, `agreement_to` and `has_tax_consent` of people in one set, because lookups per person take
 * three times as long. `agreement_to` is the last day of the best agreement, 'infinity' if it never ends.
 */
export const consentsOfPeople = (people: RawBuilder<unknown>, centreId: number, day: string) => sql`(
  select operator_id, (max(coalesce(valid_to, 'infinity')) filter (where kind = 'agreement'))::text as agreement_to,
    bool_or(kind = 'tax_filing' and (valid_to is null or valid_to >= ${day})) as has_tax_consent
  from consent where operator_id in (${people}) and centre_id = ${centreId} and revoked_at is null and kind in ('agreement', 'tax_filing')
  group by operator_id)`

/** Returns the number of a contract; null without one. */
export const contractNo = (id: Column) => sql<string | null>`(select contract.no from contract where contract.id = ${id})`

/** Returns whether the contract is signed and valid on the day (yyyy-MM-dd). */
export const isContractValidOn = (id: Column, day: string) =>
  sql<SqlBool>`exists (select from contract where contract.id = ${id} and contract.sign_state in ('done', 'terminating')
    and ${day}::date between contract.valid_from and contract.valid_to)`

/**
 * Selects `id` and `amount_cap_fen` of the latest contract between a unit and a business that is signed and has begun;
 * no row without one.
 */
export const latestBusinessContract = (of: { readonly entity: Column; readonly unitId: number; readonly centreId: number; readonly day: string }) => sql`(
  select id, amount_cap_fen from contract where kind = 'business_contract' and entity_id = ${of.entity} and unit_id = ${of.unitId}
    and centre_id = ${of.centreId} and sign_state in ('done', 'terminating') and valid_from <= ${of.day}::date order by valid_to desc, id desc limit 1)`

/** Counts what an operator must finish before leaving: contracts being signed or ended, and agreements on the day. */
export const unfinishedContracts = (operatorId: number, day: string) => ({
  signing: sql`select count(*) from contract where operator_id = ${operatorId} and sign_state in ('signing', 'terminating')`,
  agreements: sql`select count(*) from consent where operator_id = ${operatorId} and kind = 'agreement' and revoked_at is null
    and (valid_to is null or valid_to >= ${day}::date)`,
})

export interface ConsentCounts extends Row<'consent', 'kind'> {
  readonly given: number
  readonly revoked: number
}

/** Counts consents given and withdrawn from `from` until before `to`, by kind. */
export async function countConsents(db: Db, { from, to }: { readonly from: Date; readonly to: Date }): Promise<ConsentCounts[]> {
  const { rows } = await sql<ConsentCounts>`select kind,
      (count(*) filter (where given_at >= ${from} and given_at < ${to}))::int as given,
      (count(*) filter (where revoked_at >= ${from} and revoked_at < ${to}))::int as revoked
    from consent group by kind order by kind`.execute(db)
  return rows
}

/** Returns an operator's signed agreements and contracts of the own business that have not ended by the day. */
export async function ownAgreements(ctx: Context, operatorId: number, day: string): Promise<Row<'contract', 'id' | 'no' | 'valid_from' | 'valid_to'>[]> {
  return ctx.rows<Row<'contract', 'id' | 'no' | 'valid_from' | 'valid_to'>>`select id, no, valid_from::text as valid_from, valid_to::text as valid_to
    from contract where operator_id = ${operatorId} and sign_state = 'done' and kind in ('operator_agreement', 'business_contract') and valid_to >= ${day}::date
    order by id desc limit 50`
}

/**
 * Selects the consents that an operator gave a centre by a moment, withdrawn ones included, each with the number of its
 * contract.
 */
export const consentsGivenBy = (of: { readonly operator: Column; readonly centre: Column; readonly by: Column }) => sql`(
  select consent.id, consent.kind, consent.given_at, consent.valid_to, consent.revoked_at, consent.document_sha256, contract.no as contract_no
  from consent left join contract on contract.id = consent.contract_id
  where consent.operator_id = ${of.operator} and consent.centre_id = ${of.centre} and consent.given_at <= ${of.by})`

export interface ContractDocument extends Row<'stored_file', 'name'> {
  file_id: NonNullable<Row<'contract'>['file_id']>
  sha256: NonNullable<Row<'contract'>['sha256']>
}

/** Returns the documents of a contract and its supplements in the caller's scope. */
export async function contractDocuments(ctx: Context, contractId: number): Promise<ContractDocument[]> {
  return ctx.rows<ContractDocument>`select contract.file_id, contract.no || '_' || contract.name || '.pdf' as name, contract.sha256
    from contract join lateral ${fileFacts(sql`contract.file_id`)} file on file.is_kept
    where (contract.id = ${contractId} or contract.previous_id = ${contractId}) and contract.sha256 is not null
      and ${inScope(ctx.scope, 'contract', { mode: true })}
    order by contract.id`
}
