import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

// The sources as the rules of this repository read them (`tools/tidy-*.test.ts`).

/** The folder of the repository. */
export const root = join(import.meta.dirname, '..')
export const zones = ['domain', 'api', 'server', 'web', 'db', 'e2e', 'bench', 'tools'] as const
export type Zone = (typeof zones)[number]

export interface Source {
  readonly path: string
  readonly zone: Zone
  readonly text: string
  readonly imports: readonly string[]
}

/** All files under a folder that are ours. */
export function walk(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules' || entry.name === 'dist') return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? walk(path) : [path]
  })
}

export const sources: Source[] = zones
  .flatMap((zone) => walk(join(root, zone)))
  .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
  .map((path) => {
    const text = readFileSync(path, 'utf8')
    // A type is gone when the program runs: it ties no zone to a package.
    const running = text.replace(/import type [^;]*? from '[^'#.][^']*'/g, '')
    const imports = [...running.matchAll(/^(?:import\b[^']*|export\b[^'=]*from\s*|\}\s*from\s*)'([^']+)'|\bimport\('([^']+)'\)/gm)].map(
      (match) => match[1] ?? match[2] ?? '',
    )
    return { path: relative(root, path), zone: relative(root, path).split('/')[0] as Zone, text, imports }
  })
/** What the program is made of, without its tests. */
export const code = sources.filter((source) => !isTest(source.path))

/** Whether a file is there for tests alone. */
export function isTest(path: string): boolean {
  return path.endsWith('.test.ts') || path.endsWith('testing.ts') || path.endsWith('-child.ts')
}

/** The paths that break a rule, each with what it does. */
export function offenders(found: readonly Source[], why: (source: Source) => string | null): string[] {
  return found.flatMap((source) => {
    const reason = why(source)
    return reason === null ? [] : [`${source.path}: ${reason}`]
  })
}

/** `#/server/money/payments/store.ts` → ['server', 'money', 'payments', 'store.ts']; null for packages and Node's own modules. */
export function placeOf(source: Source, specifier: string): string[] | null {
  if (specifier.startsWith('#/')) return specifier.slice(2).split('/')
  if (specifier.startsWith('.')) return relative(root, join(root, dirname(source.path), specifier)).split('/')
  return null
}

/** The groups of modules, the same in `api`, `server` and `web`, from the bottom up: a module knows its own group and those before it. */
export const groups = ['services', 'access', 'organisations', 'people', 'agreements', 'money', 'taxation', 'onboarding', 'desk'] as const
export type Group = (typeof groups)[number]

/** What every module stands on, from the bottom up. */
export const machinery = { api: [], server: ['lib', 'kernel'], web: ['kernel', 'ui', 'parts', 'shell'] } as const

export interface Room {
  readonly group: Group
  /** In `api` a module is a few files instead of a folder. */
  readonly module: string
  readonly file: string
}

/** The room of a file; null for machinery and for what puts everything together. */
export function roomOf(place: readonly string[]): Room | null {
  const [, group, module = '', file = ''] = place
  return groups.includes(group as Group) ? { group: group as Group, module, file } : null
}
