import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type Mutant, root } from '#/tools/mutants/mutate.ts'
import { schemaPaths } from '#/tools/schema-files.ts'
import { sqlTag } from '#/tools/sources.ts'
import { homeFolders } from '#/tools/tables.ts'

// Changes SQL, one change at a time: conditions in the `sql` templates of stores, and in functions of the schema.

/** A literal part of SQL, without the values inserted by `${}`, and its place in the text. */
interface Piece {
  readonly from: number
  readonly to: number
  /** The number of the template in its file. */
  readonly template: number
}

/** A change of SQL, with the template or the statement that contains it. */
export interface SqlMutant extends Mutant {
  /** The number of the changed template in its file; null in a function of the schema. */
  readonly template: number | null
  /** Replaces the function in a test's database; null for a change of a source file. */
  readonly statement: string | null
}

const tagPattern = new RegExp(sqlTag, 'g')

/** Returns the end of the template that begins after this offset, and its literal parts. */
function literalsFrom(text: string, start: number): { parts: [number, number][]; end: number } {
  const parts: [number, number][] = []
  let from = start
  let at = start
  while (at < text.length && text[at] !== '`') {
    if (text[at] === '\\') at += 2
    else if (text.startsWith('${', at)) {
      parts.push([from, at])
      at = endOfValue(text, at + 2)
      from = at
    } else at++
  }
  parts.push([from, at])
  return { parts, end: at + 1 }
}

/** Returns the offset after the closing brace of `${…}`. */
function endOfValue(text: string, start: number): number {
  let at = start
  for (let depth = 1; depth > 0 && at < text.length; ) {
    const char = text[at]
    if (char === '`') at = literalsFrom(text, at + 1).end
    else if (char === "'" || char === '"') {
      const end = text.indexOf(char, at + 1)
      at = end < 0 ? text.length : end + 1
    } else {
      if (char === '{') depth++
      if (char === '}') depth--
      at++
    }
  }
  return at
}

function piecesOf(text: string): Piece[] {
  return [...text.matchAll(tagPattern)].flatMap((tag, template) =>
    literalsFrom(text, tag.index + tag[0].length).parts.map(([from, to]): Piece => ({ from, to, template })),
  )
}

/** Marks each template of a source, so that a run shows which templates a test evaluates. */
export function markTemplates(file: string, text: string): string {
  let number = 0
  return text.replace(tagPattern, (_, tag: string, types = '') => `globalThis.__sql(${JSON.stringify(`${file}#${number++}`)}, ${tag})${types}\``)
}

interface Change {
  readonly from: number
  readonly to: number
  readonly by: string
  readonly mutator: string
}

// Conditions of scope are enforced again by row-level security. The isolation tests cover them, so the tests of a
// module need not.
const scopePattern = /\b(inScope|own|inSight|centre_ids|unit_ids|sees_all)\b|^\s*and\s*$/
const oppositeOperators: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' }
// Matches the end of a condition: the next condition, the end of the clause, or a bracket that the condition did not
// open.
const conditionEndPattern =
  /\b(and|or|then|group by|order by|returning|union|limit|for (no key )?update|for share|having|window|on conflict|cross join|left join|join|where|loop)\b|;/y

/** Returns the end of the condition that begins at this offset. Null when the piece ends within a bracket. */
function endOfCondition(sql: string, start: number): number | null {
  let depth = 0
  let cases = 0
  let isBetween = false
  for (let at = start; at < sql.length; at++) {
    const char = sql[at]
    if (char === "'") {
      const end = sql.indexOf("'", at + 1)
      if (end < 0) return null
      at = end
      continue
    }
    if (char === '(') depth++
    if (char === ')' && --depth < 0) return at
    if (/\w/.test(sql[at - 1] ?? '')) continue
    if (/^case\b/.test(sql.slice(at, at + 5))) cases++
    if (cases > 0 && /^end\b/.test(sql.slice(at, at + 4))) cases--
    if (depth > 0 || cases > 0) continue
    if (sql.startsWith('between', at)) isBetween = true
    conditionEndPattern.lastIndex = at
    const match = conditionEndPattern.exec(sql)
    if (match && !(match[1] === 'and' && isBetween)) return at
    if (match) isBetween = false
  }
  return depth === 0 && cases === 0 ? sql.length : null
}

/** Returns the changes of a text of SQL, in which `${…}` stands for inserted values. */
function changesIn(sql: string): Change[] {
  const changes: Change[] = []
  const isInValue = (at: number) => sql.lastIndexOf('${', at) > sql.lastIndexOf('}', at - 1)
  for (const operatorMatch of sql.matchAll(/(?<=[\s\w)])(<=|>=|<|>)(?=[\s$(])/g)) {
    const [operator] = operatorMatch
    if (!isInValue(operatorMatch.index))
      changes.push({ from: operatorMatch.index, to: operatorMatch.index + operator.length, by: oppositeOperators[operator] ?? '', mutator: 'boundary' })
  }
  for (const conjunction of sql.matchAll(/\sand\s+/g)) {
    const textBefore = sql.slice(0, conjunction.index)
    if (isInValue(conjunction.index) || /\bbetween\s+(\S+|\([^)]*\))$/.test(textBefore)) continue
    const end = endOfCondition(sql, conjunction.index + conjunction[0].length)
    if (end !== null && !scopePattern.test(sql.slice(conjunction.index, end)))
      changes.push({ from: conjunction.index, to: end, by: ' ', mutator: 'dropped condition' })
  }
  for (const listMatch of sql.matchAll(/\bin \(('[^')]*'(?:, '[^')]*')+)\)/g)) {
    const list = listMatch[1] ?? ''
    const from = listMatch.index + listMatch[0].indexOf(list)
    changes.push({ from, to: from + list.length, by: list.slice(0, list.lastIndexOf(',')), mutator: 'shorter list' })
  }
  for (const equality of sql.matchAll(/\b(state|mode|kind|status)\s(=|<>)\s(?=['\d])/g)) {
    const from = equality.index + (equality[1] ?? '').length + 1
    const operator = equality[2] ?? '='
    changes.push({ from, to: from + operator.length, by: operator === '=' ? '<>' : '=', mutator: 'state or mode' })
  }
  return changes
}

const collapseWhitespace = (text: string) => text.replace(/\s+/g, ' ').trim()
const lineOf = (text: string, at: number) => text.slice(0, at).split('\n').length

function mutantOf(file: string, text: string, change: Change, of: Pick<SqlMutant, 'template' | 'statement'>, start = 0): SqlMutant {
  const { from, to, by, mutator } = change
  const withSurroundings = (value: string) => collapseWhitespace(text.slice(Math.max(0, from - 30), from) + value + text.slice(to, to + 30))
  return {
    id: `${file}:${start + from}:${by}`,
    file,
    line: lineOf(text, from),
    mutator,
    from: mutator === 'dropped condition' ? collapseWhitespace(text.slice(from, to)) : withSurroundings(text.slice(from, to)),
    to: mutator === 'dropped condition' ? '' : withSurroundings(by),
    context: (text.split('\n')[lineOf(text, from) - 1] ?? '').trim(),
    original: text,
    source: () => text.slice(0, from) + by + text.slice(to),
    ...of,
  }
}

export function mutantsOfSource(file: string, text: string): SqlMutant[] {
  const templates = Map.groupBy(piecesOf(text), ({ template }) => template)
  return [...templates].flatMap(([template, pieces]) => {
    const [first, last] = [pieces[0]?.from ?? 0, pieces.at(-1)?.to ?? 0]
    const isLiteral = (at: number) => pieces.some(({ from, to }) => at >= from && at < to)
    return changesIn(text.slice(first, last))
      .map((change) => ({ ...change, from: change.from + first, to: change.to + first }))
      .filter(({ from }) => isLiteral(from))
      .map((change) => mutantOf(file, text, change, { template, statement: null }))
  })
}

/** Matches a function of the schema: its name, the quote around its body, and the body. */
const functionPattern = /^create function (app\.\w+)\((?:(?!^create )[\s\S])*?\sas (\$\w*\$)([\s\S]*?)\2;/gm

/**
 * Returns the mutants of the schema functions that guard the tables of a folder or that its sources call. `schema`
 * contains the files of db/schema by path.
 */
function mutantsOfFunctions(folder: string, schema: ReadonlyMap<string, string>, sources: string): SqlMutant[] {
  const tables: readonly string[] = homeFolders[folder.replace(/^server\//, '')] ?? []
  const schemaText = [...schema.values()].join('\n')
  const guardsTable = (name: string) =>
    tables.some((table) => new RegExp(`\\bon ${table}\\s[^;]*execute function ${name.replace('.', '\\.')}\\(`).test(schemaText))
  return [...schema].flatMap(([path, text]) =>
    [...text.matchAll(functionPattern)].flatMap((match) => {
      const [statement, name = '', quote = '', body = ''] = match
      if (!guardsTable(name) && !sources.includes(`${name}(`)) return []
      const start = statement.length - `${body}${quote};`.length
      return changesIn(body).map((change) => {
        const mutant = mutantOf(`${path} ${name}`, body, change, { template: null, statement: null }, match.index)
        const changedStatement = `create or replace${statement.slice('create'.length, start)}${mutant.source()}${quote};`
        return { ...mutant, line: lineOf(text, match.index + start + change.from), statement: changedStatement }
      })
    }),
  )
}

/** Returns the SQL mutants of a folder: those of its sources, and those of the schema functions that belong to it. */
export function sqlMutantsOf(folder: string): { mutants: SqlMutant[]; sources: ReadonlyMap<string, string> } {
  const names = readdirSync(join(root, folder), { encoding: 'utf8', recursive: true }).filter(
    (name) => name.endsWith('.ts') && !/(\.test|testing)\.ts$/.test(name),
  )
  const sources = new Map(names.map((name) => [join(folder, name), readFileSync(join(root, folder, name), 'utf8')]))
  const schema = new Map(schemaPaths().map((path) => [path, readFileSync(join(root, path), 'utf8')]))
  const mutants = [
    ...[...sources].flatMap(([file, text]) => mutantsOfSource(file, text)),
    ...mutantsOfFunctions(folder, schema, [...sources.values()].join('\n')),
  ]
  return { mutants, sources: new Map([...sources].map(([file, text]) => [relative(root, join(root, file)), text])) }
}
