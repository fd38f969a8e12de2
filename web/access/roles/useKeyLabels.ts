import { useMemo } from 'react'
import { permissionName } from '#/api/access/roles.texts.ts'
import type { Text } from '#/domain/base/text.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { useRead } from '#/web/kernel/query.ts'
import { keyGroups, keyOrderName } from './tree.ts'

type Labels = OutputOf<typeof api.roles.labels>

/** The platform's names of a key, with their version. */
export type CustomNames = Omit<Labels['names'][number], 'key'>

const noLabels: Labels = { names: [], orders: [] }
const noCustomNames: CustomNames = { version: 0, zh: null, en: null, es: null, ja: null }

export function programKeyName(key: string): Text {
  return permissionName(key) ?? { zh: key, en: key, es: key, ja: key }
}

/**
 * Returns the names and order of keys: the platform's where set, else the program's. A page calls it once and passes the
 * labels to its drawers and dialogs, which would read them again when they open.
 */
export function useKeyLabels() {
  const t = useText()
  const language = useLanguage()
  const labels = useRead(api.roles.labels, {})
  const { names, orders } = labels.data ?? noLabels
  return useMemo(() => {
    const customNamesOf = (key: string) => names.find((row) => row.key === key) ?? noCustomNames
    return {
      isKnown: labels.data !== undefined,
      ownOf: customNamesOf,
      nameOf: (key: string) => customNamesOf(key)[language] ?? t(programKeyName(key)),
      groups: keyGroups(orders),
      orderOf: (menu: Parameters<typeof keyOrderName>[0]) => orders.find((order) => order.menu === keyOrderName(menu)) ?? { version: 0, keys: [] },
    }
  }, [names, orders, language, t, labels.data])
}

export type KeyLabels = ReturnType<typeof useKeyLabels>
