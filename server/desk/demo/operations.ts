import type { Modules } from '#/api/modules.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { Refusal } from '#/server/kernel/request/refusal.ts'
import { kernelRefusals } from '#/server/kernel/request/texts.ts'
import { sandboxMessages } from '#/server/services/messages/public.ts'

export const demo: Implementation<Modules['demo']> = {
  async accounts(ctx) {
    return {
      isDemo: ctx.isDemo,
      now: ctx.now.toISOString(),
      password: ctx.demo?.password ?? '',
      accounts: ctx.demo?.accounts.map(({ username, role }) => ({ username, role: role[ctx.language] })) ?? [],
    }
  },

  async outbox(ctx) {
    if (!ctx.isDemo) throw new Refusal('forbidden', kernelRefusals.forbidden, { key: 'demo' })
    const rows = await sandboxMessages(ctx.db)
    return { rows: rows.map(({ id, way, recipient, subject, body, sent_at }) => ({ id, at: sent_at.toISOString(), way, to: recipient, subject, text: body })) }
  },

  async advance(ctx, { minutes }) {
    if (!ctx.isDemo) throw new Refusal('forbidden', kernelRefusals.forbidden, { key: 'demo' })
    const now = await ctx.advanceClock(minutes * 60_000)
    ctx.note({ refType: 'clock', refId: 0, detail: { minutes } })
    return { now: now.toISOString() }
  },
}
