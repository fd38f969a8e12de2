/** How often articles were opened at this server since it was last written down. */
const counted = new Map<number, number>()

/** Counts readers: in memory, as a page read by thousands must not write thousands of times. */
export function countRead(id: number, times = 1): void {
  counted.set(id, (counted.get(id) ?? 0) + times)
}

/** What was counted; from here on it is counted from nought. */
export function takeCounted(): Map<number, number> {
  const taken = new Map(counted)
  counted.clear()
  return taken
}
