import { auth } from '#/api/access/auth.ts'
import { changes } from '#/api/access/changes.ts'
import { recovery } from '#/api/access/recovery.ts'
import { roles } from '#/api/access/roles.ts'
import { users } from '#/api/access/users.ts'
import { contracts } from '#/api/agreements/contracts.ts'
import { orders } from '#/api/agreements/orders.ts'
import { signing } from '#/api/agreements/signing.ts'
import { templates } from '#/api/agreements/templates.ts'
import { assessments } from '#/api/desk/assessments.ts'
import { audit } from '#/api/desk/audit.ts'
import { closings } from '#/api/desk/closings.ts'
import { dashboard } from '#/api/desk/dashboard.ts'
import { demo } from '#/api/desk/demo.ts'
import { gateways } from '#/api/desk/gateways.ts'
import { integrity } from '#/api/desk/integrity.ts'
import { lookups } from '#/api/desk/lookups.ts'
import { personal } from '#/api/desk/personal.ts'
import { plain } from '#/api/desk/plain.ts'
import { profile } from '#/api/desk/profile.ts'
import { readiness } from '#/api/desk/readiness.ts'
import { reports } from '#/api/desk/reports.ts'
import { calculators } from '#/api/money/calculators.ts'
import { clearings } from '#/api/money/clearings.ts'
import { collections } from '#/api/money/collections.ts'
import { commissions } from '#/api/money/commissions.ts'
import { custody } from '#/api/money/custody.ts'
import { lines } from '#/api/money/lines.ts'
import { othersales } from '#/api/money/othersales.ts'
import { payments } from '#/api/money/payments.ts'
import { payouts } from '#/api/money/payouts.ts'
import { prepayments } from '#/api/money/prepayments.ts'
import { reconciliation } from '#/api/money/reconciliation.ts'
import { residences } from '#/api/money/residences.ts'
import { vouchers } from '#/api/money/vouchers.ts'
import { applications } from '#/api/onboarding/applications.ts'
import { imports } from '#/api/onboarding/imports.ts'
import { moving } from '#/api/onboarding/moving.ts'
import type { Module } from '#/api/operation.ts'
import { centres } from '#/api/organisations/centres.ts'
import { certificates } from '#/api/organisations/certificates.ts'
import { fees } from '#/api/organisations/fees.ts'
import { partners } from '#/api/organisations/partners.ts'
import { relations } from '#/api/organisations/relations.ts'
import { staff } from '#/api/organisations/staff.ts'
import { units } from '#/api/organisations/units.ts'
import { disputes } from '#/api/people/disputes.ts'
import { entities } from '#/api/people/entities.ts'
import { identity } from '#/api/people/identity.ts'
import { operators } from '#/api/people/operators.ts'
import { papers } from '#/api/people/papers.ts'
import { verifications } from '#/api/people/verifications.ts'
import { errors } from '#/api/services/errors.ts'
import { files } from '#/api/services/files.ts'
import { messages } from '#/api/services/messages.ts'
import { news } from '#/api/services/news.ts'
import { preferences } from '#/api/services/preferences.ts'
import { tasks } from '#/api/services/tasks.ts'
import { views } from '#/api/services/views.ts'
import { accounting } from '#/api/taxation/accounting.ts'
import { books } from '#/api/taxation/books.ts'
import { businessfilings } from '#/api/taxation/businessfilings.ts'
import { businessinvoices } from '#/api/taxation/businessinvoices.ts'
import { dossiers } from '#/api/taxation/dossiers.ts'
import { einvoices } from '#/api/taxation/einvoices.ts'
import { filingcalendar } from '#/api/taxation/filingcalendar.ts'
import { forms } from '#/api/taxation/forms.ts'
import { invoices } from '#/api/taxation/invoices.ts'
import { periods } from '#/api/taxation/periods.ts'
import { platformreports } from '#/api/taxation/platformreports.ts'
import { policies } from '#/api/taxation/policies.ts'
import { titles } from '#/api/taxation/titles.ts'

/** All operations of the server, by module. */
export const modules = {
  applications,
  assessments,
  audit,
  auth,
  books,
  businessinvoices,
  calculators,
  centres,
  certificates,
  closings,
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
  files,
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
  fees,
  einvoices,
  accounting,
  filingcalendar,
  forms,
  partners,
  payments,
  payouts,
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
} as const satisfies Record<string, Module>

export type Modules = typeof modules
export type ModuleName = keyof Modules
