import { useSlow } from '#/web/ui/useSlow.ts'

/** Shown while the first page loads. */
export function LoadingScreen() {
  return (
    <div className="s-starting" aria-busy="true">
      {useSlow(true) ? <i /> : null}
    </div>
  )
}
