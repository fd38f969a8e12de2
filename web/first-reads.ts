import type { pages } from '#/api/pages.ts'
import { defaultPageSize } from '#/domain/base/paging.ts'
import { api } from '#/web/kernel/api.ts'
import { type EarlyRead, earlyReadOf, requestEarly } from '#/web/kernel/early.ts'

const firstPage = { page: 1, size: defaultPageSize }
const pageOptions = { size: 50 }

/**
 * The first reads of each page without URL parameters. The input must be exactly the page's, or the page reads a second
 * time (checked by e2e/budget.spec.ts).
 */
const firstReads: Readonly<Partial<Record<keyof typeof pages, readonly EarlyRead[]>>> = {
  dashboard: [earlyReadOf(api.dashboard.figures, {}), earlyReadOf(api.tasks.waiting, {}), earlyReadOf(api.news.feed, { section: 'notice', ...firstPage })],
  goLive: [earlyReadOf(api.readiness.overview, {}), earlyReadOf(api.readiness.units, firstPage)],
  zfPtList: [earlyReadOf(api.payments.list, { ...firstPage, sort: 'newest', isWhole: false })],
  zfPtListpt: [earlyReadOf(api.payments.list, { ...firstPage, tab: 'all', sort: 'newest', isWhole: false })],
  zfSkList: [earlyReadOf(api.collections.list, { ...firstPage, isWhole: false })],
  zfSkYzList: [earlyReadOf(api.collections.received, { ...firstPage, isWhole: false })],
  zfycList: [earlyReadOf(api.payouts.exceptions, firstPage)],
  zfdzList: [earlyReadOf(api.reconciliation.days, firstPage)],
  zfpzList: [earlyReadOf(api.vouchers.list, { ...firstPage, isWhole: false })],
  fpListDz: [earlyReadOf(api.invoices.figures, {}), earlyReadOf(api.invoices.list, { ...firstPage, isWhole: false })],
  ttList: [earlyReadOf(api.titles.list, firstPage)],
  hzhbBjbusiness: [earlyReadOf(api.commissions.list, { ...firstPage, isWhole: false })],
  hzhbBrders: [earlyReadOf(api.commissions.days, { ...firstPage, isWhole: false })],
  taxListWtdz: [earlyReadOf(api.periods.list, firstPage)],
  userYzPtList: [earlyReadOf(api.operators.list, { kind: 'platform', ...pageOptions })],
  openingList: [earlyReadOf(api.imports.list, { kind: 'income', ...firstPage })],
  taxForms: [earlyReadOf(api.forms.kinds, {})],
  taxPolicies: [earlyReadOf(api.policies.versions, {})],
  trialBalance: [earlyReadOf(api.books.places, {})],
  accountLedger: [earlyReadOf(api.books.places, {})],
  acctVouchers: [earlyReadOf(api.accounting.months, { page: 1, size: defaultPageSize })],
  platformReports: [earlyReadOf(api.platformreports.quarters, {})],
  userYzList: [earlyReadOf(api.operators.list, { kind: 'ordinary', ...pageOptions })],
  datacheck: [earlyReadOf(api.operators.candidates, { ...firstPage, state: 'open' })],
  hzhbList: [earlyReadOf(api.applications.list, { ...firstPage, tab: 'unit', state: 'pending' })],
  ordersListms: [earlyReadOf(api.orders.list, { ...firstPage, isWhole: false })],
  htList: [earlyReadOf(api.contracts.list, firstPage)],
  newsEdit: [earlyReadOf(api.news.list, firstPage)],
  xyList: [earlyReadOf(api.templates.list, firstPage)],
  userDwList: [earlyReadOf(api.units.list, { ...firstPage, isWhole: false })],
  ptbiliEdit: [earlyReadOf(api.units.settings, firstPage)],
  shoufeiblList: [earlyReadOf(api.fees.plans, firstPage)],
  ysetgade: [earlyReadOf(api.fees.splits, firstPage), earlyReadOf(api.fees.splitChoices, {})],
  partnerList: [earlyReadOf(api.partners.list, firstPage)],
  userMsList: [earlyReadOf(api.centres.list, firstPage)],
  employeeList: [earlyReadOf(api.staff.list, firstPage)],
  PtUserList: [earlyReadOf(api.users.list, firstPage)],
  EditRose: [earlyReadOf(api.roles.list, firstPage)],
  syslog: [earlyReadOf(api.audit.list, pageOptions)],
  changeList: [earlyReadOf(api.changes.list, firstPage)],
  wbfwList: [earlyReadOf(api.gateways.state, {})],
}

/**
 * Starts the first reads of a page while its code loads, except those for which `isKnown` returns true. With URL
 * parameters the page itself reads, because it interprets them.
 */
export function requestFirstReads(page: keyof typeof pages | null, search: string, isKnown: (read: EarlyRead) => boolean = () => false): void {
  if (page !== null && search === '') requestEarly((firstReads[page] ?? []).filter((read) => !isKnown(read)))
}
