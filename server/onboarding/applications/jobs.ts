import { applicationMessages } from '#/api/onboarding/applications.texts.ts'
import type { ContractKind } from '#/domain/agreements/contract.ts'
import { signedContractOf } from '#/server/agreements/contracts/public.ts'
import type { Context, JobContext, Jobs } from '#/server/kernel/context.ts'
import { type TextMessage, toSmsTemplate } from '#/server/kernel/external/courier.ts'
import { type DataOf, handleJob, job, noPayload } from '#/server/kernel/jobs/job.ts'
import { newCodeFor } from '#/server/kernel/session/passwords.ts'
import { activateApplicant } from '#/server/onboarding/applications/approval.ts'
import { codeJob, codeSeconds } from '#/server/onboarding/applications/codes.ts'
import { notifyAppeal, notifyAppealJob, notifyApplicant, notifyApplicantJob } from '#/server/onboarding/applications/notifications.ts'
import * as store from '#/server/onboarding/applications/store.ts'
import * as codes from '#/server/onboarding/applications/store-codes.ts'
import { attachContract } from '#/server/organisations/units/public.ts'

const activateSignedJob = job('applications.signed', noPayload)

/** Creates the code in the job, so that the queue never holds it. */
async function draftCode(ctx: Context, id: string): Promise<TextMessage | null> {
  const codeRow = await codes.lockCode(ctx.db, id)
  if (!codeRow || codeRow.ended_at !== null || codeRow.expires_at <= ctx.real) return null
  const { code, hash } = await newCodeFor(ctx, id)
  await codes.updateCode(ctx.db, id, { code_hash: hash })
  const mobileNumber = ctx.vault.open('mobile', codeRow.mobile_sealed)
  return {
    to: mobileNumber,
    about: `apply:${id}`,
    ...toSmsTemplate('registrationCode', applicationMessages.code, codeRow.language, { code, minutes: codeSeconds / 60 }),
  }
}

async function sendCode(job: JobContext, { ask }: DataOf<typeof codeJob>): Promise<void> {
  const message = await job.runAsOwner('applications.code', (ctx) => draftCode(ctx, ask))
  if (message) await job.courier.sms(message)
}

/**
 * Opens the accounts of signed applications, each in its own transaction, so that one failure does not stop the others.
 */
async function activateSignedApplicants(job: JobContext): Promise<void> {
  const ids = await job.runAsOwner('applications.signed', (ctx) => store.applicationIdsInSigning(ctx.db))
  for (const id of ids) {
    await job.runAsOwner('applications.signed', async (ctx) => {
      const application = await store.lock(ctx.db, id)
      if (application?.state !== 'signing') return
      const { unit_id: unitId, operator_id: operatorId, partner_id: partnerId, centre_id: centreId, mode } = application
      const contractId = await signedContractOf(ctx, { unitId, operatorId, partnerId }, application.sign_kinds as ContractKind[])
      if (contractId === null) return
      await store.changeApplicationState(ctx, id, { state: 'active', contract_id: contractId })
      if (unitId !== null && centreId !== null && mode !== null) await attachContract(ctx, { unitId, centreId, mode, contractId })
      await activateApplicant(ctx, application, { ...(unitId !== null && { unitId }), ...(operatorId !== null && { operatorId }) })
      ctx.note({ refType: 'application', refId: id, unitId, centreId, detail: { no: application.no, state: 'active' } })
    })
  }
}

export const jobs: Jobs = {
  handlers: [
    handleJob(codeJob, sendCode),
    handleJob(notifyApplicantJob, notifyApplicant),
    handleJob(notifyAppealJob, notifyAppeal),
    handleJob(activateSignedJob, activateSignedApplicants),
  ],
  every: { [activateSignedJob.name]: 15 },
}
