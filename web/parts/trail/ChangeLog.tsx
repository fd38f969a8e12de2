import { pageSizes } from '#/domain/base/paging.ts'
import type { ApiCall } from '#/web/kernel/api.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { changeTexts } from './change.texts.ts'

/** An entry of the log. */
interface Change {
  readonly at: string
  readonly by: string
  readonly action: string
  readonly actionName: string
  readonly words: string
  readonly ip?: string
}

interface PageInput {
  readonly page?: number
  readonly size?: 20 | 50 | 100 | 200
}

interface ChangeLogProps<I> {
  readonly id: string
  readonly label: string
  readonly call: ApiCall<I & PageInput, { rows: Change[]; count: number }>
  /** The input of the call, without paging. */
  readonly of: I
  readonly hasAddress?: boolean
}

/** The log entries of one record, newest first, paged in the URL. */
export function ChangeLog<I extends object>({ id, label, call, of, hasAddress = false }: ChangeLogProps<I>) {
  const t = useText()
  const [state, change] = useUrlState({ logPage: 1, logSize: 20 }, { logSize: pageSizes })
  const list = useRead(call, { ...of, page: state.logPage, size: state.logSize })
  const columns: Column<Change>[] = [
    { key: 'at', title: t(changeTexts.time), width: 180, render: (row) => formatDateTimeSeconds(row.at) },
    { key: 'what', title: t(changeTexts.what), width: 170, render: (row) => row.actionName },
    { key: 'by', title: t(changeTexts.by), width: 110, render: (row) => row.by || '—' },
    { key: 'detail', title: t(changeTexts.detail), width: 240, render: (row) => row.words || '—' },
    ...(hasAddress ? [{ key: 'ip', title: t(changeTexts.ip), width: 140, render: (row: Change) => row.ip || '—' }] : []),
  ]
  return (
    <DataTable
      id={id}
      label={label}
      columns={columns}
      rowKey={(row) => `${row.at}-${row.action}`}
      source={list}
      empty={{ reason: t(changeTexts.none) }}
      paging={{ page: state.logPage, size: state.logSize, count: list.data?.count ?? 0, onChange: (logPage, logSize) => change({ logPage, logSize }) }}
      isPlain
    />
  )
}
