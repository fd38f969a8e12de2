import { pages } from '#/api/pages.ts'
import { dayOf } from '#/domain/base/period.ts'
import { certificateWarningDays } from '#/domain/organisations/certificate.ts'
import { changeApplied } from '#/server/access/changes/public.ts'
import type { Context, Jobs } from '#/server/kernel/context.ts'
import { handleJob, job, noPayload, subscribe } from '#/server/kernel/jobs/job.ts'
import { certificateAdministrators, certificateSet } from '#/server/organisations/certificates/public.ts'
import { markWarned } from '#/server/organisations/certificates/store.ts'
import { sendNotification } from '#/server/services/messages/public.ts'

const watchJob = job('certificates.watch', noPayload)
const changeAppliedJob = job('certificates.applied', changeApplied.dataSchema)
const hourSeconds = 3600

/** Warns the platform's certificate administrators a month before expiry, and again a week before. */
async function warnAdministrators(ctx: Context): Promise<void> {
  // Starts with the last week, so that a certificate in its last week gets only that warning.
  for (const days of [...certificateWarningDays].reverse()) {
    for (const { id, centre_id: centreId, centre_name: centre, valid_to: to } of await markWarned(ctx.db, ctx.now, days)) {
      const path = `${pages.userMsList.path}${centreId === null ? '' : `?open=${centreId}&pane=certificates`}`
      const values = { place: centre === null ? 'platform' : 'centre', centre: centre ?? '', day: dayOf(to) } as const
      await sendNotification(ctx, { to: await certificateAdministrators(ctx), kind: 'certificateEnding', values, path, refType: 'certificate', refId: id })
    }
  }
}

export const jobs: Jobs = {
  handlers: [
    handleJob(watchJob, (context) => context.runAsOwner('certificates.watch', warnAdministrators)),
    handleJob(changeAppliedJob, async (context, { kind, centreId }) => {
      if (kind === 'seal_certificate') await context.run(changeAppliedJob.name, (ctx) => ctx.publish(certificateSet, { centreId }))
    }),
  ],
  reacts: [subscribe(changeApplied, changeAppliedJob, (happened) => happened)],
  every: { [watchJob.name]: hourSeconds },
}
