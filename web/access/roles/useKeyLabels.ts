import { useMemo } from 'react'
import { permissionName } from '#/api/access/roles.texts.ts'
import type { Text } from '#/domain/text.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { useRead } from '#/web/kernel/query.ts'
import { keyGroups, orderName } from './tree.ts'

type Labels = OutputOf<typeof api.roles.labels>

/** A key's own names with their version. */
export type OwnNames = Omit<Labels['names'][number], 'key'>

const none: Labels = { names: [], orders: [] }
const untouched: OwnNames = { version: 0, zh: null, en: null, es: null, ja: null }

/** What the program calls a key. */
export function givenName(key: string): Text {
  return permissionName(key) ?? { zh: key, en: key, es: key, ja: key }
}

/** What keys are called and how they are ordered: by the platform, and where it said nothing by the program. */
export function useKeyLabels() {
  const say = useText()
  const language = useLanguage()
  const labels = useRead(api.roles.labels, {})
  const { names, orders } = labels.data ?? none
  return useMemo(() => {
    const ownOf = (key: string) => names.find((row) => row.key === key) ?? untouched
    return {
      /** Whether the platform's own names and orders have arrived. */
      isKnown: labels.data !== undefined,
      ownOf,
      nameOf: (key: string) => ownOf(key)[language] ?? say(givenName(key)),
      groups: keyGroups(orders),
      orderOf: (menu: Parameters<typeof orderName>[0]) => orders.find((order) => order.menu === orderName(menu)) ?? { version: 0, keys: [] },
    }
  }, [names, orders, language, say, labels.data])
}
