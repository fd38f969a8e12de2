import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fen } from '#/domain/base/money.ts'
import { checkOffline, type OfflineFacts, type OfflineLine, type OfflineRow } from '#/domain/money/offline.ts'

const now = new Date('2026-11-21T12:00:00+08:00')
const releasedAt = new Date('2026-11-21T09:30:40+08:00')
const line = (no: string, more: Partial<OfflineLine> = {}): OfflineLine => ({
  id: Number(no.slice(1)),
  no,
  state: 'processing',
  net: fen(100_050),
  releasedAt,
  succeededAt: null,
  isReported: false,
  ...more,
})
const lines = [line('L1'), line('L2'), line('L3', { state: 'success', succeededAt: new Date('2026-11-21T10:00:00+08:00') }), line('L4', { state: 'failed' })]
const slip = { fileId: 'f1', name: '回单A.pdf' }
const facts = (more: Partial<OfflineFacts> = {}): OfflineFacts => ({
  now,
  lines: new Map(lines.map((each) => [each.no, each])),
  usedSerials: new Set(['USED-1']),
  registeredTransfers: new Map([
    ['out REFUND-1', { use: '退款', no: 'TK1' }],
    ['in TAX-1', { use: '退税到账', no: '2026-10' }],
  ]),
  slips: [slip],
  ...more,
})
const row = (more: Partial<OfflineRow> = {}): OfflineRow => ({
  row: 2,
  no: 'L1',
  serial: 'G001-1',
  paidAt: '2026-11-21 10:30:00',
  result: '成功',
  reason: '',
  slip: '',
  amount: '',
  isSerialDoubtful: false,
  ...more,
})
const codes = (rows: readonly OfflineRow[], more: Partial<OfflineFacts> = {}) =>
  checkOffline(rows, facts(more)).issues.map((issue) => `${issue.row} ${issue.field} ${issue.code}`)

describe('manual payment results', () => {
  test('a valid row becomes a result, whatever its spaces and full-width characters', () => {
    const { entries, issues } = checkOffline([row({ no: ' Ｌ1 ', serial: 'Ｇ001-1', amount: '1,000.50', slip: '回单Ａ.PDF' })], facts())
    assert.deepEqual(issues, [])
    assert.deepEqual(entries, [
      { lineId: 1, net: 100_050, result: 'success', serial: 'G001-1', happenedAt: new Date('2026-11-21T10:30:00+08:00'), reason: '', slip },
    ])
  })

  const faults: readonly (readonly [string, Partial<OfflineRow>, string])[] = [
    ['a missing line number', { no: '' }, 'no E601'],
    ['an unknown line number', { no: 'L9' }, 'no E701'],
    ['the number of a failed line', { no: 'L4' }, 'no E702'],
    ['the number of a paid line', { no: 'L3' }, 'no E702'],
    ['a missing serial number', { serial: ' ' }, 'serial E601'],
    ['a malformed serial number', { serial: '甲乙丙丁' }, 'serial E704'],
    ['a used serial number in other capitals', { serial: 'used-1' }, 'serial E706'],
    ['the serial number of a refund in other capitals', { serial: 'refund-1' }, 'serial E719'],
    ['a serial number stored as a number', { isSerialDoubtful: true }, 'serial E715'],
    ['a missing time', { paidAt: '' }, 'paidAt E601'],
    ['a day without a time', { paidAt: '2026-11-21' }, 'paidAt E707'],
    ['an impossible day', { paidAt: '2026-02-30 10:00' }, 'paidAt E707'],
    ['a future time', { paidAt: '2026-11-21 12:00:01' }, 'paidAt E708'],
    ['a time before the release', { paidAt: '2026-11-21 09:30:39' }, 'paidAt E709'],
    ['an unknown result', { result: '待定' }, 'result E710'],
    ['a failure without a reason', { result: '失败', reason: '' }, 'reason E711'],
    ['a slip that was not uploaded', { slip: '别的.pdf' }, 'slip E712'],
    ['a different amount', { amount: '1000.51' }, 'amount E717'],
    ['an unreadable amount', { amount: '一千' }, 'amount E717'],
    ['a return of an unpaid line', { result: '退汇', reason: '账户销户' }, 'no E716'],
  ]
  for (const [name, more, expected] of faults) {
    test(`a row with ${name} is refused with the fault in its cell`, () => {
      const issueCodes = codes([row({ row: 7, ...more })]).filter((each) => each !== 'null slip E718')
      assert.deepEqual(issueCodes, [`7 ${expected}`])
    })
  }

  test('a time without seconds covers its whole minute', () => {
    assert.deepEqual(codes([row({ paidAt: '2026-11-21 09:30' })]), [])
    assert.deepEqual(codes([row({ paidAt: '2026-11-21 09:29' })]), ['2 paidAt E709'])
    assert.deepEqual(codes([row({ paidAt: '2026/11/21 12:00' })]), [])
  })

  test('a repeated line or serial number names its first row', () => {
    const { issues } = checkOffline([row(), row({ row: 3, serial: 'g001-1' })], facts())
    assert.deepEqual(
      issues.map(({ row: at, code, values }) => [at, code, values.row]),
      [
        [3, 'E703', 2],
        [3, 'E705', 2],
      ],
    )
  })

  test('with several slips, each row names one and each slip is used', () => {
    const slips = [slip, { fileId: 'f2', name: '回单B.jpg' }]
    assert.deepEqual(codes([row({ slip: '回单A.pdf' }), row({ row: 3, no: 'L2', serial: 'G002', slip: '回单B.jpeg' })], { slips }), [])
    assert.deepEqual(codes([row()], { slips }), ['2 slip E713', 'null slip E718', 'null slip E718'])
    assert.deepEqual(codes([row({ slip: '回单A.pdf' })], { slips }), ['null slip E718'])
    assert.deepEqual(codes([row({ slip: '回单A.pdf' })], { slips: [slip, { ...slip, fileId: 'f3' }] }), ['2 slip E714', 'null slip E718'])
    assert.deepEqual(codes([row()], { slips: [] }), ['2 slip E713'])
  })

  test('a return needs a slip, a reason and a time after the payment', () => {
    assert.deepEqual(codes([row({ result: '失败', reason: '账号错误' })], { slips: [] }), [])
    const returnedRow = { no: 'L3', result: '退汇', reason: '账户销户', paidAt: '2026-11-21 11:00' }
    assert.deepEqual(codes([row(returnedRow)]), [])
    assert.deepEqual(codes([row({ ...returnedRow, paidAt: '2026-11-21 09:59' })]), ['2 paidAt E709'])
    assert.deepEqual(codes([row({ ...returnedRow, reason: '' })]), ['2 reason E711'])
    assert.deepEqual(codes([row(returnedRow)], { slips: [] }), ['2 slip E713'])
  })

  test('all issues of a row are reported together', () => {
    assert.deepEqual(codes([row({ no: '', serial: '', paidAt: '', result: '' }), row({ row: 3, serial: 'G003' })]), [
      '2 result E710',
      '2 no E601',
      '2 serial E601',
      '2 paidAt E601',
    ])
  })
})

const issueValues = (more: Partial<OfflineRow>, factOverrides: Partial<OfflineFacts> = {}) =>
  checkOffline([row(more)], facts(factOverrides))
    .issues.filter(({ code }) => code !== 'E718')
    .map((issue) => [issue.code, ...Object.values(issue.values)].join(' '))

describe('values of issues', () => {
  test('an issue contains the state, release time in Shanghai, amount or slip name', () => {
    assert.deepEqual([issueValues({ no: 'L4' }), issueValues({ no: 'L4', result: '退汇', reason: '账户销户' })], [['E702 failed'], ['E716 failed']])
    assert.deepEqual(issueValues({ paidAt: '2026-11-21 09:29' }), ['E709 2026-11-21 09:30'])
    assert.deepEqual(issueValues({ amount: '1' }), ['E717 ¥1,000.50'])
    assert.deepEqual(issueValues({ slip: '别的.pdf' }), ['E712 别的.pdf'])
    assert.deepEqual(issueValues({ slip: '回单A.pdf' }, { slips: [slip, { ...slip, fileId: 'f3' }] }), ['E714 回单A.pdf'])
    assert.deepEqual(checkOffline([], facts()).issues, [{ row: null, code: 'E718', field: 'slip', values: { name: slip.name } }])
  })

  test('a reason has 2 to 200 characters', () => {
    const reasonIssues = (length: number) => issueValues({ result: '失败', reason: '字'.repeat(length) })
    assert.deepEqual([reasonIssues(1), reasonIssues(2), reasonIssues(200), reasonIssues(201)], [['E711 missing'], [], [], ['E711 long']])
    assert.deepEqual(issueValues({ reason: '字'.repeat(201) }), ['E711 long'])
  })

  test('a serial number has 4 to 60 characters of the allowed set', () => {
    const serialIssues = (text: string) => issueValues({ serial: text })
    for (const fine of ['A123', 'a'.repeat(60), '2026/11-21:7#1_x.y']) assert.deepEqual(serialIssues(fine), [], fine)
    for (const wrong of ['A12', 'a'.repeat(61), '-A123', '甲A123', 'A123甲']) assert.deepEqual(serialIssues(wrong), ['E704'], wrong)
  })

  test('only a successful line with a payment time and no pending report can be returned', () => {
    const returnedRow = { no: 'L5', result: '退汇', reason: '账户销户' }
    const returnIssues = (more: Partial<OfflineLine>) => issueValues(returnedRow, { lines: new Map([['L5', line('L5', more)]]) })
    assert.deepEqual(returnIssues({ state: 'success', succeededAt: null }), ['E716 success'])
    assert.deepEqual(returnIssues({ state: 'success', succeededAt: releasedAt, isReported: true }).length, 1)
    assert.deepEqual(returnIssues({ state: 'returned', succeededAt: releasedAt }), ['E716 returned'])
    assert.deepEqual(returnIssues({ state: 'success', succeededAt: releasedAt }), [])
  })

  test('rows without number and serial number do not count as repeats', () => {
    const empty = { no: '', serial: '' }
    assert.deepEqual(codes([row(empty), row({ ...empty, row: 3 })]), ['2 no E601', '2 serial E601', '3 no E601', '3 serial E601'])
  })

  test('times are compared to the second', () => {
    const linesByNo = new Map([['L1', line('L1', { releasedAt: new Date('2026-11-21T09:30:40.900+08:00') })]])
    assert.deepEqual(
      [issueValues({ paidAt: '2026-11-21 09:30:40' }, { lines: linesByNo }), issueValues({ paidAt: '2026-11-21 09:30:39' }, { lines: linesByNo })],
      [[], ['E709 2026-11-21 09:30']],
    )
  })

  test('a slip matches by its full file name first, then by the name without extension', () => {
    const slips = [slip, { fileId: 'f2', name: '回单A.jpg' }, { fileId: 'f3', name: '回单.B.png' }]
    const matchedSlipId = (name: string) => checkOffline([row({ slip: name })], facts({ slips })).entries[0]?.slip?.fileId
    assert.deepEqual(
      [matchedSlipId('回单A.PDF'), matchedSlipId('回单A.jpg'), matchedSlipId('回单.B.jpeg'), matchedSlipId('回单.C.png')],
      ['f1', 'f2', 'f3', undefined],
    )
    assert.deepEqual(issueValues({ slip: '回单A.png' }, { slips }), ['E714 回单A.png'])
    assert.deepEqual(issueValues({ slip: '回单A' }), [], 'an ending may be left out')
  })

  test('a row without a valid result needs no slip', () => {
    assert.deepEqual(issueValues({ result: '待定' }, { slips: [] }), ['E710'])
  })
})
