import { maxSilenceMs, readEvents, reconnectDelayMs } from './events.ts'
import { language, languageTags } from './language.ts'
import { changedSession, openSessionOverDialog, stayOnPageCount } from './notices.ts'
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

/** Delay before the stream opens: the page loads first, because a browser has few connections to one server. */
const SETTLE_MS = 3000
const HIDDEN_MS = 5 * 60_000
const LATER_MS = 60_000

/** A message from the tab that reads the stream to the other tabs. */
interface TabMessage {
  readonly isOpen: boolean
  readonly topics?: readonly string[] | 'all'
}

class Ended extends Error {
  readonly why: 'over' | 'again' | 'later' | 'other'
  constructor(why: Ended['why']) {
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
  if (error === 'other_account') throw new Ended('other')
  throw new Ended(sessionOverCodes.includes(code) ? 'over' : 'later')
}

/** Reads one stream to its end. Resolves when the next may be opened, throws when the stream broke. */
async function readStream(stop: AbortSignal, onOpen: () => void, onChanged: (topics: string[]) => void): Promise<void> {
  const controller = new AbortController()
  const both = AbortSignal.any([stop, controller.signal])
  let silent = setTimeout(() => controller.abort(), maxSilenceMs)
  try {
    const reader = await open(both)
    onOpen()
    let ended: Ended | null = null
    const feed = readEvents(({ name, text }) => {
      if (name === 'changed') onChanged(JSON.parse(text) as string[])
      else if (name === 'over' || name === 'again') ended = new Ended(name)
    })
    for (;;) {
      const { done, value } = await reader.read()
      clearTimeout(silent)
      silent = setTimeout(() => controller.abort(), maxSilenceMs)
      if (value) feed(value)
      if (ended) throw ended
      if (done) return
    }
  } finally {
    clearTimeout(silent)
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
  const stays = stayOnPageCount()
  // Another tab reads the stream for the current session.
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
    } catch (thrown) {
      if (stop.aborted) break
      const why = thrown instanceof Ended ? thrown.why : null
      if (why === 'again') {
        await sleep(reconnectDelayMs(0, Math.random()), stop)
        continue
      }
      notify({ isOpen: false })
      if (why === 'other') {
        changedSession.set('account')
        return
      }
      if (why === 'over') {
        if (session.token() === token && token !== null) openSessionOverDialog(true, stays)
        return
      }
      if (why === 'later') await sleep(LATER_MS, stop)
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
  let running: AbortController | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const begin = () => {
    running = new AbortController()
    work(running.signal)
  }
  const look = () => {
    clearTimeout(timer)
    if (!document.hidden) {
      if (!running) begin()
      return
    }
    timer = setTimeout(() => {
      running?.abort()
      running = null
    }, HIDDEN_MS)
  }
  const renew = ({ key }: StorageEvent) => {
    if (!running || !session.keeps(key)) return
    running.abort()
    begin()
  }
  document.addEventListener('visibilitychange', look)
  addEventListener('storage', renew)
  timer = setTimeout(look, SETTLE_MS)
  return () => {
    document.removeEventListener('visibilitychange', look)
    removeEventListener('storage', renew)
    clearTimeout(timer)
    running?.abort()
  }
}

const LOCK = 'live'
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
  const others = typeof BroadcastChannel === 'function' && 'locks' in navigator ? new BroadcastChannel(LOCK) : null
  let isHolder = false
  let isStopped = false
  let silent: ReturnType<typeof setTimeout> | undefined
  const take = ({ isOpen, topics }: TabMessage) => {
    isLive.set(isOpen)
    if (topics) onChanged(topics)
  }
  const notify = (word: TabMessage) => {
    if (isStopped) return
    take(word)
    others?.postMessage(word)
  }
  others?.addEventListener('message', ({ data }: MessageEvent<TabMessage | 'who'>) => {
    if (data === 'who') {
      if (isHolder) others.postMessage({ isOpen: isLive.get() })
      return
    }
    if (isHolder) return
    clearTimeout(silent)
    silent = setTimeout(() => isLive.set(false), maxSilenceMs)
    take(data)
  })
  // An abruptly closed tab sends no more messages.
  const ask = setInterval(() => {
    if (!isHolder) others?.postMessage('who')
  }, maxSilenceMs / 3)
  const holding = async (stop: AbortSignal) => {
    isHolder = true
    try {
      await keepStreamOpen(stop, notify)
    } finally {
      isHolder = false
    }
  }
  const stopWatching = whileVisible((stop) => {
    if (!others) return void holding(stop)
    others.postMessage('who')
    navigator.locks.request(LOCK, { signal: stop }, () => holding(stop)).catch(() => undefined)
  })
  stopCurrent = () => {
    if (isStopped) return
    isStopped = true
    stopWatching()
    clearInterval(ask)
    clearTimeout(silent)
    others?.close()
    isLive.set(false)
  }
  return stopCurrent
}
