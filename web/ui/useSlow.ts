import { useEffect, useState } from 'react'

/** Returns true once a wait exceeds 150 ms, so that quick answers show no spinner. */
export function useSlow(isWaiting: boolean, afterMs = 150): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isWaiting) {
      setSlow(false)
      return
    }
    const timer = setTimeout(() => setSlow(true), afterMs)
    return () => clearTimeout(timer)
  }, [isWaiting, afterMs])
  return isWaiting && isSlow
}
