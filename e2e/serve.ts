import { existsSync } from 'node:fs'
import { cp, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { loadDemo } from '#/e2e/load.ts'

// Starts the server of one test worker: `node e2e/serve.ts <folder> <worker> <workers>`.
// The first worker's server loads the demo unless `npm test` already has, and every server starts with its own copy.

const [folder = '', worker = '0', workers = '1'] = process.argv.slice(2)
const loaded = join(folder, 'loaded')
const dataOf = (each: number | string) => join(folder, String(each))

if (worker === '0') {
  if (!existsSync(loaded)) await loadDemo(folder)
  for (let each = 0; each < Number(workers); each += 1) {
    await cp(loaded, join(folder, `copy-${each}`), { recursive: true })
    // The rename makes the folder appear complete, so a waiting server never opens half a copy.
    await rename(join(folder, `copy-${each}`), dataOf(each))
  }
}
while (!existsSync(dataOf(worker))) await pause(200)
process.env.DATA_DIR = dataOf(worker)
await import('#/server/main.ts')
