import { createContext, memo, type ReactNode, useContext, useId, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { type Signal, signal } from '#/web/kernel/signal.ts'
import { useSignal } from '#/web/kernel/useSignal.ts'
import { useEarlyLoad } from './useEarlyLoad.ts'

/** An open overlay, drawn by the host. */
interface OpenedOverlay {
  readonly key: number
  readonly owner: string
  readonly draw: () => ReactNode
}

type OverlayHost = Signal<readonly OpenedOverlay[]>

const HostContext = createContext<OverlayHost | null>(null)

const DrawnOverlay = memo(({ draw }: { readonly draw: () => ReactNode }) => draw())

function OverlayOutlet({ host }: { readonly host: OverlayHost }) {
  return useSignal(host).map(({ key, draw }) => <DrawnOverlay key={key} draw={draw} />)
}

/** Hosts the overlays of its contents. Overlays stay open when the row, branch or drawer that opened them unmounts. */
export function Overlays({ children }: { readonly children: ReactNode }) {
  const host = useRef<OverlayHost | null>(null)
  host.current ??= signal<readonly OpenedOverlay[]>([])
  useEarlyLoad(() => import('./DialogFrame.tsx'))
  return (
    <HostContext value={host.current}>
      {children}
      <OverlayOutlet host={host.current} />
    </HostContext>
  )
}

interface Overlay<T> {
  /** Opens the overlay and replaces the one this component opened before. */
  readonly open: (value: T) => void
  readonly isOpen: boolean
  /** The value passed to `open`, while the overlay is open. */
  readonly value: T | undefined
}

let lastKey = 0

/**
 * Returns the controls of an overlay (dialog, drawer, preview, menu) that only the user closes. The host holds its open
 * state and draws it, so a refetch, a resize or a change of state may unmount the component that opened it. While that
 * component is mounted, the overlay is drawn with its latest properties, afterwards with the last ones. State that the
 * overlay needs while it works (busy, failed) therefore belongs in the component that `render` returns.
 */
export function useOverlay<T = void>(render: (value: T, close: () => void) => ReactNode): Overlay<T> {
  const host = useContext(HostContext)
  if (!host) throw new Error('useOverlay needs Overlays around it')
  const owner = useId()
  const latest = useRef(render)
  const shownRef = useRef<{ readonly key: number; readonly value: T; readonly close: () => void } | null>(null)
  const isOpen = useSyncExternalStore(host.subscribe, () => host.get().some((each) => each.owner === owner))
  const createDraw = (value: T, close: () => void) => {
    const draw = latest.current
    return () => draw(value, close)
  }
  useLayoutEffect(() => {
    latest.current = render
    const visibleOverlay = shownRef.current
    if (visibleOverlay && isOpen)
      host.set(host.get().map((each) => (each.key === visibleOverlay.key ? { ...each, draw: createDraw(visibleOverlay.value, visibleOverlay.close) } : each)))
  })
  const open = (value: T) => {
    lastKey += 1
    const key = lastKey
    const close = () => host.set(host.get().filter((each) => each.key !== key))
    shownRef.current = { key, value, close }
    host.set([...host.get().filter((each) => each.owner !== owner), { key, owner, draw: createDraw(value, close) }])
  }
  return { open, isOpen, value: isOpen ? shownRef.current?.value : undefined }
}
