import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { importRefusals } from '#/api/onboarding/imports.texts.ts'
import { userType } from '#/domain/base/codes.ts'
import { dayOf } from '#/domain/base/period.ts'
import { truncateUnits } from '#/domain/base/text.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { storeUpload } from '#/server/kernel/rows/sheet-file.ts'
import { mapInSlices } from '#/server/lib/slices.ts'
import { fileOwnerOf, importDefinitions, listRefOf, newWorkingRow, recordImportStep, saveRows } from '#/server/onboarding/imports/editing.ts'
import { readListRows } from '#/server/onboarding/imports/files.ts'
import type { ImportDefinition, ListOwner } from '#/server/onboarding/imports/kinds.ts'
import * as store from '#/server/onboarding/imports/store.ts'
import { activeUnitCentres, findActiveCentre, findPayingCentre } from '#/server/onboarding/imports/store-places.ts'

const duplicateFileDays = 30
const dayMs = 86_400_000

type Input = z.output<Modules['imports']['upload']['input']>

/** Returns the kind of list. Refuses callers without its permission. */
export function kindFor(ctx: Context, name: keyof typeof importDefinitions): ImportDefinition {
  const kind = importDefinitions[name]
  return ctx.actor.may(kind.right) ? kind : refuse(importRefusals, 'noRight')
}

/** Refuses callers from outside the unit who may not enter operators for it. */
export function expectKeyInPermission({ actor }: Context, name: keyof typeof importDefinitions): void {
  if (name === 'operators' && actor.usertype !== userType.unit && !actor.keysIn) refuse(importRefusals, 'noKeyIn')
}

/**
 * Returns the place for imported operators: an active unit in scope. Without a named centre the unit must have only
 * one.
 */
async function placeOfOperators(ctx: Context, { unitId, centreId }: Input): Promise<ListOwner> {
  const requestedUnitId = unitId ?? ctx.actor.unitId ?? undefined
  if (requestedUnitId === undefined) refuse(importRefusals, 'placeNeeded')
  const rows = await activeUnitCentres(ctx, { unitId: requestedUnitId, centreId, most: 2 })
  const [place, second] = rows
  if (!place) refuse(importRefusals, 'placeUnknown')
  if (second) refuse(importRefusals, 'placeNeeded')
  return { unitId: place.unit_id, centreId: place.centre_id, mode: null }
}

/**
 * Returns the centre for a list of income or contracts, by default the caller's. An income list requires a centre that
 * pays natural persons.
 */
async function centrePlace(ctx: Context, { kind, centreId = ctx.scope.centreId ?? undefined }: Input): Promise<ListOwner> {
  if (centreId === undefined) refuse(importRefusals, 'centreNeeded')
  const isOwn = ctx.scope.all ? (ctx.scope.centreId ?? centreId) === centreId : ctx.scope.centreId === centreId
  const findCentre = kind === 'income' ? findPayingCentre : findActiveCentre
  const centre = isOwn ? await findCentre(ctx, centreId) : undefined
  return centre ? { unitId: null, centreId, mode: null } : refuse(importRefusals, 'centreUnknown')
}

/** Returns the scope in which an order list may name contracts. A caller with several units must name one. */
function placeOfOrders({ scope }: Context, { unitId }: Input): ListOwner {
  const { unitIds, centreId, mode } = scope
  const [first, second] = unitIds
  if (first === undefined) return { unitId: null, centreId, mode }
  const requestedUnitId = unitId ?? (second === undefined ? first : refuse(importRefusals, 'placeNeeded'))
  return unitIds.includes(requestedUnitId) ? { unitId: requestedUnitId, centreId, mode } : refuse(importRefusals, 'placeUnknown')
}

function placeOfList(ctx: Context, input: Input): Promise<ListOwner> | ListOwner {
  if (input.kind === 'operators') return placeOfOperators(ctx, input)
  if (input.kind === 'orders') return placeOfOrders(ctx, input)
  return input.kind === 'units' ? { unitId: null, centreId: ctx.scope.centreId, mode: null } : centrePlace(ctx, input)
}

/** Uploads a list. Stores its rows with their issues; imports nothing. */
export async function uploadList(ctx: Context, input: Input) {
  const kind = kindFor(ctx, input.kind)
  expectKeyInPermission(ctx, input.kind)
  const place = await placeOfList(ctx, input)
  if (!ctx.scope.all && place.centreId === null && place.unitId === null) refuse(importRefusals, 'noRight')
  const { rows, sha256 } = await readListRows(ctx, kind, input.file, false)
  if (rows.length === 0) refuse(importRefusals, 'noRows')
  const duplicatesSince = new Date(ctx.now.getTime() - duplicateFileDays * dayMs)
  const lastImportedAt = input.allowSameFile ? null : await store.findDuplicateFile(ctx, { kind: kind.kind, ...place, sha256, since: duplicatesSince })
  if (lastImportedAt) refuse(importRefusals, 'sameFile', { day: dayOf(lastImportedAt) })
  const storedFile = await storeUpload(ctx, input.file, { purpose: kind.purpose, ...fileOwnerOf(place) })
  const newRows = await mapInSlices(rows, ({ raw }, at) => newWorkingRow(kind, at + 1, raw))
  const sums = kind.sums?.(newRows.map((row) => row.cells)) ?? {}
  const id = await store.addSheet(ctx, { kind: kind.kind, ...place, fileName: truncateUnits(input.file.filename, 200), fileId: storedFile.id, sha256, sums })
  const sheet = (await store.findSheet(ctx, id, true)) ?? refuse(importRefusals, 'notFound')
  const summary = await saveRows(ctx, { sheet, kind, place: listRefOf(sheet), rows: [] }, newRows)
  recordImportStep(ctx, sheet, { kind: kind.kind, file: input.file.filename, sha256, invalid: summary.invalid, all: summary.all })
  return { importId: id, summary }
}
