import { relative } from 'node:path'
import type { TestEvent } from 'node:test/reporters'
import type { TestResult } from '#/tools/testing/results.ts'

// A reporter for node:test, with one line of JSON per test or group, and the time since the previous line, including
// hooks.

/** One line of this reporter. The runner adds the part of the suite. */
export type ReportedTest = Omit<TestResult, 'part'>

type ReportedEvent = Extract<TestEvent, { type: 'test:pass' | 'test:fail' }>

function outcomeOf({ type, data }: ReportedEvent): TestResult['outcome'] {
  if (type === 'test:fail') return 'failed'
  return data.skip === undefined ? 'passed' : 'skipped'
}

/** Returns whether a group only repeats the results of its tests. */
function isEcho({ type, data }: ReportedEvent): boolean {
  if (data.details.type !== 'suite') return false
  return type === 'test:pass' || Reflect.get(data.details.error ?? {}, 'failureType') === 'subtestsFailed'
}

export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  let lastTime = performance.now()
  for await (const event of events) {
    if ((event.type !== 'test:pass' && event.type !== 'test:fail') || isEcho(event)) continue
    const now = performance.now()
    const result: ReportedTest = {
      file: relative(process.cwd(), event.data.file ?? ''),
      title: event.data.name,
      outcome: outcomeOf(event),
      seconds: (now - lastTime) / 1000,
    }
    lastTime = now
    yield `${JSON.stringify(result)}\n`
  }
}
