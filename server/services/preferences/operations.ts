import type { Modules } from '#/api/modules.ts'
import { preferenceRefusals } from '#/api/services/preferences.texts.ts'
import { maxBytes, maxTables } from '#/api/services/preferences.ts'
import type { Implementation } from '#/server/kernel/implementation.ts'
import { refuse } from '#/server/kernel/refusal.ts'
import { rowsOf } from '#/server/services/preferences/public.ts'
import { clearPreferences, put } from '#/server/services/preferences/store.ts'

export const preferences: Implementation<Modules['preferences']> = {
  async keep(ctx, input) {
    const rows = rowsOf(input)
    if (rows.length > 0) {
      const { tables, bytes } = await put(ctx, rows)
      if (tables > maxTables) refuse(preferenceRefusals, 'tooMany', { most: maxTables })
      if (bytes > maxBytes) refuse(preferenceRefusals, 'tooLarge', { most: maxBytes / 1024 })
    }
    ctx.note({ refType: 'user', refId: ctx.actor.userId, detail: { settings: rows.map(({ name }) => name) } })
    return {}
  },

  async reset(ctx) {
    await clearPreferences(ctx)
    ctx.note({ refType: 'user', refId: ctx.actor.userId })
    return {}
  },
}
