import { sql } from 'kysely'
import { changesByOnePerson } from '#/server/access/changes/public.ts'
import type { Invariant, Violation } from '#/server/kernel/declarations/invariant.ts'

export const invariants: readonly Invariant[] = [
  {
    name: 'INV-66',
    title: 'two people approved every duty of a role and every change of duties',
    broken: sql<Violation>`select 'role ' || held.role_id || ' ' || held.permission as id from role_permission held join role on role.id = held.role_id
        where app.carries_duty(held.permission) and not held.permission = any (role.duties)
      union all select 'role ' || id || ' by ' || decided_by from ${changesByOnePerson(['role', 'app_user'])} change`,
  },
]
