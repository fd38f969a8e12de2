import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { pageTitles } from '#/api/pages.texts.ts'
import { applicationStepNames, basisNames, invoiceFields as fields, invoiceKindNames, redReasonNames } from '#/api/taxation/invoices.texts.ts'
import { userType } from '#/domain/base/codes.ts'
import { plainPercent } from '#/domain/base/money.ts'
import { api } from '#/web/kernel/api.ts'
import { formatSecond } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { can, useUser } from '#/web/kernel/session.ts'
import { DownloadButton } from '#/web/parts/files/DownloadButton.tsx'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { firstPage, pagingOf, turnOf } from '#/web/ui/paging.ts'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { Countdown, useLineColumns } from './columns.tsx'
import { InvoiceActions } from './InvoiceActions.tsx'
import { MachineLog, SendRed } from './IssuingOrders.tsx'
import { type ApplicationDetail, ApplicationTag, type Paper, PaperTag, type Red, RedTag } from './tags.tsx'
import { texts } from './texts.ts'

const PaperDialog = onDemand(async () => (await import('./PaperDialogs.tsx')).PaperDialog)
const RedDialog = onDemand(async () => (await import('./PaperDialogs.tsx')).RedDialog)
const MoveDialog = onDemand(async () => (await import('./PaperDialogs.tsx')).MoveDialog)

const settled = { isPending: false, isFetching: false, error: null, refetch: () => undefined }

function Files({ files }: { readonly files: Paper['files'] }) {
  const say = useText()
  if (files.length === 0) return '—'
  return (
    <span className="k-row">
      {files.map((file) => (
        <DownloadButton key={file.fileId} type="link" file={file.fileId}>
          {`${file.kind.toUpperCase()}${file.isReplaced ? say(texts.replaced) : ''}`}
        </DownloadButton>
      ))}
    </span>
  )
}

type PaperAction = 'issue' | 'replace' | 'red'

/** The actions on one invoice. A disabled one gives the reason. */
function PaperActions({ row, paper, ask }: { readonly row: ApplicationDetail; readonly paper: Paper; readonly ask: (what: PaperAction) => void }) {
  const say = useText()
  if (paper.state === 'released') return '—'
  if (paper.number === '') {
    return (
      <ActionButton size="small" reason={row.may.issue} onPress={() => ask('issue')}>
        {say(texts.issue)}
      </ActionButton>
    )
  }
  return (
    <span className="k-row">
      <ActionButton size="small" reason={row.may.replace} onPress={() => ask('replace')}>
        {say(texts.replace)}
      </ActionButton>
      <ActionButton size="small" danger reason={row.may.red || (paper.redLeft <= 0 ? say(texts.nothingLeft) : '')} onPress={() => ask('red')}>
        {say(texts.red)}
      </ActionButton>
    </span>
  )
}

function Papers({ row }: { readonly row: ApplicationDetail }) {
  const say = useText()
  const { open: ask } = useOverlay<{ readonly paper: Paper; readonly what: PaperAction }>((dialog, close) =>
    dialog.what === 'red' ? (
      <RedDialog row={row} paper={dialog.paper} onClose={close} />
    ) : (
      <PaperDialog row={row} paper={dialog.paper} what={dialog.what} onClose={close} />
    ),
  )

  const isEnded = row.state === 'withdrawn' || row.state === 'rejected'
  const columns: Column<Paper>[] = [
    { key: 'seq', title: say(fields.seq), width: 60, isAlways: true, render: (paper) => paper.seq },
    {
      key: 'state',
      title: say(fields.state),
      width: 110,
      isAlways: true,
      // A planned invoice of a withdrawn or rejected application is shown as released.
      render: (paper) => <PaperTag state={isEnded && paper.state === 'planned' ? 'released' : paper.state} />,
    },
    { key: 'amount', title: say(fields.amount), width: 130, align: 'right', isAlways: true, render: (paper) => <Money value={paper.amount} isStrong /> },
    { key: 'price', title: say(fields.price), width: 130, align: 'right', render: (paper) => <Money value={paper.price} /> },
    { key: 'tax', title: say(fields.tax), width: 110, align: 'right', render: (paper) => <Money value={paper.tax} /> },
    { key: 'number', title: say(fields.number), width: 190, render: (paper) => paper.number || '—' },
    { key: 'files', title: say(texts.files), width: 150, render: (paper) => <Files files={paper.files} /> },
    { key: 'issuedOn', title: say(fields.issuedOn), width: 110, render: (paper) => paper.issuedOn ?? '—' },
    { key: 'red', title: say(fields.red), width: 110, align: 'right', render: (paper) => <Money value={paper.red} /> },
    ...(can('fp:issue') && !isEnded
      ? [
          {
            key: 'action',
            title: say(texts.action),
            width: 190,
            isAlways: true,
            pin: 'right' as const,
            render: (paper: Paper) => <PaperActions row={row} paper={paper} ask={(what) => ask({ paper, what })} />,
          },
        ]
      : []),
  ]
  return (
    <DataTable
      id="invoice-papers"
      label={say(texts.invoices)}
      columns={columns}
      rows={row.invoices}
      rowKey={(paper) => paper.id}
      source={settled}
      empty={{ reason: '—' }}
      isPlain
    />
  )
}

type RedAction = 'move' | 'issueRed'

function RedActions({ row, red, ask }: { readonly row: ApplicationDetail; readonly red: Red; readonly ask: (what: RedAction) => void }) {
  const say = useText()
  if (red.isIssued) return '—'
  return (
    <span className="k-row">
      {red.next.length > 0 ? (
        <Button size="small" onClick={() => ask('move')}>
          {say(texts.move)}
        </Button>
      ) : null}
      <SendRed row={row} red={red} />
      {red.code === '01' || red.code === '04' ? (
        <Button size="small" type="primary" onClick={() => ask('issueRed')}>
          {say(texts.issueRed)}
        </Button>
      ) : null}
    </span>
  )
}

function RedInvoices({ row }: { readonly row: ApplicationDetail }) {
  const say = useText()
  const { open: ask } = useOverlay<{ readonly red: Red; readonly what: RedAction }>((dialog, close) =>
    dialog.what === 'move' ? <MoveDialog red={dialog.red} onClose={close} /> : <PaperDialog row={row} red={dialog.red} what="issueRed" onClose={close} />,
  )
  const isOpen = can('fp:issue') && row.reds.some((red) => !red.isIssued)
  const columns: Column<Red>[] = [
    { key: 'code', title: say(fields.code), width: 245, isAlways: true, render: (red) => <RedTag red={red} /> },
    { key: 'expires', title: say(fields.expires), width: 120, render: (red) => <Countdown until={red.expiresAt} /> },
    { key: 'amount', title: say(fields.amount), width: 120, align: 'right', isAlways: true, render: (red) => <Money value={red.amount} isStrong /> },
    { key: 'number', title: say(fields.number), width: 190, render: (red) => red.number || '—' },
    { key: 'files', title: say(texts.files), width: 120, render: (red) => <Files files={red.files} /> },
    { key: 'reason', title: say(fields.reason), width: 110, render: (red) => say(redReasonNames[red.reason]) },
    { key: 'confirmNo', title: say(fields.confirmNo), width: 170, render: (red) => red.confirmNo || '—' },
    { key: 'blue', title: say(fields.blue), width: 190, render: (red) => red.blueNumber },
    ...(isOpen
      ? [
          {
            key: 'action',
            title: say(texts.action),
            width: 330,
            isAlways: true,
            pin: 'right' as const,
            render: (red: Red) => <RedActions row={row} red={red} ask={(what) => ask({ red, what })} />,
          },
        ]
      : []),
  ]
  return (
    <>
      <h3>{say(texts.reds)}</h3>
      <DataTable
        id="invoice-reds"
        label={say(texts.reds)}
        columns={columns}
        rows={row.reds}
        rowKey={(red) => red.id}
        source={settled}
        empty={{ reason: '—' }}
        isPlain
      />
    </>
  )
}

function Lines({ row }: { readonly row: ApplicationDetail }) {
  const say = useText()
  const [place, setPlace] = useState(firstPage)
  const filter = { show: 'application', invoicingId: row.id } as const
  const list = useRead(api.invoices.lines, { ...turnOf(place), ...filter })
  return (
    <DataTable
      id="invoice-lines"
      label={say(fields.lines)}
      columns={useLineColumns({ isOfOne: true })}
      rows={list.data?.rows ?? []}
      rowKey={(line) => line.id}
      source={list}
      empty={{ reason: say(texts.noLines) }}
      tools={<DownloadButton file={() => api.invoices.exportLines(filter)}>{say(texts.export)}</DownloadButton>}
      paging={pagingOf(place, list.data, setPlace)}
    />
  )
}

function History({ row }: { readonly row: ApplicationDetail }) {
  const say = useText()
  const columns: Column<ApplicationDetail['steps'][number]>[] = [
    { key: 'at', title: say(texts.at), width: 170, isAlways: true, render: (step) => formatSecond(step.at) },
    { key: 'what', title: say(texts.what), width: 190, isAlways: true, render: (step) => say(applicationStepNames[step.kind]) },
    { key: 'amount', title: say(fields.amount), width: 130, align: 'right', render: (step) => <Money value={step.amount} /> },
    { key: 'who', title: say(texts.who), width: 110, render: (step) => step.byName || '—' },
    { key: 'why', title: say(texts.remark), width: 280, render: (step) => step.reason || '—' },
  ]
  return (
    <DataTable
      id="invoice-steps"
      label={say(texts.history)}
      columns={columns}
      rows={row.steps}
      rowKey={(step) => `${step.at} ${step.kind} ${step.reason}`}
      source={settled}
      empty={{ reason: '—' }}
      isPlain
    />
  )
}

/** Returns the issuer's name and code as printed on the invoice. */
const issuerOf = ({ sellerName, sellerNo, operatorName }: ApplicationDetail): string => [sellerName, sellerNo, operatorName].filter(Boolean).join(' · ')

function About({ row, extra }: { readonly row: ApplicationDetail; readonly extra?: ReactNode }) {
  const say = useText()
  const seesPayments = useUser()?.usertype !== userType.operator
  const { title } = row
  return (
    <div className="k-stack">
      <Facts
        columns={2}
        rows={[
          { label: say(fields.state), value: <ApplicationTag state={row.state} /> },
          { label: say(fields.amount), value: <Money value={row.amount} isStrong /> },
          { label: say(fields.price), value: <Money value={row.price} /> },
          { label: say(fields.tax), value: <Money value={row.tax} /> },
          { label: say(fields.rate), value: say(texts.rateBy, { rate: plainPercent(row.ratePpm), policy: row.policyVersion }) },
          { label: say(fields.kind), value: say(invoiceKindNames[row.kind]) },
          { label: say(fields.unit), value: row.unitName },
          { label: say(fields.centre), value: issuerOf(row), isWide: true },
          {
            label: say(fields.title),
            value: [title.name, title.taxNo, title.address, title.telephone, title.bank, title.accountNo].filter(Boolean).join(' · '),
            isWide: true,
          },
          { label: say(fields.goods), value: [row.goods, row.taxCode].filter(Boolean).join(' · '), isWide: true },
          {
            label: say(fields.basis),
            value: [say(basisNames[row.basis]), row.periodFrom && `${row.periodFrom} – ${row.periodTo}`].filter(Boolean).join(' · '),
          },
          { label: say(fields.lines), value: say(texts.spans, { batches: row.batchCount, lines: row.lineCount }) },
          { label: say(fields.email), value: row.mailedAt ? `${row.email} · ${say(texts.mailed, { at: formatSecond(row.mailedAt) })}` : row.email },
          { label: say(fields.remark), value: row.remark },
          ...(row.redDue > 0 ? [{ label: say(fields.redDue), value: <Money value={row.redDue} isStrong /> }] : []),
          ...(row.reason ? [{ label: say(fields.reason), value: row.reason, isWide: true }] : []),
        ]}
      />
      {can('fp:issue') && !row.hasMail ? <p className="k-note">{say(texts.noMail)}</p> : null}
      {extra}
      <h3>{say(texts.invoices)}</h3>
      <Papers row={row} />
      {row.reds.length > 0 ? <RedInvoices row={row} /> : null}
      {can('fp:issue') ? <MachineLog row={row} /> : null}
      {seesPayments ? (
        <>
          <h3>{say(fields.lines)}</h3>
          <Link to={`/zf/moneyTrail?from=invoice:${row.id}`}>{say(pageTitles.moneyTrail)}</Link>
          <Lines row={row} />
        </>
      ) : null}
      <h3>{say(texts.history)}</h3>
      <History row={row} />
    </div>
  )
}

interface DrawerProps {
  readonly id: number
  readonly onClose: () => void
  /** Additional content by the page of another mode. */
  readonly extra?: (row: ApplicationDetail) => ReactNode
}

/** One application: its invoices with files, reversals, payments, history and actions. */
export function InvoiceDrawer({ id, onClose, extra }: DrawerProps) {
  const read = useRead(api.invoices.get, { invoicingId: id }, { keepLast: false, follows: ['invoices'] })
  const row = read.data
  return (
    <DetailDrawer isOpen title={row?.no ?? ''} onClose={onClose} width={1080} footer={row ? <InvoiceActions row={row} /> : undefined}>
      <QueryContent query={read} lines={12}>
        {(answer) => <About row={answer} extra={extra?.(answer)} />}
      </QueryContent>
    </DetailDrawer>
  )
}
