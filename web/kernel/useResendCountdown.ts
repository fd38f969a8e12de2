import { useEffect, useState } from 'react'
import { nowMs } from './clock.ts'

interface SentCode {
  readonly resendSeconds: number
}

/** Returns the seconds until a code may be sent again. A new `sent` restarts the countdown. */
export function useResendCountdown(sent: SentCode | null): number {
  const [left, setLeft] = useState(sent?.resendSeconds ?? 0)
  useEffect(() => {
    if (!sent) return
    const deadline = nowMs() + sent.resendSeconds * 1000
    const tick = () => setLeft(Math.max(0, Math.ceil((deadline - nowMs()) / 1000)))
    tick()
    const timer = setInterval(tick, 500)
    return () => clearInterval(timer)
  }, [sent])
  return left
}
