import { draftStateNames, policyPartNames, policyRefusals } from '#/api/taxation/policies.texts.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import type { TaxPolicy } from '#/domain/money/tax-policy.ts'
import { fieldsWithoutSource, policyChangesBetween, policyFieldValue, policyPaths } from '#/domain/taxation/policy-fields.ts'
import { activeCategories } from '#/server/agreements/orders/public.ts'
import type { Context } from '#/server/kernel/context.ts'
import { type BlockerOf, blockerText, refuse, refuseIf } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { allPolicies, isPeriodInUse, type PolicyRecord } from '#/server/money/tax/public.ts'
import { isRunOf } from '#/server/taxation/policies/rules.ts'
import type { ExampleRun } from '#/server/taxation/policies/runs.ts'
import * as store from '#/server/taxation/policies/store.ts'

type Blocker = BlockerOf<typeof policyRefusals>

interface DraftContext {
  readonly all: readonly PolicyRecord[]
  /** Whether a payment was made or a month closed since the draft's first day. */
  readonly isComputed: boolean
  readonly acknowledgedRows: readonly store.AcknowledgedRow[]
}

async function draftContext(ctx: Context, draft: store.DraftRecord): Promise<DraftContext> {
  return {
    all: await allPolicies(ctx),
    isComputed: await isPeriodInUse(ctx, draft.first_day, null),
    acknowledgedRows: await store.acknowledgedExamples(ctx, draft),
  }
}

/**
 * Returns why a policy cannot begin on a day. Tax is computed by month, computed tax never changes, and policies follow
 * each other without gap or overlap.
 */
function blockerOfDay(firstDay: string, last: PolicyRecord | undefined, isComputed: boolean): Blocker {
  if (!firstDay.endsWith('-01')) return 'dayNotFirst'
  if (last && firstDay <= last.effective_from) return ['dayTaken', { version: last.version, firstDay: last.effective_from }]
  if (isComputed) return ['dayComputed', { firstDay }]
  if (last?.effective_to && firstDay > shiftDay(last.effective_to, 1)) return ['dayGap', { version: last.version, until: last.effective_to, firstDay }]
  return null
}

/** Refuses a first day on which no new policy can begin. */
export async function expectDay(ctx: Context, firstDay: string, all: readonly PolicyRecord[]): Promise<void> {
  refuseIf(policyRefusals, blockerOfDay(firstDay, all.at(-1), await isPeriodInUse(ctx, firstDay, null)))
}

/** Returns the examples of the last run that differ and are not acknowledged. */
const openExamples = (run: ExampleRun, acknowledgements: readonly store.AcknowledgedRow[]) =>
  run.differing.filter(({ id }) => !acknowledgements.some(({ example }) => example === id))

const stateValues = (ctx: Context, draft: store.DraftRecord) => ({ state: translate(draftStateNames[draft.state], ctx.language) })

function blockerOfContent(ctx: Context, draft: store.DraftRecord, base: TaxPolicy['params'], acknowledgements: readonly store.AcknowledgedRow[]): Blocker {
  if (policyChangesBetween(base, draft.params).length === 0) return ['nothingChanged', { baseVersion: draft.base_version }]
  const partsWithoutSource = fieldsWithoutSource(base, draft.params).map((part) => translate(policyPartNames[part], ctx.language))
  if (partsWithoutSource.length > 0) return ['sourceMissing', { parts: partsWithoutSource }]
  if (!isRunOf(draft.examples, draft)) return 'notExamined'
  const unacknowledged = openExamples(draft.examples, acknowledgements)
  if (unacknowledged.length > 0) return ['examplesDiffer', { count: unacknowledged.length }]
  return draft.preview?.digest === draft.digest ? null : 'notPreviewed'
}

/** Returns why the caller cannot publish a draft now. The page and the operation use the same reason. */
function blockerOfPublishing(ctx: Context, draft: store.DraftRecord, { all, isComputed, acknowledgedRows: meant }: DraftContext): Blocker {
  if (draft.state !== 'draft') return ['policyNotDraft', stateValues(ctx, draft)]
  const lastPolicy = all.at(-1)
  if (!lastPolicy || lastPolicy.version !== draft.base_version) return ['baseMoved', { baseVersion: draft.base_version, version: lastPolicy?.version ?? '' }]
  const dayBlocker = blockerOfDay(draft.first_day, lastPolicy, isComputed)
  if (dayBlocker) return dayBlocker
  if (draft.known_until !== null && draft.known_until < draft.first_day) return ['endBeforeStart', { firstDay: draft.first_day }]
  const contentBlocker = blockerOfContent(ctx, draft, lastPolicy.params, meant)
  if (contentBlocker) return contentBlocker
  return draft.hands.includes(ctx.actor.userId) ? 'ownPolicy' : null
}

/** Returns why a published policy cannot be withdrawn: it has begun, was used in a computation, or has a successor. */
function blockerOfLeaving(ctx: Context, draft: store.DraftRecord, { all, isComputed }: DraftContext): Blocker {
  if (draft.state !== 'published') return ['notPublished', stateValues(ctx, draft)]
  if (draft.first_day <= dayOf(ctx.now) || isComputed) return ['begun', { firstDay: draft.first_day }]
  const lastPolicy = all.at(-1)
  return lastPolicy && lastPolicy.version !== draft.policy_version ? ['laterVersion', { version: lastPolicy.version }] : null
}

function blockerOfEndingLeave(ctx: Context, draft: store.DraftRecord, facts: DraftContext): Blocker {
  if (draft.state === 'published' && draft.leave_by === null) return 'leaveNotAsked'
  if (draft.leave_by === ctx.actor.userId) return 'ownLeave'
  return blockerOfLeaving(ctx, draft, facts)
}

const blockers = {
  change: (ctx: Context, draft: store.DraftRecord): Blocker => (draft.state === 'draft' ? null : ['policyNotDraft', stateValues(ctx, draft)]),
  publish: blockerOfPublishing,
  leave: (ctx: Context, draft: store.DraftRecord, facts: DraftContext): Blocker =>
    draft.state === 'published' && draft.leave_by !== null ? 'leaveAsked' : blockerOfLeaving(ctx, draft, facts),
  endLeave: blockerOfEndingLeave,
} as const

/** Locks a draft. Refuses when the action is not allowed now or the version is stale. */
export async function lockForUpdate(
  ctx: Context,
  { draftId, version }: { readonly draftId: number; readonly version: number },
  action: keyof typeof blockers,
): Promise<{ draft: store.DraftRecord; all: readonly PolicyRecord[] }> {
  const draft = (await store.findDraft(ctx, draftId, true)) ?? refuse(policyRefusals, 'policyNotFound')
  if (draft.version !== version && draft.state === 'draft') refuse(policyRefusals, 'policyChanged')
  const policyContext = await draftContext(ctx, draft)
  refuseIf(policyRefusals, blockers[action](ctx, draft, policyContext))
  if (draft.version !== version) refuse(policyRefusals, 'policyChanged')
  return { draft, all: policyContext.all }
}

const baseOf = (draft: store.DraftRecord, all: readonly PolicyRecord[]) => all.find(({ version }) => version === draft.base_version)?.params ?? draft.params

export function presentDraft(draft: store.DraftRecord, all: readonly PolicyRecord[]) {
  return {
    ...fieldsOf(draft, 'id', 'state', 'policy_version', 'base_version', 'first_day', 'known_until', 'grade'),
    source: draft.params.source,
    changed: policyChangesBetween(baseOf(draft, all), draft.params).length,
    madeBy: draft.maker,
    madeAt: draft.made_at.toISOString(),
    editedBy: draft.editor,
    editedAt: draft.edited_at.toISOString(),
    publishedBy: draft.publisher,
    publishedAt: draft.published_at?.toISOString() ?? null,
    version: draft.version,
  }
}

function presentExamples(draft: store.DraftRecord, acknowledgements: readonly store.AcknowledgedRow[]) {
  const run = draft.examples
  if (draft.state === 'draft' ? !isRunOf(run, draft) : run === null) return null
  if (run === null) return null
  const differingExamples = run.differing.map(({ id, rule, source, wrong }) => {
    const acknowledgement = acknowledgements.find(({ example }) => example === id)
    return {
      id,
      rule,
      source,
      wrong: wrong.map((each) => ({ ...each })),
      meant: acknowledgement ? { reason: acknowledgement.reason, by: acknowledgement.by, at: acknowledgement.at.toISOString() } : null,
    }
  })
  return { at: run.at, total: run.total, passed: run.total - run.differing.length, differing: differingExamples }
}

function presentPreview({ preview, digest }: store.DraftRecord) {
  if (preview === null || preview.digest !== digest) return null
  const { at, month, people, batches, isCut } = preview
  return {
    at,
    month,
    people: { ...people, rows: people.rows.map((row) => ({ ...row })) },
    batches: { ...batches, rows: batches.rows.map((row) => ({ ...row })) },
    isCut,
  }
}

/** Returns a draft with everything its publisher must review, and the actions open to the caller. */
export async function draftDetail(ctx: Context, id: number) {
  const draft = (await store.findDraft(ctx, id)) ?? refuse(policyRefusals, 'policyNotFound')
  const policyContext = await draftContext(ctx, draft)
  const basePolicy = baseOf(draft, policyContext.all)
  const refusalText = (action: keyof typeof blockers) => blockerText(ctx, policyRefusals, blockers[action](ctx, draft, policyContext))
  return {
    ...presentDraft(draft, policyContext.all),
    fields: policyPaths.map((path) => ({ path, base: policyFieldValue(basePolicy, path), value: policyFieldValue(draft.params, path) })),
    changes: policyChangesBetween(basePolicy, draft.params),
    categories: await activeCategories(ctx),
    unsourced: fieldsWithoutSource(basePolicy, draft.params),
    examples: presentExamples(draft, policyContext.acknowledgedRows),
    preview: presentPreview(draft),
    leaving:
      draft.leave_by === null || draft.leave_at === null
        ? null
        : { reason: draft.leave_reason, by: draft.leaver ?? '', at: draft.leave_at.toISOString(), leftBy: draft.confirmer },
    may: {
      change: refusalText('change'),
      publish: refusalText('publish'),
      drop: refusalText('change'),
      leave: refusalText('leave'),
      endLeave: refusalText('endLeave'),
    },
  }
}
