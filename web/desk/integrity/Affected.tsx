import { Link } from 'react-router'
import type { api, OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { type Column, DataTable, type RowSource } from '#/web/ui/DataTable.tsx'
import { texts } from './texts.ts'
import { useCheckName } from './useCheckName.ts'

type Row = NonNullable<OutputOf<typeof api.integrity.state>['stop']>['affected'][number]

/** Lists the records that failed the checks, with their owner and a link to the page for correcting them. */
export function AffectedRecords({ rows, source }: { readonly rows: readonly Row[]; readonly source: RowSource }) {
  const t = useText()
  const nameOf = useCheckName()
  if (rows.length === 0) return null
  const columns: Column<Row>[] = [
    { key: 'check', title: t(texts.check), width: 260, isAlways: true, render: (row) => nameOf(row.check) },
    { key: 'item', title: t(texts.item), width: 220, isAlways: true, render: (row) => row.item },
    { key: 'owner', title: t(texts.owner), width: 220, render: (row) => [row.unitName, row.centreName].filter(Boolean).join(' / ') || '—' },
    {
      key: 'remedy',
      title: t(texts.remedy),
      width: 240,
      isAlways: true,
      render: (row) => (row.path === '' ? t(texts[row.remedy]) : <Link to={row.path}>{t(texts[row.remedy])}</Link>),
    },
  ]
  return (
    <DataTable
      id="affected"
      label={t(texts.affected)}
      columns={columns}
      rows={rows}
      source={source}
      rowKey={(row) => `${row.check} ${row.item}`}
      empty={{ reason: t(texts.noFindings) }}
      isPlain
    />
  )
}
