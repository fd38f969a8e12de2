import { z } from 'zod'
import { AnyMobileText } from '#/api/fields.ts'
import { Day, Id, type Module, Moment, MoneyOut, Page, pageOf } from '#/api/operation.ts'
import { candidateOperations } from '#/api/people/candidates.ts'
import { successMessages } from '#/api/success-messages.texts.ts'
import { idKinds } from '#/domain/base/id-paper.ts'
import { entityStates } from '#/domain/people/entity.ts'
import { levyMethods, taxKinds } from '#/domain/people/obligation.ts'
import { paperStates, taxResidences } from '#/domain/people/particulars.ts'

export const operatorKinds = ['platform', 'ordinary'] as const
export type OperatorKind = (typeof operatorKinds)[number]

/** The reason why the caller cannot do this, in the caller's language; empty when the caller can. */
const DenialReason = z.string()
const Reason = z.string().trim().min(2).max(200)

const Filter = {
  kind: z.enum(operatorKinds),
  /** The start of the name, or a full ID, mobile or operator number. */
  keyword: z.string().trim().max(50).optional(),
  centreId: Id.optional(),
  unitId: Id.optional(),
  yztype: z.int().min(1).max(3).optional(),
  status: z.int().min(1).max(9).optional(),
  isVerified: z.boolean().optional(),
  isSigned: z.boolean().optional(),
  isAuthorised: z.boolean().optional(),
  /** State of the registered business. */
  entityState: z.enum(entityStates).optional(),
  /** Only people whose ID expires within 30 days (`soon`) or has expired (`over`). */
  paper: z.enum(['soon', 'over']).optional(),
  /** Only people who received more than 4,000,000 yuan in twelve months from payers that the caller can see. */
  isWatched: z.boolean().optional(),
  from: Day.optional(),
  to: Day.optional(),
}

const Operator = z.object({
  id: Id,
  code: z.string(),
  kind: z.enum(operatorKinds),
  name: z.string(),
  idKind: z.enum(idKinds),
  idNumber: z.string(),
  /** Validity state of the ID. */
  paper: z.enum(paperStates),
  mobile: z.string(),
  yztype: z.int(),
  status: z.int(),
  statusReason: z.string(),
  isVerified: z.boolean(),
  /** The result of the face check: 0 none, 1 matched, 2 failed three times in a row. */
  verifyFace: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  centreId: Id,
  centreName: z.string(),
  /** The first units of the operator. `unitCount` counts all units. */
  units: z.array(z.object({ id: Id, name: z.string() })),
  unitCount: z.int(),
  bankName: z.string(),
  cardTail: z.string(),
  isCardVerified: z.boolean(),
  agreement: z.enum(['valid', 'expired', 'none']),
  isAuthorised: z.boolean(),
  entityName: z.string(),
  /** The registered business. An active business takes precedence over a cancelled one. */
  entity: z
    .object({
      state: z.enum(entityStates),
      industry: z.string(),
      isLicensed: z.boolean(),
      /** The file of the licence; null for users who do not manage businesses. */
      licenceFileId: z.uuid().nullable(),
      taxKind: z.enum(taxKinds).nullable(),
      levy: z.enum(levyMethods).nullable(),
      reportedYear: z.int().nullable(),
      overdue: z.int(),
      nextDue: Day.nullable(),
    })
    .nullable(),
  /**
   * Income of this year, this month and the last twelve months, including reserved amounts. A unit sees only its own
   * payments.
   */
  yearIncome: MoneyOut,
  monthIncome: MoneyOut,
  rollingIncome: MoneyOut,
  createdAt: Moment,
  may: z.object({ freeze: DenialReason, unfreeze: DenialReason, card: DenialReason, mobile: DenialReason, particulars: DenialReason, unlink: DenialReason, sign: DenialReason }),
})

const Sex = z.enum(['', 'M', 'F'])
/** The last day of the ID: yyyy-MM-dd, 长期 (no expiry), or empty. */
const PaperDay = z.string().max(10)

const Detail = Operator.extend({
  /** The verifier of the identity: a kind of gateway, `hand` or `sandbox`; empty when it is not verified. */
  verifiedBy: z.string(),
  birth: Day,
  age: z.int(),
  sex: Sex,
  /** ISO 3166-1 alpha-2; empty when unknown. */
  nationality: z.string(),
  /** The address on the ID, masked; null without permission. */
  address: z.string().nullable(),
  validFrom: PaperDay,
  validTo: PaperDay,
  /** The declared tax residence, with the author of the declaration. */
  residence: z.object({ value: z.enum(taxResidences), by: z.string(), at: Moment }).nullable(),
  taxedAs: z.enum([...taxResidences, 'undeclared']),
  cards: z.array(z.object({ id: Id, bankName: z.string(), tail: z.string(), isDefault: z.boolean(), isVerified: z.boolean(), verifiedAt: Moment.nullable(), verifiedBy: z.string() })),
  links: z.array(z.object({ unitId: Id, unitName: z.string(), isActive: z.boolean(), since: Moment })),
  consents: z.array(z.object({ kind: z.enum(['agreement', 'tax_filing', 'personal_data', 'face']), centreName: z.string(), contractNo: z.string(), givenAt: Moment, validTo: Day.nullable(), revokedAt: Moment.nullable() })),
  entities: z.array(z.object({ id: Id, name: z.string(), creditCode: z.string(), state: z.string() })),
})

const readKeys = ['userYzPtList', 'userYzList'] as const

/** Operators (经营者): the roster, and the review of unknown payees. */
export const operators = {
  options: {
    access: ['zf:make', 'user:audit', 'zfPtListpt'],
    kind: 'read',
    input: z.object({ keyword: z.string().trim().max(50).default('') }),
    output: z.array(z.object({ id: Id, name: z.string(), idNumber: z.string(), mobile: z.string(), cardTail: z.string() })),
  },
  ...candidateOperations,
  /**
   * Returns operators in the caller's scope, newest first. `next` is the cursor of the following page. `count` is
   * returned with the first page.
   */
  list: {
    access: readKeys,
    kind: 'read',
    input: z.object({ ...Filter, after: Id.optional(), size: z.int().min(1).max(200).default(50) }),
    output: z.object({ rows: z.array(Operator), next: z.int().nullable(), count: z.int().nullable() }),
  },
  /** Finds units for the filter in the caller's scope, by part of the name or by id. */
  units: {
    access: readKeys,
    kind: 'read',
    input: z.object({ keyword: z.string().trim().max(50).default(''), unitId: Id.optional() }),
    output: z.array(z.object({ id: Id, name: z.string() })),
  },
  get: { access: readKeys, kind: 'read', input: z.object({ operatorId: Id }), output: Detail },
  /** Returns the operator's income of the last twelve months, newest first. */
  income: {
    access: readKeys,
    kind: 'read',
    input: z.object({ operatorId: Id }),
    output: z.array(z.object({ month: z.string(), gross: MoneyOut, tax: MoneyOut })),
  },
  /** Returns the changes of an operator and their authors. */
  changes: {
    access: readKeys,
    kind: 'read',
    input: z.object({ operatorId: Id, ...Page }),
    output: pageOf(z.object({ at: Moment, by: z.string(), action: z.string(), actionName: z.string(), words: z.string() })),
  },
  /** Stops payments from all units to this person. */
  freeze: { access: 'user:freeze', kind: 'write', log: { zh: '冻结经营者', en: 'Freeze an operator', es: 'Bloquear un operador', ja: '事業者の凍結' }, done: successMessages.done, input: z.object({ operatorId: Id, reason: Reason }), output: Detail },
  unfreeze: { access: 'user:freeze', kind: 'write', log: { zh: '解冻经营者', en: 'Unfreeze an operator', es: 'Desbloquear un operador', ja: '事業者の凍結解除' }, done: successMessages.done, input: z.object({ operatorId: Id, reason: Reason }), output: Detail },
  /** Changes the card. The bank verifies that the card belongs to the person. */
  setCard: {
    access: 'yz:edit',
    kind: 'write',
    log: { zh: '更换收款卡', en: 'Change a payee’s card', es: 'Cambiar la tarjeta', ja: '受取カードの変更' },
    done: successMessages.done,
    limit: 'password',
    secret: ['cardNo'],
    input: z.object({ operatorId: Id, cardNo: z.string().trim().min(1).max(40), bankName: z.string().trim().min(2).max(50) }),
    output: Detail,
  },
  /** Changes the mobile number. The bank verifies the card again with the new number. */
  setMobile: {
    access: 'yz:edit',
    kind: 'write',
    log: { zh: '更换经营者手机号', en: 'Change an operator’s mobile', es: 'Cambiar el móvil de un operador', ja: '携帯番号の変更' },
    done: successMessages.done,
    limit: 'password',
    secret: ['mobile'],
    input: z.object({ operatorId: Id, mobile: AnyMobileText }),
    output: Detail,
  },
  /**
   * Updates the particulars that tax declarations require, as printed on the ID. An omitted address does not change.
   */
  setParticulars: {
    access: 'yz:edit',
    kind: 'write',
    log: { zh: '修改经营者身份信息', en: 'Change identity details', es: 'Cambiar datos de identidad', ja: '本人情報の変更' },
    done: successMessages.done,
    secret: ['address'],
    input: z.object({ operatorId: Id, sex: Sex, birth: Day, nationality: z.string().max(2), address: z.string().trim().max(200).optional(), validFrom: PaperDay, validTo: PaperDay, reason: Reason }),
    output: Detail,
  },
  /** Ends the work of the person with this unit. */
  unlink: { access: 'yz:edit', kind: 'write', log: { zh: '解除单位关联', en: 'Unlink an operator', es: 'Desvincular un operador', ja: '企業との紐付け解除' }, done: successMessages.done, input: z.object({ operatorId: Id, unitId: Id, reason: Reason }), output: z.object({}) },
  /**
   * Exports all operators under the filter as a workbook in a job, with masked numbers. Full numbers require the
   * permission, a reason and a recent confirmation of the login password.
   */
  export: {
    access: readKeys,
    kind: 'write',
    log: { zh: '导出经营者', en: 'Export operators', es: 'Exportar operadores', ja: '事業者の出力' },
    limit: 'export',
    input: z.object({ ...Filter, isPlain: z.boolean().default(false), reason: z.string().trim().max(200).optional() }),
    output: z.object({ fileId: z.uuid().nullable(), taskId: Id.nullable() }),
  },
} as const satisfies Module
