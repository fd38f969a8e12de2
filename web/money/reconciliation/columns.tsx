import { reconFields as fields, itemKindNames, sourceNames } from '#/api/money/reconciliation.texts.ts'
import type { Fen } from '#/domain/money.ts'
import type { api, OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import type { Column } from '#/web/ui/DataTable.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { openColumn } from '#/web/ui/openColumn.tsx'
import { DayTag, type Item, ItemTag } from './tags.tsx'
import { texts } from './texts.ts'

type Day = OutputOf<typeof api.reconciliation.days>['rows'][number]

/** One side of a day: its amount, and of how many movements. */
function Side({ side }: { readonly side: { readonly count: number; readonly amount: Fen } }) {
  const say = useText()
  return (
    <>
      <Money value={side.amount} /> <span className="k-note">{say(texts.count, { count: side.count })}</span>
    </>
  )
}

export function useDayColumns(open: (id: number) => void): Column<Day>[] {
  const say = useText()
  const side = (key: 'ours' | 'theirs' | 'bank' | 'topups', width = 190): Column<Day> => ({
    key,
    title: say(fields[key]),
    width,
    align: 'right',
    render: (row) => <Side side={row[key]} />,
  })
  const number = (key: 'longs' | 'shorts'): Column<Day> => ({ key, title: say(fields[key]), width: 90, align: 'right', render: (row) => row[key] || '—' })
  return [
    { key: 'day', title: say(fields.day), width: 120, isAlways: true, pin: 'left', render: (row) => row.day },
    { key: 'channel', title: say(fields.channel), width: 160, isCut: true, isAlways: true, render: (row) => row.channelName },
    { key: 'state', title: say(fields.state), width: 120, isAlways: true, render: (row) => <DayTag state={row.state} /> },
    side('ours'),
    side('theirs'),
    side('bank'),
    {
      key: 'differences',
      title: say(fields.differences),
      width: 180,
      align: 'right',
      isAlways: true,
      render: (row) => (row.differences.count > 0 ? <Side side={row.differences} /> : '—'),
    },
    number('longs'),
    number('shorts'),
    {
      key: 'missing',
      title: say(fields.missing),
      width: 190,
      render: (row) => row.missing.map((source) => say(sourceNames[source])).join(' · ') || '—',
    },
    { ...side('topups'), isHiddenAtFirst: true },
    { key: 'centre', title: say(fields.centre), width: 180, isCut: true, isHiddenAtFirst: true, render: (row) => row.centreName },
    openColumn({ title: say(texts.action), open: say(texts.open), nameOf: (row) => `${row.day} ${row.channelName}`, onOpen: (row) => open(row.id) }),
  ]
}

export function useItemColumns(open: (id: number) => void, isOfDay = false): Column<Item>[] {
  const say = useText()
  const money = (key: 'ours' | 'theirs' | 'difference' | 'suspense', title: string, isHidden = false): Column<Item> => ({
    key,
    title,
    width: 130,
    align: 'right',
    isHiddenAtFirst: isHidden,
    render: (row) => <Money value={row[key]} isStrong={key === 'difference'} />,
  })
  const ofAll: Column<Item>[] = [
    { key: 'day', title: say(fields.day), width: 120, isAlways: true, render: (row) => row.day },
    { key: 'channel', title: say(fields.channel), width: 150, isCut: true, render: (row) => row.channelName },
  ]
  return [
    { key: 'no', title: say(fields.no), width: 130, isAlways: true, pin: 'left', render: (row) => row.no },
    ...(isOfDay ? [] : ofAll),
    { key: 'kind', title: say(fields.kind), width: 120, isAlways: true, render: (row) => say(itemKindNames[row.kind]) },
    { key: 'state', title: say(fields.state), width: 200, isAlways: true, render: (row) => <ItemTag item={row} /> },
    money('difference', say(fields.difference)),
    money('ours', say(fields.ours)),
    money('theirs', say(fields.theirAmount)),
    { key: 'key', title: say(fields.key), width: 230, isCut: true, render: (row) => row.key },
    { key: 'side', title: say(fields.side), width: 140, render: (row) => say(sourceNames[row.side]) },
    { key: 'owner', title: say(fields.owner), width: 110, render: (row) => row.ownerName || '—' },
    { key: 'dueOn', title: say(fields.dueOn), width: 120, render: (row) => row.dueOn ?? '—' },
    { key: 'age', title: say(fields.age), width: 110, align: 'right', render: (row) => row.ageDays },
    money('suspense', say(fields.suspense), true),
    openColumn({ title: say(texts.action), open: say(texts.open), nameOf: (row) => row.no, onOpen: (row) => open(row.id) }),
  ]
}
