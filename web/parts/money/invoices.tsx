import { Link } from 'react-router'
import { applicationStateNames } from '#/api/taxation/invoices.texts.ts'
import type { Mode } from '#/domain/base/codes.ts'
import type { api, OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { can } from '#/web/kernel/session.ts'
import type { Column } from '#/web/ui/DataTable.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { paidInvoiceTexts as texts } from './invoices.texts.ts'

type Invoice = OutputOf<typeof api.dossiers.trail>['invoices'][number]

const invoicePages = { 1: 'fpListGth', 2: 'fpListDz' } as const

/** A number, linked to its page when the user may open it. */
export function PageLink({ to, children }: { readonly to: string | null; readonly children: string }) {
  return to === null ? children : <Link to={to}>{children}</Link>
}

/** Returns the path of an invoice application; null when the user may not open it. */
export const invoicePath = (mode: Mode, id: number) => (can(invoicePages[mode]) ? `/fp/${invoicePages[mode]}?open=${id}` : null)

/** Returns the columns of the invoice applications for the payments in view. */
export function useInvoiceColumns(mode: Mode): Column<Invoice>[] {
  const t = useText()
  return [
    { key: 'no', title: t(texts.no), width: 210, isAlways: true, render: (row) => <PageLink to={invoicePath(mode, row.id)}>{row.no}</PageLink> },
    { key: 'state', title: t(texts.state), width: 110, isAlways: true, render: (row) => t(applicationStateNames[row.state]) },
    moneyColumn('used', t(texts.ofHere), 150, { isAlways: true, isStrong: true }),
    moneyColumn('amount', t(texts.invoiced), 150),
    moneyColumn('red', t(texts.red), 130),
    { key: 'seller', title: t(texts.seller), width: 220, isCut: true, render: (row) => row.seller },
    { key: 'numbers', title: t(texts.numbers), width: 200, render: (row) => row.numbers.map((number) => <div key={number}>{number}</div>) },
    { key: 'issued', title: t(texts.issuedOn), width: 120, render: (row) => row.issuedOn ?? '—' },
  ]
}
