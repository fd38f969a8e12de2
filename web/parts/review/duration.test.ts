import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatDuration } from './duration.ts'

test('a waiting time is shown in days and hours, in the user’s language', () => {
  assert.deepEqual(
    [0, 0.4, 1, 23.9, 24, 25, 51, 1224.5].map((hours) => formatDuration('zh', hours)),
    ['不足 1 小时', '不足 1 小时', '1 小时', '23 小时', '1 天', '1 天 1 小时', '2 天 3 小时', '51 天'],
  )
  assert.deepEqual(
    [0, 5, 24, 51].map((hours) => formatDuration('en', hours)),
    ['under 1 h', '5 h', '1 day', '2 days 3 h'],
  )
  assert.deepEqual(
    [0, 5, 24, 51].map((hours) => formatDuration('es', hours)),
    ['menos de 1 h', '5 h', '1 día', '2 días 3 h'],
  )
  assert.deepEqual(
    [0, 5, 24, 51].map((hours) => formatDuration('ja', hours)),
    ['1 時間未満', '5 時間', '1 日', '2 日 3 時間'],
  )
})
