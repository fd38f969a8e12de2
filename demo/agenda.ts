interface Entry {
  readonly at: number
  readonly act: () => void
}

/** Events that run in chronological order, whatever the order of adding. */
export interface Agenda {
  add(at: Date, act: () => void): void
  /** Runs all events until then. Later events are dropped. */
  run(until: Date): void
}

/** Returns an empty agenda. Simultaneous events run in the order of adding. */
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
