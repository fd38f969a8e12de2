import { orderFields, orderRefusals } from '#/api/agreements/orders.texts.ts'
import type { Text } from '#/domain/base/text.ts'
import { validationTexts } from '#/domain/base/validation.ts'
import type { OrderCell } from '#/domain/onboarding/import-cells.ts'

// Names of the cells of orders in a list (template T12).

export const orderCells: Readonly<Record<OrderCell, Text>> = {
  title: orderFields.title,
  contractNo: { zh: '合同编号', en: 'Contract no.', es: 'N.º de contrato', ja: '契約番号' },
  orderKind: { zh: '订单类型', en: 'Order type', es: 'Tipo de pedido', ja: '注文種別' },
  category: orderFields.category,
  description: orderFields.description,
  criteria: orderFields.criteria,
  priceMode: { zh: '计价方式', en: 'Pricing', es: 'Forma de precio', ja: '価格方式' },
  unitPrice: orderFields.unitPrice,
  highestPrice: orderFields.highestPrice,
  quantity: orderFields.quantity,
  budget: orderFields.budget,
  from: { zh: '开始日', en: 'Start date', es: 'Fecha de inicio', ja: '開始日' },
  to: { zh: '结束日', en: 'End date', es: 'Fecha de fin', ja: '終了日' },
  province: { zh: '省份', en: 'Province', es: 'Provincia', ja: '省' },
  place: orderFields.place,
  wanted: orderFields.wanted,
  sourcePlatform: orderFields.sourcePlatform,
}

const { title, shortDescription, criteria, sourcePlatform, provinceUnknown, categoryUnknown, categoryNotAgreed, daysReversed, outsideContract } = orderRefusals
const { priceRange, amountTooLarge, budgetDiffers, budgetOutside, budgetBelowPieces, overCap, contractUnusable } = orderRefusals

/** Faults of a row of an order list. Rules shared with the order form use the same texts. */
export const orderMessages = {
  E901: { zh: '不能为空', en: 'Required', es: 'Es obligatorio', ja: '必須です' },
  E902: contractUnusable,
  E903: { zh: '只能填写：{choices}', en: 'One of: {choices}', es: 'Uno de: {choices}', ja: '次のいずれか：{choices}' },
  E904: title,
  E905: shortDescription,
  E906: { zh: '最多 {limit} 个字符', en: 'At most {limit} characters', es: 'Como máximo {limit} caracteres', ja: '{limit} 文字以内で入力してください' },
  W907: { zh: '与第 {seq} 行的合同、标题和期间相同', en: 'Same contract, title and period as row {seq}', es: 'Mismo contrato, título y plazo que la fila {seq}', ja: '{seq} 行目と契約・件名・期間が同じです' },
  W908: {
    zh: '清单中该合同的 {count} 个订单预算合计 {sum}，超出合同剩余额度 {left}',
    en: 'The {count} orders of this contract in the list add up to {sum}, more than the {left} left under the contract',
    es: 'Los {count} pedidos de este contrato en la lista suman {sum} y superan los {left} restantes del contrato',
    ja: 'この契約の注文 {count} 件の予算合計 {sum} は、契約残枠 {left} を超えています',
  },
  W909: { zh: '已有合同、标题和期间相同的订单 {no}', en: 'Order {no} has the same contract, title and period', es: 'El pedido {no} tiene el mismo contrato, título y plazo', ja: '契約・件名・期間が同じ注文 {no} があります' },
  E910: validationTexts.priceEmpty,
  E911: validationTexts.priceFormat,
  E912: { zh: '该编码对应多个类目，请填写类目名称：{names}', en: 'Several categories have this code; write the name: {names}', es: 'Varias categorías tienen este código; escriba el nombre: {names}', ja: '同じコードの品目が複数あります。品目名を入力してください：{names}' },
  E913: priceRange,
  E914: { zh: '数量须为 1 至 {most, number} 的整数', en: 'A whole number from 1 to {most, number}', es: 'Un número entero de 1 a {most, number}', ja: '1～{most, number} の整数を入力してください' },
  E915: amountTooLarge,
  E916: { zh: '“{text}”不是有效金额：须大于 0，最多两位小数', en: '“{text}” is not a valid amount: above zero, at most two decimals', es: '«{text}» no es un importe válido: mayor que cero, máximo dos decimales', ja: '「{text}」は有効な金額ではありません（0より大きく、小数2桁まで）' },
  E917: budgetDiffers,
  E918: budgetOutside,
  E919: budgetBelowPieces,
  E920: overCap,
  E921: { zh: '日期“{text}”无法识别，应为 2026-01-31 这样的格式', en: '“{text}” is not a valid date; use the format 2026-01-31', es: '«{text}» no es una fecha; escríbala como 2026-01-31', ja: '「{text}」は日付として読めません。2026-01-31 の形式で入力してください' },
  E922: daysReversed,
  E923: outsideContract,
  E924: provinceUnknown,
  E925: { zh: '需求人数须为 0（不限）至 {most, number} 的整数', en: 'A whole number from 0 (any) to {most, number}', es: 'Un número entero de 0 (sin límite) a {most, number}', ja: '0（制限なし）～{most, number} の整数を入力してください' },
  E926: categoryUnknown,
  E927: categoryNotAgreed,
  E928: criteria,
  E222: sourcePlatform,
} as const satisfies Record<string, Text>

const sheet: Text = { zh: '按模板“可选值”表填写', en: 'Use a value from the template’s sheet 可选值 (choices)', es: 'Tómelo de la hoja 可选值 (opciones) de la plantilla', ja: 'テンプレートの「可选值」シートから選んでください' }
const fill: Text = { zh: '填写该项', en: 'Fill in this field', es: 'Rellene este campo', ja: '入力してください' }
const shorten: Text = { zh: '缩短内容', en: 'Shorten the text', es: 'Acorte el texto', ja: '短くしてください' }
const lengthen: Text = { zh: '补充内容', en: 'Add detail', es: 'Amplíe el texto', ja: '内容を補ってください' }
const figure: Text = { zh: '填写数字，单位元，最多两位小数', en: 'Write yuan with at most two decimals', es: 'Escriba yuanes con dos decimales como máximo', ja: '元単位・小数2桁までの数字で入力してください' }
const checkWorth: Text = {
  zh: '核对单价、数量和预算；固定计价的预算可留空',
  en: 'Compare price, quantity and budget; with a fixed price the budget may be left out',
  es: 'Compare precio, cantidad y presupuesto; con precio fijo el presupuesto puede omitirse',
  ja: '単価・数量・予算を確認してください。固定価格では予算を省略できます',
}
const lowerBudget: Text = { zh: '降低预算，或先续签、补充合同', en: 'Lower the budget, or extend the contract first', es: 'Baje el presupuesto o amplíe antes el contrato', ja: '予算を下げるか、先に契約を更新・補充してください' }
const days: Text = { zh: '核对期间与合同期限', en: 'Compare the period with that of the contract', es: 'Compare el plazo con el del contrato', ja: '期間を契約期間と照合してください' }
const detail: Text = { zh: '填写整数', en: 'Write a whole number', es: 'Escriba un número entero', ja: '整数で入力してください' }
const confirmDuplicate: Text = { zh: '确认不是重复订单，否则剔除', en: 'Make sure that this is not a duplicate order; otherwise exclude the row', es: 'Confirme que no es un pedido repetido; si lo es, exclúyalo', ja: '重複でないことを確認し、重複なら除外してください' }

export const orderSuggestions: Readonly<Record<keyof typeof orderMessages, Text>> = {
  E901: fill,
  E902: sheet,
  E903: sheet,
  E904: { zh: '用 2-60 个字符概括', en: 'Sum it up in 2 to 60 characters', es: 'Resúmalo en 2 a 60 caracteres', ja: '2～60文字にまとめてください' },
  E905: lengthen,
  E906: shorten,
  W907: confirmDuplicate,
  W908: lowerBudget,
  W909: confirmDuplicate,
  E910: figure,
  E911: figure,
  E912: sheet,
  E913: checkWorth,
  E914: detail,
  E915: checkWorth,
  E916: figure,
  E917: checkWorth,
  E918: checkWorth,
  E919: checkWorth,
  E920: lowerBudget,
  E921: days,
  E922: days,
  E923: days,
  E924: { zh: '填写省级名称，如 浙江省', en: 'Write the name of a province, such as 浙江省', es: 'Escriba el nombre de una provincia, p. ej. 浙江省', ja: '省の名称を入力してください（例：浙江省）' },
  E925: detail,
  E926: sheet,
  E927: sheet,
  E928: lengthen,
  E222: shorten,
}

/** Reasons why an import of orders cannot be undone. */
export const orderListRefusals = {
  orderInUse: {
    zh: '不能整单撤销：订单 {no} {why, select, paid {已有支付成功的明细} underway {有在途批次} accepted {已验收} other {已有经营者接单}}{more, plural, =0 {} other {，另有 # 个订单}}；其余订单可逐个取消',
    en: 'The list cannot be reversed: {why, select, paid {lines of order {no} were paid} underway {batches of order {no} are in progress} accepted {work of order {no} was accepted} other {someone has accepted order {no}}}{more, plural, =0 {} one { (and # more)} other { (and # more)}}. Other orders can be cancelled one by one.',
    es: 'La lista no se puede revertir: {why, select, paid {hay líneas pagadas del pedido {no}} underway {hay lotes en curso del pedido {no}} accepted {el trabajo del pedido {no} fue aceptado} other {alguien aceptó el pedido {no}}}{more, plural, =0 {} one { (y # más)} other { (y # más)}}. Los demás pedidos pueden cancelarse uno a uno.',
    ja: '一括では取り消せません：注文 {no} は{why, select, paid {支払済みの明細があります} underway {処理中のバッチがあります} accepted {検収済みです} other {事業者が受諾済みです}}{more, plural, =0 {} other {（ほか # 件）}}。他の注文は個別に取り消せます。',
  },
} as const satisfies Record<string, Text>

export const orderReportFields = {
  name: { zh: '订单导入核对报告', en: 'Report on imported orders', es: 'Informe de pedidos importados', ja: '注文取込の照合報告' },
  seq: { zh: '行号', en: 'Row', es: 'Fila', ja: '行' },
  result: { zh: '导入状态', en: 'Import', es: 'Importación', ja: '取込状態' },
  no: orderFields.no,
  state: { zh: '订单状态', en: 'Order status', es: 'Estado del pedido', ja: '注文の状態' },
  problems: { zh: '说明', en: 'Remarks', es: 'Observaciones', ja: '説明' },
  advice: { zh: '建议', en: 'Next step', es: 'Qué hacer', ja: '対応' },
} as const satisfies Record<string, Text>
