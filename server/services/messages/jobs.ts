import { type MessageKind, messageTexts } from '#/api/services/messages.texts.ts'
import type { JobContext, Jobs } from '#/server/kernel/context.ts'
import type { Values } from '#/server/kernel/refusal.ts'
import { say } from '#/server/kernel/say.ts'
import { deliver } from '#/server/services/messages/letters.ts'
import * as store from '#/server/services/messages/store-inbox.ts'

/** Text messages to the telephones that a unit's terms name. */
async function notice(job: JobContext, input: Readonly<Record<string, unknown>>): Promise<void> {
  const { unitId, centreId, mode, kind, values } = input as unknown as { unitId: number; centreId: number; mode: number; kind: MessageKind; values: Values }
  const mobiles = await job.run('messages.notice', (ctx) => store.noticeMobiles(ctx, { unitId, centreId, mode }))
  const { title, body } = messageTexts[kind]
  for (const to of mobiles) await job.courier.sms({ to, text: `${say(title, 'zh', values)}：${say(body, 'zh', values)}`, about: `notice:${unitId}` })
}

/** What messages do by themselves: leave the application for whoever asked for it, and go out to telephones. */
export const jobs: Jobs = { handlers: { 'messages.deliver': deliver, 'messages.notice': notice } }
