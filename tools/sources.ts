import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

// The sources that the rules of this repository check (`tools/tidy-*.test.ts`).

/** The repository's root folder. */
export const root = join(import.meta.dirname, '..')
export const zones = ['domain', 'api', 'server', 'web', 'db', 'demo', 'e2e', 'bench', 'tools'] as const
export type Zone = (typeof zones)[number]

/**
 * Matches the tag of a template that contains SQL, to the opening backquote: `sql`, or a method of `Queries` on a
 * context. The groups are the tag and its types.
 */
export const sqlTag = String.raw`\b(sql|\w+\.(?:rows|row|run|affected))(<[^\`;]*?>)?\``

export interface Source {
  readonly path: string
  readonly zone: Zone
  readonly text: string
  readonly imports: readonly string[]
}

/** Returns all files under a folder, without dependencies and build output. */
export function filesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules' || entry.name === 'dist') return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesUnder(path) : [path]
  })
}

export const sources: Source[] = zones
  .flatMap((zone) => filesUnder(join(root, zone)))
  .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
  .map((path) => {
    const text = readFileSync(path, 'utf8')
    // Type imports disappear at run time, so they make no zone depend on a package.
    const runtimeText = text.replace(/import type [^;]*? from '[^'#.][^']*'/g, '')
    const imports = [...runtimeText.matchAll(/^(?:import\b[^']*|export\b[^'=]*from\s*|\}\s*from\s*)'([^']+)'|\bimport\('([^']+)'\)/gm)].map(
      (match) => match[1] ?? match[2] ?? '',
    )
    return { path: relative(root, path), zone: relative(root, path).split('/')[0] as Zone, text, imports }
  })
/** The program's sources without tests. */
export const programSources = sources.filter((source) => !isTest(source.path))

/** Returns whether a file exists only for tests. */
export function isTest(path: string): boolean {
  return path.endsWith('.test.ts') || path.endsWith('testing.ts') || path.endsWith('-child.ts')
}

/** Returns the files that break a rule, with the reason. */
export function findOffenders(found: readonly Source[], why: (source: Source) => string | null): string[] {
  return found.flatMap((source) => {
    const reason = why(source)
    return reason === null ? [] : [`${source.path}: ${reason}`]
  })
}

/**
 * Returns `#/server/money/payments/store.ts` as ['server', 'money', 'payments', 'store.ts']; null for packages and Node
 * modules.
 */
export function placeOf(source: Source, specifier: string): string[] | null {
  if (specifier.startsWith('#/')) return specifier.slice(2).split('/')
  if (specifier.startsWith('.')) return relative(root, join(root, dirname(source.path), specifier)).split('/')
  return null
}

/**
 * The groups in `domain`, `api`, `server` and `web`, bottom-up. A file may import from its own group and from those
 * before it.
 */
export const moduleGroups = ['services', 'access', 'organisations', 'people', 'agreements', 'money', 'taxation', 'onboarding', 'desk'] as const
export type ModuleGroup = (typeof moduleGroups)[number]

/** The shared layers below all modules, bottom-up. */
export const sharedLayers = { domain: ['base'], api: [], server: ['lib', 'kernel'], web: ['kernel', 'ui', 'parts', 'shell'] } as const

export interface ModuleFile {
  readonly group: ModuleGroup
  /** In `api` a module is a few files instead of a folder. */
  readonly module: string
  readonly file: string
}

/** Returns the group and module of a file; null for shared layers and top-level files. */
export function moduleFileOf(place: readonly string[]): ModuleFile | null {
  const [, group, module = '', file = ''] = place
  return moduleGroups.includes(group as ModuleGroup) ? { group: group as ModuleGroup, module, file } : null
}
