import type { Text } from '#/domain/base/text.ts'

export const correctionTexts = {
  tab: { zh: '更正', en: 'Correction', es: 'Rectificación', ja: '修正' },
  needed: {
    zh: '申报后有 {count} 笔付款退汇，须办理更正申报',
    en: '{count, plural, one {# payment has} other {# payments have}} been returned since the declaration. Correct this month.',
    es: '{count, plural, one {Se devolvió # pago} other {Se devolvieron # pagos}} tras la declaración. Rectifique este mes.',
    ja: '申告後に {count} 件の組戻しがあります。修正申告が必要です。',
  },
  neededClosed: {
    zh: '关账后有 {count} 笔付款退汇：重新打开并再次关账；后续月份已关账时，先申报再更正',
    en: '{count, plural, one {# payment has} other {# payments have}} been returned since closing. Reopen and close the month again. If a later month is closed, declare and then correct.',
    es: 'Desde el cierre se devolvieron {count} pagos. Reabra y cierre de nuevo el mes. Si un mes posterior está cerrado, declare y luego rectifique.',
    ja: '締め後に {count} 件の組戻しがあります。再開して締め直してください。後の月が締め済みの場合は、申告後に修正してください。',
  },
  neededShort: { zh: '待更正 {count} 笔', en: '{count} to correct', es: '{count} por rectificar', ja: '要修正 {count} 件' },
  how: {
    zh: '更正申报重算退汇所属月份，并依次重算本年度以后已申报的月份。多缴的税款转入“多缴税款”，可抵缴其他月份的同一税种或办理退税。',
    en: 'A correction recomputes the month of the return, then the later declared months of its year in order. Overpaid tax becomes a credit case, to be applied to the same tax of other months or refunded.',
    es: 'La rectificación recalcula el mes de la devolución y después, en orden, los meses posteriores declarados del año. Lo pagado en exceso pasa a un saldo a favor, que se aplica al mismo impuesto de otros meses o se devuelve.',
    ja: '修正申告は組戻しの対象月を再計算し、続いて同年の申告済みの月を順に再計算します。納め過ぎた税額は「過納税額」となり、他の月の同じ税目に充当するか還付を受けます。',
  },
  months: { zh: '涉及月份', en: 'Months affected', es: 'Meses afectados', ja: '対象月' },
  people: { zh: '逐人差异', en: 'Changes by person', es: 'Cambios por persona', ja: '個人別の差異' },
  taxChange: { zh: '税费变动', en: 'Change of tax', es: 'Cambio de impuestos', ja: '税額の増減' },
  none: { zh: '没有需要更正的内容', en: 'Nothing to correct', es: 'Nada que rectificar', ja: '修正事項はありません' },
  more: { zh: '共 {count} 行，此处显示前 {shown} 行，完整明细请导出', en: '{count} rows; the first {shown} are shown. Export the list to see them all.', es: '{count} filas; se muestran las primeras {shown}. Exporte para verlas todas.', ja: '全 {count} 行のうち先頭 {shown} 行を表示。全件は出力してください。' },
  exportChanges: { zh: '导出差异', en: 'Export changes', es: 'Exportar cambios', ja: '差異を出力' },
  cancel: { zh: '取消更正', en: 'Cancel correction', es: 'Cancelar rectificación', ja: '修正を取消' },
  cancelAsk: {
    zh: '取消 {month} 的更正？金额没有变动时才能取消，恢复原申报。',
    en: 'Cancel the correction of {month}? This is possible only if no amount changes. The earlier declaration remains in force.',
    es: '¿Cancelar la rectificación de {month}? Solo es posible si no cambia ningún importe; rige la declaración anterior.',
    ja: '{month} の修正を取り消しますか。金額に変更がない場合のみ取り消せ、元の申告が有効になります。',
  },
} as const satisfies Record<string, Text>

export const creditTexts = {
  note: {
    zh: '更正申报后多缴的税款，在税务机关退还或抵缴前列示于此。',
    en: 'Tax overpaid according to a correction, until it is applied or refunded.',
    es: 'Impuestos pagados en exceso según una rectificación, hasta su aplicación o devolución.',
    ja: '修正申告により納め過ぎとなった税額です。充当または還付まで表示します。',
  },
  none: { zh: '没有多缴税款', en: 'No overpaid tax', es: 'No hay impuestos pagados en exceso', ja: '過納税額はありません' },
  history: { zh: '处理记录', en: 'History', es: 'Historial', ja: '履歴' },
  apply: { zh: '抵缴', en: 'Apply', es: 'Aplicar', ja: '充当' },
  refund: { zh: '登记退税', en: 'Register refund', es: 'Registrar devolución', ja: '還付を登録' },
  withdraw: { zh: '放弃', en: 'Withdraw', es: 'Renunciar', ja: '放棄' },
  withdrawNote: {
    zh: '放弃后余额 {left} 计入中心调账，不能恢复。',
    en: '{left} becomes an adjustment borne by the centre. This cannot be undone.',
    es: '{left} pasa a ajustes a cargo del centro. No se puede deshacer.',
    ja: '残額 {left} はセンター負担の調整勘定となり、元に戻せません。',
  },
  against: { zh: '抵缴所属期', en: 'Period to pay', es: 'Período que se paga', ja: '充当先の月' },
  noneOpen: { zh: '没有待缴该税种的已申报月份', en: 'No declared month owes this tax', es: 'Ningún mes declarado debe este impuesto', ja: 'この税目の未納がある申告済みの月はありません' },
  amount: { zh: '金额', en: 'Amount', es: 'Importe', ja: '金額' },
  refundFile: { zh: '退库凭证（PDF、OFD 或图片）', en: 'Refund voucher (PDF, OFD or picture)', es: 'Comprobante de devolución (PDF, OFD o imagen)', ja: '還付証憑（PDF・OFD・画像）' },
  movedOut: { zh: '转入多缴税款', en: 'To overpaid tax', es: 'A saldo a favor', ja: '過納税額へ振替' },
  isCredit: { zh: '多缴税款抵缴', en: 'Overpaid tax', es: 'Saldo a favor', ja: '過納税額' },
} as const satisfies Record<string, Text>
