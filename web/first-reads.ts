import type { pages } from '#/api/pages.ts'
import { usualPageSize } from '#/domain/base/paging.ts'
import { api } from '#/web/kernel/api.ts'
import { type EarlyRead, readOf, requestEarly } from '#/web/kernel/early.ts'

const first = { page: 1, size: usualPageSize }
const pieces = { size: 50 }

/**
 * The first reads of each page without URL parameters. The input must be exactly the page's, or the page reads a second
 * time (checked by e2e/budget.spec.ts).
 */
const firstReads: Readonly<Partial<Record<keyof typeof pages, readonly EarlyRead[]>>> = {
  dashboard: [readOf(api.dashboard.figures, {}), readOf(api.tasks.waiting, {}), readOf(api.news.feed, { section: 'notice', ...first })],
  goLive: [readOf(api.readiness.overview, {}), readOf(api.readiness.units, first)],
  zfPtList: [readOf(api.payments.list, { ...first, sort: 'newest', isWhole: false })],
  zfPtListpt: [readOf(api.payments.list, { ...first, tab: 'all', sort: 'newest', isWhole: false })],
  zfSkList: [readOf(api.collections.list, { ...first, isWhole: false })],
  zfSkYzList: [readOf(api.collections.received, { ...first, isWhole: false })],
  zfycList: [readOf(api.payouts.exceptions, first)],
  zfdzList: [readOf(api.reconciliation.days, first)],
  zfpzList: [readOf(api.vouchers.list, { ...first, isWhole: false })],
  fpListDz: [readOf(api.invoices.figures, {}), readOf(api.invoices.list, { ...first, isWhole: false })],
  ttList: [readOf(api.titles.list, first)],
  hzhbBjbusiness: [readOf(api.commissions.list, { ...first, isWhole: false })],
  hzhbBrders: [readOf(api.commissions.days, { ...first, isWhole: false })],
  taxListWtdz: [readOf(api.periods.list, first)],
  userYzPtList: [readOf(api.operators.list, { kind: 'platform', ...pieces })],
  openingList: [readOf(api.imports.list, { kind: 'income', ...first })],
  taxForms: [readOf(api.forms.kinds, {})],
  taxPolicies: [readOf(api.policies.versions, {})],
  trialBalance: [readOf(api.books.places, {})],
  accountLedger: [readOf(api.books.places, {})],
  acctVouchers: [readOf(api.accounting.months, { page: 1, size: usualPageSize })],
  platformReports: [readOf(api.platformreports.quarters, {})],
  userYzList: [readOf(api.operators.list, { kind: 'ordinary', ...pieces })],
  datacheck: [readOf(api.operators.candidates, { ...first, state: 'open' })],
  hzhbList: [readOf(api.applications.list, { ...first, tab: 'unit', state: 'pending' })],
  ordersListms: [readOf(api.orders.list, { ...first, isWhole: false })],
  htList: [readOf(api.contracts.list, first)],
  newsEdit: [readOf(api.news.list, first)],
  xyList: [readOf(api.templates.list, first)],
  userDwList: [readOf(api.units.list, { ...first, isWhole: false })],
  ptbiliEdit: [readOf(api.units.settings, first)],
  shoufeiblList: [readOf(api.fees.plans, first)],
  ysetgade: [readOf(api.fees.splits, first), readOf(api.fees.splitChoices, {})],
  partnerList: [readOf(api.partners.list, first)],
  userMsList: [readOf(api.centres.list, first)],
  employeeList: [readOf(api.staff.list, first)],
  PtUserList: [readOf(api.users.list, first)],
  EditRose: [readOf(api.roles.list, first)],
  syslog: [readOf(api.audit.list, pieces)],
  changeList: [readOf(api.changes.list, first)],
  wbfwList: [readOf(api.gateways.state, {})],
}

/**
 * Starts the first reads of a page while its code loads, except those that `isKnown` has. With URL parameters the page
 * itself reads, because it interprets them.
 */
export function requestFirstReads(page: keyof typeof pages | null, search: string, isKnown: (read: EarlyRead) => boolean = () => false): void {
  if (page !== null && search === '') requestEarly((firstReads[page] ?? []).filter((read) => !isKnown(read)))
}
