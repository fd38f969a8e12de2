import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#/tools/sources.ts'

// The rows of docs/specification/. A test verifies the document with them, and a command mutates the figures and words
// that they name.

/** A test that proves a row: a file, and part of its title. */
export interface Proof {
  readonly file: string
  readonly words: string
}

/** A place that a row names: a file, and optionally the piece of code with the figure or words. */
export interface RowLocation {
  readonly file: string
  readonly piece: string | null
}

export interface SpecificationRow {
  readonly document: string
  readonly no: string
  /** `≠`: a deviation, with its reason. `○`: the sentence only says that something is not shown. */
  readonly mark: '' | '≠' | '○'
  readonly sentence: string
  readonly reading: string
  readonly places: readonly RowLocation[]
  readonly proofs: readonly Proof[]
  readonly literals: readonly string[]
}

const cellsOf = (line: string) => line.replace(/^\| | \|$/g, '').split(' | ')
const backtickedNames = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '')

function rowOf(document: string, line: string): SpecificationRow {
  const [no = '', sentence = '', reading = '', where = '', proof = '', literal = ''] = cellsOf(line)
  const [number = '', mark = ''] = no.split(' ')
  const places = where.split('<br>').map((place) => {
    const [file = '', piece = null] = backtickedNames(place)
    return { file, piece }
  })
  const proofs = [...proof.matchAll(/`([\w/.-]+)` › (.+?)(?=<br>|$)/g)].map(([, file = '', words = '']) => ({ file, words: words.trim() }))
  return {
    document,
    no: number,
    mark: mark as SpecificationRow['mark'],
    sentence,
    reading,
    places: places.filter(({ file }) => file !== ''),
    proofs,
    literals: backtickedNames(literal),
  }
}

/** Returns all rows of the specification, in order. */
export function specificationRows(): SpecificationRow[] {
  return globSync('docs/specification/*.md', { cwd: root })
    .sort()
    .flatMap((document) =>
      readFileSync(join(root, document), 'utf8')
        .split('\n')
        .filter((line) => /^\| \d/.test(line))
        .map((line) => rowOf(document, line)),
    )
}

interface TestText {
  readonly title: string
  readonly body: string
}

const cachedTests = new Map<string, { readonly head: string; readonly tests: readonly TestText[] } | null>()
const withoutSeparators = (text: string) => text.replaceAll(/(?<=\d)_(?=\d)/g, '')

/** Returns the tests of a file with their text, and the text before the first one; null without such a file. */
export function testsOf(file: string): { readonly head: string; readonly tests: readonly TestText[] } | null {
  let titles = cachedTests.get(file)
  if (titles === undefined) {
    const path = join(root, file)
    if (existsSync(path)) {
      const [head = '', ...parts] = readFileSync(path, 'utf8').split(/^\s*test\(/m)
      const tests = parts.map((part) => ({ title: /^\s*(['"`])([\s\S]*?)\1,/.exec(part)?.[2] ?? '', body: withoutSeparators(part) }))
      titles = { head: withoutSeparators(head), tests }
    } else titles = null
    cachedTests.set(file, titles)
  }
  return titles
}

/** Returns whether a text contains the literal. A number must occur as a whole number, words exactly. */
export function containsLiteral(text: string, literal: string): boolean {
  if (!/^\d+(\.\d+)?$/.test(literal)) return text.includes(literal)
  return new RegExp(`(?<![\\d.])${literal.replace('.', '\\.')}(?![\\d])`).test(text)
}
