import type { ComponentType } from 'react'
import type { PageKey } from '#/api/pages.ts'

/** The screen of every page: a page without one does not compile. Each is a chunk of its own. */
export const screens: Readonly<Record<PageKey, () => Promise<{ default: ComponentType }>>> = {
  dashboard: () => import('#/web/desk/dashboard/DashboardPage.tsx'),
  goLive: () => import('#/web/system/readiness/ReadinessPage.tsx'),
  zfPtList: () => import('#/web/money/payments/PaymentsPage.tsx'),
  zfPtListpt: () => import('#/web/money/payments/ManagePage.tsx'),
  zfycList: () => import('#/web/money/payments/ExceptionsPage.tsx'),
  zfpzList: () => import('#/web/money/vouchers/VouchersPage.tsx'),
  hzhbBjbusiness: () => import('#/web/money/commissions/BillsPage.tsx'),
  hzhbBrders: () => import('#/web/money/commissions/EarnedPage.tsx'),
  yufukuan: () => import('#/web/money/prepayments/PrepaymentsPage.tsx'),
  datacheck: () => import('#/web/people/operators/CandidatesPage.tsx'),
  userYzList: () => import('#/web/people/operators/OrdinaryOperatorsPage.tsx'),
  userYzPtList: () => import('#/web/people/operators/PlatformOperatorsPage.tsx'),
  taxCalendar: () => import('#/web/people/entities/CalendarPage.tsx'),
  import: () => import('#/web/onboarding/imports/ImportPage.tsx'),
  importDw: () => import('#/web/onboarding/imports/ImportPage.tsx'),
  importDd: () => import('#/web/onboarding/imports/ImportPage.tsx'),
  importQc: () => import('#/web/onboarding/imports/ImportPage.tsx'),
  openingList: () => import('#/web/onboarding/moving/MovingPage.tsx'),
  hzhbList: () => import('#/web/onboarding/applications/ApplicationsPage.tsx'),
  ordersListms: () => import('#/web/agreements/orders/OrdersPage.tsx'),
  htList: () => import('#/web/agreements/contracts/ContractsPage.tsx'),
  dzqyList: () => import('#/web/agreements/contracts/SigningPage.tsx'),
  xyList: () => import('#/web/agreements/templates/TemplatesPage.tsx'),
  batch: () => import('#/web/money/payments/BatchPage.tsx'),
  index: () => import('#/web/desk/profile/ProfilePage.tsx'),
  PtUserList: () => import('#/web/access/users/UsersPage.tsx'),
  dwEmployeeCheck: () => import('#/web/access/users/ChecksPage.tsx'),
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
  syslog: () => import('#/web/system/audit/LogPage.tsx'),
  wbfwList: () => import('#/web/system/gateways/GatewaysPage.tsx'),
}

/** What other modules add to the header of a page, where the page's own module stands below them and must not know them. Fetched together with the page. */
export const headerExtras: Readonly<Partial<Record<PageKey, Readonly<Record<string, () => Promise<ComponentType>>>>>> = {
  userYzPtList: {
    imports: async () => (await import('#/web/onboarding/imports/public.tsx')).ImportOperators,
    applications: async () => (await import('#/web/onboarding/applications/public.tsx')).InviteOperators,
    closings: async () => (await import('#/web/desk/closings/public.tsx')).Closings,
  },
  userYzList: { closings: async () => (await import('#/web/desk/closings/public.tsx')).Closings },
  employeeDw: { relations: async () => (await import('#/web/organisations/relations/public.tsx')).RelatedPeopleButton },
  ordersListms: { imports: async () => (await import('#/web/onboarding/imports/public.tsx')).ImportOrders },
  userDwList: { imports: async () => (await import('#/web/onboarding/imports/public.tsx')).ImportUnits },
}
