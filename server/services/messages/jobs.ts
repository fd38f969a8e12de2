import { messageTexts } from '#/api/services/messages.texts.ts'
import { labelled } from '#/domain/text.ts'
import type { JobContext, Jobs } from '#/server/kernel/context.ts'
import { paramsOf } from '#/server/kernel/courier.ts'
import { type DataOf, handle } from '#/server/kernel/job.ts'
import { say } from '#/server/kernel/say.ts'
import { deliver, deliverJob } from '#/server/services/messages/letters.ts'
import { noticeJob, payeeJob } from '#/server/services/messages/public.ts'
import * as store from '#/server/services/messages/store-inbox.ts'

/** Who has no account never chose a language. */
function wordsOf({ kind, values }: Pick<DataOf<typeof payeeJob>, 'kind' | 'values'>) {
  const { title, body } = messageTexts[kind]
  return { text: labelled(say(title, 'zh', values), say(body, 'zh', values), 'zh'), kind: `notice.${kind}` as const, params: paramsOf(values, 'zh') }
}

/** A text message to a telephone that a unit's terms name; nothing when they name it no more. */
async function notice(job: JobContext, { unitId, centreId, mode, whom, ...said }: DataOf<typeof noticeJob>): Promise<void> {
  const mobiles = await job.run('messages.notice', (ctx) => store.noticeMobiles(ctx, { unitId, centreId, mode }))
  const to = mobiles.find((mobile) => job.vault.index('mobile', mobile) === whom)
  if (to !== undefined) await job.courier.sms({ to, ...wordsOf(said), about: `notice:${unitId}` })
}

/** A text message to an operator without an account. */
async function tellPayee(job: JobContext, { operatorId, ...said }: DataOf<typeof payeeJob>): Promise<void> {
  const sealed = await job.run('messages.payee', (ctx) => store.sealedMobile(ctx, operatorId))
  if (sealed !== '') await job.courier.sms({ to: job.vault.open('mobile', sealed), ...wordsOf(said), about: `payee:${operatorId}` })
}

/** What messages do by themselves: leave the application for whoever asked for it, and go out to telephones. */
export const jobs: Jobs = { handlers: [handle(deliverJob, deliver), handle(noticeJob, notice), handle(payeeJob, tellPayee)] }
