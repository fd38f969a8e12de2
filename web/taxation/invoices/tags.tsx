import { applicationStateNames, invoiceStateNames, redCodeNames } from '#/api/taxation/invoices.texts.ts'
import type { InvoiceApplicationState, InvoiceState, RedCode } from '#/domain/taxation/invoice.ts'
import type { api, OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { StatusTag, type StatusTone } from '#/web/ui/StatusTag.tsx'
import { texts } from './texts.ts'

export type ApplicationDetail = OutputOf<typeof api.invoices.get>
export type InvoiceApplication = OutputOf<typeof api.invoices.list>['rows'][number]
export type InvoicePaper = ApplicationDetail['invoices'][number]
export type RedInvoice = ApplicationDetail['reds'][number]
export type InvoiceLine = OutputOf<typeof api.invoices.lines>['rows'][number]

const tones: Readonly<Record<InvoiceApplicationState, StatusTone>> = {
  pending: 'gold',
  todo: 'gold',
  issuing: 'blue',
  part: 'blue',
  issued: 'green',
  failed: 'red',
  withdrawn: 'grey',
  rejected: 'red',
}
const paperTones: Readonly<Record<InvoiceState, StatusTone>> = { planned: 'grey', issued: 'green', partRed: 'gold', red: 'red', released: 'grey' }

export function ApplicationTag({ state }: { readonly state: InvoiceApplicationState }) {
  const t = useText()
  return <StatusTag tone={tones[state]}>{t(applicationStateNames[state])}</StatusTag>
}

export function PaperTag({ state }: { readonly state: InvoiceState }) {
  const t = useText()
  return <StatusTag tone={paperTones[state]}>{t(invoiceStateNames[state])}</StatusTag>
}

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
