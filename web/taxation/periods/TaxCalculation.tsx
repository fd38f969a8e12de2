import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pages } from '#/api/pages.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { idleQuery } from '#/web/kernel/query.ts'
import { canOpen } from '#/web/kernel/session.ts'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { texts } from './texts.ts'

/** A figure with its rule. */
export interface CalculationStep {
  readonly key: string
  readonly label: string
  readonly value: ReactNode
  readonly rule: string
}

/** A calculation in steps, each with its rule. */
export function TaxCalculation({ id, rows }: { readonly id: string; readonly rows: readonly CalculationStep[] }) {
  const t = useText()
  const columns: Column<CalculationStep>[] = [
    { key: 'item', title: t(texts.item), width: 200, isAlways: true, render: (row) => row.label },
    { key: 'amount', title: t(texts.amount), width: 150, align: 'right', isAlways: true, render: (row) => row.value },
    { key: 'rule', title: t(texts.rule), width: 400, isAlways: true, render: (row) => row.rule || '—' },
  ]
  return <DataTable id={id} label={t(texts.how)} columns={columns} rows={rows} rowKey={(row) => row.key} source={idleQuery} empty={{ reason: '—' }} isPlain />
}

/** The version of the tax rules and its first day. Users with permission can open its text. */
export function RulesVersion({ version, from }: { readonly version: string; readonly from: string | undefined }) {
  const t = useText()
  const text = from === undefined ? version : t(texts.since, { version, from })
  return version !== '' && canOpen('taxPolicies') ? <Link to={`${pages.taxPolicies.path}?version=${version}`}>{text}</Link> : text
}
