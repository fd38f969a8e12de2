import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Mutant, root } from '#/tools/mutants/mutate.ts'
import type { TrialResult } from '#/tools/mutants/trial.ts'

// Writes the results of a run as text. `bench/mutants-accepted.json` lists the survivors without an observable effect,
// with reasons.

interface Acceptance {
  readonly why: string
  /** `line` is the text of the line in the file. `change` is `before → after`. */
  readonly mutants: readonly { readonly line: string; readonly change: string }[]
}

type AcceptedMutants = Readonly<Record<string, readonly Acceptance[]>>

/** The verdict on a mutant: a test notices it, it is accepted as equivalent, or the tests have a gap. */
export type MutantVerdict = 'noticed' | 'accepted' | 'open'

export interface JudgedMutant {
  readonly mutant: Mutant
  readonly verdict: MutantVerdict
  readonly why: string
}

const changeOf = ({ from, to }: Mutant) => `${from} → ${to}`

/** Returns the verdict on each mutant. */
export function judgeMutants(tried: readonly TrialResult[]): JudgedMutant[] {
  const path = join(root, 'bench/mutants-accepted.json')
  const acceptedMutants = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as AcceptedMutants) : {}
  return tried.map(({ mutant, outcome, by }) => {
    if (outcome === 'killed' || outcome === 'timeout') return { mutant, verdict: 'noticed', why: by }
    const acceptance = acceptedMutants[mutant.file]?.find(({ mutants }) =>
      mutants.some((each) => each.line === mutant.context && each.change === changeOf(mutant)),
    )
    return acceptance
      ? { mutant, verdict: 'accepted', why: acceptance.why }
      : { mutant, verdict: 'open', why: outcome === 'unreached' ? 'no test reaches it' : by && `fails without an assertion: ${by}` }
  })
}

const isNoticed = ({ verdict }: JudgedMutant) => verdict === 'noticed'

/** Returns the percentage of mutants that a test notices. Equivalent mutants count as not noticed. */
export function scoreOf(judged: readonly JudgedMutant[]): number {
  return judged.length === 0 ? 100 : (100 * judged.filter(isNoticed).length) / judged.length
}

const codeSpan = (text: string) => {
  const shortText = text.length > 120 ? `${text.slice(0, 117)}…` : text
  return shortText.includes('`') ? `\`\` ${shortText} \`\`` : `\`${shortText}\``
}

/** Formats a survivor as a list item. */
export function survivorLine({ mutant, why }: JudgedMutant): string {
  return `- ${mutant.file}:${mutant.line} ${codeSpan(mutant.from)} → ${codeSpan(mutant.to)}${why && ` (${why})`}`
}

function tableOf(judged: readonly JudgedMutant[]): string[] {
  const count = (rows: readonly JudgedMutant[], verdict: MutantVerdict) => rows.filter((each) => each.verdict === verdict).length
  const row = (name: string, rows: readonly JudgedMutant[]) =>
    `| ${[name, rows.length, rows.filter(isNoticed).length, ...(['accepted', 'open'] as const).map((each) => count(rows, each)), `${scoreOf(rows).toFixed(1)} %`].join(' | ')} |`
  const files = [...new Set(judged.map(({ mutant }) => mutant.file))].sort()
  return [
    '| file | mutants | noticed by a test | accepted | open | score |',
    '|---|---:|---:|---:|---:|---:|',
    ...files.map((file) =>
      row(
        file,
        judged.filter(({ mutant }) => mutant.file === file),
      ),
    ),
    row('all', judged),
  ]
}

/** Returns the section of an area in `bench/mutants.md`. */
export function sectionOf(area: string, facts: string, judged: readonly JudgedMutant[]): string {
  const openResults = judged.filter(({ verdict }) => verdict === 'open')
  const acceptedResults = judged.filter(({ verdict }) => verdict === 'accepted')
  const reasons = [...new Set(acceptedResults.map(({ mutant, why }) => `${mutant.file}: ${why}`))]
  return [
    `## ${area}`,
    '',
    facts,
    '',
    ...tableOf(judged),
    ...(acceptedResults.length === 0 ? [] : ['', `### Accepted in ${area}: the same behaviour for every caller`]),
    ...reasons.flatMap((reason) => [
      '',
      `${reason}`,
      '',
      ...acceptedResults.filter(({ mutant, why }) => `${mutant.file}: ${why}` === reason).map((each) => survivorLine({ ...each, why: '' })),
    ]),
    ...(openResults.length === 0 ? [] : ['', `### Open in ${area}`, '', ...openResults.map(survivorLine)]),
    '',
  ].join('\n')
}

/** Returns the file after adding or replacing the section of this area. */
export function withSection(text: string, area: string, section: string): string {
  const parts = text.split(/^(?=## )/m)
  const otherParts = parts.slice(1).filter((part) => !part.startsWith(`## ${area}\n`))
  return [parts[0] ?? '', ...[...otherParts, section].sort()].map((part) => `${part.trimEnd()}\n`).join('\n')
}
