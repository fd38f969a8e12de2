import { useSlow } from '#/web/ui/useSlow.ts'

export function LoadingScreen() {
  return (
    <div className="s-starting" aria-busy="true">
      {useSlow(true) ? <i /> : null}
    </div>
  )
}
