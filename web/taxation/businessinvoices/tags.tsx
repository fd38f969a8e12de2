import { authorisationStatusNames } from '#/api/taxation/businessinvoices.texts.ts'
import type { api, OutputOf } from '#/web/kernel/api.ts'
import { stateTag } from '#/web/ui/StatusTag.tsx'

export type BusinessInvoiceRow = OutputOf<typeof api.businessinvoices.list>['rows'][number]
export type Business = OutputOf<typeof api.businessinvoices.authorisations>['rows'][number]

/** The current status of a business's authorisation. */
export const AuthorisationTag = stateTag(authorisationStatusNames, { effective: 'green', none: 'gold', ahead: 'blue', expired: 'red', revoked: 'grey' })
