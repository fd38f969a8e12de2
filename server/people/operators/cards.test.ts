import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import type { DemoPerson } from '#/demo/people.ts'
import { drawWorld } from '#/demo/world.ts'
import { accountStatus } from '#/domain/base/codes.ts'
import { bankCardFor } from '#/domain/base/identity.ts'
import { paymentScenario } from '#/server/money/payments/testing.ts'
import { operatorsKind } from '#/server/onboarding/imports/operators-kind.ts'
import { commitAndRun, listFile } from '#/server/onboarding/imports/testing.ts'
import { testPlace } from '#/server/people/operators/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

const { people } = drawWorld('small')
const peopleOfBothUnits = people.filter(
  (person) =>
    person.entity === null && person.centreId === 2 && person.unitIds.includes(1) && person.unitIds.includes(2) && person.status === accountStatus.active,
)
const peopleOfSecondUnit = people.filter(
  (person) =>
    person.entity === null && person.centreId === 2 && person.unitIds.length === 1 && person.unitIds[0] === 2 && person.status === accountStatus.active,
)
const peopleOfFirstUnit = people.filter(
  (person) => person.entity === null && person.id < 1501 && person.centreId === 2 && person.unitIds.length === 1 && person.unitIds[0] === 1,
)

describe('cards of people paid by several units', () => {
  const server = testServer()

  const sharedPerson = (index: number): DemoPerson => peopleOfBothUnits[index] ?? assert.fail('too few people work with both units')
  const lineFor = async (who: string, orderId: number, person: DemoPerson, cardNo = person.cardNo) => {
    const { id: batchId } = await server.must(who, 'payments.create', { orderId })
    const { name, idNumber, mobile, bankName } = person
    await server.must(who, 'lines.add', { batchId, rows: [{ name, idNumber, mobile, bankName, cardNo, amountText: '321.00' }] })
    const [line] = (await server.must(who, 'lines.list', { batchId })).rows
    return line ?? assert.fail('no line')
  }
  const codesOf = (line: { issues: readonly { code: string }[] }) => line.issues.map((issue) => issue.code)
  const visibleCards = async (who: string, person: DemoPerson, extra = {}) => {
    const seen = await server.must(who, 'operators.get', { operatorId: person.id }, extra)
    return {
      usual: seen.cardTail,
      tails: seen.cards.map((card) => card.tail).sort(),
      isUsual: seen.cards.filter((card) => card.isDefault).map((card) => card.tail),
    }
  }
  const answersOf = (person: DemoPerson, cardNo: string) =>
    server.running.kernel.database.kysely
      .selectFrom('operator_card')
      .select(['is_verified'])
      .where('operator_id', '=', person.id)
      .where('card_no_index', '=', server.running.kernel.vault.index('card_no', cardNo))
      .execute()

  /** Fails a payment of unit 1 to this person, and returns the replacement card and its result. */
  const replaceBadCard = async (person: DemoPerson, serial: number) => {
    const scenario = paymentScenario(server)
    const badCard = bankCardFor('622202', serial, '0001')
    const batch = await scenario.createPaidBatch([{ person: { ...person, cardNo: badCard }, yuan: '500.00' }])
    await server.settle(1)
    const [failed] = await scenario.lines(batch.id)
    assert.equal(failed?.state, 'failed')
    const card = bankCardFor('622588', serial)
    const answer = await server.call('maker', 'payouts.replaceCard', { lineId: failed?.id ?? 0, cardNo: card, bankName: '招商银行' })
    return { card, answer, lineId: failed?.id ?? 0 }
  }
  const tail = (cardNo: string) => cardNo.slice(-4)

  test('a card that a unit submits is neither used by nor visible to other units', async () => {
    const person = sharedPerson(0)
    const { card } = await replaceBadCard(person, 41)
    assert.equal((await lineFor('unit2', 22, person)).state, 'ready', 'the other unit’s card is still the usual one')
    const cardsOfUnit2 = await visibleCards('unit2', person)
    assert.deepEqual(cardsOfUnit2, { usual: tail(person.cardNo), tails: [tail(person.cardNo)], isUsual: [tail(person.cardNo)] })
    const cards = await visibleCards('unit1', person)
    assert.deepEqual([cards.usual, cards.isUsual], [tail(card), [tail(card)]])
    assert.equal((await lineFor('maker', 12, person, card)).state, 'ready')
    const options = await server.must('unit2', 'operators.options', { keyword: person.idNumber })
    assert.equal(options[0]?.cardTail, tail(person.cardNo))
    const lineWithWarning = await lineFor('maker', 12, person)
    assert.deepEqual(codesOf(lineWithWarning), ['W205'])
    const adoption = await server.must('maker', 'lines.adopt', { batchId: lineWithWarning.batchId, lineIds: [lineWithWarning.id], what: 'card' })
    assert.equal(adoption.summary.ready, 1)
    const cardsOfCentre = await visibleCards('centre', person, testPlace)
    assert.equal(cardsOfCentre.usual, tail(person.cardNo))
    assert.ok(cardsOfCentre.tails.includes(tail(card)), 'the record keeper sees every card')
  })

  test('a card changed by the record keeper applies to all units', async () => {
    const person = sharedPerson(1)
    await replaceBadCard(person, 42)
    const newCard = bankCardFor('621700', 4242)
    await server.must('centre', 'operators.setCard', { operatorId: person.id, cardNo: newCard, bankName: '中国建设银行' }, testPlace)
    for (const username of ['unit1', 'unit2']) assert.equal((await visibleCards(username, person)).usual, tail(newCard), username)
    assert.equal((await lineFor('unit2', 22, person, newCard)).state, 'ready')
    assert.equal((await lineFor('maker', 12, person, newCard)).state, 'ready')
  })

  test('no bank query is made for people who do not work with the unit', async () => {
    const person = peopleOfSecondUnit[0] ?? assert.fail('no one works only with unit 2')
    const [belongs, refused] = [bankCardFor('622202', 4301), bankCardFor('622202', 4302, '9999')]
    for (const card of [belongs, refused]) {
      const line = await lineFor('maker', 12, person, card)
      assert.deepEqual([line.state, line.issues.find((issue) => issue.code === 'E204')?.values.problem], ['invalid', 'unlinked'])
      assert.deepEqual(await answersOf(person, card), [])
    }
    assert.deepEqual(codesOf(await lineFor('unit2', 22, person, refused)), ['E204'])
    assert.deepEqual(await answersOf(person, refused), [{ is_verified: false }])
  })

  test('after the link has ended, a unit cannot set another card', async () => {
    const person = sharedPerson(2)
    const { lineId } = await replaceBadCard(person, 44)
    await server.must('unit1', 'operators.unlink', { operatorId: person.id, unitId: 1, reason: '合作结束' })
    const card = bankCardFor('622588', 4444)
    const answer = await server.call('maker', 'payouts.replaceCard', { lineId, cardNo: card, bankName: '招商银行' })
    assert.equal(answer.error, 'notLinked')
    assert.deepEqual(await answersOf(person, card), [])
  })

  test('a card confirmed by the bank stays confirmed after later queries', async () => {
    const person = sharedPerson(3)
    const { kysely } = server.running.kernel.database
    const cardWithEnding = bankCardFor('622202', 4505, '9999')
    const { vault } = server.running.kernel
    await sql`insert into operator_card (operator_id, card_no_sealed, card_no_index, card_tail, bank_name, is_verified, verified_at)
      values (${person.id}, ${vault.seal('card_no', cardWithEnding)}, ${vault.index('card_no', cardWithEnding)}, '9999', '', true, now())`.execute(kysely)
    const { lineId } = await replaceBadCard(person, 45)
    const answer = await server.must('maker', 'payouts.replaceCard', { lineId, cardNo: cardWithEnding, bankName: '' })
    assert.equal(answer.isVerified, true)
    assert.deepEqual(await answersOf(person, cardWithEnding), [{ is_verified: true }])
  })

  test('a unit’s list (T1) sets the card for that unit only', async () => {
    const person = peopleOfFirstUnit[0] ?? assert.fail('no one works only with unit 1')
    const card = bankCardFor('622202', 4606)
    const { name, idNumber, mobile } = person
    const file = await listFile(operatorsKind, [{ name, idKind: '居民身份证', idNumber, mobile, bankName: '中国工商银行', cardNo: card, yztype: '自然人' }])
    const { importId } = await server.must('centre', 'imports.upload', { kind: 'operators', unitId: 2, file, allowSameFile: true }, { centre: 2, mode: 2 })
    await commitAndRun(server, importId)
    assert.equal((await visibleCards('unit2', person)).usual, tail(card))
    const first = await visibleCards('unit1', person)
    assert.deepEqual([first.usual, first.tails], [tail(person.cardNo), [tail(person.cardNo)]])
    assert.equal((await lineFor('unit2', 22, person, card)).state, 'ready')
    assert.equal((await lineFor('maker', 12, person)).state, 'ready')
  })
})
