import { type SealedColumns, sealedColumns } from '#/server/lib/vault/sealing.ts'
import type { Vault } from '#/server/lib/vault/vault.ts'

/** Encrypts the demo's numbers. Each instance encrypts the numbers of a person only once. */
export interface NumberSealer {
  readonly vault: Vault
}

export function idColumns(sealer: NumberSealer, idNumber: string): SealedColumns<'id_number'> {
  return sealedColumns(sealer, { id_number: idNumber })
}

export function cardColumns(sealer: NumberSealer, cardNo: string): SealedColumns<'card_no'> & { readonly card_tail: string } {
  return { ...sealedColumns(sealer, { card_no: cardNo }), card_tail: cardNo.slice(-4) }
}

/** Returns the columns of a person's ID number, mobile and card. */
export function numbersOf(
  sealer: NumberSealer,
  person: { readonly idNumber: string; readonly mobile: string; readonly cardNo: string },
): SealedColumns<'id_number' | 'mobile' | 'card_no'> {
  return sealedColumns(sealer, { id_number: person.idNumber, mobile: person.mobile, card_no: person.cardNo })
}
