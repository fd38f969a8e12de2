import { spawnSync } from 'node:child_process'

// `npm run libraries`: fails when a production library has a known vulnerability (docs/operations.md, Update
// libraries).

interface AuditReport {
  readonly error?: { readonly summary?: string }
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity: string; readonly fixAvailable: unknown }>>
}

/** Returns one line for each library with a known vulnerability in a report of `npm audit --json`. */
export function vulnerabilityLines(report: AuditReport): string[] {
  if (report.error || !report.vulnerabilities) throw new Error(report.error?.summary ?? 'npm audit gave no report')
  return Object.entries(report.vulnerabilities)
    .filter(([, { severity }]) => severity !== 'info')
    .map(([name, { severity, fixAvailable }]) => `${name}: ${severity}${fixAvailable === false ? ', no fix yet' : ''}`)
}

if (import.meta.main) {
  const { stdout } = spawnSync('npm', ['audit', '--omit', 'dev', '--json'], { encoding: 'utf8' })
  const vulnerabilities = vulnerabilityLines(JSON.parse(stdout) as AuditReport)
  process.stdout.write(vulnerabilities.length === 0 ? 'no library of production has a known vulnerability\n' : `${vulnerabilities.join('\n')}\n`)
  process.exitCode = vulnerabilities.length === 0 ? 0 : 1
}
