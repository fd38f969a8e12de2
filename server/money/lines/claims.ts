import { issueMessages } from '#/api/money/line-issues.texts.ts'
import { lineRefusals } from '#/api/money/lines.texts.ts'
import { type Fen, plainYuan } from '#/domain/base/money.ts'
import { monthOf, monthStart } from '#/domain/base/period.ts'
import type { LineIssue } from '#/domain/money/line-issue.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { Refusal, refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { assessBatch } from '#/server/money/lines/calculation.ts'
import { checkLineCount, createWorkingLine } from '#/server/money/lines/editing.ts'
import { loadFacts } from '#/server/money/lines/facts.ts'
import { parseIdKind, prepareLines, toWorkingLine, type WorkingLine } from '#/server/money/lines/preparation.ts'
import { issuesFor } from '#/server/money/lines/presentation.ts'
import * as store from '#/server/money/lines/store.ts'
import { claimantsById } from '#/server/money/lines/store-claimants.ts'

/** The part of an operator's claim that a line needs. */
export interface ClaimToPay {
  readonly claimId: number
  readonly operatorId: number
  /** The registered business that is paid; null for the person. */
  readonly entityId: number | null
  readonly amount: Fen
  readonly content: string
}

async function linesFor(ctx: Context, batch: store.BatchRow, claims: readonly ClaimToPay[], first: number): Promise<WorkingLine[]> {
  const people = await ctx.widen('whom a claim pays', () => claimantsById(ctx, batch.unit_id, claims))
  return claims.map(({ claimId, operatorId, entityId, amount, content }, index) => {
    const person = people.get(operatorId)
    const business = person?.businesses.find((each) => each.id === entityId)
    const raw = {
      name: person?.name ?? '',
      idNumber: person?.idNumber ?? '',
      mobile: person?.mobile ?? '',
      bankName: person?.bankName ?? '',
      cardNo: person?.cardNo ?? '',
      entityName: business?.name ?? '',
      entityCreditCode: business?.creditCode ?? '',
      amountText: plainYuan(amount),
      service: content,
    }
    return createWorkingLine(batch, first + index, raw, { idKind: parseIdKind(person?.idKind ?? ''), collectionId: claimId })
  })
}

/** Adds one line per claim to a batch in preparation, then checks and computes the whole batch. */
export async function addClaimLines(ctx: Context, batchId: number, claims: readonly ClaimToPay[]): Promise<void> {
  const batch = (await store.lockBatch(ctx, batchId)) ?? refuse(lineRefusals, 'batchNotFound')
  const storedLines = (await store.linesOf(ctx, batch)).map(toWorkingLine)
  checkLineCount(storedLines.length + claims.length)
  await prepareLines(ctx, batch, [...storedLines, ...(await linesFor(ctx, batch, claims, (storedLines.at(-1)?.seq ?? 0) + 1))])
}

const isPayeeError = (issue: LineIssue) => issue.level === 'error' && (issue.code.startsWith('E2') || issue.code.startsWith('E1'))

/** Refuses a claim whose operator this unit could not pay now, with the message of the line's error. */
export async function expectPayable(
  ctx: Context,
  at: { readonly unit_id: number; readonly centre_id: number; readonly mode: Mode; readonly order_id: number },
  claim: Omit<ClaimToPay, 'claimId'>,
): Promise<void> {
  const emptyBatchFields = {
    no: '',
    file_sha256: null,
    source_platform: '',
    policy_version: null,
    setting_snapshot: null,
    fee_snapshot: null,
    line_count: 0,
    maker_id: ctx.actor.userId,
  }
  const batch: store.BatchRow = { ...at, ...emptyBatchFields, id: 0, version: 1, state: 'draft', amount_basis: 'gross', month: monthStart(monthOf(ctx.now)) }
  const lines = await linesFor(ctx, batch, [{ ...claim, claimId: 0 }], 1)
  const [assessment] = assessBatch(lines, await loadFacts(ctx, batch, lines, false))
  const fault = issuesFor(ctx, assessment?.issues ?? []).find(isPayeeError)
  if (fault) throw new Refusal('notPayable', lineRefusals.claimNotPayable, { fault: translate(issueMessages[fault.code], ctx.language, fault.values) })
}
