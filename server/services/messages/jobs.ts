import { messageTexts } from '#/api/services/messages.texts.ts'
import { labelled } from '#/domain/text.ts'
import type { JobContext, Jobs } from '#/server/kernel/context.ts'
import { paramsOf } from '#/server/kernel/courier.ts'
import { type DataOf, handle } from '#/server/kernel/job.ts'
import { say } from '#/server/kernel/say.ts'
import { deliver, deliverJob } from '#/server/services/messages/letters.ts'
import { noticeJob } from '#/server/services/messages/public.ts'
import * as store from '#/server/services/messages/store-inbox.ts'

/** Text messages to the telephones that a unit's terms name. */
async function notice(job: JobContext, { unitId, centreId, mode, kind, values }: DataOf<typeof noticeJob>): Promise<void> {
  const mobiles = await job.run('messages.notice', (ctx) => store.noticeMobiles(ctx, { unitId, centreId, mode }))
  const { title, body } = messageTexts[kind]
  const text = labelled(say(title, 'zh', values), say(body, 'zh', values), 'zh')
  const message = { text, about: `notice:${unitId}`, kind: `notice.${kind}` as const, params: paramsOf(values, 'zh') }
  for (const to of mobiles) await job.courier.sms({ to, ...message })
}

/** What messages do by themselves: leave the application for whoever asked for it, and go out to telephones. */
export const jobs: Jobs = { handlers: [handle(deliverJob, deliver), handle(noticeJob, notice)] }
