import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const megabyte = 1024 * 1024

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const residentBytes = () => process.memoryUsage.rss()

function liveBytes(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** Measures the peak memory in megabytes in each half of the work. `isLive` counts only memory that is still in use. */
export async function peakMemoryOf(work: () => Promise<unknown>, isLive = false): Promise<{ first: number; second: number }> {
  const samples: number[] = []
  const timer = setInterval(() => samples.push((isLive ? liveBytes() : residentBytes()) / megabyte), isLive ? 1000 : 100)
  await work()
  clearInterval(timer)
  const halfCount = Math.ceil(samples.length / 2)
  return { first: Math.max(0, ...samples.slice(0, halfCount)), second: Math.max(0, ...samples.slice(halfCount)) }
}
