import type { Page, Request } from '@playwright/test'

/** Counts of the data that a page transferred. `of` counts the bytes of matching paths. */
export interface Traffic {
  readonly bytes: () => number
  readonly of: (pattern: RegExp) => number
  readonly requests: () => number
  /** Returns the paths of the matching requests, in the order in which they were sent. */
  readonly sent: (pattern: RegExp) => string[]
  /** Resolves when nothing has arrived for one second. */
  readonly settled: () => Promise<void>
  /** Resets all counts. */
  readonly reset: () => void
  /** Returns the counts as text for a message, largest first. */
  readonly report: () => string
}

/** Counts the bytes that the page fetches, compressed and with headers. */
export async function countTraffic(page: Page): Promise<Traffic> {
  const session = await page.context().newCDPSession(page)
  const paths = new Map<string, string>()
  const bytesByPath = new Map<string, number>()
  let sentPaths: string[] = []
  await session.send('Network.enable')
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    const path = request.url.replace(/^https?:\/\/[^/]+/, '')
    // The live stream opens three seconds later. Whether that happens during the count depends on the machine.
    // Images in style sheets are not sent for.
    if (path === '/api/live' || path.startsWith('data:')) return
    sentPaths.push(path)
    paths.set(requestId, path)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const path = paths.get(requestId)
    if (path !== undefined) bytesByPath.set(path, (bytesByPath.get(path) ?? 0) + encodedDataLength)
  })
  const sum = (pattern: RegExp) => [...bytesByPath].reduce((total, [path, bytes]) => (pattern.test(path) ? total + bytes : total), 0)
  return {
    bytes: () => sum(/./),
    of: sum,
    requests: () => sentPaths.length,
    sent: (pattern) => sentPaths.filter((path) => pattern.test(path)),
    settled: async () => {
      for (let previousCount = -1, quietChecks = 0; quietChecks < 4; await page.waitForTimeout(250)) {
        quietChecks = previousCount === sum(/./) ? quietChecks + 1 : 0
        previousCount = sum(/./)
      }
    },
    reset: () => {
      bytesByPath.clear()
      sentPaths = []
    },
    report: () =>
      [...bytesByPath]
        .sort(([, a], [, b]) => b - a)
        .slice(0, 40)
        .map(([path, bytes]) => `${path} ${bytes}`)
        .join('\n'),
  }
}

/** Blocks live updates, which make a page refetch its data. */
export async function ignoreLiveChanges(page: Page): Promise<void> {
  await page.route('**/api/live', (route) => route.fulfill({ status: 204 }))
}

/** Records the calls of the page. The returned function lists the calls that were repeated since its last call. */
export function noteRepeatedCalls(page: Page): () => string[] {
  let calls: string[] = []
  page.on('request', (request: Request) => {
    if (request.method() !== 'POST' || request.url().endsWith('/user/info')) return
    calls.push(`${new URL(request.url()).pathname} ${(request.postData() ?? '').replaceAll(/-{4,}\S+/g, '')}`)
  })
  return () => {
    const notedCalls = calls
    calls = []
    return notedCalls.filter((call, at) => notedCalls.indexOf(call) !== at)
  }
}

/** Returns a function that lists the violations of the content policy on the page since its last call. */
export async function notePolicyViolations(page: Page): Promise<() => string[]> {
  const requests: string[] = []
  await page.exposeFunction('notePolicyViolation', (text: string) => requests.push(text))
  await page.addInitScript(`document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, sample }) =>
    window.notePolicyViolation([effectiveDirective, blockedURI, sourceFile, sample].join(' ')))`)
  return () => requests.splice(0)
}
