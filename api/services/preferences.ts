import { z } from 'zod'
import type { Module } from '#/api/operation.ts'
import { languages } from '#/domain/base/text.ts'

/** The maximum number of tables whose columns are stored per person. The product has fewer tables. */
export const maxStoredTables = 200

/** The maximum size of a person's settings in bytes, as stored in the database. */
export const maxPreferenceBytes = 65_536

const columns = z.array(z.string().regex(/^[\w.-]{1,40}$/)).max(60)
const density = z.enum(['compact', 'regular', 'roomy']).default('regular')

/**
 * The interface settings of a person, with the names used in the browser's storage. A setting without a choice is
 * absent.
 */
export const Preferences = z.object({
  theme: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/)
    .optional(),
  appearance: z.enum(['light', 'dark', 'system']).optional(),
  fixedHeader: z.boolean().optional(),
  tagsView: z.boolean().optional(),
  sidebarLogo: z.boolean().optional(),
  supportPinyinSearch: z.boolean().optional(),
  shortcutKey: z.boolean().optional(),
  /** Which colours are shown: all, none, or only those that colour-blind people can distinguish. */
  colours: z.enum(['all', 'grey', 'safe']).optional(),
  /** Minutes without an action before the screen locks; 0 for never. */
  lockAfter: z.int().min(0).max(60).optional(),
  size: z.enum(['default', 'medium', 'small', 'mini']).optional(),
  language: z.enum(languages).optional(),
  /** The columns of each table and the height of its rows, by table name. */
  tables: z.record(z.string().regex(/^[\w.-]{1,60}$/), z.object({ order: columns, hidden: columns, pinned: columns, density })).optional(),
})

/** The interface settings that the server stores, so that they apply in every browser of a person (decision 0158). */
export const preferences = {
  /** Stores the given settings and leaves the others unchanged. */
  keep: {
    access: 'session',
    kind: 'write',
    log: { zh: '保存界面设置', en: 'Keep interface settings', es: 'Guardar ajustes de la interfaz', ja: '表示設定の保存' },
    input: Preferences,
    output: z.object({}),
  },
  /** Deletes all settings, so that the defaults apply again. */
  reset: {
    access: 'session',
    kind: 'write',
    log: { zh: '恢复默认界面设置', en: 'Reset interface settings', es: 'Restablecer ajustes de la interfaz', ja: '表示設定の初期化' },
    input: z.object({}),
    output: z.object({}),
  },
} as const satisfies Module
