/** A read whose answer a dialog needs. */
export interface NeededQuery<T> {
  readonly data: T | undefined
  readonly error: unknown
  readonly refetch: () => unknown
}

/** Returns what a dialog shows that needs an answer. An older answer is good enough after a failed refetch. */
export function stageOf({ data, error }: Pick<NeededQuery<unknown>, 'data' | 'error'>): 'ready' | 'failed' | 'loading' {
  if (data !== undefined) return 'ready'
  return error ? 'failed' : 'loading'
}
