import type { Text } from '#/domain/base/text.ts'

/** Texts of the comparison of lines with the books. */
export const booksTexts = {
  underWay: { zh: '在途', en: 'In progress', es: 'En curso', ja: '処理中' },
  underWayOf: { zh: '在途 {underWay}', en: '{underWay} in progress', es: '{underWay} en curso', ja: '処理中 {underWay}' },
  agrees: { zh: '相符', en: 'agrees', es: 'cuadra', ja: '一致' },
  differs: { zh: '差异 {gap}', en: 'differs by {gap}', es: 'difiere en {gap}', ja: '差異 {gap}' },
  sum: {
    zh: '税费合计 {total} − 在途 {underWay} = 账面应交 {booked}',
    en: 'Total tax {total} − in progress {underWay} = in the books {booked}',
    es: 'Total impuestos {total} − en curso {underWay} = según contabilidad {booked}',
    ja: '税額合計 {total} − 処理中 {underWay} ＝ 帳簿上の納付額 {booked}',
  },
  sumDiffers: {
    zh: '税费合计 {total} − 在途 {underWay} ≠ 账面应交 {booked}，差异 {gap}，见“预检”',
    en: 'Total tax {total} − in progress {underWay} ≠ in the books {booked}: they differ by {gap}, see “Pre-check”',
    es: 'Total impuestos {total} − en curso {underWay} ≠ según contabilidad {booked}: difieren en {gap}; véase «Revisión previa»',
    ja: '税額合計 {total} − 処理中 {underWay} ≠ 帳簿上の納付額 {booked}、差異 {gap}。「事前チェック」を参照',
  },
  comparedAtClosing: {
    zh: '关账时与账面核对（{at}）',
    en: 'Compared with the books at closing ({at})',
    es: 'Comparado con la contabilidad al cierre ({at})',
    ja: '締め時に帳簿と照合（{at}）',
  },
  comparedNow: {
    zh: '本期未关账，按此刻的账面核对；在途付款已计入税费合计，尚未入账',
    en: 'The period is open, so it is compared with the current books. Payments in progress are in the total but not booked yet.',
    es: 'Período abierto: comparado con la contabilidad actual. Los pagos en curso están en el total y aún sin contabilizar.',
    ja: '未締めのため現在の帳簿と照合しています。処理中の支払は税額合計に含まれますが、未記帳です。',
  },
} as const satisfies Record<string, Text>
