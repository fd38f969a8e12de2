import { Link } from 'react-router'
import { pages } from '#/api/pages.ts'
import { type Mode, settlementMode, userType } from '#/domain/base/codes.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { can, useUser } from '#/web/kernel/session.ts'
import { paidInvoiceTexts as texts } from '#/web/parts/money/invoices.texts.ts'
import { useInvoiceColumns } from '#/web/parts/money/invoices.tsx'
import { DataTable } from '#/web/ui/DataTable.tsx'

/** The invoices for the payments of a batch, and the number of payees with proof of tax. */
export function BatchInvoices({ batchId, mode }: { readonly batchId: number; readonly mode: Mode }) {
  const t = useText()
  const trail = useRead(api.dossiers.trail, { kind: 'batch', id: batchId, page: 1, size: 20 }, { keepLast: false, follows: ['invoices'] })
  const isUnit = useUser()?.usertype === userType.unit
  const { invoices = [], invoiceCount = 0, certificates = null } = trail.data ?? {}
  const canApply = mode === settlementMode.generalContract && isUnit && can('fp:apply') && can('fpListDz')
  return (
    <div className="k-stack">
      {certificates && certificates.all > 0 ? (
        <p>
          {t(texts.certificates)}: <b>{t(texts.certified, certificates)}</b>
        </p>
      ) : null}
      {invoiceCount > invoices.length ? <p className="k-note">{t(texts.firstOf, { shown: invoices.length, count: invoiceCount })}</p> : null}
      <DataTable
        id="batch-invoices"
        label={t(texts.invoices)}
        columns={useInvoiceColumns(mode)}
        rows={invoices}
        source={trail}
        empty={{
          reason: t(texts.noInvoices),
          ...(canApply ? { action: <Link to={`${pages.fpListDz.path}?apply=${batchId}`}>{t(texts.apply)}</Link> } : {}),
        }}
        isPlain
      />
    </div>
  )
}
