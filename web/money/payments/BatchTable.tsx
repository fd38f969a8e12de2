import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { concernedNames } from '#/api/amounts.texts.ts'
import type { Language, Text } from '#/domain/text.ts'
import type { api, OutputOf } from '#/web/kernel/api.ts'
import { formatCount, formatMoment } from '#/web/kernel/formats.ts'
import type { Values } from '#/web/kernel/i18n.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { BatchTag } from '#/web/parts/money/BatchTag.tsx'
import { modeNames } from '#/web/shell/texts.ts'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { type Place, pagingOf } from '#/web/ui/paging.ts'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { TotalsOnRequest } from '#/web/ui/TotalsOnRequest.tsx'
import { offlineTexts, waitsForSlips } from './offline-texts.ts'
import type { Batch } from './tags.tsx'
import { texts } from './texts.ts'

type Answer = OutputOf<typeof api.payments.list>
type Row = Answer['rows'][number]
type Say = (text: Text, values?: Values) => string

const pathOf = (batch: Pick<Batch, 'id'>) => `/zf/batch/${batch.id}`

function wordsOf(say: Say): Column<Batch>[] {
  return [
    { key: 'no', title: say(texts.no), width: 190, isAlways: true, pin: 'left', render: (row) => <Link to={pathOf(row)}>{row.no}</Link> },
    {
      key: 'state',
      title: say(texts.state),
      width: 180,
      isAlways: true,
      render: (row) => (
        <span className="k-row">
          <BatchTag batch={row} />
          {waitsForSlips(row) ? <StatusTag tone="gold">{say(offlineTexts.waitsShort)}</StatusTag> : null}
          {row.isInsufficient ? <StatusTag tone="red">{say(texts.insufficient)}</StatusTag> : null}
        </span>
      ),
    },
    { key: 'unit', title: say(texts.unit), width: 180, isCut: true, render: (row) => row.unitName },
    { key: 'order', title: say(texts.order), width: 180, isCut: true, render: (row) => row.orderTitle },
    { key: 'centre', title: say(texts.centre), width: 150, isCut: true, isHiddenAtFirst: true, render: (row) => row.centreName },
    { key: 'mode', title: say(texts.mode), width: 150, render: (row) => say(modeNames[row.mode] as Text) },
  ]
}

function figuresOf(say: Say, spoken: Language): Column<Batch>[] {
  return [
    { key: 'lines', title: say(texts.lines), width: 80, align: 'right', render: (row) => formatCount(row.lineCount, spoken) },
    { key: 'gross', title: say(texts.grossAmount), width: 130, align: 'right', render: (row) => <Money value={row.gross} /> },
    { key: 'tax', title: say(texts.tax), width: 110, align: 'right', render: (row) => <Money value={row.tax} /> },
    { key: 'fee', title: say(texts.fee), width: 110, align: 'right', render: (row) => <Money value={row.fee} /> },
    { key: 'net', title: say(texts.netAmount), width: 130, align: 'right', render: (row) => <Money value={row.net} /> },
    { key: 'cost', title: say(texts.cost), width: 130, align: 'right', render: (row) => <Money value={row.cost} isStrong /> },
    { key: 'ends', title: say(texts.ends), width: 140, align: 'right', render: (row) => `${row.successCount} / ${row.failedCount} / ${row.returnedCount}` },
  ]
}

/** What those lines cost that the list is about, where it is about some lines of each batch. */
function concernOf(say: Say, concern: Answer['concern']): Column<Row>[] {
  if (concern === null) return []
  return [{ key: 'concerned', title: say(concernedNames[concern]), width: 170, align: 'right', render: (row) => <Money value={row.concerned} isStrong /> }]
}

function tailOf(say: Say): Column<Batch>[] {
  return [
    { key: 'retry', title: say(texts.retryTitle), width: 180, isHiddenAtFirst: true, render: (row) => row.retryOfNo ?? '' },
    { key: 'remark', title: say(texts.remark), width: 160, isCut: true, render: (row) => row.remark },
    { key: 'maker', title: say(texts.maker), width: 100, render: (row) => row.makerName },
    { key: 'created', title: say(texts.created), width: 150, render: (row) => formatMoment(row.createdAt) },
    { key: 'paid', title: say(texts.paidAt), width: 150, isHiddenAtFirst: true, render: (row) => formatMoment(row.paidAt) },
    { key: 'action', title: say(texts.action), width: 80, pin: 'right', isAlways: true, render: (row) => <Link to={pathOf(row)}>{say(texts.open)}</Link> },
  ]
}

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
  readonly place: Place
  readonly onPlace: (place: Place) => void
  /** Asks for sums of more batches than the list counts. */
  readonly onSum: () => void
  readonly empty: { readonly reason: string; readonly action?: ReactNode }
}

/** A list of batches with their totals; a row opens its batch. */
export function BatchTable({ id, label, list, place, onPlace, onSum, empty }: BatchTableProps) {
  const say = useText()
  const spoken = useLanguage()
  const navigate = useNavigate()
  const { totals = null, concern = null } = list.data ?? {}
  return (
    <DataTable
      id={id}
      label={label}
      columns={[...wordsOf(say), ...concernOf(say, concern), ...figuresOf(say, spoken), ...tailOf(say)]}
      rows={list.data?.rows ?? []}
      rowKey={(row) => row.id}
      source={list}
      empty={empty}
      onOpen={(row) => void navigate(pathOf(row))}
      paging={pagingOf(place, list.data, onPlace)}
      totals={
        totals ? (
          <>
            <span className="k-note">{say(texts.total)}</span>
            {(['gross', 'tax', 'fee', 'net', 'cost'] as const).map((key) => (
              <span key={key}>
                {say(key === 'gross' ? texts.grossAmount : key === 'net' ? texts.netAmount : texts[key])}{' '}
                <b>
                  <Money value={totals[key]} />
                </b>
              </span>
            ))}
            {concern === null ? null : (
              <span>
                {say(concernedNames[concern])}{' '}
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
