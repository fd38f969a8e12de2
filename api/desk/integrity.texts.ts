import type { Text } from '#/domain/text.ts'

/** What the checks of the books refuse with. */
export const integrityRefusals = {
  notPlatform: { zh: '仅平台管理员可查看', en: 'Only platform administrators can view this.', es: 'Solo los administradores de la plataforma pueden verlo.', ja: 'プラットフォーム管理者のみ閲覧できます。' },
  notFound: { zh: '记录不存在', en: 'The record does not exist.', es: 'El registro no existe.', ja: '記録が存在しません。' },
  underWay: { zh: '核对正在进行', en: 'A check is already running.', es: 'Hay una comprobación en curso.', ja: '照合を実行中です。' },
  notStopped: { zh: '付款未被停止，或停止已解除', en: 'Payouts are not stopped, or have already resumed.', es: 'Los pagos no están detenidos o ya se reanudaron.', ja: '支払いは停止していないか、すでに解除されています。' },
  notClean: {
    zh: '停止之后还没有一次全部通过的完整核对，请先执行完整核对',
    en: 'All checks must run after the stop, and pass, before payouts can resume.',
    es: 'Antes de reanudar, una comprobación completa posterior a la detención debe resultar correcta.',
    ja: '停止後の全件照合がすべて正常に終わるまで、支払いは再開できません。',
  },
  askedAlready: { zh: '已申请解除，等待另一人确认', en: 'The release has been requested; another person decides.', es: 'Ya se pidió reanudar; decide otra persona.', ja: '解除申請済みです。別の担当者の承認待ちです。' },
  notAsked: { zh: '尚未有人申请解除', en: 'No release has been requested.', es: 'Nadie ha pedido reanudar.', ja: '解除はまだ申請されていません。' },
  ownRequest: { zh: '解除须由另一人确认', en: 'Another person must decide your request.', es: 'Debe decidir otra persona.', ja: '申請者以外の担当者が承認してください。' },
} as const satisfies Record<string, Text>

/** What each check asks, by its name. */
export const checkNames: Readonly<Record<string, Text>> = {
  'INV-01': { zh: '每张记账凭证借贷平衡且分录完整', en: 'Every journal sums to zero and has all its entries', es: 'Cada asiento suma cero y está completo', ja: '各仕訳の合計がゼロで明細が揃っている' },
  'INV-02': { zh: '各中心各模式账户合计为零', en: 'The accounts of each centre and mode sum to zero', es: 'Las cuentas de cada centro y modalidad suman cero', ja: 'センター・モードごとの口座合計がゼロ' },
  'INV-03': { zh: '账户余额等于其分录之和', en: 'Every balance is the sum of its entries', es: 'Cada saldo es la suma de sus apuntes', ja: '各残高が明細の合計と一致' },
  'INV-04': { zh: '单位账户余额不为负', en: 'No unit has a negative balance', es: 'Ninguna empresa tiene saldo negativo', ja: '企業残高が負でない' },
  'INV-05': { zh: '每笔明细金额勾稽相符', en: 'The amounts of every line add up', es: 'Los importes de cada línea cuadran', ja: '各明細の金額が整合' },
  'INV-06': { zh: '批次合计等于明细合计', en: 'Every batch is the sum of its lines', es: 'Cada lote es la suma de sus líneas', ja: 'バッチ合計が明細合計と一致' },
  'INV-07': { zh: '每批次只冻结一次、只支付一次', en: 'A batch is reserved once and paid at most once', es: 'Un lote se reserva una vez y se paga como máximo una', ja: 'バッチの凍結は一度、支払いは最大一度' },
  'INV-08': { zh: '每笔明细至多一个有效指令', en: 'A line has at most one active or successful order', es: 'Una línea tiene como máximo una orden activa o completada', ja: '各明細の有効な指図は最大一つ' },
  'INV-09': { zh: '冻结资金恰好支出一次且归属明确', en: 'Reserved funds are used exactly once', es: 'Los fondos reservados se utilizan exactamente una vez', ja: '凍結資金の支出は一度だけ' },
  'INV-17': { zh: '服务费分成合计等于服务费', en: 'Fee shares add up to the fee', es: 'Las partes de la comisión suman la comisión', ja: '手数料の内訳合計が手数料と一致' },
  'INV-19': { zh: '日志链完整', en: 'The log chains are intact', es: 'Las cadenas del registro están íntegras', ja: 'ログチェーンが完全' },
  'INV-25': { zh: '线下支付与银行回单一致', en: 'Manual payments match their slips', es: 'Los pagos externos coinciden con sus comprobantes', ja: 'オフライン支払と銀行振込控が一致' },
  'INV-30': { zh: '日志链与每日签名一致', en: 'The log chains match their signatures', es: 'Las cadenas del registro coinciden con sus firmas', ja: 'ログチェーンが署名と一致' },
  'INV-31': { zh: '接入的合同由两人经手、扫描件未变且无本平台签署', en: 'Contracts taken over stand on two people and an unchanged scan', es: 'Los contratos incorporados tienen dos responsables y un escaneo intacto', ja: '引き継いだ契約は2人の確認と元のスキャンに基づく' },
  'INV-35': { zh: '已关账的对账日：差异均有负责人，差额逐条可释', en: 'Closed days: every difference is owned and explains what differs', es: 'Días cerrados: cada diferencia tiene responsable y explica el total', ja: '締め済みの照合日：差異に担当者があり差額の内訳が一致' },
  'INV-36': { zh: '挂账与入账的差异均有凭证', en: 'Differences that hang or were booked have their journals', es: 'Las diferencias en suspenso o contabilizadas tienen su asiento', ja: '仮受・計上した差異に仕訳がある' },
  'INV-32': { zh: '按日佣金等于逐笔明细之和', en: 'Commission by day is the sum of its items', es: 'La comisión por día es la suma de sus partidas', ja: '日別報酬が明細の合計と一致' },
  'INV-33': { zh: '佣金账单等于所含各日与已批准调整', en: 'Commission bills are the sum of their days and approved corrections', es: 'Las facturas de comisión suman sus días y ajustes aprobados', ja: '報酬明細書が日別額と承認済み調整の合計と一致' },
  'INV-43': { zh: '每张收款单至多一笔有效付款，金额与收款人一致', en: 'Each claim is paid once, to its operator and as claimed', es: 'Cada solicitud se paga una vez, a su operador y por su importe', ja: '各受取請求の支払いは一度だけで、金額と受取人が一致' },
  'INV-37': { zh: '每笔已入账来款对应唯一充值', en: 'Each booked credit is one top-up', es: 'Cada ingreso contabilizado es una sola recarga', ja: '計上済みの入金は入金申請と一対一' },
  'INV-38': { zh: '退款预留等于未结退款，且不超过原账户来款', en: 'Refunds set aside are the open ones, within what came from each account', es: 'Lo apartado son los reembolsos abiertos, dentro de lo recibido de cada cuenta', ja: '返金の確保額が未処理の返金と一致し、振込元の入金額以内' },
  'INV-39': { zh: '每笔已批准调账恰好入账一次', en: 'Approved adjustments are booked once', es: 'Los ajustes aprobados se contabilizan una vez', ja: '承認済みの残高調整は一度だけ計上' },
  'INV-40': { zh: '对账单与账簿一致且首尾相接', en: 'Statements match the books and each other', es: 'Los extractos coinciden con los libros y entre sí', ja: '取引明細書が帳簿と一致し、前月末と連続' },
  'INV-44': { zh: '冻结的批次没有再发送明细', en: 'Nothing of a frozen batch was sent afterwards', es: 'Nada de un lote bloqueado se envió después', ja: '凍結後に送信された明細がない' },
  'INV-47': { zh: '报表留存的历史月份与明细一致', en: 'What reports keep of past months matches the payments', es: 'Lo que los informes guardan de meses pasados coincide con los pagos', ja: '帳票が保存する過去月は明細と一致' },
  'INV-48': { zh: '支付与退汇的日期与总账凭证一致', en: 'Payments and returns belong to the days of their journals', es: 'Pagos y devoluciones corresponden a los días de sus asientos', ja: '支払・組戻しの日付は元帳の仕訳と一致' },
  'INV-34': { zh: '账上应付佣金等于未付账单', en: 'Commission owed in the books is the unpaid bills', es: 'La comisión por pagar en libros es la de las facturas pendientes', ja: '帳簿の未払報酬が未払いの明細書と一致' },
}
