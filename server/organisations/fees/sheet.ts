import { effectStatusNames, feeFields, feeMethodNames, modeNames, roleNames, scopeNames, splitMethodNames } from '#/api/organisations/fees.texts.ts'
import { basisNames, versionStateNames } from '#/api/organisations/units.texts.ts'
import type { Language } from '#/domain/base/text.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { presetName } from '#/server/kernel/installation/presets.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { exportRows } from '#/server/kernel/rows/export-rows.ts'
import type { ExportList, ListColumn } from '#/server/kernel/rows/sheet-file.ts'
import { displayedFigures, planFiguresOf } from '#/server/organisations/fees/plan-figures.ts'
import * as plans from '#/server/organisations/fees/store-plans.ts'
import * as splits from '#/server/organisations/fees/store-splits.ts'

// Exports of plans and of split rules.

const maxPlans = 5000
const maxSplits = 10_000

const planColumns: readonly ListColumn<plans.PlanRow>[] = [
  { heading: feeFields.name, width: 28, value: (row, language) => presetName(row.name, language) },
  { heading: feeFields.mode, width: 14, value: (row, language) => translate(modeNames[row.mode], language) },
  { heading: feeFields.method, width: 10, value: (row, language) => translate(feeMethodNames[row.method], language) },
  { heading: feeFields.isProgressive, width: 14, value: (row, language) => displayedFigures({ language }, planFiguresOf(row)).isProgressive },
  {
    heading: feeFields.tiers,
    kind: 'rate',
    width: 60,
    // A plan with one rate is exported as a number, one with several as text.
    value: (row, language) => (row.tiers.length === 1 ? (row.tiers[0]?.ratePpm ?? null) : displayedFigures({ language }, planFiguresOf(row)).tiers),
  },
  { heading: feeFields.basis, width: 14, value: (row, language) => translate(basisNames[row.basis], language) },
  { heading: feeFields.minimum, kind: 'money', isSummed: false, width: 14, value: (row) => row.minimum_fen },
  { heading: feeFields.version, width: 8, value: (row) => row.no },
  { heading: feeFields.from, width: 12, value: (row) => row.effective_from },
  { heading: feeFields.until, width: 12, value: (row) => row.ended_on ?? '' },
  { heading: feeFields.stand, width: 12, value: (row, language) => translate(effectStatusNames[row.stand], language) },
  { heading: feeFields.units, width: 10, value: (row) => row.units },
]

const splitLabels = {
  party: (row: splits.SplitRow, language: Language) =>
    row.party_name ??
    (row.role === 'centre' ? row.centre_name : row.role === 'platform' ? translate(roleNames.platform, language) : translate(scopeNames.anybody, language)),
  mode: (mode: Mode | null, language: Language) => translate(mode === null ? scopeNames.bothModes : modeNames[mode], language),
  stand: (row: splits.SplitRow, language: Language) => translate(row.stand === 'none' ? versionStateNames[row.state] : effectStatusNames[row.stand], language),
}

const splitColumns: readonly ListColumn<splits.SplitRow>[] = [
  { heading: feeFields.centre, width: 24, value: (row) => row.centre_name },
  { heading: feeFields.unit, width: 30, value: (row, language) => row.unit_name ?? translate(scopeNames.allUnits, language) },
  { heading: feeFields.role, width: 14, value: (row, language) => translate(roleNames[row.role], language) },
  { heading: feeFields.party, width: 20, value: splitLabels.party },
  { heading: feeFields.mode, width: 14, value: (row, language) => splitLabels.mode(row.mode, language) },
  { heading: feeFields.splitMethod, width: 10, value: (row, language) => translate(splitMethodNames[row.method], language) },
  { heading: feeFields.floor, kind: 'rate', width: 12, value: (row) => row.floor_rate_ppm },
  { heading: feeFields.ratio, kind: 'rate', width: 12, value: (row) => row.ratio_ppm },
  { heading: feeFields.from, width: 12, value: (row) => row.effective_from },
  { heading: feeFields.until, width: 12, value: (row) => row.effective_to ?? '' },
  { heading: feeFields.stand, width: 12, value: splitLabels.stand },
]

export async function plansForExport(ctx: Context, filter: plans.PlanFilter): Promise<ExportList<plans.PlanRow>> {
  const rows = await exportRows(async (size) => (await plans.list(ctx, filter, { page: 1, size })).rows, maxPlans)
  return { name: '收费方案', language: ctx.language, filter, columns: planColumns, rows }
}

export async function splitsForExport(ctx: Context, filter: splits.SplitFilter): Promise<ExportList<splits.SplitRow>> {
  const rows = await exportRows(async (size) => (await splits.list(ctx, filter, { page: 1, size })).rows, maxSplits)
  return { name: '分成规则', language: ctx.language, filter, columns: splitColumns, rows }
}
