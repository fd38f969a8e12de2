import type { Modules } from '#/api/modules.ts'
import { preferenceRefusals } from '#/api/services/preferences.texts.ts'
import { maxPreferenceBytes, maxStoredTables } from '#/api/services/preferences.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { rowsOf } from '#/server/services/preferences/public.ts'
import { clearPreferences, storePreferences } from '#/server/services/preferences/store.ts'

export const preferences: Implementation<Modules['preferences']> = {
  async keep(ctx, input) {
    const rows = rowsOf(input)
    if (rows.length > 0) {
      const { tables, bytes } = await storePreferences(ctx, rows)
      if (tables > maxStoredTables) refuse(preferenceRefusals, 'tooMany', { most: maxStoredTables })
      if (bytes > maxPreferenceBytes) refuse(preferenceRefusals, 'tooLarge', { most: maxPreferenceBytes / 1024 })
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
