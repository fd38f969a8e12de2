import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { otherPlaceOf, usePlaceName, useSwitch, type Waiting } from './places.ts'

/** Leads to the list of what waits; when it waits at another place, that place is chosen on the way. */
export function WaitingLink({ row, onLeave, children }: { readonly row: Waiting; readonly onLeave?: () => void; readonly children: ReactNode }) {
  const switchTo = useSwitch()
  const place = otherPlaceOf(row)
  return (
    <Link
      to={row.path}
      onClick={(event) => {
        onLeave?.()
        if (place === null) return
        event.preventDefault()
        switchTo(place, row.path)
      }}
    >
      {children}
    </Link>
  )
}

/** Where it waits, unless that is where the person works now. */
export function WaitingPlace({ row }: { readonly row: Waiting }) {
  const nameOf = usePlaceName()
  const place = otherPlaceOf(row)
  return place === null ? null : <small className="s-place">{nameOf(place)}</small>
}
