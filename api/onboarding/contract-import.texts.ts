import type { Text } from '#/domain/base/text.ts'
import type { ScanProblem } from '#/domain/onboarding/contract-import.ts'
import type { ContractCell } from '#/domain/onboarding/import-cells.ts'

// Contracts of an older system, with their scans (template T15).

type ContractOnlyCell = Exclude<ContractCell, 'name' | 'idKind' | 'idNumber' | 'mode' | 'creditCode'>

export const contractImportFields: Readonly<Record<ContractOnlyCell, Text>> = {
  contractKind: { zh: '合同类型', en: 'Type of contract', es: 'Tipo de contrato', ja: '契約の種類' },
  contractNo: { zh: '原合同编号', en: 'Original number', es: 'Número original', ja: '元の契約番号' },
  firstDay: { zh: '开始日期', en: 'Start date', es: 'Fecha de inicio', ja: '開始日' },
  lastDay: { zh: '结束日期', en: 'End date', es: 'Fecha de fin', ja: '終了日' },
  signedOn: { zh: '签订日期', en: 'Signed on', es: 'Firmado el', ja: '締結日' },
  capLeft: { zh: '剩余金额上限', en: 'Remaining limit', es: 'Límite restante', ja: '残りの上限額' },
  scan: { zh: '扫描件文件名', en: 'Scan (file name)', es: 'Escaneo (archivo)', ja: 'スキャンのファイル名' },
}

export const contractImportMessages = {
  E951: { zh: '只能填写：{choices}', en: 'One of: {choices}', es: 'Uno de: {choices}', ja: '次のいずれか：{choices}' },
  E952: {
    zh: '{what, select, unit {该信用代码的单位未在本中心以此模式合作} other {本中心没有该证件号码的经营者}}',
    en: '{what, select, unit {No unit with this credit code works at this centre in this mode} other {No operator of this centre has this ID number}}',
    es: '{what, select, unit {Ninguna empresa con este código trabaja en este centro en esta modalidad} other {Nadie en este centro tiene este documento}}',
    ja: '{what, select, unit {この信用コードの企業は当センターでこのモードを利用していません} other {この身分証番号の事業者が当センターにいません}}',
  },
  E953: { zh: '与登记名称不一致：{known}', en: 'The name on file is {known}', es: 'El nombre registrado es {known}', ja: '登録名と一致しません：{known}' },
  E954: { zh: '请填写原合同编号，最多 {limit} 个字符', en: 'Enter the number, at most {limit} characters', es: 'Indique el número, máximo {limit} caracteres', ja: '元の契約番号を入力してください（最大 {limit} 文字）' },
  E955: {
    zh: '{seq, plural, =0 {该编号的同类合同已接入} other {与第 # 行同类合同编号相同}}',
    en: '{seq, plural, =0 {A contract of this type with this number already exists} other {Same type and number as row #}}',
    es: '{seq, plural, =0 {Ya se incorporó un contrato de este tipo con este número} other {Mismo tipo y número que la fila #}}',
    ja: '{seq, plural, =0 {この番号の同種の契約は引継済みです} other {# 行目と同種・同番号です}}',
  },
  E956: {
    zh: '{problem, select, order {结束日期早于开始日期} other {日期无法识别，应为 2026-01-31 这样的格式}}',
    en: '{problem, select, order {The end date is before the start date} other {Not a valid date; use the format 2026-01-31}}',
    es: '{problem, select, order {La fecha de fin es anterior a la de inicio} other {No es una fecha; escríbala como 2026-01-31}}',
    ja: '{problem, select, order {終了日が開始日より前です} other {日付として読めません。2026-01-31 の形式で入力してください}}',
  },
  E957: {
    zh: '{problem, select, ahead {签订日期晚于今天} other {签订日期晚于结束日期}}',
    en: '{problem, select, ahead {Signed in the future} other {Signed after the end date}}',
    es: '{problem, select, ahead {La firma es posterior a hoy} other {La firma es posterior a la fecha de fin}}',
    ja: '{problem, select, ahead {締結日が今日より後です} other {締結日が終了日より後です}}',
  },
  E958: {
    zh: '与{seq, plural, =0 {已有合同} other {第 # 行的合同}} {no}（{from} 至 {to}）期间重叠',
    en: 'Overlaps {seq, plural, =0 {the existing contract} other {the contract of row #,}} {no} ({from} to {to})',
    es: 'Se solapa con {seq, plural, =0 {el contrato existente} other {el contrato de la fila #,}} {no} ({from} a {to})',
    ja: '{seq, plural, =0 {既存の契約} other {# 行目の契約}} {no}（{from}～{to}）と期間が重なります',
  },
  E959: { zh: '{day} 才开始：尚未开始的协议不接入', en: 'Begins on {day}: only agreements that have begun can be imported', es: 'Empieza el {day}: no se incorporan acuerdos aún no iniciados', ja: '{day} に開始：未開始の契約は引き継げません' },
  E960: { zh: '压缩包中没有文件“{name}”', en: 'The scans contain no file “{name}”', es: 'No hay ningún archivo «{name}» entre los escaneos', ja: 'スキャンに「{name}」がありません' },
  E961: { zh: '压缩包中有 {count} 个同名文件', en: '{count} files have this name', es: '{count} archivos tienen este nombre', ja: '同名のファイルが {count} 件あります' },
  E962: { zh: '与第 {seq} 行使用同一文件', en: 'Same file as row {seq}', es: 'Mismo archivo que la fila {seq}', ja: '{seq} 行目と同じファイルです' },
  E963: {
    zh: '{problem, select, notPdf {不是 PDF 文件} tooLarge {文件超过 10 MB} encrypted {PDF 已加密} script {PDF 含有脚本} pages {超过 50 页} other {文件已损坏}}',
    en: '{problem, select, notPdf {Not a PDF} tooLarge {Larger than 10 MB} encrypted {The PDF has a password} script {The PDF contains scripts} pages {More than 50 pages} other {The file is damaged}}',
    es: '{problem, select, notPdf {No es un PDF} tooLarge {Supera 10 MB} encrypted {El PDF tiene contraseña} script {El PDF contiene scripts} pages {Más de 50 páginas} other {El archivo está dañado}}',
    ja: '{problem, select, notPdf {PDF ではありません} tooLarge {10 MB を超えています} encrypted {PDF がパスワード保護されています} script {PDF にスクリプトがあります} pages {50 ページを超えています} other {ファイルが破損しています}}',
  },
  E964: { zh: '扫描件正在读取', en: 'The scan is still being read', es: 'El escaneo aún se está leyendo', ja: 'スキャンを読み取り中です' },
  W951: { zh: '已于 {day} 到期：只作历史记录，不能据此付款', en: 'Ended on {day}: kept as history, no payments possible', es: 'Terminó el {day}: queda como historial, nada se paga con él', ja: '{day} に終了：履歴として残し、支払いの根拠にはなりません' },
  W952: {
    zh: '{seq, plural, =0 {与已有合同的文件内容相同} other {与第 # 行的文件内容相同}}',
    en: '{seq, plural, =0 {An existing contract has the same file} other {Row # has the same file under another name}}',
    es: '{seq, plural, =0 {Un contrato existente tiene el mismo archivo} other {La fila # tiene el mismo archivo con otro nombre}}',
    ja: '{seq, plural, =0 {既存の契約と同じ内容のファイルです} other {# 行目と同じ内容のファイルです}}',
  },
} as const satisfies Record<string, Text>

const compareWithContract: Text = { zh: '按原合同核对', en: 'Compare with the contract', es: 'Compárelo con el contrato', ja: '契約書と照合してください' }
const excludeRow: Text = { zh: '剔除该行', en: 'Exclude the row', es: 'Excluya la fila', ja: '行を除外してください' }
const scans: Text = { zh: '更正文件名，或重新上传含该文件的压缩包', en: 'Correct the name, or upload a ZIP with the file', es: 'Corrija el nombre o suba un ZIP con el archivo', ja: 'ファイル名を直すか、ファイルを含む ZIP を再度アップロードしてください' }

export const contractImportSuggestions: Readonly<Record<keyof typeof contractImportMessages, Text>> = {
  E951: compareWithContract,
  E952: { zh: '先开通单位或导入经营者', en: 'Open the unit or import the operator first', es: 'Abra antes la empresa o importe al operador', ja: '先に企業を開設するか事業者を取り込んでください' },
  E953: compareWithContract,
  E954: compareWithContract,
  E955: excludeRow,
  E956: compareWithContract,
  E957: compareWithContract,
  E958: { zh: '核对起止日期，或剔除该行', en: 'Check the dates, or exclude the row', es: 'Compruebe las fechas o excluya la fila', ja: '期間を確認するか、行を除外してください' },
  E959: { zh: '开始后再接入，或在本系统签署', en: 'Import the agreement once it has begun, or sign it here', es: 'Incorpórelo cuando empiece o fírmelo aquí', ja: '開始後に引き継ぐか、当システムで締結してください' },
  E960: scans,
  E961: { zh: '改名后重新上传', en: 'Rename one and upload again', es: 'Cambie un nombre y vuelva a subirlo', ja: '名前を変えて再度アップロードしてください' },
  E962: { zh: '每份合同一个文件', en: 'One file for each contract', es: 'Un archivo por contrato', ja: '契約ごとに 1 ファイルにしてください' },
  E963: { zh: '重新扫描并上传', en: 'Scan the contract again and upload the scan', es: 'Escanee de nuevo el contrato y suba el escaneo', ja: '再度スキャンしてアップロードしてください' },
  E964: { zh: '稍候', en: 'Wait a moment', es: 'Espere un momento', ja: 'しばらくお待ちください' },
  W951: { zh: '确认只作留存', en: 'Make sure this is intended', es: 'Confirme que es lo que desea', ja: '履歴でよいか確認してください' },
  W952: { zh: '核对是否放错文件', en: 'Make sure this is the right file', es: 'Confirme que es el archivo correcto', ja: '正しいファイルか確認してください' },
}

export const scanProblemNames: Readonly<Record<ScanProblem, Text>> = {
  notPdf: { zh: '不是 PDF', en: 'Not a PDF', es: 'No es PDF', ja: 'PDF ではない' },
  tooLarge: { zh: '超过 10 MB', en: 'Over 10 MB', es: 'Más de 10 MB', ja: '10 MB 超' },
  encrypted: { zh: '已加密', en: 'Password-protected', es: 'Con contraseña', ja: 'パスワード保護' },
  script: { zh: '含脚本', en: 'Contains scripts', es: 'Contiene scripts', ja: 'スクリプトあり' },
  pages: { zh: '超过 50 页', en: 'Over 50 pages', es: 'Más de 50 páginas', ja: '50 ページ超' },
  broken: { zh: '已损坏', en: 'Damaged', es: 'Dañado', ja: '破損' },
}

export const scanStateNames = {
  waiting: { zh: '读取中', en: 'Being read', es: 'Leyendo', ja: '読取中' },
  refused: { zh: '不可用', en: 'Cannot be used', es: 'No utilizable', ja: '使用不可' },
  used: { zh: '已对应', en: 'Matched', es: 'Asignado', ja: '対応済み' },
  double: { zh: '同名', en: 'Same name', es: 'Mismo nombre', ja: '同名' },
  left: { zh: '无对应行', en: 'No matching row', es: 'Sin fila', ja: '対応行なし' },
} as const satisfies Record<string, Text>

export const contractImportRefusals = {
  notContracts: { zh: '只有合同清单有此操作', en: 'This is possible only for lists of contracts.', es: 'Solo las listas de contratos lo admiten.', ja: '契約リストのみの操作です。' },
  ownContracts: { zh: '本人参与过该清单的编制，须由他人确认', en: 'You helped to prepare this list. Another person must confirm it.', es: 'Usted participó en esta lista; debe confirmarla otra persona.', ja: '作成に関わった本人は確認できません。別の人が確認してください。' },
  contractsPaid: {
    zh: '已据此付款，不能撤销：{no}（批次 {batch}）{more, plural, =0 {} other {等 # 份}}',
    en: 'Payments use this list, so it cannot be reversed: {no} (batch {batch}){more, plural, =0 {} other { and # more}}.',
    es: 'Hay pagos basados en esta lista, por lo que no se puede revertir: {no} (lote {batch}){more, plural, =0 {} other { y # más}}.',
    ja: 'このリストに基づく支払いがあるため取り消せません：{no}（バッチ {batch}）{more, plural, =0 {} other {ほか # 件}}。',
  },
  contractsMoved: {
    zh: '合同已在本系统变更或解约，不能撤销：{no}',
    en: 'A contract has been or is being terminated, so the list cannot be reversed: {no}',
    es: 'El contrato se resolvió o se está resolviendo aquí, por lo que la lista no se puede revertir: {no}',
    ja: '当システムで解約または解約手続中のため取り消せません：{no}',
  },
} as const satisfies Record<string, Text>
