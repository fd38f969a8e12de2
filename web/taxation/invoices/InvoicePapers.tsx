import { invoiceFields as fields, redReasonNames } from '#/api/taxation/invoices.texts.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { can } from '#/web/kernel/session.ts'
import { DownloadButton } from '#/web/parts/files/DownloadButton.tsx'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { Countdown } from './columns.tsx'
import { SendRedButton } from './IssuingOrders.tsx'
import { type ApplicationDetail, type InvoicePaper, PaperTag, type RedInvoice, RedTag } from './tags.tsx'
import { texts } from './texts.ts'

const PaperDialog = onDemand(async () => (await import('./PaperDialogs.tsx')).PaperDialog)
const RedDialog = onDemand(async () => (await import('./PaperDialogs.tsx')).RedDialog)
const MoveDialog = onDemand(async () => (await import('./PaperDialogs.tsx')).MoveDialog)

function Files({ files }: { readonly files: InvoicePaper['files'] }) {
  const t = useText()
  if (files.length === 0) return '—'
  return (
    <span className="k-row">
      {files.map((file) => (
        <DownloadButton key={file.fileId} type="link" file={file.fileId}>
          {`${file.kind.toUpperCase()}${file.isReplaced ? t(texts.replaced) : ''}`}
        </DownloadButton>
      ))}
    </span>
  )
}

type PaperAction = 'issue' | 'replace' | 'red'

/** The actions on one invoice. A disabled one gives the reason. */
function PaperActions({ row, paper, ask }: { readonly row: ApplicationDetail; readonly paper: InvoicePaper; readonly ask: (what: PaperAction) => void }) {
  const t = useText()
  if (paper.state === 'released') return '—'
  if (paper.number === '') {
    return (
      <ActionButton size="small" reason={row.may.issue} onPress={() => ask('issue')}>
        {t(texts.issue)}
      </ActionButton>
    )
  }
  return (
    <span className="k-row">
      <ActionButton size="small" reason={row.may.replace} onPress={() => ask('replace')}>
        {t(texts.replace)}
      </ActionButton>
      <ActionButton size="small" danger reason={row.may.red || (paper.redLeft <= 0 ? t(texts.nothingLeft) : '')} onPress={() => ask('red')}>
        {t(texts.red)}
      </ActionButton>
    </span>
  )
}

/** The invoices of an application, with their actions. */
export function Papers({ row }: { readonly row: ApplicationDetail }) {
  const t = useText()
  const { open: ask } = useOverlay<{ readonly paper: InvoicePaper; readonly what: PaperAction }>((dialog, close) =>
    dialog.what === 'red' ? (
      <RedDialog row={row} paper={dialog.paper} onClose={close} />
    ) : (
      <PaperDialog row={row} paper={dialog.paper} what={dialog.what} onClose={close} />
    ),
  )

  const isClosed = row.state === 'withdrawn' || row.state === 'rejected'
  const columns: Column<InvoicePaper>[] = [
    { key: 'seq', title: t(fields.seq), width: 60, isAlways: true, render: (paper) => paper.seq },
    {
      key: 'state',
      title: t(fields.state),
      width: 110,
      isAlways: true,
      // A planned invoice of a withdrawn or rejected application is shown as released.
      render: (paper) => <PaperTag state={isClosed && paper.state === 'planned' ? 'released' : paper.state} />,
    },
    moneyColumn('amount', t(fields.amount), 130, { isAlways: true, isStrong: true }),
    moneyColumn('price', t(fields.price), 130),
    moneyColumn('tax', t(fields.tax), 110),
    { key: 'number', title: t(fields.number), width: 190, render: (paper) => paper.number || '—' },
    { key: 'files', title: t(texts.files), width: 150, render: (paper) => <Files files={paper.files} /> },
    { key: 'issuedOn', title: t(fields.issuedOn), width: 110, render: (paper) => paper.issuedOn ?? '—' },
    moneyColumn('red', t(fields.red), 110),
    ...(can('fp:issue') && !isClosed
      ? [
          {
            key: 'action',
            title: t(texts.action),
            width: 190,
            isAlways: true,
            pin: 'right' as const,
            render: (paper: InvoicePaper) => <PaperActions row={row} paper={paper} ask={(what) => ask({ paper, what })} />,
          },
        ]
      : []),
  ]
  return <DataTable id="invoice-papers" label={t(texts.invoices)} columns={columns} rows={row.invoices} empty={{ reason: '—' }} isPlain />
}

type RedAction = 'move' | 'issueRed'

function RedActions({ row, red, ask }: { readonly row: ApplicationDetail; readonly red: RedInvoice; readonly ask: (what: RedAction) => void }) {
  const t = useText()
  if (red.isIssued) return '—'
  return (
    <span className="k-row">
      {red.next.length > 0 ? (
        <Button size="small" onClick={() => ask('move')}>
          {t(texts.move)}
        </Button>
      ) : null}
      <SendRedButton row={row} red={red} />
      {red.code === '01' || red.code === '04' ? (
        <Button size="small" type="primary" onClick={() => ask('issueRed')}>
          {t(texts.issueRed)}
        </Button>
      ) : null}
    </span>
  )
}

/** The red-letter confirmations of an application, with their actions. */
export function RedInvoices({ row }: { readonly row: ApplicationDetail }) {
  const t = useText()
  const { open: ask } = useOverlay<{ readonly red: RedInvoice; readonly what: RedAction }>((dialog, close) =>
    dialog.what === 'move' ? <MoveDialog red={dialog.red} onClose={close} /> : <PaperDialog row={row} red={dialog.red} what="issueRed" onClose={close} />,
  )
  const isOpen = can('fp:issue') && row.reds.some((red) => !red.isIssued)
  const columns: Column<RedInvoice>[] = [
    { key: 'code', title: t(fields.code), width: 245, isAlways: true, render: (red) => <RedTag red={red} /> },
    { key: 'expires', title: t(fields.expires), width: 120, render: (red) => <Countdown until={red.expiresAt} /> },
    moneyColumn('amount', t(fields.amount), 120, { isAlways: true, isStrong: true }),
    { key: 'number', title: t(fields.number), width: 190, render: (red) => red.number || '—' },
    { key: 'files', title: t(texts.files), width: 120, render: (red) => <Files files={red.files} /> },
    { key: 'reason', title: t(fields.reason), width: 110, render: (red) => t(redReasonNames[red.reason]) },
    { key: 'confirmNo', title: t(fields.confirmNo), width: 170, render: (red) => red.confirmNo || '—' },
    { key: 'blue', title: t(fields.blue), width: 190, render: (red) => red.blueNumber },
    ...(isOpen
      ? [
          {
            key: 'action',
            title: t(texts.action),
            width: 330,
            isAlways: true,
            pin: 'right' as const,
            render: (red: RedInvoice) => <RedActions row={row} red={red} ask={(what) => ask({ red, what })} />,
          },
        ]
      : []),
  ]
  return (
    <>
      <h3>{t(texts.reds)}</h3>
      <DataTable id="invoice-reds" label={t(texts.reds)} columns={columns} rows={row.reds} empty={{ reason: '—' }} isPlain />
    </>
  )
}
