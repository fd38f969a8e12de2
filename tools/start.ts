import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

// `npm start`: builds the web application when it is missing or outdated, then runs the server.

const root = join(import.meta.dirname, '..')
const builtPage = join(root, 'web/dist/index.html')

function newestChange(folder: string): number {
  return Math.max(
    0,
    ...readdirSync(folder, { withFileTypes: true }).map((entry) => {
      if (entry.name === 'dist') return 0
      const path = join(folder, entry.name)
      return entry.isDirectory() ? newestChange(path) : statSync(path).mtimeMs
    }),
  )
}

const isStale =
  !existsSync(builtPage) ||
  Math.max(newestChange(join(root, 'web')), newestChange(join(root, 'api')), newestChange(join(root, 'domain'))) > statSync(builtPage).mtimeMs
if (isStale && existsSync(join(root, 'node_modules/vite'))) {
  process.stdout.write('building the web application …\n')
  const build = spawnSync(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', '-c', join(root, 'web/vite.config.ts'), '--logLevel', 'warn'],
    { stdio: 'inherit', cwd: root },
  )
  if (build.status !== 0) process.exit(build.status ?? 1)
}
await import('#/server/main.ts')
