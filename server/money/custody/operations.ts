import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { custodyRefusals } from '#/api/money/custody.texts.ts'
import { pages } from '#/api/pages.ts'
import { dayOf } from '#/domain/base/period.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { blockerText, refuse, refuseIf } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { isStaff } from '#/server/kernel/session/scope.ts'
import { custodyByCentre, needsProof, waitsForCaller } from '#/server/money/custody/status.ts'
import * as store from '#/server/money/custody/store.ts'
import { storeDocument } from '#/server/services/files/public.ts'
import { sendNotification } from '#/server/services/messages/public.ts'

type Proposal = z.output<Modules['custody']['propose']['input']>

/** Returns why the caller cannot decide a proof, or null. The centre enters proofs, and the platform confirms them. */
function blocker(ctx: Context, row: store.ProofRow): keyof typeof custodyRefusals | null {
  if (row.state !== 'pending') return 'decided'
  if (!ctx.scope.all || !ctx.actor.may('custody:check')) return 'noRight'
  return row.is_same_hand ? 'ownEntry' : null
}

function presentProof(ctx: Context, row: store.ProofRow) {
  const blockerKey = blocker(ctx, row)
  return {
    ...fieldsOf(row, 'id', 'version', 'way', 'bank', 'account_no', 'agreed_on', 'valid_until', 'agreement_file_id', 'counsel', 'opinion_on'),
    ...fieldsOf(row, 'opinion_file_id', 'state', 'created_by', 'created_at', 'answer'),
    decidedBy: row.decided_by ?? '',
    decidedAt: row.decided_at?.toISOString() ?? null,
    mayDecide: blockerText(ctx, custodyRefusals, blockerKey),
  }
}

/** Refuses implausible dates, and an agreement on entrusted payment without its legal opinion. */
function checkProposal(ctx: Context, { way, agreedOn, validUntil, counsel, opinionOn, opinion }: Proposal): void {
  const today = dayOf(ctx.now)
  if (agreedOn > today || validUntil <= today || (opinionOn ?? today) > today) refuse(custodyRefusals, 'datesWrong')
  if (way === 'entrusted' && (counsel === '' || opinionOn === undefined || opinion === undefined)) refuse(custodyRefusals, 'opinionNeeded')
}

async function storeProofDocument(ctx: Context, centreId: number, upload: Proposal['agreement']) {
  return storeDocument(ctx, { upload, kinds: ['pdf'], pictures: true, centreId, purpose: 'custody' })
}

export const custody: Implementation<Modules['custody']> = {
  async overview(ctx, { isOpen, isForMe }) {
    const canEnter = isStaff(ctx) && ctx.actor.may('custody:edit')
    const rows = (await custodyByCentre(ctx)).filter((row) => (!isOpen || needsProof(row)) && (!isForMe || waitsForCaller(ctx, row)))
    return rows.map(({ centre, current, pending, ...money }) => ({
      ...money,
      centreId: centre.id,
      centreName: centre.name,
      bank: centre.bank,
      accountNo: centre.account_no,
      current: current && presentProof(ctx, current),
      pending: pending && presentProof(ctx, pending),
      mayPropose: canEnter ? '' : translate(custodyRefusals.noRightToEnter, ctx.language),
    }))
  },

  history: async (ctx, { centreId }) => (await store.proofHistory(ctx, centreId)).map((row) => presentProof(ctx, row)),

  async propose(ctx, proposal) {
    const { centreId, way, agreedOn, validUntil } = proposal
    const centre = (isStaff(ctx) && (await custodyByCentre(ctx)).find((row) => row.centre.id === centreId)?.centre) || refuse(custodyRefusals, 'noCentre')
    if (centre.bank === '' || centre.account_no === '') refuse(custodyRefusals, 'noAccount')
    checkProposal(ctx, proposal)
    const agreement = await storeProofDocument(ctx, centreId, proposal.agreement)
    const isEntrusted = way === 'entrusted'
    const opinion = isEntrusted && proposal.opinion ? await storeProofDocument(ctx, centreId, proposal.opinion) : null
    const { id, version } = await store.insert(ctx, {
      centre,
      way,
      agreedOn,
      validUntil,
      agreementFileId: agreement.fileId,
      counsel: isEntrusted ? proposal.counsel : '',
      opinionOn: isEntrusted ? (proposal.opinionOn ?? null) : null,
      opinionFileId: opinion?.fileId ?? null,
    })
    const detail = { version, way, agreedOn, validUntil, sha256: agreement.sha256, ...(opinion && { opinionSha256: opinion.sha256 }) }
    ctx.note({ refType: 'custody_proof', refId: id, centreId, detail })
    return { id }
  },

  async decide(ctx, { custodyProofId, isConfirmed, answer }) {
    const row = (await store.lockProof(ctx, custodyProofId)) ?? refuse(custodyRefusals, 'notFound')
    refuseIf(custodyRefusals, blocker(ctx, row))
    if (!isConfirmed && answer.length < 2) refuse(custodyRefusals, 'answerNeeded')
    const state = isConfirmed ? 'confirmed' : 'rejected'
    await store.decideProof(ctx, row.id, { state, answer })
    const detail = { version: row.version, way: row.way, from: row.state, to: state, ...(answer && { reason: answer }) }
    ctx.note({ refType: 'custody_proof', refId: row.id, centreId: row.centre_id, detail })
    const values = { outcome: state, day: row.valid_until, reason: answer } as const
    await sendNotification(ctx, { to: [row.maker_id], kind: 'custodyDecided', values, path: pages.heldFunds.path, refType: 'custody_proof', refId: row.id })
    return {}
  },
}
