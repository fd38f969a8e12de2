import { lineStateNames } from '#/api/money/lines.texts.ts'
import {
  accountNames,
  exceptionFields,
  exceptionKindNames,
  exceptionStepNames,
  resolutionNames,
  resolutionNotes,
  stopScopeNames,
} from '#/api/money/payout-exceptions.texts.ts'
import type { Text } from '#/domain/base/text.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { PreviewButton } from '#/web/parts/files/PreviewButton.tsx'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Alert } from '#/web/ui/Alert.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { ExceptionProposal } from './ExceptionProposal.tsx'
import { ExceptionTag, stopScopeTones } from './exception-tags.ts'
import { exceptionTexts as texts } from './exception-texts.ts'
import './payments.css'

type ExceptionDetail = OutputOf<typeof api.payouts.exception>
type Step = ExceptionDetail['steps'][number]
type Entry = ExceptionDetail['entries'][number]

function Steps({ row }: { readonly row: ExceptionDetail }) {
  const t = useText()
  const columns: Column<Step>[] = [
    { key: 'at', title: t(texts.at), width: 170, isAlways: true, render: (step) => formatDateTimeSeconds(step.at) },
    { key: 'what', title: t(texts.what), width: 150, isAlways: true, render: (step) => t(exceptionStepNames[step.kind]) },
    { key: 'who', title: t(texts.who), width: 100, render: (step) => step.byName || t(texts.system) },
    {
      key: 'why',
      title: t(texts.reason),
      width: 280,
      render: (step) =>
        // The channel's first response is shown above and not repeated here.
        step.kind === 'opened' ? '—' : [step.resolution ? t(resolutionNames[step.resolution]) : '', step.reason].filter(Boolean).join(': ') || '—',
    },
    {
      key: 'paper',
      title: t(texts.paper),
      width: 140,
      render: (step) =>
        step.fileId ? (
          <PreviewButton type="link" size="small" fileId={step.fileId}>
            {step.fileName}
          </PreviewButton>
        ) : (
          '—'
        ),
    },
  ]
  return (
    <DataTable
      id="exception-steps"
      label={t(texts.story)}
      columns={columns}
      rows={row.steps}
      rowKey={(step) => `${step.at}${step.kind}${step.reason}`}
      empty={{ reason: '—' }}
      isPlain
    />
  )
}

function Entries({ row }: { readonly row: ExceptionDetail }) {
  const t = useText()
  const columns: Column<Entry>[] = [
    { key: 'at', title: t(texts.at), width: 170, render: (entry) => formatDateTimeSeconds(entry.at) },
    { key: 'account', title: t(texts.account), width: 150, isAlways: true, render: (entry) => t(accountNames[entry.account]) },
    moneyColumn('debit', t(texts.debit), 120, { isAlways: true, hidesZero: true }),
    moneyColumn('credit', t(texts.credit), 120, { isAlways: true, hidesZero: true }),
    { key: 'memo', title: t(texts.memo), width: 240, isCut: true, render: (entry) => memoOf(t, entry.memo) },
  ]
  return (
    <DataTable
      id="exception-entries"
      label={t(texts.entries)}
      columns={columns}
      rows={row.entries}
      rowKey={(entry) => `${entry.journalId}${entry.account}${entry.credit}`}
      empty={{ reason: t(texts.noEntries) }}
      isPlain
    />
  )
}

/**
 * Returns the text of a memo. The memo of the first booking is the kind of the exception, later memos are typed by
 * users.
 */
function memoOf(t: ReturnType<typeof useText>, memo: string): string {
  const kind = (exceptionKindNames as Readonly<Record<string, Text>>)[memo]
  return kind ? t(kind) : memo
}

function ExceptionOverview({ row }: { readonly row: ExceptionDetail }) {
  const t = useText()
  const lineState = row.lineState === null ? undefined : (lineStateNames as Readonly<Record<string, Text>>)[row.lineState]
  const proposal = row.state === 'proposed' ? row.steps.findLast((step) => step.kind === 'proposed') : undefined
  return (
    <div className="k-stack">
      {row.kind === 'closed_unit' && row.state !== 'resolved' ? <Alert type="warning" showIcon title={t(texts.closedUnit)} /> : null}
      <Facts
        columns={2}
        rows={[
          { label: t(exceptionFields.state), value: <ExceptionTag state={row.state} /> },
          {
            label: t(exceptionFields.stops),
            value: <StatusTag tone={row.state === 'resolved' ? 'grey' : stopScopeTones[row.stops]}>{t(stopScopeNames[row.stops])}</StatusTag>,
          },
          { label: t(exceptionFields.ours), value: <Money value={row.ours} /> },
          { label: t(exceptionFields.theirs), value: <Money value={row.theirs} /> },
          { label: t(exceptionFields.suspense), value: <Money value={row.suspense} isStrong /> },
          { label: t(exceptionFields.owner), value: row.ownerName },
          { label: t(exceptionFields.unit), value: row.unitName },
          { label: t(exceptionFields.channel), value: row.channelName },
          { label: t(texts.line), value: row.lineNo && [row.lineNo, lineState ? t(lineState) : ''].filter(Boolean).join(' · ') },
          { label: t(texts.payee), value: row.payeeName },
          { label: t(exceptionFields.requestNo), value: row.requestNo },
          { label: t(exceptionFields.openedAt), value: formatDateTimeSeconds(row.openedAt) },
          { label: t(texts.answer), value: <code className="p-answer">{row.answer}</code>, isWide: true },
        ]}
      />
      {proposal?.resolution ? (
        <section className="k-panel k-stack" aria-label={t(texts.proposal)}>
          <strong>
            {t(texts.proposal)}: {t(resolutionNames[proposal.resolution])}
          </strong>
          <span>{t(resolutionNotes[proposal.resolution])}</span>
          <span>
            {proposal.byName}: {proposal.reason}
          </span>
        </section>
      ) : null}
      <h3>{t(texts.story)}</h3>
      <Steps row={row} />
      <h3>{t(texts.entries)}</h3>
      <Entries row={row} />
    </div>
  )
}

/** The second person's decision on a proposal, with the reason. */
function DecisionDialog({ row, isYes, onClose }: { readonly row: ExceptionDetail; readonly isYes: boolean; readonly onClose: () => void }) {
  const t = useText()
  const decide = useSubmit(api.payouts.decideException, { onDone: onClose })
  return (
    <ReasonDialog
      title={t(isYes ? texts.confirmTitle : texts.decline)}
      onClose={onClose}
      confirmText={t(isYes ? texts.confirm : texts.decline)}
      onConfirm={({ reason }) => void decide.submit({ id: row.id, version: row.version, approve: isYes, reason })}
      isDangerous={!isYes}
      submission={decide}
      reason={{ isOptional: isYes, most: 500 }}
    >
      <p>
        {row.no} · {row.resolution ? t(resolutionNames[row.resolution]) : ''} · <Money value={row.suspense} isStrong />
      </p>
      {row.resolution ? <p className="k-note">{t(resolutionNotes[row.resolution])}</p> : null}
    </ReasonDialog>
  )
}

/** The caller's actions on an exception. A disabled one gives the reason. */
function Actions({ row }: { readonly row: ExceptionDetail }) {
  const t = useText()
  const { open: ask } = useOverlay<'propose' | 'confirm' | 'decline'>((dialog, close) =>
    dialog === 'propose' ? <ExceptionProposal row={row} onClose={close} /> : <DecisionDialog row={row} isYes={dialog === 'confirm'} onClose={close} />,
  )
  const takeException = useSubmit(api.payouts.takeException)
  const target = { id: row.id, version: row.version }
  if (row.state === 'resolved') return null
  return (
    <div className="k-row">
      {can('zf:propose') || can('zf:settle') ? (
        <ActionButton reason={row.may.take} isBusy={takeException.isBusy} onPress={() => takeException.submit(target)}>
          {t(texts.take)}
        </ActionButton>
      ) : null}
      {can('zf:propose') ? (
        <ActionButton
          type={row.state === 'open' ? 'primary' : 'default'}
          reason={row.may.propose || (row.ways.length === 0 ? t(texts.noWay) : '')}
          onPress={() => ask('propose')}
        >
          {t(texts.propose)}
        </ActionButton>
      ) : null}
      {can('zf:settle') ? (
        <>
          <ActionButton danger reason={row.may.decide} onPress={() => ask('decline')}>
            {t(texts.decline)}
          </ActionButton>
          <ActionButton type="primary" reason={row.may.decide} onPress={() => ask('confirm')}>
            {t(texts.confirm)}
          </ActionButton>
        </>
      ) : null}
    </div>
  )
}

/** One exception with its full history. */
export function ExceptionDrawer({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const t = useText()
  const exception = useRead(api.payouts.exception, { id }, { keepLast: false, follows: ['batches'] })
  const row = exception.data
  return (
    <DetailDrawer
      title={row ? `${t(exceptionKindNames[row.kind])} ${row.no}` : ''}
      onClose={onClose}
      width={920}
      footer={row && row.state !== 'resolved' ? <Actions row={row} /> : undefined}
    >
      <QueryContent query={exception} lines={12}>
        {(answer) => <ExceptionOverview row={answer} />}
      </QueryContent>
    </DetailDrawer>
  )
}
