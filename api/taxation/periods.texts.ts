import type { Text } from '#/domain/base/text.ts'
import type { OfficialForm, PeriodFault, PeriodState, PeriodStep, TaxEntryState, TaxKind, TaxResultDifference } from '#/domain/taxation/tax-declaration.ts'
import type { VatReturn } from '#/domain/taxation/vat-return.ts'

export const periodRefusals = {
  periodNotFound: { zh: '申报期不存在或无权查看', en: 'The tax period does not exist, or you do not have access.', es: 'El período fiscal no existe o no puede verlo.', ja: '課税期間が存在しないか、閲覧権限がありません。' },
  periodChanged: { zh: '申报期已被他人更新，请刷新后重试', en: 'Someone else has changed this period. Reload and try again.', es: 'Alguien ya cambió este período. Recargue e inténtelo de nuevo.', ja: '他の人が更新済みです。再読み込みしてください。' },
  wrongPeriodState: { zh: '{month} 为“{state}”，不能进行此操作', en: 'Not possible: {month} is “{state}”.', es: 'No es posible: {month} está «{state}».', ja: '{month} は「{state}」のため、この操作はできません。' },
  monthNotOver: { zh: '{month} 尚未结束，次月 1 日起可以关账', en: '{month} is not over; it can be closed from the 1st of the next month.', es: '{month} no ha terminado; se puede cerrar desde el día 1 del mes siguiente.', ja: '{month} は終了していません。翌月1日から締められます。' },
  earlierOpen: { zh: '请先关账 {month}：申报期须按月份顺序关账', en: 'Close {month} first: periods are closed in order.', es: 'Cierre antes {month}: los períodos se cierran en orden.', ja: '先に {month} を締めてください。月の順に締めます。' },
  laterClosed: { zh: '{month} 已关账，须先重新打开它', en: '{month} is already closed. Reopen it first.', es: '{month} ya está cerrado; reábralo antes.', ja: '{month} が締め済みです。先に再開してください。' },
  faultsStand: { zh: '预检有须处理的问题：{faults}。请处理后再关账', en: 'Correct these pre-check errors first: {faults}.', es: 'La revisión previa halló problemas que deben resolverse: {faults}.', ja: '事前チェックで要対応の問題があります：{faults}。対応後に締めてください。' },
  reasonNeeded: { zh: '预检有提示：{faults}。确认无误请填写原因', en: 'The pre-check has warnings: {faults}. Give a reason to accept them.', es: 'La revisión previa tiene avisos: {faults}. Indique el motivo para aceptarlos.', ja: '事前チェックに警告があります：{faults}。了承する理由を入力してください。' },
  ownClosing: { zh: '不能核对自己关账的申报期，须由他人核对', en: 'You closed this period. Another person must confirm it.', es: 'Usted cerró este período: debe confirmarlo otra persona.', ja: 'ご自身が締めた期間は確認できません。別の担当者が確認してください。' },
  computing: { zh: '明细正在生成（{done}/{total}），请稍候', en: 'The lines are being prepared ({done} of {total}). Please wait.', es: 'Se están generando las líneas ({done} de {total}); espere.', ja: '明細を作成中です（{done}/{total}）。しばらくお待ちください。' },
  amountsDiffer: { zh: '{tax}：申报金额 {given} 与明细合计 {lines} 不一致', en: '{tax}: {given} was declared, but the lines total {lines}.', es: '{tax}: se declaró {given}, pero las líneas suman {lines}.', ja: '{tax}：申告額 {given} が明細合計 {lines} と一致しません。' },
  dayAhead: { zh: '日期不能晚于今天', en: 'The date cannot be in the future.', es: 'La fecha no puede ser futura.', ja: '今日以前の日付にしてください。' },
  dayTooEarly: { zh: '日期不能早于 {month} 结束', en: 'The date is before the end of {month}.', es: 'La fecha es anterior al fin de {month}.', ja: '{month} の終了前の日付です。' },
  receiptUsed: { zh: '回执号 {no} 已登记在 {month}', en: 'Receipt {no} is already registered for {month}.', es: 'El justificante {no} ya está registrado en {month}.', ja: '受付番号 {no} は {month} に登録済みです。' },
  nothingLeft: { zh: '{tax}已缴清', en: '{tax} is paid in full.', es: '{tax}: pagado por completo.', ja: '{tax}は納付済みです。' },
  tooMuch: { zh: '{tax}应缴余额为 {left}，不能登记 {amount}', en: '{tax}: {left} is left to pay, not {amount}.', es: '{tax}: quedan {left} por pagar, no {amount}.', ja: '{tax}の未納額は {left} です。{amount} は登録できません。' },
  vatNoNeeded: { zh: '请填写增值税申报的受理号', en: 'Enter the acceptance number of the VAT return.', es: 'Indique el número de aceptación de la declaración de IVA.', ja: '増値税申告の受付番号を入力してください。' },
  withholdingNoNeeded: {
    zh: '请填写增值税代扣代缴申报的受理号',
    en: 'Enter the acceptance number of the VAT withholding return.',
    es: 'Indique el número de aceptación de la declaración de IVA retenido.',
    ja: '増値税源泉徴収申告の受付番号を入力してください。',
  },
  returnNotDue: {
    zh: '{month} 没有需要填入此申报表的人员',
    en: 'No one in {month} is on this return.',
    es: 'Nadie de {month} figura en esta declaración.',
    ja: '{month} にこの申告書の対象者はいません。',
  },
  sameNumbers: {
    zh: '个税申报和各增值税申报是不同的申报表，受理号不能相同',
    en: 'The income tax return and each VAT return are separate. Enter a separate number for each.',
    es: 'La declaración de retenciones y cada una de IVA son distintas. Indique un número para cada una.',
    ja: '源泉所得税と各増値税の申告は別です。受付番号を分けてください。',
  },
  nothingEntered: { zh: '请填写至少一个税种的缴款金额', en: 'Enter the amount of at least one tax.', es: 'Indique el importe de al menos un impuesto.', ja: '少なくとも一つの税目の納付額を入力してください。' },
  lateDiffers: {
    zh: '滞纳金应为 {due}，填写为 {given}，请说明原因',
    en: 'The computed late-payment surcharge is {due}, not {given}. Enter a reason for the difference.',
    es: 'El recargo por pago tardío calculado es {due}, no {given}. Explique la diferencia.',
    ja: '延滞金の計算額は {due} です（入力 {given}）。差異の理由を入力してください。',
  },
  entryNotFound: { zh: '缴款记录不存在或无权查看', en: 'The payment does not exist, or you do not have access.', es: 'El pago no existe o no puede verlo.', ja: '納付の記録が存在しないか、閲覧権限がありません。' },
  entryChanged: { zh: '该缴款已被他人更新，请刷新后重试', en: 'Someone else has changed this payment. Reload and try again.', es: 'Alguien ya cambió este pago. Recargue e inténtelo de nuevo.', ja: '他の人が更新済みです。再読み込みしてください。' },
  entryState: { zh: '该缴款为“{state}”，不能进行此操作', en: 'Not possible: the payment is “{state}”.', es: 'No es posible: el pago está «{state}».', ja: '納付が「{state}」のため、この操作はできません。' },
  entryWaiting: {
    zh: '{month} 有待复核的缴款或冲销，请先复核或退回',
    en: 'A payment of {month}, or its reversal, awaits approval. Approve or decline it first.',
    es: 'Un pago de {month}, o su anulación, espera aprobación. Apruébelo o recházelo primero.',
    ja: '{month} に承認待ちの納付または取消があります。先に承認または差し戻してください。',
  },
  ownEntry: { zh: '不能复核自己登记的缴款，须由他人复核', en: 'You registered this payment. Another person must approve it.', es: 'Usted registró este pago: debe aprobarlo otra persona.', ja: 'ご自身が登録した納付は承認できません。別の担当者が承認してください。' },
  ownReversal: { zh: '不能复核自己申请的冲销，须由他人复核', en: 'You requested this reversal. Another person must approve it.', es: 'Usted pidió esta anulación: debe aprobarla otra persona.', ja: 'ご自身が申請した取消は承認できません。別の担当者が承認してください。' },
  samePassword: {
    zh: '您的密码 24 小时内由登记人重置，须由其他人复核',
    en: 'The person who registered this payment set your password within 24 hours. Another person must approve it.',
    es: 'Quien lo registró fijó su contraseña hace menos de 24 horas: debe aprobarlo otra persona.',
    ja: '登録者が24時間以内にあなたのパスワードを再設定しました。別の担当者が確認してください。',
  },
  notChecker: { zh: '没有复核权限', en: 'You do not have permission to approve payments.', es: 'No tiene permiso para aprobar pagos.', ja: '承認の権限がありません。' },
  decisionReason: { zh: '请填写退回原因', en: 'Enter the reason for declining.', es: 'Indique el motivo del rechazo.', ja: '差戻しの理由を入力してください。' },
  reversalCredited: {
    zh: '{month} 已形成或抵用多缴税款，不能冲销缴款，请通过多缴税款办理',
    en: '{month} has overpaid tax or was paid with overpaid tax, so its payments cannot be reversed. Settle it under overpaid tax.',
    es: '{month} tiene impuestos pagados en exceso o se pagó con ellos: no se pueden anular sus pagos. Resuélvalo en el saldo a favor.',
    ja: '{month} には過納税額の発生または充当があります。過納税額で処理してください。',
  },
  certificatesMissing: {
    zh: '还有 {count} 名应纳税人员没有完税凭证，不能归档',
    en: '{count, plural, one {# taxpayer has} other {# taxpayers have}} no tax certificate, so the period cannot be archived.',
    es: 'Faltan los certificados de {count} personas con impuesto: no se puede archivar.',
    ja: '納税額のある {count} 名の納税証明書がないため保管できません。',
  },
  correctEarlier: { zh: '{month} 待更正申报，请按月份顺序先办理', en: 'Correct {month} first: months of a year are corrected in order.', es: 'Rectifique antes {month}: los meses de un año se rectifican en orden.', ja: '先に {month} を修正申告してください。同一年の月は順に修正します。' },
  correctionChanges: {
    zh: '{month} 的更正涉及退汇或 {count} 人的金额变动，不能取消，请登记更正申报',
    en: 'The correction of {month} changes the declared amounts of {count} people, so it cannot be cancelled. Declare the correction.',
    es: 'La rectificación de {month} cambia lo declarado ({count} personas). Declárela; no se puede cancelar.',
    ja: '{month} の修正は申告内容を変更します（{count} 名）。取り消せません。修正申告を登録してください。',
  },
  returnedSince: {
    zh: '{month} 的明细生成后又有 {count} 笔退汇，请重新打开并关账，或重新生成更正明细',
    en: '{count, plural, one {# payment has} other {# payments have}} been returned since the lines of {month} were prepared. Reopen and close the month, or start the correction again.',
    es: 'Desde que se generaron las líneas de {month} se devolvieron {count} pagos. Reabra y cierre el mes, o inicie de nuevo la rectificación.',
    ja: '{month} の明細作成後に {count} 件の組戻しがありました。再開して締め直すか、修正明細を作り直してください。',
  },
  creditNotFound: { zh: '多缴税款记录不存在或无权查看', en: 'The credit case does not exist, or you do not have access.', es: 'El saldo a favor no existe o no puede verlo.', ja: '過納税額の記録が存在しないか、閲覧権限がありません。' },
  creditChanged: { zh: '该记录已被他人更新，请刷新后重试', en: 'Someone else has changed this credit case. Reload and try again.', es: 'Alguien ya cambió este saldo. Recargue e inténtelo de nuevo.', ja: '他の人が更新済みです。再読み込みしてください。' },
  creditSettled: { zh: '该笔多缴税款为“{state}”，不能再办理', en: 'This credit case is “{state}” and cannot be changed.', es: 'Este saldo está «{state}» y ya no admite trámites.', ja: 'この過納税額は「{state}」のため処理できません。' },
  creditShort: { zh: '多缴税款余额为 {left}，不能办理 {amount}', en: 'The remaining credit is {left}, not {amount}.', es: 'Quedan {left} del saldo, no {amount}.', ja: '過納税額の残高は {left} です。{amount} は処理できません。' },
  ownCredit: {
    zh: '本人登记的更正所形成的多缴税款，须由他人登记退税或放弃',
    en: 'You declared this correction. Another person must register the refund or withdraw the credit.',
    es: 'Usted declaró esta rectificación: otra persona debe registrar la devolución o renunciar.',
    ja: 'ご自身が登録した修正の過納税額です。還付の登録や放棄は他の担当者が行ってください。',
  },
  refundTooEarly: { zh: '退税日期不能早于 {day}', en: 'The refund cannot be dated before {day}.', es: 'La devolución no puede ser anterior al {day}.', ja: '還付日は {day} 以降にしてください。' },
  certificateNotFound: { zh: '凭证不存在或已匹配', en: 'The certificate does not exist or is already matched.', es: 'El certificado no existe o ya está asignado.', ja: '証明書が存在しないか、照合済みです。' },
  notAPdf: { zh: '“{path}”不是可读取的 PDF，请换文件上传', en: '“{path}” is not a readable PDF. Upload another file.', es: '«{path}» no es un PDF legible; suba otro archivo.', ja: '「{path}」は読み取れる PDF ではありません。別のファイルをアップロードしてください。' },
  notInPeriod: { zh: '该人员在 {month} 没有申报明细', en: 'This person has no line in {month}.', es: 'Esta persona no tiene línea en {month}.', ja: 'この方は {month} の明細にありません。' },
  hasCertificate: { zh: '{name} 已有 {month} 的完税凭证', en: '{name} already has a tax certificate for {month}.', es: '{name} ya tiene certificado de {month}.', ja: '{name} の {month} の証明書は登録済みです。' },
  notClosedYet: { zh: '{month} 尚未关账，关账后再生成官方申报表', en: '{month} is not closed; official forms are filled after closing.', es: '{month} no está cerrado; los formularios se rellenan tras el cierre.', ja: '{month} は未締めです。締め後に公式申告書を作成してください。' },
  resultsOpen: {
    zh: '税局算税结果有 {count} 条差异未说明，请在“算税结果”中说明或重新导入',
    en: '{count} differences from the tax office’s result are not explained. Explain them under “Tax office result” or upload a new one.',
    es: 'Hay {count} diferencias sin explicar con el cálculo de Hacienda. Explíquelas en «Cálculo de Hacienda» o importe otro.',
    ja: '税務局の計算結果との差異 {count} 件が未説明です。「税務局の結果」で説明するか再取込してください。',
  },
  resultState: {
    zh: '{month} 为“{state}”，已核对后、缴清前才能导入算税结果',
    en: '{month} is “{state}”. Results can be uploaded between confirmation and the last payment.',
    es: '{month} está «{state}»: el resultado se importa entre la confirmación y el último pago.',
    ja: '{month} は「{state}」です。結果の取込は確認後、完納前に行います。',
  },
  resultEmpty: { zh: '文件中没有人员', en: 'The file lists no people.', es: 'El archivo no contiene personas.', ja: 'ファイルに対象者がありません。' },
  itemNotFound: { zh: '差异不存在或已说明', en: 'The difference does not exist or is already explained.', es: 'La diferencia no existe o ya está explicada.', ja: '差異が存在しないか、説明済みです。' },
  shareNotFound: { zh: '没有该人员的分包记录，或无权查看', en: 'The payee does not exist, or you do not have access.', es: 'No existe tal beneficiario o no tiene acceso.', ja: '該当者がいないか、閲覧権限がありません。' },
  certificateShared: { zh: '完税凭证含其他付款，只能查看本单位份额', en: 'The tax certificate also covers other payments; only your own share is shown.', es: 'El certificado incluye otros pagos; solo se muestra su parte.', ja: '証明書に他の支払が含まれるため、自社分のみ表示します。' },
  certificateMissing: { zh: '完税凭证尚未上传', en: 'The tax certificate is not available yet.', es: 'Aún no hay certificado.', ja: '証明書は未登録です。' },
  unmatchedLeft: {
    zh: '还有 {count} 个凭证未匹配，请匹配或移除',
    en: '{count, plural, one {# certificate is} other {# certificates are}} unmatched. Attach or remove them.',
    es: 'Quedan {count} certificados sin asignar; asígnelos o quítelos.',
    ja: '未照合の証明書が {count} 件あります。照合または削除してください。',
  },
} as const satisfies Record<string, Text>

export const periodStateNames: Readonly<Record<PeriodState, Text>> = {
  open: { zh: '归集中', en: 'Collecting', es: 'En curso', ja: '集計中' },
  closing: { zh: '关账中', en: 'Closing', es: 'Cerrando', ja: '締め処理中' },
  closed: { zh: '已关账', en: 'Closed', es: 'Cerrado', ja: '締め済み' },
  confirmed: { zh: '已核对', en: 'Confirmed', es: 'Confirmado', ja: '確認済み' },
  declared: { zh: '已申报', en: 'Declared', es: 'Declarado', ja: '申告済み' },
  correcting: { zh: '更正申报中', en: 'Being corrected', es: 'En rectificación', ja: '修正申告中' },
  paid: { zh: '已缴款', en: 'Paid', es: 'Pagado', ja: '納付済み' },
  certified: { zh: '已上传完税凭证', en: 'Tax certificates uploaded', es: 'Con certificados', ja: '証明書登録済み' },
  archived: { zh: '已归档', en: 'Archived', es: 'Archivado', ja: '保管済み' },
}

export const periodStepNames: Readonly<Record<PeriodStep, Text>> = {
  closing: { zh: '开始关账', en: 'Closing started', es: 'Cierre iniciado', ja: '締め開始' },
  closed: { zh: '关账完成', en: 'Closed', es: 'Cerrado', ja: '締め完了' },
  confirmed: { zh: '核对', en: 'Confirmed', es: 'Confirmado', ja: '確認' },
  reopened: { zh: '重新打开', en: 'Reopened', es: 'Reabierto', ja: '再開' },
  correcting: { zh: '开始更正申报', en: 'Correction started', es: 'Rectificación iniciada', ja: '修正申告の開始' },
  cancelled: { zh: '取消更正', en: 'Correction cancelled', es: 'Rectificación cancelada', ja: '修正の取消' },
  declared: { zh: '登记申报', en: 'Declared', es: 'Declarado', ja: '申告の登録' },
  credited: { zh: '形成多缴税款', en: 'Overpaid tax', es: 'Pagado en exceso', ja: '過納税額の発生' },
  proposed: { zh: '登记缴款', en: 'Payment registered', es: 'Pago registrado', ja: '納付の登録' },
  declined: { zh: '退回', en: 'Declined', es: 'Rechazado', ja: '差戻し' },
  paid: { zh: '缴款入账', en: 'Tax paid', es: 'Impuesto pagado', ja: '納付の計上' },
  reversing: { zh: '申请冲销缴款', en: 'Reversal requested', es: 'Anulación pedida', ja: '納付取消の申請' },
  reversed: { zh: '冲销缴款', en: 'Payment reversed', es: 'Pago anulado', ja: '納付の取消' },
  settled: { zh: '全部缴清', en: 'Paid in full', es: 'Pagado por completo', ja: '完納' },
  uploaded: { zh: '上传完税凭证', en: 'Tax certificates uploaded', es: 'Certificados subidos', ja: '証明書のアップロード' },
  certified: { zh: '凭证匹配完成', en: 'Certificates matched', es: 'Certificados asignados', ja: '証明書の照合完了' },
  archived: { zh: '归档', en: 'Archived', es: 'Archivado', ja: '保管' },
  compared: { zh: '比对税局算税结果', en: 'Compared with the tax office', es: 'Comparado con Hacienda', ja: '税務局の結果と照合' },
}

/** Names of the states of a payment to the tax office. */
export const entryStateNames: Readonly<Record<TaxEntryState, Text>> = {
  proposed: { zh: '待复核', en: 'Awaiting approval', es: 'Por aprobar', ja: '承認待ち' },
  confirmed: { zh: '已入账', en: 'Booked', es: 'Contabilizado', ja: '計上済み' },
  declined: { zh: '已退回', en: 'Declined', es: 'Rechazado', ja: '差戻し済み' },
  reversing: { zh: '冲销待复核', en: 'Reversal awaiting approval', es: 'Anulación por aprobar', ja: '取消の承認待ち' },
  reversed: { zh: '已冲销', en: 'Reversed', es: 'Anulado', ja: '取消済み' },
}

export const periodFaultNames: Readonly<Record<PeriodFault, Text>> = {
  consent: { zh: '缺少报税授权', en: 'No tax filing authorisation', es: 'Sin autorización fiscal', ja: '税務申告の委任なし' },
  identity: { zh: '身份未核验或姓名不一致', en: 'Identity not verified, or another name', es: 'Identidad sin verificar o nombre distinto', ja: '本人未確認・氏名不一致' },
  samePermit: { zh: '同一通行证、两个号码', en: 'One permit under two numbers', es: 'Un mismo permiso con dos números', ja: '同一通行証が二つの番号で登録' },
  duplicate: { zh: '同名同手机号，疑似一人多证', en: 'Same name and mobile under two documents', es: 'Mismo nombre y móvil con dos documentos', ja: '同名・同番号で身分証が複数' },
  negative: { zh: '金额为负', en: 'Negative figures', es: 'Importes negativos', ja: '金額がマイナス' },
  ledger: { zh: '明细与账面不符', en: 'Lines differ from the books', es: 'Las líneas difieren de la contabilidad', ja: '明細と帳簿の不一致' },
  underWay: { zh: '有在途付款', en: 'Payments in progress', es: 'Pagos en curso', ja: '処理中の支払あり' },
  returned: { zh: '本年较早月份有退汇待更正申报', en: 'An earlier month of the year awaits correction', es: 'Un mes anterior del año está por rectificar', ja: '同年の前月に修正申告待ちの組戻しあり' },
  unsettled: { zh: '差异尚待计算', en: 'Differences not settled', es: 'Diferencias sin calcular', ja: '差額が未確定' },
}

export const taxKindNames: Readonly<Record<TaxKind, Text>> = {
  vat: { zh: '增值税', en: 'VAT', es: 'IVA', ja: '増値税' },
  surcharge: { zh: '附加税费', en: 'Surcharges', es: 'Recargos', ja: '付加税' },
  iit: { zh: '个人所得税', en: 'Income tax', es: 'Impuesto sobre la renta', ja: '個人所得税' },
}

/** Headings of periods and lines, for pages and sheets. */
export const periodFields = {
  month: { zh: '所属期', en: 'Period', es: 'Período', ja: '対象月' },
  centre: { zh: '运营中心', en: 'Centre', es: 'Centro', ja: 'センター' },
  state: { zh: '状态', en: 'Status', es: 'Estado', ja: '状態' },
  people: { zh: '人数', en: 'People', es: 'Personas', ja: '人数' },
  gross: { zh: '收入总额', en: 'Total income', es: 'Ingresos totales', ja: '収入総額' },
  vat: { zh: '增值税', en: 'VAT', es: 'IVA', ja: '増値税' },
  surcharge: { zh: '附加税费', en: 'Surcharges', es: 'Recargos', ja: '付加税' },
  iit: { zh: '个人所得税', en: 'Income tax', es: 'Impuesto sobre la renta', ja: '個人所得税' },
  total: { zh: '税费合计', en: 'Total tax', es: 'Total impuestos', ja: '税額合計' },
  booked: { zh: '账面应交', en: 'Payable by the books', es: 'Según contabilidad', ja: '帳簿上の納付額' },
  paid: { zh: '已缴', en: 'Paid', es: 'Pagado', ja: '納付済み' },
  left: { zh: '应缴余额', en: 'Balance due', es: 'Por pagar', ja: '未納額' },
  difference: { zh: '应补（退）差异', en: 'Due (or refund) by law', es: 'A ingresar (devolver)', ja: '過不足額' },
  dueOn: { zh: '申报截止日', en: 'Due', es: 'Vence', ja: '申告期限' },
  closedBy: { zh: '关账人', en: 'Closed by', es: 'Cerrado por', ja: '締め担当' },
  name: { zh: '姓名', en: 'Name', es: 'Nombre', ja: '氏名' },
  idKind: { zh: '证件类型', en: 'ID type', es: 'Tipo de documento', ja: '身分証種別' },
  idNumber: { zh: '证件号码', en: 'ID number', es: 'N.º de documento', ja: '身分証番号' },
  mobile: { zh: '手机', en: 'Mobile', es: 'Móvil', ja: '携帯番号' },
  incomeItem: { zh: '所得项目', en: 'Income item', es: 'Tipo de renta', ja: '所得項目' },
  sales: { zh: '本期销售额（不含税）', en: 'Sales of the month, without VAT', es: 'Ventas del mes, sin IVA', ja: '当月売上（税抜）' },
  income: { zh: '本期收入', en: 'Income of the month', es: 'Ingresos del mes', ja: '当月収入' },
  exempt: { zh: '免税销售额', en: 'Exempt sales', es: 'Ventas exentas', ja: '免税売上' },
  taxable: { zh: '应税销售额', en: 'Taxable sales', es: 'Ventas gravadas', ja: '課税売上' },
  levy: { zh: '征收率', en: 'Rate', es: 'Tipo', ja: '徴収率' },
  city: { zh: '城市维护建设税', en: 'Urban construction tax', es: 'Impuesto de construcción urbana', ja: '都市維持建設税' },
  education: { zh: '教育费附加', en: 'Education surcharge', es: 'Recargo educativo', ja: '教育費付加' },
  localEducation: { zh: '地方教育附加', en: 'Local education surcharge', es: 'Recargo educativo local', ja: '地方教育付加' },
  cumIncome: { zh: '累计收入', en: 'Cumulative income', es: 'Ingresos acumulados', ja: '累計収入' },
  cumExpense: { zh: '累计费用', en: 'Cumulative expenses', es: 'Gastos acumulados', ja: '累計費用' },
  cumDeduction: { zh: '累计减除费用', en: 'Cumulative deduction', es: 'Reducción acumulada', ja: '累計基礎控除' },
  cumOther: { zh: '累计其他扣除', en: 'Other deductions', es: 'Otras deducciones', ja: '累計その他控除' },
  cumTaxable: { zh: '累计应纳税所得额', en: 'Cumulative taxable income', es: 'Base acumulada', ja: '累計課税所得' },
  months: { zh: '月份数', en: 'Months', es: 'Meses', ja: '月数' },
  rate: { zh: '税率', en: 'Tax rate', es: 'Tipo', ja: '税率' },
  quick: { zh: '速算扣除数', en: 'Quick deduction', es: 'Deducción rápida', ja: '速算控除額' },
  should: { zh: '累计应纳税额', en: 'Cumulative tax', es: 'Cuota acumulada', ja: '累計税額' },
  before: { zh: '累计已预扣', en: 'Previously withheld', es: 'Retenido antes', ja: '既源泉額' },
  due: { zh: '本期应预扣', en: 'Due this month', es: 'A retener este mes', ja: '当月源泉額' },
  withheld: { zh: '本期已预扣', en: 'Withheld this month', es: 'Retenido este mes', ja: '当月徴収額' },
  back: { zh: '其中以前月份退汇', en: 'Of which: returns in closed months', es: 'De ello, devoluciones de meses cerrados', ja: 'うち締め済み月の組戻し' },
  withholdingSales: { zh: '其中代扣代缴：销售额', en: 'Withheld by the payer: sales', es: 'Retenido por el pagador: ventas', ja: 'うち源泉徴収：売上' },
  withholdingVat: { zh: '其中代扣代缴：增值税', en: 'Withheld by the payer: VAT', es: 'Retenido por el pagador: IVA', ja: 'うち源泉徴収：増値税' },
  withholdingSurcharge: { zh: '其中代扣代缴：附加税费', en: 'Withheld by the payer: surcharges', es: 'Retenido por el pagador: recargos', ja: 'うち源泉徴収：付加税' },
  vatReturn: { zh: '增值税申报表', en: 'VAT return', es: 'Declaración de IVA', ja: '増値税申告書' },
  certificate: { zh: '完税凭证', en: 'Tax certificate', es: 'Certificado', ja: '納税証明書' },
  item: { zh: '项目', en: 'Item', es: 'Concepto', ja: '項目' },
  amount: { zh: '金额', en: 'Amount', es: 'Importe', ja: '金額' },
} as const satisfies Record<string, Text>

export const periodSheetNames = {
  iit: { zh: '个税扣缴明细', en: 'Income tax withheld', es: 'Retenciones', ja: '源泉徴収明細' },
  vat: { zh: '增值税申报', en: 'VAT filing', es: 'Declaración de IVA', ja: '増値税申告' },
  changes: { zh: '更正差异明细', en: 'Changes by the correction', es: 'Cambios de la rectificación', ja: '修正差異明細' },
  summary: { zh: '申报汇总', en: 'Summary', es: 'Resumen', ja: '申告集計' },
  labour: { zh: '劳务报酬所得', en: 'Service income', es: 'Rentas por servicios', ja: '労務報酬所得' },
  failed: { zh: '导出失败，请重试', en: 'The export failed. Try again.', es: 'La exportación falló. Inténtelo de nuevo.', ja: '出力に失敗しました。もう一度お試しください。' },
} as const satisfies Record<string, Text>

/** Names of the two VAT returns of a month. */
export const vatReturnNames: Readonly<Record<VatReturn, Text>> = {
  vat_agent: { zh: '代办申报', en: 'filed as agent', es: 'como agente', ja: '代行申告' },
  vat_withholding: { zh: '代扣代缴', en: 'withheld by the payer', es: 'retenido por el pagador', ja: '源泉徴収' },
}

export const officialFormNames: Readonly<Record<OfficialForm, Text>> = {
  iit_report: { zh: '个人所得税扣缴申报表', en: 'Income tax withholding return', es: 'Declaración de retenciones', ja: '個人所得税源泉申告書' },
  iit_withholding: { zh: '扣缴端导入表（劳务报酬）', en: 'Import sheet of the withholding software', es: 'Hoja para el programa de retenciones', ja: '源泉徴収ソフト取込表' },
  vat_agent: { zh: '增值税代办申报表', en: 'VAT agent return', es: 'Declaración de IVA en representación', ja: '増値税代行申告書' },
  vat_withholding: { zh: '增值税代扣代缴申报表', en: 'VAT withholding return', es: 'Declaración de IVA retenido', ja: '増値税源泉徴収申告書' },
  person_collection: { zh: '人员信息采集表', en: 'Personal data sheet', es: 'Hoja de datos personales', ja: '人員情報収集表' },
}

/** Texts of the task that matches uploaded certificates. */
export const matchingTaskTexts = {
  title: { zh: '匹配完税凭证 {period}', en: 'Match tax certificates {period}', es: 'Asignar certificados de pago {period}', ja: '納税証明書の照合 {period}' },
  done: { zh: '已处理 {files} 份文件', en: '{files, plural, one {# file} other {# files}} processed', es: '{files, plural, one {# archivo procesado} other {# archivos procesados}}', ja: '{files} 件を処理しました' },
  failed: {
    zh: '匹配失败，请重新上传；已匹配的文件会保留',
    en: 'The matching failed. Upload the file again; matched certificates are kept.',
    es: 'La asignación ha fallado. Suba el archivo de nuevo; lo ya asignado se conserva.',
    ja: '照合に失敗しました。もう一度アップロードしてください。照合済みの証明書は保持されます。',
  },
} as const satisfies Record<string, Text>

export const certificateProblems = {
  name: { zh: '文件名不是“证件号_所属期.pdf”', en: 'Not named “number_period.pdf”', es: 'No se llama «número_período.pdf»', ja: 'ファイル名が「番号_対象月.pdf」でない' },
  period: { zh: '属于其他所属期', en: 'Of another period', es: 'De otro período', ja: '別の対象月' },
  nobody: { zh: '本期明细中没有此证件号', en: 'No person in this period has this number', es: 'Ninguna persona del período tiene ese número', ja: '当期明細に該当番号なし' },
  twice: { zh: '该人员已有凭证', en: 'The person already has a certificate', es: 'La persona ya tiene certificado', ja: '証明書登録済みの方' },
  notPdf: { zh: '不是可读取的 PDF', en: 'No readable PDF', es: 'No es un PDF legible', ja: '読み取れる PDF でない' },
  tooLarge: { zh: '文件过大', en: 'Too large', es: 'Demasiado grande', ja: 'サイズ超過' },
} as const satisfies Record<string, Text>

export const resultKindNames: Readonly<Record<TaxResultDifference, Text>> = {
  amount: { zh: '税额不一致', en: 'Another amount', es: 'Importe distinto', ja: '税額が不一致' },
  unreadable: { zh: '税额无法识别', en: 'Amount not readable', es: 'Importe ilegible', ja: '税額を読み取れません' },
  stranger: { zh: '本期无此人', en: 'Person not in this period', es: 'Persona fuera del período', ja: '当期に該当者なし' },
  absent: { zh: '结果中缺少此人', en: 'Not in the result', es: 'No está en el resultado', ja: '結果に記載なし' },
  twice: { zh: '同一人重复', en: 'Person listed twice', es: 'Repetida', ja: '重複' },
  period: { zh: '属于其他所属期', en: 'Of another period', es: 'De otro período', ja: '別の対象月' },
}
