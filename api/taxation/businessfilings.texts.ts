import type { Text } from '#/domain/base/text.ts'
import type { DeclarationMethod, FilingFault, FilingKind, FilingState, FilingStep, FilingTax } from '#/domain/taxation/business-filing.ts'

export const filingRefusals = {
  filingNotFound: { zh: '申报不存在或无权查看', en: 'The filing does not exist, or you do not have access.', es: 'La declaración no existe o no puede verla.', ja: '申告が存在しないか、閲覧権限がありません。' },
  filingChanged: { zh: '该申报已被他人更新，请刷新后重试', en: 'Someone else has changed this filing. Reload and try again.', es: 'Alguien ya cambió esta declaración. Recargue e inténtelo de nuevo.', ja: '他の人が更新済みです。再読み込みしてください。' },
  wrongFilingState: { zh: '{name} {period} 为“{state}”，不能进行此操作', en: 'Not possible: {period} of {name} is “{state}”.', es: 'No es posible: {period} de {name} está «{state}».', ja: '{name} {period} は「{state}」のため、この操作はできません。' },
  outdated: {
    zh: '{name} {period} 关账后，所依据的前期申报、收入、核定率或发票已变（{day}）。请重新打开并再次关账；只有在该日之前已完成的申报可照原样登记',
    en: 'Earlier filings, sales, the rate or invoices changed on {day}, after {period} of {name} was closed. Reopen the filing and close it again. Only a declaration made before that day can be registered as it is.',
    es: 'El {day}, tras cerrar {period} de {name}, cambiaron declaraciones anteriores, ventas, el tipo o facturas. Reabra la declaración y ciérrela de nuevo. Tal cual solo se registra una presentada antes de ese día.',
    ja: '{name} {period} の締め後、{day} に前の期間の申告、収入、査定率または発票が変わりました。再開して締め直してください。そのまま登録できるのは、その日より前に済んだ申告だけです。',
  },
  outdatedCorrection: {
    zh: '{name} {period} 更正后，所依据的前期申报、收入、核定率或发票又有变化（{day}）。请再次更正或取消更正；只有在该日之前已完成的申报可照原样登记',
    en: 'Earlier filings, sales, the rate or invoices changed on {day}, after {period} of {name} was corrected. Correct the filing again or cancel the correction. Only a declaration made before that day can be registered as it is.',
    es: 'El {day}, tras rectificar {period} de {name}, cambiaron declaraciones anteriores, ventas, el tipo o facturas. Rectifique de nuevo o cancele la rectificación. Tal cual solo se registra una presentada antes de ese día.',
    ja: '{name} {period} の訂正後、{day} に前の期間の申告、収入、査定率または発票が変わりました。もう一度訂正するか、修正を取り消してください。そのまま登録できるのは、その日より前に済んだ申告だけです。',
  },
  earlierUndeclared: {
    zh: '{name} {earlier} 尚未关账或正在更正，会影响 {period} 的更正。请先申报 {earlier} 或取消其更正',
    en: 'The correction of {period} of {name} depends on {earlier}, which is open or being corrected. Register {earlier} or cancel its correction first.',
    es: 'La rectificación de {period} de {name} depende de {earlier}, que está abierto o en rectificación. Registre antes {earlier} o cancele su rectificación.',
    ja: '{name} {period} の訂正は、未締めまたは訂正中の {earlier} に左右されます。先に {earlier} を申告するか、その修正を取り消してください。',
  },
  chooseCentre: { zh: '请先在页面顶部选择运营中心', en: 'Choose an operations centre at the top of the page first.', es: 'Elija antes un centro de operaciones arriba.', ja: '先に画面上部で運営センターを選択してください。' },
  wrongPeriod: { zh: '“{period}”不是该税种的所属期', en: '“{period}” is not a period of this tax.', es: '«{period}» no es un período de este impuesto.', ja: '「{period}」はこの税目の対象期間ではありません。' },
  periodAhead: { zh: '{period} 尚未开始', en: '{period} has not started.', es: '{period} no ha comenzado.', ja: '{period} はまだ始まっていません。' },
  periodRuns: { zh: '{period} 尚未结束，{day} 起可以关账', en: '{period} is not over; it can be closed from {day}.', es: '{period} no ha terminado; se puede cerrar desde el {day}.', ja: '{period} は終了していません。{day} から締められます。' },
  nothingOpen: { zh: '{period} 没有待关账的个体户，请先生成本期数据', en: 'No filings of {period} are open. Prepare the period first.', es: 'No hay nada abierto de {period}; genere antes el período.', ja: '{period} に未締めの事業はありません。先に当期データを作成してください。' },
  blocked: { zh: '预检有须处理的问题：{faults}。请处理后再关账', en: 'Correct these pre-check errors first: {faults}.', es: 'La revisión previa halló problemas que deben resolverse: {faults}.', ja: '事前チェックで要対応の問題があります：{faults}。対応後に締めてください。' },
  reasonNeeded: { zh: '预检有提示：{faults}。确认无误请填写原因', en: 'The pre-check has warnings: {faults}. Give a reason to accept them.', es: 'La revisión previa tiene avisos: {faults}. Indique el motivo para aceptarlos.', ja: '事前チェックに警告があります：{faults}。了承する理由を入力してください。' },
  nothingToCorrect: { zh: '更正后的数据与现有数据相同', en: 'These figures are already recorded.', es: 'Son los mismos datos que ya constan.', ja: '現在の数値と同じです。' },
  notThisKind: {
    zh: '“{kind}”不能更正此项：其他收入和发票在增值税中更正，成本在个税中更正',
    en: 'Not possible with “{kind}”: correct other sales and invoices with VAT, and costs with income tax.',
    es: 'No en «{kind}»: otras ventas y facturas se corrigen en el IVA; los costes, en el impuesto sobre la renta.',
    ja: '「{kind}」では訂正できません。その他の収入と発票は増値税、費用は所得税で訂正してください。',
  },
  specialMost: {
    zh: '专用发票金额不能超过开票金额，平台内外开票合计不能超过收入 {gross}',
    en: 'Special invoices cannot exceed the invoiced amount, and all invoices, here and elsewhere, cannot exceed the sales ({gross}).',
    es: 'Las facturas especiales no pueden superar lo facturado, ni todo lo facturado, aquí y fuera, las ventas ({gross}).',
    ja: '専用発票は発票総額以内、当プラットフォーム内外の発票合計は収入 {gross} 以内にしてください。',
  },
  belowZero: { zh: '更正后收入为 {gross}，不能小于零', en: 'Sales would be {gross}; they cannot be below zero.', es: 'Las ventas quedarían en {gross}; no pueden ser negativas.', ja: '訂正後の収入が {gross} になります。負にはできません。' },
  noConsentHeld: { zh: '{name} 没有有效的涉税代办授权，不能登记为代办申报', en: '{name} has no authorisation in force, so it cannot be filed by an agent.', es: '{name} no tiene autorización vigente: no podemos declarar como su agente.', ja: '{name} の有効な代行申告の委任がないため、代行申告として登録できません。' },
  declaredDiffers: { zh: '{tax}：申报金额 {given} 与应申报金额 {due} 不一致', en: '{tax}: {given} was declared, but {due} is due.', es: '{tax}: se declaró {given}, pero corresponde {due}.', ja: '{tax}：申告額 {given} が申告すべき額 {due} と一致しません。' },
  notZero: { zh: '{name} {period} 有收入 {gross}，不能零申报', en: '{name} sold {gross} in {period}, so this is not a zero declaration.', es: '{name} vendió {gross} en {period}: no es una declaración a cero.', ja: '{name} は {period} に収入 {gross} があり、ゼロ申告できません。' },
  dayOutside: { zh: '日期须在 {from} 至今天之间', en: 'The date must be between {from} and today.', es: 'La fecha debe estar entre {from} y hoy.', ja: '日付は {from} から今日までにしてください。' },
  receiptUsed: { zh: '回执号 {no} 已登记在 {name} {period}', en: 'Receipt {no} is already registered for {name}, {period}.', es: 'El justificante {no} ya está registrado para {name}, {period}.', ja: '受付番号 {no} は {name} {period} に登録済みです。' },
  nothingLeft: { zh: '{tax}没有应缴余额', en: '{tax}: nothing is left to pay.', es: '{tax}: no queda nada por pagar.', ja: '{tax}の未納額はありません。' },
  tooMuch: { zh: '{tax}应缴余额为 {left}，不能登记 {amount}', en: '{tax}: {left} is left to pay, not {amount}.', es: '{tax}: quedan {left} por pagar, no {amount}.', ja: '{tax}の未納額は {left} です。{amount} は登録できません。' },
  serialUsed: { zh: '缴款书号 {serial} 已登记', en: 'Voucher {serial} is already registered.', es: 'El comprobante {serial} ya está registrado.', ja: '納付書番号 {serial} は登録済みです。' },
  hasCertificate: { zh: '{name} 已有 {period} 的完税凭证', en: '{name} already has a tax certificate for {period}.', es: '{name} ya tiene certificado de {period}.', ja: '{name} の {period} の証明書は登録済みです。' },
  noCertificate: { zh: '完税凭证尚未上传，不能归档', en: 'The tax certificate is missing, so the filing cannot be archived.', es: 'Falta el certificado: no se puede archivar.', ja: '納税証明書が未登録のため保管できません。' },
  certificateGone: { zh: '凭证不存在或已匹配', en: 'The certificate does not exist or is already matched.', es: 'El certificado no existe o ya está asignado.', ja: '証明書が存在しないか、照合済みです。' },
  unreadable: { zh: '“{path}”不是可读取的 PDF，请移除后重新上传', en: '“{path}” is not a readable PDF. Remove it and upload another.', es: '«{path}» no es un PDF legible; quítelo y suba otro.', ja: '「{path}」は読み取れる PDF ではありません。削除して再度アップロードしてください。' },
  remindedToday: { zh: '今天已经提醒过', en: 'The operator has already been reminded today.', es: 'Hoy ya se avisó al operador.', ja: '本日は通知済みです。' },
  noRecipient: { zh: '该经营者没有可接收消息的账号', en: 'The operator has no account for notifications.', es: 'El operador no tiene cuenta que avisar.', ja: '通知先のアカウントがありません。' },
} as const satisfies Record<string, Text>

export const filingResultFaults = {
  badCell: { zh: '“{column}”不能识别：{value}', en: '“{column}” cannot be read: {value}', es: '«{column}» no se puede leer: {value}', ja: '「{column}」を読み取れません：{value}' },
  otherCode: { zh: '本期没有该信用代码的申报', en: 'No business with this credit code files in the period', es: 'Ningún negocio con este código declara en el período', ja: 'この信用コードの申告は当期にありません' },
  otherPeriod: { zh: '所属期为 {found}，本次导入 {expected}', en: 'Of period {found}, not {expected}', es: 'Es del período {found}, no de {expected}', ja: '対象期間が {found} です（取込対象 {expected}）' },
  otherTax: { zh: '“{tax}”不属于该申报', en: '“{tax}” is not declared with this filing', es: '«{tax}» no se declara aquí', ja: '「{tax}」はこの申告の税目ではありません' },
  dueDiffers: { zh: '{tax}应纳 {found}，本平台为 {expected}', en: '{tax}: {found} due, {expected} by our figures', es: '{tax}: cuota de {found}; según nuestros datos, {expected}', ja: '{tax}の納税額 {found}、当方 {expected}' },
  paidMore: { zh: '{tax}已缴 {found}，超过应缴余额 {expected}', en: '{tax}: {found} paid, more than the {expected} still due', es: '{tax}: {found} pagado, más de {expected} pendiente', ja: '{tax}の納付 {found} が未納額 {expected} を超えています' },
  paidDayMissing: { zh: '已缴金额须填写缴款日期和缴款书号', en: 'A payment needs its date and voucher number', es: 'Lo pagado necesita fecha y número de comprobante', ja: '納付額には納付日と納付書番号が必要です' },
  twice: { zh: '与第 {line} 行重复', en: 'Repeats row {line}', es: 'Repite la fila {line}', ja: '{line} 行目と重複' },
  incomplete: { zh: '缺少税种：{taxes}', en: 'Taxes missing: {taxes}', es: 'Faltan impuestos: {taxes}', ja: '税目不足：{taxes}' },
  rowsDisagree: { zh: '同一户的申报日期、回执号、申报方式须一致', en: 'Filing date, receipt and method must be the same in all rows of a business', es: 'Fecha, justificante y forma deben coincidir en todas las filas del negocio', ja: '同一事業の申告日・受付番号・申告方法は一致させてください' },
} as const satisfies Record<string, Text>

export const filingKindNames: Readonly<Record<FilingKind, Text>> = {
  vat: { zh: '增值税（按季）', en: 'VAT by quarter', es: 'IVA trimestral', ja: '増値税（四半期）' },
  incomeTax: { zh: '经营所得个税', en: 'Business income tax', es: 'Impuesto sobre la renta', ja: '事業所得税' },
  incomeAnnual: { zh: '年度汇算', en: 'Annual settlement', es: 'Liquidación anual', ja: '年度確定申告' },
  annualReport: { zh: '工商年报', en: 'Annual report', es: 'Informe anual', ja: '年次報告' },
}

export const filingStateNames: Readonly<Record<FilingState, Text>> = {
  open: { zh: '归集中', en: 'Collecting', es: 'En recopilación', ja: '集計中' },
  closed: { zh: '已关账', en: 'Closed', es: 'Cerrada', ja: '締め済み' },
  declared: { zh: '已申报', en: 'Declared', es: 'Declarada', ja: '申告済み' },
  correcting: { zh: '更正申报中', en: 'Being corrected', es: 'En rectificación', ja: '修正申告中' },
  paid: { zh: '已缴款', en: 'Paid', es: 'Pagada', ja: '納付済み' },
  certified: { zh: '已上传凭证', en: 'Certified', es: 'Con certificado', ja: '証明書登録済み' },
  archived: { zh: '已归档', en: 'Archived', es: 'Archivada', ja: '保管済み' },
}

export const filingStepNames: Readonly<Record<FilingStep, Text>> = {
  adjusted: { zh: '更正收入', en: 'Figures corrected', es: 'Datos corregidos', ja: '数値の訂正' },
  closed: { zh: '关账', en: 'Closed', es: 'Cierre', ja: '締め' },
  reopened: { zh: '重新打开', en: 'Reopened', es: 'Reapertura', ja: '再開' },
  correcting: { zh: '开始更正申报', en: 'Correction started', es: 'Rectificación iniciada', ja: '修正申告開始' },
  cancelled: { zh: '取消更正申报', en: 'Correction cancelled', es: 'Rectificación cancelada', ja: '修正申告取消' },
  declared: { zh: '登记申报', en: 'Declared', es: 'Declaración', ja: '申告登録' },
  paid: { zh: '登记缴款', en: 'Paid', es: 'Pago', ja: '納付登録' },
  settled: { zh: '已缴清', en: 'Settled', es: 'Pagada por completo', ja: '完納' },
  certified: { zh: '凭证已匹配', en: 'Certificate matched', es: 'Certificado asignado', ja: '証明書照合' },
  archived: { zh: '归档', en: 'Archived', es: 'Archivo', ja: '保管' },
  reminded: { zh: '提醒经营者', en: 'Operator reminded', es: 'Aviso al operador', ja: '事業者へ通知' },
}

export const filingTaxNames: Readonly<Record<FilingTax, Text>> = {
  vat: { zh: '增值税', en: 'VAT', es: 'IVA', ja: '増値税' },
  surcharge: { zh: '附加税费', en: 'Surcharges', es: 'Recargos', ja: '付加税' },
  iit: { zh: '个人所得税', en: 'Income tax', es: 'Impuesto sobre la renta', ja: '個人所得税' },
}

export const declarationMethodNames: Readonly<Record<DeclarationMethod, Text>> = {
  self: { zh: '自行', en: 'Self', es: 'Por sí mismo', ja: '自己申告' },
  agent: { zh: '代办', en: 'By agent', es: 'Por agente', ja: '代行申告' },
}

export const basisNames: Readonly<Record<'receipts' | 'profit' | 'books', Text>> = {
  receipts: { zh: '核定征收率', en: 'Deemed-profit rate', es: 'Tipo de estimación', ja: '査定徴収率' },
  profit: { zh: '应税所得率', en: 'Taxable-income ratio', es: 'Beneficio estimado', ja: '推計所得率' },
  books: { zh: '查账征收', en: 'Audited-accounts basis', es: 'Según contabilidad', ja: '帳簿徴収' },
}

export const filingLevelNames: Readonly<Record<'near' | 'reached', Text>> = {
  near: { zh: '接近起征点', en: 'Near the threshold', es: 'Cerca del umbral', ja: '免税点に接近' },
  reached: { zh: '已达起征点', en: 'Threshold reached', es: 'Umbral alcanzado', ja: '免税点に到達' },
}

export const filingFaultNames: Readonly<Record<FilingFault, Text>> = {
  noCode: { zh: '缺少统一社会信用代码', en: 'No credit code', es: 'Sin código de crédito', ja: '信用コードなし' },
  negative: {
    zh: '退款多于收款：按零申报，多缴的税款抵减以后各期',
    en: 'Returns exceed payments: declared as zero, and overpaid tax reduces later periods',
    es: 'Devoluciones superiores a los cobros: se declara cero y lo pagado de más reduce períodos posteriores',
    ja: '組戻しが収入を超過：ゼロ申告とし、納め過ぎた税額は翌期以降から控除',
  },
  noRate: { zh: '没有核定率', en: 'No rate is known', es: 'Sin tipo conocido', ja: '査定率なし' },
  noCosts: { zh: '查账征收未填成本', en: 'Costs of the audited accounts are missing', es: 'Faltan los costes según contabilidad', ja: '帳簿の費用が未入力' },
  earlierOpen: {
    zh: '更早的季度尚未关账或正在更正',
    en: 'An earlier quarter is open or in correction',
    es: 'Un trimestre anterior sigue abierto o en rectificación',
    ja: '前の四半期が未締めまたは修正中',
  },
  unconfirmed: { zh: '核定率未经税务机关确认', en: 'Rate not confirmed by a tax office', es: 'Tipo no confirmado por Hacienda', ja: '税務局未確認の査定率' },
  invoicedMore: {
    zh: '平台内（减红字）和平台外开票合计多于本期收入',
    en: 'More invoiced, here (less reversals) and elsewhere, than the sales of the period',
    es: 'Facturado aquí (menos rectificativas) y fuera más que las ventas del período',
    ja: '当プラットフォーム内（赤字控除後）と外の発票合計が当期収入を超過',
  },
  unusedCredit: {
    zh: '多缴的增值税没有后续季度可抵减',
    en: 'Overpaid VAT that no later quarter deducts',
    es: 'IVA pagado de más que ningún trimestre posterior deduce',
    ja: '翌期以降に控除できない、納め過ぎた増値税',
  },
  general: { zh: '一般纳税人由其会计自行申报，不在本表', en: 'General taxpayers file by their own accountant, not here', es: 'Los contribuyentes generales declaran por su contable, no aquí', ja: '一般納税者は自らの会計担当が申告（対象外）' },
  near: { zh: '接近起征点', en: 'Near the threshold', es: 'Cerca del umbral', ja: '免税点に接近' },
  reached: { zh: '已达起征点，全额纳税', en: 'Threshold reached, all sales are taxed', es: 'Umbral alcanzado: tributa todo', ja: '免税点に到達、全額課税' },
}

export const filingFields = {
  period: { zh: '所属期', en: 'Period', es: 'Período', ja: '対象期間' },
  name: { zh: '个体户名称', en: 'Business', es: 'Negocio', ja: '屋号' },
  creditCode: { zh: '信用代码', en: 'Credit code', es: 'Código de crédito', ja: '信用コード' },
  operator: { zh: '经营者', en: 'Operator', es: 'Operador', ja: '事業者' },
  kind: { zh: '税务类型', en: 'Filing', es: 'Declaración', ja: '申告種別' },
  basis: { zh: '征收方式', en: 'Tax method', es: 'Régimen', ja: '課税方式' },
  gross: { zh: '收入额', en: 'Sales', es: 'Ventas', ja: '収入額' },
  invoiced: { zh: '开票额', en: 'Invoiced', es: 'Facturado', ja: '発票額' },
  uninvoiced: { zh: '未开票额', en: 'Not invoiced', es: 'Sin factura', ja: '未発票額' },
  exempt: { zh: '免税额', en: 'Exempt', es: 'Exento', ja: '免税額' },
  taxable: { zh: '应税额', en: 'Taxable', es: 'Base imponible', ja: '課税額' },
  vatRate: { zh: '征收率', en: 'VAT rate', es: 'Tipo de IVA', ja: '徴収率' },
  vat: { zh: '应纳增值税', en: 'VAT due', es: 'Cuota de IVA', ja: '増値税額' },
  reversedVat: { zh: '红字已退税款（加回）', en: 'VAT given back before (added)', es: 'IVA ya devuelto (sumado)', ja: '既に戻した税額（加算）' },
  credit: { zh: '已抵减多缴增值税', en: 'Overpaid VAT deducted', es: 'IVA pagado de más, deducido', ja: '納め過ぎ分の控除額' },
  city: { zh: '城建', en: 'Urban construction tax', es: 'Impuesto de construcción urbana', ja: '都市維持建設税' },
  education: { zh: '教育', en: 'Education', es: 'Educación', ja: '教育費付加' },
  localEducation: { zh: '地方教育', en: 'Local education', es: 'Educación local', ja: '地方教育付加' },
  surcharge: { zh: '附加', en: 'Surcharges', es: 'Recargos', ja: '付加税' },
  levyRate: { zh: '核定率', en: 'Deemed rate', es: 'Tipo de estimación', ja: '査定率' },
  iit: { zh: '应纳个税', en: 'Income tax due', es: 'Impuesto sobre la renta', ja: '所得税額' },
  paid: { zh: '已缴', en: 'Paid', es: 'Pagado', ja: '納付済み' },
  way: { zh: '申报方式', en: 'Filed', es: 'Modo', ja: '申告方法' },
  state: { zh: '申报状态', en: 'Status', es: 'Estado', ja: '申告状況' },
  outdatedOn: { zh: '数据变动日', en: 'Outdated since', es: 'Desactualizada desde', ja: 'データ変更日' },
  outdatedFilings: { zh: '数据已变，须重新关账或更正', en: 'Outdated: reopen or correct', es: 'Desactualizadas: reabrir o corregir', ja: 'データ変更あり（要再締め・修正）' },
  payment: { zh: '缴款状态', en: 'Payment', es: 'Pago', ja: '納付状況' },
  certificate: { zh: '凭证', en: 'Certificate', es: 'Certificado', ja: '証明書' },
  dueOn: { zh: '截止日', en: 'Due', es: 'Vence', ja: '期限' },
  level: { zh: '30万临界', en: 'Threshold', es: 'Umbral', ja: '30万元ライン' },
} as const satisfies Record<string, Text>

export const filingCertificateProblems = {
  name: { zh: '文件名不是“信用代码_所属期.pdf”', en: 'Not named “code_period.pdf”', es: 'No se llama «código_período.pdf»', ja: 'ファイル名が「信用コード_期間.pdf」でない' },
  period: { zh: '属于其他所属期', en: 'Of another period', es: 'De otro período', ja: '別の対象期間' },
  nobody: { zh: '本期没有该信用代码已申报的个体户', en: 'No business with this code has declared the period', es: 'Ningún negocio con este código ha declarado el período', ja: '当期に申告済みの該当事業なし' },
  twice: { zh: '该个体户已有凭证', en: 'The business already has a certificate', es: 'El negocio ya tiene certificado', ja: '証明書登録済みの事業' },
  notPdf: { zh: '不是可读取的 PDF', en: 'No readable PDF', es: 'No es un PDF legible', ja: '読み取れる PDF でない' },
  tooLarge: { zh: '文件过大', en: 'Too large', es: 'Demasiado grande', ja: 'サイズ超過' },
} as const satisfies Record<string, Text>

export const filingSheetNames = {
  data: { zh: '个体户报税数据', en: 'Filing data', es: 'Datos de declaración', ja: '申告データ' },
  list: { zh: '个体户报税', en: 'Business filings', es: 'Declaraciones de negocios', ja: '個人事業の申告' },
} as const satisfies Record<string, Text>
