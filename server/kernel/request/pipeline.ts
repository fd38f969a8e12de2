import { z } from 'zod'
import type { Confirmation, Operation } from '#/api/operation.ts'
import { type Language, truncateUnits } from '#/domain/base/text.ts'
import type { Context, TrailNote } from '#/server/kernel/context.ts'
import { type AnyImplementation, buildContext, type Kernel, type ServedModule, writeTrail } from '#/server/kernel/kernel.ts'
import { admitCall, type Caller, type OperationCall, withRefusalValues } from '#/server/kernel/request/admission.ts'
import { withConfirmation } from '#/server/kernel/request/confirming.ts'
import { type ExternalCallAttempt, withExternalCalls } from '#/server/kernel/request/external-calls.ts'
import { fileFieldsOf } from '#/server/kernel/request/form.ts'
import type { StagedOperation } from '#/server/kernel/request/implementation.ts'
import { parseInput } from '#/server/kernel/request/input.ts'
import { inputDigest } from '#/server/kernel/request/input-digest.ts'
import { Refusal } from '#/server/kernel/request/refusal.ts'
import { kernelRefusals } from '#/server/kernel/request/texts.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { scopeSettings } from '#/server/kernel/session/session.ts'
import { asAccounts, inReplica, inTransaction } from '#/server/lib/database/transaction.ts'

/** The response on the wire. The HTTP status is 200 whenever the request was understood. */
export interface WireResponse {
  readonly body: { readonly code: number; readonly message: string; readonly [field: string]: unknown }
  readonly effectiveMode: number | null
  readonly isReplay: boolean
}

/** `saveAnswer` keeps the response for a repeated key. It runs with the trail, at the end of the transaction. */
type Outcome = { readonly data: unknown; readonly isReplay: boolean; readonly saveAnswer?: () => Promise<void> } | { readonly refusal: Refusal }

interface KeyClaim {
  readonly operation: string
  readonly key: string
  readonly digest: Buffer
}

async function claimKey(ctx: Context, { operation, key, digest }: KeyClaim): Promise<Outcome | null> {
  const row = { user_id: ctx.actor.userId, operation, key, request_hash: digest, created_at: ctx.now }
  const claimedRow = await ctx.db
    .insertInto('idempotency')
    .values(row)
    .onConflict((on) => on.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (claimedRow) return null
  const earlierCall = await ctx.db
    .selectFrom('idempotency')
    .select(['request_hash', 'answer_sealed'])
    .where('user_id', '=', ctx.actor.userId)
    .where('operation', '=', operation)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  // A refusal that commits its counters stores no response, so a repeated key runs the operation again.
  if (earlierCall.answer_sealed === null) return null
  if (!Buffer.from(earlierCall.request_hash).equals(digest)) throw new Refusal('key_reused', kernelRefusals.keyReused)
  return { data: JSON.parse(ctx.vault.open('document', earlierCall.answer_sealed)), isReplay: true }
}

async function answerClaim(ctx: Context, { operation, key }: KeyClaim, data: unknown): Promise<void> {
  await ctx.db
    .updateTable('idempotency')
    .set({ answer_sealed: ctx.vault.seal('document', JSON.stringify(data)) })
    .where('user_id', '=', ctx.actor.userId)
    .where('operation', '=', operation)
    .where('key', '=', key)
    .execute()
}

function confirmationOf(operation: Operation): Confirmation {
  if (operation.kind === 'write' && operation.confirm) return operation.confirm
  throw new Error('a confirmed operation declares no confirmation')
}

interface CallExecution {
  readonly kernel: Kernel
  readonly call: OperationCall
  readonly operation: Operation
  readonly caller: Caller
  readonly served: ServedModule
}

/** Reads from a replica while its lag is within the limit, otherwise from the primary database. */
async function readFromReplica<T>({ database }: Kernel, settings: Readonly<Record<string, string>>, work: (trx: Context['db']) => Promise<T>): Promise<T> {
  const replica = await database.replica?.current()
  if (!replica) return inTransaction(database, settings, work)
  try {
    return await inReplica(database, replica, settings, work)
  } catch (error) {
    if (!database.replica?.isLost(error)) throw error
    return inTransaction(database, settings, work)
  }
}

function inOwnTransaction(
  { kernel, call, operation, caller: { actor, scope }, served }: CallExecution,
  step: (ctx: Context) => Promise<Outcome>,
  isRecorded: boolean,
): Promise<Outcome> {
  const run = async (trx: Context['db'], attempt: ExternalCallAttempt): Promise<Outcome> => {
    const notes: TrailNote[] = []
    const { language, takesHidden = false } = call
    const from = { requestId: call.requestId, ip: call.ip, agent: call.agent }
    const action = `${call.module}.${call.name}`
    const frame = { actor, scope, action, ...from, at: kernel.clock.now() }
    try {
      const outcome = await attempt((outside) => step(buildContext(kernel, { trx, actor, scope, language, action, ...from, takesHidden, notes, outside })))
      const isReplay = 'isReplay' in outcome && outcome.isReplay
      if (notes.length > 0 && !operation.log && kernel.settings.mode !== 'production') throw new Error(`the log has no name for ${action}`)
      const isInTrail = !isReplay && (isRecorded || notes.length > 0)
      await Promise.all([
        'saveAnswer' in outcome && outcome.saveAnswer?.(),
        isInTrail && writeTrail(trx, { ...frame, outcome: 'done' }, notes, kernel.commitRecord),
      ])
      return outcome
    } catch (error) {
      if (!(error instanceof Refusal && error.keeps)) throw error
      await writeTrail(
        trx,
        { ...frame, outcome: error.error },
        Object.keys(error.values).length > 0 ? withRefusalValues(notes, error) : notes,
        kernel.commitRecord,
      )
      return { refusal: error }
    }
  }
  return withExternalCalls((attempt) => {
    const runInTransaction = (trx: Context['db']) => run(trx, attempt)
    const now = kernel.clock.now()
    if (operation.kind === 'read' && operation.mayLag) return readFromReplica(kernel, scopeSettings(actor, scope, now), runInTransaction)
    if (!served.onAccounts) return inTransaction(kernel.database, scopeSettings(actor, scope, now), runInTransaction)
    // Triggers use the same clock and compare the user. A caller without a session has the id 0.
    return asAccounts(kernel.database, runInTransaction, { 'app.now': now.toISOString(), 'app.user': String(actor.userId) })
  })
}

/** Runs the first stage of a staged write in its own transaction. */
function admitStage(execution: CallExecution, work: StagedOperation<never, unknown>, input: Record<string, unknown>): Promise<Outcome> {
  return inOwnTransaction(execution, async (ctx) => ({ data: await work.admit(ctx, input as never), isReplay: false }), false)
}

async function performCall(execution: CallExecution, work: AnyImplementation[string], input: Record<string, unknown>, isAdmitted: boolean): Promise<Outcome> {
  const { kernel, call, operation, caller, served } = execution
  const isKeyed = operation.kind === 'write' && caller.signedIn !== null && call.key !== undefined && !served.onAccounts
  const pendingClaim: KeyClaim | null = isKeyed ? { operation: `${call.module}.${call.name}`, key: call.key as string, digest: inputDigest(input) } : null
  const finishClaimed = (finish: (ctx: Context) => Promise<unknown>) => {
    const step = async (ctx: Context): Promise<Outcome> => {
      const earlierOutcome = pendingClaim ? await claimKey(ctx, pendingClaim) : null
      if (earlierOutcome) return earlierOutcome
      const data = await finish(ctx)
      return { data, isReplay: false, ...(pendingClaim && { saveAnswer: () => answerClaim(ctx, pendingClaim, data) }) }
    }
    return inOwnTransaction(execution, step, operation.kind === 'write')
  }
  if (typeof work === 'function') return finishClaimed((ctx) => work(ctx, input as never))
  if ('run' in work) return finishClaimed(withConfirmation(work, confirmationOf(operation), input))
  const admissionOutcome = isAdmitted ? null : await admitStage(execution, work, input)
  return admissionOutcome && 'refusal' in admissionOutcome ? admissionOutcome : finishClaimed(await work.prepare(input as never, { now: kernel.clock.now() }))
}

/**
 * Reads the body. The other fields of an anonymous caller must pass the operation's `admit` before any file data is
 * read.
 */
async function readAdmittedInput(execution: CallExecution, work: AnyImplementation[string]): Promise<{ input: Record<string, unknown>; isAdmitted: boolean }> {
  const { call, operation, caller } = execution
  const files = fileFieldsOf(operation.input)
  const mustAdmitBeforeFiles = caller.signedIn === null && files.length > 0 && typeof work !== 'function' && 'prepare' in work
  let isAdmitted = false
  const raw = await call.read(
    mustAdmitBeforeFiles
      ? async (fields) => {
          const shape = Object.entries(operation.input.shape).filter(([name]) => !files.includes(name))
          const outcome = await admitStage(execution, work, parseInput(z.object(Object.fromEntries(shape)), fields, call.language))
          if ('refusal' in outcome) throw outcome.refusal
          isAdmitted = true
        }
      : null,
  )
  return { input: parseInput(operation.input, raw, call.language), isAdmitted }
}

function checkOutput(kernel: Kernel, operation: Operation, call: OperationCall, data: unknown): void {
  if (kernel.settings.mode === 'production') return
  const parsed = operation.output.safeParse(data)
  if (!parsed.success) throw new Error(`${call.module}.${call.name} answered outside its agreement: ${truncateUnits(parsed.error.message, 800)}`)
}

/** Returns a refusal in its wire format. */
export function refusalBody(refusal: Refusal, call: Pick<OperationCall, 'language' | 'requestId'>): WireResponse['body'] {
  const issues = refusal.issues.map((issue) => ({ path: issue.path, message: translate(issue.message, call.language, issue.values) }))
  return {
    code: refusal.code,
    message: translate(refusal.text, call.language, refusal.values),
    error: refusal.error,
    requestId: call.requestId,
    ...(issues.length > 0 && { issues }),
    ...(refusal.place && { place: refusal.place }),
  }
}

/** SQLSTATE of `app.refuse_same_hand`, which refuses that one person acts twice where two people are required. */
const samePersonCode = 'YC001'

const conflictCodes = new Set(['23000', '23505', '23514', '23503'])

function toRefusal(kernel: Kernel, call: OperationCall, error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  if (code === samePersonCode) return new Refusal('otherHand', kernelRefusals.otherHand)
  if (!conflictCodes.has(code)) throw error
  kernel.log.warn({ operation: `${call.module}.${call.name}`, requestId: call.requestId, code, message: (error as Error).message }, 'the database refused')
  return new Refusal('conflict', kernelRefusals.conflict)
}

/**
 * Returns the success message with values from input and result. A list appears as the number of its elements. Empty
 * for an operation without a message.
 */
function successMessage(operation: Operation, language: Language, input: object, data: unknown): string {
  if (operation.kind !== 'write' || !operation.done) return ''
  const values: Record<string, string | number> = {}
  for (const [name, value] of Object.entries({ ...input, ...(typeof data === 'object' ? data : {}) })) {
    if (operation.secret?.includes(name)) continue
    if (typeof value === 'string' || typeof value === 'number') values[name] = value
    else if (typeof value === 'boolean') values[name] = String(value)
    else if (Array.isArray(value)) values[name] = value.length
  }
  return translate(operation.done, language, values)
}

/**
 * Handles a request: admits the caller, reads the body, runs the operation in a transaction with its audit trail, and
 * builds the response.
 */
export async function handleCall(kernel: Kernel, call: OperationCall): Promise<WireResponse> {
  const served = kernel.served[call.module]
  const [operation, work] = [served?.agreement[call.name], served?.implementation[call.name]]
  if (!served || !operation || !work) throw new Error(`no operation ${call.module}.${call.name}`)
  try {
    const caller = await admitCall(kernel, operation, call)
    if (operation.kind === 'write' && !operation.path && !/^[\x21-\x7e]{1,255}$/.test(call.key ?? '')) throw new Refusal('malformed', kernelRefusals.malformed)
    const execution = { kernel, call, operation, caller, served }
    const { input, isAdmitted } = await readAdmittedInput(execution, work)
    const outcome = await performCall(execution, work, input, isAdmitted)
    if ('refusal' in outcome) return { body: refusalBody(outcome.refusal, call), effectiveMode: caller.scope.mode, isReplay: false }
    checkOutput(kernel, operation, call, outcome.data)
    const fields = operation.flat ? (outcome.data as Record<string, unknown>) : { data: outcome.data }
    return {
      body: { code: 1, message: successMessage(operation, call.language, input, outcome.data), ...fields },
      effectiveMode: caller.scope.mode,
      isReplay: outcome.isReplay,
    }
  } catch (error) {
    return { body: refusalBody(toRefusal(kernel, call, error), call), effectiveMode: null, isReplay: false }
  }
}
