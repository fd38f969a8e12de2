import { useRef } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import { CloseOutlined } from '#/web/ui/icons.ts'
import { placeTexts as texts } from './place.texts.ts'

interface Places {
  readonly unitId: number
  readonly centreId: number
}

/**
 * Returns the unit and centre filters that a link set on a list, as removable tags. The names come from the rows and
 * are stored, because a page may have no rows.
 */
export function usePlaceFields(state: Places, change: (patch: Partial<Places>) => void, names: { unit?: string | undefined; centre?: string | undefined }) {
  const t = useText()
  const previousValues = useRef<Record<string, string>>({})
  const fields = (['unit', 'centre'] as const).map((what) => {
    const name = `${what}Id` as const
    const key = `${what}:${state[name]}`
    if (names[what]) previousValues.current[key] = names[what]
    const label = t(texts[what])
    return {
      kind: 'own' as const,
      name,
      label,
      render: () => (
        <Button icon={<Icon of={CloseOutlined} />} iconPlacement="end" aria-label={t(texts.lift, { what: label })} onClick={() => change({ [name]: 0 })}>
          {previousValues.current[key] ?? state[name]}
        </Button>
      ),
    }
  })
  return fields.filter((field) => state[field.name] !== 0)
}
