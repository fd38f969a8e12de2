import { type SealedColumns, sealedColumns } from '#/server/lib/vault/sealing.ts'
import type { Vault } from '#/server/lib/vault/vault.ts'

/** What seals the demo's numbers; one for the whole demo seals each person's once. */
export interface Keeper {
  readonly vault: Vault
}

/** The columns of somebody's identity number. */
export function idColumns(keeper: Keeper, idNumber: string): SealedColumns<'id_number'> {
  return sealedColumns(keeper, { id_number: idNumber })
}

/** The columns of a card. */
export function cardColumns(keeper: Keeper, cardNo: string): SealedColumns<'card_no'> & { readonly card_tail: string } {
  return { ...sealedColumns(keeper, { card_no: cardNo }), card_tail: cardNo.slice(-4) }
}

/** The columns of identity number, mobile and card of somebody. */
export function numbersOf(
  keeper: Keeper,
  person: { readonly idNumber: string; readonly mobile: string; readonly cardNo: string },
): SealedColumns<'id_number' | 'mobile' | 'card_no'> {
  return sealedColumns(keeper, { id_number: person.idNumber, mobile: person.mobile, card_no: person.cardNo })
}
