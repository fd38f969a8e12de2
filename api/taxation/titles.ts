import { z } from 'zod'
import { Id, type Module, Moment, Page, pageOf, Version } from '#/api/operation.ts'
import { titleStates } from '#/domain/taxation/title.ts'

const Line = z.string().trim().max(100).default('')

/** The fields of a title. Only special invoices require the fields other than name, tax number and e-mail. */
const form = {
  name: z.string().trim().min(2).max(100),
  taxNo: z.string().trim().min(1).max(30).toUpperCase(),
  address: Line,
  telephone: z.string().trim().max(30).default(''),
  bank: Line,
  accountNo: z
    .string()
    .trim()
    .regex(/^[0-9 -]{0,40}$/, { error: 'account_no' })
    .default(''),
  email: z.email().max(100),
}

const filter = {
  keyword: z.string().trim().max(50).optional(),
  states: z.array(z.enum(titleStates)).max(3).optional(),
  isActive: z.boolean().optional(),
}

const Title = z.object({
  id: Id,
  unitId: Id,
  unitName: z.string(),
  name: z.string(),
  taxNo: z.string(),
  address: z.string(),
  telephone: z.string(),
  bank: z.string(),
  accountNo: z.string(),
  email: z.string(),
  isDefault: z.boolean(),
  isActive: z.boolean(),
  state: z.enum(titleStates),
  reason: z.string(),
  /** Whether the title has all fields that a special invoice requires. */
  isForSpecial: z.boolean(),
  version: Version,
})

const target = { titleId: Id, version: Version }

/** 发票抬头 (invoice titles): the buyer's details on the invoices of a unit. */
export const titles = {
  list: { access: 'ttList', kind: 'read', input: z.object({ titleId: Id.optional(), ...filter, ...Page }), output: pageOf(Title) },
  exportList: { access: 'ttList', kind: 'read', log: { zh: '导出发票抬头', en: 'Export invoice titles', es: 'Exportar datos de facturación', ja: '発票宛名の出力' }, limit: 'export', input: z.object(filter), output: z.object({ fileId: z.uuid() }) },
  /** Returns the versions of a title. */
  history: {
    access: 'ttList',
    kind: 'read',
    input: z.object({ titleId: Id }),
    output: z.array(Title.pick({ name: true, taxNo: true, address: true, telephone: true, bank: true, accountNo: true, email: true, state: true, isActive: true, reason: true, version: true }).extend({ at: Moment, byName: z.string() })),
  },
  create: {
    access: 'tt:edit',
    kind: 'write',
    log: { zh: '新增发票抬头', en: 'Add an invoice title', es: 'Añadir datos de facturación', ja: '発票宛名の追加' },
    done: {
      zh: '抬头已{state, select, pending {提交，待运营中心审核} other {新增}}',
      en: '{state, select, pending {The title awaits the centre’s approval.} other {The title was added.}}',
      es: '{state, select, pending {Los datos esperan la aprobación del centro.} other {Datos añadidos.}}',
      ja: '{state, select, pending {宛名はセンターの審査待ちです} other {宛名を追加しました}}',
    },
    input: z.object(form),
    output: Title,
  },
  change: {
    access: 'tt:edit',
    kind: 'write',
    log: { zh: '修改发票抬头', en: 'Change an invoice title', es: 'Cambiar datos de facturación', ja: '発票宛名の変更' },
    done: {
      zh: '抬头已{state, select, pending {提交，待运营中心审核} other {保存}}',
      en: '{state, select, pending {The title awaits the centre’s approval.} other {The title was saved.}}',
      es: '{state, select, pending {Los datos esperan la aprobación del centro.} other {Datos guardados.}}',
      ja: '{state, select, pending {宛名はセンターの審査待ちです} other {宛名を保存しました}}',
    },
    input: z.object({ ...target, ...form }),
    output: Title,
  },
  makeDefault: {
    access: 'tt:edit',
    kind: 'write',
    log: { zh: '设为默认抬头', en: 'Make a title the default', es: 'Marcar como predeterminado', ja: '既定の宛名に設定' },
    done: { zh: '已设为默认抬头', en: 'Default title set', es: 'Predeterminado establecido', ja: '既定の宛名に設定しました' },
    input: z.object(target),
    output: Title,
  },
  setActive: {
    access: 'tt:edit',
    kind: 'write',
    log: { zh: '停用或启用发票抬头', en: 'Disable or enable an invoice title', es: 'Desactivar o activar datos de facturación', ja: '発票宛名の停止・再開' },
    done: {
      zh: '抬头已{isActive, select, true {启用} other {停用}}',
      en: '{isActive, select, true {The title is in use again.} other {The title was disabled.}}',
      es: '{isActive, select, true {Datos activados.} other {Datos desactivados.}}',
      ja: '{isActive, select, true {宛名を再開しました} other {宛名を停止しました}}',
    },
    input: z.object({ ...target, isActive: z.boolean() }),
    output: Title,
  },
  /** Decides on a title without the unit's own name and tax number. Only the centre can decide. */
  decide: {
    access: 'fp:check',
    kind: 'write',
    log: { zh: '审核发票抬头', en: 'Review an invoice title', es: 'Resolver datos de facturación', ja: '発票宛名の審査' },
    done: { zh: '{approve, select, true {已通过} other {已驳回}}', en: '{approve, select, true {Approved.} other {Rejected.}}', es: '{approve, select, true {Aprobado.} other {Rechazado.}}', ja: '{approve, select, true {承認しました} other {却下しました}}' },
    input: z.object({ ...target, approve: z.boolean(), reason: z.string().trim().max(200).default('') }),
    output: Title,
  },
} as const satisfies Module
