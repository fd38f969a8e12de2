import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type Mutant, root } from '#/tools/mutants/mutate.ts'

/**
 * Returns the mutants that do not compile. No one could commit such a mutant, so it does not count. All mutated copies
 * are compiled together next to the sources. A file is skipped if even its unmodified copy does not compile, because it
 * declares its own type.
 */
export function uncompilableMutants(mutants: readonly Mutant[]): Set<Mutant> {
  const cache = join(root, '.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'mutants-'))
  try {
    const nameOf = (file: string, id: string) => `${dirname(file).replaceAll('/', '-')}-${basename(file, '.ts')}.${id}.ts`
    const writeCopy = (file: string, id: string, source: string) => {
      const absoluteSource = source.replaceAll(/from '\.\//g, `from '#/${dirname(file)}/`)
      writeFileSync(join(folder, nameOf(file, id)), absoluteSource)
    }
    for (const { file, original } of new Map(mutants.map((mutant) => [mutant.file, mutant])).values()) writeCopy(file, 'unchanged', original)
    for (const { file, id, source } of mutants) writeCopy(file, id, source())
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        extends: '../../tsconfig.base.json',
        compilerOptions: { types: ['node'], noUnusedLocals: false, noUnusedParameters: false },
        include: ['./*.ts', '../../server/lib/**/*.d.ts'],
      }),
    )
    const { stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder, '--pretty', 'false'], { encoding: 'utf8', maxBuffer: 1e9 })
    const refusedFiles = new Set([...stdout.matchAll(/([^/\s]+\.ts)\(\d+,\d+\): error/g)].map((match) => match[1]))
    return new Set(mutants.filter(({ file, id }) => refusedFiles.has(nameOf(file, id)) && !refusedFiles.has(nameOf(file, 'unchanged'))))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
