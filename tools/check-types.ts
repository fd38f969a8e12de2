import { spawn } from 'node:child_process'
import { join } from 'node:path'

// `npm run types`: compiles the four projects, two at a time, each with one thread. More threads per project would do
// shared work repeatedly.

const root = join(import.meta.dirname, '..')
const queue = ['tsconfig.json', 'web/tsconfig.json', 'web/tsconfig.tests.json', 'domain/tsconfig.json']

function check(project: string): Promise<boolean> {
  const child = spawn(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '--checkers', '1', '-p', project], { cwd: root, stdio: 'inherit' })
  return new Promise((resolve) => child.on('close', (code) => resolve(code === 0)))
}

await Promise.all(
  [1, 2].map(async () => {
    for (let project = queue.shift(); project; project = queue.shift()) if (!(await check(project))) process.exitCode = 1
  }),
)
