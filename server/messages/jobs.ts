import { type MessageKind, messageTexts } from '#/api/messages.texts.ts'
import type { JobContext, Jobs } from '#/server/kernel/context.ts'
import type { Values } from '#/server/kernel/refusal.ts'
import { say } from '#/server/kernel/say.ts'
import { deliver } from '#/server/messages/letters.ts'
import * as store from '#/server/messages/store-inbox.ts'

const keepMs = 180 * 86_400_000

async function tidy(job: JobContext): Promise<void> {
  while (!job.isStopping()) {
    const gone = await job.run('messages.tidy', (ctx) => store.forget(ctx, new Date(ctx.now.getTime() - keepMs)))
    if (gone === 0) return
  }
}

/** Text messages to the telephones that a unit's terms name. */
async function notice(job: JobContext, input: Readonly<Record<string, unknown>>): Promise<void> {
  const { unitId, centreId, mode, kind, values } = input as unknown as { unitId: number; centreId: number; mode: number; kind: MessageKind; values: Values }
  const mobiles = await job.run('messages.notice', (ctx) => store.noticeMobiles(ctx, { unitId, centreId, mode }))
  const { title, body } = messageTexts[kind]
  for (const to of mobiles) await job.courier.sms({ to, text: `${say(title, 'zh', values)}：${say(body, 'zh', values)}`, about: `notice:${unitId}` })
}

/** What messages do by themselves: leave the application for whoever asked for it, go out to telephones, and go after half a year. */
export const jobs: Jobs = { handlers: { 'messages.tidy': tidy, 'messages.deliver': deliver, 'messages.notice': notice }, every: { 'messages.tidy': 3600 } }
