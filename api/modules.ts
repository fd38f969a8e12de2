import { applications } from '#/api/applications.ts'
import { audit } from '#/api/audit.ts'
import { auth } from '#/api/auth.ts'
import { centres } from '#/api/centres.ts'
import { contracts } from '#/api/contracts.ts'
import { dashboard } from '#/api/dashboard.ts'
import { demo } from '#/api/demo.ts'
import { disputes } from '#/api/disputes.ts'
import { entities } from '#/api/entities.ts'
import { errors } from '#/api/errors.ts'
import { files } from '#/api/files.ts'
import { identity } from '#/api/identity.ts'
import { imports } from '#/api/imports.ts'
import { integrity } from '#/api/integrity.ts'
import { lines } from '#/api/lines.ts'
import { lookups } from '#/api/lookups.ts'
import { messages } from '#/api/messages.ts'
import type { Module } from '#/api/operation.ts'
import { operators } from '#/api/operators.ts'
import { papers } from '#/api/papers.ts'
import { partners } from '#/api/partners.ts'
import { payments } from '#/api/payments.ts'
import { payouts } from '#/api/payouts.ts'
import { plain } from '#/api/plain.ts'
import { prepayments } from '#/api/prepayments.ts'
import { profile } from '#/api/profile.ts'
import { recovery } from '#/api/recovery.ts'
import { relations } from '#/api/relations.ts'
import { roles } from '#/api/roles.ts'
import { signing } from '#/api/signing.ts'
import { staff } from '#/api/staff.ts'
import { tasks } from '#/api/tasks.ts'
import { templates } from '#/api/templates.ts'
import { units } from '#/api/units.ts'
import { users } from '#/api/users.ts'
import { vouchers } from '#/api/vouchers.ts'

/** Everything the server can do. */
export const modules = {
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
} as const satisfies Record<string, Module>

export type Modules = typeof modules
export type ModuleName = keyof Modules
