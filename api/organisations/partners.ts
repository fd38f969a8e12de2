import { z } from 'zod'
import { ProposedChange } from '#/api/access/changes.ts'
import { MobileText, NameText } from '#/api/fields.ts'
import { Day, Id, type Module, Moment, MoneyOut, Page, pageOf, Version } from '#/api/operation.ts'
import { successMessages } from '#/api/success-messages.texts.ts'
import { agreementStatuses, partnerStates } from '#/domain/organisations/partner.ts'

export const partnerKinds = ['enterprise', 'person'] as const
const Text = (limit: number) => z.string().trim().max(limit)
/** The reason why the caller cannot do this, in the caller's language; empty when the caller can. */
const DenialReason = z.string()

const Partner = z.object({
  id: Id,
  code: z.string(),
  kind: z.enum(partnerKinds),
  name: z.string(),
  creditCode: z.string(),
  idNumber: z.string(),
  contactName: z.string(),
  contactMobile: z.string(),
  area: z.string(),
  introduction: z.string(),
  accountName: z.string(),
  accountBank: z.string(),
  accountNo: z.string(),
  unitCount: z.int(),
  /**
   * The net amount that reached payees of the partner's units this month, less returns, and the path of the list of
   * these units. The path is null when the caller cannot open the list.
   */
  monthNet: MoneyOut,
  monthNetPath: z.string().nullable(),
  accountUsers: z.int(),
  isActive: z.boolean(),
  standing: z.enum(partnerStates),
  /** The agreement that decides the partner's state. */
  agreement: z.object({ stand: z.enum(agreementStatuses), contractId: Id.nullable(), no: z.string(), centreName: z.string(), from: Day.nullable(), to: Day.nullable() }),
  statusReason: z.string(),
  createdAt: Moment,
  version: Version,
  /** Changes of the partner's account that await another person's decision or their effective time. */
  changes: z.array(ProposedChange),
  may: z.object({ edit: DenialReason, setActive: DenialReason }),
})

const PartnerFields = {
  contactName: NameText,
  contactMobile: MobileText,
  area: Text(100).default(''),
  introduction: Text(1000).default(''),
  accountName: Text(100).default(''),
  accountBank: Text(100).default(''),
  accountNo: z
    .string()
    .regex(/^(\d{8,32})?$/)
    .default(''),
  /** The reason for a change of the account, shown to the person who decides. Required when the account changes. */
  why: Text(200).default(''),
}

/** Partners (合作伙伴), who refer units. */
export const partners = {
  list: {
    access: 'partnerList',
    kind: 'read',
    input: z.object({ keyword: Text(50).optional(), kind: z.enum(partnerKinds).optional(), standing: z.enum(partnerStates).optional(), agreement: z.enum(agreementStatuses).optional(), ...Page }),
    output: pageOf(Partner),
  },
  get: { access: 'partnerList', kind: 'read', input: z.object({ id: Id }), output: Partner },
  /** Returns the partner's units, with their payments this month. */
  units: {
    access: 'partnerList',
    kind: 'read',
    input: z.object({ id: Id, ...Page }),
    output: pageOf(z.object({ id: Id, code: z.string(), name: z.string(), status: z.int(), monthNet: MoneyOut, monthNetPath: z.string().nullable(), createdAt: Moment })),
  },
  create: {
    access: 'partner:edit',
    kind: 'write',
    log: { zh: '新增合作伙伴', en: 'Create a partner', es: 'Crear un socio', ja: 'パートナーの作成' },
    done: successMessages.saved,
    input: z.object({ kind: z.enum(partnerKinds), name: Text(100).min(2), creditCode: Text(18).default(''), idNumber: Text(18).default(''), ...PartnerFields }),
    output: Partner,
  },
  update: {
    access: 'partner:edit',
    kind: 'write',
    log: { zh: '修改合作伙伴', en: 'Change a partner', es: 'Modificar un socio', ja: 'パートナーの変更' },
    done: successMessages.saved,
    input: z.object({ id: Id, version: Version, name: Text(100).min(2), ...PartnerFields, contactMobile: MobileText.optional() }),
    output: Partner,
  },
  setActive: {
    access: 'partner:edit',
    kind: 'write',
    log: { zh: '启用或停用合作伙伴', en: 'Enable or disable a partner', es: 'Activar o desactivar un socio', ja: 'パートナーの開始・停止' },
    done: successMessages.done,
    input: z.object({ id: Id, version: Version, isActive: z.boolean(), reason: z.string().trim().min(2).max(200) }),
    output: Partner,
  },
} as const satisfies Module
