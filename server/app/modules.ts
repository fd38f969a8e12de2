import { type ModuleName, type Modules, modules } from '#/api/modules.ts'
import { auth } from '#/server/access/auth/operations.ts'
import { jobs as changeJobs } from '#/server/access/changes/jobs.ts'
import { changes } from '#/server/access/changes/operations.ts'
import { jobs as recoveryJobs } from '#/server/access/recovery/jobs.ts'
import { recovery } from '#/server/access/recovery/operations.ts'
import { roles } from '#/server/access/roles/operations.ts'
import { jobs as userJobs } from '#/server/access/users/jobs.ts'
import { users } from '#/server/access/users/operations.ts'
import { jobs as contractJobs } from '#/server/agreements/contracts/jobs.ts'
import { contracts } from '#/server/agreements/contracts/operations.ts'
import { orders } from '#/server/agreements/orders/operations.ts'
import { jobs as signingJobs } from '#/server/agreements/signing/jobs.ts'
import { signing } from '#/server/agreements/signing/operations.ts'
import { templates } from '#/server/agreements/templates/operations.ts'
import { assessments } from '#/server/desk/assessments/operations.ts'
import { jobs as trailJobs } from '#/server/desk/audit/jobs.ts'
import { audit } from '#/server/desk/audit/operations.ts'
import { jobs as closingJobs } from '#/server/desk/closings/jobs.ts'
import { closings } from '#/server/desk/closings/operations.ts'
import { dashboard } from '#/server/desk/dashboard/operations.ts'
import { demo } from '#/server/desk/demo/operations.ts'
import { gateways } from '#/server/desk/gateways/operations.ts'
import { jobs as integrityJobs } from '#/server/desk/integrity/jobs.ts'
import { integrity } from '#/server/desk/integrity/operations.ts'
import { lookups } from '#/server/desk/lookups/operations.ts'
import { jobs as personalJobs } from '#/server/desk/personal/jobs.ts'
import { personal } from '#/server/desk/personal/operations.ts'
import { plain } from '#/server/desk/plain/operations.ts'
import { jobs as profileJobs } from '#/server/desk/profile/jobs.ts'
import { profile } from '#/server/desk/profile/operations.ts'
import { readiness } from '#/server/desk/readiness/operations.ts'
import { jobs as reportJobs } from '#/server/desk/reports/jobs.ts'
import { reports } from '#/server/desk/reports/operations.ts'
import { jobs as retentionJobs } from '#/server/desk/retention/jobs.ts'
import { showcaseRoutes } from '#/server/desk/showcase/mocks.ts'
import { jobs as monthJobs } from '#/server/kernel/archive/months.ts'
import type { Jobs } from '#/server/kernel/context.ts'
import type { Callback } from '#/server/kernel/external/callback.ts'
import type { AnyImplementation, ServedModule } from '#/server/kernel/kernel.ts'
import type { Documents } from '#/server/kernel/request/documents.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import type { RawRoutes } from '#/server/kernel/request/raw-routes.ts'
import { calculators } from '#/server/money/calculators/operations.ts'
import { jobs as clearingJobs } from '#/server/money/clearings/jobs.ts'
import { clearings } from '#/server/money/clearings/operations.ts'
import { jobs as collectionJobs } from '#/server/money/collections/jobs.ts'
import { collections } from '#/server/money/collections/operations.ts'
import { jobs as commissionJobs } from '#/server/money/commissions/jobs.ts'
import { commissions } from '#/server/money/commissions/operations.ts'
import { custody } from '#/server/money/custody/operations.ts'
import { jobs as lineJobs } from '#/server/money/lines/jobs.ts'
import { lines } from '#/server/money/lines/operations.ts'
import { othersales } from '#/server/money/othersales/operations.ts'
import { jobs as paymentJobs } from '#/server/money/payments/jobs.ts'
import { payments } from '#/server/money/payments/operations.ts'
import { channelNotices } from '#/server/money/payouts/channels/notices.ts'
import { jobs as payoutJobs } from '#/server/money/payouts/jobs.ts'
import { payouts } from '#/server/money/payouts/operations.ts'
import { jobs as prepaymentJobs } from '#/server/money/prepayments/jobs.ts'
import { prepayments } from '#/server/money/prepayments/operations.ts'
import { jobs as reconciliationJobs } from '#/server/money/reconciliation/jobs.ts'
import { reconciliation } from '#/server/money/reconciliation/operations.ts'
import { residences } from '#/server/money/residences/operations.ts'
import { jobs as voucherJobs } from '#/server/money/vouchers/jobs.ts'
import { vouchers } from '#/server/money/vouchers/operations.ts'
import { jobs as applicationJobs } from '#/server/onboarding/applications/jobs.ts'
import { applications } from '#/server/onboarding/applications/operations.ts'
import { jobs as importJobs } from '#/server/onboarding/imports/jobs.ts'
import { imports } from '#/server/onboarding/imports/operations.ts'
import { moving } from '#/server/onboarding/moving/operations.ts'
import { centres } from '#/server/organisations/centres/operations.ts'
import { jobs as certificateJobs } from '#/server/organisations/certificates/jobs.ts'
import { certificates } from '#/server/organisations/certificates/operations.ts'
import { fees } from '#/server/organisations/fees/operations.ts'
import { partners } from '#/server/organisations/partners/operations.ts'
import { relations } from '#/server/organisations/relations/operations.ts'
import { jobs as staffJobs } from '#/server/organisations/staff/jobs.ts'
import { staff } from '#/server/organisations/staff/operations.ts'
import { jobs as unitJobs } from '#/server/organisations/units/jobs.ts'
import { units } from '#/server/organisations/units/operations.ts'
import { disputes } from '#/server/people/disputes/operations.ts'
import { jobs as entityJobs } from '#/server/people/entities/jobs.ts'
import { entities } from '#/server/people/entities/operations.ts'
import { jobs as identityJobs } from '#/server/people/identity/jobs.ts'
import { identity } from '#/server/people/identity/operations.ts'
import { jobs as operatorJobs } from '#/server/people/operators/jobs.ts'
import { operators } from '#/server/people/operators/operations.ts'
import { jobs as paperJobs } from '#/server/people/papers/jobs.ts'
import { papers } from '#/server/people/papers/operations.ts'
import { verifications } from '#/server/people/verifications/operations.ts'
import { errors } from '#/server/services/errors/operations.ts'
import { jobs as fileJobs } from '#/server/services/files/jobs.ts'
import { files } from '#/server/services/files/operations.ts'
import { fileLinks } from '#/server/services/files/serving.ts'
import { jobs as messageJobs } from '#/server/services/messages/jobs.ts'
import { messages } from '#/server/services/messages/operations.ts'
import { jobs as newsJobs } from '#/server/services/news/jobs.ts'
import { news } from '#/server/services/news/operations.ts'
import { portal } from '#/server/services/news/portal.ts'
import { preferences } from '#/server/services/preferences/operations.ts'
import { tasks } from '#/server/services/tasks/operations.ts'
import { views } from '#/server/services/views/operations.ts'
import { accounting } from '#/server/taxation/accounting/operations.ts'
import { jobs as bookJobs } from '#/server/taxation/books/jobs.ts'
import { books } from '#/server/taxation/books/operations.ts'
import { jobs as businessFilingJobs } from '#/server/taxation/businessfilings/jobs.ts'
import { businessfilings } from '#/server/taxation/businessfilings/operations.ts'
import { jobs as businessInvoiceJobs } from '#/server/taxation/businessinvoices/jobs.ts'
import { businessinvoices } from '#/server/taxation/businessinvoices/operations.ts'
import { jobs as dossierJobs } from '#/server/taxation/dossiers/jobs.ts'
import { dossiers } from '#/server/taxation/dossiers/operations.ts'
import { einvoices } from '#/server/taxation/einvoices/operations.ts'
import { filingcalendar } from '#/server/taxation/filingcalendar/operations.ts'
import { forms } from '#/server/taxation/forms/operations.ts'
import { jobs as invoiceJobs } from '#/server/taxation/invoices/jobs.ts'
import { invoices } from '#/server/taxation/invoices/operations.ts'
import { jobs as periodJobs } from '#/server/taxation/periods/jobs.ts'
import { periods } from '#/server/taxation/periods/operations.ts'
import { jobs as platformReportJobs } from '#/server/taxation/platformreports/jobs.ts'
import { platformreports } from '#/server/taxation/platformreports/operations.ts'
import { jobs as policyJobs } from '#/server/taxation/policies/jobs.ts'
import { policies } from '#/server/taxation/policies/operations.ts'
import { titles } from '#/server/taxation/titles/operations.ts'

/** Every module's implementation; a missing module or operation does not compile. */
const implementations = {
  applications,
  assessments,
  audit,
  auth,
  businessinvoices,
  centres,
  certificates,
  closings,
  calculators,
  collections,
  commissions,
  dossiers,
  contracts,
  custody,
  dashboard,
  demo,
  disputes,
  entities,
  errors,
  fees,
  files,
  einvoices,
  accounting,
  filingcalendar,
  forms,
  gateways,
  identity,
  imports,
  changes,
  integrity,
  invoices,
  lines,
  lookups,
  messages,
  moving,
  news,
  operators,
  orders,
  clearings,
  othersales,
  residences,
  papers,
  partners,
  payments,
  payouts,
  books,
  businessfilings,
  periods,
  personal,
  plain,
  platformreports,
  policies,
  preferences,
  prepayments,
  profile,
  readiness,
  reconciliation,
  recovery,
  relations,
  reports,
  roles,
  signing,
  staff,
  tasks,
  templates,
  titles,
  units,
  users,
  verifications,
  views,
  vouchers,
} satisfies {
  [M in ModuleName]: Implementation<Modules[M]>
}

// These modules read passwords, sessions or tickets, and filter by scope themselves.
const accountsModules: ReadonlySet<string> = new Set<ModuleName>([
  'applications',
  'auth',
  'closings',
  'identity',
  'papers',
  'profile',
  'recovery',
  'staff',
  'signing',
  'users',
])

export const servedModules: Readonly<Record<string, ServedModule>> = Object.fromEntries(
  Object.entries(implementations).map(([name, implementation]) => [
    name,
    {
      agreement: modules[name as ModuleName],
      implementation: implementation as AnyImplementation,
      ...(accountsModules.has(name) && { onAccounts: true as const }),
    },
  ]),
)

/** Background jobs of all modules. */
export const jobs: readonly Jobs[] = [
  applicationJobs,
  trailJobs,
  businessInvoiceJobs,
  certificateJobs,
  clearingJobs,
  collectionJobs,
  commissionJobs,
  dossierJobs,
  contractJobs,
  entityJobs,
  identityJobs,
  importJobs,
  changeJobs,
  integrityJobs,
  invoiceJobs,
  lineJobs,
  messageJobs,
  monthJobs,
  newsJobs,
  operatorJobs,
  paperJobs,
  paymentJobs,
  payoutJobs,
  bookJobs,
  businessFilingJobs,
  periodJobs,
  policyJobs,
  platformReportJobs,
  prepaymentJobs,
  closingJobs,
  personalJobs,
  profileJobs,
  reconciliationJobs,
  recoveryJobs,
  reportJobs,
  retentionJobs,
  fileJobs,
  signingJobs,
  staffJobs,
  unitJobs,
  userJobs,
  voucherJobs,
]

export const callbacks: readonly Callback[] = [channelNotices]

/** Routes outside the operation pipeline. */
export const rawRoutes: readonly RawRoutes[] = [fileLinks, showcaseRoutes]

/** Pages that the server renders as HTML, without the web application. */
export const documents: readonly Documents[] = [portal]
