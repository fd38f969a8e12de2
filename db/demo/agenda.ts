interface Entry {
  readonly at: number
  readonly act: () => void
}

/** Things that happen one after the other, whatever order they were thought of in. */
export interface Agenda {
  add(at: Date, act: () => void): void
  /** Lets everything until then happen; what comes later never happens. */
  run(until: Date): void
}

/** An empty agenda; of two things at the same moment the one added first comes first. */
export function openAgenda(): Agenda {
  const entries: Entry[] = []
  return {
    add: (moment, act) => {
      const at = moment.getTime()
      const before = entries.findLastIndex((entry) => entry.at <= at)
      entries.splice(before + 1, 0, { at, act })
    },
    run: (until) => {
      for (let entry = entries.shift(); entry && entry.at <= until.getTime(); entry = entries.shift()) entry.act()
    },
  }
}
