import { moduleFileOf, moduleGroups, programSources, sqlTag } from '#/tools/sources.ts'
import { homeFolders, masterDataTables } from '#/tools/tables.ts'

// Finds reads of other modules' tables in the SQL of the server. A read makes one module depend on another, as an
// import does.

/** A module that reads tables of another module. `kernel` and `lib` are below all modules. */
export interface TableRead {
  readonly from: string
  readonly to: string
  readonly tables: readonly string[]
}

const homeByTable = new Map(Object.entries(homeFolders).flatMap(([home, tables]) => tables.map((table) => [table, home] as const)))
// A text may begin with a table, such as the rows of a list.
const tableNamePattern = new RegExp(
  String.raw`(?:selectFrom|Join)\(\s*\[?['"\`](?<built>[a-z_]+)|\b(?:from|join)\s+(?:only\s+)?(?<named>[a-z_]+)\b|${sqlTag}\s*(?<leading>[a-z_]+)(?:\s+[a-z_]+)?(?:\`|\s+(?:left\s+|cross\s+)?join\b)`,
  'g',
)

function moduleOf(path: string): string {
  const parts = path.split('/')
  const moduleFile = moduleFileOf(parts)
  return moduleFile === null ? (parts[1] ?? '') : `${moduleFile.group}/${moduleFile.module}`
}

/**
 * Returns which modules read tables of which other modules. Ignores reference tables, and reads by `app`, which is
 * above all modules.
 */
export function tableReads(): TableRead[] {
  const readsByModule = new Map<string, Set<string>>()
  for (const { path, text, zone } of programSources) {
    const from = moduleOf(path)
    if (zone !== 'server' || from === 'app' || path.startsWith('server/tests/')) continue
    for (const match of text.matchAll(tableNamePattern)) {
      const { built, named, leading } = match.groups ?? {}
      const table = built ?? named ?? leading ?? ''
      const to = homeByTable.get(table)
      if (to === undefined || to === from || masterDataTables.includes(table)) continue
      const key = `${from} → ${to}`
      readsByModule.set(key, (readsByModule.get(key) ?? new Set()).add(table))
    }
  }
  return [...readsByModule].map(([key, tables]) => {
    const [from = '', to = ''] = key.split(' → ')
    return { from, to, tables: [...tables].toSorted() }
  })
}

const rankOf = (module: string) => (moduleGroups as readonly string[]).indexOf(module.split('/')[0] ?? '')

/** Returns the reads of tables that belong to a higher group. */
export const upwardReads = (): TableRead[] => tableReads().filter(({ from, to }) => rankOf(to) > rankOf(from))
