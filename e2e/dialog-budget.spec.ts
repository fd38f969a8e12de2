import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '#/e2e/test.ts'

// The compressed size of every dialog and drawer at its first opening, read from the built files. budget.spec.ts opens
// some of them in a browser.

const dist = join(import.meta.dirname, '../web/dist')
const assets = join(dist, 'assets')

const scripts = new Map(
  readdirSync(assets)
    .filter((name) => name.endsWith('.js'))
    .map((name) => {
      const code = readFileSync(join(assets, name), 'utf8')
      const imports = [...code.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)].map(([, file = '']) => file)
      const lazyImports = [...code.matchAll(/import\(\s*[`"']\.\/([^`"']+\.js)[`"']\s*\)/g)].map(([, file = '']) => file)
      return [name, { imports, lazyImports }]
    }),
)

/** Returns the files and all files that they import statically. */
function withImports(files: Iterable<string>, found = new Set<string>()): Set<string> {
  for (const file of files) {
    if (found.has(file)) continue
    found.add(file)
    withImports(scripts.get(file)?.imports ?? [], found)
  }
  return found
}

function transferSize(file: string): number {
  const path = join(assets, file)
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size
}

const isOverlay = (file: string) => /(?:dialogs?|drawer)-[\w-]{8}\.js$/i.test(file) && !file.startsWith('dialogs-')

/** Returns the bytes that each overlay adds to its page, or to the drawer that opens it. The cheapest way counts. */
function overlayCosts(): Map<string, number> {
  const costs = new Map<string, number>()
  for (const document of globSync('page/**/*.html', { cwd: dist })) {
    const named = [...readFileSync(join(dist, document), 'utf8').matchAll(/assets\/([^"]+\.js)/g)].map(([, file = '']) => file)
    const pageFiles = withImports(named)
    const ownFiles = [...pageFiles].filter((file) => !/^(?:frame|entry|index|prefetch)-/.test(file))
    const visited = new Set<string>()
    const visit = (openers: readonly string[], loaded: ReadonlySet<string>) => {
      for (const file of openers.flatMap((opener) => scripts.get(opener)?.lazyImports ?? [])) {
        if (loaded.has(file) || visited.has(file)) continue
        visited.add(file)
        const added = [...withImports([file])].filter((each) => !loaded.has(each))
        const bytes = added.reduce((sum, each) => sum + transferSize(each), 0)
        if (isOverlay(file)) costs.set(file, Math.min(bytes, costs.get(file) ?? bytes))
        visit(added, new Set([...loaded, ...added]))
      }
    }
    visit(ownFiles, pageFiles)
  }
  return costs
}

const maxBytes = 30_000
/** Drawers that cost more, because they show records of many modules. */
const largeOverlays: Readonly<Record<string, number>> = { CentreDrawer: 45_000, PeriodDrawer: 32_000, UnitDrawer: 36_000 }

test('the first opening of every dialog and drawer loads at most 30 kB', () => {
  const costs = overlayCosts()
  expect(costs.size).toBeGreaterThan(80)
  const tooLarge = [...costs].filter(([file, bytes]) => bytes > (largeOverlays[file.replace(/-[\w-]{8}\.js$/, '')] ?? maxBytes))
  expect(tooLarge).toEqual([])
})
