import type { ComponentType, ReactNode } from 'react'
import type { PageKey } from '#/api/pages.ts'

/** The screen of every page, each a separate chunk. The type requires one for each page. */
export const pageScreens: Readonly<Record<PageKey, () => Promise<{ default: ComponentType }>>> = {
  dashboard: () => import('#/web/desk/dashboard/DashboardPage.tsx'),
  goLive: () => import('#/web/desk/readiness/ReadinessPage.tsx'),
  zfPtList: () => import('#/web/money/payments/PaymentsPage.tsx'),
  zfPtListpt: () => import('#/web/money/payments/AllBatchesPage.tsx'),
  zfSkList: () => import('#/web/money/collections/ClaimsPage.tsx'),
  zfSkYzList: () => import('#/web/money/collections/OwnPaymentsPage.tsx'),
  zfycList: () => import('#/web/money/payments/ExceptionsPage.tsx'),
  zfdzList: () => import('#/web/money/reconciliation/ReconciliationPage.tsx'),
  zfpzList: () => import('#/web/money/vouchers/VouchersPage.tsx'),
  hzhbBjbusiness: () => import('#/web/money/commissions/BillsPage.tsx'),
  hzhbBrders: () => import('#/web/money/commissions/EarnedCommissionPage.tsx'),
  yufukuan: () => import('#/web/money/prepayments/PrepaymentsPage.tsx'),
  fpListDz: () => import('#/web/taxation/invoices/InvoicesPage.tsx'),
  fpListGth: () => import('#/web/taxation/businessinvoices/BusinessInvoicesPage.tsx'),
  ttList: () => import('#/web/taxation/titles/InvoiceTitlesPage.tsx'),
  datacheck: () => import('#/web/people/operators/CandidatesPage.tsx'),
  userYzList: () => import('#/web/people/operators/OrdinaryOperatorsPage.tsx'),
  userYzPtList: () => import('#/web/people/operators/PlatformOperatorsPage.tsx'),
  taxList: () => import('#/web/taxation/businessfilings/FilingsPage.tsx'),
  taxListWtdz: () => import('#/web/taxation/periods/PeriodsPage.tsx'),
  incomeDetail: async () => ({ default: (await import('#/web/desk/reports/pages.tsx')).IncomeDetail }),
  incomeSummary: async () => ({ default: (await import('#/web/desk/reports/pages.tsx')).IncomeSummary }),
  paymentDetail: async () => ({ default: (await import('#/web/desk/reports/pages.tsx')).PaymentDetail }),
  paymentSummary: async () => ({ default: (await import('#/web/desk/reports/pages.tsx')).PaymentSummary }),
  incomeTax: async () => ({ default: (await import('#/web/desk/reports/pages.tsx')).IncomeTax }),
  incomeTaxSummary: async () => ({ default: (await import('#/web/desk/reports/pages.tsx')).IncomeTaxSummary }),
  vatCumulative: async () => ({ default: (await import('#/web/desk/reports/pages.tsx')).VatCumulative }),
  taxCalendar: () => import('#/web/people/entities/CalendarPage.tsx'),
  residenceList: () => import('#/web/money/residences/ResidencesPage.tsx'),
  heldFunds: () => import('#/web/money/custody/CustodyPage.tsx'),
  otherSales: () => import('#/web/money/othersales/OtherSalesPage.tsx'),
  taxClearings: () => import('#/web/money/clearings/ClearingsPage.tsx'),
  taxForms: () => import('#/web/taxation/forms/FormsPage.tsx'),
  taxPolicies: () => import('#/web/taxation/policies/PoliciesPage.tsx'),
  trialBalance: () => import('#/web/taxation/books/TrialBalancePage.tsx'),
  accountLedger: () => import('#/web/taxation/books/AccountLedgerPage.tsx'),
  acctVouchers: () => import('#/web/taxation/accounting/AccountingPage.tsx'),
  platformReports: () => import('#/web/taxation/platformreports/ReportsPage.tsx'),
  import: () => import('#/web/onboarding/imports/ImportPage.tsx'),
  importDw: () => import('#/web/onboarding/imports/ImportPage.tsx'),
  importDd: () => import('#/web/onboarding/imports/ImportPage.tsx'),
  importQc: () => import('#/web/onboarding/imports/ImportPage.tsx'),
  openingList: () => import('#/web/onboarding/moving/OpeningDataPage.tsx'),
  hzhbList: () => import('#/web/onboarding/applications/ApplicationsPage.tsx'),
  ordersListms: () => import('#/web/agreements/orders/OrdersPage.tsx'),
  htList: () => import('#/web/agreements/contracts/ContractsPage.tsx'),
  dzqyList: () => import('#/web/agreements/contracts/SigningPage.tsx'),
  newsEdit: () => import('#/web/services/news/NewsPage.tsx'),
  xyList: () => import('#/web/agreements/templates/TemplatesPage.tsx'),
  moneyTrail: () => import('#/web/taxation/dossiers/MoneyTrailPage.tsx'),
  batch: () => import('#/web/money/payments/BatchPage.tsx'),
  index: () => import('#/web/desk/profile/ProfilePage.tsx'),
  PtUserList: () => import('#/web/access/users/UsersPage.tsx'),
  dwEmployeeCheck: () => import('#/web/access/users/AccountApplicationsPage.tsx'),
  employeeDw: () => import('#/web/access/users/EmployeesPage.tsx'),
  userDwList: () => import('#/web/organisations/units/UnitsPage.tsx'),
  ptbiliEdit: () => import('#/web/organisations/units/SettingsPage.tsx'),
  shoufeiblList: () => import('#/web/organisations/fees/FeePlansPage.tsx'),
  ysetgade: () => import('#/web/organisations/fees/SplitsPage.tsx'),
  partnerList: () => import('#/web/organisations/partners/PartnersPage.tsx'),
  userMsList: () => import('#/web/organisations/centres/CentresPage.tsx'),
  employeeList: () => import('#/web/organisations/staff/StaffPage.tsx'),
  message: () => import('#/web/services/tasks/TasksPage.tsx'),
  EditRose: () => import('#/web/access/roles/RolesPage.tsx'),
  EditRoseval: () => import('#/web/access/roles/PermissionsPage.tsx'),
  syslog: () => import('#/web/desk/audit/LogPage.tsx'),
  changeList: () => import('#/web/access/changes/ChangesPage.tsx'),
  wbfwList: () => import('#/web/desk/gateways/GatewaysPage.tsx'),
}

/**
 * Header components that other modules add to a page, loaded together with the page. The page's own module is in a
 * lower layer and must not import them.
 */
export const headerExtras: Readonly<Partial<Record<PageKey, Readonly<Record<string, () => Promise<ComponentType>>>>>> = {
  userYzPtList: {
    imports: async () => (await import('#/web/onboarding/imports/public.tsx')).OperatorsImport,
    applications: async () => (await import('#/web/onboarding/applications/public.tsx')).OperatorInvitation,
    closings: async () => (await import('#/web/desk/closings/public.tsx')).Closings,
  },
  userYzList: { closings: async () => (await import('#/web/desk/closings/public.tsx')).Closings },
  employeeDw: { relations: async () => (await import('#/web/organisations/relations/public.tsx')).RelatedPeopleButton },
  ordersListms: { imports: async () => (await import('#/web/onboarding/imports/public.tsx')).OrdersImport },
  userDwList: { imports: async () => (await import('#/web/onboarding/imports/public.tsx')).UnitsImport },
}

/** Cards that other modules add to the drawer of an operator, on the pages with header components. */
export const operatorCards: Readonly<Record<string, () => Promise<(props: { readonly operatorId: number }) => ReactNode>>> = {
  residences: async () => (await import('#/web/money/residences/OperatorResidence.tsx')).OperatorResidence,
  othersales: async () => (await import('#/web/money/othersales/OperatorSales.tsx')).OperatorSales,
}

/** Loads the showcase pages, a separate chunk that only installations with the setting `showcaseRoutes` fetch. */
export const fetchShowcase = () => import('#/web/showcase/area.tsx')
