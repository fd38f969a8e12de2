import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  ageGroups,
  axisLabels,
  axisOf,
  type ChartLimit,
  type ChartSeries,
  completeGroups,
  displayedLimits,
  labelStep,
  pointAfter,
  scaleOf,
  seriesClass,
  stackOf,
  valueRange,
} from './chart.ts'

const format = String
const bar = (name: string): ChartSeries => ({ name, shape: 'bar', format })
const line = (name: string, side?: 'right'): ChartSeries => ({ name, shape: 'line', format, ...(side && { side }) })

test('an axis has round steps and reaches the highest value', () => {
  assert.deepEqual(axisOf(0), [0, 1])
  assert.deepEqual(axisOf(560), [0, 200, 400, 600])
  assert.deepEqual(axisOf(2), [0, 0.5, 1, 1.5, 2])
  assert.deepEqual(axisOf(2, 4, true), [0, 1, 2])
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e12 }), (highest) => {
      const ticks = axisOf(highest)
      assert.ok((ticks.at(-1) ?? 0) >= highest && ticks.length <= 6)
    }),
  )
})

test('an axis with negative amounts starts at the lowest round step within the amounts', () => {
  assert.deepEqual(axisOf(300, 4, false, -120), [0, 200, 400])
  assert.deepEqual(axisOf(300, 4, false, -220), [-200, 0, 200, 400])
  assert.deepEqual(axisOf(0, 4, false, -50), [-40, -20, 0])
})

test('positive parts of a bar stack upwards, negative parts downwards', () => {
  assert.deepEqual(stackOf([100, -30, 50]), [
    { from: 0, to: 100 },
    { from: 0, to: -30 },
    { from: 100, to: 150 },
  ])
})

test('the left axis covers the stacked bars, the right axis only its line', () => {
  const points = [
    { label: 'a', values: [100, 50, 7] },
    { label: 'b', values: [80, -20, null] },
  ]
  const series = [bar('net'), bar('tax'), line('people', 'right')]
  assert.deepEqual(valueRange(series, points, 'left'), { lowest: -20, highest: 150 })
  assert.deepEqual(valueRange(series, points, 'right'), { lowest: 0, highest: 7 })
})

test('both axes have zero at the same position and every tick inside the picture', () => {
  const amounts = fc.tuple(fc.integer({ min: -1e10, max: 0 }), fc.integer({ min: 0, max: 1e10 }))
  fc.assert(
    fc.property(fc.array(amounts, { minLength: 1, maxLength: 2 }), (reaches) => {
      const axes = reaches.map(([lowest, highest]) => ({ lowest, ticks: axisOf(highest, 4, false, lowest) }))
      const { zero, y } = scaleOf(
        axes.map(({ lowest, ticks }) => ({ first: lowest, last: ticks.at(-1) ?? 0 })),
        10,
        200,
      )
      for (const [axis, { lowest, ticks }] of axes.entries()) {
        assert.equal(y(axis, 0), zero)
        for (const value of [lowest, ...ticks]) assert.ok(y(axis, value) >= 10 - 1e-6 && y(axis, value) <= 210 + 1e-6, `${value} of ${ticks}`)
      }
    }),
  )
})

test('the oldest month is omitted if the list has more rows than were read', () => {
  const rows = [['2026-03', 5] as const, ['2026-02', 4] as const, ['2026-02', 3] as const, ['2026-01', 2] as const]
  const months = (count: number) => completeGroups(rows, count, ([month]) => month).map(([month, own]) => [month, own.length])
  assert.deepEqual(months(4), [
    ['2026-01', 1],
    ['2026-02', 2],
    ['2026-03', 1],
  ])
  assert.deepEqual(months(9), [
    ['2026-02', 2],
    ['2026-03', 1],
  ])
})

test('a chart shows the thresholds that were reached and the next one', () => {
  const limits: ChartLimit[] = [144_000, 36_000, 300_000].map((value) => ({ name: String(value), value }))
  assert.deepEqual(
    [0, 36_000, 40_000, 400_000].map((highest) => displayedLimits(limits, highest).map(({ value }) => value)),
    [[36_000], [36_000, 144_000], [36_000, 144_000], [36_000, 144_000, 300_000]],
  )
})

test('ages are divided into five groups, from under one day to 30 days and more', () => {
  const groups = ageGroups([0, 0.9, 1, 2.9, 3, 6, 7, 29, 30, 400], (days) => days)
  assert.deepEqual(
    groups.map(({ range, own }) => [range, own]),
    [
      ['<1', [0, 0.9]],
      ['1–2', [1, 2.9]],
      ['3–6', [3, 6]],
      ['7–29', [7, 29]],
      ['≥30', [30, 400]],
    ],
  )
})

test('the range of an axis includes its dots, and dots are numbered with the lines', () => {
  const dotSeries: ChartSeries = { name: 'amount', shape: 'dot', format, side: 'right' }
  assert.deepEqual(valueRange([bar('count'), dotSeries], [{ label: '<1', values: [2, 700] }], 'right'), { lowest: 0, highest: 700 })
  assert.equal(seriesClass([bar('count'), line('a'), dotSeries], 2), 'k-line-2')
})

test('a chart shows every label if they fit, otherwise every second or third', () => {
  const ageLabels = ['<1 天', '1–2 天', '3–6 天', '7–29 天', '≥30 天']
  assert.deepEqual(
    [60, 30, 20].map((width) => labelStep(ageLabels, width)),
    [1, 2, 3],
  )
  assert.equal(labelStep(['1', '2'], 48), 1)
  assert.equal(labelStep([], 48), 1)
})

test('labels break at spaces if every label then fits', () => {
  const ageLabels = ['<1 d', '7–29 d', '≥30 d']
  const broken = [
    ['<1', 'd'],
    ['7–29', 'd'],
    ['≥30', 'd'],
  ]
  assert.deepEqual(axisLabels(ageLabels, 60), { lines: [['<1 d'], ['7–29 d'], ['≥30 d']], step: 1 })
  assert.deepEqual(axisLabels(ageLabels, 40), { lines: broken, step: 1 })
  assert.deepEqual(axisLabels(ageLabels, 24), { lines: [['<1 d'], ['7–29 d'], ['≥30 d']], step: 2 })
  assert.deepEqual(axisLabels(['26-01', '26-02'], 24), { lines: [['26-01'], ['26-02']], step: 2 })
})

test('arrow keys, Home and End move among the points and stop at the ends', () => {
  assert.deepEqual(
    (['ArrowRight', 'ArrowLeft', 'Home', 'End', 'a'] as const).map((key) => pointAfter(key, 11, 12)),
    [11, 10, 0, 11, null],
  )
  assert.equal(pointAfter('End', 0, 0), null)
})

test('series are numbered separately for each shape', () => {
  const series = [bar('vat'), line('people'), bar('tax')]
  assert.deepEqual(
    series.map((_, at) => seriesClass(series, at)),
    ['k-bar-1', 'k-line-1', 'k-bar-2'],
  )
})
