import { lazy, Suspense } from 'react'

const Checks = lazy(async () => ({ default: (await import('./Checks.tsx')).Checks }))

/** The checks of the books as a pane of another page; loaded when it is looked at. */
export function ChecksPane() {
  return (
    <Suspense>
      <Checks />
    </Suspense>
  )
}
