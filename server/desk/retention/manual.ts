import { legalBasisNames } from '#/api/desk/personal.texts.ts'
import type { LegalBasis } from '#/domain/desk/legal-basis.ts'
import { permanentTables } from '#/server/desk/retention/permanent-tables.ts'
import { fileRule, retentionRules } from '#/server/desk/retention/rules.ts'

const lawsOf = (bases: readonly LegalBasis[]) => bases.map((basis) => legalBasisNames[basis].en).join('; ') || '—'

/** Returns the lists of retention rules and permanent tables as printed in docs/operations.md. */
export function retentionManual(): string {
  const ruleRows = [...retentionRules, fileRule].map(
    ({ table, what, keep, why, basis }) => `| \`${table}\` | ${what} | ${keep} | ${why} | ${lawsOf(basis === null ? [] : [basis])} |`,
  )
  const permanentRows = permanentTables.map(({ why, tables, bases }) => `| ${tables.map((table) => `\`${table}\``).join(', ')} | ${why} | ${lawsOf(bases)} |`)
  return ['| table | what | how long | why | law |', '|---|---|---|---|---|', ...ruleRows, '', '| stays | why | law |', '|---|---|---|', ...permanentRows].join(
    '\n',
  )
}
