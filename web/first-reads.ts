import type { pages } from '#/api/pages.ts'
import { defaultPageSize } from '#/domain/base/paging.ts'
import { api } from '#/web/kernel/api.ts'
import { type EarlyRead, earlyReadOf, requestEarly } from '#/web/kernel/early.ts'

const first = { page: 1, size: defaultPageSize }
const pieces = { size: 50 }

/**
 * The first reads of each page without URL parameters. The input must be exactly the page's, or the page reads a second
 * time (checked by e2e/budget.spec.ts).
 */
const firstReads: Readonly<Partial<Record<keyof typeof pages, readonly EarlyRead[]>>> = {
  dashboard: [earlyReadOf(api.dashboard.figures, {}), earlyReadOf(api.tasks.waiting, {}), earlyReadOf(api.news.feed, { section: 'notice', ...first })],
  goLive: [earlyReadOf(api.readiness.overview, {}), earlyReadOf(api.readiness.units, first)],
  zfPtList: [earlyReadOf(api.payments.list, { ...first, sort: 'newest', isWhole: false })],
  zfPtListpt: [earlyReadOf(api.payments.list, { ...first, tab: 'all', sort: 'newest', isWhole: false })],
  zfSkList: [earlyReadOf(api.collections.list, { ...first, isWhole: false })],
  zfSkYzList: [earlyReadOf(api.collections.received, { ...first, isWhole: false })],
  zfycList: [earlyReadOf(api.payouts.exceptions, first)],
  zfdzList: [earlyReadOf(api.reconciliation.days, first)],
  zfpzList: [earlyReadOf(api.vouchers.list, { ...first, isWhole: false })],
  fpListDz: [earlyReadOf(api.invoices.figures, {}), earlyReadOf(api.invoices.list, { ...first, isWhole: false })],
  ttList: [earlyReadOf(api.titles.list, first)],
  hzhbBjbusiness: [earlyReadOf(api.commissions.list, { ...first, isWhole: false })],
  hzhbBrders: [earlyReadOf(api.commissions.days, { ...first, isWhole: false })],
  taxListWtdz: [earlyReadOf(api.periods.list, first)],
  userYzPtList: [earlyReadOf(api.operators.list, { kind: 'platform', ...pieces })],
  openingList: [earlyReadOf(api.imports.list, { kind: 'income', ...first })],
  taxForms: [earlyReadOf(api.forms.kinds, {})],
  taxPolicies: [earlyReadOf(api.policies.versions, {})],
  trialBalance: [earlyReadOf(api.books.places, {})],
  accountLedger: [earlyReadOf(api.books.places, {})],
  acctVouchers: [earlyReadOf(api.accounting.months, { page: 1, size: defaultPageSize })],
  platformReports: [earlyReadOf(api.platformreports.quarters, {})],
  userYzList: [earlyReadOf(api.operators.list, { kind: 'ordinary', ...pieces })],
  datacheck: [earlyReadOf(api.operators.candidates, { ...first, state: 'open' })],
  hzhbList: [earlyReadOf(api.applications.list, { ...first, tab: 'unit', state: 'pending' })],
  ordersListms: [earlyReadOf(api.orders.list, { ...first, isWhole: false })],
  htList: [earlyReadOf(api.contracts.list, first)],
  newsEdit: [earlyReadOf(api.news.list, first)],
  xyList: [earlyReadOf(api.templates.list, first)],
  userDwList: [earlyReadOf(api.units.list, { ...first, isWhole: false })],
  ptbiliEdit: [earlyReadOf(api.units.settings, first)],
  shoufeiblList: [earlyReadOf(api.fees.plans, first)],
  ysetgade: [earlyReadOf(api.fees.splits, first), earlyReadOf(api.fees.splitChoices, {})],
  partnerList: [earlyReadOf(api.partners.list, first)],
  userMsList: [earlyReadOf(api.centres.list, first)],
  employeeList: [earlyReadOf(api.staff.list, first)],
  PtUserList: [earlyReadOf(api.users.list, first)],
  EditRose: [earlyReadOf(api.roles.list, first)],
  syslog: [earlyReadOf(api.audit.list, pieces)],
  changeList: [earlyReadOf(api.changes.list, first)],
  wbfwList: [earlyReadOf(api.gateways.state, {})],
}

/**
 * Starts the first reads of a page while its code loads, except those that `isKnown` has. With URL parameters the page
 * itself reads, because it interprets them.
 */
export function requestFirstReads(page: keyof typeof pages | null, search: string, isKnown: (read: EarlyRead) => boolean = () => false): void {
  if (page !== null && search === '') requestEarly((firstReads[page] ?? []).filter((read) => !isKnown(read)))
}
