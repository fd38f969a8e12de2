import { Link } from 'react-router'
import { lineFields, lineStateNames } from '#/api/money/lines.texts.ts'
import type { Text } from '#/domain/base/text.ts'
import { type ChannelAbility, channelKinds } from '#/domain/organisations/payout-channel.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime, formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { RevealableNumber } from '#/web/parts/plain/RevealNumber.tsx'
import { issueText } from '#/web/parts/sheets/issues.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { confirm } from '#/web/ui/confirm.ts'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { Calculation, type DisplayedSteps } from './Calculation.tsx'
import { failureOf } from './failure.ts'
import { haltTexts } from './halt-texts.ts'
import { lifecycleTexts } from './lifecycle-texts.ts'
import { LineTag, lineIssueTexts, type PaymentLine } from './line-tags.tsx'
import { offlineTexts } from './offline-texts.ts'
import type { Batch } from './tags.tsx'

const OfflineLine = onDemand(async () => (await import('./OfflineLine.tsx')).OfflineLine)

type LineEvent = OutputOf<typeof api.lines.events>[number]

function LineExplanation({ lineId }: { readonly lineId: number }) {
  const t = useText()
  const explanation = useRead(api.lines.explain, { lineId }, { keepLast: false })
  return (
    <QueryContent query={explanation} lines={10}>
      {(answer) => (
        <>
          <p className="k-note">{t(lifecycleTexts.policyLine, { version: answer.policyVersion, day: answer.policyFrom })}</p>
          <Calculation steps={answer.calculation as unknown as DisplayedSteps} line={answer.line} shares={answer.shares} />
        </>
      )}
    </QueryContent>
  )
}

function Events({ lineId }: { readonly lineId: number }) {
  const t = useText()
  const events = useRead(api.lines.events, { lineId }, { keepLast: false })
  const stateLabel = (state: string) => {
    const stateName = (lineStateNames as Readonly<Record<string, Text>>)[state]
    return stateName ? t(stateName) : state
  }
  const columns: Column<LineEvent>[] = [
    { key: 'at', title: t(lifecycleTexts.at), width: 170, render: (row) => formatDateTimeSeconds(row.at) },
    { key: 'to', title: t(lineFields.state), width: 190, render: (row) => [row.from, row.to].filter(Boolean).map(stateLabel).join(' → ') },
    { key: 'reason', title: t(lineFields.reason), width: 200, render: (row) => row.reason },
  ]
  return (
    <DataTable
      id="line-events"
      label={t(lifecycleTexts.events)}
      columns={columns}
      rows={events.data ?? []}
      rowKey={(row) => `${row.at}${row.from}${row.to}`}
      source={events}
      empty={{ reason: t(lifecycleTexts.noEvents) }}
      isPlain
    />
  )
}

function LineOverview({ line }: { readonly line: PaymentLine }) {
  const t = useText()
  return (
    <Facts
      columns={2}
      rows={[
        { label: t(lineFields.no), value: line.no },
        { label: t(lineFields.state), value: <LineTag line={line} /> },
        { label: t(lineFields.idNumber), value: <RevealableNumber of="line" id={line.id} field="idNumber" value={line.idNumber} /> },
        { label: t(lineFields.mobile), value: <RevealableNumber of="line" id={line.id} field="mobile" value={line.mobile} /> },
        { label: t(lineFields.bankName), value: line.bankName },
        { label: t(lineFields.cardNo), value: <RevealableNumber of="line" id={line.id} field="cardNo" value={line.cardNo} /> },
        ...(line.entityName ? [{ label: t(lineFields.entityName), value: line.entityName }] : []),
        { label: t(lineFields.requestNo), value: line.requestNo },
        { label: t(lineFields.channelRef), value: line.channelRef },
        { label: t(lineFields.finishedAt), value: line.finishedAt ? formatDateTime(line.finishedAt) : null },
        ...(line.returnedAt ? [{ label: t(lineFields.returnedAt), value: formatDateTime(line.returnedAt) }] : []),
        ...(line.requestNo ? [{ label: t(haltTexts.moneyTrail), value: <Link to={`/zf/moneyTrail?from=line:${line.id}`}>{line.no}</Link> }] : []),
        { label: t(lineFields.remark), value: line.remark },
        ...(line.userNo ? [{ label: t(lineFields.userNo), value: [line.nickname, line.userNo].filter(Boolean).join(' · ') }] : []),
        ...(line.failCode ? [{ label: t(lineFields.reason), value: failureOf(t, line), isWide: true }] : []),
        ...line.issues.map((issue) => ({ label: issue.code, value: issueText(t, issue, lineIssueTexts), isWide: true })),
      ]}
    />
  )
}

/** Asks the channel to cancel an order that it may not have forwarded yet. */
function CancelSentButton({ batch, line }: { readonly batch: Batch; readonly line: PaymentLine }) {
  const t = useText()
  const cancel = useSubmit(api.payouts.cancelSent)
  const isOpen = line.state === 'processing' || line.state === 'unknown'
  const canCancel = (channelKinds[batch.channelKind].can as readonly ChannelAbility[]).includes('cancel') && (can('zf:retry') || can('payZfPt'))
  if (!isOpen || !canCancel) return null
  const confirmCancel = () =>
    confirm({
      title: t(lifecycleTexts.cancelSent),
      content: t(lifecycleTexts.cancelSentAsk),
      okText: t(lifecycleTexts.cancelSent),
      isDangerous: true,
      onOk: () => cancel.submit({ lineId: line.id }),
    })
  return (
    <ActionButton danger isBusy={cancel.isBusy} onPress={confirmCancel}>
      {t(lifecycleTexts.cancelSent)}
    </ActionButton>
  )
}

interface LineDrawerProps {
  readonly batch: Batch
  readonly line: PaymentLine | undefined
  readonly onClose: () => void
  readonly pane: string
  readonly onPane: (pane: string) => void
}

/** One line: its data, its tax calculation and the channel's response. */
export function LineDrawer({ batch, line, onClose, pane, onPane }: LineDrawerProps) {
  const t = useText()
  return (
    <DetailDrawer
      isOpen={line !== undefined}
      title={line ? `${line.seq}. ${line.name}` : ''}
      onClose={onClose}
      {...(line
        ? {
            panes: [
              {
                key: 'about',
                label: t(lifecycleTexts.details),
                content: (
                  <>
                    <LineOverview line={line} />
                    <CancelSentButton batch={batch} line={line} />
                  </>
                ),
              },
              { key: 'tax', label: t(lifecycleTexts.explain), content: <LineExplanation lineId={line.id} /> },
              { key: 'events', label: t(lifecycleTexts.events), content: <Events lineId={line.id} /> },
              ...(channelKinds[batch.channelKind].isManual
                ? [
                    {
                      key: 'slip',
                      label: t(offlineTexts.slip),
                      content: <OfflineLine key={`${line.id} ${line.state}`} batch={batch} line={line} />,
                    },
                  ]
                : []),
            ],
          }
        : {})}
      pane={pane}
      onPane={onPane}
    />
  )
}
