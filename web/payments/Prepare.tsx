import { Button, Checkbox, Input, Select } from 'antd'
import { useState } from 'react'
import { issueMessages } from '#/api/lines.texts.ts'
import type { LineState } from '#/domain/line.ts'
import type { Text } from '#/domain/text.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatCount } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { useRead, useReadPieces } from '#/web/kernel/query.ts'
import { Failure } from '#/web/ui/Failure.tsx'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { Bulk } from './Bulk.tsx'
import { LinesGrid } from './LinesGrid.tsx'
import { prepareTexts } from './prepare-texts.ts'
import type { Batch } from './tags.tsx'
import { texts } from './texts.ts'
import { Upload } from './Upload.tsx'

type Summary = OutputOf<typeof api.lines.summary>
const counters = ['all', 'ready', 'warned', 'invalid', 'excluded'] as const
const PIECE = 200
const initial = { only: 'all', code: '', errors: false, keyword: '' }
type Filter = Readonly<typeof initial>

function Counters({ summary, only, onChange }: { readonly summary: Summary | undefined; readonly only: string; readonly onChange: (only: string) => void }) {
  const say = useText()
  const spoken = useLanguage()
  return (
    <fieldset className="k-row p-counters" aria-label={say(prepareTexts.counters)}>
      {counters
        .filter((key) => key !== 'excluded' || (summary?.excluded ?? 0) > 0)
        .map((key) => (
          <Button
            key={key}
            type={only === key ? 'primary' : 'default'}
            danger={key === 'invalid' && (summary?.invalid ?? 0) > 0}
            aria-pressed={only === key}
            onClick={() => onChange(key)}
          >
            {`${say(prepareTexts[key])} ${formatCount(summary?.[key] ?? 0, spoken)}`}
          </Button>
        ))}
    </fieldset>
  )
}

function firstWords(text: Text | undefined, code: string, say: (text: Text) => string): string {
  // A phrase with choices inside cannot be said without a line; its code then stands alone.
  const phrase = text ? say(text) : ''
  return phrase === '' || phrase.includes('{') ? code : `${code} ${phrase}`
}

function Filters({
  summary,
  state,
  change,
}: {
  readonly summary: Summary | undefined
  readonly state: Filter
  readonly change: (patch: Partial<Filter>) => void
}) {
  const say = useText()
  const codes = Object.entries(summary?.byCode ?? {})
  return (
    <div className="k-row">
      <Select
        aria-label={say(prepareTexts.byCode)}
        value={state.code}
        style={{ minWidth: 190 }}
        options={[
          { value: '', label: say(prepareTexts.byCode) },
          ...codes.map(([code, count]) => ({
            value: code,
            label: `${firstWords((issueMessages as Readonly<Record<string, Text>>)[code], code, say)} (${count})`,
          })),
        ]}
        onChange={(code: string) => change({ code })}
      />
      <Input.Search
        allowClear
        defaultValue={state.keyword}
        aria-label={say(prepareTexts.search)}
        placeholder={say(prepareTexts.search)}
        style={{ width: 230 }}
        onSearch={(keyword) => change({ keyword: keyword.trim() })}
      />
      <Checkbox checked={state.errors} onChange={(event) => change({ errors: event.target.checked })}>
        {say(prepareTexts.onlyErrors)}
      </Checkbox>
    </div>
  )
}

/** Upload, counters, and the grid in which every line is put right. */
export function Prepare({ batch }: { readonly batch: Batch }) {
  const say = useText()
  const [state, change] = useUrlState(initial)
  const [keys, setKeys] = useState<ReadonlySet<number | string>>(new Set())
  const summary = useRead(api.lines.summary, { batchId: batch.id })
  const lines = useReadPieces(api.lines.list, {
    batchId: batch.id,
    size: PIECE,
    ...(state.only === 'all' ? {} : { states: [state.only as LineState] }),
    ...(state.code ? { code: state.code } : {}),
    ...(state.errors ? { onlyErrors: true } : {}),
    ...(state.keyword ? { keyword: state.keyword } : {}),
  })
  const canEdit = batch.may.edit === ''
  const invalid = summary.data?.invalid ?? 0
  return (
    <div className="k-stack">
      {canEdit ? <Upload batch={batch} invalid={invalid} /> : null}
      <div className="k-row k-spread">
        <Counters summary={summary.data} only={state.only} onChange={(only) => change({ only })} />
        <Filters summary={summary.data} state={state} change={change} />
      </div>
      {canEdit && (summary.data?.all ?? 0) > 0 ? (
        <Bulk batchId={batch.id} lineIds={[...keys].map(Number)} invalid={invalid} onDone={() => setKeys(new Set())} />
      ) : null}
      {lines.error ? <Failure error={lines.error} onRetry={() => void lines.refetch()} /> : null}
      <LinesGrid
        batchId={batch.id}
        mode={batch.mode}
        label={say(texts.tabLines)}
        rows={lines.rows}
        isPending={lines.isPending}
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
