import { type RawBuilder, sql } from 'kysely'

// Passes many rows to one statement by column: each column is one text that the database splits. Unlike rows as JSON,
// this does not repeat the column names, and long JSON values are parsed only once.

/**
 * Separates the values of a column. Values never contain it, because cells are cleaned of control characters, and JSON
 * escapes them.
 */
const separator = '\u001f'

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  if (text.includes(separator)) throw new RangeError('a value with the character that separates values')
  return text
}

function isEmptyValue(value: unknown): boolean {
  return value === null || value === undefined || value === '' || value === 0
}

/**
 * Returns the rows as a `from` source with these columns and types. A column that is null, empty or zero in every row
 * is not sent and reads as null. Empty texts also read as null in a column where some row has null.
 */
export function rowsFrom<R extends object>(alias: string, types: Readonly<Partial<Record<keyof R & string, string>>>, rows: readonly R[]): RawBuilder<unknown> {
  const names = Object.keys(types) as (keyof R & string)[]
  const columns = names.map((name) => {
    const values = rows.map((row) => row[name])
    const joinedText = values.every(isEmptyValue) ? null : values.map(textOf).join(separator)
    const type = types[name] ?? 'text'
    const isPlain = type === 'text' && !values.some((value) => value === null)
    const arrayExpression = isPlain ? sql`string_to_array(${joinedText}, ${separator})` : sql`string_to_array(${joinedText}, ${separator}, '')`
    return sql`${arrayExpression}::${sql.raw(type)}[]`
  })
  return sql`unnest(${sql.join(columns)}) as ${sql.ref(alias)}(${sql.join(names.map((name) => sql.ref(name)))})`
}
