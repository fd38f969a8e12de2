import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readPolicies } from '#/db/base/policies.ts'
import { accountStatus } from '#/domain/base/codes.ts'
import { bankCardFor, idNumberFor } from '#/domain/base/identity.ts'
import { add, type Fen, fen, plainYuan, ppm, ZERO } from '#/domain/base/money.ts'
import { cleanLineCells } from '#/domain/money/line-cells.ts'
import type { PayeeFacts } from '#/domain/money/line-check.ts'
import { policyOn } from '#/domain/money/tax-policy.ts'
import { assessBatch, type BatchFacts, type DraftLine, discontinuitiesOf } from '#/server/money/lines/calculation.ts'
import { emptyPersonMoney, type PersonMoney } from '#/server/money/tax/public.ts'

const policy = policyOn(readPolicies(), '2026-01-01')
const idOf = (person: number) => idNumberFor('110000', '19900101', person)
const cardOf = (person: number) => bankCardFor('622200', person)

const payees = new Map<string, PayeeFacts>(
  Array.from({ length: 20 }, (_, person) => [
    idOf(person),
    {
      id: person + 1,
      name: '张小三',
      status: accountStatus.active,
      statusReason: '',
      isIdentityVerified: true,
      idKind: 'id_card',
      paperTo: null,
      residence: null,
      birth: '1990-01-01',
      cards: [{ cardNo: cardOf(person), bankName: '', isDefault: true, isVerified: true, isRefused: false }],
      agreement: 'valid',
      hasTaxConsent: true,
      isLinked: true,
      dispute: null,
      ownBusiness: null,
    },
  ]),
)

function factsWith(more: Partial<BatchFacts> = {}): BatchFacts {
  return {
    amountBasis: 'gross',
    month: '2026-01',
    policy,
    payees,
    entities: new Map(),
    related: new Map(),
    money: new Map(),
    noMoney: emptyPersonMoney('2026-01'),
    sourcePlatform: '',
    category: '软件服务',
    others: new Map(),
    recent: new Map(),
    refused: new Map(),
    debts: new Map(),
    used: { day: ZERO, month: ZERO, feeBase: ZERO },
    terms: {
      stored: { taxBearer: 'operator', feeBearer: 'unit', feeUnitSharePpm: 1_000_000, cityRatePpm: 70_000, feePlanId: 1 },
      plan: { method: 'fixed', isProgressive: true, basis: 'gross', minimumFen: ZERO, tiers: [{ fromFen: ZERO, toFen: null, ratePpm: ppm(60_000) }] },
      settlement: { mode: 2, cityRatePpm: ppm(70_000), taxBearer: 'operator', feeBearer: 'unit', feeUnitSharePpm: ppm(1_000_000) },
      rules: {
        mode: 2,
        today: '2026-01-15',
        signRequired: true,
        businessContractsFrom: '2026-01-01',
        refusesOwners: false,
        ageMin: 18,
        ageMax: 65,
        singleLimit: fen(100_000_000),
        personMonthLimit: fen(100_000_000),
        personEverywhereLimit: null,
        unitDayLimit: fen(10_000_000_000),
        unitMonthLimit: fen(10_000_000_000),
      },
    },
    ...more,
  }
}

function lineFor(seq: number, person: number, amount: Fen, more: Partial<DraftLine> = {}): DraftLine {
  const { cells } = cleanLineCells({ name: '张小三', idNumber: idOf(person), mobile: '13800000001', cardNo: cardOf(person), amountText: plainYuan(amount) })
  return { seq, cells, idKind: 'id_card', isExcluded: false, notes: [], ...more }
}

test('crossing the threshold recovers VAT of earlier payments (V1a, V1b)', () => {
  const [first, second] = assessBatch([lineFor(1, 1, fen(6_000_000)), lineFor(2, 1, fen(5_000_000))], factsWith())
  const lineView = (each: typeof first) =>
    each?.settlement && [each.settlement.vat, each.settlement.surcharge, each.settlement.iit, each.settlement.net, each.settlement.fee, each.settlement.cost]
  assert.deepEqual(lineView(first), [0, 0, 178_000, 5_822_000, 360_000, 6_360_000])
  assert.deepEqual(lineView(second), [108_911, 6_535, 391_287, 4_493_267, 300_000, 5_300_000])
  assert.deepEqual(
    second?.issues.map((issue) => [issue.code, issue.values.amount]),
    [['W303', '¥594.06']],
  )
})

test('two people in one batch have separate monthly figures', () => {
  const [, second] = assessBatch([lineFor(1, 1, fen(6_000_000)), lineFor(2, 2, fen(5_000_000))], factsWith())
  assert.equal(second?.settlement?.vat, 0)
  assert.deepEqual(second?.issues, [])
})

test('an excluded or invalid line does not count for the following lines', () => {
  const lines = [lineFor(1, 1, fen(6_000_000), { isExcluded: true }), lineFor(2, 1, fen(6_000_000)), lineFor(3, 1, fen(5_000_000))]
  const invalidLine = { ...lineFor(2, 1, fen(6_000_000)), cells: { ...lineFor(2, 1, fen(6_000_000)).cells, mobile: '1' } }
  const [excluded, faulty, last] = assessBatch([lines[0], invalidLine, lines[2]] as DraftLine[], factsWith())
  assert.deepEqual([excluded?.state, faulty?.state, last?.state], ['excluded', 'invalid', 'ready'])
  assert.equal(last?.settlement?.vat, 0)
})

test('the monthly limit (E302) counts earlier payments and the payable lines above', () => {
  const money: PersonMoney = { ...emptyPersonMoney('2026-01'), monthGross: fen(8_000_000), rollingSales: fen(8_000_000) }
  const base = factsWith({ money: new Map([[2, money]]) })
  const facts = { ...base, terms: { ...base.terms, rules: { ...base.terms.rules, personMonthLimit: fen(9_000_000) } } }
  const assessment = assessBatch([lineFor(1, 1, fen(600_000)), lineFor(2, 1, fen(600_000)), lineFor(3, 1, fen(300_000))], facts)
  assert.deepEqual(
    assessment.map((each) => each.state),
    ['ready', 'invalid', 'ready'],
  )
  assert.deepEqual(assessment[1]?.issues[0]?.values, { scope: 'person', used: '¥86,000.00', amount: '¥6,000.00', limit: '¥90,000.00', shared: 'no' })
})

test('sales above 5,000,000 yuan within twelve months raise W304', () => {
  const money: PersonMoney = { ...emptyPersonMoney('2026-01'), rollingSales: fen(499_900_000) }
  const assessment = assessBatch([lineFor(1, 1, fen(100_000)), lineFor(2, 1, fen(1))], factsWith({ money: new Map([[2, money]]) }))
  assert.deepEqual(
    assessment.map((each) => each.issues.map((issue) => issue.code)),
    [[], ['W304']],
  )
})

test('fee tiers continue from line to line of a batch', () => {
  const base = factsWith({ used: { day: ZERO, month: ZERO, feeBase: fen(98_000_000) } })
  const tiers = [
    { fromFen: ZERO, toFen: fen(100_000_000), ratePpm: ppm(60_000) },
    { fromFen: fen(100_000_000), toFen: null, ratePpm: ppm(55_000) },
  ]
  const facts = { ...base, terms: { ...base.terms, plan: { ...base.terms.plan, method: 'ladder' as const, tiers } } }
  const assessment = assessBatch([lineFor(1, 1, fen(1_000_000)), lineFor(2, 2, fen(3_000_000))], facts)
  assert.deepEqual(
    assessment.map((each) => each.settlement?.fee),
    [60_000, 170_000],
  )
})

test('a net amount is converted to gross, with W307 if no gross yields exactly that net', () => {
  const facts = factsWith({ amountBasis: 'net' })
  const [simple, cliff] = assessBatch([lineFor(1, 1, fen(5_822_000)), lineFor(2, 2, fen(9_594_000))], facts)
  assert.deepEqual([simple?.settlement?.gross, simple?.settlement?.net, simple?.state], [6_000_000, 5_822_000, 'ready'])
  assert.ok((cliff?.settlement?.net ?? 0) >= 9_594_000)
  const isExact = cliff?.settlement?.net === 9_594_000
  assert.equal(
    cliff?.issues.some((issue) => issue.code === 'W307'),
    !isExact,
  )
})

test('a month’s net amount drops at the VAT threshold and where education surcharges begin', () => {
  assert.deepEqual(discontinuitiesOf(ZERO, policy), [10_100_000, 10_100_001])
  assert.deepEqual(discontinuitiesOf(fen(10_000_000), policy), [100_000, 100_001])
  assert.deepEqual(discontinuitiesOf(fen(10_100_000), policy), [1])
})

test('a minimum fee above the payment raises E309', () => {
  const base = factsWith()
  const terms = { ...base.terms, plan: { ...base.terms.plan, minimumFen: fen(1000) }, settlement: { ...base.terms.settlement, feeBearer: 'operator' as const } }
  for (const amountBasis of ['gross', 'net'] as const) {
    const [line] = assessBatch([lineFor(1, 1, amountBasis === 'gross' ? fen(900) : fen(1))], { ...base, terms, amountBasis })
    if (amountBasis === 'gross') assert.deepEqual([line?.state, line?.issues[0]?.code, line?.settlement], ['invalid', 'E309', null])
    else assert.ok(line?.state === 'ready' || line?.issues[0]?.code === 'E309')
  }
})

test('lines of random batches satisfy INV-05, and splitting a payment does not lower its tax', () => {
  const bearerArbitrary = fc.constantFrom('unit' as const, 'operator' as const)
  const amounts = fc.array(fc.record({ person: fc.nat(3), gross: fc.integer({ min: 1, max: 6_000_000 }) }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(amounts, bearerArbitrary, fc.constantFrom('unit' as const, 'operator' as const, 'shared' as const), (rows, taxBearer, feeBearer) => {
      const base = factsWith()
      const terms = { ...base.terms, settlement: { ...base.terms.settlement, taxBearer, feeBearer, feeUnitSharePpm: ppm(400_000) } }
      const facts = { ...base, terms }
      const assessment = assessBatch(
        rows.map((row, index) => lineFor(index + 1, row.person, fen(row.gross))),
        facts,
      )
      const taxByPerson = new Map<number, number>()
      const grossByPerson = new Map<number, number>()
      for (const [index, each] of assessment.entries()) {
        const { settlement: s } = each
        if (!s) continue
        assert.equal(s.cost, add(s.net, s.vat, s.surcharge, s.iit, s.fee))
        assert.equal(s.gross, s.net + s.vat + s.surcharge + s.iit + s.feeOperator - s.taxUnit)
        const person = rows[index]?.person ?? 0
        taxByPerson.set(person, (taxByPerson.get(person) ?? 0) + s.vat + s.iit)
        grossByPerson.set(person, (grossByPerson.get(person) ?? 0) + s.gross)
      }
      for (const [person, total] of grossByPerson) {
        const [whole] = assessBatch([lineFor(1, person, fen(total))], facts)
        const taxOfSum = (whole?.settlement?.vat ?? 0) + (whole?.settlement?.iit ?? 0)
        // Tax is not refunded within a month. The tax of the parts may exceed that of the whole, because VAT lowers the
        // income, but is never lower.
        assert.ok((taxByPerson.get(person) ?? 0) >= taxOfSum, `${taxByPerson.get(person)} < ${taxOfSum}`)
      }
    }),
    { numRuns: 200 },
  )
})
