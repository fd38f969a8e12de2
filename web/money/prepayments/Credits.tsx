import { type ReactNode, useState } from 'react'
import { creditStateNames, prepaymentRefusals } from '#/api/money/prepayments.texts.ts'
import { skipNames } from '#/api/money/reconciliation.texts.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { maxFileBytes } from '#/domain/base/upload.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { DownloadButton } from '#/web/parts/files/DownloadButton.tsx'
import { ExportButton } from '#/web/parts/files/ExportButton.tsx'
import { PreviewButton } from '#/web/parts/files/PreviewButton.tsx'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Alert } from '#/web/ui/Alert.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { FileDrop } from '#/web/ui/FileDrop.tsx'
import { FilterBar } from '#/web/ui/FilterBar.tsx'
import { ChartButton } from '#/web/ui/ListChart.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { firstPage, pageRequestOf, pagingOf } from '#/web/ui/paging.ts'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { keyOf, periodRules, setConditions } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { ClaimForUnitDialog, SlipDialog } from './dialogs.ts'
import { moneyTexts } from './money-texts.ts'
import { texts } from './texts.ts'

const CreditAges = onDemand(async () => (await import('./WaitingAges.tsx')).CreditAges)

type Row = OutputOf<typeof api.prepayments.credits>['rows'][number]
type ImportResult = OutputOf<typeof api.prepayments.importCredits>

const initialState = { pane: 'credits', keyword: '', state: '', from: '', to: '', ...firstPage } as const
const tones = { unclaimed: 'gold', matched: 'blue', confirmed: 'green', returning: 'purple', returned: 'grey', registered: 'green' } as const
const allowedValues = { state: keyOf(tones), size: pageSizes, ...periodRules } as const

function ImportDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const t = useText()
  const [file, setFile] = useState<File | null>(null)
  const [report, setReport] = useState<ImportResult | null>(null)
  const send = useSubmit(api.prepayments.importCredits, {
    onDone: (answer) => {
      setReport(answer)
      setFile(null)
    },
  })
  const close = () => {
    setReport(null)
    setFile(null)
    onClose()
  }
  return (
    <Dialog
      title={t(texts.importCredits)}
      isOpen={isOpen}
      onClose={close}
      confirm={{ text: t(texts.importCredits), onPress: () => void (file && send.submit({ file })), isBusy: send.isBusy, isDisabled: file === null }}
    >
      <div className="k-stack">
        <FileDrop value={file} onChange={setFile} kinds={['xlsx', 'csv']} maxBytes={maxFileBytes} label={t(texts.importCredits)} />
        <div className="k-row">
          <DownloadButton file={() => api.prepayments.creditTemplate({})}>{t(texts.template)}</DownloadButton>
        </div>
        {report ? (
          <Alert
            type={report.problems.length > 0 ? 'warning' : 'success'}
            showIcon
            title={t(texts.imported, { added: report.added, matched: report.matched, repeated: report.repeated })}
            description={[
              ...report.problems.slice(0, 10),
              ...report.skipped.slice(0, 10).map(({ line, reason }) => ({ line, message: t(texts.skipped, { reason: t(skipNames[reason]) }) })),
            ].map(({ line, message }) => <div key={line}>{t(texts.line, { line, message })}</div>)}
          />
        ) : null}
      </div>
    </Dialog>
  )
}

type Action = 'claim' | 'send' | 'confirm' | 'decline'

interface OpenDialog {
  readonly row: Row
  readonly what: Action
}

/** Claims a credit for a unit, proposes its return, or decides on a proposed return. */
function CreditDialog({ openDialog: { row, what }, onClose }: { readonly openDialog: OpenDialog; readonly onClose: () => void }) {
  const t = useText()
  const send = useSubmit(api.prepayments.proposeReturn, { onDone: onClose })
  const decide = useSubmit(api.prepayments.decideReturn, { onDone: onClose })
  const content = (
    <p>
      <Money value={row.amount} isStrong /> · {row.payerName} · {row.serial}
    </p>
  )
  if (what === 'claim') return <ClaimForUnitDialog creditId={row.id} what={content} onClose={onClose} />
  if (what === 'send') {
    const detail = (
      <>
        <p className="k-note">{t(moneyTexts.sendBackNote)}</p>
        {content}
        <p>
          {t(texts.payerAccount)} {row.payerAccount}
        </p>
      </>
    )
    return (
      <SlipDialog
        title={t(moneyTexts.sendBack)}
        what={detail}
        hasReason
        isBusy={send.isBusy}
        onSend={({ isNeverSent, ...paid }) => send.submit({ creditId: row.id, ...paid })}
        onClose={onClose}
      />
    )
  }
  const isApproval = what === 'confirm'
  const label = t(isApproval ? moneyTexts.confirmReturn : moneyTexts.declineReturn)
  return (
    <ReasonDialog
      title={label}
      onClose={onClose}
      confirmText={label}
      onConfirm={({ reason }) => void decide.submit({ creditId: row.id, approve: isApproval, reason })}
      isDangerous={!isApproval}
      submission={decide}
      reason={{ isOptional: isApproval }}
    >
      {content}
      {row.sentBack ? (
        <p>
          {row.sentBack.reason} · {row.sentBack.paidOn} · {row.sentBack.bankSerial} · {row.sentBack.proposedBy}{' '}
          <PreviewButton type="link" size="small" fileId={row.sentBack.slipFileId}>
            {t(texts.slipView)}
          </PreviewButton>
        </p>
      ) : null}
    </ReasonDialog>
  )
}

function useCreditActions(ask: (dialog: OpenDialog) => void): (row: Row) => ReactNode {
  const t = useText()
  return (row) => {
    const actionButton = (what: Action, label: string, reason = '') => (
      <ActionButton key={what} type="link" size="small" reason={reason} onPress={() => ask({ row, what })}>
        {label}
      </ActionButton>
    )
    if (row.state === 'unclaimed')
      return <span className="k-row">{[actionButton('claim', t(moneyTexts.claimFor)), actionButton('send', t(moneyTexts.sendBack))]}</span>
    if (row.state === 'returning' && row.sentBack) {
      const reason = row.sentBack.isMine ? t(prepaymentRefusals.ownReturn) : ''
      return (
        <span className="k-row">
          {[actionButton('confirm', t(moneyTexts.confirmReturn), reason), actionButton('decline', t(moneyTexts.declineReturn), reason)]}
        </span>
      )
    }
    return '—'
  }
}

/** 来款认领: the bank credits and the top-ups they pay for. */
export function Credits() {
  const t = useText()
  const [state, change] = useUrlState(initialState, allowedValues)
  const [isImporting, setImporting] = useState(false)
  const [dialog, ask] = useState<OpenDialog | null>(null)
  const [hasChart, showChart] = useState(false)
  const actions = useCreditActions(ask)
  const filter = setConditions({ keyword: state.keyword, state: state.state, from: state.from, to: state.to })
  const list = useRead(api.prepayments.credits, { ...pageRequestOf(state), ...filter }, { follows: ['topups'] })
  const columns: Column<Row>[] = [
    { key: 'time', title: t(texts.creditedAt), width: 165, isAlways: true, pin: 'left', render: (row) => formatDateTimeSeconds(row.creditedAt) },
    { key: 'state', title: t(texts.state), width: 150, render: (row) => <StatusTag tone={tones[row.state]}>{t(creditStateNames[row.state])}</StatusTag> },
    moneyColumn('amount', t(texts.amount), 130, { isStrong: true }),
    { key: 'payer', title: t(texts.payer), width: 190, isCut: true, render: (row) => row.payerName },
    { key: 'serial', title: t(texts.serial), width: 160, render: (row) => row.serial },
    { key: 'unit', title: t(texts.unit), width: 180, isCut: true, render: (row) => row.unitName ?? '—' },
    { key: 'topup', title: t(texts.topupNo), width: 200, render: (row) => row.topupNo ?? (row.registeredAs || '—') },
    { key: 'memo', title: t(texts.memo), width: 200, isCut: true, render: (row) => row.memo },
    { key: 'action', title: t(texts.action), width: 210, pin: 'right', isAlways: true, render: actions },
  ]
  return (
    <>
      <FilterBar
        state={state}
        onChange={change}
        initial={initialState}
        fields={[
          { kind: 'text', name: 'keyword', label: t(texts.keyword), placeholder: t(moneyTexts.creditHint) },
          { kind: 'choice', name: 'state', label: t(texts.state), choices: choicesOf(t, Object.keys(tones) as (keyof typeof tones)[], creditStateNames) },
          { kind: 'days', from: 'from', to: 'to', label: t(texts.period) },
        ]}
      />
      {hasChart ? <CreditAges filter={filter} /> : null}
      <DataTable
        id="credits"
        label={t(texts.credits)}
        columns={columns}
        source={list}
        empty={{ reason: t(texts.noCredits) }}
        toolbar={
          <Button type="primary" onClick={() => setImporting(true)}>
            {t(texts.importCredits)}
          </Button>
        }
        tools={
          <>
            <ChartButton isOn={hasChart} onChange={showChart} />
            <ExportButton file={() => api.prepayments.exportCredits(filter)} />
          </>
        }
        paging={pagingOf(state, list.data, change)}
      />
      {dialog ? <CreditDialog key={`${dialog.row.id}-${dialog.what}`} openDialog={dialog} onClose={() => ask(null)} /> : null}
      <ImportDialog isOpen={isImporting} onClose={() => setImporting(false)} />
    </>
  )
}
