import { messageTexts } from '#/api/services/messages.texts.ts'
import { prependLabel } from '#/domain/base/text.ts'
import type { JobContext, Jobs } from '#/server/kernel/context.ts'
import { textParams } from '#/server/kernel/external/courier.ts'
import { type DataOf, handleJob } from '#/server/kernel/jobs/job.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { completeValues } from '#/server/services/messages/complete-values.ts'
import { deliverLetter, deliverLetterJob } from '#/server/services/messages/letters.ts'
import { operatorTextJob, textNoticeJob } from '#/server/services/messages/sending.ts'
import * as store from '#/server/services/messages/store-inbox.ts'

/** Returns the text in Chinese, because people without an account have no chosen language. */
function messageTextOf({ kind, values: stored }: Pick<DataOf<typeof operatorTextJob>, 'kind' | 'values'>) {
  const values = completeValues(kind, stored)
  const { title, body } = messageTexts[kind]
  return {
    text: prependLabel(translate(title, 'zh', values), translate(body, 'zh', values), 'zh'),
    kind: `notice.${kind}` as const,
    params: textParams(values, 'zh'),
  }
}

/** Sends a text message to a number in a unit's terms. Does nothing if the terms no longer name it. */
async function sendTextNotice(job: JobContext, { unitId, centreId, mode, whom, ...said }: DataOf<typeof textNoticeJob>): Promise<void> {
  const mobiles = await job.run('messages.notice', (ctx) => store.notificationNumbers(ctx, { unitId, centreId, mode }))
  const mobileNumber = mobiles.find((mobile) => job.vault.index('mobile', mobile) === whom)
  if (mobileNumber !== undefined) await job.courier.sms({ to: mobileNumber, ...messageTextOf(said), about: `notice:${unitId}` })
}

/** Sends a text message to an operator without an account. */
async function sendOperatorText(job: JobContext, { operatorId, ...said }: DataOf<typeof operatorTextJob>): Promise<void> {
  const sealedMobile = await job.run('messages.payee', (ctx) => store.sealedMobile(ctx, operatorId))
  if (sealedMobile !== '') await job.courier.sms({ to: job.vault.open('mobile', sealedMobile), ...messageTextOf(said), about: `payee:${operatorId}` })
}

/** The jobs of messages: mail and text messages. */
export const jobs: Jobs = {
  handlers: [handleJob(deliverLetterJob, deliverLetter), handleJob(textNoticeJob, sendTextNotice), handleJob(operatorTextJob, sendOperatorText)],
}
