import { sql } from 'kysely'
import { accountStatus, operatorType } from '#/domain/base/codes.ts'
import type { IdKind } from '#/domain/base/id-paper.ts'
import { completeParticulars, type Particulars } from '#/domain/people/particulars.ts'
import type { Context } from '#/server/kernel/context.ts'
import { ask } from '#/server/kernel/declarations/question.ts'
import { rowsFrom } from '#/server/lib/database/column-rows.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { cachedVaultOf } from '#/server/lib/vault/sealing.ts'
import { businessOwners, disputedOperators } from '#/server/people/operators/questions.ts'
import { particularColumns } from '#/server/people/operators/store-particulars.ts'

export interface RegisteredRow
  extends Row<'operator', 'id' | 'id_kind' | 'id_number_index' | 'name' | 'status' | 'is_identity_verified' | 'mobile_sealed' | 'mobile_index'> {
  id_kind: IdKind
  is_linked: boolean
  dispute: 'open' | 'ended' | null
  /** Indexes of the confirmed cards. */
  cards: string[]
}

/** Returns the people with these number indexes and their relation to a unit, regardless of scope. */
export async function registeredPeople(ctx: Context, unitId: number, indexes: readonly string[]): Promise<RegisteredRow[]> {
  if (indexes.length === 0) return []
  return ctx.rows<RegisteredRow>`
    with person as materialized (select id, id_kind, id_number_index, name, status, is_identity_verified, mobile_sealed, mobile_index
      from operator where id_number_index = any(${[...indexes]}::text[])),
    blocked as (${ask(ctx, disputedOperators, unitId, sql`(select id from person)`)}),
    card as (select operator_id, array_agg(card_no_index) as indexes from operator_card where is_verified and operator_id in (select id from person) group by operator_id)
    select person.*, link.operator_id is not null as is_linked, blocked.state as dispute, coalesce(card.indexes, '{}') as cards
    from person left join unit_operator link on link.unit_id = ${unitId} and link.operator_id = person.id and link.is_active
      left join blocked on blocked.operator_id = person.id left join card on card.operator_id = person.id`
}

export interface PayeeRow extends Row<'operator', 'id' | 'id_number_index' | 'name'> {}

/** Returns a centre's people by number index: on its file, or linked to one of its units. */
export async function payeesOf(ctx: Context, centreId: number, indexes: readonly string[]): Promise<PayeeRow[]> {
  if (indexes.length === 0) return []
  return ctx.rows<PayeeRow>`select id, id_number_index, name from operator where id_number_index = any(${[...indexes]}::text[])
    and (centre_id = ${centreId} or exists (select from unit_operator link join unit_setting place on place.unit_id = link.unit_id
      where link.operator_id = operator.id and place.centre_id = ${centreId}))`
}

/** Returns the owners of the businesses with these credit codes. */
export async function entityOwners(
  ctx: Context,
  creditCodes: readonly string[],
): Promise<(Row<'operator_entity', 'credit_code' | 'operator_id'> & { credit_code: string })[]> {
  if (creditCodes.length === 0) return []
  return await ctx.rows<Row<'operator_entity', 'credit_code' | 'operator_id'> & { credit_code: string }>`select credit_code, operator_id
      from ${ask(ctx, businessOwners, creditCodes)} owned`
}

export interface NewPerson {
  readonly name: string
  readonly idKind: IdKind
  readonly idNumber: string
  readonly particulars: Particulars
  readonly mobile: string
  /** The verifier of the identity; empty when unverified. */
  readonly verifiedBy: string
}

/** Inserts natural persons pending their signatures; existing numbers stay unchanged. Returns the new ones. */
export async function insertPeople(ctx: Context, centreId: number, people: readonly NewPerson[]): Promise<Row<'operator', 'id' | 'id_number_index'>[]> {
  if (people.length === 0) return []
  const { seal } = cachedVaultOf(ctx)
  const rows = people.map(({ name, idKind, idNumber, particulars, mobile, verifiedBy: by }) => {
    const [id, phone] = [seal('id_number', idNumber), seal('mobile', mobile)]
    const completed = completeParticulars(particulars, { kind: idKind, number: idNumber })
    const numbers = { id_sealed: id.sealed, id_index: id.index, mobile_sealed: phone.sealed, mobile_index: phone.index }
    return {
      name,
      kind: idKind,
      birth: completed.birth,
      region: idKind === 'id_card' ? idNumber.slice(0, 2) : '',
      by,
      ...numbers,
      ...particularColumns(ctx, completed),
    }
  })
  const paper = { kind: 'text', sex: 'text', nationality: 'text', id_address_sealed: 'text', valid_from: 'date', valid_to: 'date' }
  const types = {
    ...paper,
    name: 'text',
    birth: 'date',
    id_sealed: 'text',
    id_index: 'text',
    region: 'text',
    mobile_sealed: 'text',
    mobile_index: 'text',
    by: 'text',
  }
  return ctx.rows<Row<'operator', 'id' | 'id_number_index'>>`
    insert into operator (id, code, kind, yztype, name, id_kind, sex, nationality, id_address_sealed, valid_from, valid_to, id_number_sealed, id_number_index,
      region_code, birth, mobile_sealed, mobile_index, status, is_identity_verified, identity_verified_by, is_imported, centre_id, created_at)
    select id, 'YZ' || lpad(id::text, 8, '0'), 'platform', ${operatorType.naturalPerson}::smallint, name, person.kind, coalesce(sex, ''), coalesce(nationality, ''),
      coalesce(id_address_sealed, ''), valid_from, valid_to, id_sealed, id_index, coalesce(region, ''), birth, mobile_sealed, mobile_index, ${accountStatus.signing}::smallint, coalesce(by, '') <> '', coalesce(by, ''), true,
      ${centreId}::bigint, ${ctx.now}::timestamptz
    from (select nextval(pg_get_serial_sequence('operator', 'id')) as id, fresh.* from ${rowsFrom('fresh', types, rows)}) person
    on conflict (id_number_index) do nothing returning id, id_number_index`
}

/**
 * Stores a unit's cards, one per person, with the confirming party if any. A person's first card becomes the default.
 */
export async function storeCards(
  ctx: Context,
  cards: readonly { operatorId: number; cardNo: string; bankName: string; by: string }[],
  unitId: number,
): Promise<void> {
  if (cards.length === 0) return
  const { seal } = cachedVaultOf(ctx)
  const rows = cards.map(({ operatorId, cardNo, bankName, by }) => {
    const { sealed, index } = seal('card_no', cardNo)
    return { operator_id: operatorId, sealed, index, tail: cardNo.slice(-4), bank: bankName, by }
  })
  const types = { operator_id: 'bigint', sealed: 'text', index: 'text', tail: 'text', bank: 'text', by: 'text' }
  await ctx.run`insert into operator_card (operator_id, card_no_sealed, card_no_index, card_tail, bank_name, is_default, is_verified, verified_by, verified_at, brought_by)
    select fresh.operator_id, fresh.sealed, fresh.index, fresh.tail, coalesce(fresh.bank, ''),
      not exists (select from operator_card own where own.operator_id = fresh.operator_id and own.is_default), coalesce(fresh.by, '') <> '', coalesce(fresh.by, ''),
      case when fresh.by <> '' then ${ctx.now}::timestamptz end, ${unitId}::bigint
    from ${rowsFrom('fresh', types, rows)}
    on conflict (operator_id, card_no_index) do update set is_verified = true, verified_by = excluded.verified_by, verified_at = excluded.verified_at
      where excluded.is_verified`
}

/** Marks these identities as verified, with the verifier. */
export async function markIdentitiesVerified(ctx: Context, people: readonly { operatorId: number; by: string }[]): Promise<void> {
  if (people.length > 0)
    await ctx.run`update operator set is_identity_verified = true, identity_verified_by = said.by from ${rowsFrom('said', { operatorId: 'bigint', by: 'text' }, people)}
      where operator.id = said."operatorId" and not is_identity_verified`
}

/**
 * Links these people to the unit. New and reactivated links use the card that the unit submitted, if it is confirmed.
 */
export async function linkPeopleToUnit(ctx: Context, unitId: number, people: readonly { operatorId: number; cardNo: string }[]): Promise<void> {
  if (people.length === 0) return
  const { index } = cachedVaultOf(ctx)
  const rows = people.map(({ operatorId, cardNo }) => ({ operator_id: operatorId, card_index: index('card_no', cardNo) }))
  await ctx.run`insert into unit_operator (unit_id, operator_id, created_at, card_id)
    select ${unitId}::bigint, fresh.operator_id, ${ctx.now}::timestamptz, card.id
    from ${rowsFrom('fresh', { operator_id: 'bigint', card_index: 'text' }, rows)}
      left join operator_card card on card.operator_id = fresh.operator_id and card.card_no_index = fresh.card_index and card.is_verified
    on conflict (unit_id, operator_id) do update set is_active = true, card_id = excluded.card_id where not unit_operator.is_active`
}
