import { z } from 'zod'
import { Id, LongPage, longPageOf, type Module, Moment, upload, Version } from '#/api/operation.ts'
import { type ImportCell, importCells, importKinds, importResults, importRowStates, importStates } from '#/domain/import.ts'

const Kind = z.enum(importKinds)
const Cell = z.enum(importCells as [ImportCell, ...ImportCell[]])
/** The cells that a person changed. */
const Cells = z.partialRecord(Cell, z.string().max(200))

const Summary = z.object({ all: z.int(), ready: z.int(), warned: z.int(), invalid: z.int(), excluded: z.int(), done: z.int(), byCode: z.record(z.string(), z.int()) })

/** A list in hand, with what the caller may do with it: empty, or why not. */
const Sheet = z.object({
  id: Id,
  kind: Kind,
  unitId: Id.nullable(),
  unitName: z.string(),
  centreId: Id.nullable(),
  centreName: z.string(),
  state: z.enum(importStates),
  stateReason: z.enum(['', 'refused', 'stopped']),
  fileName: z.string(),
  rowCount: z.int(),
  /** Rows that the work under way is about, and how many of them are through. */
  totalCount: z.int(),
  doneCount: z.int(),
  createdCount: z.int(),
  linkedCount: z.int(),
  createdBy: z.string(),
  createdAt: Moment,
  finishedAt: Moment.nullable(),
  version: Version,
  may: z.object({ edit: z.string(), commit: z.string(), cancel: z.string() }),
})

const Row = z.object({
  id: Id,
  seq: z.int(),
  state: z.enum(importRowStates),
  result: z.enum(importResults).nullable(),
  /** Numbers of people are whole for whoever repairs them, masked for everybody else. */
  cells: z.partialRecord(Cell, z.string()),
  issues: z.array(z.object({ code: z.string(), level: z.enum(['error', 'warning', 'fixed']), field: Cell.nullable(), values: z.record(z.string(), z.union([z.string(), z.number()])) })),
})

const Changed = z.object({ summary: Summary, changed: z.int(), missed: z.array(z.string()) })
const keepers = ['yz:edit', 'unit:edit'] as const
const Rows = z.array(Id).min(1).max(5000)

/** Lists of operators (T1) and units (T10): template, upload with all issues of all rows, repair, and carrying out. */
export const imports = {
  template: { access: keepers, kind: 'read', input: z.object({ kind: Kind }), output: z.object({ fileId: z.uuid() }) },
  /** Where operators can be imported to: units at work with the centre they work at, in the caller's scope. */
  places: {
    access: 'yz:edit',
    kind: 'read',
    input: z.object({ keyword: z.string().trim().max(50).default('') }),
    output: z.array(z.object({ unitId: Id, unitName: z.string(), centreId: Id, centreName: z.string() })),
  },
  /** `unitId` and `centreId` for operators: whom they are to work with, and where. The same file again is asked about. */
  upload: {
    access: keepers,
    kind: 'write',
    limit: 'upload',
    input: z.object({ kind: Kind, file: upload(), unitId: Id.optional(), centreId: Id.optional(), allowSameFile: z.boolean().default(false) }),
    output: z.object({ importId: Id, summary: Summary }),
  },
  list: { access: keepers, kind: 'read', input: z.object({ kind: Kind, state: z.enum(importStates).optional(), ...LongPage }), output: longPageOf(Sheet) },
  get: { access: keepers, kind: 'read', input: z.object({ importId: Id }), output: Sheet.extend({ summary: Summary }) },
  rows: {
    access: keepers,
    kind: 'read',
    input: z.object({
      importId: Id,
      states: z.array(z.enum(importRowStates)).max(5).optional(),
      code: z.string().max(10).optional(),
      keyword: z.string().trim().max(50).optional(),
      after: z.int().optional(),
      size: z.int().min(1).max(200).default(50),
    }),
    output: z.object({ rows: z.array(Row), next: z.int().nullable() }),
  },
  repair: {
    access: keepers,
    kind: 'write',
    input: z.object({
      importId: Id,
      changes: z
        .array(z.object({ rowId: Id, cells: Cells }))
        .min(1)
        .max(500),
    }),
    output: Changed,
  },
  /** Replaces one text by another in one column of the whole list. */
  replace: { access: keepers, kind: 'write', input: z.object({ importId: Id, field: Cell, find: z.string().min(1).max(60), by: z.string().max(100) }), output: Changed },
  exclude: { access: keepers, kind: 'write', input: z.object({ importId: Id, rowIds: z.array(Id).max(5000).optional(), allInvalid: z.boolean().default(false) }), output: Changed },
  include: { access: keepers, kind: 'write', input: z.object({ importId: Id, rowIds: Rows }), output: Changed },
  errorFile: { access: keepers, kind: 'read', limit: 'export', input: z.object({ importId: Id }), output: z.object({ fileId: z.uuid() }) },
  /** The corrected error file: only the rows it names change. */
  reupload: { access: keepers, kind: 'write', limit: 'upload', input: z.object({ importId: Id, file: upload() }), output: Changed },
  /** Checks everything once more and begins the work; it goes on by itself. */
  commit: { access: keepers, kind: 'write', input: z.object({ importId: Id, version: Version }), output: Sheet },
  cancel: { access: keepers, kind: 'write', input: z.object({ importId: Id, version: Version }), output: Sheet },
} as const satisfies Module
