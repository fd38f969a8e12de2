import { type ModuleName, type Modules, modules } from '#/api/modules.ts'
import { jobs as applicationJobs } from '#/server/applications/jobs.ts'
import { applications } from '#/server/applications/operations.ts'
import { jobs as auditJobs } from '#/server/audit/jobs.ts'
import { audit } from '#/server/audit/operations.ts'
import { auth } from '#/server/auth/operations.ts'
import { centres } from '#/server/centres/operations.ts'
import { jobs as contractJobs } from '#/server/contracts/jobs.ts'
import { contracts } from '#/server/contracts/operations.ts'
import { dashboard } from '#/server/dashboard/operations.ts'
import { demo } from '#/server/demo/operations.ts'
import { disputes } from '#/server/disputes/operations.ts'
import { jobs as entityJobs } from '#/server/entities/jobs.ts'
import { entities } from '#/server/entities/operations.ts'
import { errors } from '#/server/errors/operations.ts'
import { files } from '#/server/files/operations.ts'
import { jobs as identityJobs } from '#/server/identity/jobs.ts'
import { identity } from '#/server/identity/operations.ts'
import { jobs as importJobs } from '#/server/imports/jobs.ts'
import { imports } from '#/server/imports/operations.ts'
import { jobs as integrityJobs } from '#/server/integrity/jobs.ts'
import { integrity } from '#/server/integrity/operations.ts'
import type { Jobs } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/implementation.ts'
import type { AnyImplementation, Served } from '#/server/kernel/kernel.ts'
import { jobs as monthJobs } from '#/server/kernel/months.ts'
import { jobs as lineJobs } from '#/server/lines/jobs.ts'
import { lines } from '#/server/lines/operations.ts'
import { lookups } from '#/server/lookups/operations.ts'
import { jobs as messageJobs } from '#/server/messages/jobs.ts'
import { messages } from '#/server/messages/operations.ts'
import { jobs as operatorJobs } from '#/server/operators/jobs.ts'
import { operators } from '#/server/operators/operations.ts'
import { jobs as paperJobs } from '#/server/papers/jobs.ts'
import { papers } from '#/server/papers/operations.ts'
import { partners } from '#/server/partners/operations.ts'
import { payments } from '#/server/payments/operations.ts'
import { jobs as payoutJobs } from '#/server/payouts/jobs.ts'
import { payouts } from '#/server/payouts/operations.ts'
import { plain } from '#/server/plain/operations.ts'
import { prepayments } from '#/server/prepayments/operations.ts'
import { jobs as profileJobs } from '#/server/profile/jobs.ts'
import { profile } from '#/server/profile/operations.ts'
import { jobs as recoveryJobs } from '#/server/recovery/jobs.ts'
import { recovery } from '#/server/recovery/operations.ts'
import { relations } from '#/server/relations/operations.ts'
import { jobs as retentionJobs } from '#/server/retention/jobs.ts'
import { roles } from '#/server/roles/operations.ts'
import { jobs as signingJobs } from '#/server/signing/jobs.ts'
import { signing } from '#/server/signing/operations.ts'
import { jobs as staffJobs } from '#/server/staff/jobs.ts'
import { staff } from '#/server/staff/operations.ts'
import { tasks } from '#/server/tasks/operations.ts'
import { templates } from '#/server/templates/operations.ts'
import { jobs as unitJobs } from '#/server/units/jobs.ts'
import { units } from '#/server/units/operations.ts'
import { jobs as userJobs } from '#/server/users/jobs.ts'
import { users } from '#/server/users/operations.ts'
import { jobs as voucherJobs } from '#/server/vouchers/jobs.ts'
import { vouchers } from '#/server/vouchers/operations.ts'

/** Every module's implementation: a missing one, or an operation missing in one, does not compile. */
const implementations = {
  applications,
  audit,
  auth,
  centres,
  contracts,
  dashboard,
  demo,
  disputes,
  entities,
  errors,
  files,
  identity,
  imports,
  integrity,
  lines,
  lookups,
  messages,
  operators,
  papers,
  partners,
  payments,
  payouts,
  plain,
  prepayments,
  profile,
  recovery,
  relations,
  roles,
  signing,
  staff,
  tasks,
  templates,
  units,
  users,
  vouchers,
} satisfies {
  [M in ModuleName]: Implementation<Modules[M]>
}

// They see passwords, sessions or tickets, and filter by scope themselves.
const worksOnAccounts: ReadonlySet<string> = new Set<ModuleName>([
  'applications',
  'auth',
  'identity',
  'papers',
  'profile',
  'recovery',
  'staff',
  'signing',
  'users',
])

/** What the server serves. */
export const served: Readonly<Record<string, Served>> = Object.fromEntries(
  Object.entries(implementations).map(([name, implementation]) => [
    name,
    {
      agreement: modules[name as ModuleName],
      implementation: implementation as AnyImplementation,
      ...(worksOnAccounts.has(name) && { onAccounts: true as const }),
    },
  ]),
)

/** The work that goes on without a request. */
export const jobs: readonly Jobs[] = [
  applicationJobs,
  auditJobs,

  contractJobs,
  entityJobs,
  identityJobs,
  importJobs,
  integrityJobs,
  lineJobs,
  messageJobs,
  monthJobs,
  operatorJobs,
  paperJobs,
  payoutJobs,
  profileJobs,
  recoveryJobs,
  retentionJobs,
  signingJobs,
  staffJobs,
  unitJobs,
  userJobs,
  voucherJobs,
]
