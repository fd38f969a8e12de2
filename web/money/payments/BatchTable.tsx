import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { concernedAmounts } from '#/api/amounts.texts.ts'
import { invoiceStatusNames } from '#/api/money/collections.texts.ts'
import { pages } from '#/api/pages.ts'
import { userType } from '#/domain/base/codes.ts'
import type { Language, Text } from '#/domain/base/text.ts'
import type { BatchSort } from '#/domain/money/batch.ts'
import { unsettledReconStates } from '#/domain/money/reconciliation.ts'
import type { api, OutputOf } from '#/web/kernel/api.ts'
import { formatCount, formatDateTime } from '#/web/kernel/formats.ts'
import { type Translate, useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { centresOf, modesOf, useUser } from '#/web/kernel/session.ts'
import { DownloadButton } from '#/web/parts/files/DownloadButton.tsx'
import { BatchTag } from '#/web/parts/money/BatchTag.tsx'
import { SavedViews } from '#/web/parts/views/SavedViews.tsx'
import { modeNames } from '#/web/shell/texts.ts'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { type ListPosition, pagingOf } from '#/web/ui/paging.ts'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { TotalsOnRequest } from '#/web/ui/TotalsOnRequest.tsx'
import { useIsNarrow } from '#/web/ui/useIsNarrow.ts'
import { isAwaitingSlips, offlineTexts } from './offline-texts.ts'
import type { Batch } from './tags.tsx'
import { texts } from './texts.ts'
import './payments.css'

type Answer = OutputOf<typeof api.payments.list>
type Row = Answer['rows'][number]
const pathOf = (batch: Pick<Batch, 'id'>) => `/zf/batch/${batch.id}`

/**
 * Returns the columns to hide because all rows have the same value: the unit in a unit's list, and the current centre
 * and mode.
 */
function useConstantColumns(): ReadonlySet<string> {
  const user = useUser()
  if (user?.usertype === userType.platform) return new Set()
  if (user?.usertype === userType.centre) return new Set(['centre', 'mode'])
  const places = centresOf(user?.yycenter ?? '')
  return new Set(['unit', ...(places.length > 1 ? [] : ['centre']), ...(modesOf(user?.isdz ?? '').length > 1 ? [] : ['mode'])])
}

/** The results of the lines of a sent batch: successful / failed / pending, with the returned lines as a tag. */
function LineResults({ batch }: { readonly batch: Batch }) {
  const t = useText()
  const { successCount, failedCount, returnedCount, openCount } = batch
  return (
    <span className="p-ends">
      <span>
        <b className={successCount > 0 ? 'p-good' : ''}>{successCount}</b> / <b className={failedCount > 0 ? 'p-bad' : ''}>{failedCount}</b> /{' '}
        <b className={openCount > 0 ? 'p-open' : ''}>{openCount}</b>
      </span>
      {returnedCount > 0 ? <StatusTag tone="purple">{t(texts.returnedCount, { count: returnedCount })}</StatusTag> : null}
    </span>
  )
}

function leadingColumns(t: Translate): Column<Batch>[] {
  return [
    { key: 'no', title: t(texts.no), width: 182, isAlways: true, pin: 'left', render: (row) => <Link to={pathOf(row)}>{row.no}</Link> },
    { key: 'unit', title: t(texts.unit), width: 160, isCut: true, render: (row) => row.unitName },
    {
      key: 'state',
      title: t(texts.state),
      width: 130,
      isAlways: true,
      render: (row) => (
        <span className="k-row">
          <BatchTag batch={row} />
          {isAwaitingSlips(row) ? <StatusTag tone="gold">{t(offlineTexts.waitsShort)}</StatusTag> : null}
          {row.isInsufficient ? <StatusTag tone="red">{t(texts.insufficient)}</StatusTag> : null}
        </span>
      ),
    },
    {
      key: 'cost',
      title: t(texts.cost),
      width: 130,
      align: 'right',
      sort: { up: 'costRising', down: 'cost' },
      render: (row) => <Money value={row.cost} isStrong />,
    },
    {
      key: 'ends',
      title: t(texts.ends),
      width: 152,
      align: 'right',
      render: (row) => (row.openCount + row.successCount + row.failedCount + row.returnedCount > 0 ? <LineResults batch={row} /> : null),
    },
  ]
}

/**
 * Links to reconciliation: to the only difference of the batch, or to all its unsettled differences with the first one
 * open.
 */
function Difference({ of: { id, no, count }, batch }: { readonly of: NonNullable<Row['difference']>; readonly batch: Batch }) {
  const t = useText()
  const batchConditions = count > 1 ? `&keyword=${batch.no}&states=${unsettledReconStates.join(',')}` : ''
  return (
    <Link to={`${pages.zfdzList.path}?pane=items${batchConditions}&open=${id}`} onClick={(event) => event.stopPropagation()}>
      {count > 1 ? t(texts.differences, { no, count, more: count - 1 }) : no}
    </Link>
  )
}

/** Returns columns for the cost of the matching lines, for lists that match only some lines of each batch. */
function concernColumns(t: Translate, concern: Answer['concern']): Column<Row>[] {
  if (concern === null) return []
  const difference: Column<Row> = {
    key: 'difference',
    title: t(texts.differing),
    width: 190,
    render: (row) => (row.difference ? <Difference of={row.difference} batch={row} /> : null),
  }
  return [...(concern === 'differing' ? [difference] : []), moneyColumn('concerned', t(concernedAmounts[concern]), 170, { isStrong: true })]
}

function detailColumns(t: Translate, spoken: Language): Column<Batch>[] {
  return [
    { key: 'lines', title: t(texts.lines), width: 70, align: 'right', render: (row) => formatCount(row.lineCount, spoken) },
    moneyColumn('gross', t(texts.grossAmount), 120),
    moneyColumn('tax', t(texts.tax), 110),
    moneyColumn('fee', t(texts.fee), 110),
    moneyColumn('net', t(texts.netAmount), 120),
    { key: 'order', title: t(texts.order), width: 180, isCut: true, render: (row) => row.orderTitle },
    { key: 'centre', title: t(texts.centre), width: 150, isCut: true, isHiddenAtFirst: true, render: (row) => row.centreName },
    { key: 'mode', title: t(texts.mode), width: 110, render: (row) => t(modeNames[row.mode] as Text) },
    { key: 'retry', title: t(texts.retryTitle), width: 180, isHiddenAtFirst: true, render: (row) => row.retryOfNo ?? '' },
    { key: 'remark', title: t(texts.remark), width: 160, isCut: true, render: (row) => row.remark },
    { key: 'invoice', title: t(texts.invoice), width: 110, render: (row) => (row.successCount > 0 ? t(invoiceStatusNames[row.invoice]) : '') },
    { key: 'maker', title: t(texts.maker), width: 100, render: (row) => row.makerName },
    { key: 'checker', title: t(texts.checker), width: 100, isHiddenAtFirst: true, render: (row) => row.checkerName ?? '' },
    { key: 'auditor', title: t(texts.auditor), width: 100, isHiddenAtFirst: true, render: (row) => row.auditorName ?? '' },
    {
      key: 'created',
      title: t(texts.created),
      width: 150,
      sort: { up: 'oldest', down: 'newest' },
      render: (row) => formatDateTime(row.createdAt),
    },
    { key: 'paid', title: t(texts.paidAt), width: 150, isHiddenAtFirst: true, render: (row) => formatDateTime(row.paidAt) },
  ]
}

/** The columns on a phone: unit, state, cost, results, difference, time. */
const phoneColumns: readonly string[] = ['no', 'unit', 'state', 'cost', 'ends', 'difference', 'created']

interface BatchTableProps {
  readonly id: string
  readonly label: string
  readonly list: {
    readonly data: Answer | undefined
    readonly isPending: boolean
    readonly isFetching: boolean
    readonly error: unknown
    readonly refetch: () => unknown
  }
  readonly place: ListPosition & { readonly sort: BatchSort }
  readonly onPlace: (place: ListPosition | { readonly sort: string }) => void
  /** Requests totals when the list has more batches than the server counts automatically. */
  readonly onSum: () => void
  readonly empty: { readonly reason: string; readonly action?: ReactNode }
  /** Exports the list with its filters and order. */
  readonly file: () => Promise<{ readonly fileId: string }>
}

/** A list of batches with totals. A click on a row opens the batch. */
export function BatchTable({ id, label, list, place, onPlace, onSum, empty, file }: BatchTableProps) {
  const t = useText()
  const currentLanguage = useLanguage()
  const navigate = useNavigate()
  const isNarrow = useIsNarrow()
  const constantColumns = useConstantColumns()
  const { totals = null, concern = null } = list.data ?? {}
  const visibleColumns: Column<Row>[] = [...leadingColumns(t), ...concernColumns(t, concern), ...detailColumns(t, currentLanguage)].filter(
    ({ key }) => !constantColumns.has(key),
  )
  return (
    <DataTable
      id={id}
      label={label}
      columns={isNarrow ? visibleColumns.filter(({ key }) => phoneColumns.includes(key)) : visibleColumns}
      sorting={{ value: place.sort, onChange: (sort) => onPlace({ sort }) }}
      toolbar={<SavedViews list={id} />}
      tools={<DownloadButton file={file}>{t(texts.exportList)}</DownloadButton>}
      source={list}
      empty={empty}
      onOpen={(row) => void navigate(pathOf(row))}
      paging={pagingOf(place, list.data, onPlace)}
      totals={
        totals ? (
          <>
            <span className="k-note">{t(texts.total)}</span>
            {(['gross', 'tax', 'fee', 'net', 'cost'] as const).map((key) => (
              <span key={key}>
                {t(key === 'gross' ? texts.grossAmount : key === 'net' ? texts.netAmount : texts[key])}{' '}
                <b>
                  <Money value={totals[key]} />
                </b>
              </span>
            ))}
            {concern === null ? null : (
              <span>
                {t(concernedAmounts[concern])}{' '}
                <b>
                  <Money value={totals.concerned} />
                </b>
              </span>
            )}
          </>
        ) : list.data ? (
          <TotalsOnRequest onAsk={onSum} isBusy={list.isFetching} />
        ) : null
      }
    />
  )
}
