import { userType } from '#/domain/base/codes.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { can, useUser } from '#/web/kernel/session.ts'
import { type ApplicationDetail, InvoiceDrawer } from '#/web/taxation/invoices/public.tsx'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { QuarterFacts } from './Quarter.tsx'
import { AuthorisationTag } from './tags.tsx'
import { texts } from './texts.ts'

const UploadDialog = onDemand(async () => (await import('./UploadDialog.tsx')).UploadDialog)

/** The authorisation and quarterly sales of the business, and a button for the operator to upload the invoice. */
function BusinessSection({ row }: { readonly row: ApplicationDetail }) {
  const t = useText()
  const { open: openUpload } = useOverlay((_, close) => <UploadDialog row={row} onClose={close} />)
  const isOperator = useUser()?.usertype === userType.operator
  const status = useRead(api.businessinvoices.standing, { invoicingId: row.id })
  const { quarter = null, authorisation = null } = status.data ?? {}
  const isOpen = row.issuedCount === 0 && row.state !== 'withdrawn' && row.state !== 'rejected'
  return (
    <>
      {authorisation ? (
        <div className="k-row">
          <span className="k-muted">{t(texts.stand)}</span>
          <AuthorisationTag state={authorisation} />
        </div>
      ) : null}
      {quarter ? <QuarterFacts quarter={quarter} /> : null}
      {isOperator && can('fp:upload') && isOpen ? (
        <div>
          <ActionButton type="primary" reason={row.may.issue} onPress={() => openUpload()}>
            {t(texts.upload)}
          </ActionButton>
        </div>
      ) : null}
    </>
  )
}

export function BusinessDrawer({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  return <InvoiceDrawer id={id} onClose={onClose} extra={(row) => (row.issuer === 'business' ? <BusinessSection row={row} /> : null)} />
}
