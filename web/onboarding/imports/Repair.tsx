import { useEffect, useRef, useState } from 'react'
import { importFieldsOf } from '#/api/onboarding/imports.texts.ts'
import type { ImportCell } from '#/domain/onboarding/import-cells.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useCursorRead, useSubmit } from '#/web/kernel/query.ts'
import { DownloadButton } from '#/web/parts/files/DownloadButton.tsx'
import { CheckActions } from '#/web/parts/sheets/CheckActions.tsx'
import { CheckCounters, CheckFilters, type CheckSummary, checkCounters } from '#/web/parts/sheets/CheckFilters.tsx'
import { CorrectedFileUpload } from '#/web/parts/sheets/CorrectedFileUpload.tsx'
import { checkTexts } from '#/web/parts/sheets/check.texts.ts'
import { Failure } from '#/web/ui/Failure.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { setConditions } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { cellsOf, ImportGrid, issueTexts } from './ImportGrid.tsx'
import type { ImportSheet } from './ImportTags.tsx'
import { texts } from './texts.ts'

const ReplaceDialog = onDemand(async () => (await import('#/web/parts/sheets/ReplaceDialog.tsx')).ReplaceDialog)

const PAGE_ROWS = 200
const initialState = { only: 'all', code: '', errors: false, keyword: '' } as const

/** The error file, to download, correct and upload again. */
function ErrorFile({ importId }: { readonly importId: number }) {
  const t = useText()
  return (
    <section className="k-card k-stack" aria-label={t(checkTexts.reimport)}>
      <div className="k-row">
        <DownloadButton file={() => api.imports.errorFile({ importId })}>{t(checkTexts.errorFile)}</DownloadButton>
      </div>
      <CorrectedFileUpload call={api.imports.reupload} of={{ importId }} />
    </section>
  )
}

function ReplaceRowsDialog({ sheet, onClose }: { readonly sheet: ImportSheet; readonly onClose: () => void }) {
  const t = useText()
  const replace = useSubmit(api.imports.replace, { onDone: onClose })
  return (
    <ReplaceDialog<ImportCell>
      fields={cellsOf(sheet.kind).map((value) => ({ value, label: t(importFieldsOf[sheet.kind][value]) }))}
      first={({ operators: 'bankName', units: 'centre', orders: 'category', income: 'incomeMonth', contracts: 'scan' } as const)[sheet.kind]}
      isBusy={replace.isBusy}
      onReplace={(requested) => void replace.submit({ importId: sheet.id, ...requested })}
      onClose={onClose}
    />
  )
}

function BulkRepair({
  sheet,
  rowIds,
  invalid,
  onDone,
}: {
  readonly sheet: ImportSheet
  readonly rowIds: readonly number[]
  readonly invalid: number
  readonly onDone: () => void
}) {
  const { open: openReplace } = useOverlay((_, close) => <ReplaceRowsDialog sheet={sheet} onClose={close} />)
  const importId = sheet.id
  const exclude = useSubmit(api.imports.exclude, { onDone })
  const include = useSubmit(api.imports.include, { onDone })
  return (
    <div className="k-row">
      <CheckActions
        picked={rowIds.length}
        invalid={invalid}
        onExclude={() => exclude.submit({ importId, rowIds })}
        onExcludeInvalid={() => exclude.submit({ importId, allInvalid: true })}
        onInclude={() => include.submit({ importId, rowIds })}
        onReplace={() => openReplace()}
      />
    </div>
  )
}

/** Counters and the grid, with all correction tools while the list is open. */
export function Repair({ sheet, summary }: { readonly sheet: ImportSheet; readonly summary: CheckSummary }) {
  const t = useText()
  const [state, change] = useUrlState(initialState, { only: checkCounters })
  const [keys, setKeys] = useState<ReadonlySet<number | string>>(new Set())
  const states = [...(state.only === 'all' ? [] : [state.only]), ...(state.errors ? (['invalid'] as const) : [])]
  const rows = useCursorRead(api.imports.rows, {
    importId: sheet.id,
    size: PAGE_ROWS,
    ...setConditions({
      states: state.errors && state.only !== 'all' ? states.filter((each) => each === 'invalid') : states,
      code: state.code,
      keyword: state.keyword,
    }),
  })
  // The job runs in the background. Changes of rows appear when it ends.
  const { refetch } = rows
  const revision = sheet.kind === 'contracts' ? `${sheet.state} ${sheet.version}` : sheet.state
  const displayedRevision = useRef(revision)
  useEffect(() => {
    if (displayedRevision.current !== revision) void refetch()
    displayedRevision.current = revision
  }, [revision, refetch])
  const canEdit = sheet.may.edit === ''
  const invalid = summary.invalid ?? 0
  return (
    <div className="k-stack">
      {canEdit && invalid > 0 ? <ErrorFile importId={sheet.id} /> : null}
      <div className="k-row k-spread">
        <CheckCounters summary={summary} only={state.only} onChange={(only) => change({ only })} />
        <CheckFilters
          summary={summary}
          words={issueTexts}
          search={t(
            { operators: texts.search, units: texts.searchUnits, orders: texts.searchOrders, income: texts.searchIncome, contracts: texts.searchContracts }[
              sheet.kind
            ],
          )}
          state={state}
          change={change}
        />
      </div>
      {canEdit ? <BulkRepair sheet={sheet} rowIds={[...keys].map(Number)} invalid={invalid} onDone={() => setKeys(new Set())} /> : null}
      {rows.error ? <Failure error={rows.error} onRetry={() => void rows.refetch()} /> : null}
      <ImportGrid
        importId={sheet.id}
        kind={sheet.kind}
        rows={rows.rows}
        isPending={rows.isPending}
        isFiltered={states.length > 0 || state.code !== '' || state.keyword !== ''}
        canEdit={canEdit}
        keys={keys}
        onKeys={setKeys}
        onEnd={() => {
          if (rows.hasMore && !rows.isFetching) rows.more()
        }}
      />
    </div>
  )
}
