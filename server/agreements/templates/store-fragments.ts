import { type RawBuilder, sql } from 'kysely'

// Templates for statements of other modules. Columns are SQL expressions of the statement.

/** Returns the name of a template; null without one. */
export const templateName = (id: RawBuilder<unknown>) => sql<string | null>`(select template.name from contract_template template where template.id = ${id})`

/** Selects the platform's enabled templates in force on the day (yyyy-MM-dd) as JSON objects of `kind` and `mode`. */
export const platformTemplates = (day: string) => sql`(
  select coalesce(json_agg(json_build_object('kind', kind, 'mode', mode)), '[]') from contract_template
  where state = 'enabled' and for_centre_id is null and effective_from <= ${day}::date)`
