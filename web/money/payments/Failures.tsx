import { useState } from 'react'
import { lineFields } from '#/api/money/lines.texts.ts'
import { failureOwners, failureReasons } from '#/api/money/payouts.texts.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { type Translate, useText } from '#/web/kernel/i18n.ts'
import { useCursorRead, useRead, useSubmit } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { Masked } from '#/web/ui/Masked.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { ResendButton } from './BatchActions.tsx'
import { failureOf } from './failure.ts'
import { lifecycleTexts } from './lifecycle-texts.ts'
import { LineTag, type PaymentLine } from './line-tags.tsx'
import type { Batch } from './tags.tsx'

const CardDialog = onDemand(async () => (await import('./CardDialog.tsx')).CardDialog)
const HeldLinesDialog = onDemand(async () => (await import('./batch-dialogs.ts')).HeldLinesDialog)

type Group = OutputOf<typeof api.payouts.failures>[number]
const replaceableStates: readonly PaymentLine['state'][] = ['failed', 'returned', 'cancelled']
const PAGE_ROWS = 100

function FailureGroups({ batchId, everyMs }: { readonly batchId: number; readonly everyMs: number | null }) {
  const t = useText()
  const groups = useRead(api.payouts.failures, { batchId }, { everyMs, follows: ['batches'] })
  const columns: Column<Group>[] = [
    { key: 'reason', title: t(lineFields.reason), width: 160, render: (row) => t(failureReasons[row.reason]) },
    { key: 'owner', title: t(lifecycleTexts.owner), width: 120, render: (row) => t(failureOwners[row.owner]) },
    { key: 'count', title: t(lifecycleTexts.count), width: 90, align: 'right', render: (row) => row.count },
    moneyColumn('cost', t(lifecycleTexts.cost), 140),
  ]
  return (
    <DataTable
      id="failure-groups"
      label={t(lifecycleTexts.failures)}
      columns={columns}
      rows={groups.data ?? []}
      rowKey={(row) => `${row.reason}-${row.owner}`}
      source={groups}
      empty={{ reason: t(lifecycleTexts.allEnded) }}
      isPlain
    />
  )
}

function HeldLineActions({ batch, held, onDone }: { readonly batch: Batch; readonly held: readonly PaymentLine[]; readonly onDone: () => void }) {
  const t = useText()
  const { open: ask } = useOverlay<'retry' | 'cancel'>((dialog, close) => (
    <HeldLinesDialog
      batch={batch}
      lines={held}
      what={dialog}
      onDone={() => {
        close()
        onDone()
      }}
      onClose={close}
    />
  ))
  const query = useSubmit(api.payouts.query)
  const reason = held.length === 0 ? t(lifecycleTexts.chooseHeld) : ''

  return (
    <div className="k-row">
      {can('zf:retry') || can('payZfPt') ? (
        <>
          <ActionButton onPress={() => query.submit({ batchId: batch.id })}>{t(lifecycleTexts.query)}</ActionButton>
          <ActionButton reason={reason} onPress={() => ask('retry')}>
            {t(lifecycleTexts.retryHeld)}
          </ActionButton>
          <ActionButton danger reason={reason} onPress={() => ask('cancel')}>
            {t(lifecycleTexts.cancelHeld)}
          </ActionButton>
        </>
      ) : null}
      <ResendButton batch={batch} />
    </div>
  )
}

function columnsOf(t: Translate, onCard: (line: PaymentLine) => void): Column<PaymentLine>[] {
  return [
    { key: 'seq', title: t(lineFields.seq), width: 70, render: (row) => row.seq },
    { key: 'state', title: t(lineFields.state), width: 110, render: (row) => <LineTag line={row} /> },
    { key: 'name', title: t(lineFields.name), width: 110, render: (row) => row.name },
    { key: 'card', title: t(lineFields.cardNo), width: 180, render: (row) => <Masked value={row.cardNo} /> },
    moneyColumn('net', t(lineFields.net), 120),
    { key: 'reason', title: t(lineFields.reason), width: 220, isCut: true, render: (row) => failureOf(t, row) },
    ...(can('zf:make')
      ? [
          {
            key: 'action',
            title: t(lifecycleTexts.action),
            width: 160,
            render: (row: PaymentLine) =>
              replaceableStates.includes(row.state) ? (
                <ActionButton type="link" size="small" onPress={() => onCard(row)}>
                  {t(lifecycleTexts.replaceCard)}
                </ActionButton>
              ) : null,
          },
        ]
      : []),
  ]
}

/** The workbench for failed lines: by reason and by responsible party, then line by line. */
export function Failures({ batch }: { readonly batch: Batch }) {
  const t = useText()
  const [keys, setKeys] = useState<(number | string)[]>([])
  const { open: openLine } = useOverlay<PaymentLine>((line, close) => <CardDialog line={line} onClose={close} />)
  const everyMs = batch.state === 'paying' ? 5000 : null
  const lines = useCursorRead(
    api.lines.list,
    { batchId: batch.id, states: ['failed', 'held', 'unknown', 'returned', 'cancelled'], size: PAGE_ROWS },
    { everyMs, follows: ['batches'] },
  )
  const heldLines = lines.rows.filter((row) => row.state === 'held' && keys.includes(row.id))
  if (lines.rows.length === 0 && !lines.error) return null
  return (
    <section className="k-card k-stack" aria-label={t(lifecycleTexts.failures)}>
      <div className="k-row k-spread">
        <h2 className="p-title">{t(lifecycleTexts.failures)}</h2>
        <HeldLineActions batch={batch} held={heldLines} onDone={() => setKeys([])} />
      </div>
      <FailureGroups batchId={batch.id} everyMs={everyMs} />
      <DataTable
        id="failed-lines"
        label={t(lifecycleTexts.failures)}
        columns={columnsOf(t, openLine)}
        rows={lines.rows}
        source={lines}
        empty={{ reason: t(lifecycleTexts.allEnded) }}
        more={{ hasMore: lines.hasMore, onMore: lines.more, isLoading: lines.isLoadingMore }}
        {...(lines.rows.some((row) => row.state === 'held') && {
          selection: { keys, onChange: setKeys, isBlocked: (row: PaymentLine) => row.state !== 'held' },
        })}
        isPlain
      />
    </section>
  )
}
