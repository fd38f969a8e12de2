import { useEffect } from 'react'
import { type Mode, settlementMode } from '#/domain/base/codes.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { modeNames } from '#/web/shell/texts.ts'
import { Field } from '#/web/ui/Field.tsx'
import { Form } from '#/web/ui/Form.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { texts } from './texts.ts'

/** The destination of data imported from an older system. */
export interface CentrePlace {
  readonly centreId: number
  readonly mode: Mode
}

interface CentreFieldProps {
  readonly place: CentrePlace | null
  readonly onPlace: (place: CentrePlace) => void
  /**
   * The choice: a centre and mode (`place`), a centre that pays natural persons (`payer`), or a centre in any mode
   * (`centre`).
   */
  readonly use?: 'place' | 'payer' | 'centre'
}

const keyOf = ({ centreId, mode }: CentrePlace) => `${centreId}:${mode}`

/** Selects a centre and mode. A single option is preselected. */
export function CentreField({ place, onPlace, use = 'place' }: CentreFieldProps) {
  const t = useText()
  const places = useRead(api.moving.places, {})
  const centrePlaces = (places.data ?? []).flatMap(({ centreId, centreName, modes }) => modes.map((mode) => ({ centreId, centreName, mode })))
  const isPayer = use === 'payer'
  const modePlaces = isPayer ? centrePlaces.filter((each) => each.mode === settlementMode.generalContract) : centrePlaces
  const offeredPlaces =
    use === 'centre' ? modePlaces.filter((each, at) => modePlaces.findIndex((other) => other.centreId === each.centreId) === at) : modePlaces
  const onlyPlace = offeredPlaces.length === 1 ? offeredPlaces[0] : undefined
  useEffect(() => {
    if (onlyPlace && place === null) onPlace({ centreId: onlyPlace.centreId, mode: onlyPlace.mode })
  }, [onlyPlace, place, onPlace])
  const isEmpty = places.data !== undefined && offeredPlaces.length === 0
  return (
    <Form>
      <Field label={t(isPayer ? texts.payer : texts.centre)} htmlFor="opening-place" required hint={isEmpty ? t(texts.noCentre) : undefined}>
        <Select
          id="opening-place"
          {...(place ? { value: keyOf(place) } : {})}
          isLoading={places.isFetching}
          onChange={(key: string) => {
            const chosenPlace = offeredPlaces.find((each) => keyOf(each) === key)
            if (chosenPlace) onPlace({ centreId: chosenPlace.centreId, mode: chosenPlace.mode })
          }}
          options={offeredPlaces.map((each) => ({
            value: keyOf(each),
            label: use !== 'place' ? each.centreName : `${each.centreName} · ${t(modeNames[each.mode] ?? texts.centre)}`,
          }))}
        />
      </Field>
    </Form>
  )
}
