import { Link } from 'react-router'
import { exceptionStateNames } from '#/api/money/payout-exceptions.texts.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { confirm } from '#/web/ui/confirm.ts'
import { type Column, DataTable, type RowSource } from '#/web/ui/DataTable.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { texts } from './texts.ts'

type Stop = NonNullable<OutputOf<typeof api.integrity.state>['stop']>
type Row = Stop['lost']['rows'][number]

/** Lists the orders missing from the database, and restores them from the bank's data as payment exceptions. */
export function LostOrders({ stop: { id, lost }, source }: { readonly stop: Pick<Stop, 'id' | 'lost'>; readonly source: RowSource }) {
  const t = useText()
  const restoreOrders = useSubmit(api.integrity.bringBack)
  if (lost.count === 0) return null
  const columns: Column<Row>[] = [
    { key: 'order', title: t(texts.order), width: 190, isAlways: true, render: (row) => row.requestNo },
    moneyColumn('amount', t(texts.amount), 130, { isAlways: true }),
    { key: 'channel', title: t(texts.channel), width: 160, render: (row) => row.channelName || '—' },
    { key: 'sentAt', title: t(texts.sentAt), width: 170, render: (row) => formatDateTimeSeconds(row.sentAt) },
    { key: 'answer', title: t(texts.answer), width: 220, render: (row) => row.answer || <span className="k-note">{t(texts.noAnswer)}</span> },
    {
      key: 'exception',
      title: t(texts.exceptionNo),
      width: 240,
      isAlways: true,
      render: (row) =>
        row.exceptionNo && row.exceptionState ? (
          <>
            <Link to={row.path}>{row.exceptionNo}</Link> {t(exceptionStateNames[row.exceptionState])}
          </>
        ) : (
          '—'
        ),
    },
  ]
  return (
    <>
      <strong>{t(texts.lostTitle, { count: lost.count, open: lost.openCount })}</strong>
      <span>{t(texts.lostMore)}</span>
      <DataTable
        id="lost-orders"
        label={t(texts.lostTitle, { count: lost.count, open: lost.openCount })}
        columns={columns}
        rows={lost.rows}
        source={source}
        rowKey={(row) => row.requestNo}
        empty={{ reason: t(texts.noFindings) }}
        isPlain
        toolbar={
          <ActionButton
            type="primary"
            reason={lost.openCount === 0 ? t(texts.bringBackNone) : ''}
            isBusy={restoreOrders.isBusy}
            onPress={() =>
              confirm({ title: t(texts.bringBackAsk, { open: lost.openCount }), okText: t(texts.bringBack), onOk: () => restoreOrders.submit({ stopId: id }) })
            }
          >
            {t(texts.bringBack)}
          </ActionButton>
        }
      />
    </>
  )
}
