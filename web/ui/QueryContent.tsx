import type { ReactNode } from 'react'
import { Failure } from './Failure.tsx'
import { Skeleton } from './Skeleton.tsx'
import { StaleNote } from './StaleNote.tsx'
import { useSlow } from './useSlow.ts'

interface Query<T> {
  readonly data: T | undefined
  readonly error: unknown
  readonly isPending: boolean
  readonly refetch: () => unknown
  readonly dataUpdatedAt?: number
}

interface QueryContentProps<T> {
  readonly query: Query<T>
  /** Lines of the skeleton. */
  readonly lines?: number
  readonly children: (answer: T) => ReactNode
}

/**
 * The result of a read: a skeleton after 150 ms, the failure with Retry, or the answer, with its time if it is
 * outdated.
 */
export function QueryContent<T>({ query, lines = 4, children }: QueryContentProps<T>) {
  const isSlow = useSlow(query.isPending)
  if (query.data !== undefined)
    return (
      <>
        {query.error ? <StaleNote query={query} /> : null}
        {children(query.data)}
      </>
    )
  if (query.error) return <Failure error={query.error} onRetry={() => void query.refetch()} />
  return isSlow ? <Skeleton rows={lines} /> : <div style={{ minHeight: lines * 28 }} />
}
