import { z } from 'zod'
import { applicationRefusals } from '#/api/onboarding/applications.texts.ts'
import { parseMobile } from '#/domain/base/contact.ts'
import { maskMobile } from '#/domain/base/identity.ts'
import type { ApplicationKind } from '#/domain/onboarding/application.ts'
import type { Context } from '#/server/kernel/context.ts'
import { job } from '#/server/kernel/jobs/job.ts'
import { Refusal, refuse } from '#/server/kernel/request/refusal.ts'
import { nextNumber } from '#/server/kernel/rows/numbers.ts'
import { passwordMatches } from '#/server/kernel/session/passwords.ts'
import { currentClauseVersions } from '#/server/onboarding/applications/clause.ts'
import { countCode, countEvent, expectBelowLimit, resendMs } from '#/server/onboarding/applications/limits.ts'
import * as store from '#/server/onboarding/applications/store.ts'
import * as codes from '#/server/onboarding/applications/store-codes.ts'
import * as places from '#/server/onboarding/applications/store-places.ts'
import { issueTicket } from '#/server/services/tickets/public.ts'

const codeMs = 10 * 60_000
const maxTries = 5

export const codeJob = job('applications.code', z.object({ ask: z.uuid() }))
export const codeSeconds = codeMs / 1000

function refuseAndCommit(name: keyof typeof applicationRefusals, values = {}): never {
  throw new Refusal(name, applicationRefusals[name], values, { keepsWrites: true })
}

/** Returns a normalised mobile number. Refuses numbers that this kind of application does not accept. */
export function normalizeMobile(typed: string, isInternational: boolean): string {
  return parseMobile(typed, isInternational) ?? refuse(applicationRefusals, 'mobile')
}

/** Sends a code to a number and invalidates earlier ones. */
export async function sendCode(ctx: Context, kind: ApplicationKind, typed: string) {
  if (!ctx.site.ways.sms) refuse(applicationRefusals, 'closed')
  const mobile = normalizeMobile(typed, kind === 'international')
  const mobileIndex = ctx.vault.index('mobile', mobile)
  await countCode(ctx, mobileIndex)
  await codes.endCodes(ctx.db, mobileIndex, ctx.real)
  const id = ctx.newId()
  await codes.insertCode(ctx.db, {
    id,
    kind,
    mobile_sealed: ctx.vault.seal('mobile', mobile),
    mobile_index: mobileIndex,
    language: ctx.language,
    created_at: ctx.real,
    expires_at: new Date(ctx.real.getTime() + codeMs),
  })
  await ctx.enqueue(codeJob, { ask: id })
  ctx.note({ refType: 'application', refId: 0, detail: { kind, mobile: maskMobile(mobile) } })
  return { ask: id, resendSeconds: resendMs / 1000, validSeconds: codeSeconds }
}

/** Returns the code request that the code confirms. Counts a wrong code for the request and the address. */
async function proveCode(ctx: Context, id: string, code: string): Promise<codes.CodeRow> {
  await expectBelowLimit(ctx, 'codes')
  const codeRow = await codes.lockCode(ctx.db, id)
  const isOpen = codeRow !== undefined && codeRow.ended_at === null && codeRow.expires_at > ctx.real
  const isCodeCorrect = await passwordMatches(ctx, isOpen ? codeRow.code_hash : null, code)
  if (isOpen && isCodeCorrect) {
    await codes.updateCode(ctx.db, id, { ended_at: ctx.real })
    return codeRow
  }
  await countEvent(ctx, 'codes')
  ctx.note({ refType: 'application', refId: 0, detail: { failed: true } })
  if (!isOpen) refuseAndCommit('codeDead')
  const triesSoFar = codeRow.tries + 1
  await codes.updateCode(ctx.db, id, { tries: triesSoFar, ...(triesSoFar >= maxTries && { ended_at: ctx.real }) })
  if (triesSoFar >= maxTries) refuseAndCommit('codeDead')
  return refuseAndCommit('wrongCode', { left: maxTries - triesSoFar })
}

/** Returns the invitation of a code; null when the code is missing or invalid. */
async function findInvite(ctx: Context, code: string | undefined): Promise<places.InviteRow | null> {
  if (!code) return null
  return (await places.inviteOf(ctx, code.toUpperCase())) ?? null
}

/** Checks the code sent to a number, then continues the unfinished application of that number or starts one. */
export async function beginApplication(ctx: Context, input: { ask: string; code: string; clauseVersion: string; invite?: string | undefined }) {
  const { clauseVersion } = input
  if (!(await currentClauseVersions(ctx)).includes(clauseVersion)) refuse(applicationRefusals, 'clauseOld')
  const codeRow = await proveCode(ctx, input.ask, input.code)
  const previousApplication = await store.latestApplication(ctx.db, codeRow.kind, codeRow.mobile_index)
  if (previousApplication) {
    ctx.note({
      refType: 'application',
      refId: previousApplication.id,
      centreId: previousApplication.centre_id,
      detail: { no: previousApplication.no, resumed: true },
    })
    return { ticket: await issueTicket(ctx, previousApplication.id, 'edit'), isNew: false, kind: codeRow.kind }
  }
  const invite = await findInvite(ctx, input.invite)
  const no = await nextNumber(ctx, 'RZ', 0)
  const newApplication = { no, kind: codeRow.kind, mobileSealed: codeRow.mobile_sealed, mobileIndex: codeRow.mobile_index, clauseVersion }
  const id = await store.insert(ctx, { ...newApplication, inviteCode: invite?.code ?? null, centreId: invite?.centre_id ?? null })
  if (id === null) refuse(applicationRefusals, 'codeDead')
  await store.addEvent(ctx, id, 'begun', { clause: clauseVersion })
  ctx.note({ refType: 'application', refId: id, detail: { no, kind: codeRow.kind, clause: clauseVersion, invite: invite?.code ?? null } })
  return { ticket: await issueTicket(ctx, id, 'edit'), isNew: true, kind: codeRow.kind }
}
