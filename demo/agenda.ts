interface AgendaEvent {
  readonly at: number
  readonly act: () => void
}

/** A list of events, which run in chronological order, whatever the order in which they were added. */
export interface Agenda {
  add(at: Date, act: () => void): void
  /** Runs all events until this moment. Later events never run. */
  run(until: Date): void
}

/** Returns an empty agenda. Simultaneous events run in the order in which they were added. */
export function openAgenda(): Agenda {
  const agendaEvents: AgendaEvent[] = []
  return {
    add: (moment, act) => {
      const at = moment.getTime()
      const previousIndex = agendaEvents.findLastIndex((entry) => entry.at <= at)
      agendaEvents.splice(previousIndex + 1, 0, { at, act })
    },
    run: (until) => {
      for (let agendaEvent = agendaEvents.shift(); agendaEvent && agendaEvent.at <= until.getTime(); agendaEvent = agendaEvents.shift()) agendaEvent.act()
    },
  }
}
