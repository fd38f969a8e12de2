import { Link } from 'react-router'
import type { Mode } from '#/domain/codes.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { DataTable } from '#/web/ui/DataTable.tsx'
import { useInvoiceColumns } from './columns.tsx'
import { texts } from './texts.ts'

/** The invoices over the payments of a batch, and of how many payees the tax is proved. */
export function BatchInvoices({ batchId, mode }: { readonly batchId: number; readonly mode: Mode }) {
  const say = useText()
  const trail = useRead(api.dossiers.trail, { kind: 'batch', id: batchId, page: 1, size: 20 }, { keepLast: false, follows: ['invoices'] })
  const { invoices = [], invoiceCount = 0, certificates = null } = trail.data ?? {}
  return (
    <div className="k-stack">
      {certificates && certificates.all > 0 ? (
        <p>
          {say(texts.certificates)}: <b>{say(texts.certified, certificates)}</b>
        </p>
      ) : null}
      {invoiceCount > invoices.length ? <p className="k-note">{say(texts.firstOf, { shown: invoices.length, count: invoiceCount })}</p> : null}
      <DataTable
        id="batch-invoices"
        label={say(texts.invoices)}
        columns={useInvoiceColumns(mode)}
        rows={invoices}
        rowKey={(row) => row.id}
        source={trail}
        empty={{
          reason: say(texts.noInvoices),
          ...(mode === 2 && can('fp:apply') && can('fpListDz') ? { action: <Link to="/fp/fpListDz?create=1">{say(texts.apply)}</Link> } : {}),
        }}
        isPlain
      />
    </div>
  )
}
