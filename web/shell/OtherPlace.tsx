import { useText } from '#/web/kernel/i18n.ts'
import { Button } from '#/web/ui/Button.tsx'
import { type PendingPlace, usePlaceName, useSwitchPlace } from './places.ts'
import { texts } from './texts.ts'

/**
 * Shown for a record in another centre or mode of the user: its place and a button that switches there. The URL stays.
 */
export function OtherPlace({ place, message }: { readonly place: PendingPlace; readonly message: string }) {
  const t = useText()
  const nameOf = usePlaceName()
  const switchPlace = useSwitchPlace()
  return (
    <div className="k-state" role="alert">
      <strong>{t(texts.otherPlace)}</strong>
      <p>{message}</p>
      <Button type="primary" onClick={() => switchPlace(place)}>
        {t(texts.switchTo, { place: nameOf(place) })}
      </Button>
    </div>
  )
}
