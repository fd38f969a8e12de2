import { idKindLabels } from '#/domain/base/id-paper.ts'
import { maskIdNumber } from '#/domain/base/identity.ts'
import { dayOf } from '#/domain/base/period.ts'
import { checkContract, contractConflicts, importedContractTypes, isUnitContract, readContract, scanKey } from '#/domain/onboarding/contract-import.ts'
import { importIssue } from '#/domain/onboarding/import.ts'
import { type ContractCells, contractCellKinds } from '#/domain/onboarding/import-cells.ts'
import { unitChoiceWords } from '#/domain/onboarding/unit-import.ts'
import { importContracts, lockContracts, partyContracts } from '#/server/agreements/contracts/public.ts'
import type { Context } from '#/server/kernel/context.ts'
import { instructionSheet } from '#/server/kernel/rows/sheet-file.ts'
import type { CheckedRow, ImportDefinition, ListRef, RowOutcome } from '#/server/onboarding/imports/kinds.ts'
import { submitterIdOf } from '#/server/onboarding/imports/store.ts'
import { findActiveCentre } from '#/server/onboarding/imports/store-places.ts'
import { scansOf, unitsOfCentre } from '#/server/onboarding/imports/store-scans.ts'
import { findPayees } from '#/server/people/operators/public.ts'

const emptyCells = Object.fromEntries(Object.keys(contractCellKinds).map((cell) => [cell, ''])) as ContractCells
const contractRows = (rows: readonly CheckedRow[]) =>
  rows.map(({ seq, cells }): { seq: number; cells: ContractCells } => ({ seq, cells: { ...emptyCells, ...cells } }))
type ListedContracts = ReturnType<typeof contractRows>

function requireCentreId({ centreId }: ListRef): number {
  if (centreId === null) throw new Error('a list of contracts without its centre')
  return centreId
}

/** Looks up the parties and scans of all rows at once. */
async function loadReferences(ctx: Context, place: ListRef, rows: ListedContracts) {
  const centreId = requireCentreId(place)
  const filledValues = (cell: keyof ContractCells) => rows.map(({ cells }) => cells[cell]).filter((each) => each !== '')
  const units = new Map((await unitsOfCentre(ctx, centreId, filledValues('creditCode'))).map((unit) => [unit.credit_code, unit]))
  const people = await findPayees(ctx, centreId, filledValues('idNumber'))
  const scans = Map.groupBy(await scansOf(ctx, place.sheetId), (each) => each.name)
  return {
    units,
    people,
    scans: (name: string) => scans.get(scanKey(name)) ?? [],
    /** Returns the party of a row: a unit of this centre and mode, or a person of the centre. */
    party: (cells: ContractCells) => {
      const parsedContract = readContract(cells)
      if (!isUnitContract(cells)) return people.get(cells.idNumber) ?? null
      const unit = units.get(cells.creditCode)
      return unit && (parsedContract === null || unit.modes.includes(parsedContract.mode)) ? unit : null
    },
  }
}

/** Import of contracts from an older system with their scans: template T15, one row per contract. */
export const contractsKind: ImportDefinition = {
  kind: 'contracts',
  right: 'opening:edit',
  confirms: 'opening:check',
  purpose: 'people_import',
  cellKinds: contractCellKinds,
  nameCell: 'name',
  template: { id: 'T15', version: '1' },
  fileName: '合同接入模板',
  sheetName: '合同',
  chunkSize: 100,
  columns: [
    { cell: 'contractKind', heading: '合同类型', width: 16, required: true, choices: importedContractTypes },
    { cell: 'mode', heading: '结算模式', width: 14, required: true, choices: unitChoiceWords.mode },
    { cell: 'name', heading: '单位名称／姓名', also: ['单位名称', '姓名', '签约方', '经营者姓名'], width: 28, required: true },
    { cell: 'creditCode', heading: '统一社会信用代码', also: ['信用代码'], width: 22, hint: '单位必填' },
    { cell: 'idKind', heading: '证件类型', also: ['证照类型'], width: 12, choices: idKindLabels },
    { cell: 'idNumber', heading: '证件号码', also: ['证件号', '身份证号', '证照号码'], width: 22, hint: '经营者必填，文本格式' },
    { cell: 'contractNo', heading: '原合同编号', also: ['合同编号', '合同号'], width: 22, required: true },
    { cell: 'firstDay', heading: '开始日期', also: ['生效日期'], width: 14, required: true, hint: '如 2026-01-01' },
    { cell: 'lastDay', heading: '结束日期', also: ['到期日期', '截止日期'], width: 14, required: true },
    { cell: 'signedOn', heading: '签订日期', also: ['签署日期'], width: 14, required: true },
    { cell: 'capLeft', heading: '剩余金额上限', width: 16, hint: '元，无上限留空' },
    { cell: 'scan', heading: '扫描件文件名', also: ['文件名', 'PDF文件名'], width: 28, required: true, hint: '压缩包中的 PDF' },
  ],

  explain: async () => [
    instructionSheet([
      ['模板版本', 'T15-1'],
      ['行数', '单个文件最多 1000 行；每份合同一行'],
      ['必填', '带 * 的列必填；表头请勿改名，数据区请勿合并单元格'],
      ['单位服务合同', '单位与本中心签订；填统一社会信用代码，单位须已在本中心以该结算模式开通'],
      ['经营者协议、涉税代办授权书', '经营者与本中心签订；填证件类型和号码，须已在本中心建档；经营者协议尚未开始的不接入'],
      ['剩余金额上限', '合同约定的上限减去原系统已结算的金额'],
      ['扫描件', '每份合同一个 PDF（不超过 10 MB、50 页），打成 ZIP 在清单页上传，可分多个 ZIP；按文件名对应，不分大小写，可省略 .pdf'],
      ['已到期的合同', '只作历史记录，不能据此付款'],
      ['生效', '一人编制，另一人确认后生效；注明由原系统接入，不作为本系统的电子签署'],
      [
        '示例',
        '单位服务合同 | 总包分包 | 杭州某某科技有限公司 | 91330106MA2XXXXXXX |  |  | HT-2025-018 | 2025-07-01 | 2027-06-30 | 2025-06-25 |  | HT-2025-018.pdf',
      ],
    ]),
  ],

  lockDependencies: (ctx, place) => lockContracts(ctx, requireCentreId(place)),

  async check(ctx, place, listedRows) {
    const rows = contractRows(listedRows)
    const centreId = requireCentreId(place)
    const centre = await findActiveCentre(ctx, centreId)
    const references = await loadReferences(ctx, place, rows)
    const existingContracts = await partyContracts(ctx, {
      centreId,
      unitIds: [...references.units.values()].map(({ id }) => id),
      operatorIds: [...references.people.values()].map(({ id }) => id),
      originNos: rows.map(({ cells }) => cells.contractNo),
      sha256s: rows.flatMap(({ cells }) => references.scans(cells.scan).flatMap(({ sha256 }) => sha256 ?? [])),
    })
    const today = dayOf(ctx.now)
    const conflictsBySeq = contractConflicts(rows, (scan) => references.scans(scan)[0]?.sha256 ?? null)
    return new Map(
      rows.map(({ seq, cells }) => {
        const [party, parsedRow, scans] = [references.party(cells), readContract(cells), references.scans(cells.scan)]
        const contractsOfKind = existingContracts.filter((each) => each.kind === parsedRow?.kind)
        const contractsOfParty = contractsOfKind.filter(
          (each) => !each.is_over && party !== null && (isUnitContract(cells) ? each.unit_id : each.operator_id) === party.id,
        )
        const contractContext = {
          today,
          modes: centre?.modes ?? [],
          party,
          held: contractsOfParty.map(({ no, valid_from: from, valid_to: to }) => ({ no, from, to })),
          isTaken: contractsOfKind.some((each) => each.origin_no === cells.contractNo),
          scans,
          isKnownScan: existingContracts.some((each) => each.origin_no !== null && each.sha256 === scans[0]?.sha256),
        }
        return [seq, [...checkContract(cells, contractContext), ...(conflictsBySeq.get(seq) ?? [])]]
      }),
    )
  },

  questions: async () => new Map(),

  async importRows(ctx, place, listedRows) {
    const centreId = requireCentreId(place)
    const rows = contractRows(listedRows)
    const references = await loadReferences(ctx, place, rows)
    const outcomes = new Map<number, RowOutcome>()
    const importableRows = rows.flatMap(({ seq, cells }) => {
      const [party, parsedRow, [scan]] = [references.party(cells), readContract(cells), references.scans(cells.scan)]
      if (!party || !parsedRow || !scan?.file_id || !scan.sha256) {
        outcomes.set(seq, { issues: [importIssue('E960', 'scan', { name: cells.scan || '-' })] })
        return []
      }
      const isUnitKind = isUnitContract(cells) === true
      const { no: originNo, ...terms } = parsedRow
      const partyIds = { unitId: isUnitKind ? party.id : null, operatorId: isUnitKind ? null : party.id }
      const code = isUnitKind ? cells.creditCode : maskIdNumber(cells.idNumber)
      return [{ seq, row: { ...terms, ...partyIds, originNo, party: { name: party.name, code }, fileId: scan.file_id, sha256: scan.sha256 } }]
    })
    const importPlace = { centreId, sheetId: place.sheetId, preparedBy: await submitterIdOf(ctx, place.sheetId) }
    const ids = await importContracts(
      ctx,
      importPlace,
      importableRows.map(({ row }) => row),
    )
    for (const [at, { seq }] of importableRows.entries()) outcomes.set(seq, { result: 'created', madeId: ids[at] ?? 0 })
    return outcomes
  },
}
