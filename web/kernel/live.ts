import { createEventReader, maxSilenceMs, reconnectDelayMs } from './events.ts'
import { language, languageTags } from './language.ts'
import { openSessionOverDialog, sessionChange, stayOnPageCount } from './notices.ts'
import { session } from './session.ts'
import { signal } from './signal.ts'
import { headersOf, sessionOverCodes } from './wire.ts'

/** Topics of change notifications from the server. */
export type LiveTopic =
  | 'tasks'
  | 'batches'
  | 'topups'
  | 'recon'
  | 'candidates'
  | 'applications'
  | 'contracts'
  | 'messages'
  | 'orders'
  | 'collections'
  | 'invoices'

/** True while hints arrive. Queries that follow hints then poll rarely. */
export const isLive = signal(false)

type ChangeHandler = (topics: readonly string[] | 'all') => void

/**
 * Delay in milliseconds before the stream opens. The page loads first, because a browser opens few connections to one
 * server.
 */
const OPEN_DELAY_MS = 3000
const HIDDEN_MS = 5 * 60_000
const LATER_MS = 60_000

/** A message from the tab that reads the stream to the other tabs. */
interface TabMessage {
  readonly isOpen: boolean
  readonly topics?: readonly string[] | 'all'
}

class StreamEndedError extends Error {
  readonly why: 'over' | 'again' | 'later' | 'other'
  constructor(why: StreamEndedError['why']) {
    super(why)
    this.why = why
  }
}

async function open(stop: AbortSignal): Promise<ReadableStreamDefaultReader<string>> {
  const headers = headersOf({ ...session.parts(), languageTag: languageTags[language.get()], idempotencyKey: null })
  // EventSource cannot send headers, and a token must not be part of a URL.
  const response = await fetch('/api/live', { headers, signal: stop, cache: 'no-store' })
  if (response.body && response.headers.get('content-type')?.startsWith('text/event-stream'))
    return response.body.pipeThrough(new TextDecoderStream()).getReader()
  const answer: unknown = await response.json().catch(() => null)
  const { code = 0, error = '' } = (typeof answer === 'object' && answer !== null ? answer : {}) as { code?: number; error?: string }
  if (error === 'other_account') throw new StreamEndedError('other')
  throw new StreamEndedError(sessionOverCodes.includes(code) ? 'over' : 'later')
}

/** Reads one stream to its end. Resolves when the next may be opened, throws when the stream broke. */
async function readStream(stop: AbortSignal, onOpen: () => void, onChanged: (topics: string[]) => void): Promise<void> {
  const controller = new AbortController()
  const combinedSignal = AbortSignal.any([stop, controller.signal])
  let silenceTimer = setTimeout(() => controller.abort(), maxSilenceMs)
  try {
    const reader = await open(combinedSignal)
    onOpen()
    let endError: StreamEndedError | null = null
    const feed = createEventReader(({ name, text }) => {
      if (name === 'changed') onChanged(JSON.parse(text) as string[])
      else if (name === 'over' || name === 'again') endError = new StreamEndedError(name)
    })
    for (;;) {
      const { done, value } = await reader.read()
      clearTimeout(silenceTimer)
      silenceTimer = setTimeout(() => controller.abort(), maxSilenceMs)
      if (value) feed(value)
      if (endError) throw endError
      if (done) return
    }
  } finally {
    clearTimeout(silenceTimer)
    controller.abort()
  }
}

function sleep(milliseconds: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    stop.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/** Keeps a stream open until stopped, reconnecting with growing delays. */
async function keepStreamOpen(stop: AbortSignal, notify: (word: TabMessage) => void): Promise<void> {
  let failures = 0
  const token = session.token()
  const staysAtStart = stayOnPageCount()
  // Stops once the session has changed. A tab of the new session reads the stream then.
  while (!stop.aborted && session.difference() === null) {
    try {
      await readStream(
        stop,
        () => {
          // Hints may have been missed while no stream was open, so all queries are refetched once.
          notify({ isOpen: true, topics: 'all' })
          failures = 0
        },
        (topics) => notify({ isOpen: true, topics }),
      )
    } catch (cause) {
      if (stop.aborted) break
      const endReason = cause instanceof StreamEndedError ? cause.why : null
      if (endReason === 'again') {
        await sleep(reconnectDelayMs(0, Math.random()), stop)
        continue
      }
      notify({ isOpen: false })
      if (endReason === 'other') {
        sessionChange.set('account')
        return
      }
      if (endReason === 'over') {
        if (session.token() === token && token !== null) openSessionOverDialog(true, staysAtStart)
        return
      }
      if (endReason === 'later') await sleep(LATER_MS, stop)
    }
    notify({ isOpen: false })
    await sleep(reconnectDelayMs(failures++, Math.random()), stop)
  }
  notify({ isOpen: false })
}

/**
 * Runs `work` while the page is visible. Stops it five minutes after the page was hidden. Restarts it when the page is
 * shown, or when another tab changes the session or scope.
 */
function whileVisible(work: (stop: AbortSignal) => void): () => void {
  let activeWork: AbortController | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const startWork = () => {
    activeWork = new AbortController()
    work(activeWork.signal)
  }
  const updateVisibility = () => {
    clearTimeout(timer)
    if (!document.hidden) {
      if (!activeWork) startWork()
      return
    }
    timer = setTimeout(() => {
      activeWork?.abort()
      activeWork = null
    }, HIDDEN_MS)
  }
  const renew = ({ key }: StorageEvent) => {
    if (!activeWork || !session.keeps(key)) return
    activeWork.abort()
    startWork()
  }
  document.addEventListener('visibilitychange', updateVisibility)
  addEventListener('storage', renew)
  timer = setTimeout(updateVisibility, OPEN_DELAY_MS)
  return () => {
    document.removeEventListener('visibilitychange', updateVisibility)
    removeEventListener('storage', renew)
    clearTimeout(timer)
    activeWork?.abort()
  }
}

const LOCK_NAME = 'live'
let stopCurrent: () => void = () => undefined

/** Called at sign-out, so that the closing stream does not raise a "session over" notice. */
export function stopLive(): void {
  stopCurrent()
}

/**
 * Follows the server's hints until stopped. The tabs of a browser share one stream, because a browser opens few
 * connections to one server. The tab that holds the lock reads the stream and informs the others. Without hints every
 * query polls.
 */
export function startLive(onChanged: ChangeHandler): () => void {
  const otherTabs = typeof BroadcastChannel === 'function' && 'locks' in navigator ? new BroadcastChannel(LOCK_NAME) : null
  let holdsStream = false
  let isStopped = false
  let silenceTimer: ReturnType<typeof setTimeout> | undefined
  const applyMessage = ({ isOpen, topics }: TabMessage) => {
    isLive.set(isOpen)
    if (topics) onChanged(topics)
  }
  const notify = (word: TabMessage) => {
    if (isStopped) return
    applyMessage(word)
    otherTabs?.postMessage(word)
  }
  otherTabs?.addEventListener('message', ({ data }: MessageEvent<TabMessage | 'who'>) => {
    if (data === 'who') {
      if (holdsStream) otherTabs.postMessage({ isOpen: isLive.get() })
      return
    }
    if (holdsStream) return
    clearTimeout(silenceTimer)
    silenceTimer = setTimeout(() => isLive.set(false), maxSilenceMs)
    applyMessage(data)
  })
  // An abruptly closed tab sends no more messages.
  const pollTimer = setInterval(() => {
    if (!holdsStream) otherTabs?.postMessage('who')
  }, maxSilenceMs / 3)
  const holdStream = async (stop: AbortSignal) => {
    holdsStream = true
    try {
      await keepStreamOpen(stop, notify)
    } finally {
      holdsStream = false
    }
  }
  const stopWatching = whileVisible((stop) => {
    if (!otherTabs) return void holdStream(stop)
    otherTabs.postMessage('who')
    navigator.locks.request(LOCK_NAME, { signal: stop }, () => holdStream(stop)).catch(() => undefined)
  })
  stopCurrent = () => {
    if (isStopped) return
    isStopped = true
    stopWatching()
    clearInterval(pollTimer)
    clearTimeout(silenceTimer)
    otherTabs?.close()
    isLive.set(false)
  }
  return stopCurrent
}
