import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { policyRefusals } from '#/api/taxation/policies.texts.ts'
import { policyGrades } from '#/db/base/policies.ts'
import { dayOf } from '#/domain/base/period.ts'
import { truncateUnits } from '#/domain/base/text.ts'
import {
  fieldsByLegalPoint,
  legalPointKeys,
  type PolicyFieldValue,
  type PolicyPath,
  policyChangesBetween,
  policyFields,
  policyFieldValue,
} from '#/domain/taxation/policy-fields.ts'
import { unknownCategories } from '#/server/agreements/orders/public.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { addPolicy, allPolicies, batchesByPolicy, comparePolicies, lockPolicies, policyOn, removePolicy } from '#/server/money/tax/public.ts'
import { storeDocument } from '#/server/services/files/public.ts'
import * as years from '#/server/taxation/policies/calendar.ts'
import { draftDetail, expectDay, lockForUpdate, presentDraft } from '#/server/taxation/policies/drafts.ts'
import { checkedValues, digestOf, isRunOf, policyOfDraft, runExamples } from '#/server/taxation/policies/rules.ts'
import * as store from '#/server/taxation/policies/store.ts'

type Input<O extends keyof Modules['policies']> = z.output<Modules['policies'][O]['input']>

const gradeByVersion = policyGrades()

function note(ctx: Context, draft: Pick<store.DraftRecord, 'id' | 'policy_version'>, detail: Readonly<Record<string, unknown>>): void {
  ctx.note({ refType: 'tax_draft', refId: draft.id, detail: { version: draft.policy_version, ...detail } })
}

async function versions(ctx: Context) {
  const all = await allPolicies(ctx)
  const drafts = await store.drafts(ctx)
  const batches = await batchesByPolicy(ctx)
  const today = dayOf(ctx.now)
  return all
    .map((policy, at) => {
      const { version, effective_from: firstDay, effective_to: lastDay, params, draft_id: draftId, digest } = policy
      const draft = drafts.find(({ id }) => id === draftId)
      const previousPolicy = all[at - 1]
      const validity: 'past' | 'current' | 'coming' = firstDay > today ? 'coming' : lastDay !== null && lastDay < today ? 'past' : 'current'
      return {
        version,
        firstDay,
        lastDay,
        when: validity,
        source: params.source,
        grade: draft?.grade ?? gradeByVersion.get(version) ?? null,
        draftId,
        publishedBy: draft?.publisher ?? null,
        publishedAt: draft?.published_at?.toISOString() ?? null,
        batches: batches.get(version) ?? 0,
        changes: previousPolicy ? policyChangesBetween(previousPolicy.params, params) : [],
        digest,
      }
    })
    .reverse()
}

async function begin(ctx: Context, { firstDay }: Input<'begin'>) {
  const all = await allPolicies(ctx)
  await expectDay(ctx, firstDay, all)
  const basePolicy = all.at(-1) ?? refuse(policyRefusals, 'policyNotFound')
  const knownUntil = basePolicy.effective_to !== null && basePolicy.effective_to < firstDay ? null : basePolicy.effective_to
  const draftContent = { firstDay, knownUntil, params: basePolicy.params }
  const id = await store.addDraft(ctx, { ...draftContent, baseVersion: basePolicy.version, grade: 'B', digest: digestOf(draftContent) })
  const draft = await draftDetail(ctx, id)
  ctx.note({ refType: 'tax_draft', refId: id, detail: { version: draft.policyVersion, begun: basePolicy.version, firstDay } })
  return draft
}

const displayedValue = (value: PolicyFieldValue) => (typeof value === 'object' ? JSON.stringify(value) : String(value))

/** Describes changed fields for the audit trail. Names rate tables without their values. */
function describeChanges(changes: ReturnType<typeof policyChangesBetween>): Record<string, unknown> {
  const isShortField = (path: PolicyPath) => policyFields[path] !== 'brackets' && policyFields[path] !== 'items'
  return Object.fromEntries(
    changes.map(({ path, before, after }) => [path, isShortField(path) ? `${displayedValue(before)} → ${displayedValue(after)}` : 'changed']),
  )
}

async function save(ctx: Context, input: Input<'save'>) {
  const { draft, all } = await lockForUpdate(ctx, input, 'change')
  const { firstDay = draft.first_day, knownUntil = draft.known_until, grade = draft.grade, values } = input
  if (firstDay !== draft.first_day) await expectDay(ctx, firstDay, all)
  if (knownUntil !== null && knownUntil < firstDay) refuse(policyRefusals, 'endBeforeStart', { firstDay })
  const params = checkedValues(ctx, draft.params, values)
  const categoriesNotKnown = await unknownCategories(ctx, Object.keys(params.vat.waysByCategory ?? {}))
  if (categoriesNotKnown.length > 0) refuse(policyRefusals, 'categoryUnknown', { names: categoriesNotKnown })
  await store.editDraft(ctx, draft.id, { firstDay, knownUntil, grade, params, digest: digestOf({ firstDay, knownUntil, params }) })
  note(ctx, draft, { firstDay, ...describeChanges(policyChangesBetween(draft.params, params)) })
  return draftDetail(ctx, draft.id)
}

async function acknowledge(ctx: Context, input: Input<'acknowledge'>) {
  const { draft } = await lockForUpdate(ctx, input, 'change')
  if (!isRunOf(draft.examples, draft)) refuse(policyRefusals, 'notExamined')
  const { example, reason } = input
  if (!draft.examples.differing.some(({ id }) => id === example)) refuse(policyRefusals, 'exampleAgrees', { example })
  if ((await store.acknowledgedExamples(ctx, draft)).some((each) => each.example === example)) refuse(policyRefusals, 'exampleMeant', { example })
  await store.acknowledgeExample(ctx, draft, example, reason)
  await store.changeDraft(ctx, draft.id, {})
  note(ctx, draft, { acknowledged: example, reason })
  return draftDetail(ctx, draft.id)
}

async function preview(ctx: Context, target: Input<'preview'>) {
  const { draft } = await lockForUpdate(ctx, target, 'change')
  const comparison = await comparePolicies(ctx, policyOfDraft(draft))
  await store.changeDraft(ctx, draft.id, { preview: JSON.stringify({ ...comparison, digest: draft.digest, at: ctx.now.toISOString() }) })
  note(ctx, draft, { previewed: comparison.month, people: comparison.people.changed, batches: comparison.batches.changed })
  return draftDetail(ctx, draft.id)
}

async function publish(ctx: Context, target: Input<'publish'>) {
  await store.lockPublishing(ctx)
  await lockPolicies(ctx)
  const { draft, all } = await lockForUpdate(ctx, target, 'publish')
  const lastPolicy = all.at(-1) ?? refuse(policyRefusals, 'policyNotFound')
  await store.changeDraft(ctx, draft.id, { state: 'published', published_by: ctx.actor.userId, published_at: ctx.now, before_to: lastPolicy.effective_to })
  await addPolicy(ctx, policyOfDraft(draft), lastPolicy, draft.id)
  note(ctx, draft, {
    published: draft.first_day,
    before: lastPolicy.version,
    digest: draft.digest,
    meant: draft.examples?.differing.length ?? 0,
    ...describeChanges(policyChangesBetween(lastPolicy.params, draft.params)),
  })
  return draftDetail(ctx, draft.id)
}

async function endLeave(ctx: Context, { isAgreed, ...target }: Input<'endLeave'>) {
  await store.lockPublishing(ctx)
  await lockPolicies(ctx)
  const { draft } = await lockForUpdate(ctx, target, 'endLeave')
  if (isAgreed) {
    await store.changeDraft(ctx, draft.id, { state: 'withdrawn', left_by: ctx.actor.userId, left_at: ctx.now })
    await removePolicy(ctx, draft.id, { version: draft.base_version, to: draft.before_to })
  } else await store.changeDraft(ctx, draft.id, { leave_by: null, leave_at: null, leave_reason: '' })
  note(ctx, draft, { withdrawn: isAgreed, reason: draft.leave_reason })
  return draftDetail(ctx, draft.id)
}

async function presentPoints(ctx: Context) {
  const { params } = await policyOn(ctx, dayOf(ctx.now))
  const answers = await store.listAnswers(ctx)
  return legalPointKeys.map((point) => ({
    point,
    switches: fieldsByLegalPoint[point].map((path) => ({ path, value: policyFieldValue(params, path) })),
    answers: answers
      .filter((each) => each.point === point)
      .map(({ id, answer, source, answered_on, file_id, file_name, noted, noted_at }) => ({
        id,
        answer,
        source,
        answeredOn: answered_on,
        fileId: file_id,
        fileName: file_name,
        notedBy: noted,
        notedAt: noted_at.toISOString(),
      })),
  }))
}

async function answer(ctx: Context, { point, answer: words, source, answeredOn, file }: Input<'answer'>) {
  if (answeredOn > dayOf(ctx.now)) refuse(policyRefusals, 'answerLater')
  const { fileId } = await storeDocument(ctx, { upload: file, pictures: true, purpose: 'taxPoint' })
  const id = await store.addAnswer(ctx, {
    point,
    answer: words,
    source,
    answered_on: answeredOn,
    file_id: fileId,
    file_name: truncateUnits(file.filename, 200),
  })
  ctx.note({ refType: 'tax_point_answer', refId: id, detail: { point, source, answeredOn } })
  return { point, fileId }
}

export const policies = {
  versions,
  async drafts(ctx, { isForMe }) {
    const all = await allPolicies(ctx)
    return (await store.drafts(ctx, isForMe)).map((draft) => presentDraft(draft, all))
  },
  draft: (ctx, { draftId }) => draftDetail(ctx, draftId),
  begin,
  save,
  async examine(ctx, target) {
    const { draft, all } = await lockForUpdate(ctx, target, 'change')
    const run = runExamples(ctx, draft, all)
    await store.changeDraft(ctx, draft.id, { examples: JSON.stringify(run) })
    note(ctx, draft, { examined: run.total, differing: run.differing.map(({ id }) => id) })
    return draftDetail(ctx, draft.id)
  },
  acknowledge,
  preview,
  publish,
  async drop(ctx, target) {
    const { draft, all } = await lockForUpdate(ctx, target, 'change')
    await store.changeDraft(ctx, draft.id, { state: 'dropped' })
    note(ctx, draft, { dropped: true })
    return presentDraft((await store.findDraft(ctx, draft.id)) ?? draft, all)
  },
  async leave(ctx, { reason, ...target }) {
    const { draft } = await lockForUpdate(ctx, target, 'leave')
    await store.changeDraft(ctx, draft.id, { leave_reason: reason, leave_by: ctx.actor.userId, leave_at: ctx.now })
    note(ctx, draft, { leaving: reason })
    return draftDetail(ctx, draft.id)
  },
  endLeave,
  points: presentPoints,
  answer,
  years: years.list,
  moves: years.deadlineMoves,
  saveYear: years.save,
  publishYear: years.publish,
  dropYear: years.dropYear,
} satisfies Implementation<Modules['policies']>
