import { existsSync } from 'node:fs'
import { cp, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { start } from '#/server/app/start.ts'
import { readSettings } from '#/server/kernel/settings.ts'

// Starts the server of one test worker: `node e2e/serve.ts <folder> <worker> <workers>`.
// Loading the demo takes most of a minute, so the first worker loads it once and every worker starts with a copy.

const [folder = '', worker = '0', workers = '1'] = process.argv.slice(2)
const dataOf = (each: number | string) => join(folder, String(each))

if (worker === '0') {
  const loaded = join(folder, 'loaded')
  const silent = { info: () => {}, warn: () => {}, error: () => {} }
  const running = await start(readSettings({ ...process.env, DATA_DIR: loaded }), silent, { withoutWorkers: true })
  await running.stop()
  for (let each = 0; each < Number(workers); each += 1) {
    await cp(loaded, join(folder, `copy-${each}`), { recursive: true })
    // The rename makes a complete folder visible at once.
    await rename(join(folder, `copy-${each}`), dataOf(each))
  }
}
while (!existsSync(dataOf(worker))) await pause(200)
process.env.DATA_DIR = dataOf(worker)
await import('#/server/main.ts')
