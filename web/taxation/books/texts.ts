import type { Text } from '#/domain/base/text.ts'

export const texts = {
  balancesNote: {
    zh: '按复式账簿汇总，借贷各列合计相等。点击科目查看明细账。',
    en: 'From the double-entry ledger: debits and credits balance. Open an account for its entries.',
    es: 'Según la contabilidad por partida doble: debe y haber cuadran. Abra una cuenta para ver sus movimientos.',
    ja: '複式簿記に基づき、借方と貸方の合計は一致します。科目を開くと明細を表示します。',
  },
  ledgerNote: {
    zh: '选择科目和会计期间，逐笔查看发生额和余额，并可打开来源单据。',
    en: 'Choose an account and a period. Each entry shows its balance and opens its source.',
    es: 'Elija una cuenta y un periodo. Cada movimiento muestra el saldo y abre su origen.',
    ja: '科目と会計期間を選ぶと、発生額と残高が 1 件ずつ表示され、元伝票を開けます。',
  },
  from: { zh: '会计期间起', en: 'From month', es: 'Desde el mes', ja: '開始月' },
  to: { zh: '会计期间止', en: 'To month', es: 'Hasta el mes', ja: '終了月' },
  centre: { zh: '运营中心', en: 'Centre', es: 'Centro', ja: '運営センター' },
  mode: { zh: '结算模式', en: 'Mode', es: 'Modalidad', ja: '精算モード' },
  all: { zh: '全部', en: 'All', es: 'Todos', ja: 'すべて' },
  account: { zh: '科目', en: 'Account', es: 'Cuenta', ja: '科目' },
  unit: { zh: '单位名称', en: 'Company name', es: 'Nombre de la empresa', ja: '企業名' },
  total: { zh: '合计', en: 'Total', es: 'Total', ja: '合計' },
  accounts: { zh: '{count} 个明细科目', en: '{count} accounts', es: '{count} cuentas', ja: '{count} 口座' },
  action: { zh: '操作', en: 'Action', es: 'Acción', ja: '操作' },
  open: { zh: '明细', en: 'Entries', es: 'Movimientos', ja: '明細' },
  none: { zh: '账簿尚无发生额', en: 'The ledger has no entries yet', es: 'El libro aún no tiene movimientos', ja: '帳簿にまだ明細がありません' },
  noAccounts: { zh: '没有符合条件的科目', en: 'No account matches', es: 'Ninguna cuenta coincide', ja: '該当する科目はありません' },
  noEntries: { zh: '该期间没有发生额', en: 'No entries in this period', es: 'Sin movimientos en este periodo', ja: 'この期間の明細はありません' },
  allAccounts: { zh: '全部科目', en: 'All accounts', es: 'Todas las cuentas', ja: 'すべての科目' },
  opening: { zh: '期初余额', en: 'Opening balance', es: 'Saldo inicial', ja: '期首残高' },
  closing: { zh: '期末余额', en: 'Closing balance', es: 'Saldo final', ja: '期末残高' },
  sums: { zh: '本期借方 {debit}，本期贷方 {credit}', en: 'Debits {debit}, credits {credit}', es: 'Debe {debit}, haber {credit}', ja: '当期借方 {debit}、当期貸方 {credit}' },
} as const satisfies Record<string, Text>
