import { type Fen, fen } from '#/domain/base/money.ts'

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : Name
type FieldName<Column extends string> = Column extends `${infer Stem}_fen` ? CamelCase<Stem> : CamelCase<Column>
type FieldValue<Column extends string, Value> = Value extends Date ? string : Value extends number ? (Column extends `${string}_fen` ? Fen : Value) : Value

/** The selected columns of a row, as fields of a response. */
export type Fields<Row, Column extends keyof Row & string> = { [Each in Column as FieldName<Each>]: FieldValue<Each, Row[Each]> }

const names = new Map<string, string>()

function fieldName(column: string): string {
  const storedName = names.get(column)
  if (storedName !== undefined) return storedName
  const name = column.replace(/_fen$/, '').replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  names.set(column, name)
  return name
}

function fieldValue(column: string, value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'number' && column.endsWith('_fen') ? fen(value) : value
}

/**
 * Converts the selected columns of a row to fields of a response. `unit_name` becomes `unitName`, a timestamp becomes
 * ISO 8601 in UTC, and `gross_fen` becomes `gross`.
 */
export function fieldsOf<Row extends object, Column extends keyof Row & string>(row: Row, ...columns: readonly Column[]): Fields<Row, Column> {
  return Object.fromEntries(columns.map((column) => [fieldName(column), fieldValue(column, row[column])])) as Fields<Row, Column>
}
