import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { pageTitles } from '#/api/pages.texts.ts'
import { applicationStepNames, basisNames, invoiceFields as fields, invoiceKindNames, redReasonNames } from '#/api/taxation/invoices.texts.ts'
import { userType } from '#/domain/codes.ts'
import { plainPercent, ppm } from '#/domain/money.ts'
import { api } from '#/web/kernel/api.ts'
import { formatSecond } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { can, useUser } from '#/web/kernel/session.ts'
import { DownloadButton } from '#/web/parts/files/DownloadButton.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { firstPage, pagingOf, turnOf } from '#/web/ui/paging.ts'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { Countdown, useLineColumns } from './columns.tsx'
import { InvoiceActions } from './InvoiceActions.tsx'
import { MachineLog, SendRed } from './Machine.tsx'
import { ApplicationTag, type Paper, PaperTag, type Red, RedTag, type Whole } from './tags.tsx'
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

function Papers({ row }: { readonly row: Whole }) {
  const say = useText()
  const [asked, ask] = useState<{ readonly paper: Paper; readonly what: 'issue' | 'replace' | 'red' } | null>(null)
  const close = () => ask(null)
  const columns: Column<Paper>[] = [
    { key: 'seq', title: say(fields.seq), width: 60, isAlways: true, render: (paper) => paper.seq },
    { key: 'state', title: say(fields.state), width: 110, isAlways: true, render: (paper) => <PaperTag state={paper.state} /> },
    { key: 'amount', title: say(fields.amount), width: 130, align: 'right', isAlways: true, render: (paper) => <Money value={paper.amount} isStrong /> },
    { key: 'price', title: say(fields.price), width: 130, align: 'right', render: (paper) => <Money value={paper.price} /> },
    { key: 'tax', title: say(fields.tax), width: 110, align: 'right', render: (paper) => <Money value={paper.tax} /> },
    { key: 'number', title: say(fields.number), width: 190, render: (paper) => paper.number || '—' },
    { key: 'issuedOn', title: say(fields.issuedOn), width: 110, render: (paper) => paper.issuedOn ?? '—' },
    { key: 'red', title: say(fields.red), width: 110, align: 'right', render: (paper) => <Money value={paper.red} /> },
    { key: 'files', title: say(fields.file), width: 170, render: (paper) => <Files files={paper.files} /> },
    {
      key: 'action',
      title: say(texts.action),
      width: 190,
      isAlways: true,
      pin: 'right',
      render: (paper) =>
        !can('fp:issue') ? (
          '—'
        ) : paper.number === '' ? (
          <Button size="small" disabled={row.may.issue !== ''} onClick={() => ask({ paper, what: 'issue' })}>
            {say(texts.issue)}
          </Button>
        ) : (
          <span className="k-row">
            <Button size="small" onClick={() => ask({ paper, what: 'replace' })}>
              {say(texts.replace)}
            </Button>
            <Button size="small" danger disabled={paper.redLeft <= 0} onClick={() => ask({ paper, what: 'red' })}>
              {say(texts.red)}
            </Button>
          </span>
        ),
    },
  ]
  return (
    <>
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
      {asked?.what === 'red' ? <RedDialog row={row} paper={asked.paper} onClose={close} /> : null}
      {asked && asked.what !== 'red' ? <PaperDialog row={row} paper={asked.paper} what={asked.what} onClose={close} /> : null}
    </>
  )
}

function Reds({ row }: { readonly row: Whole }) {
  const say = useText()
  const [asked, ask] = useState<{ readonly red: Red; readonly what: 'move' | 'issueRed' } | null>(null)
  const columns: Column<Red>[] = [
    { key: 'blue', title: say(fields.blue), width: 190, render: (red) => red.blueNumber },
    { key: 'code', title: say(fields.code), width: 220, isAlways: true, render: (red) => <RedTag red={red} /> },
    { key: 'amount', title: say(fields.amount), width: 120, align: 'right', isAlways: true, render: (red) => <Money value={red.amount} isStrong /> },
    { key: 'reason', title: say(fields.reason), width: 110, render: (red) => say(redReasonNames[red.reason]) },
    { key: 'expires', title: say(fields.expires), width: 130, render: (red) => <Countdown until={red.expiresAt} /> },
    { key: 'number', title: say(fields.number), width: 190, render: (red) => red.number || '—' },
    { key: 'files', title: say(fields.file), width: 120, render: (red) => <Files files={red.files} /> },
    {
      key: 'action',
      title: say(texts.action),
      width: 330,
      isAlways: true,
      pin: 'right',
      render: (red) =>
        !can('fp:issue') || red.isIssued ? (
          '—'
        ) : (
          <span className="k-row">
            {red.next.length > 0 ? (
              <Button size="small" onClick={() => ask({ red, what: 'move' })}>
                {say(texts.move)}
              </Button>
            ) : null}
            <SendRed row={row} red={red} />
            {red.code === '01' || red.code === '04' ? (
              <Button size="small" type="primary" onClick={() => ask({ red, what: 'issueRed' })}>
                {say(texts.issueRed)}
              </Button>
            ) : null}
          </span>
        ),
    },
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
      {asked?.what === 'move' ? <MoveDialog red={asked.red} onClose={() => ask(null)} /> : null}
      {asked?.what === 'issueRed' ? <PaperDialog row={row} red={asked.red} what="issueRed" onClose={() => ask(null)} /> : null}
    </>
  )
}

function Lines({ row }: { readonly row: Whole }) {
  const say = useText()
  const [place, setPlace] = useState(firstPage)
  const filter = { show: 'application', invoicingId: row.id } as const
  const list = useRead(api.invoices.lines, { ...turnOf(place), ...filter })
  return (
    <DataTable
      id="invoice-lines"
      label={say(fields.lines)}
      columns={useLineColumns()}
      rows={list.data?.rows ?? []}
      rowKey={(line) => line.id}
      source={list}
      empty={{ reason: say(texts.noLines) }}
      tools={<DownloadButton file={() => api.invoices.exportLines(filter)}>{say(texts.export)}</DownloadButton>}
      paging={pagingOf(place, list.data, setPlace)}
    />
  )
}

function History({ row }: { readonly row: Whole }) {
  const say = useText()
  const columns: Column<Whole['steps'][number]>[] = [
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

/** Who issues: a business by its own name and code. */
function issuerOf({ issuer, sellerName, sellerNo, operatorName, centreName }: Whole): string {
  return issuer === 'business' ? `${sellerName} · ${sellerNo} · ${operatorName}` : centreName
}

function About({ row, extra }: { readonly row: Whole; readonly extra?: ReactNode }) {
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
          { label: say(fields.rate), value: `${plainPercent(ppm(row.ratePpm))}% · ${row.policyVersion}` },
          { label: say(fields.kind), value: say(invoiceKindNames[row.kind]) },
          { label: say(fields.unit), value: row.unitName },
          { label: say(fields.centre), value: issuerOf(row), isWide: row.issuer === 'business' },
          { label: say(fields.title), value: `${title.name} · ${title.taxNo}`, isWide: true },
          { label: say(fields.goods), value: `${row.goods} · ${row.taxCode}`, isWide: true },
          {
            label: say(fields.basis),
            value: [say(basisNames[row.basis]), row.periodFrom && `${row.periodFrom} – ${row.periodTo}`].filter(Boolean).join(' · '),
          },
          { label: say(fields.lines), value: `${row.batchCount} / ${row.lineCount}` },
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
      {row.reds.length > 0 ? <Reds row={row} /> : null}
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
  /** What another page says of it besides. */
  readonly extra?: (row: Whole) => ReactNode
}

/** One application: its invoices with their files, what is taken back, its payments and history, and what may be done. */
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
