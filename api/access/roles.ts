import { z } from 'zod'
import { ProposedChange } from '#/api/access/changes.ts'
import { Id, type Module, Moment, Page, pageOf, Version } from '#/api/operation.ts'

const Usertype = z.int().min(1).max(5)
const Name = z.string().trim().min(2).max(30)
const Keys = z.array(z.string().min(1).max(80)).max(500)
/** Confirms that one person may hold several duties of a payment. */
const acknowledged = z.boolean().default(false)

const Role = z.object({
  id: Id,
  name: z.string(),
  usertype: Usertype,
  keyCount: z.int(),
  memberCount: z.int(),
  isBuiltIn: z.boolean(),
  updatedAt: Moment.nullable(),
  updatedBy: z.string().nullable(),
  version: Version,
  /** The reason why the caller cannot take each action; empty where allowed. */
  may: z.object({ edit: z.string(), remove: z.string(), give: z.string() }),
})
/**
 * The reason why the role or its members need a duty, shown to the person who decides. Required when the change
 * includes a duty.
 */
const reasonText = z.string().trim().max(200).default('')
/** `changes`: the duties that another person has to approve. */
const RoleWithKeys = Role.extend({ permissions: z.array(z.string()), changes: z.array(ProposedChange) })
const Member = z.object({ id: Id, username: z.string(), name: z.string(), place: z.string(), status: z.int() })

/** The platform's own name of a key in one language. Without it, the default name is shown. */
const RoleName = z.string().trim().min(1).max(40).optional()
/** The version of a name or of an order of keys; 0 before the first change. */
const LabelVersion = z.int().min(0)

/** Roles (角色管理) and their permission keys (权限管理). */
export const roles = {
  list: { access: 'EditRose', kind: 'read', input: z.object({ keyword: z.string().trim().max(50).optional(), usertype: Usertype.optional(), permission: z.string().max(80).optional(), ...Page }), output: pageOf(Role) },
  get: { access: 'EditRose', kind: 'read', input: z.object({ id: Id }), output: RoleWithKeys },
  members: { access: 'EditRose', kind: 'read', input: z.object({ id: Id, keyword: z.string().trim().max(50).optional(), ...Page }), output: pageOf(Member) },
  /** Returns users of the role's usertype who do not have the role. */
  candidates: { access: 'role:edit', kind: 'read', input: z.object({ id: Id, keyword: z.string().trim().max(50).optional() }), output: z.array(Member) },
  create: {
    access: 'role:edit',
    kind: 'write',
    log: { zh: '新建角色', en: 'Create a role', es: 'Crear un rol', ja: 'ロールの作成' },
    done: { zh: '角色已创建', en: 'The role was created.', es: 'El rol se creó.', ja: 'ロールを作成しました。' },
    input: z.object({ name: Name, usertype: Usertype, permissions: Keys, acknowledged, why: reasonText }),
    output: RoleWithKeys,
  },
  update: {
    access: 'role:edit',
    kind: 'write',
    log: { zh: '修改角色', en: 'Change a role', es: 'Modificar un rol', ja: 'ロールの変更' },
    done: {
      zh: '角色已保存，成员下一次请求即生效；新增的职责由另一人复核后生效',
      en: 'Saved. The change applies from the next request. Another person decides on added duties.',
      es: 'Guardado. Se aplica desde la siguiente petición; otra persona resuelve las funciones añadidas.',
      ja: '保存しました。次のリクエストから有効です。追加した職務は別の担当者が承認します。',
    },
    input: z.object({ id: Id, version: Version, name: Name, usertype: Usertype, permissions: Keys, acknowledged, why: reasonText }),
    output: RoleWithKeys,
  },
  /** Copies a role with its keys, without its members. */
  copy: {
    access: 'role:edit',
    kind: 'write',
    log: { zh: '复制角色', en: 'Copy a role', es: 'Copiar un rol', ja: 'ロールの複製' },
    done: { zh: '角色已复制', en: 'The role was copied.', es: 'El rol se copió.', ja: 'ロールを複製しました。' },
    input: z.object({ id: Id, name: Name, acknowledged, why: reasonText }),
    output: RoleWithKeys,
  },
  remove: { access: 'role:edit', kind: 'write', log: { zh: '删除角色', en: 'Remove a role', es: 'Eliminar un rol', ja: 'ロールの削除' }, done: { zh: '角色已删除', en: 'The role was removed.', es: 'El rol se eliminó.', ja: 'ロールを削除しました。' }, input: z.object({ id: Id, version: Version }), output: z.object({}) },
  /** Adds and removes members, effective from each member's next request. */
  give: {
    access: 'role:edit',
    kind: 'write',
    log: { zh: '分配角色', en: 'Assign a role', es: 'Asignar un rol', ja: 'ロールの割当て' },
    done: {
      zh: '{isWaiting, select, true {已提交，由另一人复核后生效} other {{add, plural, =0 {已移除} other {已添加，对方下一次请求即生效}}}}',
      en: '{isWaiting, select, true {Sent. Another person decides.} other {{add, plural, =0 {Removed.} other {Added. The change applies from their next request.}}}}',
      es: '{isWaiting, select, true {Enviado. Lo resuelve otra persona.} other {{add, plural, =0 {Retirado.} other {Añadido. Se aplica desde su siguiente petición.}}}}',
      ja: '{isWaiting, select, true {申請しました。別の担当者が承認します。} other {{add, plural, =0 {解除しました。} other {追加しました。次のリクエストから有効です。}}}}',
    },
    input: z.object({ id: Id, add: z.array(Id).max(50).default([]), take: z.array(Id).max(50).default([]), acknowledged, why: reasonText }),
    /** `isWaiting`: another person decides, because the role carries a duty. */
    output: z.object({ memberCount: z.int(), isWaiting: z.boolean() }),
  },
  /** Returns all permission keys, with the pages and operations that each opens and the roles that hold it. */
  permissions: {
    access: 'EditRoseval',
    kind: 'read',
    input: z.object({}),
    output: z.array(
      z.object({
        key: z.string(),
        kind: z.enum(['page', 'action', 'all']),
        menu: z.string().nullable(),
        pages: z.array(z.object({ key: z.string(), path: z.string(), hasScreen: z.boolean() })),
        usertypes: z.array(z.int()),
        /** Server operations that the key permits. */
        operations: z.array(z.string()),
        roles: z.array(z.object({ id: Id, name: z.string(), usertype: Usertype })),
      }),
    ),
  },
  /** Returns the platform's own names of keys and their order in each group. Defaults replace missing entries. */
  labels: {
    access: ['EditRoseval', 'EditRose'],
    kind: 'read',
    input: z.object({}),
    output: z.object({
      names: z.array(z.object({ key: z.string(), version: LabelVersion, zh: z.string().nullable(), en: z.string().nullable(), es: z.string().nullable(), ja: z.string().nullable() })),
      orders: z.array(z.object({ menu: z.string(), version: LabelVersion, keys: z.array(z.string()) })),
    }),
  },
  rename: {
    access: 'role:edit',
    kind: 'write',
    log: { zh: '修改权限名称', en: 'Rename a permission', es: 'Nombrar un permiso', ja: '権限名の変更' },
    done: { zh: '名称已保存', en: 'The name was saved.', es: 'El nombre se guardó.', ja: '名称を保存しました。' },
    input: z.object({ key: z.string().min(1).max(80), version: LabelVersion, zh: RoleName, en: RoleName, es: RoleName, ja: RoleName }),
    output: z.object({ version: LabelVersion }),
  },
  /**
   * Sets the order of keys. `menu` is a menu group, or `general` for keys outside the menu. Empty `keys` restores the
   * default order.
   */
  arrange: {
    access: 'role:edit',
    kind: 'write',
    log: { zh: '调整权限顺序', en: 'Reorder permissions', es: 'Ordenar los permisos', ja: '権限の並べ替え' },
    done: { zh: '排序已保存', en: 'The order was saved.', es: 'El orden se guardó.', ja: '順序を保存しました。' },
    input: z.object({ menu: z.string().min(1).max(40), version: LabelVersion, keys: z.array(z.string().min(1).max(80)).max(200) }),
    output: z.object({ version: LabelVersion }),
  },
  /**
   * Compares the roles with the program. Returns pages and operations that no user can open, unknown keys and unused
   * keys.
   */
  check: {
    access: 'EditRoseval',
    kind: 'read',
    input: z.object({}),
    output: z.object({
      keys: z.int(),
      pages: z.int(),
      operations: z.int(),
      findings: z.array(z.object({ kind: z.enum(['unknownKey', 'wrongUsertype', 'closedPage', 'closedOperation', 'idleKey', 'openPage']), subject: z.string(), name: z.string().optional(), keys: z.array(z.string()), roles: z.array(z.string()) })),
    }),
  },
} as const satisfies Module
