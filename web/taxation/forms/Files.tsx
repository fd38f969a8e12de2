import { useState } from 'react'
import { formKindNames } from '#/api/taxation/forms.texts.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { formKinds } from '#/domain/taxation/tax-form.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { downloadFile } from '#/web/parts/files/download.ts'
import { Button } from '#/web/ui/Button.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar } from '#/web/ui/FilterBar.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { setConditions } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { texts } from './texts.ts'

const ExportPlainDialog = onDemand(async () => (await import('#/web/parts/plain/ExportPlain.tsx')).ExportPlainDialog)

type Row = OutputOf<typeof api.forms.files>['rows'][number]

const initialState = { kinds: [], filePage: 1, fileSize: 20 } as const
const allowedValues = { kinds: formKinds, fileSize: pageSizes } as const

/** The filled-in forms. Users with permission for full numbers can download the same bytes again. */
export function Files() {
  const t = useText()
  const [state, change] = useUrlState(initialState, allowedValues)
  const [taken, take] = useState<Row | null>(null)
  const list = useRead(api.forms.files, { ...setConditions({ kinds: [...state.kinds] }), page: state.filePage, size: state.fileSize })
  const columns: Column<Row>[] = [
    { key: 'form', title: t(texts.form), width: 240, isAlways: true, pin: 'left', render: (row) => t(formKindNames[row.kind]) },
    { key: 'period', title: t(texts.period), width: 110, isAlways: true, render: (row) => row.period },
    { key: 'centre', title: t(texts.centre), width: 180, isCut: true, render: (row) => row.centreName || '—' },
    { key: 'rows', title: t(texts.rows), width: 90, align: 'right', render: (row) => row.rowCount },
    {
      key: 'version',
      title: t(texts.version),
      width: 120,
      render: (row) => (row.edition === null ? t(texts.builtIn) : t(texts.edition, { edition: row.edition })),
    },
    { key: 'madeBy', title: t(texts.madeBy), width: 110, render: (row) => row.madeBy },
    { key: 'madeAt', title: t(texts.madeAt), width: 180, render: (row) => formatDateTimeSeconds(row.madeAt) },
    { key: 'reason', title: t(texts.reason), width: 200, isCut: true, render: (row) => row.reason },
    { key: 'digest', title: t(texts.digest), width: 180, isCut: true, isHiddenAtFirst: true, render: (row) => row.sha256 },
    ...(can('plain:export')
      ? [
          {
            key: 'take',
            title: t(texts.action),
            width: 100,
            isAlways: true,
            pin: 'right' as const,
            render: (row: Row) => (
              <Button size="small" onClick={() => take(row)}>
                {t(texts.take)}
              </Button>
            ),
          },
        ]
      : []),
  ]
  return (
    <div className="k-stack">
      <FilterBar
        state={state}
        onChange={change}
        initial={initialState}
        fields={[{ kind: 'choices', name: 'kinds', label: t(texts.form), choices: choicesOf(t, formKinds, formKindNames) }]}
      />
      <DataTable
        id="tax-files"
        label={t(texts.files)}
        columns={columns}
        source={list}
        empty={{ reason: t(texts.noFiles) }}
        paging={{ page: state.filePage, size: state.fileSize, count: list.data?.count ?? 0, onChange: (filePage, fileSize) => change({ filePage, fileSize }) }}
      />
      {taken ? (
        <ExportPlainDialog
          onClose={() => take(null)}
          onExport={async (reason) => downloadFile((await api.forms.take({ taxFileId: taken.id, reason })).fileId)}
        />
      ) : null}
    </div>
  )
}
