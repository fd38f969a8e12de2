import { z } from 'zod'
import { ProposedChange } from '#/api/access/changes.ts'
import { AccountApplication, AccountFlag, AccountProposal, accountApplicationStates, Centre, DenialReason, Duties, NamedRecord, Post, User, Usertype } from '#/api/access/user-rows.ts'
import { BulkResult, Day, Id, LongListPaging, longPageOf, Mode, type Module, Moment, Page, pageOf, upload } from '#/api/operation.ts'
import { successMessages } from '#/api/success-messages.texts.ts'
import { accountFields } from '#/domain/access/account-review.ts'
import { dualControlKinds } from '#/domain/access/dual-control.ts'
import { postStatus } from '#/domain/base/codes.ts'
import type { Text } from '#/domain/base/text.ts'

const Username = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9]{4,32}$/, { error: 'username' })
const Name = z.string().trim().max(60)
const Mobile = z.string().trim().max(20)
const CentreGrant = z.object({ id: Id, modes: z.array(Mode).min(1).max(2) })

const Filter = {
  keyword: z.string().trim().max(50).optional(),
  usertype: Usertype.optional(),
  poststatus: Post.optional(),
  centreId: Id.optional(),
  roleId: Id.optional(),
  unitId: Id.optional(),
  status: z.int().min(0).max(9).optional(),
  isLocked: z.boolean().optional(),
  province: z
    .string()
    .regex(/^\d{2}$/)
    .optional(),
  review: z.enum(accountApplicationStates).optional(),
}

const ApplicationFilter = {
  keyword: z.string().trim().max(50).optional(),
  state: z.enum(accountApplicationStates).optional(),
  unitId: Id.optional(),
  reviewer: z.enum(['mine', 'nobody']).optional(),
  lateness: z.enum(['late', 'over']).optional(),
  from: Day.optional(),
  to: Day.optional(),
}

/** The way in which the owner of an account gets a password: through a link, or as a printed first password. */
export const PasswordDelivery = z.object({
  /** The masked recipient of the link; empty when no link was sent. */
  sentTo: z.string(),
  /** Whether another administrator must print the first password, because the owner cannot receive messages. */
  isOnPaper: z.boolean(),
  /** In the demo, the id with which `recovery.sandbox` shows the message; otherwise null. */
  sandboxAsk: z.uuid().nullable(),
})
export type PasswordDelivery = z.output<typeof PasswordDelivery>

/** Returns the success message for an account whose owner receives a link, beginning with the sentence `what`. */
export function deliveryMessage(what: Text): Text {
  const rest = {
    zh: '{isOnPaper, select, true {，首个密码由另一名管理员打印} other {，设置密码的链接已发送至 {sentTo}}}{rolesWaiting, select, true {；含职责的角色由另一人复核后生效} other {}}',
    en: '{isOnPaper, select, true {. Another administrator prints the first password} other {. The link to choose a password was sent to {sentTo}}}{rolesWaiting, select, true {. Another person decides on roles with a duty} other {}}',
    es: '{isOnPaper, select, true {. Otro administrador imprime la primera contraseña} other {. El enlace para elegir la contraseña se envió a {sentTo}}}{rolesWaiting, select, true {. Otra persona resuelve los roles con funciones} other {}}',
    ja: '{isOnPaper, select, true {。初回パスワードは別の管理者が印刷します} other {。パスワード設定リンクを {sentTo} に送信しました}}{rolesWaiting, select, true {。職務を含むロールは別の担当者が承認します} other {}}',
  }
  return { zh: what.zh + rest.zh, en: what.en + rest.en, es: what.es + rest.es, ja: what.ja + rest.ja }
}

const accountCreatedText = deliveryMessage({ zh: '账号已创建', en: 'The account was created', es: 'Cuenta creada', ja: 'アカウントを作成しました' })

/** The reason why the account needs a role with a duty, shown to the person who decides. Required with such a role. */
const RolesReason = z.string().trim().max(200).default('')

/** Keys of the pages that list accounts: all accounts, those of a centre's scope, and those of the user's unit. */
const readKeys = ['PtUserList', 'userYzSfList', 'employeeDw'] as const

/** Accounts with their roles and centres, and the account applications of units. */
export const users = {
  list: { access: readKeys, kind: 'read', input: z.object({ ...Filter, ...LongListPaging }), output: longPageOf(User) },
  get: {
    access: [...readKeys, 'dwEmployeeCheck'],
    kind: 'read',
    input: z.object({ id: Id }),
    output: User.extend({ sessions: z.array(z.object({ since: Moment, seenAt: Moment, ip: z.string(), agent: z.string() })), changes: z.array(ProposedChange) }),
  },
  /**
   * Returns the roles, centres, kinds of account and posts that the caller can assign, and the reason why a role cannot
   * be assigned.
   */
  choices: {
    access: readKeys,
    kind: 'read',
    input: z.object({}),
    output: z.object({
      usertypes: z.array(Usertype),
      posts: z.array(Post),
      roles: z.array(NamedRecord.extend({ usertype: Usertype, duties: Duties, needsReview: z.boolean(), needsTwo: z.boolean(), reason: DenialReason })),
      centres: z.array(Centre),
    }),
  },
  /** Finds the units, operators or partners to which an account can belong, by part of the name. */
  subjects: { access: readKeys, kind: 'read', input: z.object({ usertype: Usertype, keyword: z.string().trim().max(50).optional() }), output: z.array(NamedRecord) },
  /** Creates an account. The owner receives a link to choose the password, after the approval if one is needed. */
  create: {
    access: 'user:edit',
    kind: 'write',
    log: { zh: '新增账号', en: 'Create an account', es: 'Crear una cuenta', ja: 'アカウントの作成' },
    done: {
      zh: `{isWaiting, select, true {已提交审核} other {${accountCreatedText.zh}}}`,
      en: `{isWaiting, select, true {Sent for review} other {${accountCreatedText.en}}}`,
      es: `{isWaiting, select, true {Enviado a revisión} other {${accountCreatedText.es}}}`,
      ja: `{isWaiting, select, true {審査に提出しました} other {${accountCreatedText.ja}}}`,
    },
    limit: 'upload',
    input: z.object({
      username: Username,
      name: Name,
      mobile: Mobile,
      usertype: Usertype,
      poststatus: Post.default(postStatus.none),
      /** The unit, operator or partner to which the account belongs: exactly the one that its kind requires, if any. */
      unitId: Id.optional(),
      operatorId: Id.optional(),
      partnerId: Id.optional(),
      roleIds: z.array(Id).min(1).max(10),
      centres: z.array(CentreGrant).max(50).default([]),
      letterFile: upload().optional(),
      acknowledge: z.boolean().default(false),
      why: RolesReason,
    }),
    output: PasswordDelivery.extend({ user: User, isWaiting: z.boolean(), rolesWaiting: z.boolean() }),
  },
  update: {
    access: 'user:edit',
    kind: 'write',
    log: { zh: '修改账号资料', en: 'Change an account', es: 'Modificar una cuenta', ja: 'アカウントの変更' },
    done: successMessages.saved,
    input: z.object({ id: Id, name: Name.optional(), mobile: Mobile.optional(), poststatus: Post.optional(), islr: AccountFlag.optional(), isdl: AccountFlag.optional() }),
    output: User,
  },
  /**
   * Replaces the roles of an account. Another person decides on a role with a duty: at a unit by an application with a
   * letter of authorisation (`isWaiting`), for staff by a guarded change (`rolesWaiting`).
   */
  setRoles: {
    access: 'user:edit',
    kind: 'write',
    log: { zh: '设置账号角色', en: 'Set an account’s roles', es: 'Asignar roles a una cuenta', ja: 'アカウントのロール設定' },
    done: {
      zh: '{isWaiting, select, true {已提交审核} other {{rolesWaiting, select, true {已保存；含职责的角色由另一人复核后生效} other {已保存}}}}',
      en: '{isWaiting, select, true {Sent for review} other {{rolesWaiting, select, true {Saved. Another person decides on roles with a duty} other {Saved}}}}',
      es: '{isWaiting, select, true {Enviado a revisión} other {{rolesWaiting, select, true {Guardado. Otra persona resuelve los roles con funciones} other {Guardado}}}}',
      ja: '{isWaiting, select, true {審査に提出しました} other {{rolesWaiting, select, true {保存しました。職務を含むロールは別の担当者が承認します} other {保存しました}}}}',
    },
    limit: 'upload',
    input: z.object({ id: Id, roleIds: z.array(Id).min(1).max(10), letterFile: upload().optional(), acknowledge: z.boolean().default(false), why: RolesReason }),
    output: z.object({ user: User, isWaiting: z.boolean(), rolesWaiting: z.boolean() }),
  },
  /**
   * Replaces the centres of an account. With another centre or mode, its roles with a duty wait for another person
   * (`rolesWaiting`), because the account would have the duty there.
   */
  setCentres: {
    access: 'user:edit',
    kind: 'write',
    log: { zh: '设置运营中心授权', en: 'Set an account’s centres', es: 'Asignar centros a una cuenta', ja: '運営センターの割当て' },
    done: {
      zh: '{rolesWaiting, select, true {已保存；含职责的角色由另一人复核后生效} other {已保存}}',
      en: '{rolesWaiting, select, true {Saved. Another person decides on roles with a duty} other {Saved}}',
      es: '{rolesWaiting, select, true {Guardado. Otra persona resuelve los roles con funciones} other {Guardado}}',
      ja: '{rolesWaiting, select, true {保存しました。職務を含むロールは別の担当者が承認します} other {保存しました}}',
    },
    input: z.object({ id: Id, centres: z.array(CentreGrant).min(1).max(50), why: RolesReason }),
    output: z.object({ user: User, rolesWaiting: z.boolean() }),
  },
  /**
   * Invalidates the password, ends all sessions, and sends the owner a one-time link. `sentTo` is masked. No
   * administrator sees a password.
   */
  resetPassword: {
    access: 'user:edit',
    kind: 'write',
    log: { zh: '重置登录密码', en: 'Reset a login password', es: 'Restablecer la contraseña', ja: 'パスワードの再設定' },
    done: successMessages.linkSent,
    limit: 'password',
    input: z.object({ id: Id }),
    output: PasswordDelivery.omit({ isOnPaper: true }).extend({ user: User }),
  },
  /**
   * Proposes a change of an account that another person decides. The caller must have confirmed the login password
   * recently.
   */
  propose: {
    access: 'user:edit',
    kind: 'write',
    log: { zh: '提出账号变更', en: 'Propose an account change', es: 'Proponer un cambio de cuenta', ja: 'アカウント変更の申請' },
    done: { zh: '已提交，需另一名管理员复核', en: 'Sent. Another administrator must decide.', es: 'Enviado. Debe resolverlo otro administrador.', ja: '提出しました。別の管理者の承認が必要です' },
    secret: ['mobile'],
    input: z.object({ id: Id, kind: z.enum(dualControlKinds), mobile: Mobile.optional(), reason: z.string().trim().min(2).max(200) }),
    output: z.object({ proposalId: Id }),
  },
  /** Returns the account changes that await a second person, for accounts that the caller manages. */
  proposals: { access: readKeys, kind: 'read', input: z.object({}), output: z.array(AccountProposal) },
  /**
   * Decides a proposal of another person. `password` is the password to print, returned once when a proposal of kind
   * `paper` is approved.
   */
  decide: {
    access: 'user:edit',
    kind: 'write',
    log: { zh: '复核账号变更', en: 'Decide an account change', es: 'Resolver un cambio de cuenta', ja: 'アカウント変更の承認' },
    done: { zh: '{isApproved, select, true {已通过并生效} other {已驳回}}', en: '{isApproved, select, true {Approved and in effect} other {Rejected}}', es: '{isApproved, select, true {Aprobado y aplicado} other {Rechazado}}', ja: '{isApproved, select, true {承認し反映しました} other {却下しました}}' },
    secret: ['password'],
    input: z.object({ proposalId: Id, isApproved: z.boolean(), note: z.string().trim().max(200).default('') }),
    output: z.object({ password: z.string().nullable(), username: z.string(), name: z.string() }),
  },
  withdraw: { access: 'user:edit', kind: 'write', log: { zh: '撤回账号变更', en: 'Withdraw an account change', es: 'Retirar un cambio de cuenta', ja: 'アカウント変更の取消' }, done: successMessages.done, input: z.object({ proposalId: Id }), output: z.object({}) },
  unlock: { access: 'user:edit', kind: 'write', log: { zh: '解除账号锁定', en: 'Unlock an account', es: 'Desbloquear una cuenta', ja: 'アカウントのロック解除' }, done: successMessages.done, input: z.object({ id: Id }), output: User },
  disable: { access: 'user:edit', kind: 'write', log: { zh: '停用账号', en: 'Disable an account', es: 'Desactivar una cuenta', ja: 'アカウントの停止' }, done: successMessages.done, input: z.object({ id: Id, reason: z.string().trim().min(2).max(200) }), output: User },
  enable: { access: 'user:edit', kind: 'write', log: { zh: '启用账号', en: 'Enable an account', es: 'Activar una cuenta', ja: 'アカウントの再開' }, done: successMessages.done, input: z.object({ id: Id }), output: User },
  signOut: { access: 'user:edit', kind: 'write', log: { zh: '强制账号下线', en: 'Sign out an account', es: 'Cerrar las sesiones de una cuenta', ja: 'アカウントの強制ログアウト' }, done: successMessages.done, input: z.object({ id: Id }), output: User },
  signIns: {
    access: readKeys,
    kind: 'read',
    input: z.object({ id: Id, ...Page }),
    output: pageOf(z.object({ at: Moment, ip: z.string(), isDone: z.boolean(), reason: z.string() })),
  },
  /** Returns the changes of an account and their authors. */
  changes: {
    access: readKeys,
    kind: 'read',
    input: z.object({ id: Id, ...Page }),
    output: pageOf(z.object({ at: Moment, by: z.string(), action: z.string(), actionName: z.string(), ip: z.string(), words: z.string() })),
  },
  /** Exports all accounts under the filter with masked mobile numbers, as a file or, for many rows, as a task. */
  export: {
    access: readKeys,
    kind: 'write',
    log: { zh: '导出账号', en: 'Export accounts', es: 'Exportar cuentas', ja: 'アカウントの出力' },
    limit: 'export',
    input: z.object(Filter),
    output: z.object({ fileId: z.uuid().nullable(), taskId: Id.nullable() }),
  },
  applications: {
    access: 'dwEmployeeCheck',
    kind: 'read',
    input: z.object({ ...ApplicationFilter, ...LongListPaging }),
    output: longPageOf(AccountApplication),
  },
  /** Approves an application. The reviewer also needs `user:edit`. */
  approve: {
    access: 'dwEmployeeCheck',
    kind: 'write',
    log: { zh: '通过账号申请', en: 'Approve an account', es: 'Aprobar una cuenta', ja: 'アカウント申請の承認' },
    done: {
      zh: '已通过{isNew, select, true {{isSent, select, true {，设置密码的链接已发送至 {sentTo}} other {，但没有消息能送达本人：请单位管理员办理“纸质密码”}}} other {}}',
      en: 'Approved{isNew, select, true {{isSent, select, true {. The link to choose a password was sent to {sentTo}} other {. No message can reach the owner. Ask the unit’s administrator to request a password on paper}}} other {}}',
      es: 'Aprobada{isNew, select, true {{isSent, select, true {. El enlace para elegir la contraseña se envió a {sentTo}} other {. Ningún mensaje llega al titular. Pida al administrador de la empresa que solicite una contraseña en papel}}} other {}}',
      ja: '承認しました{isNew, select, true {{isSent, select, true {。パスワード設定リンクを {sentTo} に送信しました} other {。本人に連絡できないため、企業の管理者が「紙のパスワード」を申請してください}}} other {}}',
    },
    input: z.object({ applicationId: Id, acknowledge: z.boolean().default(false) }),
    output: AccountApplication.extend({ ...PasswordDelivery.omit({ isOnPaper: true }).shape, isSent: z.boolean() }),
  },
  /** Rejects an application as a whole or by field. The applicant can then change only the rejected fields. */
  reject: {
    access: 'dwEmployeeCheck',
    kind: 'write',
    log: { zh: '驳回账号申请', en: 'Reject an account', es: 'Rechazar una cuenta', ja: 'アカウント申請の却下' },
    done: { zh: '已驳回', en: 'Rejected', es: 'Rechazada', ja: '却下しました' },
    input: z.object({
      applicationId: Id,
      reason: z.string().trim().max(200).default(''),
      rejects: z
        .array(z.object({ field: z.enum(accountFields), reason: z.string().trim().min(2).max(200) }))
        .max(accountFields.length)
        .default([]),
    }),
    output: AccountApplication,
  },
  application: { access: 'dwEmployeeCheck', kind: 'read', input: z.object({ applicationId: Id }), output: AccountApplication },
  /** Starts a review, or takes over a colleague's review and notifies the colleague. */
  takeApplication: { access: 'dwEmployeeCheck', kind: 'write', log: { zh: '接手账号审核', en: 'Take over an account review', es: 'Asumir la revisión de una cuenta', ja: 'アカウント審査の引き継ぎ' }, done: successMessages.taken, input: z.object({ applicationId: Id }), output: AccountApplication },
  assignApplications: {
    access: 'dwEmployeeCheck',
    kind: 'write',
    log: { zh: '分配账号审核', en: 'Assign account reviews', es: 'Asignar revisiones de cuentas', ja: 'アカウント審査の割当' },
    done: successMessages.assigned,
    input: z.object({ requestIds: z.array(Id).min(1).max(200), userId: Id, reason: z.string().trim().max(200).default('') }),
    output: BulkResult,
  },
  applicationColleagues: { access: 'dwEmployeeCheck', kind: 'read', input: z.object({}), output: z.array(NamedRecord.extend({ open: z.int() })) },
  exportApplications: {
    access: 'dwEmployeeCheck',
    kind: 'write',
    log: { zh: '导出账号申请', en: 'Export account requests', es: 'Exportar solicitudes de cuenta', ja: 'アカウント申請の出力' },
    done: successMessages.exported,
    limit: 'export',
    input: z.object(ApplicationFilter),
    output: z.object({ fileId: z.uuid(), count: z.int() }),
  },
  /** Corrects the rejected fields and resubmits the application. The letter is reused unless it was rejected. */
  askAgain: {
    access: 'user:edit',
    kind: 'write',
    log: { zh: '更正并重新申请账号', en: 'Correct and resubmit', es: 'Corregir y pedir de nuevo', ja: '修正して再申請' },
    done: { zh: '已提交审核', en: 'Sent for review', es: 'Enviado a revisión', ja: '審査に提出しました' },
    limit: 'upload',
    input: z.object({
      id: Id,
      name: Name.optional(),
      mobile: Mobile.optional(),
      roleIds: z.array(Id).min(1).max(10).optional(),
      letterFile: upload().optional(),
      acknowledge: z.boolean().default(false),
    }),
    output: User,
  },
} as const satisfies Module
