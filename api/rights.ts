import { type UserType, userType } from '#/domain/codes.ts'
import type { Text } from '#/domain/text.ts'

/** Rights to do something, beside the right to open a page. */
export const actions = {
  payZfPt: { zh: '支付平台', en: 'Payment console', es: 'Consola de pagos', ja: '支払コンソール' },
  'zf:make': { zh: '制单', en: 'Prepare payments', es: 'Preparar pagos', ja: '支払いの作成' },
  'zf:check': { zh: '复核', en: 'Check payments', es: 'Verificar pagos', ja: '支払いの確認' },
  'zf:audit': { zh: '中心审核', en: 'Audit payments', es: 'Auditar pagos', ja: 'センター審査' },
  'zf:pay': { zh: '支付', en: 'Pay', es: 'Pagar', ja: '支払い' },
  'zf:offline': { zh: '线下支付登记', en: 'Register manual payments', es: 'Registrar pagos externos', ja: 'オフライン支払の登録' },
  'zf:propose': { zh: '支付异常处理', en: 'Propose exception resolutions', es: 'Proponer resolución de incidencias', ja: '支払異常の処理提案' },
  'zf:settle': { zh: '支付异常复核', en: 'Confirm exception resolutions', es: 'Confirmar resolución de incidencias', ja: '支払異常の確認' },
  'zf:halt': { zh: '冻结批次与切换通道', en: 'Freeze batches and change channels', es: 'Bloquear lotes y cambiar canales', ja: 'バッチの凍結とチャネル変更' },
  'zf:retry': { zh: '重发', en: 'Re-send', es: 'Reenviar', ja: '再送' },
  'cz:apply': { zh: '提交充值', en: 'Submit top-ups', es: 'Enviar recargas', ja: '入金の申請' },
  'cz:confirm': { zh: '充值确认', en: 'Confirm top-ups', es: 'Confirmar recargas', ja: '入金の確認' },
  'user:audit': { zh: '人员审核', en: 'Review people', es: 'Revisar personas', ja: '人員の審査' },
  'hzhb:audit': { zh: '入驻审核', en: 'Review applications', es: 'Revisar solicitudes', ja: '入会審査' },
  'user:edit': { zh: '账号维护', en: 'Manage accounts', es: 'Gestionar cuentas', ja: 'アカウントの管理' },
  'ht:make': { zh: '发起签约', en: 'Create and send contracts', es: 'Preparar y enviar contratos', ja: '契約の作成と署名依頼' },
  'ht:check': { zh: '纸质合同核对', en: 'Check paper contracts', es: 'Verificar contratos en papel', ja: '書面契約の照合' },
  'orders:make': { zh: '订单维护', en: 'Manage orders', es: 'Gestionar pedidos', ja: '注文の管理' },
  'orders:check': { zh: '订单验收与完结', en: 'Accept and complete orders', es: 'Aceptar y completar pedidos', ja: '注文の検収と完了' },
  'category:edit': { zh: '开票类目维护', en: 'Manage invoice categories', es: 'Gestionar categorías de factura', ja: '発票品目の管理' },
  'xy:edit': { zh: '协议模板维护', en: 'Manage templates', es: 'Gestionar plantillas', ja: 'テンプレートの管理' },
  'user:freeze': { zh: '冻结与注销', en: 'Freeze and close', es: 'Bloquear y cerrar', ja: '凍結・解約' },
  'yz:edit': { zh: '经营者维护', en: 'Manage operators', es: 'Gestionar operadores', ja: '事業者の管理' },
  'gth:edit': { zh: '个体户办理', en: 'Register businesses', es: 'Registrar negocios', ja: '個人事業の手続き' },
  'unit:edit': { zh: '单位维护', en: 'Manage units', es: 'Gestionar empresas', ja: '企業の管理' },
  'centre:edit': { zh: '运营中心维护', en: 'Manage centres', es: 'Gestionar centros', ja: '運営センターの管理' },
  'partner:edit': { zh: '合作伙伴维护', en: 'Manage partners', es: 'Gestionar socios', ja: 'パートナーの管理' },
  'fee:edit': { zh: '收费方案维护', en: 'Manage fee plans', es: 'Gestionar tarifas', ja: '料率プランの管理' },
  'opening:edit': { zh: '期初数据编制', en: 'Prepare opening data', es: 'Preparar datos iniciales', ja: '期首データの作成' },
  'opening:check': { zh: '期初余额与接入合同确认', en: 'Confirm opening balances and contracts taken over', es: 'Confirmar saldos iniciales y contratos incorporados', ja: '期首残高・引継契約の確認' },
  'commission:edit': { zh: '佣金账单处理', en: 'Handle commission bills', es: 'Tramitar liquidaciones de comisión', ja: '紹介手数料明細書の処理' },
  'commission:check': { zh: '佣金调整与付款复核', en: 'Confirm commission payments', es: 'Confirmar pagos de comisión', ja: '紹介手数料の調整・支払の確認' },
  'split:edit': { zh: '分成规则维护', en: 'Manage split rules', es: 'Gestionar reglas de reparto', ja: '分配ルールの管理' },
  'plain:view': { zh: '查看完整号码', en: 'View full numbers', es: 'Ver números completos', ja: '番号の全桁表示' },
  'plain:export': { zh: '导出完整号码', en: 'Export full numbers', es: 'Exportar números completos', ja: '番号の全桁出力' },
  integrity: { zh: '系统核对与解除停付', en: 'Integrity checks', es: 'Comprobaciones del sistema', ja: '照合と支払停止の解除' },
  'role:edit': { zh: '角色维护', en: 'Manage roles', es: 'Gestionar roles', ja: 'ロールの管理' },
} as const satisfies Record<string, Text>

/** Holds every key, listed or not. */
export const superKey = 'admin3'

/** The duties of a payment that different people should have (maker, checker, payer): a role with more than one must be meant so. */
export const duties = ['zf:make', 'zf:check', 'zf:pay'] as const satisfies readonly (keyof typeof actions)[]

/** What every built-in role keeps, and every new role begins with: the dashboard and the personal centre. */
export const everyoneKeys = ['/dashboard', '/persons/centers'] as const

// Rows are kept apart by the scope, not by keys; these keys make no sense, or are dangerous, in other hands.
const { platform, unit, operator, centre, partner } = userType
const holders: Readonly<Record<string, readonly UserType[]>> = {
  [superKey]: [platform],
  EditRose: [platform],
  EditRoseval: [platform],
  'role:edit': [platform],
  integrity: [platform],
  wbfwList: [platform],
  ysetgade: [platform],
  'split:edit': [platform],
  shoufeiblList: [platform, centre],
  'fee:edit': [platform],
  ptbiliEdit: [platform],
  userMsList: [platform],
  'centre:edit': [platform],
  partnerList: [platform],
  'partner:edit': [platform],
  userDwList: [platform, centre],
  'unit:edit': [platform, centre],
  'user:freeze': [platform, centre],
  'yz:edit': [platform, unit, centre],
  'gth:edit': [platform, centre],
  userYzPtList: [platform, unit, centre],
  userYzList: [platform, unit, centre],
  taxCalendar: [platform, centre],
  goLive: [platform, unit, centre],
  openingList: [platform, centre],
  'opening:edit': [platform, centre],
  'opening:check': [platform, centre],
  employeeList: [platform, centre],
  zfPtListpt: [platform, centre],
  'zf:audit': [platform, centre],
  'zf:offline': [platform, centre],
  'zf:halt': [platform, centre],
  zfycList: [platform, centre],
  'zf:propose': [platform, centre],
  'zf:settle': [platform, centre],
  'cz:confirm': [platform, centre],
  'user:audit': [platform, centre],
  'plain:view': [platform, unit, centre],
  'plain:export': [platform, unit, centre],
  'hzhb:audit': [platform, centre],
  hzhbList: [platform, centre, partner],
  datacheck: [platform, centre],
  zfPtList: [unit],
  'zf:make': [unit],
  'zf:check': [unit],
  'zf:pay': [unit],
  'cz:apply': [unit],
  employeeDw: [unit],
  'ht:make': [platform, unit, centre],
  'ht:check': [platform, centre],
  ordersListms: [platform, unit, operator, centre],
  'orders:make': [platform, unit, centre],
  'orders:check': [platform, unit, centre],
  'category:edit': [platform],
  xyList: [platform, centre],
  'xy:edit': [platform, centre],
  zfSkYzList: [operator],
  hzhbBjbusiness: [platform, centre, partner],
  hzhbBrders: [platform, centre, partner],
  'commission:edit': [platform, centre],
  'commission:check': [platform, centre],
  syslog: [platform, unit, centre],
}
const anybody = Object.values(userType)

/** The kinds of user (usertype) whose roles may hold the key; a key that no rule names may be held by all. */
export function usertypesOf(key: string): readonly number[] {
  return holders[key] ?? anybody
}
