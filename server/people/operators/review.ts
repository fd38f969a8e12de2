import { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { Id } from '#/api/operation.ts'
import { candidateFieldNames, operatorRefusals, operatorTaskTexts } from '#/api/people/operators.texts.ts'
import { accountStatus, operatorType } from '#/domain/base/codes.ts'
import { idNumberProblem, likelyIdKind } from '#/domain/base/id-paper.ts'
import { isCardNumber, isMobile, readIdNumber } from '#/domain/base/identity.ts'
import { joinClauses, prependLabel } from '#/domain/base/text.ts'
import { noParticulars } from '#/domain/people/particulars.ts'
import type { Context } from '#/server/kernel/context.ts'
import { job } from '#/server/kernel/jobs/job.ts'
import { requestTask, taskPayload } from '#/server/kernel/jobs/task-work.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { presentLoggedChanges } from '#/server/kernel/request/log-names.ts'
import { blockerText, refuse, refuseIf } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { type BulkResult, expectAllFound, forEachRow } from '#/server/kernel/rows/bulk.ts'
import { exportRows } from '#/server/kernel/rows/export-rows.ts'
import { storeExport } from '#/server/kernel/rows/sheet-file.ts'
import { refuseOtherPlace } from '#/server/kernel/session/other-place.ts'
import { type CardCheckResult, type Verdict, verifyCards } from '#/server/people/identity/public.ts'
import * as blockers from '#/server/people/operators/blockers.ts'
import { documentsRequested } from '#/server/people/operators/events.ts'
import * as merging from '#/server/people/operators/merging.ts'
import { presentCandidate, presentCandidateDetail } from '#/server/people/operators/presentation.ts'
import { notifySubmitters, queueRevalidation, recordInTrail } from '#/server/people/operators/resolving.ts'
import { candidateList } from '#/server/people/operators/sheet.ts'
import * as store from '#/server/people/operators/store.ts'
import * as actions from '#/server/people/operators/store-actions.ts'
import * as candidates from '#/server/people/operators/store-candidates.ts'
import * as making from '#/server/people/operators/store-creation.ts'
import * as decisions from '#/server/people/operators/store-decisions.ts'

type RefusalName = keyof typeof operatorRefusals

const maxRows = 5000
/** More candidates than this are verified in a task. */
const maxImmediateChecks = 20

export const verifyJob = job('operators.verify', taskPayload.extend({ ids: z.array(Id) }))

const canBeVerified = (candidate: decisions.LockedCandidate) =>
  readIdNumber(candidate.id_number).isValid && isMobile(candidate.mobile) && isCardNumber(candidate.card_no)

const cardCheckRequestOf = ({ id, name, id_number: idNumber, mobile, card_no: cardNo }: decisions.LockedCandidate) => ({
  name,
  idKind: 'id_card' as const,
  idNumber,
  mobile,
  cardNo,
  ref: `candidate ${id}`,
})

/** Returns the refusal for a bank answer, or null for a match or an unverified person. */
const refusalOf = ({ answer }: Verdict<CardCheckResult>): RefusalName | null =>
  answer === 'name_mismatch' ? 'identityMismatch' : answer === 'card_mismatch' ? 'cardMismatch' : null

/** Asks the bank about all candidates at once. Returns the answers by id. */
async function fetchVerdicts(ctx: Context, about: readonly decisions.LockedCandidate[]): Promise<ReadonlyMap<number, Verdict<CardCheckResult>>> {
  const verdicts = await verifyCards(ctx, about.map(cardCheckRequestOf))
  return new Map(about.flatMap(({ id }, at) => (verdicts[at] ? [[id, verdicts[at]] as const] : [])))
}

/**
 * Creates an operator with card and unit link. Returns the reason if that is not possible, otherwise null. Unverified
 * operators await manual verification.
 */
async function acceptCandidate(ctx: Context, candidate: decisions.LockedCandidate, verdict: Verdict<CardCheckResult> | undefined): Promise<RefusalName | null> {
  const { isValid } = readIdNumber(candidate.id_number)
  // Units do not submit the declaration data that other IDs require.
  if (idNumberProblem('id_card', candidate.id_number) !== null && likelyIdKind(candidate.id_number) !== 'id_card') return 'otherPaper'
  if (!isValid || verdict === undefined) return 'invalidPapers'
  const refusalName = refusalOf(verdict)
  if (refusalName) return refusalName
  const { by } = verdict
  const operatorId = await ctx.widen('a new operator', async () => {
    const { name, id_number, mobile, centre_id } = candidate
    const id = await making.insertOperator(ctx, {
      kind: 'platform',
      yztype: operatorType.naturalPerson,
      name,
      idKind: 'id_card',
      idNumber: id_number,
      particulars: noParticulars,
      mobile,
      centreId: centre_id,
      status: accountStatus.active,
      verifiedBy: by,
    })
    const { card_no, bank_name, unit_id } = candidate
    await store.saveCards(ctx, [{ operator_id: id, card_no, bank_name, is_verified: by !== '', verified_by: by }], unit_id)
    await store.setDefaultCard(ctx, id, candidate.card_no, candidate.unit_id)
    await store.linkUnit(ctx, candidate.unit_id, id)
    return id
  })
  const decisionColumns = { decided_by: ctx.actor.userId, decided_at: ctx.now, reviewer_id: ctx.actor.userId }
  const verificationColumns = by === '' ? {} : { verification: 'match' as const, verified_at: ctx.now, verified_by: by }
  await decisions.changeCandidate(ctx, candidate.id, {
    state: 'accepted',
    reason: '',
    rejects: '[]',
    operator_id: operatorId,
    ...decisionColumns,
    ...verificationColumns,
  })
  recordInTrail(ctx, candidate, { decision: 'accepted', operatorId })
  await queueRevalidation(ctx, candidate)
  return null
}

interface ReviewedVersions {
  readonly ids: readonly number[]
  /** The versions that the reviewer saw. */
  readonly versions?: readonly number[] | undefined
}

/** Decides about each candidate separately; failures do not stop the others. Also returns the decided ones. */
async function decideEach(ctx: Context, { ids, versions }: ReviewedVersions, decide: (candidate: decisions.LockedCandidate) => Promise<RefusalName | null>) {
  const candidatesById = new Map((await decisions.lockCandidates(ctx, ids)).map((candidate) => [candidate.id, candidate]))
  const decidedCandidates: decisions.LockedCandidate[] = []
  const result = await forEachRow(
    ids,
    (id) => candidatesById.get(id),
    async (candidate, id) => {
      const blocker = blockers.blockerOf(ctx, candidate, 'reject', versions?.[ids.indexOf(id)])
      if (blocker) return blockerText(ctx, operatorRefusals, blocker)
      const reason = await decide(candidate)
      if (reason !== null) return blockerText(ctx, operatorRefusals, reason)
      decidedCandidates.push(candidate)
      return ''
    },
  )
  return { result, decided: decidedCandidates }
}

/** Verifies locked candidates and stores the answers. */
export async function verifyCandidates(ctx: Context, ids: readonly number[]): Promise<BulkResult> {
  const candidatesById = new Map((await decisions.lockCandidates(ctx, ids)).map((candidate) => [candidate.id, candidate]))
  const verdictById = await fetchVerdicts(
    ctx,
    [...candidatesById.values()].filter((each) => blockers.blockerOf(ctx, each, 'accept') === null),
  )
  return forEachRow(
    ids,
    (id) => candidatesById.get(id),
    async (candidate, id) => {
      const verdict = verdictById.get(id)
      if (!verdict) return blockerText(ctx, operatorRefusals, blockers.blockerOf(ctx, candidate, 'accept'))
      const { answer, by, why } = verdict
      if (answer === 'unverified') return blockerText(ctx, operatorRefusals, ['unverified', { why: why ?? 'noAnswer' }])
      await decisions.changeCandidate(ctx, id, { verification: answer, verified_at: ctx.now, verified_by: by })
      recordInTrail(ctx, candidate, { verification: answer, by })
      const refusalName = refusalOf(verdict)
      return refusalName === null ? '' : blockerText(ctx, operatorRefusals, refusalName)
    },
  )
}

/** Joins the reasons of rejected fields into one sentence. */
function rejectionMessage(ctx: Context, reason: string, rejects: readonly { field: keyof typeof candidateFieldNames; reason: string }[]): string {
  const labelledReasons = rejects.map((reject) => prependLabel(translate(candidateFieldNames[reject.field], ctx.language), reject.reason, ctx.language))
  return joinClauses([...labelledReasons, ...(reason ? [reason] : [])], ctx.language)
}

export const reviewOperations = {
  async candidates(ctx, { page, size, after, before, ...filter }) {
    const [{ rows, next }, count, units] = await Promise.all([
      candidates.listCandidates(ctx, filter, { page, size, after, before }),
      candidates.countCandidates(ctx, filter),
      candidates.unitsWithCandidates(ctx),
    ])
    return { rows: rows.map((row) => presentCandidate(ctx, row)), count, next, units }
  },

  async candidate(ctx, { candidateId }) {
    const candidate = (await candidates.findCandidate(ctx, candidateId)) ?? (await refuseOtherPlace(ctx, 'candidate', candidateId))
    return presentCandidateDetail(ctx, candidate ?? refuse(operatorRefusals, 'candidateNotFound'))
  },

  async candidateLog(ctx, { candidateId, ...piece }) {
    if (!(await candidates.findCandidate(ctx, candidateId))) refuse(operatorRefusals, 'candidateNotFound')
    return presentLoggedChanges(await actions.changes(ctx, { type: 'candidate', id: candidateId }, piece), ctx.language)
  },

  async askForPapers(ctx, { candidateId, version, kinds, reason }) {
    const candidate = (await decisions.lockCandidates(ctx, [candidateId]))[0]
    refuseIf(operatorRefusals, blockers.blockerOf(ctx, candidate, 'ask', version))
    if (!candidate) refuse(operatorRefusals, 'candidateNotFound')
    if (!ctx.site.ways.sms) refuse(operatorRefusals, 'noSms')
    if (!isMobile(candidate.mobile)) refuse(operatorRefusals, 'noMobile')
    const requestColumns = { wanted: [...new Set(kinds)], wanted_reason: reason, asked_at: ctx.now, reviewer_id: ctx.actor.userId }
    await decisions.changeCandidate(ctx, candidateId, { state: 'waiting', reason, ...requestColumns })
    recordInTrail(ctx, candidate, { wanted: kinds, reason })
    await ctx.publish(documentsRequested, { candidateId, language: ctx.language })
    return {}
  },

  async verifyCandidates(ctx, { ids }) {
    if (ids.length <= maxImmediateChecks) return { ...(await verifyCandidates(ctx, ids)), taskId: null }
    const lockedCandidates = await decisions.lockCandidates(ctx, ids)
    expectAllFound(
      ids,
      lockedCandidates.map((each) => each.id),
    )
    const taskId = await requestTask(ctx, verifyJob, { title: translate(operatorTaskTexts.verify, ctx.language), total: ids.length }, (requested) => ({
      ...requested,
      ids,
    }))
    ctx.note({ refType: 'task', refId: taskId, detail: { people: ids.length } })
    return { ok: [], fail: [], taskId }
  },

  async acceptCandidates(ctx, looked) {
    const waitingCandidates = await decisions.lockCandidates(ctx, looked.ids)
    const numbers = waitingCandidates.map((each) => each.id_number)
    const registeredNumbers = await ctx.widen('known identity numbers', () => store.registeredIdNumbers(ctx, numbers))
    const verifiableCandidates = waitingCandidates.filter(
      (each) => canBeVerified(each) && !registeredNumbers.has(each.id_number) && blockers.blockerOf(ctx, each, 'reject') === null,
    )
    const verdictById = await fetchVerdicts(ctx, verifiableCandidates)
    const { result, decided } = await decideEach(ctx, looked, async (candidate) => {
      // Two units may submit the same person: the second is merged, not created again.
      if (registeredNumbers.has(candidate.id_number)) return 'alreadyKnown'
      const reason = await acceptCandidate(ctx, candidate, verdictById.get(candidate.id))
      if (reason === null) registeredNumbers.add(candidate.id_number)
      return reason
    })
    await notifySubmitters(ctx, decided, 'candidatesAccepted', '')
    return result
  },

  async mergeCandidate(ctx, { id, operatorId, version }) {
    await merging.mergeCandidate(ctx, id, operatorId, version)
    return {}
  },

  async undoMerge(ctx, { candidateId }) {
    await merging.undoMerge(ctx, candidateId)
    return {}
  },

  async rejectCandidates(ctx, { reason, rejects, ...looked }) {
    if (reason.length < 2 && rejects.length === 0) refuse(operatorRefusals, 'reasonNeeded')
    const distinctRejects = [...new Map(rejects.map((reject) => [reject.field, reject])).values()]
    const fullReason = rejectionMessage(ctx, reason, distinctRejects)
    const decisionColumns = {
      reason: fullReason,
      rejects: JSON.stringify(distinctRejects),
      operator_id: null,
      decided_by: ctx.actor.userId,
      decided_at: ctx.now,
    }
    const { result, decided } = await decideEach(ctx, looked, async (candidate) => {
      await decisions.changeCandidate(ctx, candidate.id, { state: 'rejected', reviewer_id: ctx.actor.userId, ...decisionColumns })
      recordInTrail(ctx, candidate, { decision: 'rejected', reason: fullReason })
      await queueRevalidation(ctx, candidate)
      return null
    })
    await notifySubmitters(ctx, decided, 'candidatesRejected', fullReason)
    return result
  },

  async exportCandidates(ctx, filter) {
    const readRows = async () => {
      const rows = await exportRows(async (size) => (await candidates.listCandidates(ctx, filter, { page: 1, size })).rows, maxRows)
      return candidateList(ctx, filter, rows)
    }
    return storeExport(ctx, filter, readRows, { unitId: ctx.actor.unitId, centreId: ctx.scope.centreId })
  },
} satisfies Partial<Implementation<Modules['operators']>>
