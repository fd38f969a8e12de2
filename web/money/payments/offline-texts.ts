import type { Text } from '#/domain/base/text.ts'
import { channelKinds } from '#/domain/organisations/payout-channel.ts'
import type { Batch } from './tags.tsx'

/** Texts of manual payments by a centre, registered from the bank's slip. */
export const offlineTexts = {
  waits: {
    zh: '线下支付：{count} 笔等待登记银行回单，登记前不会自动出结果',
    en: 'Manual payment: {count, plural, one {# line awaits} other {# lines await}} the bank slip; results must be registered manually',
    es: 'Pago externo: {count, plural, one {# línea espera} other {# líneas esperan}} el comprobante; el resultado debe registrarse manualmente',
    ja: 'オフライン支払：{count} 件が銀行振込控の登録待ちです。自動では完了しません',
  },
  waitsShort: { zh: '待登记回单', en: 'Awaiting slips', es: 'Espera comprobantes', ja: '振込控待ち' },
  waitsLine: { zh: '等待登记银行回单', en: 'Awaiting bank slip', es: 'Espera el comprobante bancario', ja: '銀行振込控の登録待ち' },
  slip: { zh: '银行回单', en: 'Bank slip', es: 'Comprobante bancario', ja: '銀行振込控' },
  none: { zh: '还没有登记回单', en: 'No slip yet', es: 'Aún no hay comprobante', ja: '振込控はまだありません' },
  sheet: { zh: '回填表', en: 'Result sheet', es: 'Hoja de resultados', ja: '記入表' },
  template: { zh: '下载待登记明细', en: 'Download pending lines', es: 'Descargar las líneas pendientes', ja: '登録待ち明細をダウンロード' },
  sheetHint: { zh: '在下载的表中填写结果；未填写的行不作处理', en: 'Fill in the results; empty rows are skipped', es: 'Rellene los resultados; las filas vacías se omiten', ja: '結果を記入してください。空の行は処理されません' },
  addSlips: { zh: '银行回单（可逐份添加）', en: 'Bank slips, one by one', es: 'Comprobantes, uno a uno', ja: '銀行振込控（1件ずつ追加）' },
  remove: { zh: '移除 {name}', en: 'Remove {name}', es: 'Quitar {name}', ja: '{name} を外す' },
  check: { zh: '校验', en: 'Check', es: 'Comprobar', ja: '検証' },
  faults: {
    zh: '{count} 处问题，修正后重新上传；未登记任何一行',
    en: '{count, plural, one {# error} other {# errors}}: correct and upload again; nothing was imported',
    es: '{count, plural, one {# error} other {# errores}}: corrija y vuelva a subir; no se registró nada',
    ja: '問題 {count} 件。修正して再度アップロードしてください。登録していません',
  },
  more: { zh: '仅显示前 {count} 处', en: 'First {count} shown', es: 'Se muestran los primeros {count}', ja: '最初の {count} 件を表示' },
  row: { zh: '行', en: 'Row', es: 'Fila', ja: '行' },
  column: { zh: '列', en: 'Column', es: 'Columna', ja: '列' },
  problem: { zh: '问题', en: 'Problem', es: 'Problema', ja: '問題' },
  looked: { zh: '请核对后确认，登记后不能撤销', en: 'Check again: this cannot be undone', es: 'Revise: no se puede deshacer', ja: '確認してください。登録後は取り消せません' },
  lines: { zh: '{count} 笔', en: '{count, plural, one {# line} other {# lines}}', es: '{count, plural, one {# línea} other {# líneas}}', ja: '{count} 件' },
  confirm: { zh: '确认登记', en: 'Register', es: 'Registrar', ja: '登録する' },
  day: { zh: '支付日期', en: 'Payment date', es: 'Fecha del pago', ja: '支払日' },
  time: { zh: '支付时刻（时:分）', en: 'Time (hh:mm)', es: 'Hora (hh:mm)', ja: '時刻（時:分）' },
  why: { zh: '原因', en: 'Reason', es: 'Motivo', ja: '理由' },
  by: { zh: '登记人', en: 'Registered by', es: 'Registrado por', ja: '登録者' },
  register: { zh: '登记', en: 'Register', es: 'Registrar', ja: '登録' },
} as const satisfies Record<string, Text>

/** Returns whether lines of a manually paid batch still await a bank slip. */
export function isAwaitingSlips(batch: Pick<Batch, 'channelKind' | 'state' | 'openCount'>): boolean {
  return channelKinds[batch.channelKind].isManual && batch.state === 'paying' && batch.openCount > 0
}
