import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

const registry = new Registry()
collectDefaultMetrics({ register: registry })
const durationHistogram = new Histogram({
  name: 'operation_seconds',
  help: 'Time to answer an operation',
  labelNames: ['operation'],
  registers: [registry],
  buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
})
const answerCounter = new Counter({ name: 'operation_answers_total', help: 'Answers by code', labelNames: ['operation', 'code'], registers: [registry] })

export const liveStreamGauge = new Gauge({ name: 'live_streams', help: 'Open streams of live hints', registers: [registry] })

export function recordCall(operation: string, code: number, durationMs: number): void {
  durationHistogram.observe({ operation }, durationMs)
  answerCounter.inc({ operation, code: String(code) })
}

const gauges = new Map<string, Gauge>()

/** Returns the metrics in Prometheus text format. The caller reads `figures` from the database on each request. */
export function metricsText(figures: Readonly<Record<string, number>> = {}): Promise<string> {
  for (const [name, value] of Object.entries(figures)) {
    const gauge = gauges.get(name) ?? new Gauge({ name, help: name.replaceAll('_', ' '), registers: [registry] })
    gauges.set(name, gauge)
    gauge.set(value)
  }
  return registry.metrics()
}
