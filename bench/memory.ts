const megabyte = 1024 * 1024

/** Megabytes of memory that the process holds, at most, in each half of a piece of work. */
export async function heldIn(work: () => Promise<unknown>): Promise<{ first: number; second: number }> {
  const samples: number[] = []
  const timer = setInterval(() => samples.push(process.memoryUsage.rss() / megabyte), 100)
  await work()
  clearInterval(timer)
  const half = Math.ceil(samples.length / 2)
  return { first: Math.max(0, ...samples.slice(0, half)), second: Math.max(0, ...samples.slice(half)) }
}
