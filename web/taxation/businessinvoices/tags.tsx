import { authorisationStatusNames } from '#/api/taxation/businessinvoices.texts.ts'
import type { AuthorisationStatus } from '#/domain/taxation/business-invoice.ts'
import type { api, OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { StatusTag, type StatusTone } from '#/web/ui/StatusTag.tsx'

export type BusinessInvoiceRow = OutputOf<typeof api.businessinvoices.list>['rows'][number]
export type Business = OutputOf<typeof api.businessinvoices.authorisations>['rows'][number]

const tones: Readonly<Record<AuthorisationStatus, StatusTone>> = { effective: 'green', none: 'gold', ahead: 'blue', expired: 'red', revoked: 'grey' }

/** The current status of a business's authorisation. */
export function AuthorisationTag({ stand }: { readonly stand: AuthorisationStatus }) {
  const t = useText()
  return <StatusTag tone={tones[stand]}>{t(authorisationStatusNames[stand])}</StatusTag>
}
