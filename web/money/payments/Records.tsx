import { useState } from 'react'
import { journalKindNames } from '#/api/money/ledger.texts.ts'
import type { Text } from '#/domain/base/text.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { ZipTask } from '#/web/shell/ZipTask.tsx'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { HistoryDetail } from './HistoryDetail.tsx'
import { ReceiptLines } from './LinesTable.tsx'
import { lifecycleTexts } from './lifecycle-texts.ts'
import type { Batch } from './tags.tsx'
import { texts } from './texts.ts'

type Action = OutputOf<typeof api.payments.history>[number]
type Movement = OutputOf<typeof api.payments.money>[number]

/** The log of a batch's actions. */
export function History({ batch }: { readonly batch: Batch }) {
  const t = useText()
  const history = useRead(api.payments.history, { id: batch.id })
  const columns: Column<Action>[] = [
    { key: 'at', title: t(lifecycleTexts.at), width: 170, isAlways: true, render: (row) => formatDateTimeSeconds(row.at) },
    { key: 'what', title: t(lifecycleTexts.what), width: 150, isAlways: true, render: (row) => row.action },
    { key: 'who', title: t(lifecycleTexts.who), width: 120, render: (row) => row.userName || t(lifecycleTexts.system) },
    { key: 'more', title: t(lifecycleTexts.more), width: 420, render: (row) => <HistoryDetail action={row} /> },
  ]
  return (
    <DataTable
      id="batch-history"
      label={t(texts.tabFlow)}
      columns={columns}
      rows={history.data ?? []}
      rowKey={(row) => `${row.at}${row.action}${JSON.stringify(row.detail)}`}
      source={history}
      empty={{ reason: t(lifecycleTexts.noHistory) }}
    />
  )
}

/** Every movement of money for this batch, with the balances after it. */
export function Movements({ batch }: { readonly batch: Batch }) {
  const t = useText()
  const movementsQuery = useRead(api.payments.money, { id: batch.id })
  const columns: Column<Movement>[] = [
    { key: 'at', title: t(lifecycleTexts.at), width: 170, isAlways: true, render: (row) => formatDateTimeSeconds(row.at) },
    {
      key: 'kind',
      title: t(lifecycleTexts.kind),
      width: 90,
      isAlways: true,
      render: (row) => {
        const kindName = (journalKindNames as Readonly<Record<string, Text>>)[row.kind]
        return kindName ? t(kindName) : row.kind
      },
    },
    { key: 'payee', title: t(lifecycleTexts.payee), width: 110, render: (row) => row.lineName },
    moneyColumn('available', t(lifecycleTexts.available), 130, { isSigned: true }),
    moneyColumn('frozen', t(lifecycleTexts.frozen), 130, { isSigned: true }),
    moneyColumn('availableAfter', t(lifecycleTexts.availableAfter), 130),
    moneyColumn('frozenAfter', t(lifecycleTexts.frozenAfter), 130),
    { key: 'ref', title: t(lifecycleTexts.refNo), width: 190, isCut: true, render: (row) => row.refNo },
    { key: 'memo', title: t(lifecycleTexts.memo), width: 180, isCut: true, render: (row) => row.memo },
  ]
  return (
    <DataTable
      id="batch-money"
      label={t(texts.tabMoney)}
      columns={columns}
      rows={movementsQuery.data ?? []}
      rowKey={(row) => row.journalId}
      source={movementsQuery}
      empty={{ reason: t(lifecycleTexts.noMoney) }}
    />
  )
}

/** The receipts of a batch, singly or as an archive made in the background. */
export function Receipts({ batch }: { readonly batch: Batch }) {
  const t = useText()
  const createZip = useSubmit(api.vouchers.zip)
  const [taskId, setTask] = useState(0)
  const startZip = async () => {
    const answer = await createZip.submit({ batchId: batch.id })
    if (answer) setTask(answer.taskId)
  }
  return (
    <div className="k-stack">
      <div className="k-row">
        <ActionButton reason={batch.successCount + batch.returnedCount === 0 ? t(lifecycleTexts.noReceipts) : ''} onPress={startZip}>
          {t(lifecycleTexts.zip)}
        </ActionButton>
        {taskId ? <ZipTask key={taskId} taskId={taskId} /> : null}
      </div>
      <ReceiptLines batch={batch} />
    </div>
  )
}
