import { joinWords as inWords } from '#/domain/base/text.ts'
import { importIssue } from '#/domain/onboarding/import.ts'
import { type UnitCells, unitCellKinds } from '#/domain/onboarding/import-cells.ts'
import { checkUnitFormat, readUnit, type UnitImportChoices, unitChoiceWords, unitDuplicates } from '#/domain/onboarding/unit-import.ts'
import { instructionSheet } from '#/server/kernel/rows/sheet-file.ts'
import type { WriteSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import type { CheckedRow, ImportDefinition, RowOutcome } from '#/server/onboarding/imports/kinds.ts'
import { createUnits, existingCreditCodes, type NewUnit, unitImportChoices } from '#/server/organisations/units/public.ts'

const emptyCells = Object.fromEntries(Object.keys(unitCellKinds).map((cell) => [cell, ''])) as UnitCells
const unitRows = (rows: readonly CheckedRow[]) => rows.map(({ seq, cells }): { seq: number; cells: UnitCells } => ({ seq, cells: { ...emptyCells, ...cells } }))

/** Lists the allowed values: centres, plans and people by name. */
function choicesSheet({ centres, plans, marketers, salesmen, partners }: UnitImportChoices): WriteSheet {
  const centreNameById = new Map(centres.map((centre) => [centre.id, centre.name]))
  const modeNames = { 1: unitChoiceWords.mode[0], 2: unitChoiceWords.mode[1] } as const
  const rows = [
    ...centres.map((centre) => [
      '运营中心',
      centre.name,
      inWords(
        centre.modes.map((mode) => modeNames[mode]),
        'zh',
      ),
    ]),
    ...plans.map((plan) => ['费率方案', plan.name, modeNames[plan.mode]]),
    ...marketers.map((each) => ['营销员', each.name, centreNameById.get(each.centreId) ?? '']),
    ...salesmen.map((each) => ['业务员', each.name, centreNameById.get(each.centreId) ?? '']),
    ...partners.map((partner) => ['合作伙伴', partner.name, '']),
  ]
  return {
    name: '可选值',
    columns: [
      { heading: '列', width: 14 },
      { heading: '可填写', width: 40 },
      { heading: '适用', width: 40 },
    ],
    rows,
  }
}

function unitOf(cells: UnitCells, offer: UnitImportChoices): NewUnit | null {
  const { read } = readUnit(cells, offer)
  if (!read) return null
  const { bizKind, taxpayerKind, centreId, mode, feePlanId, marketerId, salesmanId, partnerId } = read
  return {
    name: cells.unitName,
    creditCode: cells.creditCode,
    legalPerson: cells.legalPerson,
    legalIdNumber: cells.idNumber,
    bizKind,
    taxpayerKind,
    industry: cells.industry,
    contactName: cells.contactName,
    contactMobile: cells.mobile,
    email: cells.email,
    address: cells.address,
    ...(marketerId !== null && { marketerId }),
    ...(salesmanId !== null && { salesmanId }),
    ...(partnerId !== null && { partnerId }),
    settings: [{ centreId, mode, feePlanId }],
    title: { bank: cells.titleBank, accountNo: cells.titleAccountNo },
  }
}

/** Import of units: template T10, with the fields of the unit form. Each unit has one centre and mode. */
export const unitsKind: ImportDefinition = {
  kind: 'units',
  right: 'unit:edit',
  purpose: 'people_import',
  cellKinds: unitCellKinds,
  nameCell: 'unitName',
  template: { id: 'T10', version: '2' },
  fileName: '单位导入模板',
  sheetName: '单位',
  chunkSize: 100,
  columns: [
    { cell: 'unitName', heading: '单位名称', width: 30, required: true },
    { cell: 'creditCode', heading: '统一社会信用代码', also: ['信用代码'], width: 22, required: true, hint: '18 位，文本格式' },
    { cell: 'legalPerson', heading: '法定代表人', also: ['法人'], width: 12, required: true },
    { cell: 'idNumber', heading: '法人证件号', also: ['法定代表人证件号码', '法定代表人身份证号码'], width: 22, required: true, hint: '18 位，文本格式' },
    { cell: 'bizKind', heading: '单位类型', width: 10, choices: unitChoiceWords.bizKind },
    { cell: 'industry', heading: '行业', also: ['所属行业'], width: 18, required: true },
    { cell: 'contactName', heading: '联系人', width: 12, required: true },
    { cell: 'mobile', heading: '联系手机', also: ['联系电话', '手机号'], width: 14, required: true },
    { cell: 'email', heading: '邮箱', width: 22 },
    { cell: 'address', heading: '地址', width: 30 },
    { cell: 'taxpayerKind', heading: '纳税人类型', width: 14, choices: unitChoiceWords.taxpayerKind },
    { cell: 'centre', heading: '运营中心', width: 22, required: true },
    { cell: 'mode', heading: '结算模式', width: 14, required: true, choices: unitChoiceWords.mode },
    { cell: 'plan', heading: '费率方案', width: 24, required: true },
    { cell: 'dualControl', heading: '双人复核', width: 10, choices: unitChoiceWords.dualControl },
    { cell: 'marketer', heading: '营销员', width: 12 },
    { cell: 'salesman', heading: '业务员', width: 12 },
    { cell: 'partner', heading: '合作伙伴', width: 22 },
    { cell: 'titleBank', heading: '发票开户行', width: 22 },
    { cell: 'titleAccountNo', heading: '发票银行账号', width: 24, hint: '文本格式' },
  ],

  async explain(ctx) {
    const instructions = instructionSheet([
      ['模板版本', 'T10-2'],
      ['行数', '单个文件最多 500 行；每行一个单位，开通一个运营中心的一种结算模式'],
      ['必填', '带 * 的列必填；表头请勿改名，数据区请勿合并单元格'],
      ['法人证件号', '法定代表人的居民身份证号码；登记后单位不能向法定代表人付款'],
      ['运营中心、费率方案、人员', '按“可选值”表中的名称填写；单位类型、纳税人类型、双人复核留空时为 普通、一般纳税人、是'],
      ['双人复核', '新开通的一律为 是；关闭须在客户平台设置中由两人办理'],
      ['更多中心或模式', '导入后在客户平台设置中逐一开通'],
    ])
    return [instructions, choicesSheet(await unitImportChoices(ctx, ctx.scope.centreId))]
  },

  async check(ctx, place, listedRows) {
    const rows = unitRows(listedRows)
    const offer = await unitImportChoices(ctx, place.centreId)
    const takenCodes = await existingCreditCodes(
      ctx,
      rows.map(({ cells }) => cells.creditCode).filter((code) => code !== ''),
    )
    const duplicatesBySeq = unitDuplicates(rows)
    return new Map(
      rows.map(({ seq, cells }) => {
        const codeIssues = takenCodes.has(cells.creditCode) ? [importIssue('E604', 'creditCode')] : []
        return [seq, [...checkUnitFormat(cells), ...readUnit(cells, offer).issues, ...codeIssues, ...(duplicatesBySeq.get(seq) ?? [])]]
      }),
    )
  },

  questions: async () => new Map(),

  async importRows(ctx, place, rows) {
    const offer = await unitImportChoices(ctx, place.centreId)
    const units = unitRows(rows).flatMap(({ seq, cells }) => {
      const unit = unitOf(cells, offer)
      return unit ? [{ seq, unit }] : []
    })
    const createdUnits = await createUnits(
      ctx,
      units.map(({ unit }) => unit),
    )
    return new Map(units.map(({ seq }, at): [number, RowOutcome] => [seq, { result: 'created', madeId: createdUnits[at]?.unitId as number }]))
  },
}
