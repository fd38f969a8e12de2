import { examplesPath, readExamples } from '#/db/base/examples.ts'
import { readPolicies } from '#/db/base/policies.ts'
import { deviationsOf, lawFrom } from '#/domain/taxation/tax-examples.ts'

function main(path: string): void {
  let failed = 0
  const law = lawFrom(readPolicies())
  const examples = readExamples(path)
  for (const example of examples) {
    const wrong = deviationsOf(example, law)
    if (wrong.length > 0) failed++
    for (const { at, expected, computed } of wrong) process.stdout.write(`${example.id} (${example.rule}): ${at}: expected ${expected}, got ${computed}\n`)
  }
  process.stdout.write(`${examples.length - failed} passed, ${failed} failed\n`)
  process.exitCode = failed > 0 || examples.length === 0 ? 1 : 0
}

if (import.meta.main) main(process.argv[2] ?? examplesPath)
