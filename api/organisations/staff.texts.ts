import { paidAmountNames } from '#/api/amounts.texts.ts'
import type { Text } from '#/domain/base/text.ts'

export const staffRefusals = {
  notFound: { zh: '员工不存在或不在您的管理范围内', en: 'The person does not exist or is outside your scope.', es: 'No existe esa persona en su ámbito.', ja: '従業員が存在しないか、管理範囲外です。' },
  noPage: { zh: '您没有员工管理权限', en: 'You do not have permission to manage staff.', es: 'No tiene permiso para gestionar personal.', ja: '従業員を管理する権限がありません。' },
  noRight: { zh: '没有“账号维护”权限', en: 'You do not have the “Manage accounts” permission.', es: 'Le falta el permiso «Gestionar cuentas».', ja: '「アカウントの管理」権限がありません。' },
  ownAccount: { zh: '不能操作自己', en: 'You cannot do this to your own account.', es: 'No puede hacerlo con su propia cuenta.', ja: '自分自身には実行できません。' },
  wrongStatus: { zh: '当前状态不能执行此操作', en: 'The person’s status does not allow this.', es: 'El estado de la persona no permite esta operación.', ja: '現在の状態では実行できません。' },
  noUnits: { zh: '名下没有单位', en: 'No units are assigned to this person.', es: 'Esta persona no tiene empresas asignadas.', ja: '担当企業がありません。' },
  hasUnits: {
    zh: '名下还有 {count} 个单位，请先转移客户',
    en: '{count, plural, one {# unit is} other {# units are}} still assigned to this person: hand them over first.',
    es: 'Aún tiene {count, plural, one {# empresa asignada} other {# empresas asignadas}}: haga antes el traspaso.',
    ja: '担当企業が {count} 社あります。先に引き継いでください。',
  },
  receiverUnfit: { zh: '接收人须为同一运营中心、同岗位的在岗人员', en: 'The receiver must be active in the same post at the same centre.', es: 'El receptor debe estar activo en el mismo puesto y centro.', ja: '引継ぎ先は同じセンター・同じ職位の在職者に限ります。' },
  unitUnfit: { zh: '所选单位不在该员工名下', en: 'A selected unit is not assigned to this person.', es: 'Alguna de las empresas seleccionadas no está asignada a esta persona.', ja: '選択した企業は担当外です。' },
  inThePast: { zh: '生效日期不能早于今天', en: 'The effective date cannot be in the past.', es: 'La fecha de entrada en vigor no puede ser anterior a hoy.', ja: '発効日は本日以降にしてください。' },
  alreadyLeaving: { zh: '已有待审批或待生效的客户转移，请先取消', en: 'A handover is already proposed or scheduled: cancel it first.', es: 'Ya hay un traspaso programado: cancélelo antes.', ja: '予約済みの引継ぎがあります。先に取り消してください。' },
  notProposed: { zh: '已处理，无需审批', en: 'Already decided.', es: 'Ya está resuelto.', ja: '処理済みです。' },
  reasonNeeded: { zh: '驳回时请填写原因', en: 'Enter a reason for rejecting.', es: 'Indique por qué lo rechaza.', ja: '却下の理由を入力してください。' },
  ownProposal: { zh: '不能审批自己提交的转移，请由另一位有权限的人员处理', en: 'You cannot approve your own handover. Another person must approve it.', es: 'No puede aprobar su propio traspaso: debe hacerlo otra persona.', ja: '自分の引継ぎは承認できません。別の担当者が行ってください。' },
  notScheduled: { zh: '该客户转移已完成或已取消', en: 'This handover is done or cancelled.', es: 'Este traspaso ya se hizo o canceló.', ja: 'この引継ぎは完了または取消済みです。' },
} as const satisfies Record<string, Text>

export const staffFields = {
  no: { zh: '工号', en: 'No.', es: 'N.º', ja: '社員番号' },
  name: { zh: '姓名', en: 'Name', es: 'Nombre', ja: '氏名' },
  username: { zh: '登录账号', en: 'User name', es: 'Usuario', ja: 'ユーザー名' },
  mobile: { zh: '手机', en: 'Mobile', es: 'Móvil', ja: '携帯電話' },
  centres: { zh: '运营中心', en: 'Centre', es: 'Centro', ja: '運営センター' },
  post: { zh: '岗位', en: 'Post', es: 'Puesto', ja: '職位' },
  roles: { zh: '角色', en: 'Roles', es: 'Roles', ja: 'ロール' },
  unitCount: { zh: '名下单位数', en: 'Units', es: 'Empresas', ja: '担当企業数' },
  monthNet: paidAmountNames.ofUnitsColumn,
  commission: { zh: '提成方案', en: 'Commission', es: 'Comisión', ja: '歩合' },
  status: { zh: '状态', en: 'Status', es: 'Estado', ja: '状態' },
  joinedOn: { zh: '入职日期', en: 'Joined', es: 'Alta', ja: '入社日' },
} as const satisfies Record<string, Text>

export const handoverStateNames = {
  proposed: { zh: '待审批', en: 'Waiting for approval', es: 'Por aprobar', ja: '承認待ち' },
  rejected: { zh: '已驳回', en: 'Rejected', es: 'Rechazado', ja: '却下' },
  scheduled: { zh: '待生效', en: 'Scheduled', es: 'Programado', ja: '予約済み' },
  done: { zh: '已完成', en: 'Done', es: 'Hecho', ja: '完了' },
  cancelled: { zh: '已取消', en: 'Cancelled', es: 'Cancelado', ja: '取消' },
} as const satisfies Record<string, Text>
