import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { startApp } from '#/server/app/start.ts'
import { readSettings } from '#/server/kernel/installation/settings.ts'

/**
 * Loads the demo into `<folder>/loaded`. The folder appears only when it is complete. Needs most of a minute on one
 * core.
 */
export async function loadDemo(folder: string): Promise<void> {
  const loadingFolder = join(folder, 'loading')
  const silentLog = { info: () => {}, warn: () => {}, error: () => {} }
  const settings = readSettings({ ...process.env, MODE: 'demo', DATA_DIR: loadingFolder })
  const runningApp = await startApp(settings, silentLog, { withoutWorkers: true })
  await runningApp.stop()
  await rename(loadingFolder, join(folder, 'loaded'))
}

if (import.meta.main) await loadDemo(process.argv[2] ?? '')
