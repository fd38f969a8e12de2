import { createHash } from 'node:crypto'
import { dayOf } from '#/domain/base/period.ts'
import { type AssessmentStatus, assessmentStatus } from '#/domain/desk/assessment.ts'
import * as store from '#/server/desk/assessments/store.ts'
import { processingRegister } from '#/server/desk/personal/public.ts'
import type { Context } from '#/server/kernel/context.ts'

/**
 * Returns a digest of the register of processing. The digest changes with any activity, part of data or legal basis.
 */
export const registerDigest = (ctx: Context): string =>
  createHash('sha256')
    .update(JSON.stringify(processingRegister(ctx.personal)))
    .digest('hex')

/** Returns all assessments, and whether a signed one covers the current processing. */
export async function loadAssessmentStatus(ctx: Context): Promise<{ status: AssessmentStatus; rows: store.AssessmentRow[] }> {
  const rows = await store.list(ctx)
  const lastAssessment = rows[0] ? { register: rows[0].register, assessedOn: rows[0].assessed_on } : null
  return { status: assessmentStatus(lastAssessment, registerDigest(ctx), dayOf(ctx.now)), rows }
}
