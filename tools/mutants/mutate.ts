import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'

// Instruments our sources with StrykerJS. One instrumented file contains all its mutants, and a number activates one of
// them.

export const root = join(import.meta.dirname, '../..')
const home = join(root, 'tools/stryker')

interface Place {
  readonly line: number
  readonly column: number
}

interface GeneratedMutant {
  readonly id: string
  readonly fileName: string
  readonly mutatorName: string
  readonly replacement: string
  /** Lines and columns are counted from zero. */
  readonly location: { readonly start: Place; readonly end: Place }
}

interface Instrumenter {
  instrument(
    files: readonly { name: string; content: string; mutate: true }[],
    options: { plugins: null; excludedMutations: string[]; ignorers: never[]; noHeader: false },
  ): Promise<{ files: readonly { name: string; content: string }[]; mutants: readonly GeneratedMutant[] }>
}

/** One change at one place of our sources. */
export interface Mutant {
  readonly id: string
  /** Path from the repository's root. */
  readonly file: string
  /** Counted from one. */
  readonly line: number
  readonly mutator: string
  readonly from: string
  readonly to: string
  /** The line in which the change starts, without indentation. */
  readonly context: string
  /** The whole file before the change. `source` returns the file after the change. */
  readonly original: string
  readonly source: () => string
}

function offsetOf(text: string, { line, column }: Place): number {
  let at = 0
  for (let lineNumber = 0; lineNumber < line; lineNumber++) at = text.indexOf('\n', at) + 1
  return at + column
}

const collapseWhitespace = (text: string) => text.replace(/\s+/g, ' ').trim()

async function loadInstrumenter(): Promise<Instrumenter> {
  // Not a dependency of the product: it needs eighty packages, and only this tool uses it.
  if (!existsSync(join(home, 'node_modules'))) execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: home, stdio: 'inherit' })
  const load = (path: string) => import(pathToFileURL(join(home, 'node_modules', path)).href)
  const { createInstrumenter } = await load('@stryker-mutator/instrumenter/dist/src/index.js')
  const { createInjector } = await load('typed-inject/dist/src/index.js')
  const noop = () => undefined
  const logger = { isTraceEnabled: () => false, isDebugEnabled: () => false, isInfoEnabled: () => false, isWarnEnabled: () => false }
  Object.assign(logger, { trace: noop, debug: noop, info: noop, warn: noop, error: noop, fatal: noop })
  return createInjector()
    .provideValue('getLogger', () => logger)
    .provideValue('logger', logger)
    .injectFunction(createInstrumenter)
}

/** Returns the sources under a folder, or the single file. */
function sourcesAt(path: string): string[] {
  const fullPath = join(root, path)
  if (!statSync(fullPath).isDirectory()) return [fullPath]
  return readdirSync(fullPath, { encoding: 'utf8', recursive: true })
    .filter((name) => name.endsWith('.ts') && !/(\.test|testing)\.ts$/.test(name))
    .map((name) => join(fullPath, name))
}

/** Returns the mutants of these sources, and the instrumented sources by full path. */
export async function mutantsAt(paths: readonly string[]): Promise<{ mutants: Mutant[]; sources: Record<string, string> }> {
  const files = paths.flatMap(sourcesAt).map((name) => ({ name, content: readFileSync(name, 'utf8'), mutate: true as const }))
  const instrumentation = await (await loadInstrumenter()).instrument(files, { plugins: null, excludedMutations: [], ignorers: [], noHeader: false })
  const texts = new Map(files.map(({ name, content }) => [name, content]))
  const mutants = instrumentation.mutants.map(({ id, fileName, mutatorName, replacement, location }): Mutant => {
    const text = texts.get(fileName) ?? ''
    const [from, to] = [offsetOf(text, location.start), offsetOf(text, location.end)]
    return {
      id,
      file: relative(root, fileName),
      line: location.start.line + 1,
      mutator: mutatorName,
      from: collapseWhitespace(text.slice(from, to)),
      to: collapseWhitespace(replacement),
      context: (text.split('\n')[location.start.line] ?? '').trim(),
      original: text,
      source: () => text.slice(0, from) + replacement + text.slice(to),
    }
  })
  return { mutants, sources: Object.fromEntries(instrumentation.files.map(({ name, content }) => [name, content])) }
}
