import type { z } from 'zod'
import { moduleNames } from '#/api/desk/audit.texts.ts'
import { type Modules, modules } from '#/api/modules.ts'
import { lineFields } from '#/api/money/lines.texts.ts'
import type { Module } from '#/api/operation.ts'
import type { Language, Text } from '#/domain/base/text.ts'
import { refusalMessage } from '#/server/desk/audit/refusals.ts'
import type { SignInRow, TrailRow } from '#/server/desk/audit/store.ts'
import { logName } from '#/server/kernel/request/log-names.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'

type EntryView = z.input<Modules['audit']['list']['output']>['rows'][number]
type EntryDetail = z.input<Modules['audit']['get']['output']>
type CellChange = z.input<Modules['payments']['history']['output']>[number]['edits'][number]
type SignInView = z.input<Modules['audit']['signIns']['output']>['rows'][number]

/** Maps an outcome to one of the three outcomes on the log page. The refusal itself is shown in another column. */
export function outcomeOf(outcome: string): EntryView['outcome'] {
  return outcome === 'done' || outcome === 'denied' ? outcome : 'refused'
}

/** Returns values by field; a value that is not a record becomes the field `value`. */
function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  if (value === undefined || value === null) return {}
  return typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : { value }
}

const moduleTexts: Readonly<Record<string, Text>> = moduleNames

const publicActions: ReadonlySet<string> = new Set(
  Object.entries(modules as Readonly<Record<string, Module>>).flatMap(([module, operations]) =>
    Object.entries(operations).flatMap(([name, { access }]) => (access === 'public' ? [`${module}.${name}`] : [])),
  ),
)

/** Returns the kind of actor. User 0 is a guest for public actions, and the system for all others. */
export function actorKindOf({ user_id, action }: Pick<TrailRow, 'user_id' | 'action'>): EntryView['doer'] {
  if (user_id !== 0) return 'person'
  return publicActions.has(action) ? 'guest' : 'system'
}

/** Returns the name of an action. An unnamed action is shown as module and key. */
function actionName(action: string, language: Language): string {
  const name = logName(action, language)
  const module = moduleTexts[action.split('.')[0] ?? '']
  return name === action && module ? `${translate(module, language)} · ${action}` : name
}

/** Returns a row in its API form; `sentence` is the reason of its outcome. */
export function presentEntry(row: TrailRow, sentence: string, language: Language): EntryView {
  const isRefused = outcomeOf(row.outcome) === 'refused'
  return {
    id: row.id,
    at: row.at.toISOString(),
    action: row.action,
    actionName: actionName(row.action, language),
    userId: row.user_id,
    doer: actorKindOf(row),
    username: row.username ?? '',
    name: row.name ?? '',
    ...fieldsOf(row, 'usertype', 'centre_name', 'unit_name', 'mode', 'ip', 'ref_type', 'ref_id', 'ref_no'),
    outcome: outcomeOf(row.outcome),
    reason: isRefused ? row.outcome : '',
    said: sentence,
    hasChange: 'before' in row.detail || 'after' in row.detail,
    requestId: row.request_id,
  }
}

/** Returns the fields before and after, in the order they were written, new fields last. */
export function changesOf(detail: Readonly<Record<string, unknown>>): EntryDetail['changes'] {
  const [before, after] = [toRecord(detail.before), toRecord(detail.after)]
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].map((field) => ({
    field,
    before: before[field] ?? null,
    after: after[field] ?? null,
    isChanged: JSON.stringify(before[field] ?? null) !== JSON.stringify(after[field] ?? null),
  }))
}

/** Formats edits of lines as text; other values are unchanged. */
function formatFact(field: string, value: unknown, language: Language): unknown {
  if (field !== 'edits' || !Array.isArray(value)) return value
  return (value as readonly CellChange[]).map(
    (edit) => `${edit.seq}. ${edit.name} ${translate(lineFields[edit.field], language)} ${edit.before || '—'} → ${edit.after || '—'}`,
  )
}

export function presentEntryDetail(row: TrailRow, siblings: readonly TrailRow[], sentence: string, language: Language): EntryDetail {
  return {
    ...presentEntry(row, sentence, language),
    agent: row.agent ?? '',
    chain: row.chain,
    seq: row.seq,
    hash: row.hash,
    changes: changesOf(row.detail),
    facts: Object.entries(row.detail)
      .filter(([field]) => !['before', 'after', 'said'].includes(field))
      .map(([field, value]) => ({ field, value: formatFact(field, value, language) })),
    siblings: siblings.map(({ id, action, ref_type, ref_no }) => ({ id, action, actionName: actionName(action, language), refType: ref_type, refNo: ref_no })),
  }
}

export function presentSignIn(row: SignInRow, language: Language): SignInView {
  return {
    id: row.id,
    at: row.at.toISOString(),
    kind: row.kind,
    isOk: row.outcome === 'done' && row.kind !== 'closed',
    reason: row.outcome === 'done' ? '' : row.outcome,
    said: row.outcome === 'done' ? '' : refusalMessage(row.action, row.outcome, language, row.said),
    userId: row.account_id,
    username: row.username ?? '',
    name: row.name ?? '',
    ...fieldsOf(row, 'usertype', 'centre_name', 'unit_name', 'ip'),
    agent: row.agent ?? '',
  }
}
