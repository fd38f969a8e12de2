import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TaxExample } from '#/domain/taxation/tax-examples.ts'

/** The worked tax examples that come with the program. */
export const examplesPath = join(import.meta.dirname, '../../vectors/tax.json')

export function readExamples(path: string = examplesPath): TaxExample[] {
  const parsed: unknown = JSON.parse(readFileSync(path, 'utf8'))
  const list = Array.isArray(parsed) ? parsed : (parsed as { vectors?: unknown }).vectors
  if (!Array.isArray(list)) throw new Error(`${path} holds no list of vectors`)
  return list as TaxExample[]
}
