import { sql } from 'kysely'
import type { Invariant } from '#/server/kernel/declarations/invariant.ts'

// The policies in force were shipped with the server or published by two users, and cover all days without gap or
// overlap.
export const invariants: readonly Invariant[] = [
  {
    name: 'INV-55',
    title: 'the tax policies in force are as installed or published, without gap or overlap',
    broken: sql`select 'policy ' || policy.version as id from tax_policy policy
        left join tax_draft draft on draft.id = policy.draft_id
      where policy.digest <> app.policy_digest(policy.params)
        or (policy.draft_id is not null and (draft.state <> case when policy.effective_to < policy.effective_from then 'withdrawn' else 'published' end or draft.published_by = any (draft.hands)
          or (draft.params, draft.first_day, draft.policy_version) is distinct from (policy.params, policy.effective_from, policy.version)))
      union all
      select 'draft ' || draft.policy_version from tax_draft draft left join tax_policy policy on policy.draft_id = draft.id
        where (draft.state in ('published', 'withdrawn')) <> (policy.id is not null)
      union all
      select 'policy ' || version from (select version, effective_from, lag(effective_to) over days as before, lag(version) over days as former
          from tax_policy where effective_to is null or effective_to >= effective_from window days as (partition by code order by effective_from)) followed
        where former is not null and before is distinct from effective_from - 1`,
  },
]
