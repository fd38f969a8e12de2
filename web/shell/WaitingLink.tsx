import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { alternativePlaceOf, type PendingWork, usePlaceName, useSwitchPlace } from './places.ts'

/** Links to the list of pending work. If it is in another centre or mode, the link switches there first. */
export function WaitingLink({ row, onLeave, children }: { readonly row: PendingWork; readonly onLeave?: () => void; readonly children: ReactNode }) {
  const switchPlace = useSwitchPlace()
  const place = alternativePlaceOf(row)
  return (
    <Link
      to={row.path}
      onClick={(event) => {
        onLeave?.()
        if (place === null) return
        event.preventDefault()
        switchPlace(place, row.path)
      }}
    >
      {children}
    </Link>
  )
}

/** The centre and mode of pending work; nothing if the user already works there. */
export function WaitingPlace({ row }: { readonly row: PendingWork }) {
  const nameOf = usePlaceName()
  const place = alternativePlaceOf(row)
  return place === null ? null : <small className="s-place">{nameOf(place)}</small>
}
