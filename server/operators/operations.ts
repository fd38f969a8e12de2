import type { Modules } from '#/api/modules.ts'
import { candidateStateNames, matchReasons, operatorRefusals } from '#/api/operators.texts.ts'
import { isCardNumber, isMobile, maskCard, maskIdNumber, maskMobile, readIdNumber } from '#/domain/identity.ts'
import { verifyCard } from '#/server/identity/public.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/implementation.ts'
import { refuse } from '#/server/kernel/refusal.ts'
import { say } from '#/server/kernel/say.ts'
import { addCard } from '#/server/operators/public.ts'
import { rosterOperations } from '#/server/operators/roster.ts'
import * as store from '#/server/operators/store.ts'

type Reason = keyof typeof operatorRefusals

const hourMs = 3_600_000
const searchLimit = 50

/** Who of a candidate's lines must be looked at again, and as whom. */
function revalidate(ctx: Context, candidate: store.LockedCandidate, operatorId: number | null): Promise<void> {
  if (candidate.batch_id === null) return Promise.resolve()
  return ctx.enqueue('lines.revalidate', { batchId: candidate.batch_id, idIndex: candidate.id_number_index, operatorId })
}

/** Why this reviewer may not decide about this person; null when they may. */
function hindrance(ctx: Context, candidate: store.LockedCandidate | undefined): Reason | null {
  if (!candidate) return 'candidateNotFound'
  if (candidate.state !== 'open' && candidate.state !== 'waiting') return 'decided'
  return candidate.submitted_by === ctx.actor.userId ? 'ownSubmission' : null
}

function reasonText(ctx: Context, reason: Reason, candidate?: store.LockedCandidate): string {
  return say(operatorRefusals[reason], ctx.language, { state: candidate ? say(candidateStateNames[candidate.state], ctx.language) : '' })
}

function note(ctx: Context, candidate: store.LockedCandidate, detail: Record<string, unknown>): void {
  ctx.note({
    refType: 'candidate',
    refId: candidate.id,
    unitId: candidate.unit_id,
    centreId: candidate.centre_id,
    detail: { ...detail, idNumber: maskIdNumber(candidate.id_number) },
  })
}

/** Verifies one person and makes an operator of them: person, card, and the tie to the unit. Answers why not. */
async function accept(ctx: Context, candidate: store.LockedCandidate): Promise<Reason | null> {
  const idNumber = readIdNumber(candidate.id_number)
  if (!idNumber.isValid || !isMobile(candidate.mobile) || !isCardNumber(candidate.card_no)) return 'invalidPapers'
  const question = { name: candidate.name, idNumber: candidate.id_number, mobile: candidate.mobile, cardNo: candidate.card_no }
  const answer = await verifyCard(question)
  if (answer !== 'match') return answer === 'name_mismatch' ? 'identityMismatch' : 'cardMismatch'
  const birth = `${idNumber.birth.slice(0, 4)}-${idNumber.birth.slice(4, 6)}-${idNumber.birth.slice(6)}`
  const operatorId = await ctx.widen('a new operator', async () => {
    const id = await store.addOperator(ctx, {
      name: candidate.name,
      idNumber: candidate.id_number,
      birth,
      mobile: candidate.mobile,
      centreId: candidate.centre_id,
    })
    await store.saveCards(ctx, [{ operator_id: id, card_no: candidate.card_no, bank_name: candidate.bank_name, is_verified: true }])
    await store.setDefaultCard(ctx, id, candidate.card_no)
    await store.linkUnit(ctx, candidate.unit_id, id)
    return id
  })
  await store.decide(ctx, candidate.id, { state: 'accepted', reason: '', operatorId })
  note(ctx, candidate, { decision: 'accepted', operatorId })
  await revalidate(ctx, candidate, null)
  return null
}

/** Decides about each person by itself; one that cannot be decided does not keep the others waiting. */
async function decideEach(ctx: Context, ids: readonly number[], decide: (candidate: store.LockedCandidate) => Promise<Reason | null>) {
  const found = new Map((await store.lockCandidates(ctx, ids)).map((candidate) => [candidate.id, candidate]))
  const ok: number[] = []
  const fail: { id: number; reason: string }[] = []
  for (const id of new Set(ids)) {
    const candidate = found.get(id)
    const reason = hindrance(ctx, candidate) ?? (candidate ? await decide(candidate) : 'candidateNotFound')
    if (reason === null) ok.push(id)
    else fail.push({ id, reason: reasonText(ctx, reason, candidate) })
  }
  return { ok, fail }
}

function matchOf(ctx: Context, row: store.CandidateRow) {
  if (row.match_id === null) return null
  const why = row.match_rank === 1 ? 'idNumber' : row.match_rank === 2 ? 'mobile' : 'card'
  return {
    operatorId: row.match_id,
    name: row.match_name ?? '',
    idNumber: maskIdNumber(row.match_id_number ?? ''),
    mobile: maskMobile(row.match_mobile ?? ''),
    cardNo: maskCard(row.match_card_no ?? ''),
    why: say(matchReasons[why], ctx.language),
  }
}

/** Whether the operator is the person who was handed over: the same number, or a mistyped one with the card, or name and mobile, of the operator. */
function isOnePerson(candidate: store.LockedCandidate, operator: { name: string; id_number: string; mobile: string; cards: readonly string[] }): boolean {
  if (operator.id_number === candidate.id_number) return true
  return operator.cards.includes(candidate.card_no) || (operator.name === candidate.name && operator.mobile === candidate.mobile)
}

export const operators: Implementation<Modules['operators']> = {
  ...rosterOperations,

  async options(ctx, { keyword }) {
    const rows = await store.searchOperators(ctx, keyword, searchLimit)
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      idNumber: maskIdNumber(row.id_number),
      mobile: maskMobile(row.mobile),
      cardTail: row.card_tail ?? '',
    }))
  },

  async candidates(ctx, input) {
    const { rows, count } = await store.listCandidates(ctx, input)
    return {
      count,
      rows: rows.map((row) => ({
        id: row.id,
        unitName: row.unit_name,
        batchId: row.batch_id,
        batchNo: row.batch_no,
        seq: row.seq,
        name: row.name,
        idNumber: maskIdNumber(row.id_number),
        mobile: maskMobile(row.mobile),
        cardNo: maskCard(row.card_no),
        bankName: row.bank_name,
        problems: row.problems,
        state: row.state,
        reason: row.reason,
        submittedAt: row.submitted_at.toISOString(),
        waitingHours: Math.max(0, Math.round(((ctx.now.getTime() - row.submitted_at.getTime()) / hourMs) * 10) / 10),
        match: matchOf(ctx, row),
      })),
    }
  },

  async acceptCandidates(ctx, { ids }) {
    const waiting = await store.lockCandidates(ctx, ids)
    const known = await ctx.widen('known identity numbers', () =>
      store.knownIdNumbers(
        ctx,
        waiting.map((each) => each.id_number),
      ),
    )
    return decideEach(ctx, ids, async (candidate) => {
      // Two units may have handed over the same person: the second one is merged, not made twice.
      if (known.has(candidate.id_number)) return 'alreadyKnown'
      const reason = await accept(ctx, candidate)
      if (reason === null) known.add(candidate.id_number)
      return reason
    })
  },

  async mergeCandidate(ctx, { id, operatorId }) {
    const candidate = (await store.lockCandidates(ctx, [id]))[0]
    const reason = hindrance(ctx, candidate)
    if (reason !== null || !candidate)
      refuse(operatorRefusals, reason ?? 'candidateNotFound', { state: candidate ? say(candidateStateNames[candidate.state], ctx.language) : '' })
    const operator = await ctx.widen('the operator to merge into', () => store.findOperator(ctx, operatorId))
    if (!operator) refuse(operatorRefusals, 'operatorNotFound')
    if (!isOnePerson(candidate, operator)) {
      // Somebody the caller does not see is nobody: else ids could be tried until one answers differently.
      const isSeen = (await store.findOperator(ctx, operatorId)) !== undefined
      refuse(operatorRefusals, isSeen ? 'differentPerson' : 'operatorNotFound')
    }
    if (operator.status !== 8) refuse(operatorRefusals, 'notActive')
    const answer = await addCard(ctx, { operatorId, cardNo: candidate.card_no, bankName: candidate.bank_name })
    if (answer !== 'match') refuse(operatorRefusals, answer === 'name_mismatch' ? 'identityMismatch' : 'cardMismatch')
    await ctx.widen('merge into an operator', async () => {
      await store.setVerified(ctx, operatorId)
      await store.linkUnit(ctx, candidate.unit_id, operatorId)
    })
    await store.decide(ctx, id, { state: 'merged', reason: '', operatorId })
    note(ctx, candidate, { decision: 'merged', operatorId })
    await revalidate(ctx, candidate, operatorId)
    return {}
  },

  async rejectCandidates(ctx, { ids, reason }) {
    return decideEach(ctx, ids, async (candidate) => {
      await store.decide(ctx, candidate.id, { state: 'rejected', reason, operatorId: null })
      note(ctx, candidate, { decision: 'rejected', reason })
      await revalidate(ctx, candidate, null)
      return null
    })
  },
}
