import { useState } from 'react'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useCursorRead, useRead } from '#/web/kernel/query.ts'
import { CheckCounters, CheckFilters } from '#/web/parts/sheets/CheckFilters.tsx'
import { Failure } from '#/web/ui/Failure.tsx'
import { setConditions } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { BulkActions } from './BulkActions.tsx'
import { IssueActions } from './IssueActions.tsx'
import { LinesGrid } from './LinesGrid.tsx'
import { lineIssueTexts } from './line-tags.tsx'
import { prepareTexts } from './prepare-texts.ts'
import type { Batch } from './tags.tsx'
import { texts } from './texts.ts'
import { Upload } from './Upload.tsx'

const PAGE_ROWS = 200
const initialState = { only: 'all', code: '', errors: false, keyword: '' } as const

/** The upload, the counters, and the grid for correcting lines. */
export function PreparePane({ batch }: { readonly batch: Batch }) {
  const t = useText()
  const [state, change] = useUrlState(initialState, { only: ['ready', 'warned', 'invalid', 'excluded'] })
  const [keys, setKeys] = useState<ReadonlySet<number | string>>(new Set())
  const summary = useRead(api.lines.summary, { batchId: batch.id })
  const lines = useCursorRead(api.lines.list, {
    batchId: batch.id,
    size: PAGE_ROWS,
    ...setConditions({
      states: state.only === 'all' ? [] : [state.only],
      code: state.code,
      onlyErrors: state.errors || undefined,
      keyword: state.keyword,
    }),
  })
  const canEdit = batch.may.edit === ''
  const invalid = summary.data?.invalid ?? 0
  return (
    <div className="k-stack">
      {canEdit ? <Upload batch={batch} invalid={invalid} /> : null}
      <div className="k-row k-spread">
        <CheckCounters summary={summary.data} only={state.only} onChange={(only) => change({ only })} />
        <CheckFilters summary={summary.data} words={lineIssueTexts} search={t(prepareTexts.search)} state={state} change={change} />
      </div>
      {canEdit && (summary.data?.all ?? 0) > 0 ? (
        <div className="k-row">
          <BulkActions batchId={batch.id} lineIds={[...keys].map(Number)} invalid={invalid} onDone={() => setKeys(new Set())} />
          {summary.data ? <IssueActions batch={batch} byCode={summary.data.byCode} /> : null}
        </div>
      ) : null}
      {lines.error ? <Failure error={lines.error} onRetry={() => void lines.refetch()} /> : null}
      <LinesGrid
        batchId={batch.id}
        label={t(texts.tabLines)}
        rows={lines.rows}
        isPending={lines.isPending}
        hasSource={batch.sourcePlatform !== ''}
        isFiltered={state.only !== 'all' || state.code !== '' || state.errors || state.keyword !== ''}
        canEdit={canEdit}
        keys={keys}
        onKeys={setKeys}
        onEnd={() => {
          if (lines.hasMore && !lines.isFetching) lines.more()
        }}
      />
    </div>
  )
}
