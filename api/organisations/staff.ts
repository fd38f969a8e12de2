import { z } from 'zod'
import { deliveryMessage, PasswordDelivery } from '#/api/access/users.ts'
import { MobileText, NameText } from '#/api/fields.ts'
import { codeSchema, Day, Id, Mode, type Module, Moment, MoneyOut, Page, pageOf } from '#/api/operation.ts'
import { successMessages } from '#/api/success-messages.texts.ts'
import { postStatus } from '#/domain/base/codes.ts'

const { none: _none, ...posts } = postStatus
const Post = codeSchema(posts)
const NamedRecord = z.object({ id: Id, name: z.string() })
/** The reason why the caller cannot do this, in the caller's language; empty when the caller can. */
const DenialReason = z.string()
const Reason = z.string().trim().min(2).max(200)
const Text = (limit: number) => z.string().trim().max(limit)

const Person = z.object({
  id: Id,
  no: z.string(),
  username: z.string(),
  name: z.string(),
  mobile: z.string(),
  centres: z.array(NamedRecord.extend({ modes: z.array(Mode) })),
  poststatus: Post,
  roles: z.array(NamedRecord),
  unitCount: z.int(),
  /**
   * The net amount that reached payees of the person's units this month, less returns, and the path of the list of
   * these units. The path is null when the caller cannot open the list.
   */
  monthNet: MoneyOut,
  monthNetPath: z.string().nullable(),
  /** The person's share in fees: the difference above a floor, or a ratio. Null for no share. */
  commission: z.object({ method: z.enum(['difference', 'ratio']), ratePpm: z.int() }).nullable(),
  status: z.int(),
  joinedOn: Day,
  /** The day of the next proposed or scheduled handover of the person's units; null without one. */
  leavingOn: Day.nullable(),
  may: z.object({ edit: DenialReason, handOver: DenialReason, disable: DenialReason, enable: DenialReason, reset: DenialReason }),
})

const Handover = z.object({
  id: Id,
  fromName: z.string(),
  toName: z.string(),
  role: z.enum(['marketer', 'salesman']),
  unitCount: z.int().nullable(),
  effectiveOn: Day,
  state: z.enum(['proposed', 'scheduled', 'done', 'cancelled', 'rejected']),
  reason: z.string(),
  doneCount: z.int(),
  createdBy: z.string(),
  createdAt: Moment,
  may: z.object({ cancel: DenialReason, decide: DenialReason }),
})

const Filter = {
  keyword: Text(50).optional(),
  centreId: Id.optional(),
  poststatus: Post.optional(),
  status: z.int().min(0).max(9).optional(),
  /** Only people with a handover that the caller can approve. */
  isForMe: z.boolean().optional(),
}

/** Staff of the centres (员工), the units assigned to them, and handovers. */
export const staff = {
  list: { access: 'employeeList', kind: 'read', input: z.object({ ...Filter, ...Page }), output: pageOf(Person) },
  get: { access: 'employeeList', kind: 'read', input: z.object({ id: Id }), output: Person.extend({ handovers: z.array(Handover) }) },
  choices: {
    access: 'employeeList',
    kind: 'read',
    input: z.object({}),
    output: z.object({ posts: z.array(Post), roles: z.array(NamedRecord.extend({ reason: DenialReason, needsTwo: z.boolean() })), centres: z.array(NamedRecord.extend({ modes: z.array(Mode) })), receivers: z.array(NamedRecord.extend({ poststatus: Post })) }),
  },
  /** Creates a staff account. The owner receives a link to choose the password. */
  create: {
    access: 'user:edit',
    kind: 'write',
    log: { zh: '新增员工', en: 'Add a member of staff', es: 'Añadir personal', ja: '従業員の追加' },
    done: deliveryMessage({ zh: '已新增员工 {name}', en: '{name} was added', es: 'Alta de {name} hecha', ja: '{name} さんを登録しました' }),
    input: z.object({
      username: z
        .string()
        .trim()
        .regex(/^[A-Za-z0-9]{4,32}$/, { error: 'username' }),
      name: NameText,
      mobile: MobileText,
      poststatus: Post,
      roleIds: z.array(Id).min(1).max(10),
      centres: z
        .array(z.object({ id: Id, modes: z.array(Mode).min(1).max(2) }))
        .min(1)
        .max(50),
      joinedOn: Day,
      /**
       * The reason why the person needs a role with a duty, shown to the person who decides. Required with such a role.
       */
      why: Text(200).default(''),
    }),
    /** `rolesWaiting`: another person has to approve roles with a duty. */
    output: PasswordDelivery.extend({ id: Id, rolesWaiting: z.boolean() }),
  },
  update: { access: 'user:edit', kind: 'write', log: { zh: '修改员工', en: 'Change a member of staff', es: 'Modificar personal', ja: '従業員の変更' }, done: successMessages.saved, input: z.object({ id: Id, name: NameText.optional(), mobile: MobileText.optional(), joinedOn: Day.optional() }), output: Person },
  /**
   * Proposes to hand over all or some units to another person with the same post, at once or on a later day. A second
   * person approves it, because commission follows.
   */
  handOver: {
    access: 'user:edit',
    kind: 'write',
    log: { zh: '转移客户', en: 'Hand over units', es: 'Traspasar empresas', ja: '顧客の引継ぎ' },
    done: {
      zh: '已提交，须由第二人审批',
      en: 'Submitted. A second person must approve it.',
      es: 'Enviado. Debe aprobarlo otra persona.',
      ja: '送信しました。別の担当者の承認が必要です。',
    },
    input: z.object({ id: Id, receiverId: Id, unitIds: z.array(Id).max(500).optional(), effectiveOn: Day, reason: Reason }),
    output: z.object({}),
  },
  /** Approves or rejects a handover that another person proposed. A due handover is executed at once. */
  decideHandover: {
    access: 'user:edit',
    kind: 'write',
    log: { zh: '审批客户转移', en: 'Decide a handover', es: 'Resolver un traspaso', ja: '引継ぎの承認' },
    done: {
      zh: '{isApproved, select, true {{handed, plural, =0 {已通过} other {已转移 # 个单位}}} other {客户转移已驳回}}',
      en: '{isApproved, select, true {{handed, plural, =0 {The handover is approved} one {# unit handed over} other {# units handed over}}} other {The handover is rejected}}',
      es: '{isApproved, select, true {{handed, plural, =0 {Traspaso aprobado} one {# empresa traspasada} other {# empresas traspasadas}}} other {Traspaso rechazado}}',
      ja: '{isApproved, select, true {{handed, plural, =0 {引継ぎを承認しました} other {# 社を引き継ぎました}}} other {引継ぎを却下しました}}',
    },
    input: z.object({ handoverId: Id, isApproved: z.boolean(), reason: Text(200).default('') }),
    output: z.object({ handed: z.int() }),
  },
  cancelHandover: { access: 'user:edit', kind: 'write', log: { zh: '取消客户转移', en: 'Cancel a handover', es: 'Cancelar un traspaso', ja: '引継ぎの取消' }, done: successMessages.done, input: z.object({ handoverId: Id }), output: z.object({}) },
  /** Disables a person. Refused while the person has assigned units. */
  disable: { access: 'user:edit', kind: 'write', log: { zh: '停用员工', en: 'Disable a member of staff', es: 'Desactivar personal', ja: '従業員の停止' }, done: successMessages.done, input: z.object({ id: Id, reason: Reason }), output: Person },
  enable: { access: 'user:edit', kind: 'write', log: { zh: '启用员工', en: 'Enable a member of staff', es: 'Activar personal', ja: '従業員の再開' }, done: successMessages.done, input: z.object({ id: Id }), output: Person },
  resetPassword: {
    access: 'user:edit',
    kind: 'write',
    log: { zh: '重置员工密码', en: 'Reset a staff password', es: 'Restablecer contraseña de personal', ja: '従業員のパスワード再設定' },
    done: successMessages.linkSent,
    limit: 'password',
    input: z.object({ id: Id }),
    output: PasswordDelivery.omit({ isOnPaper: true }),
  },
  /** Returns, for each unit of the person, the net amount that reached payees in a month, less returns. */
  performance: {
    access: 'employeeList',
    kind: 'read',
    input: z.object({ id: Id, month: z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/) }),
    output: z.object({ rows: z.array(z.object({ unitId: Id, unitName: z.string(), batches: z.int(), net: MoneyOut, fee: MoneyOut })), net: MoneyOut, fee: MoneyOut }),
  },
} as const satisfies Module
