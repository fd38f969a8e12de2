import { randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import { authRefusals } from '#/api/auth.texts.ts'
import { stripped } from '#/domain/password.ts'
import * as store from '#/server/auth/store-accounts.ts'
import { expectStrong } from '#/server/auth/strength.ts'
import type { AuditNote } from '#/server/kernel/context.ts'
import { hashPassword } from '#/server/kernel/passwords.ts'
import { refuse } from '#/server/kernel/refusal.ts'
import { endSessions } from '#/server/kernel/session.ts'
import type { Tables } from '#/server/kernel/tables.ts'

/** Work of the keeper of the machine, as the owner of the database: what it did is for the caller to audit. */
export interface KeeperWork {
  readonly trx: Kysely<Tables>
  readonly now: Date
  readonly username: string
}

const nameForm = /^[A-Za-z][A-Za-z0-9._-]{2,29}$/

async function known({ trx, username }: KeeperWork): Promise<store.KeptAccount> {
  return (await store.lockKept(trx, username)) ?? refuse(authRefusals, 'noSuchAccount', { username })
}

const noteOf = (account: store.KeptAccount): AuditNote => ({ refType: 'user', refId: account.id, unitId: account.unit_id })

/** Makes an account of the platform that holds every key; refuses a name that is taken and a weak password. */
export async function createPlatformAccount(work: KeeperWork, password: string): Promise<AuditNote> {
  if (!nameForm.test(work.username)) refuse(authRefusals, 'nameForm')
  const wanted = stripped(password)
  expectStrong(wanted)
  if (await store.lockKept(work.trx, work.username)) refuse(authRefusals, 'nameTaken', { username: work.username })
  const account = { username: work.username, hash: await hashPassword(wanted), roleId: await store.superRole(work.trx), now: work.now }
  const id = await store.insertPlatformAccount(work.trx, account)
  return { refType: 'user', refId: id, detail: { username: work.username } }
}

/** Forgets the wrong passwords that keep an account closed. */
export async function unlockAccount(work: KeeperWork): Promise<AuditNote> {
  const account = await known(work)
  await store.openLocks(work.trx, account.id)
  return noteOf(account)
}

// Without letters and digits that are read for one another.
const alphabets = ['abcdefghijkmnpqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789', '#%+=@?'] as const
const oneTimeLength = 14

/** A password that nobody chose, with each of the four kinds of character in it. */
export function oneTimePassword(): string {
  const draw = (from: string) => from[randomInt(from.length)] ?? ''
  const all = alphabets.join('')
  const drawn = [...alphabets.map(draw), ...Array.from({ length: oneTimeLength - alphabets.length }, () => draw(all))]
  for (let at = drawn.length - 1; at > 0; at--) {
    const other = randomInt(at + 1)
    ;[drawn[at], drawn[other]] = [drawn[other] ?? '', drawn[at] ?? '']
  }
  return drawn.join('')
}

/** Gives an account a password that must be changed at the next sign-in, ends its sessions and opens its locks. */
export async function resetAccount(work: KeeperWork, password: string): Promise<AuditNote> {
  const account = await known(work)
  await store.setOneTimePassword(work.trx, account.id, await hashPassword(password))
  await store.openLocks(work.trx, account.id)
  await endSessions(work.trx, { userId: account.id, why: 'password', now: work.now })
  return noteOf(account)
}
