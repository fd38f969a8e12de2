import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { filesUnder, root } from '#/tools/sources.ts'
import { homeFolders } from '#/tools/tables.ts'

// Reads db/schema and orders its statements, so that they run on an empty database. The files are ordered for readers.
// Foreign keys name tables of later files, and comments are plain `--` lines.

/** A statement of a file, with the comment directly above it. */
interface Statement {
  readonly path: string
  readonly comment: string
  /** The statement without its semicolon. Comments inside it are included. */
  readonly text: string
}

const folder = join(root, 'db/schema')
const tokenPattern = /--[^\n]*|\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|"[^"]*"|\w+|\s+|[\s\S]/g
const isComment = (token: string) => token.startsWith('--')
const quoteLiteral = (text: string) => `'${text.replaceAll("'", "''")}'`

/**
 * Returns the statements of a file in its order. A semicolon in a string or a function body does not end a statement.
 */
export function statementsOf(path: string, text: string): Statement[] {
  const statements: Statement[] = []
  let comment: string[] = []
  let statement = ''
  for (const [token] of text.matchAll(tokenPattern)) {
    if (statement === '' && isComment(token)) comment.push(token.slice(2).trim())
    else if (statement === '' && /^\s+$/.test(token)) {
      // A blank line separates a heading from the comment of the next statement.
      if (token.includes('\n\n')) comment = []
    } else if (token === ';') {
      statements.push({ path, comment: comment.join(' '), text: statement.trim() })
      statement = ''
      comment = []
    } else statement += token
  }
  if (statement.trim() !== '') throw new Error(`${path}: the last statement has no semicolon: ${statement.slice(0, 60)}`)
  return statements
}

/** Returns the files' paths in the order of the modules' groups, bottom-up. */
export function schemaPaths(): string[] {
  const order = Object.keys(homeFolders)
  const rankOf = (path: string) => order.findIndex((home) => path.startsWith(`db/schema/${home}/`) || path === `db/schema/${home}.sql`)
  const paths = filesUnder(folder).flatMap((path) => (path.endsWith('README.md') ? [] : relative(root, path)))
  const misplacedFile = paths.find((path) => rankOf(path) < 0 || !path.endsWith('.sql'))
  if (misplacedFile !== undefined) throw new Error(`${misplacedFile}: files are db/schema/<group>/<module>.sql, or a folder of that name`)
  return paths.sort((a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1))
}

/** Returns all statements of db/schema. */
export function schemaStatements(): Statement[] {
  return schemaPaths().flatMap((path) => statementsOf(path, readFileSync(join(root, path), 'utf8')))
}

/** A column or a constraint of a table. */
interface TableElement {
  text: string
  comment: string[]
}

/** A table as its file describes it. */
export interface DescribedTable {
  readonly path: string
  readonly name: string
  readonly comment: string
  readonly columns: readonly string[]
  /** The columns and constraints, as written. */
  readonly body: string
}

/**
 * Splits the bracketed part of a `create table`. A comment belongs to the code before it on its line, or otherwise to
 * the next element.
 */
function elementsOf(body: string): TableElement[] {
  const elements: TableElement[] = [{ text: '', comment: [] }]
  const at = (index: number) => elements.at(index) ?? { text: '', comment: [] }
  let depth = 0
  let isNewLine = true
  for (const [token] of body.matchAll(tokenPattern)) {
    if (isComment(token)) (isNewLine || at(-1).text.trim() !== '' ? at(-1) : at(-2)).comment.push(token.slice(2).trim())
    else if (token === ',' && depth === 0) elements.push({ text: '', comment: [] })
    else at(-1).text += token
    if (token === '(') depth++
    if (token === ')') depth--
    isNewLine = /^\s+$/.test(token) ? isNewLine || token.includes('\n') : false
  }
  return elements.map(({ text, comment }) => ({ text: text.trim(), comment }))
}

const referencePattern = /(?:\s+constraint (\w+))?\s+(references \w+(?: \([^)]*\))?(?: on (?:delete|update) (?:cascade|restrict|set null))*)/

const tablePattern = /^create table (\w+) \(\n([\s\S]*)\n\)([^)]*(?:\([^()]*\))?)$/
const columnOf = ({ text }: TableElement) => /^(?!(?:constraint|primary|unique|foreign|check|exclude)\b)\w+/.exec(text)?.[0]

/** Returns the tables of these statements, without partitions. */
export function tablesOf(statements: readonly Statement[]): DescribedTable[] {
  return statements.flatMap(({ path, comment, text }) => {
    const [, name, body = ''] = tablePattern.exec(text) ?? []
    if (name === undefined) return []
    return [{ path, name, comment, columns: elementsOf(body).flatMap((element) => columnOf(element) ?? []), body }]
  })
}

/** The statements that create a table: the table without foreign keys, the foreign keys, and the comments. */
interface TableParts {
  readonly create: string
  readonly keys: readonly string[]
  readonly comments: readonly string[]
}

function tablePartsOf({ text, comment }: Statement): TableParts {
  const [, name = '', body = '', rest = ''] = tablePattern.exec(text) ?? []
  const keys: string[] = []
  const comments = comment === '' ? [] : [`comment on table ${name} is ${quoteLiteral(comment)}`]
  const storedRows: string[] = []
  for (const element of elementsOf(body)) {
    const column = columnOf(element)
    if (column && element.comment.length > 0) comments.push(`comment on column ${name}.${column} is ${quoteLiteral(element.comment.join(' '))}`)
    if (/^(constraint \w+ )?foreign key\b/.test(element.text)) keys.push(`alter table ${name} add ${element.text}`)
    else {
      const key = column ? referencePattern.exec(element.text) : null
      if (key) keys.push(`alter table ${name} add ${key[1] ? `constraint ${key[1]} ` : ''}foreign key (${column}) ${key[2]}`)
      storedRows.push(key ? element.text.replace(referencePattern, '') : element.text)
    }
  }
  return { create: `create table ${name} (\n  ${storedRows.join(',\n  ')}\n)${rest}`, keys, comments }
}

/**
 * Returns the statements in an order in which they run. Functions come before tables, because checks and defaults call
 * them, but after the tables whose rows are their parameters. Foreign keys, indexes, guards and rows come last.
 * Function bodies are not checked until the end.
 */
export function sortForRunning(statements: readonly Statement[]): string[] {
  const tables = statements.flatMap(({ text }) => /^create table (\w+)/.exec(text)?.[1] ?? [])
  const rowTypePattern = new RegExp(`(?:\\w|returns|setof) (?:${tables.join('|')})(?:\\[\\])?(?:[,)]| language|\\n)`)
  const phases: string[][] = Array.from({ length: 8 }, () => [])
  const addToPhase = (phase: number, ...texts: readonly string[]) => phases[phase]?.push(...texts)
  for (const statement of statements) {
    const { text } = statement
    if (/^create (schema|sequence|type|domain)\b|^grant usage on schema\b/.test(text)) addToPhase(0, text)
    else if (/^create function\b/.test(text)) addToPhase(rowTypePattern.test(text.split(/ as \$\w*\$/)[0] ?? '') ? 3 : 1, text)
    else if (/^create table \w+ \(/.test(text)) {
      const { create, keys, comments } = tablePartsOf(statement)
      addToPhase(2, create)
      addToPhase(4, ...keys)
      addToPhase(7, ...comments)
    } else if (/^create table\b/.test(text)) addToPhase(2, text)
    else if (/^create( unique)? index\b/.test(text)) addToPhase(5, text)
    else addToPhase(/^insert\b/.test(text) ? 7 : 6, text)
  }
  return ['set local check_function_bodies = off', ...phases.flat()]
}

/** Returns the text of a migration that builds the database of db/schema. */
export function baselineText(): string {
  const heading = `-- Builds the database of db/schema as of version 1. Made by \`npm run schema -- baseline\`; to read it, see db/schema.`
  return `${heading}\n\n${sortForRunning(schemaStatements())
    .map((text) => `${text};`)
    .join('\n')}\n`
}
