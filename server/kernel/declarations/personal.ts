import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Text } from '#/domain/base/text.ts'
import type { PersonalCategory } from '#/domain/desk/personal.ts'
import type { Tables } from '#/server/lib/database/tables.ts'
import type { SealedKind } from '#/server/lib/vault/vault.ts'

// Each module declares the personal data of operators that it stores in `personal.ts`, and `server/app/personal.ts`
// lists them. The copy that an operator receives and the register of processing are built from these declarations.

/** The keys by which tables refer to an operator. */
export interface PersonKeys {
  readonly operatorId: number
  readonly userIds: readonly number[]
  /** Blind indexes of the identity and mobile numbers. A closed account has no mobile number. */
  readonly idNumber: string
  readonly mobile: string
}

type TableName = keyof Tables & string

type ColumnOf<T extends TableName> = keyof Tables[T] & string

/** Sealed columns, without the suffix `_sealed`. */
type SealedOf<T extends TableName> = ColumnOf<T> extends infer C ? (C extends `${infer Name}_sealed` ? Name & SealedKind : never) : never

export interface PersonalPart {
  /** Name of the table, or another name if a table has several parts. */
  readonly name: string
  readonly table: TableName
  readonly category: PersonalCategory
  /** Returns the condition that selects the operator's rows of the table `row`. */
  readonly of: (person: PersonKeys) => RawBuilder<SqlBool>
  /** Returns the condition that limits the rows to a centre, for a copy that the centre requests for the operator. */
  readonly within: (centreId: number) => RawBuilder<SqlBool>
  /** Columns that the copy shows. */
  readonly shows: readonly string[]
  /** Sealed columns that are opened for the copy. */
  readonly opens: readonly SealedKind[]
  /** Additional columns, such as names instead of ids. */
  readonly adds: Readonly<Record<string, RawBuilder<unknown>>>
  /** Texts for the codes of a column, in the readable copy. */
  readonly words: Readonly<Record<string, Readonly<Record<string, Text>>>>
  /** Whether the part is omitted from a copy that a centre requests on behalf of the operator. */
  readonly isPrivate: boolean
}

interface PartDeclaration<T extends TableName> {
  readonly name?: string
  readonly category: PersonalCategory
  readonly of?: (person: PersonKeys) => RawBuilder<SqlBool>
  readonly within?: PersonalPart['within']
  readonly shows: readonly ColumnOf<T>[]
  readonly opens?: readonly SealedOf<T>[]
  readonly adds?: Readonly<Record<string, RawBuilder<unknown>>>
  readonly words?: PersonalPart['words']
  readonly isPrivate?: boolean
}

/**
 * Declares the personal data of a table. By default its rows refer to the operator (`of`) and a centre (`within`). A
 * table without `centre_id` must be private or declare `within`. Otherwise the test that reads every part for one
 * centre fails.
 */
export function personalPart<T extends TableName>(table: T, declared: PartDeclaration<T>): PersonalPart {
  const { name = table, category, of = byOperator, within = atCentre, shows, opens = [], adds = {}, words = {}, isPrivate = false } = declared
  return { name, table, category, of, within, shows, opens, adds, words, isPrivate }
}

const byOperator: PersonalPart['of'] = ({ operatorId }) => sql<SqlBool>`row.operator_id = ${operatorId}`

const atCentre: PersonalPart['within'] = (centreId) => sql<SqlBool>`row.centre_id = ${centreId}`

/** Selects rows of the operator's accounts. */
export const byAccount: PersonalPart['of'] = ({ userIds }) => sql<SqlBool>`row.user_id = any(${[...userIds]}::bigint[])`

export const unitNameColumn = { unit: sql`(select unit.name from unit where unit.id = row.unit_id)` }
export const centreNameColumn = { centre: sql`(select centre.name from centre where centre.id = row.centre_id)` }
export const placeNameColumns = { ...unitNameColumn, ...centreNameColumn }
