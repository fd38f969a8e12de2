import type { RawBuilder, SqlBool } from 'kysely'
import type { PageRequest } from '#/domain/base/paging.ts'
import type { Mode } from '#/server/kernel/context.ts'
import { question } from '#/server/kernel/declarations/question.ts'
import type { Row } from '#/server/lib/database/rows.ts'

/**
 * Sums this month's unreturned payment receipts within the caller's scope, the same rows as under `paymentsPath`.
 * `whose` selects units or the centre by columns of `voucher`.
 */
export const paidNet = question<(whose: RawBuilder<SqlBool>) => RawBuilder<number>>('units.paidNet')

/** The sums of `paidNet` by month (yyyy-MM) from the first to the last month: month, amount_fen. */
export const paidByMonth =
  question<(whose: RawBuilder<SqlBool>, period: { readonly first: string; readonly last: string }) => RawBuilder<unknown>>('units.paidByMonth')

/** The available and frozen money of units: unit_id, centre_id, mode, kind, balance_fen. */
export const unitBalances = question<() => RawBuilder<unknown>>('units.balances')

/** The state of the contract with this id on the day of the query. */
export const contractStatus = question<(contractId: RawBuilder<unknown>) => RawBuilder<unknown>>('units.contractStatus')

export interface ContractOfUnit extends Row<'contract', 'id' | 'no' | 'name' | 'mode' | 'valid_from' | 'valid_to'> {
  centre_name: Row<'centre'>['name']
  mode: Mode
  stand: 'none' | 'signing' | 'done' | 'expired'
}

/** The contracts of a unit within the caller's scope, newest first. */
export const contractsOfUnit = question<(unitId: number) => Promise<ContractOfUnit[]>>('units.contracts')

export type TitleOfUnit = Row<'invoice_title', 'id' | 'name' | 'tax_no' | 'bank' | 'account_no' | 'is_default'>

/** The invoice titles of a unit. */
export const titlesOfUnit = question<(unitId: number) => Promise<TitleOfUnit[]>>('units.titles')

/** The number of operators of the unit `unit`. */
export const operatorCount = question<() => RawBuilder<number>>('units.operatorCount')

export interface OperatorOfUnit extends Row<'operator', 'id' | 'code' | 'name' | 'mobile_sealed' | 'yztype' | 'status' | 'is_identity_verified'> {
  since: Row<'unit_operator'>['created_at']
}

/** The operators of a unit that the caller sees, newest first. */
export const operatorsOfUnit =
  question<(unitId: number, keyword: string | undefined, turn: PageRequest) => Promise<{ rows: OperatorOfUnit[]; count: number; next: number | null }>>(
    'units.operators',
  )

/** The active channels of the centre with this id, as a JSON array: id, name. */
export const activeChannelsOfCentre = question<(centreId: RawBuilder<unknown>) => RawBuilder<unknown>>('units.activeChannels')

/** The names of the channels with these ids in the same order, as an array. */
export const channelNames = question<(ids: RawBuilder<unknown>) => RawBuilder<string[]>>('units.channelNames')

/** The ids among these that belong to channels of the centre, as an array. */
export const ownChannels = question<(centreId: RawBuilder<unknown>, ids: RawBuilder<unknown>) => RawBuilder<number[]>>('units.ownChannels')

/** The names in a list that are not active invoice categories. */
export const unknownCategories = question<(names: readonly string[]) => Promise<string[]>>('units.unknownCategories')
