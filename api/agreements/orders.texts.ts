import type { AssignmentState, OrderKind, OrderPaperKind, OrderState, PriceMode } from '#/domain/agreements/order.ts'
import type { Text } from '#/domain/base/text.ts'

export const orderRefusals = {
  notFound: { zh: '订单不存在', en: 'The order does not exist.', es: 'El pedido no existe.', ja: '注文が存在しません。' },
  changed: { zh: '订单已被他人修改，请刷新后重试', en: 'Someone else has changed the order. Reload and try again.', es: 'Alguien modificó el pedido. Recargue e inténtelo de nuevo.', ja: '注文は他のユーザーが変更しました。再読み込みしてください。' },
  noRight: { zh: '没有此操作的权限', en: 'You do not have permission for this.', es: 'No tiene permiso para esto.', ja: 'この操作の権限がありません。' },
  wrongState: { zh: '订单当前状态不能进行此操作', en: 'Not possible in the order’s current status.', es: 'No es posible en el estado actual del pedido.', ja: '現在の状態ではこの操作はできません。' },
  paused: { zh: '订单已暂停，请先恢复', en: 'The order is paused. Resume it first.', es: 'El pedido está en pausa. Reanúdelo primero.', ja: '注文は停止中です。先に再開してください。' },
  reasonNeeded: { zh: '请填写原因（2-200个字符）', en: 'Enter a reason (2–200 characters).', es: 'Indique el motivo (2–200 caracteres).', ja: '理由を入力してください（2～200文字）。' },
  contractUnusable: { zh: '该合同未生效或不在您的范围内，请选择生效中的合同', en: 'This contract is not in force or not in your scope. Choose one in force.', es: 'El contrato no está vigente o no está a su alcance. Elija uno vigente.', ja: 'この契約は有効でないか範囲外です。有効な契約を選択してください。' },
  placeClosed: {
    zh: '单位已注销或运营中心已停用，不能创建或发布订单',
    en: 'The unit is closed or the centre is disabled: it cannot create or publish orders.',
    es: 'La empresa está cerrada o el centro desactivado: no se pueden crear ni publicar pedidos.',
    ja: '企業が解約済み、またはセンターが停止中のため、注文を作成・公開できません。',
  },
  title: { zh: '订单标题须为2-60个字符', en: 'The title needs 2 to 60 characters.', es: 'El título debe tener de 2 a 60 caracteres.', ja: '件名は2～60文字で入力してください。' },
  shortDescription: { zh: '服务内容至少{least}个字符，现为{count}个', en: 'Describe the service in at least {least} characters; there are {count}.', es: 'Describa el servicio con al menos {least} caracteres; hay {count}.', ja: 'サービス内容は{least}文字以上必要です（現在{count}文字）。' },
  sourcePlatform: {
    zh: '来源平台最多 {limit} 个字符，不能含公式、标签或控制字符',
    en: 'The source platform has at most {limit} characters and no formula, markup or control characters.',
    es: 'La plataforma de origen tiene como máximo {limit} caracteres, sin fórmulas, etiquetas ni caracteres de control.',
    ja: '元プラットフォームは {limit} 文字以内で、数式・タグ・制御文字は使えません。',
  },
  criteria: { zh: '请填写验收标准（至少2个字符）', en: 'Enter the acceptance criteria (at least 2 characters).', es: 'Indique los criterios de aceptación (al menos 2 caracteres).', ja: '検収基準を入力してください（2文字以上）。' },
  categoryUnknown: { zh: '开票类目“{name}”不存在或未启用', en: 'The invoice category “{name}” does not exist or is not in use.', es: 'La categoría «{name}» no existe o no está en uso.', ja: '発票品目「{name}」は存在しないか使用できません。' },
  categoryNotAgreed: { zh: '合同约定的可开票类目不含“{name}”，可选：{names}', en: 'The contract does not include the category “{name}”. Agreed: {names}.', es: 'El contrato no incluye la categoría «{name}». Acordadas: {names}.', ja: '契約の品目に「{name}」は含まれません。選択可能：{names}' },
  priceNeeded: { zh: '请填写计价方式、单价和数量', en: 'Enter price mode, unit price and quantity.', es: 'Indique la forma de precio, el precio unitario y la cantidad.', ja: '価格方式・単価・数量を入力してください。' },
  priceRange: { zh: '区间计价的最高单价必须大于最低单价', en: 'The highest unit price of a range must be above the lowest.', es: 'El precio máximo del intervalo debe superar al mínimo.', ja: '範囲価格の上限は下限より大きくしてください。' },
  amountTooLarge: { zh: '数量 × 单价超出可填写的最大金额', en: 'Quantity × unit price is too large.', es: 'Cantidad × precio unitario es demasiado grande.', ja: '数量 × 単価が大きすぎます。' },
  budgetDiffers: { zh: '固定计价的预算应等于数量 × 单价', en: 'With a fixed price the budget is quantity × unit price.', es: 'Con precio fijo el presupuesto es cantidad × precio unitario.', ja: '固定価格では予算は数量 × 単価です。' },
  budgetOutside: { zh: '预算须在数量 × 最低单价与数量 × 最高单价之间', en: 'The budget must lie between quantity × lowest and quantity × highest unit price.', es: 'El presupuesto debe estar entre cantidad × precio mínimo y máximo.', ja: '予算は数量 × 下限単価と上限単価の間にしてください。' },
  budgetBelowPieces: { zh: '预算低于预计数量 × 单价', en: 'The budget is below expected quantity × unit price.', es: 'El presupuesto es inferior a cantidad prevista × precio unitario.', ja: '予算が予定数量 × 単価を下回っています。' },
  budgetZero: { zh: '预算必须大于0', en: 'The budget must be above zero.', es: 'El presupuesto debe ser mayor que cero.', ja: '予算は0より大きくしてください。' },
  belowUsed: { zh: '预算 {budget} 低于已结算和在途金额 {used}', en: 'The budget {budget} is below the {used} already settled and in progress.', es: 'El presupuesto {budget} es inferior a los {used} ya liquidados y en curso.', ja: '予算 {budget} は精算済みと処理中の合計 {used} を下回っています。' },
  overCap: {
    zh: '预算 {budget} 超出合同剩余额度 {left}（上限 {cap}，其他订单已用 {used}）',
    en: 'The budget {budget} exceeds the {left} left of the contract (cap {cap}, used by other orders {used}).',
    es: 'El presupuesto {budget} supera los {left} restantes del contrato (límite {cap}, usado por otros pedidos {used}).',
    ja: '予算 {budget} は契約残枠 {left} を超えています（上限 {cap}、他の注文 {used}）。',
  },
  outsideContract: { zh: '服务期间须在合同期限 {from} 至 {to} 之内', en: 'The period must lie within the contract period, {from} to {to}.', es: 'El plazo debe estar dentro del contrato, de {from} a {to}.', ja: '期間は契約期間 {from} ～ {to} 内にしてください。' },
  daysReversed: { zh: '服务期间的结束日不能早于开始日', en: 'The period ends before it begins.', es: 'El plazo termina antes de empezar.', ja: '終了日は開始日以降にしてください。' },
  provinceUnknown: { zh: '所选省份不存在', en: 'The province does not exist.', es: 'La provincia no existe.', ja: '選択した省が存在しません。' },
  hasPaid: { zh: '订单已有支付成功的明细，不能取消；可完结', en: 'Lines of this order have been paid: it cannot be cancelled, only completed.', es: 'Hay líneas pagadas de este pedido: no se puede cancelar, solo completar.', ja: '支払済みの明細があるため取消できません。完了はできます。' },
  hasBatches: {
    zh: '订单有 {count} 个在途批次，请先处理',
    en: '{count, plural, one {# batch of this order is} other {# batches of this order are}} in progress. Complete or cancel them first.',
    es: 'Hay {count, plural, one {# lote} other {# lotes}} de este pedido en curso. Termínelos o cancélelos antes.',
    ja: '処理中のバッチが{count}件あります。先に処理してください。',
  },
  nothingDelivered: { zh: '请先上传成果，再提交验收', en: 'Upload the deliverables first.', es: 'Suba primero lo entregado.', ja: '先に成果物をアップロードしてください。' },
  noAcceptance: { zh: '还没有验收单，不能完结', en: 'There is no acceptance sheet yet.', es: 'Aún no hay acta de aceptación.', ja: '検収書がまだありません。' },
  notOperator: { zh: '所选经营者不在该单位名下或未处于正常状态', en: 'A selected person does not work with this unit or is not active.', es: 'Alguno de los elegidos no trabaja con esta empresa o no está activo.', ja: '選択した事業者はこの企業に属していないか、正常状態ではありません。' },
  notAsked: { zh: '该经营者没有被指派到此订单', en: 'This operator is not assigned to the order.', es: 'Este operador no está asignado al pedido.', ja: 'この事業者は注文に割り当てられていません。' },
  answered: { zh: '您已答复过此订单', en: 'You have already answered this order.', es: 'Ya respondió a este pedido.', ja: '回答済みです。' },
  enough: { zh: '该订单人数已满', en: 'The order has all the people it needs.', es: 'El pedido ya tiene a todas las personas.', ja: '募集人数に達しました。' },
  periodNeeded: { zh: '请填写所属期和金额', en: 'Enter period and amount.', es: 'Indique período e importe.', ja: '対象期間と金額を入力してください。' },
  onlyFramework: { zh: '业务清单仅用于框架订单', en: 'Business lists belong to framework orders.', es: 'Las listas de servicios son de pedidos marco.', ja: '業務一覧は基本注文専用です。' },
  acceptedOverBudget: { zh: '验收金额合计 {amount} 超出订单预算 {budget}', en: 'The accepted total of {amount} exceeds the order’s budget of {budget}.', es: 'Aceptado en total {amount}: supera el presupuesto {budget}.', ja: '検収金額の合計 {amount} が予算 {budget} を超えています。' },
  duplicate: {
    zh: '该材料与订单 {orders} 的材料重复（相同文件或高度相似图片），请更换，或填写说明后提交',
    en: 'This file, or a nearly identical picture, is already in {orders}. Replace the file, or explain and submit.',
    es: 'El mismo archivo, o una imagen casi igual, ya está en {orders}. Cámbielo o explíquelo.',
    ja: '同じファイルまたは酷似した画像が {orders} にあります。差し替えるか説明を入力してください。',
  },
  paperUnknown: { zh: '材料不存在或已移除', en: 'The document does not exist or was removed.', es: 'El documento no existe o fue retirado.', ja: '書類が存在しないか削除済みです。' },
  taxCode: { zh: '税收分类编码须为19位数字', en: 'A tax code has 19 digits.', es: 'El código fiscal tiene 19 dígitos.', ja: '税収分類コードは19桁の数字です。' },
  categoryTaken: { zh: '开票类目“{name}”已存在', en: 'The category “{name}” already exists.', es: 'La categoría «{name}» ya existe.', ja: '品目「{name}」はすでに存在します。' },
} as const satisfies Record<string, Text>

export const orderFields = {
  no: { zh: '订单号', en: 'Order no.', es: 'N.º de pedido', ja: '注文番号' },
  kind: { zh: '类型', en: 'Type', es: 'Tipo', ja: '種別' },
  title: { zh: '标题', en: 'Title', es: 'Título', ja: '件名' },
  category: { zh: '开票类目', en: 'Invoice category', es: 'Categoría de factura', ja: '発票の品目' },
  mode: { zh: '结算模式', en: 'Settlement mode', es: 'Modalidad de liquidación', ja: '精算モード' },
  centre: { zh: '运营中心', en: 'Operations centre', es: 'Centro de operaciones', ja: '運営センター' },
  unit: { zh: '单位', en: 'Unit', es: 'Empresa', ja: '企業' },
  contract: { zh: '合同', en: 'Contract', es: 'Contrato', ja: '契約' },
  pricing: { zh: '计价', en: 'Pricing', es: 'Precio', ja: '価格' },
  unitPrice: { zh: '单价', en: 'Unit price', es: 'Precio unitario', ja: '単価' },
  lowestPrice: { zh: '最低单价', en: 'Lowest unit price', es: 'Precio mínimo', ja: '下限単価' },
  highestPrice: { zh: '最高单价', en: 'Highest unit price', es: 'Precio máximo', ja: '上限単価' },
  quantity: { zh: '数量', en: 'Quantity', es: 'Cantidad', ja: '数量' },
  budget: { zh: '预算', en: 'Budget', es: 'Presupuesto', ja: '予算' },
  settled: { zh: '已结算', en: 'Settled', es: 'Liquidado', ja: '精算済み' },
  underway: { zh: '在途', en: 'In progress', es: 'En curso', ja: '処理中' },
  people: { zh: '需求人数/已接', en: 'Needed / accepted', es: 'Solicitadas / aceptadas', ja: '募集 / 受諾' },
  wanted: { zh: '需求人数', en: 'People needed', es: 'Personas', ja: '募集人数' },
  period: { zh: '服务期间', en: 'Period', es: 'Plazo', ja: '期間' },
  papers: { zh: '材料数', en: 'Documents', es: 'Documentos', ja: '書類数' },
  state: { zh: '状态', en: 'Status', es: 'Estado', ja: '状態' },
  salesman: { zh: '业务员', en: 'Salesperson', es: 'Comercial', ja: '営業担当' },
  description: { zh: '服务内容', en: 'Service description', es: 'Descripción del servicio', ja: 'サービス内容' },
  criteria: { zh: '验收标准', en: 'Acceptance criteria', es: 'Criterios de aceptación', ja: '検収基準' },
  sourcePlatform: { zh: '来源平台', en: 'Source platform', es: 'Plataforma de origen', ja: '元プラットフォーム' },
  place: { zh: '服务地点', en: 'Place', es: 'Lugar', ja: '場所' },
  createdBy: { zh: '创建人', en: 'Created by', es: 'Creado por', ja: '作成者' },
  created: { zh: '创建时间', en: 'Created', es: 'Creado', ja: '作成日時' },
  published: { zh: '发布时间', en: 'Published', es: 'Publicado', ja: '公開日時' },
  ended: { zh: '结束时间', en: 'Ended', es: 'Terminado', ja: '終了日時' },
  reason: { zh: '原因', en: 'Reason', es: 'Motivo', ja: '理由' },
} as const satisfies Record<string, Text>

export const orderKindNames: Readonly<Record<OrderKind, Text>> = {
  framework: { zh: '框架订单', en: 'Framework', es: 'Marco', ja: '基本注文' },
  task: { zh: '任务订单', en: 'Task', es: 'Tarea', ja: '個別注文' },
}

/** Names of the states of an order (SM-ORDER). *Paused* is shown in addition to an active state. */
export const orderStateNames: Readonly<Record<OrderState | 'paused', Text>> = {
  draft: { zh: '草稿', en: 'Draft', es: 'Borrador', ja: '下書き' },
  published: { zh: '待接单', en: 'Published', es: 'Publicado', ja: '受諾待ち' },
  accepted: { zh: '已接单', en: 'Accepted', es: 'Aceptado', ja: '受諾済み' },
  doing: { zh: '履约中', en: 'In progress', es: 'En ejecución', ja: '履行中' },
  delivered: { zh: '待验收', en: 'To be accepted', es: 'Por aceptar', ja: '検収待ち' },
  checked: { zh: '已验收', en: 'Work accepted', es: 'Trabajo aceptado', ja: '検収済み' },
  settled: { zh: '已结算', en: 'Completed', es: 'Completado', ja: '完了' },
  cancelled: { zh: '已取消', en: 'Cancelled', es: 'Cancelado', ja: '取消済み' },
  paused: { zh: '已暂停', en: 'Paused', es: 'En pausa', ja: '停止中' },
}

export const priceModeNames: Readonly<Record<PriceMode, Text>> = {
  fixed: { zh: '固定', en: 'Fixed', es: 'Fijo', ja: '固定' },
  range: { zh: '区间', en: 'Range', es: 'Intervalo', ja: '範囲' },
  piece: { zh: '计件', en: 'Per unit of work', es: 'Por unidad', ja: '出来高' },
}

export const assignmentStateNames: Readonly<Record<AssignmentState, Text>> = {
  offered: { zh: '待答复', en: 'Awaiting answer', es: 'Sin responder', ja: '回答待ち' },
  accepted: { zh: '已接单', en: 'Accepted', es: 'Aceptado', ja: '受諾' },
  declined: { zh: '已谢绝', en: 'Declined', es: 'Rechazado', ja: '辞退' },
  withdrawn: { zh: '已撤回', en: 'Withdrawn', es: 'Retirado', ja: '取消' },
}

export const orderPaperKindNames: Readonly<Record<OrderPaperKind, Text>> = {
  deliverable: { zh: '成果', en: 'Deliverable', es: 'Entregable', ja: '成果物' },
  list: { zh: '业务清单', en: 'List of business', es: 'Lista de servicios', ja: '業務一覧' },
  acceptance: { zh: '验收单', en: 'Acceptance sheet', es: 'Acta de aceptación', ja: '検収書' },
}

export const orderExportTexts = {
  list: { zh: '订单清单', en: 'Orders', es: 'Pedidos', ja: '注文一覧' },
  accepted: { zh: '已接人数', en: 'Accepted', es: 'Aceptaron', ja: '受諾人数' },
  from: { zh: '开始日', en: 'From', es: 'Desde', ja: '開始日' },
  to: { zh: '结束日', en: 'To', es: 'Hasta', ja: '終了日' },
} as const satisfies Record<string, Text>
