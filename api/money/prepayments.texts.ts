import type { Text } from '#/domain/base/text.ts'

export const topupStateNames = {
  submitted: { zh: '待确认', en: 'Waiting for confirmation', es: 'Por confirmar', ja: '確認待ち' },
  matched: { zh: '已匹配流水', en: 'Matched to the bank', es: 'Conciliado', ja: '銀行明細と照合済み' },
  confirmed: { zh: '已入账', en: 'Booked', es: 'Contabilizado', ja: '入金済み' },
  rejected: { zh: '已驳回', en: 'Rejected', es: 'Rechazado', ja: '却下' },
  withdrawn: { zh: '已撤回', en: 'Withdrawn', es: 'Retirado', ja: '取下げ' },
} as const satisfies Record<string, Text>

export const creditStateNames = {
  unclaimed: { zh: '待认领', en: 'Unclaimed', es: 'Sin identificar', ja: '未消込' },
  matched: { zh: '已匹配', en: 'Matched', es: 'Conciliado', ja: '照合済み' },
  confirmed: { zh: '已入账', en: 'Booked', es: 'Contabilizado', ja: '入金済み' },
  returning: { zh: '退回待确认', en: 'Return to confirm', es: 'Devolución por confirmar', ja: '返戻確認待ち' },
  returned: { zh: '已退回', en: 'Sent back', es: 'Devuelto', ja: '返戻済み' },
  registered: { zh: '已另行登记', en: 'Registered elsewhere', es: 'Registrado aparte', ja: '別途登録済み' },
} as const satisfies Record<string, Text>

export const topupFields = {
  no: { zh: '充值单号', en: 'Top-up', es: 'Recarga', ja: '入金番号' },
  state: { zh: '状态', en: 'Status', es: 'Estado', ja: '状態' },
  unit: { zh: '单位', en: 'Unit', es: 'Empresa', ja: '企業' },
  amount: { zh: '金额（元）', en: 'Amount (yuan)', es: 'Importe (yuanes)', ja: '金額（元）' },
  payerName: { zh: '付款户名', en: 'Paid by', es: 'Pagador', ja: '振込名義' },
  payerAccount: { zh: '付款账号', en: 'From account', es: 'Desde la cuenta', ja: '振込元口座' },
  serial: { zh: '银行流水号', en: 'Bank reference', es: 'Referencia bancaria', ja: '銀行取引番号' },
  submittedAt: { zh: '提交时间', en: 'Submitted', es: 'Enviada', ja: '申請日時' },
  creditedAt: { zh: '到账时间', en: 'Received', es: 'Ingresada', ja: '入金日時' },
  decidedBy: { zh: '确认人', en: 'Decided by', es: 'Decidida por', ja: '確認者' },
  why: { zh: '原因', en: 'Reason', es: 'Motivo', ja: '理由' },
} as const satisfies Record<string, Text>

export const topupListName: Text = { zh: '充值记录', en: 'Top-ups', es: 'Recargas', ja: '入金記録' }

export const creditListName: Text = { zh: '银行来款', en: 'Bank credits', es: 'Ingresos bancarios', ja: '銀行入金' }

export const prepaymentFields = {
  time: { zh: '时间', en: 'Time', es: 'Fecha', ja: '日時' },
  kind: { zh: '类型', en: 'Type', es: 'Tipo', ja: '種類' },
  ref: { zh: '关联单号', en: 'Reference', es: 'Referencia', ja: '関連番号' },
  batch: { zh: '批次', en: 'Batch', es: 'Lote', ja: 'バッチ' },
  payee: { zh: '收款人', en: 'Payee', es: 'Beneficiario', ja: '受取人' },
  unit: { zh: '单位', en: 'Unit', es: 'Empresa', ja: '企業' },
  way: { zh: '资金走向', en: 'Source → destination', es: 'De → a', ja: '資金の流れ' },
  mode: { zh: '结算模式', en: 'Mode', es: 'Modalidad', ja: '精算モード' },
  income: { zh: '收入', en: 'In', es: 'Entrada', ja: '収入' },
  expense: { zh: '支出', en: 'Out', es: 'Salida', ja: '支出' },
  memo: { zh: '备注', en: 'Remark', es: 'Observación', ja: '備考' },
  refundReason: { zh: '退款原因', en: 'Reason', es: 'Motivo', ja: '返金理由' },
} as const satisfies Record<string, Text>

/** The names of movements, by source and destination. The changed balances decide the name. */
export const movementNames = {
  freeze: { zh: '可用 → 冻结', en: 'Available → reserved', es: 'Disponible → reservado', ja: '利用可能 → 凍結' },
  unfreeze: { zh: '冻结 → 可用', en: 'Reserved → available', es: 'Reservado → disponible', ja: '凍結 → 利用可能' },
  paid: { zh: '冻结 → 付出', en: 'Reserved → paid out', es: 'Reservado → pagado', ja: '凍結 → 支払い' },
  spent: { zh: '可用 → 付出', en: 'Available → paid out', es: 'Disponible → pagado', ja: '利用可能 → 支払い' },
  refund: { zh: '可用 → 退款在途', en: 'Available → being refunded', es: 'Disponible → en reembolso', ja: '利用可能 → 返金手続中' },
  refundUndone: { zh: '退款在途 → 可用', en: 'Being refunded → available', es: 'En reembolso → disponible', ja: '返金手続中 → 利用可能' },
  refunded: { zh: '退款在途 → 付出', en: 'Being refunded → paid back', es: 'En reembolso → reembolsado', ja: '返金手続中 → 返金' },
  received: { zh: '收入 → 可用', en: 'Received → available', es: 'Recibido → disponible', ja: '入金 → 利用可能' },
} as const satisfies Record<string, Text>

/** Refusals of prepayments, and the faults of a row of a bank statement. */
export const prepaymentRefusals = {
  notFound: { zh: '充值单不存在', en: 'The top-up does not exist.', es: 'La recarga no existe.', ja: '入金申請が存在しません。' },
  changed: { zh: '充值单已被他人处理，请刷新后重试', en: 'Someone else has processed this top-up. Reload.', es: 'Otra persona ya ha tramitado esta recarga. Actualice la página.', ja: 'この入金申請は他のユーザーが処理しました。再読み込みしてください。' },
  wrongState: { zh: '充值单当前状态不能执行此操作', en: 'This action is not possible in the current status of the top-up.', es: 'El estado de la recarga no permite esta operación.', ja: '現在の状態ではこの操作はできません。' },
  ownWork: { zh: '提交人不能确认自己的充值', en: 'You cannot confirm a top-up you submitted.', es: 'No puede confirmar una recarga que ha enviado usted.', ja: '申請者本人は確認できません。' },
  ownCredit: {
    zh: '该笔来款由您或与您账号有关联的人导入：须由另一位财务确认入账，或由他人导入同一笔银行对账单',
    en: 'You, or someone linked to your account, imported this credit. A colleague must confirm it, or import a bank statement that shows it.',
    es: 'Usted, o alguien vinculado a su cuenta, importó este ingreso. Debe confirmarlo otra persona, o importar un extracto bancario que lo muestre.',
    ja: 'この入金はあなた、またはあなたのアカウントと関連する人が取り込みました。別の担当者が確認するか、同じ入金を示す銀行明細を取り込む必要があります。',
  },
  noCredit: {
    zh: '没有与之相符的银行来款，不能入账；请先导入银行流水（户名、金额须一致）',
    en: 'No matching bank credit yet; import the statement first (name and amount must match).',
    es: 'Ningún ingreso bancario coincide todavía; importe primero el extracto (nombre e importe deben coincidir).',
    ja: '一致する銀行入金がありません。先に銀行明細を取り込んでください（名義・金額）。',
  },
  otherPayer: { zh: '付款户名与单位名称不一致，不能直接入账', en: 'The payer is not the unit, so the money cannot be booked directly.', es: 'El pagador no es la propia empresa; no se puede contabilizar directamente.', ja: '振込名義が企業名と異なるため、入金できません。' },
  serialUsed: { zh: '银行流水号 {serial} 已提交过充值', en: 'Bank reference {serial} has already been submitted.', es: 'La referencia bancaria {serial} ya se presentó.', ja: '銀行取引番号 {serial} は申請済みです。' },
  unitClosed: {
    zh: '单位已注销或运营中心已停用，不能再入账；多余来款请由中心原路退回',
    en: 'The unit is closed or the centre is disabled, so it cannot receive money. The centre returns the credit to its payer.',
    es: 'La empresa está cerrada o el centro desactivado, y no puede recibir dinero. El centro devuelve el ingreso al pagador.',
    ja: '企業が解約済み、またはセンターが停止中のため入金できません。センターが入金を振込元へ返還します。',
  },
  noAccount: { zh: '单位在该中心没有此结算模式的账户', en: 'The unit has no account in this mode at this centre.', es: 'La empresa no tiene cuenta en esta modalidad y centro.', ja: 'このセンター・モードの口座がありません。' },
  badFile: {
    zh: '{problem, select, legacy_xls {不支持旧版 .xls，请另存为 .xlsx} encrypted {文件有密码保护，请去除密码后重新上传} macro {文件含有宏，请另存为不含宏的 .xlsx} too_large {文件过大，最大 10 MB} too_many_rows {一次最多导入 {most} 行，请拆分文件} empty {文件中没有数据行} merged_cells {数据区含有合并单元格，请取消合并后重新上传} headings_mismatch {模板表头不匹配，缺少：{missing}} wrong_template_version {模板版本已更新，请重新下载模板} other {文件不是可识别的银行流水表}}',
    en: '{problem, select, legacy_xls {Old .xls files are not supported; save it as .xlsx.} encrypted {The file is protected by a password; remove it and try again.} macro {The file has macros; save it as .xlsx without them.} too_large {The file is too large; at most 10 MB.} too_many_rows {At most {most} rows at once; split the file.} empty {There are no rows in the file.} merged_cells {There are merged cells among the data; unmerge them and try again.} headings_mismatch {Headings are missing: {missing}} wrong_template_version {The template has a newer version; download it again.} other {The file is not a bank statement we can read.}}',
    es: '{problem, select, legacy_xls {No se admiten archivos .xls antiguos; guárdelo como .xlsx.} encrypted {El archivo tiene contraseña; quítela e inténtelo de nuevo.} macro {El archivo contiene macros; guárdelo como .xlsx sin ellas.} too_large {El archivo es demasiado grande; máximo 10 MB.} too_many_rows {Como máximo {most} filas a la vez; divida el archivo.} empty {El archivo no tiene filas.} merged_cells {Hay celdas combinadas en los datos; sepárelas e inténtelo de nuevo.} headings_mismatch {Faltan encabezados: {missing}} wrong_template_version {Hay una versión nueva de la plantilla; descárguela de nuevo.} other {El archivo no es un extracto legible.}}',
    ja: '{problem, select, legacy_xls {旧形式の .xls は使用できません。.xlsx で保存してください。} encrypted {ファイルはパスワード保護されています。解除して再度アップロードしてください。} macro {マクロを含んでいます。マクロなしの .xlsx で保存してください。} too_large {ファイルが大きすぎます（最大 10 MB）。} too_many_rows {一度に取り込めるのは {most} 行までです。分割してください。} empty {ファイルにデータ行がありません。} merged_cells {データ範囲に結合セルがあります。解除して再度アップロードしてください。} headings_mismatch {見出しが不足しています：{missing}} wrong_template_version {テンプレートが更新されました。再ダウンロードしてください。} other {銀行明細として読み取れません。}}',
  },
  badAmount: { zh: '金额格式错误', en: 'Invalid amount', es: 'El importe no es correcto', ja: '金額が正しくありません' },
  badTime: { zh: '交易时间格式错误', en: 'Invalid time', es: 'La fecha no es correcta', ja: '日時が正しくありません' },
  bothSides: { zh: '支出（借方）与收入（贷方）两列都有金额，只应有一列', en: 'Both the debit and the credit column have an amount; fill in only one', es: 'Hay importe en cargo y en abono; solo debe figurar en una columna', ja: '出金（借方）と入金（貸方）の両方に金額があります' },
  noSide: { zh: '支出（借方）与收入（贷方）两列都没有金额', en: 'There is no amount in the debit or the credit column', es: 'No hay importe ni en cargo ni en abono', ja: '出金（借方）・入金（貸方）のいずれにも金額がありません' },
  badDirection: { zh: '收支方向无法识别（应为“收入”或“支出”）', en: 'The direction is neither 收入 (in) nor 支出 (out)', es: 'El sentido no es 收入 (entrada) ni 支出 (salida)', ja: '収支方向が「収入」「支出」ではありません' },
  badDigits: {
    zh: '银行流水号已被 Excel 改成数字，末位不可信；请以文本格式重新导出',
    en: 'Excel turned the bank reference into a number and lost its last digits; export it as text',
    es: 'Excel convirtió la referencia bancaria en número y perdió los últimos dígitos; expórtela como texto',
    ja: '取引番号が数値に変換され末尾が失われています。文字列で出力し直してください',
  },
  serialTwice: {
    zh: '流水号 {serial} 在文件中有两个金额，均未导入；请向银行核实',
    en: 'Bank reference {serial} has two amounts in the file. Neither was imported. Check with the bank.',
    es: 'La referencia bancaria {serial} figura en el archivo con dos importes; no se importó ninguno. Consulte al banco.',
    ja: '取引番号 {serial} がファイル内に異なる金額で重複しています。いずれも取り込みませんでした。銀行にご確認ください。',
  },
  serialChanged: {
    zh: '流水号 {serial} 已导入过，但金额不同（原 {before}，现 {now}），未导入；请向银行核实',
    en: 'Bank reference {serial} was imported before with another amount ({before}, now {now}) and was skipped. Check with the bank.',
    es: 'La referencia bancaria {serial} ya se importó con otro importe ({before}, ahora {now}); esta vez se omitió. Consulte al banco.',
    ja: '取引番号 {serial} は別の金額で取込済みです（{before}、今回 {now}）。取り込みませんでした。銀行にご確認ください。',
  },
  noSuchCredit: {
    zh: '没有与流水号、金额、付款户名都相符且待认领的来款',
    en: 'No unclaimed credit has this bank reference, amount and payer.',
    es: 'Ningún ingreso sin identificar tiene esa referencia bancaria, ese importe y ese pagador.',
    ja: '取引番号・金額・振込名義がすべて一致する未消込の入金はありません。',
  },
  ownMoney: { zh: '付款户名就是本单位，请直接提交充值', en: 'The payer is the unit itself; submit a top-up instead.', es: 'El pagador es la propia empresa; envíe una recarga.', ja: '振込名義が自社です。入金申請を提出してください。' },
  creditGone: { zh: '该来款已被认领或已处理，请刷新', en: 'The credit has already been claimed or settled. Reload.', es: 'El ingreso ya se identificó o se tramitó. Actualice la página.', ja: 'この入金は消込済みまたは処理済みです。再読み込みしてください。' },
  creditNotFound: { zh: '来款不存在', en: 'The credit does not exist.', es: 'El ingreso no existe.', ja: '入金が存在しません。' },
  creditOfOther: { zh: '该来款的附言属于其他单位', en: 'The memo of this credit names another unit.', es: 'El concepto de este ingreso es de otra empresa.', ja: 'この入金の摘要は別の企業のものです。' },
  ownReturn: { zh: '登记人不能确认自己登记的退回', en: 'You cannot confirm a return you registered.', es: 'No puede confirmar una devolución que registró usted.', ja: '登録者本人は確認できません。' },
  returnDay: { zh: '退回日期不能早于到账日，也不能晚于今天', en: 'The return date must be between the credit and today.', es: 'La fecha de devolución debe estar entre el ingreso y hoy.', ja: '返戻日は入金日から本日までです。' },
  reasonMissing: { zh: '请填写原因', en: 'Enter the reason.', es: 'Indique el motivo.', ja: '理由を入力してください。' },
  badSerial: { zh: '缺少银行流水号', en: 'The bank reference is missing', es: 'Falta la referencia bancaria', ja: '取引番号がありません' },
} as const satisfies Record<string, Text>
