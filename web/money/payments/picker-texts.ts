import type { Text } from '#/domain/base/text.ts'

/** Texts for choosing payees from the unit's roster. */
export const pickerTexts = {
  open: { zh: '从名册选择', en: 'Choose from the roster', es: 'Elegir de la lista', ja: '名簿から選択' },
  title: { zh: '从名册选择收款人', en: 'Choose payees from the roster', es: 'Elegir beneficiarios de la lista', ja: '名簿から受取人を選択' },
  search: { zh: '姓名、完整证件号或手机号', en: 'Name, full ID number or mobile', es: 'Nombre, documento completo o móvil', ja: '氏名、身分証番号（全桁）、携帯番号' },
  add: { zh: '加入 {count} 人', en: 'Add {count, plural, one {# payee} other {# payees}}', es: 'Añadir {count, plural, one {# beneficiario} other {# beneficiarios}}', ja: '{count} 人を追加' },
  listed: { zh: '已在批次中', en: 'In this batch', es: 'Ya en el lote', ja: '追加済み' },
  none: { zh: '本单位还没有合作的经营者。', en: 'The unit has no operators yet.', es: 'La empresa aún no tiene operadores.', ja: '取引中の事業者がいません。' },
  noMatch: { zh: '没有符合条件的经营者。', en: 'No operator matches.', es: 'Ningún operador coincide.', ja: '該当する事業者がいません。' },
  amount: { zh: '每人金额（选填）', en: 'Amount for each (optional)', es: 'Importe para cada uno (opcional)', ja: '1人あたりの金額（任意）' },
  amountHint: {
    zh: '不填时，加入后在表格中逐行填写金额。',
    en: 'Leave it empty to enter the amounts in the grid.',
    es: 'Déjelo vacío para escribir los importes en la tabla.',
    ja: '空欄の場合は、追加後に表で金額を入力します。',
  },
} as const satisfies Record<string, Text>
