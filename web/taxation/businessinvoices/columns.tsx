import { businessInvoiceFields as fieldTexts, issuerNames } from '#/api/taxation/businessinvoices.texts.ts'
import { invoiceFields as fields, invoiceKindNames } from '#/api/taxation/invoices.texts.ts'
import { userType } from '#/domain/base/codes.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useUser } from '#/web/kernel/session.ts'
import { ApplicationTag } from '#/web/taxation/invoices/public.tsx'
import type { Column } from '#/web/ui/DataTable.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { openColumn } from '#/web/ui/openColumn.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { QuarterCell } from './Quarter.tsx'
import { AuthorisationTag, type BusinessInvoiceRow } from './tags.tsx'
import { texts } from './texts.ts'

/** Returns the columns of invoices of mode 1. Units do not see the business's other sales. */
export function useInvoiceColumns(open: (id: number) => void): Column<BusinessInvoiceRow>[] {
  const t = useText()
  const isUnit = useUser()?.usertype === userType.unit
  const quarterColumns: Column<BusinessInvoiceRow>[] = [
    { key: 'quarter', title: t(fieldTexts.quarter), width: 250, render: (row) => <QuarterCell quarter={row.quarter} /> },
    {
      key: 'authorisation',
      title: t(fieldTexts.authorisation),
      width: 120,
      render: (row) => (row.authorisation ? <AuthorisationTag state={row.authorisation} /> : '—'),
    },
  ]
  return [
    { key: 'no', title: t(fields.no), width: 210, isAlways: true, pin: 'left', render: (row) => row.no },
    {
      key: 'state',
      title: t(fields.state),
      width: 150,
      isAlways: true,
      render: (row) => (
        <>
          <ApplicationTag state={row.state} />
          {row.redDue > 0 ? <StatusTag tone="red">{t(fields.redDue)}</StatusTag> : null}
        </>
      ),
    },
    moneyColumn('amount', t(fields.amount), 130, { isAlways: true, isStrong: true }),
    { key: 'issuer', title: t(fieldTexts.issuer), width: 120, render: (row) => t(issuerNames[row.issuer]) },
    { key: 'seller', title: t(fieldTexts.seller), width: 220, isCut: true, isAlways: true, render: (row) => row.sellerName },
    ...(isUnit ? [] : quarterColumns),
    { key: 'unit', title: t(fields.unit), width: 200, isCut: true, render: (row) => row.unitName },
    { key: 'sellerNo', title: t(fieldTexts.sellerNo), width: 190, render: (row) => row.sellerNo },
    { key: 'number', title: t(fields.number), width: 190, render: (row) => row.number || '—' },
    { key: 'issuedOn', title: t(fields.issuedOn), width: 110, render: (row) => row.issuedOn ?? '—' },
    { key: 'kind', title: t(fields.kind), width: 140, render: (row) => t(invoiceKindNames[row.kind]) },
    moneyColumn('price', t(fields.price), 130),
    moneyColumn('tax', t(fields.tax), 110),
    moneyColumn('red', t(fields.red), 110),
    { key: 'operator', title: t(fieldTexts.operator), width: 100, render: (row) => row.operatorName || '—' },
    { key: 'generatedAt', title: t(fieldTexts.generatedAt), width: 170, render: (row) => formatDateTimeSeconds(row.appliedAt) },
    openColumn({ title: t(texts.action), open: t(texts.open), nameOf: (row) => row.no, onOpen: (row) => open(row.id) }),
  ]
}
