import { keepPreviousData, QueryClient, type QueryKey, type UseQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import type { ApiCall, CallOptions } from './api.ts'
import { type EarlyRead, earlyResponse, takeReceivedResponse } from './early.ts'
import { isLive, type LiveTopic } from './live.ts'
import { showNotice } from './notices.ts'
import { useSignal } from './useSignal.ts'
import { ApiError, createKeyHolder, type InputIssue } from './wire.ts'

/**
 * The only query cache. After every write all visible queries are refetched, so a page need not know another page's
 * queries.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 3000,
      gcTime: 10 * 60_000,
      // A refusal is final. Only a transport failure is retried, once.
      retry: (count, failure) => count < 1 && failure instanceof ApiError && failure.error === 'transport' && failure.code === 0,
      retryDelay: 800,
    },
  },
})

/**
 * Returns whether the cache has an answer to this read, fresh or not. A page with a cached answer shows it and
 * refetches.
 */
export function isCached({ call, input }: EarlyRead): boolean {
  return [
    [call.operation, input],
    [call.operation, 'pieces', input],
  ].some((key) => queryClient.getQueryState(key) !== undefined)
}

/** The query state for content that needs no read, for components that expect a query. */
export const idleQuery = { isPending: false, isFetching: false, error: null, refetch: () => undefined }

export interface ReadOptions {
  readonly isEnabled?: boolean
  /** Refetch interval in milliseconds while the page is visible; null for none. */
  readonly everyMs?: number | null
  /**
   * Refetches when the server reports a change of one of these topics. While hints arrive, `everyMs` is at least a
   * minute. A refetch that failed is repeated after `everyMs`, because no further hint may come.
   */
  readonly follows?: readonly LiveTopic[]
  /** Shows the last answer while another input is loading; true by default. */
  readonly keepLast?: boolean
}

type AnyCall<I, O> = ApiCall<I, O> & ((input: I, options?: { signal?: AbortSignal; isQuiet?: boolean }) => Promise<O>)

const FALLBACK_POLL_MS = 60_000
const HINT_BATCH_MS = 200
const HINT_JITTER_MS = 500
const MIN_REFETCH_GAP_MS = 1500

/** Returns the time until the next refetch of a read in milliseconds, or false for none. */
export function refetchDelay(everyMs: number | null | undefined, { hasHints, error }: { readonly hasHints: boolean; readonly error: ApiError | null }) {
  if (typeof everyMs !== 'number') return false
  const hasFailedForNow = error !== null && !error.isFinal
  return hasHints && !hasFailedForNow ? Math.max(everyMs, FALLBACK_POLL_MS) : everyMs
}

function useLiveOptions({ follows, everyMs }: ReadOptions) {
  const hasHints = useSignal(isLive) && follows !== undefined
  return {
    refetchInterval: ({ state: { error } }: { readonly state: { readonly error: ApiError | null } }) => refetchDelay(everyMs, { hasHints, error }),
    ...(follows && { meta: { follows } }),
  }
}

/** True while a hint starts reads. The user did not request them, so a failure shows only in place. */
let isHintRefetch = false

let changedTopics = new Set<string>()
let isRefetchScheduled = false
let lastRefetchAt = Number.NEGATIVE_INFINITY

/**
 * Refetches the queries that follow one of these topics. All browsers receive a hint at the same time, so the delay is
 * random.
 */
export function refetchTopics(topics: readonly string[] | 'all'): void {
  for (const topic of topics === 'all' ? ['*'] : topics) changedTopics.add(topic)
  if (isRefetchScheduled) return
  isRefetchScheduled = true
  setTimeout(
    () => {
      const topicsToRefetch = changedTopics
      changedTopics = new Set()
      isRefetchScheduled = false
      lastRefetchAt = performance.now()
      isHintRefetch = true
      void queryClient.invalidateQueries({
        predicate: ({ meta }) => Array.isArray(meta?.follows) && (topicsToRefetch.has('*') || meta.follows.some((topic: string) => topicsToRefetch.has(topic))),
      })
      isHintRefetch = false
    },
    Math.max(HINT_BATCH_MS + Math.random() * HINT_JITTER_MS, lastRefetchAt + MIN_REFETCH_GAP_MS - performance.now()),
  )
}

const nextFrame = () =>
  new Promise<void>((resolve) => {
    if (document.visibilityState === 'hidden') resolve()
    else requestAnimationFrame(() => setTimeout(resolve))
  })

/**
 * Resolves a read from its early answer, else from the server. A query already on screen is refetched after the next
 * frame. Background refetches fail without a notice and mark the data as outdated; the first read shows its failure.
 */
function answerOf<O>(key: QueryKey, repeats: boolean, early: Promise<O> | undefined, ask: (isQuiet: boolean) => Promise<O>): Promise<O> {
  const isQuiet = isHintRefetch || (repeats && queryClient.getQueryState(key)?.dataUpdateCount !== 0)
  if (queryClient.getQueryData(key) !== undefined) return nextFrame().then(() => ask(isQuiet))
  // The failure of an early read was not shown, so the read is repeated.
  return early?.catch(() => ask(isQuiet)) ?? ask(isQuiet)
}

/** Reads an operation and keeps its answer fresh. A failure shows in place and, unless quiet, as a notice. */
export function useRead<I, O>(call: ApiCall<I, O>, input: I, options: ReadOptions = {}): UseQueryResult<O, ApiError> {
  const anyCall = call as AnyCall<I, O>
  const liveOptions = useLiveOptions(options)
  return useQuery<O, ApiError>({
    queryKey: [call.operation, input],
    queryFn: ({ queryKey, signal }) =>
      answerOf(queryKey, typeof options.everyMs === 'number', earlyResponse(call.operation, input as object) as Promise<O> | undefined, (isQuiet) =>
        anyCall(input, { signal, isQuiet }),
      ),
    initialData: () => takeReceivedResponse(call.operation, input as object)?.value as O | undefined,
    enabled: options.isEnabled ?? true,
    ...liveOptions,
    ...(options.keepLast === false ? {} : { placeholderData: keepPreviousData as never }),
  })
}

/** One page of a cursor list. */
interface CursorPage {
  readonly rows: readonly unknown[]
  readonly next: number | null
}

/** The rows of a cursor list loaded so far. */
interface CursorRows<P extends CursorPage> {
  readonly rows: P['rows'][number][]
  /** The first page, with the fields that an operation returns once for the whole list. */
  readonly first: P | undefined
  readonly hasMore: boolean
  readonly more: () => void
  readonly isLoadingMore: boolean
  readonly isPending: boolean
  readonly isFetching: boolean
  readonly isPaused: boolean
  readonly isPlaceholderData: boolean
  readonly error: ApiError | null
  readonly refetch: () => unknown
  readonly dataUpdatedAt: number
}

/** Reads a list along its cursor (`after` → `next`): the first page at once, the next when `more` is called. */
export function useCursorRead<I extends { readonly after?: number | undefined }, P extends CursorPage>(
  call: ApiCall<I, P>,
  input: Omit<I, 'after'>,
  options: ReadOptions = {},
): CursorRows<P> {
  const anyCall = call as AnyCall<I, P>
  const liveOptions = useLiveOptions(options)
  const result = useInfiniteQuery({
    queryKey: [call.operation, 'pieces', input],
    queryFn: ({ queryKey, pageParam, signal }) => {
      const pageInput = { ...input, ...(pageParam === null ? {} : { after: pageParam }) } as I
      return answerOf(queryKey, typeof options.everyMs === 'number', earlyResponse(call.operation, pageInput as object) as Promise<P> | undefined, (isQuiet) =>
        anyCall(pageInput, { signal, isQuiet }),
      )
    },
    initialData: () => {
      const arrived = takeReceivedResponse(call.operation, input)
      return arrived && { pages: [arrived.value as P], pageParams: [null] }
    },
    initialPageParam: null as number | null,
    getNextPageParam: (piece) => piece.next,
    enabled: options.isEnabled ?? true,
    ...liveOptions,
    ...(options.keepLast === false ? {} : { placeholderData: keepPreviousData }),
  })
  return {
    rows: result.data?.pages.flatMap((piece): P['rows'] => piece.rows) ?? [],
    first: result.data?.pages[0],
    hasMore: result.hasNextPage,
    more: () => void result.fetchNextPage(),
    isLoadingMore: result.isFetchingNextPage,
    isPending: result.isPending,
    isFetching: result.isFetching,
    isPaused: result.isPaused,
    isPlaceholderData: result.isPlaceholderData,
    error: result.error as ApiError | null,
    refetch: result.refetch,
    dataUpdatedAt: result.dataUpdatedAt,
  }
}

export interface SubmitOptions<O> {
  /**
   * Notice after success. A text replaces the server's message, '' suppresses the notice, and undefined keeps the
   * server's message.
   */
  readonly done?: string | ((answer: O) => string | undefined)
  /** Tone of the notice, for answers where a part may have failed. */
  readonly tone?: (answer: O) => 'success' | 'warning'
  readonly onDone?: (answer: O) => void
  readonly onFailed?: (failure: ApiError) => void
}

/** The state of a write in a dialog. */
export interface Submit<I, O> {
  /**
   * Sends the input. Returns null when the write failed or another is still running, so that a double click sends once.
   */
  readonly submit: (input: I) => Promise<O | null>
  readonly isBusy: boolean
  readonly failure: ApiError | null
  /** The server's field errors, by field path. */
  readonly issues: readonly InputIssue[]
  readonly reset: () => void
}

/** The part of a write that a dialog shows. */
export type SubmitState = Pick<Submit<never, unknown>, 'isBusy' | 'failure'>

const unsettledRequests = new Set<Promise<unknown>>()
const MAX_SETTLE_MS = 3000

/** Returns whether a write or the refetch after it is running. Until then the screen may be outdated. */
export const isSettling = (): boolean => unsettledRequests.size > 0

/** Resolves when no write is pending, or after three seconds. */
export async function waitUntilSettled(): Promise<void> {
  const deadline = performance.now() + MAX_SETTLE_MS
  while (isSettling() && performance.now() < deadline) {
    const timeout = new Promise((resolve) => setTimeout(resolve, deadline - performance.now()))
    await Promise.race([Promise.all(unsettledRequests), timeout])
  }
  // The user must see the refetched data before the next action.
  await nextFrame()
}

function trackUnsettled(work: Promise<unknown>): void {
  const completion = work.catch(() => undefined)
  unsettledRequests.add(completion)
  void completion.then(() => unsettledRequests.delete(completion))
}

const outdatedErrors: ReadonlySet<string> = new Set(['changed', 'wrongState', 'conflict', 'shownOtherwise', 'key_reused', 'notEditable', 'decided'])

/**
 * Sends a write with one `Idempotency-Key` until the final answer. After a lost answer the same key is sent again, so
 * nothing is executed twice.
 */
export function useSubmit<I, O>(call: ApiCall<I, O>, options: SubmitOptions<O> = {}): Submit<I, O> {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiError | null>(null)
  const key = useRef<ReturnType<typeof createKeyHolder> | null>(null)
  const isSubmitting = useRef(false)
  const latest = useRef(options)
  latest.current = options

  const submit = useCallback(
    async (input: I) => {
      if (isSubmitting.current) return null
      isSubmitting.current = true
      key.current ??= createKeyHolder()
      setBusy(true)
      setFailure(null)
      try {
        const send = call as unknown as (input: I, options: CallOptions) => Promise<O>
        let failureText = ''
        const onMessage = (message: string) => {
          failureText = message
        }
        const submission = send(input, { idempotencyKey: key.current.current(), onMessage })
        trackUnsettled(submission)
        const answer = await submission
        key.current.settle()
        const { done, tone, onDone } = latest.current
        const noticeText = (typeof done === 'function' ? done(answer) : done) ?? failureText
        if (noticeText) showNotice(tone?.(answer) ?? 'success', noticeText)
        onDone?.(answer)
        trackUnsettled(queryClient.invalidateQueries())
        return answer
      } catch (cause) {
        if (!(cause instanceof ApiError)) throw cause
        if (cause.isFinal) key.current.settle()
        // After a lost answer or one of these refusals, the screen may be outdated.
        if (!cause.isFinal || outdatedErrors.has(cause.error)) trackUnsettled(queryClient.invalidateQueries())
        setFailure(cause)
        latest.current.onFailed?.(cause)
        return null
      } finally {
        isSubmitting.current = false
        setBusy(false)
      }
    },
    [call],
  )
  const reset = useCallback(() => setFailure(null), [])
  return { submit, isBusy, failure, issues: failure?.issues ?? [], reset }
}
