import { sql } from 'kysely'

/**
 * The legal entity of a centre, as named on forms, letters, contracts, seals and invoices. `centre.name` is only a
 * short name for screens.
 */
export interface LegalEntity {
  entity_name: string
  entity_code: string
}

/** Selects the columns of the legal entity from the row `centre`. */
export const legalEntityColumns = sql`centre.legal_name as entity_name, centre.credit_code as entity_code`
