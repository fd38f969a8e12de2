import { readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

// Loaded before anything else (`--import`), in worker threads too: our sources come with all their mutants in them, asleep, and `node:test` is ours.

const root = pathToFileURL(join(import.meta.dirname, '../..')).href
const tools = pathToFileURL(import.meta.dirname).href
const instrumented = JSON.parse(readFileSync(process.env.MUTANTS_SOURCES ?? '', 'utf8')) as Record<string, string>
const scripts = new Map<string, string>()

/** Which copy of our modules is imported next: another number, other copies. */
export const copy = { number: 0 }

const isOurs = (url: string) => url.startsWith(`${root}/`) && !url.includes('/node_modules/') && !url.startsWith(`${tools}/`) && /\.ts(\?|$)/.test(url)

function scriptOf(path: string): string {
  const known = scripts.get(path) ?? stripTypeScriptTypes(instrumented[path] ?? readFileSync(path, 'utf8'))
  scripts.set(path, known)
  return known
}

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'node:test') return { url: `${tools}/tests.ts`, format: 'module-typescript', shortCircuit: true }
    const resolved = next(specifier, context)
    return isOurs(resolved.url) && copy.number > 0 ? { ...resolved, url: `${resolved.url.split('?')[0]}?copy=${copy.number}` } : resolved
  },
  load(url, context, next) {
    return isOurs(url) ? { format: 'module', source: scriptOf(fileURLToPath(url)), shortCircuit: true } : next(url, context)
  },
})
