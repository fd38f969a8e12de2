import { useState } from 'react'
import { draftStateNames } from '#/api/taxation/policies.texts.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { joinList } from '#/web/kernel/punctuation.ts'
import { useRead } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar } from '#/web/ui/FilterBar.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { openColumn } from '#/web/ui/openColumn.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { useOpenRow } from '#/web/ui/useOpenRow.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { texts } from './texts.ts'

const YearDialog = onDemand(async () => (await import('./YearDialog.tsx')).YearDialog)
const YearDrawer = onDemand(async () => (await import('./YearDrawer.tsx')).YearDrawer)

export type CalendarYear = OutputOf<typeof api.policies.years>['years'][number]
const keyOf = ({ year, edition }: CalendarYear) => `${year} ${edition}`

/** Formats a range: one day, or first and last day. */
export const rangeOf = ({ first, last }: CalendarYear['off'][number]) => (first === last ? first.slice(5) : `${first.slice(5)}–${last.slice(5)}`)

export function YearTag({ year }: { readonly year: CalendarYear }) {
  const t = useText()
  if (year.isInForce) return <StatusTag tone="green">{t(texts.inUse)}</StatusTag>
  return year.state === 'published' ? (
    <StatusTag tone="grey">{t(texts.replaced)}</StatusTag>
  ) : (
    <StatusTag tone="gold">{t(draftStateNames[year.state])}</StatusTag>
  )
}

/** Stores in the URL whether a list shows only drafts that others prepared and the user may publish. */
export function useForMeFilter() {
  return useUrlState({ isForMe: false })
}

/** The filter for drafts to publish, for users who may publish. */
export function DraftsToPublishFilter() {
  const t = useText()
  const [state, change] = useForMeFilter()
  return can('policy:check') ? (
    <FilterBar state={state} onChange={change} initial={{ isForMe: false }} fields={[{ kind: 'flag', name: 'isForMe', label: t(texts.forMe) }]} />
  ) : null
}

/** Holidays and make-up days by year. */
export function Years() {
  const t = useText()
  const [{ isForMe }] = useForMeFilter()
  const detailQuery = useRead(api.policies.years, isForMe ? { isForMe } : {})
  const [open, show] = useState<string | null>(null)
  const [edited, edit] = useState<CalendarYear | 'new' | null>(null)
  const years = detailQuery.data?.years ?? []
  const missingYear = detailQuery.data?.missing ?? null
  // Publishing removes a year from the filtered list while its drawer stays open.
  const allYears = useRead(api.policies.years, {}, { isEnabled: isForMe && open !== null })
  const openYear = useOpenRow(allYears.data?.years ?? years, (year) => keyOf(year) === open)
  const columns: Column<CalendarYear>[] = [
    { key: 'year', title: t(texts.year), width: 80, isAlways: true, pin: 'left', render: (row) => row.year },
    { key: 'state', title: t(texts.state), width: 110, isAlways: true, render: (row) => <YearTag year={row} /> },
    { key: 'source', title: t(texts.announcement), width: 320, isCut: true, render: (row) => row.source },
    { key: 'off', title: t(texts.off), width: 320, isCut: true, render: (row) => joinList(row.off.map(rangeOf)) },
    { key: 'working', title: t(texts.working), width: 240, isCut: true, render: (row) => joinList(row.working.map((day) => day.slice(5))) || '—' },
    {
      key: 'origin',
      title: t(texts.origin),
      width: 220,
      render: (row) =>
        row.id === null
          ? t(texts.program)
          : row.publishedBy
            ? `${t(texts.publishedBy, { name: row.publishedBy })} · ${formatDateTimeSeconds(row.publishedAt)}`
            : (row.madeBy ?? ''),
    },
    openColumn({ title: t(texts.action), open: t(texts.open), nameOf: keyOf, onOpen: (row) => show(keyOf(row)) }),
  ]
  return (
    <div className="k-stack">
      {missingYear === null ? null : <Alert type="warning" showIcon title={t(texts.missing, { year: missingYear })} />}
      <DraftsToPublishFilter />
      <DataTable
        id="calendar-years"
        label={t(texts.calendar)}
        columns={columns}
        rows={years}
        rowKey={keyOf}
        source={detailQuery}
        empty={{ reason: '—' }}
        onOpen={(row) => show(keyOf(row))}
        openKey={open}
        toolbar={can('policy:edit') ? <Button onClick={() => edit('new')}>{t(texts.addYear)}</Button> : null}
      />
      {openYear ? <YearDrawer year={openYear} onClose={() => show(null)} onEdit={() => edit(openYear)} /> : null}
      {edited === null ? null : (
        <YearDialog
          from={edited === 'new' ? null : edited}
          next={Math.max(...years.map(({ year }) => year), 2025) + 1}
          onClose={() => edit(null)}
          onDone={(year) => show(keyOf(year))}
        />
      )}
    </div>
  )
}
