import { filingMethodNames, policyFieldNames, policyPartNames } from '#/api/taxation/policies.texts.ts'
import { type Fen, formatPpm, formatYuan } from '#/domain/base/money.ts'
import type { Bracket, CategoryMethod } from '#/domain/money/tax-policy.ts'
import { type PolicyFieldValue, type PolicyPart, type PolicyPath, policyFields } from '#/domain/taxation/policy-fields.ts'
import type { api, OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { texts } from './texts.ts'

export type PolicyDraft = OutputOf<typeof api.policies.draft>
export type PolicyChange = PolicyDraft['changes'][number]

/** Returns a function that names a policy field and its part. */
export function useFieldName(): (path: PolicyPath) => { part: string; name: string } {
  const t = useText()
  return (path) => ({ part: t(policyPartNames[(path === 'source' ? path : path.split('.')[0]) as PolicyPart]), name: t(policyFieldNames[path]) })
}

/**
 * Returns a function that formats a value in lines: rates in percent, amounts in yuan, switches in words, tables line
 * by line.
 */
function useValueLines(): (path: PolicyPath, value: PolicyFieldValue) => string[] {
  const t = useText()
  const percent = (rate: number) => `${formatPpm(rate)}%`
  const bracketText = ({ upToFen, ratePpm, quickFen }: Bracket, before: Fen | null) => {
    const boundText = upToFen === null ? `${t(texts.above)} ${before === null ? '' : formatYuan(before)}` : `${t(texts.upTo)} ${formatYuan(upToFen)}`
    return `${boundText}　${percent(ratePpm)}　− ${formatYuan(quickFen)}`
  }
  return (path, value) => {
    const kind = policyFields[path]
    if (kind === 'ppm') return [percent(value as number)]
    if (kind === 'fen') return [formatYuan(value as Fen)]
    if (kind === 'count') return [t(texts.months, { count: value as number })]
    if (kind === 'flag') return [t(value ? texts.yes : texts.no)]
    if (kind === 'way') return [t(filingMethodNames[value as keyof typeof filingMethodNames])]
    if (kind === 'ways') {
      const categoryMethods = Object.entries(value as Readonly<Record<string, CategoryMethod>>)
      return categoryMethods.length === 0 ? [t(texts.noWays)] : categoryMethods.map(([category, way]) => `${category}　${t(filingMethodNames[way])}`)
    }
    if (kind === 'brackets') return (value as readonly Bracket[]).map((step, at, all) => bracketText(step, all[at - 1]?.upToFen ?? null))
    if (kind === 'items') return Object.entries(value as Readonly<Record<string, number>>).map(([name, rate]) => `${name}　${percent(rate)}`)
    return [String(value)]
  }
}

export function Value({ path, value }: { readonly path: PolicyPath; readonly value: PolicyFieldValue }) {
  const lines = useValueLines()(path, value)
  return lines.length === 1 ? (
    lines[0]
  ) : (
    <span className="k-stack" style={{ gap: 0 }}>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </span>
  )
}

/** The changes, field by field, in words and with units. */
export function Changes({ id, changes }: { readonly id: string; readonly changes: readonly PolicyChange[] }) {
  const t = useText()
  const nameOf = useFieldName()
  const columns: Column<PolicyChange>[] = [
    {
      key: 'field',
      title: t(texts.field),
      width: 230,
      isAlways: true,
      render: ({ path }) => {
        const { part, name } = nameOf(path)
        return path === 'source' ? part : `${part} · ${name}`
      },
    },
    { key: 'before', title: t(texts.before), width: 240, isAlways: true, render: ({ path, before }) => <Value path={path} value={before} /> },
    { key: 'after', title: t(texts.after), width: 240, isAlways: true, render: ({ path, after }) => <Value path={path} value={after} /> },
  ]
  return (
    <DataTable id={id} label={t(texts.changes)} columns={columns} rows={changes} rowKey={({ path }) => path} empty={{ reason: t(texts.noChanges) }} isPlain />
  )
}

const effectTones = { past: 'grey', current: 'green', coming: 'gold' } as const

export function EffectTag({ when }: { readonly when: keyof typeof effectTones }) {
  const t = useText()
  return <StatusTag tone={effectTones[when]}>{t(texts[when])}</StatusTag>
}

const stateTones = { draft: 'gold', published: 'green', dropped: 'grey', withdrawn: 'grey' } as const
export const toneOf = (state: keyof typeof stateTones) => stateTones[state]
