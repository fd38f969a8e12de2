import type { Modules } from '#/api/modules.ts'
import { choiceRefusals, isFixed, type Topic, topicNames, topicUsertypes } from '#/api/services/message-topics.texts.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { formatValues } from '#/server/kernel/request/translate.ts'
import { expectAllFound } from '#/server/kernel/rows/bulk.ts'
import { completeValues } from '#/server/services/messages/complete-values.ts'
import { isEnabledFor } from '#/server/services/messages/letters.ts'
import * as choiceStore from '#/server/services/messages/store-choices.ts'
import * as store from '#/server/services/messages/store-inbox.ts'

const deliveryMethods = ['mail', 'sms'] as const

export const messages: Implementation<Modules['messages']> = {
  async list(ctx, { unread = false, after, size }) {
    const rows = await store.list(ctx, { unread, after, size })
    return {
      rows: rows.map((row) => ({
        id: row.id,
        kind: row.kind,
        values: formatValues(completeValues(row.kind, row.values), ctx.language),
        path: row.path,
        createdAt: row.created_at.toISOString(),
        isRead: row.read_at !== null,
      })),
      next: rows.length === size ? (rows.at(-1)?.id ?? null) : null,
    }
  },

  async unread(ctx) {
    return { count: await store.countUnread(ctx) }
  },

  async read(ctx, { ids = [], all = false }) {
    if (!all && ids.length === 0) return { count: 0 }
    if (!all) expectAllFound(ids, await store.ownIds(ctx, ids))
    const count = await store.markRead(ctx, all ? null : ids)
    ctx.note({ refType: 'message', refId: all ? 'all' : (ids[0] ?? 0), detail: { count } })
    return { count }
  },

  async choices(ctx) {
    const choiceRows = await choiceStore.choices(ctx, [ctx.actor.userId])
    const topics = (Object.keys(topicNames) as Topic[]).filter((topic) => topicUsertypes[topic].includes(ctx.actor.usertype))
    const isOnFor = (topic: Topic, way: 'mail' | 'sms') => isEnabledFor(topic, way, choiceRows.find((row) => row.topic === topic && row.way === way)?.is_on)
    return {
      ways: deliveryMethods.filter((way) => ctx.site.ways[way]),
      topics: topics.map((topic) => ({
        topic,
        mail: isOnFor(topic, 'mail'),
        sms: isOnFor(topic, 'sms'),
        fixed: deliveryMethods.filter((way) => isFixed(topic, way)),
      })),
    }
  },

  async choose(ctx, { topic, way, isOn }) {
    if (isFixed(topic, way) && !isOn) refuse(choiceRefusals, 'fixed')
    if (!ctx.site.ways[way]) refuse(choiceRefusals, 'noWay')
    await choiceStore.storeChoice(ctx, { topic, way, isOn })
    ctx.note({ refType: 'user', refId: ctx.actor.userId, detail: { topic, way, isOn } })
    return {}
  },
}
