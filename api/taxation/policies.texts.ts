import type { Text } from '#/domain/base/text.ts'
import type { LawGrade, LegalPoint, PolicyPart, PolicyPath } from '#/domain/taxation/policy-fields.ts'

export const policyRefusals = {
  policyNotFound: { zh: '草稿不存在或无权查看', en: 'The draft does not exist, or you do not have access.', es: 'El borrador no existe o no puede verlo.', ja: '下書きが存在しないか、閲覧権限がありません。' },
  policyChanged: { zh: '草稿已被他人更新，请刷新后重试', en: 'Someone else has changed this draft. Reload and try again.', es: 'Alguien ya cambió este borrador. Recargue e inténtelo de nuevo.', ja: '下書きは他の人が更新済みです。再読み込みしてください。' },
  policyNotDraft: { zh: '政策{state}，不能再修改', en: 'The policy is “{state}” and cannot be changed.', es: 'La normativa está «{state}» y no se puede cambiar.', ja: '規定は「{state}」のため変更できません。' },
  dayNotFirst: { zh: '税款按月计算，政策须自某月 1 日起执行', en: 'Tax is computed by month: a policy begins on the first of a month.', es: 'El impuesto se calcula por meses: una normativa empieza el día 1 de un mes.', ja: '税額は月単位で計算するため、規定は月の 1 日から適用してください。' },
  dayComputed: {
    zh: '{firstDay} 及以后已有付款或已关账月份，其税款按原政策计算，不再改变。请选择更晚的起始日',
    en: 'Payments were made, or months closed, on or after {firstDay}, and their tax cannot change. Choose a later start date.',
    es: 'Hay pagos o meses cerrados desde el {firstDay}; su impuesto queda como se calculó. Elija una fecha posterior.',
    ja: '{firstDay} 以降に支払または締め済みの月があり、その税額は変更されません。より遅い適用開始日を選んでください。',
  },
  dayTaken: {
    zh: '{version} 已自 {firstDay} 起执行，新政策的起始日须晚于该日',
    en: '{version} begins on {firstDay}; a new policy must begin later.',
    es: '{version} empieza el {firstDay}; una nueva normativa debe empezar después.',
    ja: '{version} が {firstDay} から適用されるため、それより後の日を指定してください。',
  },
  dayGap: {
    zh: '{version} 的政策依据只到 {until}，{firstDay} 起执行会留下空档',
    en: 'The law of {version} is known until {until}; from {firstDay} there would be a gap.',
    es: 'La ley de {version} se conoce hasta el {until}; desde el {firstDay} quedaría un hueco.',
    ja: '{version} の根拠は {until} までのため、{firstDay} からでは空白期間が生じます。',
  },
  endBeforeStart: { zh: '政策截止日不能早于起始日 {firstDay}', en: 'The law cannot end before the start date {firstDay}.', es: 'La ley no puede terminar antes del primer día {firstDay}.', ja: '終了日は適用開始日 {firstDay} より前にできません。' },
  valueWrong: { zh: '「{field}」的值不符合要求', en: '“{field}” cannot have this value.', es: '«{field}» no admite este valor.', ja: '「{field}」に使えない値です。' },
  stepsRise: { zh: '「{field}」各级上限须逐级增大', en: 'The bounds of “{field}” must rise step by step.', es: 'Los límites de «{field}» deben ir en aumento.', ja: '「{field}」の上限は段階ごとに大きくしてください。' },
  stepsOpen: { zh: '「{field}」只有最后一级不设上限', en: 'In “{field}” only the last step has no bound.', es: 'En «{field}» solo el último tramo carece de límite.', ja: '「{field}」は最終段階だけ上限なしにしてください。' },
  quickWrong: {
    zh: '「{field}」第 {steps} 级速算扣除数与税率不符，级距分界处税额会跳变',
    en: 'In “{field}” the quick deduction of step {steps} does not match the rates, so tax would jump at the bound.',
    es: 'En «{field}» la deducción rápida del tramo {steps} no resulta de los tipos; el impuesto saltaría en el límite.',
    ja: '「{field}」第 {steps} 段階の速算控除額が税率と合わず、境界で税額が不連続になります。',
  },
  categoryUnknown: { zh: '没有开票类目“{names}”', en: 'There is no category of service “{names}”.', es: 'No existe la categoría de servicio «{names}».', ja: 'サービス分類「{names}」がありません。' },
  nothingChanged: { zh: '草稿与 {baseVersion} 相同，没有可发布的内容', en: 'The draft is the same as {baseVersion}, so there is nothing to publish.', es: 'El borrador es igual que {baseVersion}: no hay nada que publicar.', ja: '下書きは {baseVersion} と同じ内容のため、公開するものがありません。' },
  sourceMissing: {
    zh: '以下部分已修改但未写明新的政策依据：{parts}',
    en: 'These parts were changed without a new legal source: {parts}. Enter it for each.',
    es: 'Estas partes cambiaron sin una nueva fuente legal: {parts}. Indíquela en cada una.',
    ja: '変更した部分に新しい根拠法令がありません：{parts}。それぞれ入力してください。',
  },
  baseMoved: {
    zh: '草稿沿用 {baseVersion}，而最新政策已是 {version}，请重新建立草稿',
    en: 'The draft is based on {baseVersion}, but {version} was published since. Start a new draft.',
    es: 'El borrador partió de {baseVersion} y ya existe {version}. Créelo de nuevo.',
    ja: '下書きは {baseVersion} をもとにしていますが、最新は {version} です。作り直してください。',
  },
  notExamined: { zh: '草稿修改后尚未测算用例，请先测算', en: 'Compute the examples for the current draft first.', es: 'Calcule primero los ejemplos del borrador actual.', ja: '下書きの変更後、計算例を検証していません。先に検証してください。' },
  examplesDiffer: {
    zh: '{count} 个用例结果不同且未确认，须逐个确认并说明原因',
    en: 'Examples that differ and were not acknowledged: {count}. Each needs a reason.',
    es: 'Ejemplos que difieren sin aceptar: {count}. Cada uno necesita un motivo.',
    ja: '結果が異なり未確認の計算例が {count} 件あります。1 件ずつ理由を記入してください。',
  },
  exampleAgrees: { zh: '用例 {example} 没有差异，无须确认', en: 'Example {example} does not differ.', es: 'El ejemplo {example} no difiere.', ja: '計算例 {example} に差異はありません。' },
  exampleMeant: { zh: '用例 {example} 的差异已确认', en: 'Example {example} has already been acknowledged.', es: 'El ejemplo {example} ya se aceptó.', ja: '計算例 {example} の差異は確認済みです。' },
  notPreviewed: { zh: '草稿修改后尚未测算影响，请先测算', en: 'The draft has changed since its effect was computed. Compute it again.', es: 'El borrador ha cambiado desde que se calculó su efecto. Calcúlelo de nuevo.', ja: '下書きの変更後、影響を試算していません。先に試算してください。' },
  ownPolicy: { zh: '草稿须由未参与编制的人发布', en: 'Someone who did not work on the draft must publish it.', es: 'Debe publicarlo otra persona que no haya intervenido en el borrador.', ja: '作成に関与していない担当者が公開してください。' },
  notPublished: { zh: '政策{state}，不能撤回', en: 'The policy is “{state}” and cannot be withdrawn.', es: 'La normativa está «{state}» y no se puede retirar.', ja: '規定は「{state}」のため撤回できません。' },
  begun: { zh: '政策已自 {firstDay} 起执行，不能撤回', en: 'The policy has been in force since {firstDay} and cannot be withdrawn.', es: 'La normativa rige desde el {firstDay} y no se puede retirar.', ja: '{firstDay} から適用済みのため撤回できません。' },
  laterVersion: { zh: '其后还有 {version}，请先撤回后者', en: 'Version {version} follows this policy. Withdraw {version} first.', es: 'A esta normativa le sigue {version}. Retire antes {version}.', ja: '後続の {version} を先に撤回してください。' },
  leaveAsked: { zh: '已申请撤回，待另一人确认', en: 'A withdrawal has been requested. Another person must decide.', es: 'Ya se pidió la retirada; decide otra persona.', ja: '撤回申請済みです。別の担当者の確認待ちです。' },
  leaveNotAsked: { zh: '尚未有人申请撤回', en: 'No withdrawal has been requested.', es: 'No se ha solicitado la retirada.', ja: '撤回はまだ申請されていません。' },
  ownLeave: { zh: '撤回须由申请人以外的人确认', en: 'Another person must decide on your withdrawal.', es: 'Sobre su retirada debe decidir otra persona.', ja: '申請者以外の担当者が確認してください。' },
  answerLater: { zh: '答复日期不能晚于今天', en: 'The answer date cannot be in the future.', es: 'La fecha de la respuesta no puede ser futura.', ja: '回答日に未来の日付は指定できません。' },
  yearNotFound: { zh: '节假日草稿不存在', en: 'The calendar draft does not exist.', es: 'El borrador del calendario no existe.', ja: 'カレンダーの下書きが存在しません。' },
  yearChanged: { zh: '节假日草稿已被他人更新，请刷新后重试', en: 'Someone else has changed this calendar. Reload and try again.', es: 'Alguien ya cambió este calendario. Recargue e inténtelo de nuevo.', ja: 'カレンダーは他の人が更新済みです。再読み込みしてください。' },
  yearNotDraft: { zh: '{year} 年节假日安排{state}，不能再修改', en: 'The calendar of {year} is “{state}” and cannot be changed.', es: 'El calendario de {year} está «{state}» y no se puede cambiar.', ja: '{year} 年のカレンダーは「{state}」のため変更できません。' },
  ownYear: { zh: '节假日安排须由未参与编制的人发布', en: 'Someone who did not work on the calendar must publish it.', es: 'Debe publicarlo otra persona que no haya intervenido en el calendario.', ja: '作成に関与していない担当者が公開してください。' },
  yearSame: { zh: '与现行 {year} 年安排完全相同', en: 'This is the same as the current calendar of {year}.', es: 'Igual que el calendario de {year} en uso.', ja: '使用中の {year} 年のカレンダーと同じです。' },
  rangeWrong: { zh: '假期 {day} 的起止日期颠倒', en: 'The holiday of {day} ends before it begins.', es: 'El festivo del {day} termina antes de empezar.', ja: '{day} の休日は開始と終了が逆です。' },
  outsideYear: { zh: '{day} 不在该年度内', en: '{day} is outside the year.', es: 'El {day} está fuera del año.', ja: '{day} はその年に含まれません。' },
  rangesMeet: { zh: '假期在 {day} 重叠', en: 'Holidays overlap on {day}.', es: 'Los festivos se solapan el {day}.', ja: '休日が {day} で重複しています。' },
  notWeekend: { zh: '{day} 不是周末，不能作调休上班日', en: '{day} is not a weekend day, so it cannot be a make-up working day.', es: 'El {day} no es fin de semana: no puede ser un laborable de compensación.', ja: '{day} は週末ではないため振替出勤日にできません。' },
  workedHoliday: { zh: '{day} 同时是假期和上班日', en: '{day} is both a holiday and a working day.', es: 'El {day} es a la vez festivo y laborable.', ja: '{day} は休日と出勤日の両方に指定されています。' },
} as const satisfies Record<string, Text>

export const draftStateNames = {
  draft: { zh: '草稿', en: 'Draft', es: 'Borrador', ja: '下書き' },
  published: { zh: '已发布', en: 'Published', es: 'Publicada', ja: '公開済み' },
  dropped: { zh: '已作废', en: 'Discarded', es: 'Descartado', ja: '破棄' },
  withdrawn: { zh: '已撤回', en: 'Withdrawn', es: 'Retirada', ja: '撤回済み' },
} as const satisfies Record<string, Text>

export const policyPartNames = {
  source: { zh: '总体依据', en: 'Overall source', es: 'Fuente general', ja: '全体の根拠' },
  withholding: { zh: '劳务报酬累计预扣', en: 'Cumulative withholding on service income', es: 'Retención acumulada por servicios', ja: '労務報酬の累計源泉徴収' },
  labour: { zh: '劳务报酬按次预扣与稿酬', en: 'Service income per payment, royalties', es: 'Servicios por pago y derechos de autor', ja: '労務報酬（都度）・原稿料' },
  business: { zh: '经营所得', en: 'Business income', es: 'Rentas empresariales', ja: '事業所得' },
  vat: { zh: '增值税', en: 'VAT', es: 'IVA', ja: '増値税' },
  surcharge: { zh: '附加税费', en: 'Surcharges', es: 'Recargos', ja: '付加税' },
  stamp: { zh: '印花税', en: 'Stamp tax', es: 'Impuesto del timbre', ja: '印紙税' },
  watch: { zh: '十二个月销售额', en: 'Sales of twelve months', es: 'Ventas de doce meses', ja: '12か月売上' },
} as const satisfies Record<'source' | PolicyPart, Text>

const source = { zh: '政策依据', en: 'Legal source', es: 'Fuente legal', ja: '根拠法令' }
const brackets = { zh: '税率表', en: 'Table of rates', es: 'Tabla de tipos', ja: '税率表' }
const expense = { zh: '减除费用比例', en: 'Expense deduction', es: 'Deducción por gastos', ja: '費用控除率' }

export const policyFieldNames = {
  source,
  'withholding.source': source,
  'withholding.brackets': { zh: '累计预扣率表', en: 'Cumulative rates', es: 'Tipos acumulados', ja: '累計源泉徴収率表' },
  'withholding.expensePpm': expense,
  'withholding.monthlyDeductionFen': { zh: '每月减除费用', en: 'Monthly deduction', es: 'Deducción mensual', ja: '月額控除' },
  'withholding.gapMonthsToReset': { zh: '中断几个月重新起算', en: 'Months without income that restart accumulation', es: 'Meses sin ingresos que reinician', ja: '再起算となる無収入月数' },
  'withholding.baseExcludesVat': { zh: '收入不含增值税', en: 'Income excl. VAT', es: 'Ingresos sin IVA', ja: '収入は増値税抜き' },
  'withholding.deductsSurcharge': { zh: '附加税费可扣除', en: 'Surcharges are deducted', es: 'Se deducen los recargos', ja: '付加税を控除' },
  'labour.source': source,
  'labour.fixedUpToFen': { zh: '定额减除适用上限', en: 'Fixed deduction up to', es: 'Deducción fija hasta', ja: '定額控除の上限' },
  'labour.fixedDeductionFen': { zh: '定额减除', en: 'Fixed deduction', es: 'Deducción fija', ja: '定額控除' },
  'labour.expensePpm': expense,
  'labour.brackets': { zh: '按次预扣率表', en: 'Rates per payment', es: 'Tipos por pago', ja: '都度源泉徴収率表' },
  'labour.authorPpm': { zh: '稿酬计税比例', en: 'Taxed part of royalties', es: 'Parte gravada de derechos', ja: '原稿料の課税割合' },
  'labour.authorRatePpm': { zh: '稿酬预扣率', en: 'Rate on royalties', es: 'Tipo de derechos de autor', ja: '原稿料の源泉徴収率' },
  'business.source': source,
  'business.brackets': brackets,
  'business.halvingCapFen': { zh: '减半应纳税所得额上限', en: 'Halving up to', es: 'Reducción a la mitad hasta', ja: '半減の所得上限' },
  'business.halvingPpm': { zh: '个体工商户减征比例', en: 'Relief for individual businesses', es: 'Reducción para negocios individuales', ja: '個人事業主の減税率' },
  'business.halvingSource': { zh: '减半依据', en: 'Source of the relief', es: 'Fuente de la reducción', ja: '減税の根拠' },
  'vat.source': source,
  'vat.levyPpm': { zh: '征收率', en: 'Levy rate', es: 'Tipo', ja: '徴収率' },
  'vat.reducedPpm': { zh: '减按征收率', en: 'Reduced levy rate', es: 'Tipo reducido', ja: '軽減徴収率' },
  'vat.monthThresholdFen': { zh: '月起征点', en: 'Monthly threshold', es: 'Umbral mensual', ja: '月次免税点' },
  'vat.quarterThresholdFen': { zh: '季起征点', en: 'Quarterly threshold', es: 'Umbral trimestral', ja: '四半期免税点' },
  'vat.isThresholdItselfExempt': { zh: '恰达起征点免税', en: 'Exempt at the threshold itself', es: 'Exento en el propio umbral', ja: '免税点ちょうどは免税' },
  'vat.countsAllCentres': {
    zh: '月起征点按个人在各运营中心的销售额合计',
    en: 'Monthly threshold counts sales at all centres',
    es: 'El umbral mensual suma las ventas en todos los centros',
    ja: '月次免税点は全運営センターの売上を合算',
  },
  'vat.countsOtherPlatforms': {
    zh: '月起征点计入个人申报的其他平台销售额',
    en: 'Monthly threshold counts declared sales on other platforms',
    es: 'El umbral mensual suma las ventas declaradas en otras plataformas',
    ja: '月次免税点は申告された他プラットフォームの売上を合算',
  },
  'vat.dayThresholdFen': { zh: '按次（日）起征点', en: 'Threshold per day', es: 'Umbral diario', ja: '日次免税点' },
  'vat.generalPpm': { zh: '一般纳税人税率', en: 'Rate of general taxpayers', es: 'Tipo general', ja: '一般納税者の税率' },
  'vat.naturalPersonWay': { zh: '自然人增值税申报方式', en: 'VAT filing for natural persons', es: 'Quién declara el IVA de personas físicas', ja: '自然人の増値税の申告方法' },
  'vat.waysByCategory': { zh: '按服务类目的增值税申报方式', en: 'VAT filing by category of service', es: 'Quién declara el IVA, por categoría de servicio', ja: 'サービス分類別の増値税の申告方法' },
  'surcharge.source': source,
  'surcharge.educationPpm': { zh: '教育费附加', en: 'Education surcharge', es: 'Recargo educativo', ja: '教育費付加' },
  'surcharge.localEducationPpm': { zh: '地方教育附加', en: 'Local education surcharge', es: 'Recargo educativo local', ja: '地方教育付加' },
  'surcharge.reliefPpm': { zh: '六税两费减征比例', en: 'Relief', es: 'Reducción', ja: '減免率' },
  'surcharge.educationExemptMonthFen': { zh: '教育费附加月免征额', en: 'Education surcharges exempt per month', es: 'Exención mensual del recargo educativo', ja: '教育費付加の月次免税額' },
  'surcharge.educationExemptQuarterFen': { zh: '教育费附加季免征额', en: 'Education surcharges exempt per quarter', es: 'Exención trimestral del recargo educativo', ja: '教育費付加の四半期免税額' },
  'stamp.source': source,
  'stamp.reliefPpm': { zh: '印花税减征比例', en: 'Relief', es: 'Reducción', ja: '減免率' },
  'stamp.items': { zh: '税目税率', en: 'Rates by contract', es: 'Tipos por contrato', ja: '税目別税率' },
  'watch.source': source,
  'watch.warnFen': { zh: '预警金额', en: 'Warn from', es: 'Avisar desde', ja: '警告額' },
  'watch.guideFen': { zh: '引导登记金额', en: 'Suggest registration above', es: 'Orientar al registro por encima de', ja: '登記案内額' },
} as const satisfies Record<PolicyPath, Text>

export const lawGradeNames = {
  A: { zh: 'A 已见原文', en: 'A: wording seen', es: 'A: texto visto', ja: 'A 原文確認済み' },
  B: { zh: 'B 他人转述', en: 'B: reported', es: 'B: de terceros', ja: 'B 二次情報' },
  C: { zh: 'C 一般知识', en: 'C: general knowledge', es: 'C: conocimiento general', ja: 'C 一般知識' },
  I: { zh: 'I 推定', en: 'I: inferred', es: 'I: inferido', ja: 'I 推定' },
} as const satisfies Record<LawGrade, Text>

export const filingMethodNames = {
  PLATFORM_AGENT_16: { zh: '平台代办申报（16号）', en: 'Platform files as agent (No. 16)', es: 'La plataforma declara (n.º 16)', ja: 'プラットフォーム代行申告（16号）' },
  PAYER_WITHHOLD_28: { zh: '付款方代扣代缴（28号）', en: 'Payer withholds (No. 28)', es: 'El pagador retiene (n.º 28)', ja: '支払者の源泉徴収（28号）' },
  INVOICE_ISSUED: { zh: '代开发票时缴纳', en: 'Paid when invoiced', es: 'Al emitir factura', ja: '発票代理発行時に納付' },
  SELF: { zh: '自行申报', en: 'Files independently', es: 'Declara por sí misma', ja: '自己申告' },
  EXEMPT: { zh: '免征', en: 'Exempt', es: 'Exento', ja: '免税' },
} as const satisfies Record<string, Text>

/** The effect of a different reading of an open point. The question itself is in `points.texts.ts`. */
export const pointEffects = {
  U1: {
    zh: '改为付款方代扣代缴后，自然人增值税申报表种类、申报主体和开票路径随之改变。首个属期为2026年11月，申报期限推定为2026-12-15。请向主管税务机关确认：七类服务的范围、起征点的口径（按付款方还是按个人合计）、平台代办是否除外、申报表及期限',
    en: 'With withholding by the payer, the return, the filer and the invoice process change. The first period is November 2026, probably due on 2026-12-15. Ask the tax office: which seven services, threshold per payer or per person, whether filing by the platform is excluded, form and due date.',
    es: 'Con retención del pagador cambian el modelo, quien declara y la vía de factura. El primer periodo es noviembre de 2026; vence probablemente el 2026-12-15. Confirme con Hacienda: los siete servicios, el umbral (por pagador o por persona), si la plataforma queda excluida, modelo y plazo.',
    ja: '支払者の源泉徴収に変わると、申告書・申告者・発票の経路が変わります。最初の対象期間は2026年11月、期限は2026-12-15の見込みです。税務当局に、7種のサービスの範囲、免税点（支払者別か個人合計か）、プラットフォーム代行の除外、様式と期限を確認してください。',
  },
  U2: {
    zh: '改为空两个月才重新起算时，间断一个月的人员累计收入和月份数继续累计，预扣税额随之变化',
    en: 'With two months, people who pause for one month continue to accumulate income and deductions.',
    es: 'Con dos meses, quien para uno sigue acumulando ingresos y deducciones.',
    ja: '2か月なら、1か月休んだ人の収入と控除は継続して累計されます。',
  },
  U3: {
    zh: '改按含税收入计或允许扣除附加税费时，有增值税的人员预扣基数和税额改变',
    en: 'Income with VAT, or deducting surcharges, changes the tax base of people who pay VAT.',
    es: 'Con IVA incluido o recargos deducibles cambia la base de quien paga IVA.',
    ja: '税込収入または付加税控除とすると、増値税がある人の課税標準が変わります。',
  },
  U4: { zh: '改为含本数免税时，月销售额恰为起征点的不再缴纳增值税', en: 'If exempt at the threshold, sales of exactly that amount bear no VAT.', es: 'Si el umbral está exento, ventas por ese importe exacto no llevan IVA.', ja: '免税点ちょうどを免税とすると、その金額の売上に増値税はかかりません。' },
  U5: { zh: '不影响税额；影响用例与官方算例的逐月核对', en: 'No tax changes; the worked examples would be checked month by month.', es: 'No cambia el impuesto; se cotejarían los ejemplos mes a mes.', ja: '税額への影響なし。計算例の月別照合に関わります。' },
  U6: {
    zh: '各地税率在个体户核定信息中登记，不在政策中；委托代征按运营中心停用',
    en: 'Rates by place are kept with the businesses, not in the policy; mandated collection is off.',
    es: 'Los tipos por lugar están en cada negocio, no en la normativa; la recaudación delegada no se usa.',
    ja: '地域別の率は規定ではなく事業者情報に登録。委託徴収は停止中です。',
  },
  U7: { zh: '不影响税额；官方表单的列按上传的官方模板确定', en: 'No tax changes; columns follow the official file once it is uploaded.', es: 'No cambia el impuesto; las columnas siguen el archivo oficial cargado.', ja: '税額への影響なし。列はアップロードした公式様式に従います。' },
  U8: { zh: '允许代开专票后，开票申请可选专用发票，平台可抵扣进项', en: 'If allowed, special invoices may be applied for and credited.', es: 'Si se permite, podrán pedirse facturas especiales y deducirse.', ja: '可能なら専用発票を申請でき、仕入税額控除の対象になります。' },
  U9: { zh: '差异至多 0.01 元；申报数与系统数的尾差按此判断', en: 'At most ¥0.01; decides whether a one-cent gap between return and books is an error.', es: 'Como mucho 0,01 ¥; decide si un céntimo de diferencia es un fallo.', ja: '差は最大0.01元。申告額と帳簿の端数差の判断に関わります。' },
  U10: { zh: '仅影响 2025 年历史数据的累计', en: 'Affects only the cumulative figures of 2025.', es: 'Solo afecta al acumulado de 2025.', ja: '2025年の累計にのみ影響します。' },
} as const satisfies Record<LegalPoint, Text>

/** Deadlines that depend on the working calendar. */
export const termNames = {
  IIT_WITHHOLDING: { zh: '按月申报（个税扣缴、增值税）', en: 'Monthly returns', es: 'Declaraciones mensuales', ja: '月次申告' },
  VAT_QUARTER: { zh: '按季申报（增值税、经营所得、印花税）', en: 'Quarterly returns', es: 'Declaraciones trimestrales', ja: '四半期申告' },
  PLATFORM_INFO_REPORT: { zh: '平台涉税信息报送', en: 'Platform report', es: 'Informe de plataforma', ja: 'プラットフォーム税務報告' },
  BUSINESS_ANNUAL: { zh: '经营所得汇算清缴', en: 'Yearly settlement of businesses', es: 'Liquidación anual de negocios', ja: '事業所得の年次申告' },
  COMPREHENSIVE_ANNUAL: { zh: '综合所得汇算清缴', en: 'Yearly settlement of persons', es: 'Liquidación anual de personas', ja: '総合所得の年次申告' },
} as const satisfies Record<string, Text>
