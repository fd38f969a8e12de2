import { spawn } from 'node:child_process'
import { join } from 'node:path'

// `npm run dev`: restarts the server on source changes. Vite serves the browser part with hot reload on port 5173.

const root = join(import.meta.dirname, '..')
const children = [
  spawn(process.execPath, ['--watch', join(root, 'server/main.ts')], { stdio: 'inherit', cwd: root }),
  spawn(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), '-c', join(root, 'web/vite.config.ts')], { stdio: 'inherit', cwd: root }),
]
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    for (const child of children) child.kill(signal)
  })
}
