import type { ReactNode } from 'react'
import { dayStateNames, reconFields as fields, itemKindNames, sourceNames } from '#/api/money/reconciliation.texts.ts'
import { userType } from '#/domain/base/codes.ts'
import type { Fen } from '#/domain/base/money.ts'
import type { ReconSource } from '#/domain/money/reconciliation.ts'
import type { api, OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useUser } from '#/web/kernel/session.ts'
import type { Column } from '#/web/ui/DataTable.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { openColumn } from '#/web/ui/openColumn.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { Tooltip } from '#/web/ui/Tooltip.tsx'
import { DayTag, ItemTag, type ReconItem } from './tags.tsx'
import { texts } from './texts.ts'

type Day = OutputOf<typeof api.reconciliation.days>['rows'][number]

/** One side of a day: its amount and number of movements. */
function Side({ side }: { readonly side: { readonly count: number; readonly amount: Fen } }) {
  const t = useText()
  return (
    <>
      <Money value={side.amount} /> <span className="k-note">{t(texts.count, { count: side.count })}</span>
    </>
  )
}

/** A side as reported in its file. A missing file means unknown, not zero. */
export function ReportedTotals({ day, of }: { readonly day: Pick<Day, 'theirs' | 'bank' | 'missing' | 'refusal'>; readonly of: ReconSource }) {
  const t = useText()
  const side = day[of === 'channel' ? 'theirs' : 'bank']
  if (side.count > 0) return <Side side={side} />
  if (of === 'channel' && day.missing.includes(of) && day.refusal !== '')
    return (
      <Tooltip title={day.refusal}>
        <span>
          <StatusTag tone="red">{t(texts.refused)}</StatusTag>
        </span>
      </Tooltip>
    )
  return day.missing.includes(of) ? <span className="k-note">{t(dayStateNames.waiting)}</span> : '—'
}

/** Platform staff work in all centres, so their lists show the centre and mode of each row. */
const seesAllCentres = (usertype: number | undefined) => usertype === userType.platform

export function useDayColumns(open: (id: number) => void): Column<Day>[] {
  const t = useText()
  const showsCentre = seesAllCentres(useUser()?.usertype)
  const sideColumn = (key: 'ours' | 'theirs' | 'bank' | 'topups' | 'registered', render: (row: Day) => ReactNode): Column<Day> => ({
    key,
    title: t(fields[key]),
    width: 152,
    align: 'right',
    render,
  })
  const countColumn = (key: 'longs' | 'shorts'): Column<Day> => ({ key, title: t(fields[key]), width: 74, align: 'right', render: (row) => row[key] || '—' })
  return [
    { key: 'day', title: t(fields.day), width: 110, isAlways: true, pin: 'left', render: (row) => row.day },
    { key: 'channel', title: t(fields.channel), width: 128, isCut: true, isAlways: true, render: (row) => row.channelName },
    { key: 'centre', title: t(fields.centre), width: 150, isCut: true, isHiddenAtFirst: !showsCentre, render: (row) => row.centreName },
    { key: 'state', title: t(fields.state), width: 98, isAlways: true, render: (row) => <DayTag state={row.state} /> },
    sideColumn('ours', (row) => <Side side={row.ours} />),
    sideColumn('theirs', (row) => <ReportedTotals day={row} of="channel" />),
    sideColumn('bank', (row) => <ReportedTotals day={row} of="bank" />),
    {
      key: 'differences',
      title: t(fields.differences),
      width: 142,
      align: 'right',
      isAlways: true,
      render: (row) => (row.differences.count > 0 ? <Side side={row.differences} /> : '—'),
    },
    countColumn('longs'),
    countColumn('shorts'),
    {
      key: 'missing',
      title: t(fields.missing),
      width: 190,
      isHiddenAtFirst: true,
      render: (row) => row.missing.map((source) => t(sourceNames[source])).join(' · ') || '—',
    },
    { ...sideColumn('topups', (row) => <Side side={row.topups} />), isHiddenAtFirst: true },
    { ...sideColumn('registered', (row) => <Side side={row.registered} />), isHiddenAtFirst: true },
    openColumn({ title: t(texts.action), open: t(texts.open), nameOf: (row) => `${row.day} ${row.channelName}`, onOpen: (row) => open(row.id) }),
  ]
}

export function useItemColumns(open: (id: number) => void, isOfDay = false): Column<ReconItem>[] {
  const t = useText()
  const showsCentre = seesAllCentres(useUser()?.usertype)
  const commonColumns: Column<ReconItem>[] = [
    { key: 'day', title: t(fields.day), width: 110, isAlways: true, render: (row) => row.day },
    { key: 'channel', title: t(fields.channel), width: 128, isCut: true, isHiddenAtFirst: true, render: (row) => row.channelName },
    { key: 'centre', title: t(fields.centre), width: 150, isCut: true, isHiddenAtFirst: !showsCentre, render: (row) => row.centreName },
  ]
  return [
    { key: 'no', title: t(fields.no), width: 118, isAlways: true, pin: 'left', render: (row) => row.no },
    ...(isOfDay ? [] : commonColumns),
    { key: 'kind', title: t(fields.kind), width: 104, isAlways: true, render: (row) => t(itemKindNames[row.kind]) },
    { key: 'state', title: t(fields.state), width: 128, isAlways: true, render: (row) => <ItemTag item={row} /> },
    moneyColumn('difference', t(fields.difference), 122, { isStrong: true }),
    moneyColumn('ours', t(fields.ours), 122),
    moneyColumn('theirs', t(fields.theirAmount), 122),
    { key: 'owner', title: t(fields.owner), width: 104, isCut: true, render: (row) => row.ownerName || '—' },
    { key: 'dueOn', title: t(fields.dueOn), width: 106, render: (row) => row.dueOn ?? '—' },
    { key: 'age', title: t(fields.age), width: 96, align: 'right', render: (row) => row.ageDays },
    { key: 'key', title: t(fields.key), width: 230, isCut: true, render: (row) => row.key },
    { key: 'side', title: t(fields.side), width: 140, render: (row) => t(sourceNames[row.side]) },
    moneyColumn('suspense', t(fields.suspense), 122, { isHiddenAtFirst: true }),
    openColumn({ title: t(texts.action), open: t(texts.open), nameOf: (row) => row.no, onOpen: (row) => open(row.id) }),
  ]
}
