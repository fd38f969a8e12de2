import { useEffect } from 'react'

/** Calls `poll` at an interval in milliseconds while `isOn` is true and the page is visible. */
export function usePolling(poll: () => Promise<void>, interval: number, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    const pollIfVisible = () => {
      if (!document.hidden) void poll()
    }
    const timer = setInterval(pollIfVisible, interval)
    document.addEventListener('visibilitychange', pollIfVisible)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', pollIfVisible)
    }
  }, [poll, interval, isOn])
}
