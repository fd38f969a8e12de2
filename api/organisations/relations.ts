import { z } from 'zod'
import { Day, Id, LongListPaging, longPageOf, type Module, Moment, Page, pageOf, upload } from '#/api/operation.ts'

export const relationKinds = ['legal_person', 'shareholder', 'supervisor', 'executive', 'employee'] as const
/** `void`: approved, but no longer counted. */
export const exceptionStates = ['pending', 'approved', 'rejected', 'void'] as const
/** `ended`: the relation ended. `renewed`: the relation was registered again after the approval. */
export const exceptionVoidReasons = ['expired', 'ended', 'renewed'] as const
const Reason = z.string().trim().min(2).max(200)

const Person = z.object({
  id: Id,
  name: z.string(),
  /** The ID number, masked. */
  idNumber: z.string(),
  relation: z.enum(relationKinds),
  source: z.enum(['registration', 'centre', 'unit']),
  since: Moment,
  unitName: z.string(),
  /** A proposed end of the relation, which lasts until another person approves; null without a proposal. */
  end: z
    .object({
      reason: z.string(),
      proposedBy: z.string(),
      proposedAt: Moment,
      /** The reason why the caller cannot decide or withdraw; empty when the caller can. */
      mayDecide: z.string(),
      mayWithdraw: z.string(),
    })
    .nullable(),
})

const Exception = z.object({
  id: Id,
  state: z.enum(exceptionStates),
  unitName: z.string(),
  centreName: z.string(),
  name: z.string(),
  idNumber: z.string(),
  relation: z.enum(relationKinds),
  statement: z.string(),
  fileId: z.uuid(),
  requestedBy: z.string(),
  requestedAt: Moment,
  decidedBy: z.string(),
  decidedAt: Moment.nullable(),
  decisionReason: z.string(),
  validTo: Day.nullable(),
  /** The reason why an approved exception no longer counts, and the first day; null while it counts. */
  voided: z.object({ reason: z.enum(exceptionVoidReasons), on: Day }).nullable(),
  /** The reason why the caller cannot decide; empty when the caller can. */
  mayDecide: z.string(),
})

/**
 * People whom a unit may not pay (E210), with exceptions: its legal representative, shareholders, supervisors,
 * executives and employees.
 */
export const relations = {
  /** Returns the related people of a unit, by default the caller's own. */
  list: { access: ['userDwList', 'employeeDw'], kind: 'read', input: z.object({ unitId: Id.optional(), ...Page }), output: pageOf(Person) },
  /** Adds related people. A person who is already listed gets the new relation. */
  add: {
    access: ['unit:edit', 'employeeDw'],
    kind: 'write',
    log: { zh: '登记关联人员', en: 'Add related people of a unit', es: 'Registrar personas vinculadas', ja: '関係者の登録' },
    done: { zh: '已登记 {added} 人', en: '{added, plural, one {# person} other {# people}} added', es: '{added, plural, one {# persona registrada} other {# personas registradas}}', ja: '{added} 人を登録しました' },
    input: z.object({
      unitId: Id.optional(),
      relation: z.enum(relationKinds),
      people: z
        .array(z.object({ name: z.string().trim().max(60), idNumber: z.string().trim().max(30) }))
        .min(1)
        .max(200),
    }),
    output: z.object({ added: z.int() }),
  },
  /** Proposes to end a relation. The unit cannot pay the person until another person approves. */
  remove: {
    access: 'unit:edit',
    kind: 'write',
    log: { zh: '移除关联人员', en: 'Remove a related person of a unit', es: 'Quitar una persona vinculada', ja: '関係者の解除' },
    done: { zh: '已提交，等待另一人审核', en: 'The removal awaits approval', es: 'La baja espera aprobación', ja: '解除を申請しました。別の担当者の審査をお待ちください' },
    input: z.object({ relationId: Id, reason: Reason }),
    output: z.object({}),
  },
  /** Returns the proposed ends of relations at the caller's units, oldest first. `isForMe` selects those of other people. */
  ends: { access: 'datacheck', kind: 'read', input: z.object({ isForMe: z.boolean().default(false), ...Page }), output: pageOf(Person) },
  /** Decides another person's proposal to end a relation. */
  decideEnd: {
    access: 'user:audit',
    kind: 'write',
    log: { zh: '审核移除关联人员', en: 'Decide the removal of a related person', es: 'Resolver la baja de una persona vinculada', ja: '関係者の解除の審査' },
    done: { zh: '已处理', en: 'Decided', es: 'Resuelta', ja: '処理しました' },
    input: z.object({ relationId: Id, isApproved: z.boolean(), reason: z.string().trim().max(200).default('') }),
    output: z.object({}),
  },
  withdrawEnd: {
    access: 'unit:edit',
    kind: 'write',
    log: { zh: '撤回移除关联人员', en: 'Withdraw the removal of a related person', es: 'Retirar la baja de una persona vinculada', ja: '関係者の解除の撤回' },
    done: { zh: '已撤回', en: 'Withdrawn', es: 'Retirada', ja: '撤回しました' },
    input: z.object({ relationId: Id, reason: Reason }),
    output: z.object({}),
  },
  exceptions: {
    access: ['datacheck', 'zfPtList'],
    kind: 'read',
    input: z.object({ state: z.enum(exceptionStates).optional(), ...LongListPaging }),
    output: longPageOf(Exception).extend({ open: z.int() }),
  },
  /** Requests the centre's permission to pay this payee. A document is required. */
  request: {
    access: 'zf:make',
    kind: 'write',
    log: { zh: '申请收款例外', en: 'Request an exception', es: 'Pedir una excepción', ja: '例外の申請' },
    done: { zh: '已提交，等待运营中心审核', en: 'Request sent. The centre will decide', es: 'Enviada; decide el centro', ja: '申請しました。センターの審査をお待ちください' },
    limit: 'upload',
    input: z.object({ lineId: Id, statement: z.string().trim().min(2).max(500), file: upload() }),
    output: z.object({ id: Id }),
  },
  /** Decides another person's request. The exception ends on its last day. */
  decide: {
    access: 'user:audit',
    kind: 'write',
    log: { zh: '审核收款例外', en: 'Decide an exception', es: 'Resolver una excepción', ja: '例外の審査' },
    done: { zh: '已处理', en: 'Decided', es: 'Resuelta', ja: '処理しました' },
    input: z.object({ exceptionId: Id, isApproved: z.boolean(), reason: Reason, validTo: Day.optional() }),
    output: z.object({}),
  },
} as const satisfies Module
