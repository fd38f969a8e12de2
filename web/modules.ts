import type { ComponentType } from 'react'
import type { PageKey } from '#/api/pages.ts'

/** The screen of every page: a page without one does not compile. Each is a chunk of its own. */
export const screens: Readonly<Record<PageKey, () => Promise<{ default: ComponentType }>>> = {
  dashboard: () => import('#/web/dashboard/DashboardPage.tsx'),
  zfPtList: () => import('#/web/payments/PaymentsPage.tsx'),
  zfPtListpt: () => import('#/web/payments/ManagePage.tsx'),
  zfycList: () => import('#/web/payments/ExceptionsPage.tsx'),
  zfpzList: () => import('#/web/vouchers/VouchersPage.tsx'),
  yufukuan: () => import('#/web/prepayments/PrepaymentsPage.tsx'),
  datacheck: () => import('#/web/operators/CandidatesPage.tsx'),
  userYzList: () => import('#/web/operators/OrdinaryOperatorsPage.tsx'),
  userYzPtList: () => import('#/web/operators/PlatformOperatorsPage.tsx'),
  import: () => import('#/web/imports/ImportPage.tsx'),
  hzhbList: () => import('#/web/applications/ApplicationsPage.tsx'),
  htList: () => import('#/web/contracts/ContractsPage.tsx'),
  dzqyList: () => import('#/web/contracts/SigningPage.tsx'),
  xyList: () => import('#/web/templates/TemplatesPage.tsx'),
  batch: () => import('#/web/payments/BatchPage.tsx'),
  index: () => import('#/web/profile/ProfilePage.tsx'),
  PtUserList: () => import('#/web/users/UsersPage.tsx'),
  dwEmployeeCheck: () => import('#/web/users/ChecksPage.tsx'),
  employeeDw: () => import('#/web/users/EmployeesPage.tsx'),
  userDwList: () => import('#/web/units/UnitsPage.tsx'),
  ptbiliEdit: () => import('#/web/units/SettingsPage.tsx'),
  partnerList: () => import('#/web/partners/PartnersPage.tsx'),
  userMsList: () => import('#/web/centres/CentresPage.tsx'),
  employeeList: () => import('#/web/staff/StaffPage.tsx'),
  message: () => import('#/web/tasks/TasksPage.tsx'),
  EditRose: () => import('#/web/roles/RolesPage.tsx'),
  EditRoseval: () => import('#/web/roles/PermissionsPage.tsx'),
  syslog: () => import('#/web/audit/LogPage.tsx'),
}
