import type { Text } from '#/domain/base/text.ts'
import type { BalanceDirection } from '#/domain/taxation/books.ts'

export const directionNames: Readonly<Record<BalanceDirection, Text>> = {
  debit: { zh: '借', en: 'Dr', es: 'Debe', ja: '借' },
  credit: { zh: '贷', en: 'Cr', es: 'Haber', ja: '貸' },
  even: { zh: '平', en: 'Nil', es: 'Cero', ja: 'ゼロ' },
}

/** Headings of the two lists, on screen and in their exports. */
export const bookFields = {
  account: { zh: '科目', en: 'Account', es: 'Cuenta', ja: '科目' },
  centre: { zh: '运营中心', en: 'Centre', es: 'Centro', ja: '運営センター' },
  mode: { zh: '结算模式', en: 'Mode', es: 'Modalidad', ja: '精算モード' },
  unit: { zh: '单位', en: 'Company', es: 'Empresa', ja: '企業' },
  openingDebit: { zh: '期初借方', en: 'Opening debit', es: 'Saldo inicial deudor', ja: '期首借方' },
  openingCredit: { zh: '期初贷方', en: 'Opening credit', es: 'Saldo inicial acreedor', ja: '期首貸方' },
  debit: { zh: '本期借方', en: 'Debit', es: 'Debe', ja: '当期借方' },
  credit: { zh: '本期贷方', en: 'Credit', es: 'Haber', ja: '当期貸方' },
  closingDebit: { zh: '期末借方', en: 'Closing debit', es: 'Saldo final deudor', ja: '期末借方' },
  closingCredit: { zh: '期末贷方', en: 'Closing credit', es: 'Saldo final acreedor', ja: '期末貸方' },
  day: { zh: '日期', en: 'Date', es: 'Fecha', ja: '日付' },
  journal: { zh: '分录号', en: 'Journal', es: 'Asiento', ja: '仕訳番号' },
  summary: { zh: '摘要', en: 'Summary', es: 'Concepto', ja: '摘要' },
  ref: { zh: '来源单号', en: 'Source', es: 'Origen', ja: '元伝票番号' },
  direction: { zh: '方向', en: 'Side', es: 'Debe/Haber', ja: '貸借' },
  balance: { zh: '余额', en: 'Balance', es: 'Saldo', ja: '残高' },
} as const satisfies Record<string, Text>

export const bookTexts = {
  opening: { zh: '期初余额', en: 'Opening balance', es: 'Saldo inicial', ja: '期首残高' },
  failed: { zh: '明细账生成失败，请重新导出', en: 'The ledger could not be written. Export it again.', es: 'No se pudo generar el mayor. Expórtelo de nuevo.', ja: '元帳を作成できませんでした。もう一度出力してください。' },
} as const satisfies Record<string, Text>

export const bookRefusals = {
  accountNotFound: { zh: '没有该科目，或不在您的账套范围内', en: 'This account does not exist in your books.', es: 'Esta cuenta no existe en sus libros.', ja: 'この勘定はお使いの帳簿にありません。' },
  periodReversed: { zh: '起始月份不能晚于截止月份', en: 'The first month is after the last month.', es: 'El mes inicial es posterior al final.', ja: '開始月が終了月より後です。' },
  noEntries: { zh: '该期间没有发生额，无可导出', en: 'No entries in this period to export.', es: 'No hay movimientos que exportar en este período.', ja: 'この期間に出力する明細はありません。' },
} as const satisfies Record<string, Text>
