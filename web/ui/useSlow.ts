import { useEffect, useState } from 'react'

/** True once something has taken longer than 150 ms: quick answers show no spinner. */
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
