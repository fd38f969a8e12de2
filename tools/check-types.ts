import { spawn } from 'node:child_process'
import { join } from 'node:path'

// `npm run types`: the four programs of the compiler, two at a time and each in one thread: threads of one program each work out for themselves what all of them need.

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
