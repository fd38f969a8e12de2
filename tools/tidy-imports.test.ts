import assert from 'node:assert/strict'
import { basename } from 'node:path'
import { test } from 'node:test'
import { edgesIn } from '#/tools/edges.ts'
import { findOffenders, moduleFileOf, moduleGroups, placeOf, programSources, sharedLayers, sources, type Zone, zones } from '#/tools/sources.ts'

// The zones from which each zone may import.

const importableByZone: Readonly<Record<Zone, readonly string[]>> = {
  domain: ['domain'],
  api: ['api', 'domain'],
  server: ['server', 'api', 'domain', 'db', 'demo'],
  web: ['web', 'api', 'domain'],
  db: ['db', 'api', 'domain', 'server'],
  demo: ['demo', 'db', 'api', 'domain', 'server'],
  e2e: [...zones],
  bench: [...zones],
  tools: [...zones],
}

test('zones import only from permitted zones: domain ← api ← { server, web }', () => {
  const offences = findOffenders(programSources, (source) => {
    const forbiddenImport = source.imports.find((each) => {
      const place = placeOf(source, each)
      return place !== null && !importableByZone[source.zone].includes(place[0] ?? '')
    })
    return forbiddenImport ? `imports ${forbiddenImport}` : null
  })
  assert.deepEqual(offences, [])
})

test('only the start of the server imports the demo, and only in demo mode', () => {
  const startFile = 'server/app/start.ts'
  const productionSources = programSources.filter(({ zone }) => ['domain', 'api', 'server', 'web', 'db'].includes(zone))
  assert.deepEqual(
    findOffenders(productionSources, ({ path, imports }) => (path === startFile ? null : (imports.find((each) => each.startsWith('#/demo/')) ?? null))),
    [],
  )
  const start = productionSources.find(({ path }) => path === startFile)?.text ?? ''
  assert.deepEqual(start.match(/.*#\/demo\/.*/g), [
    "const importDemo = async (mode: Settings['mode']) => (mode === 'demo' ? import('#/demo/company.ts') : null)",
  ])
})

test('pictures go through server/lib/sharp.ts, which sets up the threads of libvips', () => {
  const offences = findOffenders(sources, ({ path, imports }) => (path !== 'server/lib/sharp.ts' && imports.includes('sharp') ? 'imports sharp itself' : null))
  assert.deepEqual(offences, [])
})

test('each zone imports only its own kinds of packages', () => {
  const browserImport = /^(react|@ant-design|@tanstack|react-router|fuse\.js|pinyin-pro|qrcode\.react|vite)/
  const serverOnlyImport = /^(node:|fastify|@fastify|kysely|pg|@electric-sql|pino|prom-client|@node-rs|pdfkit|yazl|yauzl|zod)/
  const offences = findOffenders(programSources, (source) => {
    const packageImports = source.imports.filter((each) => placeOf(source, each) === null)
    if (source.zone === 'domain') return packageImports[0] ?? null
    if (source.zone === 'api') return packageImports.find((each) => each !== 'zod') ?? null
    if (['server', 'db', 'demo'].includes(source.zone)) return packageImports.find((each) => browserImport.test(each)) ?? null
    // Node reads this file, not the browser.
    if (source.zone === 'web' && source.path !== 'web/vite.config.ts') return packageImports.find((each) => serverOnlyImport.test(each)) ?? null
    return null
  })
  assert.deepEqual(offences, [])
})

test('the browser imports only types, pages, rights and texts from api, so no schema is bundled', () => {
  const offences = findOffenders(
    programSources.filter((source) => source.zone === 'web'),
    (source) => {
      const valueImport = [...source.text.matchAll(/import (type )?[^;\n]*? from '(#\/api\/[^']+)'/g)].find(
        ([, isType, from]) =>
          !isType && from !== '#/api/pages.ts' && from !== '#/api/public-pages.ts' && from !== '#/api/rights.ts' && !from?.endsWith('.texts.ts'),
      )
      return valueImport ? `imports ${valueImport[2]} with its schemas` : null
    },
  )
  assert.deepEqual(offences, [])
})

test('modules are imported only through public.ts, and not by shared layers', () => {
  const offences = findOffenders(
    programSources.filter((source) => source.zone === 'server' || source.zone === 'web'),
    (source) => {
      const zone = source.zone as 'server' | 'web'
      const ownModule = moduleFileOf(source.path.split('/'))
      const isSharedLayer = (sharedLayers[zone] as readonly string[]).includes(source.path.split('/')[1] ?? '')
      for (const each of source.imports) {
        const place = placeOf(source, each)
        const importedFile = place?.[0] === zone ? moduleFileOf(place) : null
        if (importedFile === null || importedFile.module === ownModule?.module) continue
        if (isSharedLayer) return `machinery imports the module ${importedFile.module}`
        if (ownModule !== null && !/^public\.tsx?$/.test(importedFile.file))
          return `enters ${importedFile.module} through ${importedFile.file} instead of public.ts`
      }
      return null
    },
  )
  assert.deepEqual(offences, [])
})

test('imports between groups and between shared layers run in one direction', () => {
  const offences = findOffenders(
    programSources.filter((source) => source.zone in sharedLayers),
    (source) => {
      const zone = source.zone as keyof typeof sharedLayers
      const path = source.path.split('/')
      const order: readonly string[] = [...sharedLayers[zone], ...moduleGroups]
      const pathRank = order.indexOf(path[1] ?? '')
      if (pathRank === -1 || path.length < 3) return null
      const upwardImport = source.imports.find((each) => {
        const place = placeOf(source, each)
        return place?.[0] === zone && place.length > 2 && (order.indexOf(place[1] ?? '') > pathRank || !order.includes(place[1] ?? ''))
      })
      return upwardImport ? `imports ${upwardImport}, which is above it` : null
    },
  )
  assert.deepEqual(offences, [])
})

test('web/ui imports no operation and contains no business words', () => {
  const businessModule = /^#\/(api\/|domain\/(?!base\/(money|paging|password|text|validation)\.ts$)|web\/kernel\/(account|api|scope|session)\.ts$)/
  const businessWords = /单位|经营者|合伙人|运营中心|批次|结算|发放|合同|审核/
  const offences = findOffenders(
    programSources.filter((source) => source.path.startsWith('web/ui/')),
    (source) => source.imports.find((each) => businessModule.test(each)) ?? source.text.match(businessWords)?.[0] ?? null,
  )
  assert.deepEqual(offences, [])
})

test('jobs are queued through their declaration and not by name', () => {
  const offences = findOffenders(
    programSources.filter((source) => source.zone === 'server'),
    (source) => source.text.match(/\benqueue\(\s*['"`]/)?.[0] ?? null,
  )
  assert.deepEqual(offences, [])
})

test('modules have no circular dependencies', () => {
  for (const zone of ['server', 'web'] as const) {
    const edges = Map.groupBy(edgesIn(zone), ({ from }) => from.module)
    const visit = (module: string, path: readonly string[]): string | null => {
      if (path.includes(module)) return [...path, module].join(' → ')
      for (const { to } of edges.get(module) ?? []) {
        const importCycle = visit(to.module, [...path, module])
        if (importCycle) return importCycle
      }
      return null
    }
    for (const module of edges.keys()) assert.equal(visit(module, []), null)
  }
})

test('only listed files are at the top of domain, server and web', () => {
  // Files outside the groups: entry points, files that assemble the modules, and a test of all state machines.
  const topLevelFiles = {
    domain: ['states.test.ts'],
    server: ['main.ts'],
    web: ['first-reads.ts', 'main.tsx', 'modules.ts', 'prefetch.ts', 'vite.config.ts'],
  } as const
  for (const zone of ['domain', 'server', 'web'] as const) {
    const fileNames = sources.filter((source) => source.zone === zone && source.path.split('/').length === 2).map((source) => basename(source.path))
    assert.deepEqual(
      fileNames.filter((name) => !(topLevelFiles[zone] as readonly string[]).includes(name)),
      [],
    )
  }
})

test('no relative import leaves its folder', () => {
  assert.deepEqual(
    findOffenders(sources, (source) => source.imports.find((each) => each.startsWith('..')) ?? null),
    [],
  )
})
