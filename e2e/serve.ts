import { mkdtempSync, rmSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'

// Starts a server with its own copy of the loaded demo: `node e2e/serve.ts <folder>`. The server exits together with
// the test worker.

process.once('disconnect', () => process.exit())
const folder = process.argv[2] ?? ''
const data = mkdtempSync(join(folder, 'server-'))
process.once('exit', () => rmSync(data, { recursive: true, force: true }))
await cp(join(folder, 'loaded'), data, { recursive: true })
process.env.DATA_DIR = data
await import('#/server/main.ts')
