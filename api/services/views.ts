import { z } from 'zod'
import { Id, type Module } from '#/api/operation.ts'
import { successMessages } from '#/api/success-messages.texts.ts'

/** Maximum number of saved views per person and list. */
export const maxViews = 20

const list = z.string().regex(/^[a-z][a-z-]{0,39}$/)
const name = z.string().trim().min(1).max(20)
/** An encoded URL query. */
const query = z
  .string()
  .max(1000)
  .regex(/^[!-~]*$/)

const View = z.object({ id: Id, name: z.string(), query: z.string(), isDefault: z.boolean() })

/** Named filter settings of a list. */
export const views = {
  list: { access: 'session', kind: 'read', input: z.object({ list }), output: z.array(View) },
  /** Saves the filter of a URL as a view. The search text is left out, because it may be a personal number. */
  save: { access: 'session', kind: 'write', log: { zh: '保存视图', en: 'Save a view', es: 'Guardar una vista', ja: '表示条件の保存' }, done: successMessages.saved, input: z.object({ list, name, query }), output: View },
  /** Renames a view, changes its filter, or makes it the default. */
  change: {
    access: 'session',
    kind: 'write',
    log: { zh: '修改视图', en: 'Change a view', es: 'Modificar una vista', ja: '表示条件の変更' },
    done: successMessages.saved,
    input: z.object({ id: Id, name: name.optional(), query: query.optional(), isDefault: z.boolean().optional() }),
    output: View,
  },
  remove: { access: 'session', kind: 'write', log: { zh: '删除视图', en: 'Delete a view', es: 'Eliminar una vista', ja: '表示条件の削除' }, done: { zh: '已删除', en: 'Deleted', es: 'Eliminada', ja: '削除しました' }, input: z.object({ id: Id }), output: z.object({}) },
} as const satisfies Module
