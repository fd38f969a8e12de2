import type { Modules } from '#/api/modules.ts'
import { viewRefusals } from '#/api/services/views.texts.ts'
import { maxViews } from '#/api/services/views.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import * as store from '#/server/services/views/store.ts'

function present({ id, name, query, is_default }: store.ViewRow) {
  return { id, name, query, isDefault: is_default }
}

/** Removes the search term, which may be an identity number that must not be stored in plain text. */
function withoutSearch(query: string): string {
  const params = new URLSearchParams(query)
  params.delete('keyword')
  return params.toString()
}

export const views: Implementation<Modules['views']> = {
  async list(ctx, { list }) {
    return (await store.viewsOf(ctx, list)).map(present)
  },

  async save(ctx, { list, name, query }) {
    if ((await store.viewsOf(ctx, list)).length >= maxViews) refuse(viewRefusals, 'tooMany', { most: maxViews })
    const row = (await store.insert(ctx, { list, name, query: withoutSearch(query) })) ?? refuse(viewRefusals, 'nameTaken', { name })
    ctx.note({ refType: 'view', refId: row.id, detail: { list, name } })
    return present(row)
  },

  async change(ctx, { id, name, query, isDefault }) {
    const view = (await store.lock(ctx, id)) ?? refuse(viewRefusals, 'notFound')
    const viewColumns = {
      ...(name !== undefined && { name }),
      ...(query !== undefined && { query: withoutSearch(query) }),
      ...(isDefault !== undefined && { is_default: isDefault }),
    }
    const row = (await store.update(ctx, view, viewColumns)) ?? refuse(viewRefusals, 'nameTaken', { name: name ?? view.name })
    ctx.note({ refType: 'view', refId: id, detail: { list: view.list, name: row.name } })
    return present(row)
  },

  async remove(ctx, { id }) {
    const view = (await store.lock(ctx, id)) ?? refuse(viewRefusals, 'notFound')
    await store.remove(ctx, id)
    ctx.note({ refType: 'view', refId: id, detail: { list: view.list, name: view.name } })
    return {}
  },
}
