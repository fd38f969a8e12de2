import { type RawBuilder, type SqlBool, sql } from 'kysely'

// Issuing channels for statements of other modules. Columns are SQL expressions of the statement.

/** Returns whether a centre has a channel of another kind than these, and its test succeeded. */
export const hasIssuingChannel = (centre: RawBuilder<unknown>, exceptKinds: readonly string[]) =>
  sql<SqlBool>`exists (select from einvoice_channel issuing where issuing.centre_id = ${centre} and issuing.test_result = ''
    and not issuing.kind = any(${[...exceptKinds]}::text[]))`
