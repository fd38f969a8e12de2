import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Loads the demo that every server copies, unless the caller has loaded it. Returns a function that removes it. */
export default function prepare(): (() => Promise<void>) | undefined {
  const data = process.env.E2E_DATA ?? ''
  if (existsSync(join(data, 'loaded'))) return undefined
  execFileSync(process.execPath, [join(import.meta.dirname, 'load.ts'), data], { stdio: 'inherit' })
  return () => rm(data, { recursive: true, force: true })
}
