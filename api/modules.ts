import { audit } from '#/api/audit.ts'
import { auth } from '#/api/auth.ts'
import { dashboard } from '#/api/dashboard.ts'
import { demo } from '#/api/demo.ts'
import { errors } from '#/api/errors.ts'
import { files } from '#/api/files.ts'
import { lines } from '#/api/lines.ts'
import { messages } from '#/api/messages.ts'
import type { Module } from '#/api/operation.ts'
import { operators } from '#/api/operators.ts'
import { payments } from '#/api/payments.ts'
import { payouts } from '#/api/payouts.ts'
import { prepayments } from '#/api/prepayments.ts'
import { profile } from '#/api/profile.ts'
import { recovery } from '#/api/recovery.ts'
import { roles } from '#/api/roles.ts'
import { tasks } from '#/api/tasks.ts'
import { users } from '#/api/users.ts'
import { vouchers } from '#/api/vouchers.ts'

/** Everything the server can do. */
export const modules = { audit, auth, dashboard, demo, errors, files, lines, messages, operators, payments, payouts, prepayments, profile, recovery, roles, tasks, users, vouchers } as const satisfies Record<string, Module>

export type Modules = typeof modules
export type ModuleName = keyof Modules
