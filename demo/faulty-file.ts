import { grossPayOf, lineCellsFor, payeesOf, unitPlaceOf } from '#/demo/calendar.ts'
import type { DemoWorld } from '#/demo/world.ts'
import { bankCardFor, idNumberFor } from '#/domain/base/identity.ts'
import { type Fen, fen } from '#/domain/base/money.ts'
import type { LineCells } from '#/domain/money/line-cells.ts'

/** Returns the lines of a faulty file: some valid lines, and an example of nearly every error. */
export function faultyLines(world: DemoWorld): LineCells[] {
  const place = unitPlaceOf(world, 1, 2)
  const { unit } = place
  const { specials } = world
  const validLines = payeesOf(world, place)
    .slice(11, 17)
    .map((person) => lineCellsFor(person, unit, 2, grossPayOf(world, person, 1)))
  const [first, second, third, fourth] = validLines
  if (!first || !second || !third || !fourth) throw new RangeError('too few people')
  const specialLine = (name: keyof typeof specials, gross: Fen = fen(246_800)) => lineCellsFor(specials[name], unit, 2, gross)
  const lastDigit = first.idNumber.at(-1) === '0' ? '1' : '0'
  const unregisteredPayee: LineCells = {
    ...first,
    name: '欧阳青山',
    idNumber: idNumberFor('350203', '19910612', 311),
    mobile: '13805920311',
    cardNo: bankCardFor('622848', 9_900_311),
    bankName: '中国农业银行',
    amountText: '3600.00',
  }
  return [
    ...validLines,
    { ...first, idNumber: first.idNumber.slice(0, 17) + lastDigit, amountText: '1500.00' },
    { ...second, name: `${second.name.slice(0, 1)}晓` },
    { ...third, cardNo: bankCardFor('621700', 5_500_777, '9999'), amountText: '2222.22' },
    { ...fourth, amountText: '12.345' },
    { ...second },
    unregisteredPayee,
    specialLine('noAgreement'),
    specialLine('expiredAgreement'),
    specialLine('noTaxConsent'),
    specialLine('tooYoung'),
    specialLine('frozen'),
    specialLine('related'),
    specialLine('nearThreshold', fen(800_000)),
  ]
}
