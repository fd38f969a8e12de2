import { useEffect, useState } from 'react'
import { NOTICE_MS, type Notice, noticeKey, onHideSuccessNotices, onNotice, withNotice } from './notices.ts'

/**
 * Returns the current notices, oldest first. Each is shown for five seconds (specification §8), however many follow.
 */
export function useNotices(first: () => Notice | null = () => null): readonly Notice[] {
  const [shown, setShown] = useState<readonly Notice[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the message of the previous page is taken only once.
  useEffect(() => {
    const timers = new Map<string, number>()
    const addNotice = (notice: Notice) => {
      const key = noticeKey(notice)
      setShown((before) => withNotice(before, notice))
      clearTimeout(timers.get(key))
      timers.set(
        key,
        window.setTimeout(() => setShown((before) => before.filter((each) => noticeKey(each) !== key)), NOTICE_MS),
      )
    }
    const pending = first()
    if (pending) addNotice(pending)
    const unsubscribe = onNotice(addNotice)
    const stopHiding = onHideSuccessNotices(() => setShown((before) => before.filter(({ tone }) => tone !== 'success')))
    return () => {
      unsubscribe()
      stopHiding()
      for (const timer of timers.values()) clearTimeout(timer)
    }
  }, [])
  return shown
}
