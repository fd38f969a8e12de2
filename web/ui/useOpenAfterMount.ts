import { useLayoutEffect, useState } from 'react'

/**
 * Opens a dialog or drawer of antd in a second, synchronous render. antd notes the order of what Escape closes while it renders, and a first render of code
 * that has just arrived may be thrown away and begun anew: its note would stay on top, and Escape would close nothing that lies below.
 */
export function useOpenAfterMount(isOpen: boolean): boolean {
  const [isThere, setThere] = useState(false)
  useLayoutEffect(() => setThere(isOpen), [isOpen])
  return isOpen && isThere
}
