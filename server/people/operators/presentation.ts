import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { cardWarningTexts } from '#/api/people/identity.texts.ts'
import { matchReasons, operatorRefusals } from '#/api/people/operators.texts.ts'
import { maskCard, maskIdNumber, maskMobile } from '#/domain/base/identity.ts'
import { candidateFields, cardSideByDocument, mergeUndoHours, personLikeness, readableFieldsByDocument } from '#/domain/people/candidate.ts'
import type { CardWarning } from '#/domain/people/recognition.ts'
import type { Context } from '#/server/kernel/context.ts'
import { ask } from '#/server/kernel/declarations/question.ts'
import { presetName } from '#/server/kernel/installation/presets.ts'
import { blockerText } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { readingOf } from '#/server/people/identity/public.ts'
import * as blockers from '#/server/people/operators/blockers.ts'
import { candidateDocuments } from '#/server/people/operators/questions.ts'
import type * as candidates from '#/server/people/operators/store-candidates.ts'
import * as merging from '#/server/people/operators/store-merging.ts'

type Row = z.input<Modules['operators']['candidates']['output']>['rows'][number]
type CandidateDetail = z.input<Modules['operators']['candidate']['output']>

const hourMs = 3_600_000
const maskByField = { name: (value: string) => value, idNumber: maskIdNumber, mobile: maskMobile, cardNo: maskCard } as const

const maskNumbers = (who: Readonly<Record<keyof typeof maskByField, string>>) => ({
  name: who.name,
  idNumber: maskIdNumber(who.idNumber),
  mobile: maskMobile(who.mobile),
  cardNo: maskCard(who.cardNo),
})

const plainNumbersOf = (row: candidates.CandidateRow) => ({ name: row.name, idNumber: row.id_number, mobile: row.mobile, cardNo: row.card_no })

function matchOf(ctx: Context, row: candidates.CandidateRow): Row['match'] {
  if (row.match_id === null) return null
  const matchedBy = row.match_rank === 1 ? 'idNumber' : row.match_rank === 2 ? 'mobile' : 'card'
  const operator = { name: row.match_name ?? '', idNumber: row.match_id_number ?? '', mobile: row.match_mobile ?? '', cardNo: row.match_card_no ?? '' }
  // Any card on file counts as a match, not only the default one.
  const likenessResult = personLikeness(plainNumbersOf(row), row.match_has_card ? { ...operator, cardNo: row.card_no } : operator)
  return {
    operatorId: row.match_id,
    ...maskNumbers(operator),
    why: translate(matchReasons[matchedBy], ctx.language),
    likeness: likenessResult.percent,
    differs: likenessResult.differs,
  }
}

/** Returns a candidate in the API form of lists. */
export function presentCandidate(ctx: Context, row: candidates.CandidateRow): Row {
  const until = row.decided_at ?? ctx.now
  return {
    ...fieldsOf(row, 'id', 'version', 'unit_id', 'unit_name', 'batch_id', 'batch_no', 'seq'),
    ...maskNumbers(plainNumbersOf(row)),
    bankName: presetName(row.bank_name, ctx.language),
    ...fieldsOf(row, 'problems', 'state', 'reason', 'submitted_at'),
    waitingHours: Math.max(0, Math.round(((until.getTime() - row.submitted_at.getTime()) / hourMs) * 10) / 10),
    reviewerId: row.reviewer_id,
    reviewer: row.reviewer ?? '',
    verification: row.verification,
    verifiedAt: row.verified_at?.toISOString() ?? null,
    paperCount: row.papers,
    wanted: row.wanted,
    match: matchOf(ctx, row),
  }
}

/** Returns a candidate's pictures with their readings compared with the submitted data. */
async function documentsOf(ctx: Context, row: candidates.CandidateRow): Promise<CandidateDetail['papers']> {
  const submittedValues: Readonly<Record<string, string>> = plainNumbersOf(row)
  const storedDocuments = await ask(ctx, candidateDocuments, row.id)
  const readings = await ctx.widen('readings of submitted documents', async () => {
    const documentReadings = []
    for (const each of storedDocuments)
      documentReadings.push(cardSideByDocument[each.kind] === null ? null : await readingOf(ctx, each.file_id, `candidate ${row.id}`))
    return documentReadings
  })
  return storedDocuments.map((paper, at) => {
    const fields = readings[at]?.fields.filter((field) => readableFieldsByDocument[paper.kind].includes(field.field) && field.value !== '') ?? []
    return {
      ...fieldsOf(paper, 'id', 'kind', 'file_id'),
      at: paper.created_at.toISOString(),
      warnings: paper.warnings.map((code) => translate(cardWarningTexts[code as CardWarning], ctx.language)),
      read: fields.map(({ field, value }) => ({
        field,
        value: field in maskByField ? maskByField[field as keyof typeof maskByField](value) : value,
        agrees: (candidateFields as readonly string[]).includes(field) ? submittedValues[field] === value : null,
      })),
    }
  })
}

export async function presentCandidateDetail(ctx: Context, row: candidates.CandidateRow): Promise<CandidateDetail> {
  const merge = row.state === 'merged' ? await merging.lastMerge(ctx, row.id) : undefined
  const until = merge ? new Date(merge.merged_at.getTime() + mergeUndoHours * hourMs) : null
  const refusalText = (blocker: blockers.Blocker) => blockerText(ctx, operatorRefusals, blocker)
  const undoBlocker = blockers.reviewBlocker(ctx, row, 'undo') ?? (until === null || until <= ctx.now ? ('undoLate' as const) : null)
  return {
    ...presentCandidate(ctx, row),
    bringer: row.bringer ?? '',
    wantedReason: row.wanted_reason,
    askedAt: row.asked_at?.toISOString() ?? null,
    decidedBy: row.decider ?? '',
    decidedAt: row.decided_at?.toISOString() ?? null,
    rejects: row.rejects,
    papers: await documentsOf(ctx, row),
    merge: merge && until ? { operatorId: merge.operator_id, operatorName: merge.operator_name ?? '', until: until.toISOString() } : null,
    may: {
      take: refusalText(blockers.reviewBlocker(ctx, row)),
      decide: refusalText(blockers.blockerOf(ctx, row, 'reject')),
      assign: refusalText(blockers.mayReview(ctx) ? null : 'noReview'),
      ask: refusalText(blockers.blockerOf(ctx, row, 'ask')),
      accept: refusalText(blockers.blockerOf(ctx, row, 'accept') ?? (row.match_rank === 1 ? 'alreadyKnown' : null)),
      merge: refusalText(blockers.blockerOf(ctx, row, 'merge') ?? (row.match_id === null ? 'noMatch' : null)),
      undo: refusalText(undoBlocker),
    },
  }
}
