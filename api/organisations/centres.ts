import { z } from 'zod'
import { ProposedChange } from '#/api/access/changes.ts'
import { Id, Mode, type Module, Moment, MoneyOut, Page, pageOf, Version, YuanText } from '#/api/operation.ts'
import { successMessages } from '#/api/success-messages.texts.ts'
import { channelKindNames } from '#/domain/organisations/payout-channel.ts'

export const invoiceKinds = ['special', 'ordinary'] as const
const signWays = ['sms', 'face', 'handwriting'] as const

/** The reason why the caller cannot take the action, in the caller's language; empty when the caller can. */
const DenialReason = z.string()
const Text = (limit: number) => z.string().trim().max(limit)
const requiredText = (limit: number) => z.string().trim().min(1).max(limit)
const Reason = z.string().trim().min(2).max(200)

const Channel = z.object({
  id: Id,
  name: z.string(),
  kind: z.enum(channelKindNames),
  isActive: z.boolean(),
  isPaused: z.boolean(),
  pausedReason: z.string(),
  singleLimit: MoneyOut.nullable(),
  dailyLimit: MoneyOut.nullable(),
  /** The channel's settings without secrets, and the names of stored secrets. */
  settings: z.record(z.string(), z.string()),
  secrets: z.array(z.string()),
})

const Centre = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  legalName: z.string(),
  creditCode: z.string(),
  taxAuthority: z.string(),
  regionCode: z.string(),
  modes: z.array(Mode),
  ageMin: z.int(),
  ageMax: z.int(),
  singleLimit: MoneyOut,
  monthLimit: MoneyOut,
  unitCount: z.int(),
  monthNet: MoneyOut,
  /** The path of the list of the centre's receipts of this month; null when the caller cannot open the list. */
  monthNetPath: z.string().nullable(),
  balance: MoneyOut,
  directors: z.array(z.string()),
  isActive: z.boolean(),
  statusReason: z.string(),
  version: Version,
  may: z.object({ edit: DenialReason, setActive: DenialReason }),
})

const Detail = Centre.extend({
  /** The rate of urban construction tax in force today, in ppm. */
  cityRatePpm: z.int(),
  /** Changes of that rate by their first month, newest first. */
  cityRates: z.array(z.object({ ratePpm: z.int(), from: z.string(), by: z.string() })),
  accountName: z.string(),
  accountNo: z.string(),
  accountBank: z.string(),
  invoiceKinds: z.array(z.enum(invoiceKinds)),
  invoiceCategories: z.array(z.string()),
  invoiceCap: MoneyOut,
  invoiceBank: z.string(),
  invoiceAccountNo: z.string(),
  signWay: z.enum(signWays),
  textsPayees: z.boolean(),
  refusesOwners: z.boolean(),
  objectionDays: z.int(),
  createdAt: Moment,
  /** Changes of account and channels that await another person's decision or their effective time. */
  changes: z.array(ProposedChange),
  channels: z.array(Channel),
  people: z.array(z.object({ id: Id, name: z.string(), poststatus: z.int(), modes: z.array(Mode), status: z.int() })),
})

/** An amount in yuan; empty for no limit. */
const YuanOrEmpty = z
  .string()
  .regex(/^(\d{1,10}(\.\d{1,2})?)?$/, { error: 'amount' })
  .default('')

/**
 * The settings by key of the kind's fields (`domain/organisations/payout-channel.ts`). Omitted fields keep their value.
 */
const ChannelSettings = z.record(z.string().max(40), z.string().trim().max(4000)).default({})

const Month = z.string().regex(/^(20\d{2})-(0[1-9]|1[0-2])$/)

const Form = {
  name: requiredText(60),
  legalName: requiredText(100),
  taxAuthority: requiredText(100),
  regionCode: z.string().regex(/^\d{6}$/),
  modes: z.array(Mode).min(1).max(2),
  /** Urban construction tax: 7, 5 or 1 percent, depending on the centre's location. */
  cityRatePpm: z.union([z.literal(70_000), z.literal(50_000), z.literal(10_000)]),
  accountName: requiredText(100),
  accountNo: z.string().regex(/^\d{8,32}$/),
  accountBank: requiredText(100),
  ageMin: z.int().min(16).max(100),
  ageMax: z.int().min(16).max(100),
  singleLimit: YuanText,
  monthLimit: YuanText,
  invoiceKinds: z.array(z.enum(invoiceKinds)).max(2),
  invoiceCategories: z.array(requiredText(30)).max(20),
  invoiceCap: YuanText,
  invoiceBank: Text(100),
  invoiceAccountNo: Text(40),
  signWay: z.enum(signWays),
  /** Whether payees without an account are notified of payments by text message. */
  textsPayees: z.boolean().default(false),
  /** Whether lines of mode 2 that pay the owner of a registered business as a natural person are refused. */
  refusesOwners: z.boolean().default(false),
  /** Working days in which a unit must answer an objection. */
  objectionDays: z.int().min(1).max(30).default(3),
  /** The reason for a change of the account, shown to the person who decides. Required when the account changes. */
  why: Text(200).default(''),
}

/** `changes`: a new limit that another person has to approve. */
const PersonLimit = z.object({ limit: MoneyOut.nullable(), version: Version, changes: z.array(ProposedChange), may: z.object({ edit: DenialReason }) })

/** Operations centres (运营中心): the legal entities that sign contracts, issue invoices and file tax. */
export const centres = {
  list: {
    access: 'userMsList',
    kind: 'read',
    input: z.object({ keyword: Text(50).optional(), mode: Mode.optional(), isActive: z.boolean().optional(), ...Page }),
    output: pageOf(Centre),
  },
  get: { access: 'userMsList', kind: 'read', input: z.object({ id: Id }), output: Detail },
  create: { access: 'centre:edit', kind: 'write', log: { zh: '新增运营中心', en: 'Create a centre', es: 'Crear un centro', ja: '運営センターの作成' }, done: successMessages.saved, input: z.object({ ...Form, creditCode: z.string().trim().toUpperCase().min(1).max(18) }), output: Detail },
  update: { access: 'centre:edit', kind: 'write', log: { zh: '修改运营中心', en: 'Change a centre', es: 'Modificar un centro', ja: '運営センターの変更' }, done: successMessages.saved, input: z.object({ id: Id, version: Version, ...Form, cityRateFrom: z.union([z.literal(''), Month]).default('') }), output: Detail },
  /**
   * Activates or deactivates a centre. Deactivation requires that no work is in progress. An inactive centre accepts no
   * new work.
   */
  setActive: {
    access: 'centre:edit',
    kind: 'write',
    log: { zh: '启用或停用运营中心', en: 'Enable or disable a centre', es: 'Activar o desactivar un centro', ja: '運営センターの開始・停止' },
    done: successMessages.done,
    input: z.object({ id: Id, version: Version, isActive: z.boolean(), reason: Reason }),
    output: Detail,
  },
  /** Returns the monthly limit of one person across all centres; null for no limit. */
  personLimit: { access: 'userMsList', kind: 'read', input: z.object({}), output: PersonLimit },
  setPersonLimit: {
    access: 'centre:edit',
    kind: 'write',
    log: { zh: '修改个人月限额', en: 'Change the limit per person', es: 'Modificar el límite por persona', ja: '個人月間上限の変更' },
    done: successMessages.proposed,
    input: z.object({ version: Version, limit: YuanOrEmpty, why: Text(200).default('') }),
    output: PersonLimit,
  },
  addChannel: {
    access: 'centre:edit',
    kind: 'write',
    log: { zh: '新增支付通道', en: 'Add a channel', es: 'Añadir un canal', ja: '支払チャネルの追加' },
    done: successMessages.saved,
    input: z.object({ centreId: Id, name: requiredText(60), kind: z.enum(channelKindNames), singleLimit: YuanOrEmpty, dailyLimit: YuanOrEmpty, settings: ChannelSettings, why: Text(200).default('') }),
    output: Detail,
  },
  /** Changes a channel. Pausing and resuming need a reason, and a person who paused it cannot resume it. */
  setChannel: {
    access: 'centre:edit',
    kind: 'write',
    log: { zh: '修改支付通道', en: 'Change a channel', es: 'Modificar un canal', ja: '支払チャネルの変更' },
    done: successMessages.saved,
    input: z.object({ channelId: Id, name: requiredText(60), isActive: z.boolean(), isPaused: z.boolean(), reason: Text(200).default(''), singleLimit: YuanOrEmpty, dailyLimit: YuanOrEmpty, settings: ChannelSettings, why: Text(200).default('') }),
    output: Detail,
  },
} as const satisfies Module
