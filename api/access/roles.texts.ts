import { menuTitles, pageTitles } from '#/api/pages.texts.ts'
import { type Permission, pages, permissionsOfPage, superKey } from '#/api/pages.ts'
import { actionNames } from '#/api/rights.ts'
import type { Text } from '#/domain/base/text.ts'

/** Names of keys that need their own name, because several keys open one page, or one key opens several things. */
const roleNameTexts: Readonly<Record<string, Text>> = {
  trialBalance: { zh: '账簿（科目余额表、明细账）', en: 'Books of account', es: 'Libros contables', ja: '会計帳簿' },
  [superKey]: { zh: '全部权限', en: 'Everything', es: 'Todo', ja: 'すべての権限' },
  '/persons/centers': { zh: '个人中心与消息', en: 'Personal centre and messages', es: 'Área personal y mensajes', ja: 'マイページとメッセージ' },
  PtUserList: { zh: '用户管理（全平台）', en: 'User management (whole platform)', es: 'Gestión de usuarios (toda la plataforma)', ja: 'ユーザー管理（全体）' },
  userYzSfList: { zh: '用户管理（本中心）', en: 'User management (own centre)', es: 'Gestión de usuarios (centro propio)', ja: 'ユーザー管理（自センター）' },
  zfdzList: pageTitles.zfdzList,
}

/**
 * Returns the unique name of a key: its own, that of its permission or page, or of its menu group if it opens the whole
 * group. Returns null for unknown keys.
 */
export function permissionName(key: string): Text | null {
  const customName = roleNameTexts[key]
  if (customName) return customName
  if (key in actionNames) return actionNames[key as keyof typeof actionNames]
  const [first, ...others] = (Object.keys(pages) as (keyof typeof pages)[]).filter((page) => pages[page].menu !== null && permissionsOfPage(page).includes(key as Permission))
  if (first === undefined) return null
  const { menu } = pages[first]
  return others.length > 0 && menu !== null && menu !== 'root' ? menuTitles[menu] : pageTitles[first]
}

export const usertypeNames = {
  1: { zh: '平台', en: 'Platform', es: 'Plataforma', ja: 'プラットフォーム' },
  2: { zh: '单位', en: 'Unit', es: 'Empresa', ja: '企業' },
  3: { zh: '经营者', en: 'Operator', es: 'Operador', ja: '事業者' },
  4: { zh: '运营中心', en: 'Centre', es: 'Centro', ja: '運営センター' },
  5: { zh: '合作伙伴', en: 'Partner', es: 'Socio', ja: 'パートナー' },
} as const satisfies Record<number, Text>

export const roleRefusals = {
  platformOnly: { zh: '角色由平台维护', en: 'Roles are managed by the platform.', es: 'Los roles los gestiona la plataforma.', ja: 'ロールはプラットフォームが管理します。' },
  notFound: { zh: '角色不存在', en: 'The role does not exist.', es: 'El rol no existe.', ja: 'ロールが存在しません。' },
  changed: { zh: '角色已被他人修改，请刷新后重试', en: 'Someone else has changed this role. Reload and try again.', es: 'Alguien cambió este rol entretanto. Recargue e inténtelo de nuevo.', ja: '他のユーザーがこのロールを変更しました。再読み込みしてください。' },
  nameTaken: { zh: '已有同名角色：{name}', en: 'There is already a role called {name}.', es: 'Ya existe un rol llamado {name}.', ja: '同名のロールがあります：{name}' },
  unknownKeys: { zh: '未知的权限标识：{keys}', en: 'Unknown permissions: {keys}', es: 'Permisos desconocidos: {keys}', ja: '不明な権限：{keys}' },
  lacking: { zh: '不能授予自己没有的权限：{keys}', en: 'You cannot grant permissions you do not have: {keys}', es: 'No puede conceder permisos que usted no tiene: {keys}', ja: '自分が持たない権限は付与できません：{keys}' },
  higherRole: { zh: '该角色含有您没有的权限，不能维护：{keys}', en: 'The role has permissions that you do not have: {keys}', es: 'El rol tiene permisos que usted no tiene: {keys}', ja: 'このロールにはあなたにない権限があります：{keys}' },
  ownRole: { zh: '不能维护自己所属的角色', en: 'You cannot change your own role.', es: 'No puede modificar su propio rol.', ja: '自分のロールは変更できません。' },
  wrongUsertype: { zh: '该用户类型不能持有这些权限：{keys}', en: 'This user type cannot have: {keys}', es: 'Este tipo de usuario no puede tener: {keys}', ja: 'この種別のユーザーは持てません：{keys}' },
  usertypeFixed: { zh: '角色已有成员，不能更改用户类型', en: 'The role has members; its user type cannot be changed.', es: 'El rol tiene miembros; no se puede cambiar su tipo de usuario.', ja: 'メンバーがいるため種別は変更できません。' },
  everyone: { zh: '系统内置角色必须保留工作台与个人中心', en: 'A built-in role must keep the dashboard and the personal centre.', es: 'Un rol integrado debe conservar el panel y el área personal.', ja: '組込みロールにはダッシュボードとマイページが必要です。' },
  duties: {
    zh: '该角色同时具有{duties}，同一人可能兼任多个岗位；如确需如此，请确认后保存',
    en: 'The role combines several payment duties ({duties}). Confirm that this is intended.',
    es: 'El rol reúne varias funciones del pago ({duties}). Confirme que es intencionado.',
    ja: 'このロールは複数の支払業務（{duties}）を兼ねます。意図したものか確認してください。',
  },
  builtIn: { zh: '系统内置角色不能删除', en: 'A built-in role cannot be removed.', es: 'Un rol integrado no se puede eliminar.', ja: '組込みロールは削除できません。' },
  hasMembers: { zh: '角色还有 {count} 名成员，不能删除', en: 'The role has {count, plural, one {# member} other {# members}} and cannot be removed.', es: 'El rol tiene {count, plural, one {# miembro} other {# miembros}} y no se puede eliminar.', ja: 'メンバーが {count} 名いるため削除できません。' },
  lastAdmin: { zh: '至少要有一名正常状态的账号拥有 admin3', en: 'At least one active account must have admin3.', es: 'Al menos una cuenta activa debe tener admin3.', ja: 'admin3 を持つ有効なアカウントが最低1つ必要です。' },
  wrongPeople: { zh: '所选账号不存在或用户类型不符', en: 'A selected account does not exist or is of another type.', es: 'Alguna cuenta seleccionada no existe o es de otro tipo.', ja: '選択したアカウントが存在しないか種別が異なります。' },
  reviewNeeded: {
    zh: '{people}：复核、财务、管理员职责须凭授权书审核，请在用户管理中分配角色',
    en: '{people}: checking, paying and administration need a letter of authorisation. Assign the role in user management.',
    es: '{people}: verificar, pagar y administrar exigen una carta de autorización. Asigne el rol en la gestión de usuarios.',
    ja: '{people}：確認・支払・管理の職務は委任状の審査が必要です。ユーザー管理でロールを割り当ててください。',
  },
  pendingReview: {
    zh: '{people} 有待审核的申请，请等待审核结果',
    en: 'An application for {people} is under review. Wait for the result.',
    es: 'Hay una solicitud de {people} en revisión. Espere el resultado.',
    ja: '{people} の申請は審査中です。結果をお待ちください。',
  },
  twoDuties: {
    zh: '违反双人原则：{people} 将同时担任{duties}，其单位启用了双人复核；如确需如此，请确认',
    en: 'Two-person rule: {people} would have {duties} in a unit that requires two people. Confirm that this is intended.',
    es: 'Control de dos personas: {people} reuniría {duties} en una empresa que exige dos personas. Confirme que es intencionado.',
    ja: '二人原則に反します：{people} が{duties}を兼ねます。意図したものか確認してください。',
  },
  lastUnitAdmin: {
    zh: '“{unit}”将没有管理员，必须保留至少一名启用的管理员',
    en: '“{unit}” would have no administrator left. A unit must keep at least one.',
    es: '«{unit}» se quedaría sin administrador. Toda empresa debe conservar al menos uno.',
    ja: '「{unit}」に管理者がいなくなります。有効な管理者が1名以上必要です。',
  },
  nobody: { zh: '请选择账号', en: 'Select at least one account.', es: 'Seleccione al menos una cuenta.', ja: 'アカウントを選択してください。' },
  labelsChanged: { zh: '名称或顺序已被他人修改，请刷新后重试', en: 'Someone else has changed these names or their order. Reload and try again.', es: 'Alguien cambió entretanto estos nombres o su orden. Recargue e inténtelo de nuevo.', ja: '他のユーザーが名称または順序を変更しました。再読み込みしてください。' },
  keyNameTaken: { zh: '已有其他权限叫“{name}”，请换一个名称', en: 'Another permission is already called “{name}”. Choose a different name.', es: 'Otro permiso ya se llama «{name}». Elija otro nombre.', ja: '「{name}」という権限がすでにあります。別の名称にしてください。' },
  noRight: { zh: '没有角色维护权限', en: 'You do not have permission to manage roles.', es: 'No tiene permiso para gestionar roles.', ja: 'ロール管理の権限がありません。' },
} as const satisfies Record<string, Text>
