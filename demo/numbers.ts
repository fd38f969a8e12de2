import { type SealedColumns, sealedColumns } from '#/server/lib/vault/sealing.ts'
import type { Vault } from '#/server/lib/vault/vault.ts'

/** Encrypts the demo's numbers. One instance encrypts each person's numbers once. */
export interface Keeper {
  readonly vault: Vault
}

export function idColumns(keeper: Keeper, idNumber: string): SealedColumns<'id_number'> {
  return sealedColumns(keeper, { id_number: idNumber })
}

export function cardColumns(keeper: Keeper, cardNo: string): SealedColumns<'card_no'> & { readonly card_tail: string } {
  return { ...sealedColumns(keeper, { card_no: cardNo }), card_tail: cardNo.slice(-4) }
}

/** Returns the columns of a person's ID number, mobile and card. */
export function numbersOf(
  keeper: Keeper,
  person: { readonly idNumber: string; readonly mobile: string; readonly cardNo: string },
): SealedColumns<'id_number' | 'mobile' | 'card_no'> {
  return sealedColumns(keeper, { id_number: person.idNumber, mobile: person.mobile, card_no: person.cardNo })
}
