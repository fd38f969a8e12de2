import { applicationStateNames, invoiceStateNames, redCodeNames } from '#/api/taxation/invoices.texts.ts'
import type { RedCode } from '#/domain/taxation/invoice.ts'
import type { api, OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { StatusTag, type StatusTone, stateTag } from '#/web/ui/StatusTag.tsx'
import { texts } from './texts.ts'

export type ApplicationDetail = OutputOf<typeof api.invoices.get>
export type InvoiceApplication = OutputOf<typeof api.invoices.list>['rows'][number]
export type InvoicePaper = ApplicationDetail['invoices'][number]
export type RedInvoice = ApplicationDetail['reds'][number]
export type InvoiceLine = OutputOf<typeof api.invoices.lines>['rows'][number]

export const ApplicationTag = stateTag(applicationStateNames, {
  pending: 'gold',
  todo: 'gold',
  issuing: 'blue',
  part: 'blue',
  issued: 'green',
  failed: 'red',
  withdrawn: 'grey',
  rejected: 'red',
})

export const PaperTag = stateTag(invoiceStateNames, { planned: 'grey', issued: 'green', partRed: 'gold', red: 'red', released: 'grey' })

const redTone = (code: RedCode, isIssued: boolean): StatusTone =>
  isIssued ? 'green' : code === '01' || code === '04' ? 'blue' : code > '04' && code < '10' ? 'grey' : 'gold'

/** The state of a red-letter confirmation at the tax office. */
export function RedTag({ red }: { readonly red: { readonly code: RedCode; readonly isIssued: boolean } }) {
  const t = useText()
  const issueText = red.isIssued ? texts.redDone : red.code === '01' || red.code === '04' ? texts.redToIssue : null
  return (
    <StatusTag tone={redTone(red.code, red.isIssued)}>
      {t(redCodeNames[red.code])}
      {issueText ? ` · ${t(issueText)}` : ''}
    </StatusTag>
  )
}
