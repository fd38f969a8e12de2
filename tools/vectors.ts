import { examplesPath, readExamples } from '#/db/base/examples.ts'
import { readPolicies } from '#/db/base/policies.ts'
import { deviationsOf, lawFrom } from '#/domain/taxation/tax-examples.ts'

function main(path: string): void {
  let failureCount = 0
  const law = lawFrom(readPolicies())
  const examples = readExamples(path)
  for (const example of examples) {
    const deviations = deviationsOf(example, law)
    if (deviations.length > 0) failureCount++
    for (const { at, expected, computed } of deviations) process.stdout.write(`${example.id} (${example.rule}): ${at}: expected ${expected}, got ${computed}\n`)
  }
  process.stdout.write(`${examples.length - failureCount} passed, ${failureCount} failed\n`)
  process.exitCode = failureCount > 0 || examples.length === 0 ? 1 : 0
}

if (import.meta.main) main(process.argv[2] ?? examplesPath)
