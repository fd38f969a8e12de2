import { Worker } from 'node:worker_threads'
import type { Upload } from '#/api/operation.ts'

// Measures the work of the event loop's thread as CPU time, which does not depend on other processes of the machine.

/** CPU time of the event loop's thread in milliseconds: the longest turn, and the total. */
export interface LoopWork {
  readonly longest: number
  readonly total: number
}

/** Runs work and returns its result with the time that it took on this thread. */
export async function measureLoopWork<T>(work: () => Promise<T>): Promise<LoopWork & { readonly result: T }> {
  const cpuAtStart = process.threadCpuUsage()
  const cpuSince = (from: NodeJS.CpuUsage) => {
    const { user, system } = process.threadCpuUsage(from)
    return (user + system) / 1_000
  }
  let longest = 0
  let last = cpuAtStart
  // Fires at every turn of the loop that takes a millisecond or more.
  const timer = setInterval(() => {
    longest = Math.max(longest, cpuSince(last))
    last = process.threadCpuUsage()
  }, 1)
  try {
    const result = await work()
    return { longest: Math.max(longest, cpuSince(last)), total: cpuSince(cpuAtStart), result }
  } finally {
    clearInterval(timer)
  }
}

const sampleJson = JSON.stringify(Array.from({ length: 100_000 }, (_, at) => ({ name: '张三', no: String(at).padStart(18, '0'), amount: at })))

/**
 * Returns the CPU time in milliseconds that this thread needs to parse about 5 MB of JSON. The time measures the
 * machine's speed, whatever the load.
 */
export function measureParseMs(): number {
  const parseTimes = Array.from({ length: 5 }, () => {
    const cpuBefore = process.threadCpuUsage()
    JSON.parse(sampleJson)
    const { user, system } = process.threadCpuUsage(cpuBefore)
    return (user + system) / 1_000
  })
  return Math.min(...parseTimes)
}

/** A request to a server, sent from another thread. */
export interface UploadRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly fields: Readonly<Record<string, string>>
  readonly files: Readonly<Record<string, Upload>>
}

/** The response, its time, and the longest wait for `/healthz` during the upload, both in milliseconds. */
export interface UploadResult {
  readonly body: { readonly code: number; readonly error?: string; readonly message?: string }
  readonly took: number
  readonly longestWait: number
}

const workerSource = `
const { parentPort } = require('node:worker_threads')
let request = null
parentPort.on('message', async (given) => {
  if (given !== 'send') {
    const form = new FormData()
    for (const [name, value] of Object.entries(given.fields)) form.append(name, value)
    for (const [name, file] of Object.entries(given.files)) form.append(name, new Blob([file.bytes], { type: file.mediaType }), file.filename)
    request = { url: given.url, headers: given.headers, form }
    return parentPort.postMessage('ready')
  }
  const { url, headers, form } = request
  let [isOver, longestWait] = [false, 0]
  const asking = (async () => {
    do {
      const from = performance.now()
      if ((await fetch(new URL('/healthz', url))).status !== 200) throw new Error('unhealthy')
      longestWait = Math.max(longestWait, performance.now() - from)
      await new Promise((resolve) => setTimeout(resolve, 20))
    } while (!isOver)
  })()
  const begun = performance.now()
  const body = await (await fetch(url, { method: 'POST', headers, body: form })).json()
  const took = performance.now() - begun
  isOver = true
  await asking
  parentPort.postMessage({ body, took, longestWait })
})`

/** A client in another thread, which uploads and calls `/healthz` at the same time. */
export interface Uploader {
  /** Passes a request to the client and returns a function that sends it. */
  prepare(request: UploadRequest): Promise<() => Promise<UploadResult>>
  close(): Promise<unknown>
}

/** Starts an uploader. */
export function startUploader(): Uploader {
  const worker = new Worker(workerSource, { eval: true })
  const ask = <T>(message: unknown) =>
    new Promise<T>((resolve, reject) => {
      worker.once('message', (answer: T) => {
        worker.off('error', reject)
        resolve(answer)
      })
      worker.once('error', reject)
      worker.postMessage(message)
    })
  return {
    async prepare(request) {
      await ask(request)
      return () => ask<UploadResult>('send')
    },
    close: () => worker.terminate(),
  }
}
