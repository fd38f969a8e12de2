import { useSlow } from '#/web/ui/useSlow.ts'

/** While the first page is on its way. */
export function LoadingScreen() {
  return (
    <div className="s-starting" aria-busy="true">
      {useSlow(true) ? <i /> : null}
    </div>
  )
}
