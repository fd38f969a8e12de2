import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tableReads } from '#/tools/reads.ts'
import { moduleFileOf, moduleGroups, placeOf, programSources, root } from '#/tools/sources.ts'

// `npm run edges`: writes the dependencies between groups and modules to `docs/edges.md`, from imports and SQL.

const path = join(root, 'docs/edges.md')

interface ImportEdge {
  readonly from: { readonly group: string; readonly module: string }
  readonly to: { readonly group: string; readonly module: string }
}

/** Returns the imports between modules. In `domain` and `api` each file is a module. */
export function edgesIn(zone: 'domain' | 'api' | 'server' | 'web'): ImportEdge[] {
  return programSources
    .filter((source) => source.zone === zone)
    .flatMap((source) => {
      const from = moduleFileOf(source.path.split('/'))
      if (from === null) return []
      return source.imports.flatMap((each) => {
        const place = placeOf(source, each)
        const to = place?.[0] === zone ? moduleFileOf(place) : null
        return to === null ? [] : [{ from: withoutExtension(from), to: withoutExtension(to) }]
      })
    })
    .filter(({ from, to }) => from.module !== to.module)
}

function withoutExtension({ group, module }: { readonly group: string; readonly module: string }) {
  return { group, module: module.replace(/(\.texts)?\.ts$/, '') }
}

function joinSorted(names: Iterable<string>, order: readonly string[]): string {
  const rankOf = (name: string) => order.indexOf(name)
  return [...new Set(names)].toSorted((a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1)).join(', ')
}

function groupTable(): string[] {
  const cellText = (zone: 'domain' | 'api' | 'server' | 'web', group: string) =>
    joinSorted(
      edgesIn(zone).flatMap(({ from, to }) => (from.group === group && to.group !== group ? [to.group] : [])),
      moduleGroups,
    )
  return [
    '| group | domain | api | server | web |',
    '| --- | --- | --- | --- | --- |',
    ...moduleGroups.map(
      (group) => `| ${group} | ${cellText('domain', group)} | ${cellText('api', group)} | ${cellText('server', group)} | ${cellText('web', group)} |`,
    ),
  ]
}

function moduleList(zone: 'server' | 'web'): string[] {
  const edges = edgesIn(zone)
  return moduleGroups.flatMap((group) => {
    const groupEdges = edges.filter(({ from }) => from.group === group)
    const modules = [...new Set(groupEdges.map(({ from }) => from.module))].toSorted()
    const importedBy = (module: string) => groupEdges.flatMap(({ from, to }) => (from.module === module ? [to.module] : []))
    return modules.map((module) => `- ${group}/${module} → ${joinSorted(importedBy(module), [])}`)
  })
}

function readList(): string[] {
  const reads = Map.groupBy(tableReads(), ({ from }) => from)
  const order = (module: string) => (moduleGroups as readonly string[]).indexOf(module.split('/')[0] ?? '')
  return [...reads]
    .toSorted(([one], [other]) => order(one) - order(other) || (one < other ? -1 : 1))
    .map(
      ([from, found]) =>
        `- ${from} → ${found
          .map(({ to, tables }) => `${to} (${tables.join(', ')})`)
          .toSorted()
          .join('; ')}`,
    )
}

/** Returns the text of `docs/edges.md` for the current sources. */
export function edgesText(): string {
  return [
    '# Who knows whom',
    '',
    'Generated from the imports and the SQL by `npm run edges`; do not edit. The nine groups are listed from the bottom up: each imports itself and those before it, and modules form no',
    'circle (`tools/tidy-imports.test.ts`). Modules of the server and of the browser enter each other only by `public.ts`. Tests are left out.',
    '',
    '## Groups',
    '',
    ...groupTable(),
    '',
    '## Modules of the server',
    '',
    ...moduleList('server'),
    '',
    '## Modules of the browser',
    '',
    ...moduleList('web'),
    '',
    '## Reads of the server',
    '',
    'The tables of other modules that a module reads, apart from reference tables (`masterDataTables` in `tools/tables.ts`). None belongs to a higher group',
    '(`tools/tidy-reads.test.ts`): a module asks modules above it by a question (decision 0157).',
    '',
    ...readList(),
    '',
  ].join('\n')
}

if (import.meta.main) writeFileSync(path, edgesText())
