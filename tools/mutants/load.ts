import { readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

// Preloaded with `--import`, also in worker threads. Replaces our sources with instrumented ones, in which all mutants
// are inactive, and `node:test` with our own module.

const root = pathToFileURL(join(import.meta.dirname, '../..')).href
const toolsUrl = pathToFileURL(import.meta.dirname).href
const instrumentedSources = JSON.parse(readFileSync(process.env.MUTANTS_SOURCES ?? '', 'utf8')) as Record<string, string>
const scripts = new Map<string, string>()

/** The SQL templates that were evaluated. */
export const templates = new Set<string>()
Object.assign(globalThis, {
  __sql: <T>(template: string, tag: T): T => {
    templates.add(template)
    return tag
  },
})

/** The number of the module copy to import next. A new number reloads every module. */
export const moduleCopy = { number: 0 }

const isProjectFile = (url: string) =>
  url.startsWith(`${root}/`) && !url.includes('/node_modules/') && !url.startsWith(`${toolsUrl}/`) && /\.ts(\?|$)/.test(url)

function scriptOf(path: string): string {
  const script = scripts.get(path) ?? stripTypeScriptTypes(instrumentedSources[path] ?? readFileSync(path, 'utf8'))
  scripts.set(path, script)
  return script
}

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'node:test') return { url: `${toolsUrl}/tests.ts`, format: 'module-typescript', shortCircuit: true }
    const resolution = next(specifier, context)
    return isProjectFile(resolution.url) && moduleCopy.number > 0
      ? { ...resolution, url: `${resolution.url.split('?')[0]}?copy=${moduleCopy.number}` }
      : resolution
  },
  load(url, context, next) {
    return isProjectFile(url) ? { format: 'module', source: scriptOf(fileURLToPath(url)), shortCircuit: true } : next(url, context)
  },
})
