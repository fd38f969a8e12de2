import { sql } from 'kysely'

/** The unit and the centre of each claim, by its number. */
export const claimPlaces = sql`(select no, unit_id, centre_id from collection)`
