import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { modules } from '#/api/modules.ts'
import type { Operation, Upload } from '#/api/operation.ts'
import { pageKeys, permissionsOfPage, superKey } from '#/api/pages.ts'
import { actionNames } from '#/api/rights.ts'
import { type RoleKey, roles } from '#/db/base/roles.ts'
import { demoUsers } from '#/demo/access.ts'
import { accountStatus, postStatus, userType } from '#/domain/base/codes.ts'
import type { OperationCall } from '#/server/kernel/request/admission.ts'
import { formOfInput } from '#/server/kernel/request/form.ts'
import { handleCall, type WireResponse } from '#/server/kernel/request/pipeline.ts'
import { openSession } from '#/server/kernel/session/session.ts'
import type { TestServer } from '#/server/tests/testing.ts'

// Shared by the tests of hostile use: every operation, one account per role, and calls in which any part is forged.

export interface NamedOperation {
  readonly name: string
  readonly module: string
  readonly operation: string
  readonly spec: Operation
  readonly url: string
}

/** Every operation, read from the API contract, so that new operations are included automatically. */
export const allOperations: readonly NamedOperation[] = Object.entries(modules).flatMap(([module, agreement]) =>
  Object.entries(agreement as Readonly<Record<string, Operation>>).map(([operation, spec]) => ({
    name: `${module}.${operation}`,
    module,
    operation,
    spec,
    url: spec.path ?? `/api/${module}/${operation}`,
  })),
)

/** Every permission key except the one that grants all permissions. */
export const allPermissionKeys: readonly string[] = [
  ...new Set([...pageKeys.flatMap((key) => [...permissionsOfPage(key)]), ...Object.keys(actionNames)]),
].filter((key) => key !== superKey && key !== 'session')

/** An account with which a test calls operations. */
export interface TestAccount {
  readonly id: number
  readonly username: string
  readonly usertype: number
  readonly unitId: number | null
  /** The centres of the account. Requests name the first one. */
  readonly centres: readonly number[]
  readonly operatorId: number | null
  readonly partnerId: number | null
}

export interface NewTestAccount {
  readonly id: number
  readonly username: string
  readonly usertype: number
  readonly keys: readonly string[]
  readonly poststatus?: number
  readonly unitId?: number
  readonly operatorId?: number
  readonly partnerId?: number
  readonly centreId?: number
}

/** Inserts an account with its own role directly, because no screen can create such an account. */
export async function addTestAccount(server: TestServer, from: NewTestAccount): Promise<TestAccount> {
  const db = server.running.kernel.database.kysely
  const { password_hash } = await db.selectFrom('app_user').select('password_hash').where('username', '=', 'maker').executeTakeFirstOrThrow()
  const now = server.running.kernel.clock.real()
  await db
    .insertInto('app_user')
    .values({
      id: from.id,
      username: from.username,
      name: from.username,
      usertype: from.usertype,
      poststatus: from.poststatus ?? 0,
      status: accountStatus.active,
      password_hash,
      unit_id: from.unitId ?? null,
      operator_id: from.operatorId ?? null,
      partner_id: from.partnerId ?? null,
      centre_id: from.centreId ?? null,
      created_at: now,
    })
    .execute()
  const role = await db
    .insertInto('role')
    .values({ name: `${from.username} ${from.id}`, usertype: from.usertype })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('role_permission')
    .values(from.keys.map((permission) => ({ role_id: role.id, permission })))
    .execute()
  await db.insertInto('user_role').values({ user_id: from.id, role_id: role.id }).execute()
  if (from.centreId !== undefined) {
    await db
      .insertInto('user_centre')
      .values({ user_id: from.id, centre_id: from.centreId, modes: [1, 2] })
      .execute()
  }
  return {
    id: from.id,
    username: from.username,
    usertype: from.usertype,
    unitId: from.unitId ?? null,
    centres: from.centreId === undefined ? [] : [from.centreId],
    operatorId: from.operatorId ?? null,
    partnerId: from.partnerId ?? null,
  }
}

/** Returns a demo account by its user name. */
export async function demoAccount(server: TestServer, username: string): Promise<TestAccount> {
  const db = server.running.kernel.database.kysely
  const row = await db
    .selectFrom('app_user')
    .select(['id', 'usertype', 'unit_id', 'operator_id', 'partner_id'])
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  const centres = await db.selectFrom('user_centre').select('centre_id').where('user_id', '=', row.id).orderBy('centre_id').execute()
  const { id, usertype, unit_id: unitId, operator_id: operatorId, partner_id: partnerId } = row
  return { id, username, usertype, unitId, operatorId, partnerId, centres: centres.map((centre) => centre.centre_id) }
}

/** Returns one account per role. Adds an account for each role without a demo account. */
export async function accountPerRole(server: TestServer): Promise<ReadonlyMap<RoleKey, TestAccount>> {
  const people = new Map<RoleKey, TestAccount>()
  const users = demoUsers([], [])
  let id = 9_000_000
  for (const [key, role] of Object.entries(roles) as [RoleKey, (typeof roles)[RoleKey]][]) {
    const user = users.find((each) => each.role === key && (each.status ?? 8) === 8 && !each.mustChange)
    id++
    const addAccount = () =>
      addTestAccount(server, { id, username: `role-${key.toLowerCase()}`, usertype: role.usertype, keys: role.permissions, ...placeOf(role.usertype) })
    people.set(key, user ? await demoAccount(server, user.username) : await addAccount())
  }
  return people
}

function placeOf(usertype: number): Partial<NewTestAccount> {
  if (usertype === userType.unit) return { unitId: 1 }
  if (usertype === userType.operator) return { operatorId: 1001 }
  if (usertype === userType.centre) return { centreId: 2, poststatus: postStatus.auditor }
  return usertype === userType.partner ? { partnerId: 1 } : {}
}

/** Opens a session without the sign-in form, whose rate limit would block the tests. */
export function tokenFor(server: TestServer, userId: number): Promise<string> {
  const { database, clock } = server.running.kernel
  return openSession(database.kysely, userId, { ip: '127.0.0.1', agent: 'test', now: clock.real() })
}

/** Encodes an input as the browser does: texts as they are, files as files, everything else as JSON. */
export function formFields(input: Readonly<Record<string, unknown>>): Map<string, string | Upload> {
  const fields = new Map<string, string | Upload>()
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue
    const isFile = typeof value === 'object' && value !== null && 'bytes' in value
    fields.set(name, isFile ? (value as Upload) : typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined'))
  }
  return fields
}

/** Calls an operation through the request pipeline. An exception here would be a status 500 over HTTP. */
export async function send(
  server: TestServer,
  named: Pick<NamedOperation, 'module' | 'operation'>,
  input: Readonly<Record<string, unknown>>,
  from: Partial<Pick<OperationCall, 'token' | 'centre' | 'mode' | 'key' | 'language' | 'requestId'>>,
): Promise<WireResponse['body'] & { readonly error?: string; readonly data?: unknown }> {
  const answer = await handleCall(server.running.kernel, {
    module: named.module,
    name: named.operation,
    read: formOfInput(formFields(input)),
    token: from.token,
    centre: from.centre ?? '2',
    mode: from.mode,
    key: from.key ?? randomUUID(),
    language: from.language ?? 'zh',
    ip: '127.0.0.1',
    agent: 'test',
    requestId: from.requestId ?? randomUUID(),
  })
  return answer.body
}

const tokensByServer = new WeakMap<TestServer, Map<number, Promise<string>>>()

/** Calls an operation as this account. Opens a new session if the last one has ended. */
export async function sendAs(
  server: TestServer,
  userId: number,
  named: Pick<NamedOperation, 'module' | 'operation'>,
  input: Readonly<Record<string, unknown>>,
  from: Parameters<typeof send>[3] = {},
): ReturnType<typeof send> {
  const tokens = tokensByServer.get(server) ?? new Map<number, Promise<string>>()
  tokensByServer.set(server, tokens)
  const openToken = () => {
    const token = tokenFor(server, userId)
    tokens.set(userId, token)
    return token
  }
  const token = tokens.get(userId)
  const body = await send(server, named, input, { ...from, token: await (token ?? openToken()) })
  const isOver = token !== undefined && [50008, 50012, 50014].includes(body.code)
  return isOver ? send(server, named, input, { ...from, token: await openToken() }) : body
}

interface SchemaDefinition {
  readonly type: string
  readonly innerType?: z.ZodType
  readonly in?: z.ZodType
  readonly element?: z.ZodType
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly options?: readonly z.ZodType[]
}

/** Returns a schema without its wrappers (optional, default, nullable, pipe). */
export function unwrapSchema(schema: z.ZodType): z.ZodType {
  const definition = schema.def as SchemaDefinition
  const inner = definition.innerType ?? (definition.type === 'pipe' ? definition.in : undefined)
  return inner ? unwrapSchema(inner) : schema
}

/** A single value in an input, e.g. `changes.*.lineId`. */
export interface InputValue {
  readonly path: readonly string[]
  readonly schema: z.ZodType
}

/** Returns every single value of an input with its path and schema. */
export function valuesOf(schema: z.ZodType, path: readonly string[] = []): InputValue[] {
  const unwrappedSchema = unwrapSchema(schema)
  const definition = unwrappedSchema.def as SchemaDefinition
  if (definition.type === 'object' && definition.shape) return Object.entries(definition.shape).flatMap(([name, each]) => valuesOf(each, [...path, name]))
  if (definition.type === 'array' && definition.element) return valuesOf(definition.element, [...path, '*'])
  if (definition.type === 'union' && definition.options?.some((option) => ['object', 'array'].includes(unwrapSchema(option).def.type)))
    return definition.options.flatMap((option) => valuesOf(option, path))
  return [{ path, schema: unwrappedSchema }]
}
