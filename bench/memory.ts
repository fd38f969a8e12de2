import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const megabyte = 1024 * 1024

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const resident = () => process.memoryUsage.rss()

function live(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** Measures the peak memory in megabytes in each half of the work. `isLive` counts only memory that is still in use. */
export async function peakMemoryOf(work: () => Promise<unknown>, isLive = false): Promise<{ first: number; second: number }> {
  const samples: number[] = []
  const timer = setInterval(() => samples.push((isLive ? live() : resident()) / megabyte), isLive ? 1000 : 100)
  await work()
  clearInterval(timer)
  const half = Math.ceil(samples.length / 2)
  return { first: Math.max(0, ...samples.slice(0, half)), second: Math.max(0, ...samples.slice(half)) }
}
