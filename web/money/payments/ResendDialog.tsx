import { useState } from 'react'
import { useNavigate } from 'react-router'
import { lineFields } from '#/api/money/lines.texts.ts'
import { fen } from '#/domain/base/money.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { type Translate, useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Alert } from '#/web/ui/Alert.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Masked } from '#/web/ui/Masked.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { CardDialog } from './CardDialog.tsx'
import { decisionTexts } from './decision-texts.ts'
import { failureOf } from './failure.ts'
import { lifecycleTexts } from './lifecycle-texts.ts'
import { LineTag } from './line-tags.tsx'
import type { Batch } from './tags.tsx'
import { texts } from './texts.ts'

type ResendableLine = OutputOf<typeof api.payments.resendable>['lines'][number]
const TABLE_HEIGHT = 300

function columnsOf(t: Translate, onCard: (line: ResendableLine) => void): Column<ResendableLine>[] {
  return [
    { key: 'name', title: t(lineFields.name), width: 130, render: (row) => `${row.seq}. ${row.name}` },
    { key: 'state', title: t(lineFields.state), width: 90, render: (row) => <LineTag line={row} /> },
    { key: 'reason', title: t(lineFields.reason), width: 150, isCut: true, render: (row) => failureOf(t, row) },
    {
      key: 'card',
      title: t(lineFields.cardNo),
      width: 180,
      render: (row) => (
        <span className="k-row">
          <Masked value={row.cardNo} />
          {row.needsCard ? <StatusTag tone="red">{t(decisionTexts.sameCard)}</StatusTag> : null}
        </span>
      ),
    },
    moneyColumn('net', t(lineFields.net), 110),
    {
      key: 'action',
      title: t(lifecycleTexts.action),
      width: 110,
      render: (row) => (
        <ActionButton type="link" size="small" onPress={() => onCard(row)}>
          {t(lifecycleTexts.replaceCard)}
        </ActionButton>
      ),
    },
  ]
}

/**
 * Selects the failed and returned lines for a new batch. Lines whose account the bank refused are excluded until they
 * have another card.
 */
export function ResendDialog({ batch, onClose }: { readonly batch: Batch; readonly onClose: () => void }) {
  const t = useText()
  const navigate = useNavigate()
  const [picked, setPicked] = useState<readonly number[] | null>(null)
  const [line, setLine] = useState<ResendableLine | null>(null)
  const answer = useRead(api.payments.resendable, { id: batch.id })
  const lines = answer.data?.lines ?? []
  const chosenLines = lines.filter((each) => picked?.includes(each.id) ?? !each.needsCard)
  const refusedCount = lines.filter((each) => each.needsCard).length
  const resend = useSubmit(api.payments.resend, {
    onDone: (made) => {
      onClose()
      void navigate(`/zf/batch/${made.id}`)
    },
  })
  return (
    <Dialog
      title={t(texts.resend)}
      width={900}
      onClose={onClose}
      confirm={{
        text: t(texts.resend),
        isBusy: resend.isBusy,
        isDisabled: chosenLines.length === 0,
        onPress: () => void resend.submit({ id: batch.id, version: batch.version, lineIds: chosenLines.map((each) => each.id) }),
      }}
    >
      <div className="k-stack">
        <p className="k-note">{t(decisionTexts.resendNote)}</p>
        {refusedCount > 0 ? <Alert type="warning" showIcon title={t(decisionTexts.needsCards, { count: refusedCount })} /> : null}
        <DataTable
          id="resendable"
          label={t(texts.resend)}
          columns={columnsOf(t, setLine)}
          rows={lines}
          source={answer}
          empty={{ reason: t(lifecycleTexts.allEnded) }}
          selection={{ keys: chosenLines.map((each) => each.id), onChange: (keys) => setPicked(keys.map(Number)) }}
          height={TABLE_HEIGHT}
          isPlain
        />
        <span>
          {t(decisionTexts.chosen, { count: chosenLines.length })} <Money value={fen(chosenLines.reduce((sum, each) => sum + each.net, 0))} isStrong />
        </span>
        {answer.data && answer.data.waiting > 0 ? <p className="k-note">{t(decisionTexts.waiting, { count: answer.data.waiting })}</p> : null}
        {resend.failure ? <Alert type="error" showIcon title={resend.failure.message} /> : null}
      </div>
      {line ? <CardDialog line={line} onClose={() => setLine(null)} /> : null}
    </Dialog>
  )
}
