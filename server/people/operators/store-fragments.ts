import { type RawBuilder, type SqlBool, sql } from 'kysely'

// SQL and questions about operators' units, cards and candidates.

/** A unit as a column, or any of several units. */
type Units = RawBuilder<unknown> | readonly number[]

const isAmong = (units: Units) => ('length' in units ? sql`link.unit_id = any(${[...units]}::bigint[])` : sql`link.unit_id = ${units}`)

/** Returns whether an operator works with a unit, or with any of these units. */
export const worksWith = (operatorId: RawBuilder<unknown>, units: Units) =>
  sql<SqlBool>`exists (select from unit_operator link
    where link.operator_id = ${operatorId} and link.is_active and ${isAmong(units)})`

/** Returns whether an operator works or worked with any of these units. */
export const everWorkedWith = (operatorId: RawBuilder<unknown>, units: readonly number[]) =>
  sql<SqlBool>`exists (select from unit_operator link where link.operator_id = ${operatorId} and ${isAmong(units)})`

/** Selects the ids of the operators that work with these units: operator_id. */
export const operatorsWorkingWith = (units: readonly number[]) =>
  sql`(select link.operator_id from unit_operator link where link.is_active and ${isAmong(units)})`

/** Returns the units that an operator works or worked with, as a table: unit_id, is_active, created_at. */
export const unitsOfOperator = (operatorId: number) => sql`(select unit_id, is_active, created_at from unit_operator where operator_id = ${operatorId})`

/**
 * Returns the card on which the units pay an operator, as a lateral table: bank_name, card_tail, card_no_sealed,
 * is_verified.
 */
export const usualCard = (operatorId: RawBuilder<unknown>, units: readonly number[]) =>
  sql`(select bank_name, card_tail, card_no_sealed, is_verified from operator_card known
    where known.id = app.card_for(${operatorId}, ${[...units]}::bigint[]) offset 0)`

/** Returns an operator's default card, as a lateral table: bank_name, card_tail. */
export const defaultCard = (operatorId: RawBuilder<unknown>) =>
  sql`(select bank_name, card_tail from operator_card known where known.operator_id = ${operatorId} and known.is_default)`

/**
 * Returns operators' cards with the unit's view of the default, which is hidden when another unit brought the card:
 * operator_id, card_no_sealed, card_no_index, bank_name, is_verified, verified_at, is_default.
 */
export const cardsForUnit = (unitId: number, operatorIds: readonly number[]) =>
  sql`(select card.operator_id, card.card_no_sealed, card.card_no_index, card.bank_name, card.is_verified,
      card.verified_at,
      case when link.card_id is not null then card.id = link.card_id
        else card.is_default and (card.brought_by is null or card.brought_by = ${unitId}) end as is_default
    from operator_card card
      left join unit_operator link on link.unit_id = ${unitId} and link.operator_id = card.operator_id
    where card.operator_id = any(${[...operatorIds]}::bigint[]))`

/** Selects the ids of the operators with this card. */
export const holdersOfCard = (cardIndex: string) => sql`(select operator_id from operator_card where card_no_index = ${cardIndex})`

/** Returns the last digits of a card. */
export const cardTail = (id: RawBuilder<unknown>) => sql<string | null>`(select known.card_tail from operator_card known where known.id = ${id})`

/** Returns when a candidate was last asked for documents. */
export const documentsRequestedAt = (candidateId: number) => sql<Date | null>`(select asked_at from candidate where candidate.id = ${candidateId})`

/** Selects the ids of a person's candidates, also of those that no operator came from. An empty number matches none. */
export const candidatesOf = (operatorId: number | null, idNumberIndex: string) =>
  sql`(select id from candidate where operator_id = ${operatorId}
    or (${idNumberIndex} <> '' and id_number_index = ${idNumberIndex}))`
